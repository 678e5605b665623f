"""One experiment of spica-speedup by NumPy or CuPy.

argv[1] is a JSON object (peers.cpp writes it); each line of standard output is one too: a row, a version, the progress or
an error. Timing is spica-speedup's: best of several runs, the first not counted, the device synchronised.
"""
import json
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


def best_of(label, prepare, work):
    """The best time, the number of counted runs and the result of the last one; `prepare` is not timed."""
    best, repeats, total, run, result = float("inf"), 0, 0.0, 0, None
    while repeats < request["repeats"] and total < request["budget"]:
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


def row(variant, dtype, size, prepare, work, check, **more):
    try:
        seconds, repeats, result = best_of(f"{variant} {dtype}", prepare, work)
        say(variant=variant, dtype=dtype, size=size, seconds=seconds, repeats=repeats, wrong=check(result),
            **{key: function(result) for key, function in more.items()})
    except Exception as error:  # memory, a driver, a missing compiler: say so and go on with the next row
        say(error=f"{variant} {dtype}: {type(error).__name__}: {str(error)[:200]}")
    if xp is not np:
        xp.get_default_memory_pool().free_all_blocks()


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


say(version=xp.__version__)
{"add": add, "fused": fused, "matmul": matmul}[request["experiment"]]()
