#!/usr/bin/env python3
"""The works in JAX, each compiled by jax.jit, on the CPU or (--device cuda) on the GPU."""

import os
import sys

import common
from common import numbers

os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"  # the GPU's memory is not all ours
try:
    import jax
    import jax.numpy as jnp
except ImportError as error:
    jax, missing = None, error


def compiled(operation, *operands, finish=lambda result: result):
    function = jax.jit(operation)
    return lambda: finish(jax.block_until_ready(function(*operands)))


def enqueued(operation):
    """Not waited for: what a call costs. sync() waits for the last one."""
    def make(peer, n):
        arrays = [peer.array(numbers(n, seed)) for seed in (1, 2)]
        function = jax.jit(operation)

        def run():
            peer.last = function(*arrays)
            return peer.last

        return run
    return make


def of_one(operation, dtype="float64", finish=lambda result: result):
    return lambda peer, n: compiled(operation, peer.array(numbers(n, 1, dtype)), finish=finish)


def of_two(operation, shape=lambda n: n, dtype="float64", finish=lambda result: result):
    return lambda peer, n: compiled(operation, *(peer.array(numbers(shape(n), seed, dtype)) for seed in (1, 2)), finish=finish)


def of_matrix(operation):
    return lambda peer, n: compiled(operation, peer.array(numbers((n, n), 1)))


def group(make_keys, is_sorted):
    """The number of groups must be known when it is compiled; here it is asked for once."""
    def make(peer, n):
        keys = make_keys(n)
        groups = len(set(keys.tolist()))

        def aggregate(keys, values):
            place = jnp.unique(keys, return_inverse=True, size=groups)[1]
            options = {"num_segments": groups, "indices_are_sorted": is_sorted}
            count = jax.ops.segment_sum(jnp.ones_like(values), place, **options)
            return (jax.ops.segment_min(values, place, **options), jax.ops.segment_max(values, place, **options),
                    jax.ops.segment_sum(values, place, **options) / count)

        return compiled(aggregate, peer.array(keys), peer.array(numbers(n, 1)))
    return make


def select_by_mask(peer, n):
    """The size of the result depends on the elements, so this cannot be compiled."""
    x = peer.array(numbers(n, 1))
    return lambda: jax.block_until_ready(x[x > 0.5])


def unique_inverse(peer, n):
    x = peer.array(common.keys_below(n, 1000000))
    return lambda: jax.block_until_ready(jnp.unique(x, return_inverse=True))


def uniform(peer, n):
    function = jax.jit(lambda key: jax.random.uniform(key, (n,), dtype="float64"))
    state = [jax.random.key(0)]

    def run():
        state[0], key = jax.random.split(state[0])
        return jax.block_until_ready(function(key))

    return run


def twenty_adds(x, y):
    for _ in range(20):
        x = x + y
    return x


def to_device(peer, n):
    host = numbers(n, 1)
    # device_put would share the host's memory where the device is the CPU
    return lambda: jax.block_until_ready(jnp.array(host, copy=True, device=peer.target))


def to_host(peer, n):
    import numpy as np

    x = peer.array(numbers(n, 1))
    # JAX keeps the host's copy of an array: a new array each time, which shares the elements
    return lambda: np.array(jax.block_until_ready(x.view()))


def black_scholes(peer, n):
    return compiled(lambda s, k, t: common.call_price(jnp, s, k, t), *map(peer.array, common.options(n)))


def nbody_step(peer, n):
    return compiled(lambda place, velocity, mass: common.step_bodies(jnp, place, velocity, mass), *map(peer.array, common.bodies(n)))


def heat_step(peer, n):
    def step(u):
        around = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        return u.at[1:-1, 1:-1].add(0.1 * (around - 4 * u[1:-1, 1:-1]))

    return compiled(step, peer.array(numbers((n, n), 1)))


def distance_matrix(peer, n):
    def distances(points):
        squares = (points * points).sum(1)
        return jnp.sqrt(jnp.maximum(squares[:, None] + squares - 2 * points @ points.T, 0))

    return compiled(distances, peer.array(numbers((n, 16), 1)))


