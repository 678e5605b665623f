#!/usr/bin/env python3
"""The works in NumPy. Results go to arrays that exist already (out=) where NumPy has that and the work is one call."""

import sys

import numpy as np

import common
from common import numbers


def into(operation, *operands):
    """The operation into an array that is made once."""
    out = np.empty_like(operation(*operands))
    return lambda: operation(*operands, out=out)


def of_one(operation, dtype="float64"):
    """An operation on n numbers."""
    def make(peer, n):
        x = numbers(n, 1, dtype)
        return lambda: operation(x)
    return make


def of_two(operation):
    def make(peer, n):
        x, y = numbers(n, 1), numbers(n, 2)
        return lambda: operation(x, y)
    return make


def of_matrix(operation):
    def make(peer, n):
        m = numbers((n, n), 1)
        return lambda: operation(m)
    return make


def copy(peer, n):
    x = numbers(n, 1)
    out = np.empty_like(x)

    def run():
        np.copyto(out, x)
        return out

    return run


def fused_formula(peer, n):
    x, y = numbers(n, 1), numbers(n, 2)
    square, out = np.empty(n), np.empty(n)

    def run():
        np.multiply(x, x, out=out)
        np.multiply(y, y, out=square)
        np.add(out, square, out=out)
        np.sqrt(out, out=out)
        np.multiply(out, 0.5, out=out)
        return np.add(out, 1, out=out)

    return run


def sum_squared_difference(x, y):
    d = x - y
    return float(np.dot(d, d))


def group(make_keys, is_sorted):
    """One pass over runs where keys are sorted; otherwise a stable sort first, which is faster than minimum.at."""
    def make(peer, n):
        keys, values = make_keys(n), numbers(n, 1)

        def run():
            k, v = keys, values
            if not is_sorted:
                order = np.argsort(keys, kind="stable")
                k, v = keys[order], values[order]
            _, first, count = np.unique(k, return_index=True, return_counts=True)
            return np.minimum.reduceat(v, first), np.maximum.reduceat(v, first), np.add.reduceat(v, first) / count

        return run
    return make


def unique_inverse(peer, n):
    x = common.keys_below(n, 1000000)
    return lambda: np.unique(x, return_inverse=True)


def matmul(dtype, shape=lambda n: (n, n)):
    return lambda peer, n: into(np.matmul, numbers(shape(n), 1, dtype), numbers(shape(n), 2, dtype))


def uniform(peer, n):
    generator, out = np.random.Generator(np.random.SFC64(0)), np.empty(n)  # NumPy's fastest
    return lambda: generator.random(n, out=out)


def adds_20(peer, n):
    x, y, out = numbers(n, 1), numbers(n, 2), np.empty(n)

    def run():
        np.add(x, y, out=out)
        for _ in range(19):
            np.add(out, y, out=out)
        return out

    return run


def black_scholes(peer, n):
    s, k, t = common.options(n)
    return lambda: common.call_price(np, s, k, t)


def nbody_step(peer, n):
    place, velocity, mass = common.bodies(n)
    return lambda: common.step_bodies(np, place, velocity, mass)


def heat_step(peer, n):
    now = numbers((n, n), 1)
    after, work = now.copy(), np.empty((n - 2, n - 2))

    def run():
        inner = now[1:-1, 1:-1]
        np.add(now[:-2, 1:-1], now[2:, 1:-1], out=work)
        np.add(work, now[1:-1, :-2], out=work)
        np.add(work, now[1:-1, 2:], out=work)
        np.multiply(work, 0.1, out=work)
        np.multiply(inner, 1 - 4 * 0.1, out=after[1:-1, 1:-1])
        after[1:-1, 1:-1] += work
        return after

    return run


def softmax_rows(peer, n):
    m = numbers((n, n), 1)
    out = np.empty_like(m)

    def run():
        np.subtract(m, m.max(axis=1, keepdims=True), out=out)
        np.exp(out, out=out)
        return np.divide(out, out.sum(axis=1, keepdims=True), out=out)

    return run


def distance_matrix(peer, n):
    points = numbers((n, 16), 1)

    def run():
        squares = (points * points).sum(axis=1)
        d = points @ points.T
        d *= -2
        d += squares[:, None]
        d += squares
        np.maximum(d, 0, out=d)
        return np.sqrt(d, out=d)

    return run


def logistic_step(peer, n):
    x, labels, w = common.samples(n)
    return lambda: w - 0.1 / n * (x.T @ (1 / (1 + np.exp(-(x @ w))) - labels))


def power_iteration(peer, n):
    m = numbers((n, n), 1)
    return lambda: common.iterate_power(np, m, np.ones(n))


class NumPy:
    name = "numpy"
    works = {
        "add_scalar": lambda peer, n: into(np.add, numbers(n, 1), 5),
        "add": lambda peer, n: into(np.add, numbers(n, 1), numbers(n, 2)),
        "fused_formula": fused_formula,
        "exp": lambda peer, n: into(np.exp, numbers(n, 1)),
        "sin": lambda peer, n: into(np.sin, numbers(n, 1)),
        "exp_float32": lambda peer, n: into(np.exp, numbers(n, 1, "float32")),
        "where": of_two(lambda x, y: np.where(x > 0.5, x, y)),
        "broadcast_subtract": of_matrix(lambda m: m - m[0] - m[:, :1]),
        "sum": of_one(lambda x: float(x.sum())),
        "sum_float32": of_one(lambda x: float(x.sum()), "float32"),
        "max": of_one(lambda x: float(x.max())),
        "std": of_one(lambda x: float(x.std())),
        "sum_squared_difference": of_two(sum_squared_difference),
        "argmax": of_one(lambda x: int(x.argmax())),
        "sum_axis0": of_matrix(lambda m: m.sum(axis=0)),
        "sum_axis1": of_matrix(lambda m: m.sum(axis=1)),
        "cumsum": lambda peer, n: into(np.cumsum, numbers(n, 1)),
        "copy": copy,
        "transposed_copy": of_matrix(lambda m: np.ascontiguousarray(m.T)),
        "select_by_mask": of_one(lambda x: x[x > 0.5]),
        "sort": of_one(np.sort),
        "argsort": of_one(np.argsort),
        "unique_inverse": unique_inverse,
        "group_sorted": group(common.sorted_keys, True),
        "group_shuffled": group(lambda n: common.keys_below(n, 1096), False),
        "matmul": matmul("float64"),
        "matmul_float32": matmul("float32"),
        "matmul_256": matmul("float64"),
        "matmul_batch": matmul("float64", lambda n: (n, 64, 64)),
        "uniform": uniform,
        "add_1000": lambda peer, n: into(np.add, numbers(n, 1), numbers(n, 2)),
        "sum_1000": of_one(lambda x: float(x.sum())),
        "formula_1000": of_two(lambda x, y: np.sqrt(x * x + y * y)),
        "adds_20": adds_20,
        "to_device": of_one(np.copy),
        "to_host": of_one(np.copy),
        "black_scholes": black_scholes,
        "nbody_step": nbody_step,
        "heat_step": heat_step,
        "softmax_rows": softmax_rows,
        "distance_matrix": distance_matrix,
        "logistic_step": logistic_step,
        "power_iteration": power_iteration,
    }

    def __init__(self, device):
        if device != "cpu":
            raise RuntimeError("NumPy works on the CPU only")
        self.version, self.device = np.__version__, device

    def sync(self):
        pass

    def free(self):
        pass

    def numpy(self, x):
        return x


if __name__ == "__main__":
    sys.exit(common.main(NumPy))
