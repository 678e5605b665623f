"""The operations of the property tests: what NumPy answers, and for which operands the answer is one that Spica must give bit for bit.

An operation is a line at the end of this file. Its reference gets NumPy arrays (a literal is a Python number, an absent argument
None) and raises Skip where the answer is open: where rounding depends on an order of additions, or docs/numpy.md and
docs/numerics.md name a difference. tests/property/README.md lists these.
"""

import math

import numpy as np

NAMES = ["bool", "uint8", "int32", "int64", "uint64", "float32", "float64", "complex64", "complex128"]
DTYPES = {name: np.dtype(name) for name in NAMES}
KIND_ORDER = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}
REAL = "buif"
NUMBER = "uif"
ALL = "buifc"
LARGEST_RESULT = 4000  # elements, of the result of an operation on small arrays


class Skip(Exception):
    """These operands are outside what can be compared, or outside what the operation takes."""


class Raises(Exception):
    """Spica must throw an error of this class."""


def need(condition):
    if not condition:
        raise Skip


# ---- types ---------------------------------------------------------------------------------------------------------------


def in_format(value):
    need(value.dtype.name in DTYPES)
    return value


def strong(value, beside):
    """A literal as Spica reads it beside arrays: it takes their type if its kind is not higher."""
    if isinstance(value, np.ndarray):
        return value
    kind = 0 if isinstance(value, bool) else 1 if isinstance(value, int) else 2
    if kind <= KIND_ORDER[beside.kind]:
        need(kind != 1 or beside.kind not in "ui" or np.iinfo(beside).min <= value <= np.iinfo(beside).max)
        need(kind != 1 or beside.kind != "b")  # an integer beside bools is int64, below
        return np.array(value, beside)
    return np.array(value, np.int64 if kind == 1 else np.float64)


def met(*values):
    """The operands in the type in which they meet (NEP 50, without the version's own rules for rank 0)."""
    arrays = [v.dtype for v in values if isinstance(v, np.ndarray)]
    need(arrays)
    beside = arrays[0]
    for d in arrays[1:]:
        beside = np.promote_types(beside, d)
    values = [strong(v, beside) for v in values]
    for v in values:
        beside = np.promote_types(beside, v.dtype)
    need(beside.name in DTYPES)
    return [v.astype(beside) for v in values]


def floating(x):
    """As functions compute it: bool and uint8 in float32 (NumPy: float16), larger integers in float64."""
    if x.dtype.kind == "b" or x.dtype == np.uint8:
        return x.astype(np.float32)
    return x.astype(np.float64) if x.dtype.kind in "ui" else x


# ---- where the order of additions does not show ---------------------------------------------------------------------------


def parts(x):
    return np.stack([x.real, x.imag], -1) if x.dtype.kind == "c" else x


def limit(x):
    return 2.0 ** (24 if x.dtype in (np.float32, np.complex64) else 53)


def exact_terms(x, axis=None):
    """Sums of these are exact in any order: multiples of 1/1024 whose magnitudes add up to less than the type counts.
    Infinities and NaN give the same in any order. The sign of a sum of nothing but -0.0 is open."""
    if x.dtype.kind not in "fc":
        return
    with np.errstate(all="ignore"):
        p = parts(x).astype(np.float64)
        need(not np.any((p == 0) & np.signbit(p)))
        finite = np.where(np.isfinite(p), p, 0.0)
        need(np.all(np.abs(finite) < 2**40))
        scaled = finite * 1024
        need(np.all(scaled == np.rint(scaled)))
        need(np.sum(np.abs(scaled)) < limit(x))


def exact_factors(x):
    """Products of these are exact in any order: whole numbers with a product that the type counts."""
    if x.dtype.kind not in "fc":
        return
    p = parts(x)
    finite = np.where(np.isfinite(p), p, 1)
    need(x.dtype.kind == "f" or np.all(np.isfinite(p)))
    need(np.all(finite == np.rint(finite)))
    size = np.maximum(np.abs(x) if x.dtype.kind == "c" else np.abs(finite), 1).astype(np.float64)
    need(np.sum(np.log2(2 * size if x.dtype.kind == "c" else size)) < math.log2(limit(x)) - 1)


def exact_products(a, b):
    """a[i] b[i] of complex numbers is exact: NumPy may fuse a product and an addition, Spica does not."""
    if a.dtype.kind != "c":
        return
    for x in (a, b):
        p = parts(x)
        need(np.all(np.isfinite(p)) and np.all(np.abs(p) < 1000) and np.all(p == np.rint(p)))
        need(not np.any((p == 0) & np.signbit(p)))  # the sign of a zero in a difference of products


