"""One experiment of spica-speedup by NumPy or CuPy, or (usage) by pandas or pyarrow.

argv[1] is a JSON object (peers.cpp writes it); each line of standard output is one too: a row, a version, the progress or
an error. Timing is spica-speedup's: best of several runs, the first not counted, the device synchronised.
"""
import datetime
import json
import os
import sys
import time

import numpy as np

request = json.loads(sys.argv[1])
if request["peer"] == "cupy":
    import cupy as xp

    synchronize = xp.cuda.Device().synchronize
else:
    xp = np

    def synchronize():
        pass


def say(**line):
    print(json.dumps(line), flush=True)


def best_of(label, prepare, work, most=None):
    """The best time, the number of counted runs and the result of the last one; `prepare` is not timed."""
    best, repeats, total, run, result = float("inf"), 0, 0.0, 0, None
    while repeats < min(request["repeats"], most or request["repeats"]) and total < request["budget"]:
        say(progress=f"{request['experiment']} {label}: run {run}")
        result = None
        prepare()
        synchronize()
        start = time.perf_counter()
        result = work()
        synchronize()
        seconds = time.perf_counter() - start
        run += 1
        if run == 1 and seconds < request["long_run"]:
            continue
        best, repeats, total = min(best, seconds), repeats + 1, total + seconds
    return best, repeats, result


def row(variant, dtype, size, prepare, work, check, most=None, **more):
    result = None
    try:
        seconds, repeats, result = best_of(f"{variant} {dtype}", prepare, work, most)
        say(variant=variant, dtype=dtype, size=size, seconds=seconds, repeats=repeats, wrong=check(result),
            **{key: function(result) for key, function in more.items()})
    except Exception as error:  # memory, a driver, a missing compiler: say so and go on with the next row
        say(error=f"{variant} {dtype}: {type(error).__name__}: {str(error)[:200]}")
    if xp is not np:
        xp.get_default_memory_pool().free_all_blocks()
    return result


def nothing():
    pass


def add():
    def all_equal(expected):
        def check(a):
            low, high = float(a.min()), float(a.max())
            return "" if low == high == expected else f"elements from {low} to {high}, expected {expected}"
        return check

    def reset(a):
        def prepare():
            a[...] = 1
        return prepare

    def loop(a, c):
        for i in range(len(a)):
            a[i] += c
        return a

    def vectorised(a, c):
        a += c
        return a

    loop_size = request["loop_size_device" if xp is not np else "loop_size_host"]
    a = xp.ones(loop_size)
    row("loop", "float64", loop_size, reset(a), lambda: loop(a, 1), all_equal(2))
    size = request["size"]
    a = None
    a = xp.ones(size)
    row("vectorised", "float64", size, reset(a), lambda: vectorised(a, 2), all_equal(3))
    row("vectorised-new", "float64", size, reset(a), lambda: a + 3, all_equal(4))
    if xp is not np:
        plus_4 = xp.ElementwiseKernel("float64 x", "float64 y", "y = x + 4", "plus_4")
        plus_5 = xp.ElementwiseKernel("float64 x", "float64 y", "y = x + 5", "plus_5")
        row("kernel-new", "float64", size, reset(a), lambda: plus_4(a), all_equal(5))
        row("kernel", "float64", size, reset(a), lambda: plus_5(a, a), all_equal(6))


def fused():
    size = request["size"]
    generator = xp.random.default_rng(request["seed"])
    x, y = generator.random(size), generator.random(size)

    def check(r):
        # In pieces and by another formula, so that it needs little memory.
        for start in range(0, size, 1 << 20):
            part = slice(start, start + (1 << 20))
            if not bool(xp.allclose(r[part], xp.hypot(x[part], y[part]) / 2 + 1, rtol=1e-14, atol=0)):
                return f"elements {start} to {start + (1 << 20)} differ from hypot(x, y)/2 + 1"
        return ""

    row("expression", "float64", size, nothing, lambda: xp.sqrt(x * x + y * y) * 0.5 + 1, check)
    if xp is not np:
        kernel = xp.ElementwiseKernel("float64 x, float64 y", "float64 r", "r = sqrt(x * x + y * y) * 0.5 + 1", "fused")
        row("kernel", "float64", size, nothing, lambda: kernel(x, y), check)


