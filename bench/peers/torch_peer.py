#!/usr/bin/env python3
"""The works in PyTorch, eager, on the CPU or (--device cuda) on the GPU. Results come from its caching allocator, as in a user's code."""

import sys

import common
from common import numbers

try:
    import torch
except ImportError as error:
    torch, missing = None, error


def of_one(operation, dtype="float64"):
    def make(peer, n):
        x = peer.array(numbers(n, 1, dtype))
        return lambda: operation(x)
    return make


def of_two(operation, shape=lambda n: n, dtype="float64"):
    def make(peer, n):
        x, y = peer.array(numbers(shape(n), 1, dtype)), peer.array(numbers(shape(n), 2, dtype))
        return lambda: operation(x, y)
    return make


def of_matrix(operation):
    def make(peer, n):
        m = peer.array(numbers((n, n), 1))
        return lambda: operation(m)
    return make


def group(make_keys, is_sorted):
    def make(peer, n):
        keys, values = peer.array(make_keys(n)), peer.array(numbers(n, 1))

        def run():
            k, v = keys, values
            if not is_sorted:
                k, order = torch.sort(keys, stable=True)
                v = values[order]
            count = torch.unique_consecutive(k, return_counts=True)[1]
            return tuple(torch.segment_reduce(v, reduce, lengths=count) for reduce in ("min", "max", "mean"))

        return run
    return make


def unique_inverse(peer, n):
    x = peer.array(common.keys_below(n, 1000000))
    return lambda: torch.unique(x, return_inverse=True)


def uniform(peer, n):
    return lambda: torch.rand(n, dtype=torch.float64, device=peer.device)


def adds_20(peer, n):
    x, y = peer.array(numbers(n, 1)), peer.array(numbers(n, 2))

    def run():
        total = x
        for _ in range(20):
            total = total + y
        return total

    if peer.device == "cpu":
        return run
    run()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        out = run()

    def replay():
        graph.replay()
        return out

    return replay


def to_device(peer, n):
    host = torch.from_numpy(numbers(n, 1))
    return (lambda: host.clone()) if peer.device == "cpu" else (lambda: host.to("cuda"))


def to_host(peer, n):
    x = peer.array(numbers(n, 1))
    return (lambda: x.clone()) if peer.device == "cpu" else (lambda: x.cpu())


def black_scholes(peer, n):
    s, k, t = map(peer.array, common.options(n))
    return lambda: common.call_price(torch, s, k, t)


def nbody_step(peer, n):
    place, velocity, mass = map(peer.array, common.bodies(n))
    return lambda: common.step_bodies(torch, place, velocity, mass)


def heat_step(peer, n):
    now = peer.array(numbers((n, n), 1))
    after = now.clone()

    def run():
        inner = now[1:-1, 1:-1]
        around = now[:-2, 1:-1] + now[2:, 1:-1]
        around += now[1:-1, :-2]
        around += now[1:-1, 2:]
        torch.add(inner * (1 - 4 * 0.1), around, alpha=0.1, out=after[1:-1, 1:-1])
        return after

    return run


def distance_matrix(peer, n):
    points = peer.array(numbers((n, 16), 1))

    def run():
        squares = (points * points).sum(1)
        d = torch.addmm(squares, points, points.T, alpha=-2)
        d += squares[:, None]
        return d.clamp_(min=0).sqrt_()

    return run


def logistic_step(peer, n):
    x, labels, w = map(peer.array, common.samples(n))
    return lambda: w - 0.1 / n * (x.T @ (torch.sigmoid(x @ w) - labels))


def power_iteration(peer, n):
    m = peer.array(numbers((n, n), 1))
    return lambda: common.iterate_power(torch, m, torch.ones(n, dtype=torch.float64, device=peer.device))


class Torch:
    name = "torch"
    works = {
        "add_scalar": of_one(lambda x: x + 5),
        "add": of_two(lambda x, y: x + y),
        "fused_formula": of_two(lambda x, y: torch.sqrt(x * x + y * y) * 0.5 + 1),
        "exp": of_one(lambda x: torch.exp(x)),
        "sin": of_one(lambda x: torch.sin(x)),
        "exp_float32": of_one(lambda x: torch.exp(x), "float32"),
        "where": of_two(lambda x, y: torch.where(x > 0.5, x, y)),
        "broadcast_subtract": of_matrix(lambda m: m - m[0] - m[:, :1]),
        "sum": of_one(lambda x: x.sum().item()),
        "sum_float32": of_one(lambda x: x.sum().item(), "float32"),
        "max": of_one(lambda x: x.max().item()),
        "std": of_one(lambda x: x.std(correction=0).item()),
        "sum_squared_difference": of_two(lambda x, y: torch.nn.functional.mse_loss(x, y, reduction="sum").item()),
        "argmax": of_one(lambda x: x.argmax().item()),
        "sum_axis0": of_matrix(lambda m: m.sum(0)),
        "sum_axis1": of_matrix(lambda m: m.sum(1)),
        "cumsum": of_one(lambda x: x.cumsum(0)),
        "copy": of_one(lambda x: x.clone()),
        "transposed_copy": of_matrix(lambda m: m.T.contiguous()),
        "select_by_mask": of_one(lambda x: x[x > 0.5]),
        "sort": of_one(lambda x: torch.sort(x)[0]),
        "argsort": of_one(lambda x: torch.argsort(x)),
        "unique_inverse": unique_inverse,
        "group_sorted": group(common.sorted_keys, True),
        "group_shuffled": group(lambda n: common.keys_below(n, 1096), False),
        "matmul": of_two(lambda a, b: a @ b, lambda n: (n, n)),
        "matmul_float32": of_two(lambda a, b: a @ b, lambda n: (n, n), "float32"),
        "matmul_256": of_two(lambda a, b: a @ b, lambda n: (n, n)),
        "matmul_batch": of_two(lambda a, b: a @ b, lambda n: (n, 64, 64)),
        "uniform": uniform,
        "add_1000": of_two(lambda x, y: x + y),
        "sum_1000": of_one(lambda x: x.sum().item()),
        "formula_1000": of_two(lambda x, y: torch.sqrt(x * x + y * y)),
        "adds_20": adds_20,
        "to_device": to_device,
        "to_host": to_host,
        "black_scholes": black_scholes,
        "nbody_step": nbody_step,
        "heat_step": heat_step,
        "softmax_rows": of_matrix(lambda m: torch.softmax(m, 1)),
        "distance_matrix": distance_matrix,
        "logistic_step": logistic_step,
        "power_iteration": power_iteration,
    }

    def __init__(self, device):
        if torch is None:
            raise missing
        if device == "cuda" and not torch.cuda.is_available():
            raise RuntimeError("PyTorch finds no GPU")
        torch.backends.cuda.matmul.allow_tf32 = False  # full precision
        self.version, self.device = torch.__version__, device

    def array(self, x):
        return torch.from_numpy(x).to(self.device)

    def sync(self):
        if self.device == "cuda":
            torch.cuda.synchronize()

    def free(self):
        if self.device == "cuda":
            torch.cuda.empty_cache()

    def numpy(self, x):
        return x.cpu().numpy() if isinstance(x, torch.Tensor) else x


if __name__ == "__main__":
    sys.exit(common.main(Torch))