def one_zero(*values):
    """Which of +0.0 and -0.0 is the larger is open."""
    signs = set()
    for x in values:
        if x is not None and x.dtype.kind == "f":
            signs |= set(np.unique(np.signbit(x[x == 0])).tolist())
    need(len(signs) < 2)


def no_nan(x):
    need(not np.any(np.isnan(x)))


def broadcast(values):
    """The operands under one shape; not where they make an array much larger than each of them."""
    try:
        shape = np.broadcast_shapes(*[v.shape for v in values])
    except ValueError:
        raise Raises("ShapeError") from None
    need(math.prod(shape) <= max(LARGEST_RESULT, *[v.size for v in values]))
    return [np.broadcast_to(v, shape) for v in values]


# ---- references -----------------------------------------------------------------------------------------------------------


def elementwise(f, kinds, convert=None, check=None):
    def answer(values, kwargs):
        x = met(*values)
        need(x[0].dtype.kind in kinds)
        if convert:
            x = [convert(v) for v in x]
        x = broadcast(x)
        if check:
            check(*x)
        return f(*x)

    return answer


def axes_of(kwargs, key="axis"):
    axis = kwargs.get(key)
    return tuple(axis) if isinstance(axis, list) else axis


def checked_axes(x, kwargs):
    axis = axes_of(kwargs)
    for a in axis if isinstance(axis, tuple) else () if axis is None else (axis,):
        if not -x.ndim <= a < x.ndim:
            raise Raises("AxisError")
    return axis


def reduction(f, kinds=ALL, check=None, empty=True):
    """f(x, axis=..., keepdims=...)"""

    def answer(values, kwargs):
        (x,) = values
        need(x.dtype.kind in kinds)
        axis = checked_axes(x, kwargs)
        need(empty or x.size)
        if check:
            check(x)
        return f(x, axis=axis, keepdims=kwargs.get("keepdims", False))

    return answer


def mean(x, axis, keepdims):
    exact_terms(floating(x).astype(np.float64) if x.dtype.kind in "bui" else x)
    if x.dtype.kind == "c":
        need(np.all(np.isfinite(parts(x))))
        total = np.asarray(np.sum(x, axis=axis, keepdims=keepdims))
        count = np.asarray(np.sum(np.ones(x.shape), axis=axis, keepdims=keepdims))
        result = np.empty(total.shape, x.dtype)  # NumPy multiplies by 1 / count, and rounds twice
        result.real, result.imag = total.real / count, total.imag / count
        return result
    result = np.mean(x, axis=axis, keepdims=keepdims, dtype=np.float64)
    return result.astype(x.dtype if x.dtype.kind in "fc" else np.float64)


def nan_extremum(x):
    one_zero(x)


def nanmean(x, axis, keepdims):
    exact_terms(x)
    finite = np.where(np.isnan(x), 0, x)
    count = np.sum(~np.isnan(x), axis=axis, keepdims=keepdims)
    return np.asarray(np.sum(finite, axis=axis, keepdims=keepdims, dtype=np.float64) / count).astype(x.dtype)


def variance(f):
    """Rounded: the terms are whole numbers, so that the means are nearly exact; compared by `variance_rule`."""

    def answer(values, kwargs):
        (x,) = values
        need(x.dtype.kind in REAL)
        axis = checked_axes(x, kwargs)
        wide = x.astype(np.longdouble)
        need(np.all(np.isfinite(wide)) and np.all(np.abs(wide) < 1000))
        options = {"axis": axis, "keepdims": kwargs.get("keepdims", False)}
        need(x.size and np.min(np.sum(np.ones(x.shape), **options)) > kwargs.get("ddof", 0))
        return np.asarray(f(wide, ddof=kwargs.get("ddof", 0), **options)).astype(x.dtype if x.dtype.kind == "f" else np.float64)

    return answer


def variance_rule(node):
    """The bound of the oracle's cases, with 1000 as the largest mean."""
    result = node.results[0]
    largest = float(np.max(result, initial=0))
    eps = float(np.finfo(result.dtype).eps)
    variance_of = largest if node.op == "var" else largest**2
    error = 16 * eps * math.sqrt(variance_of * (variance_of + 1e6)) + (16 * eps * 1000) ** 2
    return {"kind": "abs", "atol": error if node.op == "var" else math.sqrt(error)}


def arg_extremum(f):
    return reduction(lambda x, axis, keepdims: f(x, axis=axis, keepdims=keepdims), REAL, empty=False)


def running(f, check):
    def answer(values, kwargs):
        (x,) = values
        axis = checked_axes(x, kwargs)
        check(x)
        return f(x, axis=axis)

    return answer