def matmul():
    n, seed = request["n"], request["seed"]
    if request["random"] == "legacy":
        generator = np.random.RandomState(seed)
    else:
        generator = np.random.Generator(np.random.Philox(seed))
    drawn = [generator.uniform(1, 100, (n, n)) for _ in range(2)]
    for dtype in request["dtypes"]:
        a, b = (xp.asarray(matrix.astype(dtype)) for matrix in drawn)  # the same numbers for CuPy as well

        def check(c):
            exact = [float(np.dot(drawn[0][i].astype(dtype).astype(np.longdouble), drawn[1][:, i].astype(dtype)))
                     for i in (0, n // 2, n - 1)]
            worst = max(abs(float(c[i, i]) - e) / e for i, e in zip((0, n // 2, n - 1), exact))
            return "" if worst <= n * np.finfo(dtype).eps else f"elements of the diagonal are off by {worst:.2g}"

        row("matmul", dtype, n, nothing, lambda: a @ b, check,
            corner=lambda c: [[float(value) for value in line] for line in c[:5, :5]])


def usage():
    path, rows, date_format = request["path"], request["rows"], request["date_format"]
    peer, few = request["peer"], min(request["repeats"], 3)  # reading is long, and the same every time
    file_bytes = os.path.getsize(path)

    def by_row(*names):
        def bytes_of(result):
            return sum(file_bytes if name == "file" else rows * name for name in names)
        return bytes_of

    def right(result):
        return ""  # looked at by spica-speedup itself, where there are figures

    def figures(result):
        """days since 1970, min, max, mean, count of a result (days, min, max, mean, count), as JSON."""
        host = [part.get() if type(part).__module__.startswith("cupy") else np.asarray(part) for part in result]
        return dict(zip(("days", "min", "max", "mean", "count"), (part.tolist() for part in host)))

    def read_with(module):
        if module == "pandas":
            import pandas as pd

            frame = row("read", "float64", rows, nothing, lambda: pd.read_csv(path, usecols=["DATE", "USAGE"]), right, few,
                        bytes=by_row("file"))
            dates = row("dates", "float64", rows, nothing, lambda: pd.to_datetime(frame["DATE"], format=date_format), right, few,
                        bytes=by_row(4))
            frame["DATE"] = dates
            return frame
        import pyarrow as pa
        import pyarrow.compute as pc
        import pyarrow.csv

        options = pa.csv.ConvertOptions(include_columns=["DATE", "USAGE"])
        table = row("read", "float64", rows, nothing, lambda: pa.csv.read_csv(path, convert_options=options), right, few,
                    bytes=by_row("file"))

        def parse():
            return pc.cast(pc.strptime(table["DATE"], format=date_format, unit="s"), pa.date32())

        dates = row("dates", "float64", rows, nothing, parse, right, few, bytes=by_row(4))
        return table.set_column(table.column_names.index("DATE"), "DATE", dates)

    def read_somehow():
        """(days, usage) by the fastest reader that this Python has; not timed."""
        say(progress="usage: reading")
        try:
            import pyarrow as pa
            import pyarrow.compute as pc
            import pyarrow.csv

            table = pa.csv.read_csv(path, convert_options=pa.csv.ConvertOptions(include_columns=["DATE", "USAGE"]))
            dates = pc.cast(pc.cast(pc.strptime(table["DATE"], format=date_format, unit="s"), pa.date32()), pa.int32())
            return dates.to_numpy(), np.asarray(table["USAGE"].to_numpy(), np.float64)
        except ImportError:
            pass
        try:
            import pandas as pd

            frame = pd.read_csv(path, usecols=["DATE", "USAGE"])
            days = pd.to_datetime(frame["DATE"], format=date_format).to_numpy().astype("datetime64[D]").astype(np.int32)
            return days, frame["USAGE"].to_numpy(np.float64)
        except ImportError:
            pass
        names = open(path, encoding="utf-8-sig").readline().rstrip().split(",")
        columns = names.index("DATE"), names.index("USAGE")
        texts, values = np.loadtxt(path, delimiter=",", skiprows=1, usecols=columns, unpack=True, encoding="utf-8",
                                   dtype={"names": ("d", "u"), "formats": ("S10", "f8")})
        distinct, inverse = np.unique(texts, return_inverse=True)
        epoch = datetime.date(1970, 1, 1)
        days = [(datetime.datetime.strptime(text.decode(), date_format).date() - epoch).days for text in distinct]
        return np.array(days, np.int32)[inverse], values

    if peer == "pandas":
        frame = read_with("pandas")
        groups = frame.groupby("DATE")["USAGE"]
        count = groups.count()

        def pandas_figures(result):
            days = result.index.to_numpy().astype("datetime64[D]").astype(np.int64)
            return figures((days, result["min"], result["max"], result["mean"], count))

        row("group", "float64", rows, nothing, lambda: frame.groupby("DATE")["USAGE"].agg(["min", "max", "mean"]), right,
            figures=pandas_figures, bytes=by_row(4, 8))
        return
    if peer == "pyarrow":
        import pyarrow as pa

        table = read_with("pyarrow")

        def group():
            return table.group_by("DATE").aggregate([("USAGE", "min"), ("USAGE", "max"), ("USAGE", "mean"), ("USAGE", "count")])

        def pyarrow_figures(result):
            result = result.sort_by("DATE")
            return figures((result["DATE"].cast(pa.int32()), *(result["USAGE_" + name] for name in ("min", "max", "mean", "count"))))

        row("group", "float64", rows, nothing, group, right, figures=pyarrow_figures, bytes=by_row(4, 8))
        return

    host_days, host_values = read_somehow()
    if xp is not np:
        pair = row("to backend", "float64", rows, nothing, lambda: (xp.asarray(host_days), xp.asarray(host_values)), right,
                   bytes=by_row(4, 8))
        days, values = pair
    else:
        days, values = host_days, host_values

    def unique():
        """The distinct days, each row's place among them, and the counts; ravel: one version of NumPy gives columns."""
        distinct, inverse, count = xp.unique(days, return_inverse=True, return_counts=True)
        return distinct, inverse.ravel(), count

    def article():
        """A pass over all rows for every date."""
        distinct, inverse, count = unique()
        low, high, mean = (xp.empty(len(distinct)) for _ in range(3))
        for i in range(len(distinct)):
            of_day = values[inverse == i]
            low[i], high[i], mean[i] = of_day.min(), of_day.max(), of_day.mean()
        return distinct, low, high, mean, count

    def scatter():
        """One pass that puts each row to its date."""
        distinct, inverse, count = unique()
        low, high = np.full(len(distinct), np.inf), np.full(len(distinct), -np.inf)
        np.minimum.at(low, inverse, values)
        np.maximum.at(high, inverse, values)
        return distinct, low, high, np.bincount(inverse, weights=values) / count, count

    def by_lexsort():
        """
        The rows sorted by date and value. CuPy has no reduceat, and its scatter_min gave 0.14699999988079071 for 0.147 (14.2 on
        an H200, 2026-12-03).
        """
        distinct, inverse, count = unique()
        ordered = values[xp.lexsort(xp.stack((values, inverse.astype(values.dtype))))]
        ends = xp.cumsum(count)
        return distinct, ordered[ends - count], ordered[ends - 1], xp.bincount(inverse, weights=values) / count, count

    def by_sorting():
        """The rows sorted by date, then reduced between the places where it changes."""
        order = np.argsort(days, kind="stable")
        sorted_days, sorted_values = days[order], values[order]
        starts = np.flatnonzero(np.concatenate(([True], sorted_days[1:] != sorted_days[:-1])))
        count = np.diff(np.append(starts, rows))
        return (sorted_days[starts], np.minimum.reduceat(sorted_values, starts), np.maximum.reduceat(sorted_values, starts),
                np.add.reduceat(sorted_values, starts) / count, count)

    def once(work):
        synchronize()
        start = time.perf_counter()
        work()
        synchronize()
        return time.perf_counter() - start

    more = {"figures": figures, "bytes": by_row(4, 8)}
    if xp is np:
        seconds = {work: once(work) for work in (scatter, by_sorting)}
        way = min(seconds, key=seconds.get)
        names = {scatter: "unique, minimum.at, bincount", by_sorting: "argsort, reduceat"}
        say(note="group is the faster of two ways, " + ", ".join(f"{names[work]} ({seconds[work]:.2f} s once)" for work in seconds))
    else:
        way = by_lexsort
    result = row("group", "float64", rows, nothing, way, right, **more)
    if xp is not np:
        row("copy back", "float64", rows, nothing, lambda: [part.get() for part in result], right,
            bytes=lambda parts: sum(part.nbytes for part in parts))

    # The article's way takes a pass per date: is that bearable?
    _, inverse, count = unique()
    once(lambda: values[inverse == 0].min())
    seconds = once(lambda: [(v.min(), v.max(), v.mean()) for v in (values[inverse == i] for i in (0, len(count) - 1))]) / 2 * len(count)
    most = 2 * request["budget"]
    if seconds > most and not request["slow"]:
        say(note=f"group article, a pass over all rows for each of {len(count)} dates, would take about {seconds:.0f} s: "
                 f"left out (more than {most:.0f} s); --slow-peers runs it")
        return
    row("group article", "float64", rows, nothing, article, right, **more)


say(version=__import__(request["peer"]).__version__)
{"add": add, "fused": fused, "matmul": matmul, "usage": usage}[request["experiment"]]()
