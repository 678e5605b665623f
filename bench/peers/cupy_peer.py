#!/usr/bin/env python3
"""The works in CuPy: fused kernels (cupy.fuse, ReductionKernel) and out= where a good user would write them."""

import sys

import numpy as np

import common
from common import numbers

try:
    import cupy as cp
except ImportError as error:
    cp, missing = None, error


def into(operation, *operands):
    out = cp.empty_like(operation(*operands))
    return lambda: operation(*operands, out=out)


def of_one(operation, dtype="float64"):
    def make(peer, n):
        x = cp.asarray(numbers(n, 1, dtype))
        return lambda: operation(x)
    return make


def of_matrix(operation):
    def make(peer, n):
        m = cp.asarray(numbers((n, n), 1))
        return lambda: operation(m)
    return make


def fused(operation):
    """An elementwise formula of two arrays as one kernel."""
    def make(peer, n):
        x, y, kernel = cp.asarray(numbers(n, 1)), cp.asarray(numbers(n, 2)), cp.fuse()(operation)
        return lambda: kernel(x, y)
    return make


def sum_squared_difference(peer, n):
    x, y = cp.asarray(numbers(n, 1)), cp.asarray(numbers(n, 2))
    kernel = cp.ReductionKernel("T x, T y", "T z", "(x - y) * (x - y)", "a + b", "z = a", "0", "sum_squared_difference")
    return lambda: float(kernel(x, y))


def group(make_keys):
    """A sort by key and value: scatter_min gave 0.14699999988079071 for 0.147 (CuPy 14.2), as apps/speedup/peers.py says."""
    def make(peer, n):
        keys, values = cp.asarray(make_keys(n)), cp.asarray(numbers(n, 1))

        def run():
            _, place, count = cp.unique(keys, return_inverse=True, return_counts=True)
            ordered = values[cp.lexsort(cp.stack((values, place.astype(values.dtype))))]
            ends = cp.cumsum(count)
            return ordered[ends - count], ordered[ends - 1], cp.bincount(place, values) / count

        return run
    return make


def unique_inverse(peer, n):
    x = cp.asarray(common.keys_below(n, 1000000))
    return lambda: cp.unique(x, return_inverse=True)


def matmul(dtype, shape=lambda n: (n, n)):
    return lambda peer, n: into(cp.matmul, cp.asarray(numbers(shape(n), 1, dtype)), cp.asarray(numbers(shape(n), 2, dtype)))


def uniform(peer, n):
    generator, out = cp.random.default_rng(0), cp.empty(n)
    return lambda: generator.random(n, out=out)


def adds_20(peer, n):
    x, y, out = cp.asarray(numbers(n, 1)), cp.asarray(numbers(n, 2)), cp.empty(n)

    def run():
        cp.add(x, y, out=out)
        for _ in range(19):
            cp.add(out, y, out=out)

    run()
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        stream.begin_capture()
        run()
        graph = stream.end_capture()

    def replay():
        graph.launch(stream)
        return out

    return replay


def to_device(peer, n):
    host, out = numbers(n, 1), cp.empty(n)

    def run():
        out.set(host)
        return out

    return run


def to_host(peer, n):
    x, out = cp.asarray(numbers(n, 1)), np.empty(n)
    return lambda: x.get(out=out)


def black_scholes(peer, n):
    s, k, t = map(cp.asarray, common.options(n))
    kernel = cp.fuse()(lambda s, k, t: common.call_price(cp, s, k, t))
    return lambda: kernel(s, k, t)


def nbody_step(peer, n):
    place, velocity, mass = map(cp.asarray, common.bodies(n))
    return lambda: common.step_bodies(cp, place, velocity, mass)


def heat_step(peer, n):
    now = cp.asarray(numbers((n, n), 1))
    after = now.copy()
    kernel = cp.ElementwiseKernel("T u, T a, T b, T c, T d", "T r", "r = u + 0.1 * (a + b + c + d - 4 * u)", "heat_step")

    def run():
        kernel(now[1:-1, 1:-1], now[:-2, 1:-1], now[2:, 1:-1], now[1:-1, :-2], now[1:-1, 2:], after[1:-1, 1:-1])
        return after

    return run


def softmax_rows(peer, n):
    m = cp.asarray(numbers((n, n), 1))
    exp_of_difference = cp.fuse()(lambda m, top: cp.exp(m - top))

    def run():
        e = exp_of_difference(m, m.max(axis=1, keepdims=True))
        e /= e.sum(axis=1, keepdims=True)
        return e

    return run