def product(f):
    def answer(values, kwargs):
        need(all(isinstance(v, np.ndarray) for v in values))
        a, b = met(*values)
        need(a.size * b.size <= 400000)  # outer makes so many
        if a.dtype.kind in "fc":
            for x in (a, b):
                need(np.all(np.isfinite(parts(x))))
            exact_products(a, b)
            bound = f(np.abs(a).astype(np.float64), np.abs(b).astype(np.float64)) if fits(f, a, b) else np.zeros(())
            scaled = [parts(x).astype(np.float64) * 32 for x in (a, b)]
            need(all(np.all(s == np.rint(s)) for s in scaled))
            need(np.all(bound * 2048 < limit(a)))
            for x in (a, b):
                need(not np.any((parts(x) == 0) & np.signbit(parts(x))))
        if not fits(f, a, b):
            raise Raises("ShapeError")
        result = f(a, b)
        # A zero of products with either sign has the sign that the order gives it.
        if result.dtype.kind == "c" or result.dtype.kind == "f" and (np.any(a < 0) or np.any(b < 0)):
            need(not np.any(parts(result) == 0))
        return result

    return answer


def fits(f, a, b):
    try:
        f(np.zeros(a.shape, bool), np.zeros(b.shape, bool))
        return True
    except ValueError:
        return False


def positional(f, kinds=ALL):
    """f(x, **kwargs) for functions that move elements."""

    def answer(values, kwargs):
        need(values[0].dtype.kind in kinds)
        try:
            return f(*values, **kwargs)
        except (ValueError, IndexError):  # among them np.AxisError
            raise Skip from None

    return answer


def clip(values, kwargs):
    x, low, high = values
    need(low is not None or high is not None)
    given = met(*[v for v in values if v is not None])
    need(given[0].dtype.kind in REAL)
    one_zero(*given)
    given = broadcast(given)
    x, rest = given[0], given[1:]
    if low is not None:
        x = np.maximum(x, rest.pop(0))
    if high is not None:
        x = np.minimum(x, rest.pop(0))
    return x


def where(values, kwargs):
    condition, a, b = values
    a, b = met(a, b)
    condition = np.asarray(condition).astype(bool)
    return np.where(*broadcast([condition, a, b]))


def square(x):
    exact_products(x, x)
    return x * x


def getitem(x, key):
    return x[tuple(slice(*k) if isinstance(k, list) else None if k == "newaxis" else Ellipsis if k == "..." else k for k in key)]


def unique(x, return_index=False, return_inverse=False, return_counts=False):
    one_zero(x)
    results = np.unique(x, return_index=return_index, return_inverse=return_inverse, return_counts=return_counts)
    if not isinstance(results, tuple):
        return [results]
    results = list(results)
    if return_inverse:
        place = 1 + return_index
        results[place] = results[place].reshape(x.shape)  # NumPy 1 gives it flat
    return results


def nonzero(x):
    need(x.ndim)
    return list(np.nonzero(x))


def boolean_mask(values, kwargs):
    x, mask = values
    need(mask.dtype == bool and mask.ndim and x.shape[: mask.ndim] == mask.shape)
    return x[mask]


def compress(values, kwargs):
    condition, x = values
    need(condition.ndim == 1 and x.ndim)
    axis = kwargs.get("axis")
    need(condition.size <= (x.size if axis is None else x.shape[axis]))
    return np.compress(condition.astype(bool), x, axis=axis)


def take(values, kwargs):
    x, indices = values
    need(indices.dtype.kind in "ui" and x.ndim)
    axis = kwargs.get("axis")
    extent = x.size if axis is None else x.shape[axis]
    need(indices.size == 0 or np.all((indices.astype(np.float64) >= -extent) & (indices.astype(np.float64) < extent)))
    return np.take(x, indices.astype(np.int64), axis=axis)


def searchsorted(values, kwargs):
    x, v = met(*values)
    need(x.ndim == 1 and x.dtype.kind in REAL)
    need(np.array_equal(np.sort(x), x, equal_nan=x.dtype.kind == "f"))
    return np.searchsorted(x, v, side=kwargs.get("side", "left")) * np.int64(1)


def joined(f):
    def answer(values, kwargs):
        try:
            return f(met(*values), axis=kwargs.get("axis", 0))
        except (ValueError, IndexError):
            raise Skip from None

    return answer


def diff(x, n=1, axis=-1):
    need(x.ndim and x.dtype.kind != "b")
    return np.diff(x, n=n, axis=axis)


def trace(values, kwargs):
    (x,) = values
    need(x.ndim >= 2)
    exact_terms(np.diagonal(x, **kwargs))
    return np.asarray(np.trace(x, **kwargs))