def logistic_step(peer, n):
    return compiled(lambda x, labels, w: w - 0.1 / n * (x.T @ (jax.nn.sigmoid(x @ w) - labels)), *map(peer.array, common.samples(n)))


def power_iteration(peer, n):
    return compiled(lambda m: common.iterate_power(jnp, m, jnp.ones(n)), peer.array(numbers((n, n), 1)))


class Jax:
    name = "jax"
    works = {
        "add_scalar": of_one(lambda x: x + 5),
        "add": of_two(lambda x, y: x + y),
        "fused_formula": of_two(lambda x, y: jnp.sqrt(x * x + y * y) * 0.5 + 1),
        "exp": of_one(lambda x: jnp.exp(x)),
        "sin": of_one(lambda x: jnp.sin(x)),
        "exp_float32": of_one(lambda x: jnp.exp(x), "float32"),
        "where": of_two(lambda x, y: jnp.where(x > 0.5, x, y)),
        "broadcast_subtract": of_matrix(lambda m: m - m[0] - m[:, :1]),
        "sum": of_one(lambda x: x.sum(), finish=float),
        "sum_float32": of_one(lambda x: x.sum(), "float32", finish=float),
        "max": of_one(lambda x: x.max(), finish=float),
        "std": of_one(lambda x: x.std(), finish=float),
        "sum_squared_difference": of_two(lambda x, y: ((x - y) ** 2).sum(), finish=float),
        "argmax": of_one(lambda x: x.argmax(), finish=int),
        "sum_axis0": of_matrix(lambda m: m.sum(0)),
        "sum_axis1": of_matrix(lambda m: m.sum(1)),
        "cumsum": of_one(lambda x: jnp.cumsum(x)),
        "copy": of_one(lambda x: jnp.copy(x)),
        "transposed_copy": of_matrix(lambda m: m.T + 0),  # XLA drops a copy alone
        "select_by_mask": select_by_mask,
        "sort": of_one(lambda x: jnp.sort(x)),
        "argsort": of_one(lambda x: jnp.argsort(x)),
        "unique_inverse": unique_inverse,
        "group_sorted": group(common.sorted_keys, True),
        "group_shuffled": group(lambda n: common.keys_below(n, 1096), False),
        "matmul": of_two(lambda a, b: a @ b, lambda n: (n, n)),
        "matmul_float32": of_two(lambda a, b: jnp.matmul(a, b, precision="highest"), lambda n: (n, n), "float32"),
        "matmul_256": of_two(lambda a, b: a @ b, lambda n: (n, n)),
        "matmul_batch": of_two(lambda a, b: a @ b, lambda n: (n, 64, 64)),
        "uniform": uniform,
        "add_1000": enqueued(lambda x, y: x + y),
        "sum_1000": of_one(lambda x: x.sum(), finish=float),
        "formula_1000": enqueued(lambda x, y: jnp.sqrt(x * x + y * y)),
        "adds_20": enqueued(twenty_adds),
        "to_device": to_device,
        "to_host": to_host,
        "black_scholes": black_scholes,
        "nbody_step": nbody_step,
        "heat_step": heat_step,
        "softmax_rows": of_matrix(lambda m: jax.nn.softmax(m, axis=1)),
        "distance_matrix": distance_matrix,
        "logistic_step": logistic_step,
        "power_iteration": power_iteration,
    }

    def __init__(self, device):
        if jax is None:
            raise missing
        jax.config.update("jax_enable_x64", True)
        self.target = jax.devices("cuda" if device == "cuda" else "cpu")[0]  # RuntimeError without one
        jax.config.update("jax_default_device", self.target)
        self.version, self.device, self.last = jax.__version__, device, None

    def array(self, x):
        return jax.device_put(x, self.target)

    def sync(self):
        if self.last is not None:
            jax.block_until_ready(self.last)

    def free(self):
        self.last = None

    def numpy(self, x):
        return x


if __name__ == "__main__":
    sys.exit(common.main(Jax))