def distance_matrix(peer, n):
    points = cp.asarray(numbers((n, 16), 1))
    root = cp.fuse()(lambda p, a, b: cp.sqrt(cp.maximum(a + b - 2 * p, 0)))

    def run():
        squares = (points * points).sum(axis=1)
        return root(points @ points.T, squares[:, None], squares)

    return run


def logistic_step(peer, n):
    x, labels, w = map(cp.asarray, common.samples(n))
    error = cp.fuse()(lambda z, labels: 1 / (1 + cp.exp(-z)) - labels)
    return lambda: w - 0.1 / n * (x.T @ error(x @ w, labels))


def power_iteration(peer, n):
    m = cp.asarray(numbers((n, n), 1))
    return lambda: common.iterate_power(cp, m, cp.ones(n))


class CuPy:
    name = "cupy"
    works = {
        "add_scalar": lambda peer, n: into(cp.add, cp.asarray(numbers(n, 1)), 5),
        "add": lambda peer, n: into(cp.add, cp.asarray(numbers(n, 1)), cp.asarray(numbers(n, 2))),
        "fused_formula": fused(lambda x, y: cp.sqrt(x * x + y * y) * 0.5 + 1),
        "exp": lambda peer, n: into(cp.exp, cp.asarray(numbers(n, 1))),
        "sin": lambda peer, n: into(cp.sin, cp.asarray(numbers(n, 1))),
        "exp_float32": lambda peer, n: into(cp.exp, cp.asarray(numbers(n, 1, "float32"))),
        "where": fused(lambda x, y: cp.where(x > 0.5, x, y)),
        "broadcast_subtract": of_matrix(lambda m: m - m[0] - m[:, :1]),
        "sum": of_one(lambda x: float(x.sum())),
        "sum_float32": of_one(lambda x: float(x.sum()), "float32"),
        "max": of_one(lambda x: float(x.max())),
        "std": of_one(lambda x: float(x.std())),
        "sum_squared_difference": sum_squared_difference,
        "argmax": of_one(lambda x: int(x.argmax())),
        "sum_axis0": of_matrix(lambda m: m.sum(axis=0)),
        "sum_axis1": of_matrix(lambda m: m.sum(axis=1)),
        "cumsum": of_one(lambda x: cp.cumsum(x)),
        "copy": of_one(lambda x: x.copy()),
        "transposed_copy": of_matrix(lambda m: cp.ascontiguousarray(m.T)),
        "select_by_mask": of_one(lambda x: x[x > 0.5]),
        "sort": of_one(lambda x: cp.sort(x)),
        "argsort": of_one(lambda x: cp.argsort(x)),
        "unique_inverse": unique_inverse,
        "group_sorted": group(common.sorted_keys),
        "group_shuffled": group(lambda n: common.keys_below(n, 1096)),
        "matmul": matmul("float64"),
        "matmul_float32": matmul("float32"),
        "matmul_256": matmul("float64"),
        "matmul_batch": matmul("float64", lambda n: (n, 64, 64)),
        "uniform": uniform,
        "add_1000": lambda peer, n: into(cp.add, cp.asarray(numbers(n, 1)), cp.asarray(numbers(n, 2))),
        "sum_1000": of_one(lambda x: float(x.sum())),
        "formula_1000": fused(lambda x, y: cp.sqrt(x * x + y * y)),
        "adds_20": adds_20,
        "to_device": to_device,
        "to_host": to_host,
        "black_scholes": black_scholes,
        "nbody_step": nbody_step,
        "heat_step": heat_step,
        "softmax_rows": softmax_rows,
        "distance_matrix": distance_matrix,
        "logistic_step": logistic_step,
        "power_iteration": power_iteration,
    }

    def __init__(self, device):
        if cp is None:
            raise missing
        if device != "cuda":
            raise RuntimeError("CuPy works on the GPU only")
        try:
            cp.cuda.Device().synchronize()
        except cp.cuda.runtime.CUDARuntimeError as error:
            raise RuntimeError(str(error)) from error
        self.version, self.device = cp.__version__, device

    def sync(self):
        cp.cuda.Device().synchronize()

    def free(self):
        cp.get_default_memory_pool().free_all_blocks()

    def numpy(self, x):
        return cp.asnumpy(x)


if __name__ == "__main__":
    sys.exit(common.main(CuPy))