def bincount(values, kwargs):
    x = values[0]
    need(x.ndim == 1 and x.dtype.kind in "bui" and (x.size == 0 or (x.min() >= 0 and x.max() < 3000)))
    weights = None
    if len(values) == 2:
        weights = values[1]
        need(weights.dtype.kind != "c" and weights.shape == x.shape)
        weights = weights.astype(np.float64)
        exact_terms(weights)
    return np.bincount(x.astype(np.int64), weights, minlength=kwargs.get("minlength", 0))


def group_by(values, kwargs):
    keys, x = values
    need(keys.ndim == 1 and x.shape == keys.shape and keys.dtype.kind in REAL and x.dtype.kind in REAL)
    one_zero(keys)
    one_zero(x)
    distinct, inverse = np.unique(keys, return_inverse=True)
    inverse = inverse.reshape(keys.shape)
    results = [distinct]
    for name in kwargs["aggregates"]:
        f = {"min": np.min, "max": np.max, "sum": np.sum, "count": np.size, "mean": lambda g: mean(g, None, False)}[name]
        exact_terms(x)
        found = [f(x[inverse == i]) for i in range(distinct.size)]
        kind = {"count": np.dtype(np.int64), "min": x.dtype, "max": x.dtype, "sum": np.sum(x[:0]).dtype,
                "mean": x.dtype if x.dtype.kind == "f" else np.dtype(np.float64)}[name]
        results.append(np.array(found, kind))
    return results


def precise(f, kinds="f", check=None):
    """Functions that are rounded: the answer in long double, rounded to the type."""

    def answer(values, kwargs):
        x = [floating(v) for v in met(*values)]
        need(x[0].dtype.kind in kinds)
        x = broadcast(x)
        if check:
            check(*x)
        return f(*[v.astype(np.longdouble) for v in x]).astype(x[0].dtype)

    return answer


def whole_power(values, kwargs):
    a, b = met(*values)
    need(a.dtype.kind in "ui" and not np.any(b < 0))  # Spica refuses a negative exponent also where nothing is computed
    return np.power(*broadcast([a, b]))


def not_cancelling(a, b):
    no_nan(a)
    no_nan(b)
    with np.errstate(all="ignore"):
        need(not np.any(np.abs(np.logaddexp(a, b)) < 0.5))


# ---- fused formulas (tests/oracle/fused_ops.cpp): step by step here, at once there ------------------------------------------


class Steps:
    """Steps().add(a, b): the reference of an operation, as a function."""

    def __getattr__(self, name):
        return lambda *values, **kwargs: np.asarray(OPS[name].reference(list(values), kwargs))


def fits_into(part, whole):
    """Whether the shape broadcasts to the other."""
    return len(part) <= len(whole) and all(p in (1, w) for p, w in zip(part[::-1], whole[::-1]))


def flipped_plus(a, b):
    need(fits_into(b.shape, a.shape))
    return np.flip(a) + b


def shifted_products(a, b):
    need(a.ndim and a.shape[0] and fits_into(b.shape, a[1:].shape))
    result = a.copy()
    result[1:] = a[1:] + a[:-1] * b
    return result


def fused_formulas():
    s = Steps()
    found = {}
    for t in ("float64", "float32", "int32"):
        found["a * b + c", t, t, t] = lambda a, b, c: s.add(s.multiply(a, b), c)
        found["where(a < b, a - c, b)", t, t, t] = lambda a, b, c: s.where(s.less(a, b), s.subtract(a, c), b)
        found["abs(a * 2 - b) + 1", t, t] = lambda a, b: s.add(s.abs(s.subtract(s.multiply(a, 2), b)), 1)
        found["sum(a * b)", t, t] = lambda a, b, **k: s.sum(s.multiply(a, b), **k)
        found["max(abs(a - b))", t, t] = lambda a, b, **k: s.max(s.abs(s.subtract(a, b)), **k)
    found["a * b + c", "float32", "int32", "float64"] = lambda a, b, c: s.add(s.multiply(a, b), c)
    found["where(a, b / 3, c)", "bool", "float32", "int64"] = lambda a, b, c: s.where(a, s.divide(b, 3), c)
    found["(a + b) % 7", "uint8", "uint8"] = lambda a, b: s.remainder(s.add(a, b), 7)
    found["floor_divide(a, b) * b + a % b", "int64", "int64"] = lambda a, b: s.add(
        s.multiply(s.floor_divide(a, b), b), s.remainder(a, b))
    found["count_nonzero((a < b) | isnan(a))", "float32", "float64"] = lambda a, b, **k: s.count_nonzero(
        s.bitwise_or(s.less(a, b), s.isnan(a)), **k)
    found["mean(a - b)", "float32", "float64"] = lambda a, b, **k: s.mean(s.subtract(a, b), **k)
    found["conj(a) * b - a", "complex128", "float64"] = lambda a, b: s.subtract(s.multiply(s.conj(a), b), a)
    found["a[...] = flip(a) + b", "float64", "float64"] = flipped_plus
    found["a[1:] += a[:-1] * b", "int32", "int32"] = shifted_products
    return {f"{key[0]} of {' '.join(key[1:])}": (key[1:], f) for key, f in found.items()}


def fused(values, kwargs):
    kwargs = dict(kwargs)
    types, f = FUSED[kwargs.pop("formula")]
    need([v.dtype.name for v in values] == list(types))
    return f(*values, **kwargs)


# ---- keyword arguments: f(random, values) -> dict ---------------------------------------------------------------------------


def no_kwargs(r, values):
    return {}


def any_axis(r, x):
    return r.randrange(-x.ndim, x.ndim)


def one_axis(r, values):
    need(values[0].ndim)
    return {"axis": any_axis(r, values[0])}


def axis_or_none(r, values):
    return one_axis(r, values) if values[0].ndim and r.random() < 0.7 else {}


def reduced_axes(r, values):
    x = values[0]
    kwargs = {}
    if r.random() < 0.02:
        kwargs["axis"] = x.ndim + r.randrange(3)  # AxisError
    elif x.ndim and r.random() < 0.7:
        axes = r.sample(range(x.ndim), r.randint(0, x.ndim))
        kwargs["axis"] = [a - x.ndim * r.randint(0, 1) for a in axes] if r.random() < 0.6 or not axes else axes[0]
    if r.random() < 0.4:
        kwargs["keepdims"] = True
    return kwargs


def arg_axis(r, values):
    return {**axis_or_none(r, values), **({"keepdims": True} if r.random() < 0.3 else {})}


def key_of(r, values):
    x = values[0]
    key = []
    for extent in x.shape:
        what = r.random()
        if what < 0.2 and extent:
            key.append(r.randrange(-extent, extent))
        else:
            bound = lambda: None if r.random() < 0.4 else r.randint(-extent - 1, extent + 1)
            key.append([bound(), bound(), r.choice([1, 1, 2, -1, -2, 3])])
        if r.random() < 0.1:
            key.append("newaxis")
    if key and r.random() < 0.2:
        key = key[: r.randint(0, len(key))] + ["..."]
    need(sum(k == "newaxis" for k in key) + x.ndim <= 8)
    return {"key": key}


def new_shape(r, values):
    size, shape = values[0].size, []
    while len(shape) < 5 and r.random() < 0.7:
        divisors = [d for d in (1, 2, 3, 4, 5, 7) if size % d == 0] if size else [0, 1, 2]
        d = r.choice(divisors)
        shape.append(d)
        size = size // d if d else 0
    need(np.prod(shape, dtype=int) * (size or 1) == values[0].size)
    if size != 1 and values[0].size:
        shape.append(size)
    if values[0].size and shape and r.random() < 0.4:
        shape[r.randrange(len(shape))] = -1
    return {"shape": shape}


def wider_shape(r, values):
    shape = [r.choice([2, 3]) if d == 1 and r.random() < 0.6 else d for d in values[0].shape]
    return {"shape": [r.choice([1, 2, 3]) for _ in range(r.randint(0, max(0, min(2, 5 - len(shape)))))] + shape}


def permutation(r, values):
    n = values[0].ndim
    return {} if r.random() < 0.3 else {"axes": r.sample(range(n), n)}


def two_axes(r, values):
    need(values[0].ndim)
    return {"source": any_axis(r, values[0]), "destination": any_axis(r, values[0])}


def flip_axes(r, values):
    x = values[0]
    return {} if r.random() < 0.4 else {"axis": r.sample(range(x.ndim), r.randint(0, x.ndim))}


def unit_axes(r, values):
    units = [i for i, d in enumerate(values[0].shape) if d == 1]
    return {} if r.random() < 0.3 else {"axis": r.sample(units, r.randint(0, len(units)))}


def new_axis(r, values):
    need(values[0].ndim < 6)
    return {"axis": r.randint(-values[0].ndim - 1, values[0].ndim)}


def flags(*names):
    return lambda r, values: {name: True for name in names if r.random() < 0.5}


def sections(r, values):
    need(values[0].ndim)
    axis = r.randrange(values[0].ndim)
    extent = values[0].shape[axis]
    count = r.choice([d for d in (1, 2, 3, 5) if extent % d == 0])
    return {"axis": axis, "indices_or_sections": count if r.random() < 0.5 else sorted(r.randint(0, extent + 1) for _ in range(r.randint(1, 3)))}


def repeats(r, values):
    kwargs = axis_or_none(r, values)
    count = values[0].shape[kwargs["axis"]] if kwargs else values[0].size
    return {**kwargs, "repeats": r.randint(0, 3) if r.random() < 0.5 else [r.randint(0, 3) for _ in range(count)]}


def shifts(r, values):
    x = values[0]
    if not x.ndim or r.random() < 0.3:
        return {"shift": r.randint(-9, 9)}
    if r.random() < 0.5:
        return {"shift": r.randint(-9, 9), "axis": any_axis(r, x)}
    axes = r.sample(range(x.ndim), r.randint(1, x.ndim))
    return {"shift": [r.randint(-9, 9) for _ in axes], "axis": axes}


def widths(r, values):
    need(values[0].ndim)
    value = r.choice([0, 1, 2])
    return {"pad_width": [[r.randint(0, 3), r.randint(0, 2)] for _ in values[0].shape], **({"constant_values": value} if value else {})}


def diagonal_number(r, values):
    need(values[0].ndim >= 2)
    return {} if r.random() < 0.3 else {"k": r.randint(-3, 3)}


def trace_kwargs(r, values):
    need(values[0].ndim >= 2)
    first, second = r.sample(range(values[0].ndim), 2)
    return {"offset": r.randint(-2, 2), "axis1": first, "axis2": second} if r.random() < 0.7 else {}


def contracted(r, values):
    a, b = values
    if r.random() < 0.6:
        return {"axes": r.choice([n for n in range(3) if n <= min(a.ndim, b.ndim) and a.shape[a.ndim - n :] == b.shape[:n]] or [0])}
    pairs = [(i, j) for i in range(a.ndim) for j in range(b.ndim) if a.shape[i] == b.shape[j]]
    i, j = r.choice(pairs or [(0, 0)])
    need(pairs)
    return {"axes": [[i], [j]]}


def diff_kwargs(r, values):
    return {**one_axis(r, values), "n": r.choice([0, 1, 1, 2])}


def stack_axis(r, values):
    return {"axis": r.randint(-values[0].ndim - 1, values[0].ndim)}


def aggregates(r, values):
    names = ["min", "max", "mean", "sum", "count"]
    return {"aggregates": r.sample(names, r.randint(1, len(names)))}


# ---- operands: f(generator, depth, values so far) -> node --------------------------------------------------------------------


def some(kinds=ALL):
    return lambda g, depth, values: g.node(depth, kinds)


def fitting(kinds=ALL, literals=True):
    """Broadcasts with the operands before it; now and then it does not, or is a literal."""

    def operand(g, depth, values):
        arrays = [v for v in values if isinstance(v, np.ndarray)]
        if not arrays:
            return g.node(depth, kinds)
        if literals and g.r.random() < 0.15:
            return g.literal(kinds)
        if g.r.random() < 0.01:
            return g.leaf(kinds)
        try:
            like = np.broadcast_shapes(*[v.shape for v in arrays])
        except ValueError:
            raise Skip from None
        return g.node(depth, kinds, like=like)

    return operand


def maybe(operand):
    return lambda g, depth, values: g.absent() if g.r.random() < 0.25 else operand(g, depth, values)


def array_of(make):
    """A leaf with the value that `make(random, values)` gives."""
    return lambda g, depth, values: g.leaf_of(np.asarray(make(g.r, values)))


def indices_into(r, values):
    x = values[0]
    need(x.ndim and min(x.shape))
    extent = min(x.shape)
    shape = [r.randint(0, 4) for _ in range(r.randint(0, 2))]
    return np.array([r.randrange(-extent, extent) for _ in range(int(np.prod(shape)))], r.choice(["int64", "int32"])).reshape(shape)


def mask_of(r, values):
    x = values[0]
    need(x.ndim)
    shape = x.shape[: r.randint(1, x.ndim)]
    return np.array([r.random() < 0.5 for _ in range(int(np.prod(shape)))], bool).reshape(shape)


def small_counts(r, values):
    return np.array([r.randint(0, 6) for _ in range(r.choice([0, 1, 5, 40]))], r.choice(["int64", "int32", "uint8"]))


def beside_counts(r, values):
    return np.array([r.randint(-4, 4) for _ in range(values[0].size)], r.choice(["float64", "float32", "int32"])) + 0


def keys(r, values):
    n = r.choice([0, 1, 5, 60])
    return np.array([r.randint(0, 5) for _ in range(n)], r.choice(["int64", "float32", "uint8"]))


def bools(r, values):
    return np.array([r.random() < 0.5 for _ in range(r.randint(0, 5))], bool)


def sorted_values(g, depth, values):
    value = g.leaf(REAL, rank=1).value
    return g.leaf_of(np.sort(value))


def multiplied(g, depth, values):
    """A second factor for matmul: the first one's last axis is its last but one."""
    a = values[0]
    need(a.ndim)
    k = a.shape[-1]
    if g.r.random() < 0.02:
        return g.leaf(ALL)
    n = g.r.choice([0, 1, 2, 3, 7])
    shape = g.r.choice([(k,), (k, n), (k, n), tuple(a.shape[:-2]) + (k, n) if a.ndim > 2 else (k, n)])
    return g.leaf(ALL, shape=shape, tame=True)


# ---- the list ---------------------------------------------------------------------------------------------------------------


class Op:
    def __init__(self, name, operands, reference, kwargs=no_kwargs, root_only=None, weight=1.0):
        self.name, self.operands, self.reference, self.kwargs = name, operands, reference, kwargs
        self.root_only, self.weight = root_only, weight  # root_only: a comparison rule


OPS = {}


def add(name, operands, reference, kwargs=no_kwargs, **options):
    OPS[name] = Op(name, operands, reference, kwargs, **options)


def unary(names, f, kinds, **options):
    for name in names.split():
        add(name, [some()], elementwise(f or getattr(np, name), kinds, **options), weight=0.5)


def binary(names, f, kinds, **options):
    for name in names.split():
        add(name, [some(), fitting()], elementwise(f or getattr(np, name), kinds, **options))


# Elementwise, exact.
unary("negative sign", None, NUMBER)
unary("abs", np.abs, REAL)
unary("square", square, "uifc")
unary("reciprocal", lambda x: (need(x.dtype.kind == "f" or not np.any(x == 0)), np.reciprocal(x))[1], NUMBER)
unary("sqrt rint", None, REAL, convert=floating)
unary("floor ceil trunc", None, "f")
unary("isnan isinf isfinite logical_not", None, ALL)
unary("signbit", lambda x: (no_nan(x), np.signbit(x))[1], NUMBER)
unary("invert", np.invert, "bui")
unary("conj", np.conj, "uifc")
unary("real", lambda x: x.real.copy(), ALL)
unary("imag", lambda x: x.imag.copy(), ALL)
binary("add", np.add, ALL)
binary("subtract", np.subtract, "uifc")
binary("multiply", lambda a, b: (exact_products(a, b), np.multiply(a, b))[1], ALL)
binary("divide", np.divide, "buif", convert=lambda x: x.astype(np.float64) if x.dtype.kind in "bui" else x)
binary("floor_divide remainder fmod", None, NUMBER)
add("power", [some("ui"), fitting("ui")], whole_power)
binary("maximum minimum fmax fmin", None, REAL, check=one_zero)
binary("copysign", np.copysign, REAL, convert=floating, check=lambda a, b: no_nan(b))
binary("nextafter", np.nextafter, REAL, convert=floating)
binary("equal not_equal", None, ALL)
binary("less less_equal greater greater_equal", None, REAL)
binary("logical_and logical_or logical_xor", None, ALL)
binary("bitwise_and bitwise_or bitwise_xor", None, "bui")
binary("left_shift right_shift", None, "ui")
add("where", [some(), fitting(), fitting()], where)
add("clip", [some(REAL), maybe(fitting(REAL)), maybe(fitting(REAL))], clip)

# Elementwise, rounded: at the root only, by units in the last place (docs/numerics.md).
for names, ulp in (("exp exp2 expm1 log log2 log10 log1p sin cos arcsin arccos arctan tanh", 2),
                   ("tan cbrt sinh cosh arcsinh arccosh arctanh", 4)):
    for name in names.split():
        add(name, [some(REAL)], precise(getattr(np, name)), root_only={"kind": "ulp", "ulp": ulp}, weight=0.2)
for name in ("arctan2", "hypot"):
    add(name, [some(REAL), fitting(REAL)], precise(getattr(np, name)), root_only={"kind": "ulp", "ulp": 4}, weight=0.3)
add("logaddexp", [some(REAL), fitting(REAL)], precise(np.logaddexp, check=not_cancelling), root_only={"kind": "ulp", "ulp": 4}, weight=0.3)

# Reductions and running totals, where no order of additions shows.
add("sum", [some()], reduction(np.sum, ALL, exact_terms), reduced_axes, weight=2)
add("prod", [some()], reduction(np.prod, ALL, exact_factors), reduced_axes)
add("mean", [some()], reduction(mean), reduced_axes)
for name in ("min", "max"):
    add(name, [some(REAL)], reduction(getattr(np, name), REAL, one_zero, empty=False), reduced_axes)
for name in ("any", "all", "count_nonzero"):
    add(name, [some()], reduction(getattr(np, name)), reduced_axes)
for name in ("argmin", "argmax"):
    add(name, [some(REAL)], arg_extremum(getattr(np, name)), arg_axis)
add("cumsum", [some()], running(np.cumsum, exact_terms), axis_or_none)
add("cumprod", [some()], running(np.cumprod, exact_factors), axis_or_none)

for name in ("nansum", "nanmin", "nanmax"):
    # (infinities and NaN may not cancel: the check is of all elements)
    add(name, [some(REAL)], reduction(getattr(np, name), REAL, exact_terms if name == "nansum" else nan_extremum, empty=name == "nansum"), reduced_axes, weight=0.5)
add("nanmean", [some("f")], reduction(nanmean, "f"), reduced_axes, weight=0.5)
for name in ("var", "std"):
    add(name, [some(REAL)], variance(getattr(np, name)), lambda r, v: {**reduced_axes(r, v), **({"ddof": 1} if r.random() < 0.3 else {})},
        root_only=variance_rule, weight=0.5)

# Products, exact.
add("matmul", [some(), multiplied], product(np.matmul))
add("dot", [some(), multiplied], product(np.dot), weight=0.5)

add("outer", [some(), lambda g, depth, values: g.leaf(ALL, tame=True)], product(np.outer), weight=0.5)
add("tensordot", [some(), lambda g, depth, values: g.leaf(ALL, shape=values[0].shape[::-1] if g.r.random() < 0.5 else values[0].shape, tame=True)],
    lambda values, kwargs: product(lambda a, b: np.tensordot(a, b, kwargs["axes"]))(values, {}), contracted)

# Shapes and places.
add("reshape", [some()], positional(lambda x, shape: np.reshape(x, shape)), new_shape)
add("broadcast_to", [some()], positional(lambda x, shape: np.broadcast_to(x, shape)), wider_shape)
add("transpose", [some()], positional(np.transpose), permutation, weight=2)
add("moveaxis", [some()], positional(np.moveaxis), two_axes)
add("squeeze", [some()], positional(lambda x, axis=None: np.squeeze(x, None if axis is None else tuple(axis))), unit_axes)
add("expand_dims", [some()], positional(np.expand_dims), new_axis)
add("flip", [some()], positional(lambda x, axis=None: np.flip(x, None if axis is None else tuple(axis))), flip_axes)
add("getitem", [some()], positional(getitem), key_of, weight=2)
add("take", [some(), array_of(indices_into)], take, axis_or_none)
add("compress", [array_of(bools), some()], compress, lambda r, v: {"axis": any_axis(r, v[1])} if v[1].ndim and r.random() < 0.7 else {})
add("boolean_mask", [some(), array_of(mask_of)], boolean_mask)
add("nonzero", [some()], positional(nonzero))
add("diff", [some()], positional(diff), diff_kwargs)
for name in ("concatenate", "stack"):
    add(name, [some(), lambda g, depth, values: g.leaf(ALL, shape=values[0].shape)], joined(getattr(np, name)),
        stack_axis if name == "stack" else one_axis)

add("split", [some()], positional(np.split), sections)
add("tile", [some()], positional(np.tile), lambda r, v: {"reps": [r.choice([0, 1, 2, 2, 3]) for _ in range(r.randint(0, 3))]})
add("repeat", [some()], positional(np.repeat), repeats)
add("roll", [some()], positional(np.roll), shifts)
add("pad", [some()], positional(np.pad), widths)
for name in ("tril", "triu"):
    add(name, [some()], positional(getattr(np, name)), diagonal_number)
add("trace", [some()], trace, trace_kwargs)

# Order.
add("sort", [some(REAL)], positional(lambda x, axis=-1: np.sort(x, axis=axis, kind="stable"), REAL), one_axis)
add("argsort", [some(REAL)], positional(lambda x, axis=-1: np.argsort(x, axis=axis, kind="stable"), REAL), one_axis)
add("unique", [some(REAL)], positional(unique, REAL), flags("return_index", "return_inverse", "return_counts"))
add("searchsorted", [sorted_values, some(REAL)], searchsorted, lambda r, v: {"side": r.choice(["left", "right"])})
add("bincount", [array_of(small_counts)], bincount, lambda r, v: {"minlength": r.choice([0, 3, 20])}, weight=0.5)
add("group_by", [array_of(keys), lambda g, d, v: g.leaf(REAL, shape=v[0].shape, tame=True)], group_by, aggregates, weight=0.5)

# Formulas that are one kernel.
FUSED = fused_formulas()


def fused_operands(g, depth, values):
    raise NotImplementedError  # the generator chooses formula and operands together


add("fused", [fused_operands], fused, weight=6)
