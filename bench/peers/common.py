"""What the peers in Python share: the list of works, the sizes, the clock, the output.

A peer is a file beside this one with a class that has
  name, version   of the library
  device          "cpu" or "cuda"; what is made for another one raises RuntimeError
  sync()          waits for the device
  numpy(result)   one of its arrays or numbers for NumPy
  free()          returns cached memory
  works           {work: function(peer, n) -> callable that does the work once and returns the result}
and hands it to main(). Each work's result is compared with NumPy's on a small size before anything is timed.
"""

import argparse
import csv
import json
import math
import re
import sys
import time
from pathlib import Path

import numpy as np

WORKS = Path(__file__).resolve().parent.parent / "works.tsv"
MISSING = 77  # exit status of a peer that is not installed here
CHECK_SCALE = 20000.0


def read_works():
    with open(WORKS, newline="") as file:
        return {row["work"]: row for row in csv.DictReader(file, delimiter="\t")}


def size_at_scale(row, scale):
    """As in works.cpp."""
    n = int(row["n"])
    if row["scaled"] == "fixed":
        return n
    return max(2, math.floor(n / (scale if row["scaled"] == "n" else math.sqrt(scale)) + 0.5))


# ---- operands: those of spica-bench are made otherwise, but are distributed alike ------------------------------------------


def numbers(shape, seed=1, dtype="float64"):
    return np.random.default_rng(seed).random(shape, dtype=dtype)


def keys_below(n, count):
    return np.random.default_rng(3).integers(0, count, n, dtype=np.int32)


def sorted_keys(n):
    return (np.arange(n) * 1096 // n).astype(np.int32)


def options(n):
    return [between(low, high, n, seed) for seed, (low, high) in enumerate([(50, 150), (50, 150), (0.1, 2)], 1)]


def between(low, high, n, seed):
    return low + (high - low) * numbers(n, seed)


RATE, VOLATILITY = 0.02, 0.3


def call_price(xp, s, k, t):
    """Black-Scholes with the normal distribution of Abramowitz and Stegun 26.2.17; xp has log, sqrt, exp, abs, where."""
    spread = VOLATILITY * xp.sqrt(t)
    d1 = (xp.log(s / k) + (RATE + 0.5 * VOLATILITY**2) * t) / spread

    def distribution(d):
        u = 1 / (1 + 0.2316419 * xp.abs(d))
        polynomial = u * (0.319381530 + u * (-0.356563782 + u * (1.781477937 + u * (-1.821255978 + u * 1.330274429))))
        upper = 0.3989422804014327 * xp.exp(-0.5 * d * d) * polynomial
        return xp.where(d > 0, 1 - upper, upper)

    return s * distribution(d1) - k * xp.exp(-RATE * t) * distribution(d1 - spread)


def step_bodies(xp, place, velocity, mass):
    """place and velocity: (3, n)."""
    d = place[:, None, :] - place[:, :, None]
    squares = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 0.01
    pull = mass / (squares * xp.sqrt(squares))
    velocity = velocity + 0.01 * (d * pull).sum(2)
    return place + 0.01 * velocity, velocity


def bodies(n):
    return numbers((3, n), 1), np.zeros((3, n)), numbers(n, 4)


def iterate_power(xp, m, v):
    for _ in range(10):
        w = m @ v
        v = w / xp.sqrt(w @ w)
    return v


def samples(n):
    """Features, labels, weights."""
    return numbers((n, 32), 1), (numbers(n, 2) > 0.5).astype(float), between(-1, 1, 32, 3)


# ---- the clock -------------------------------------------------------------------------------------------------------------

SMALL = {"add_1000": 100, "formula_1000": 100, "adds_20": 10}  # calls before one synchronisation, as in spica-bench


def seconds_of(peer, run, calls, min_time, repeat):
    """`repeat` times for one call, each the mean over at least `min_time` seconds, after a first call."""
    run()
    peer.sync()
    result, rounds = [], 1
    while len(result) < repeat:
        start = time.perf_counter()
        for _ in range(rounds):
            for _ in range(calls):
                run()
            peer.sync()
        total = time.perf_counter() - start
        if total < min_time and rounds < 1000000:
            rounds = max(rounds + 1, min(10 * rounds, math.ceil(rounds * 1.2 * min_time / max(total, 1e-9))))
        else:
            result.append(total / (rounds * calls))
    return result


# ---- the check -------------------------------------------------------------------------------------------------------------


def flat(peer, result):
    """The arrays and numbers of a result as float64."""
    parts = result if isinstance(result, (tuple, list)) else [result]
    return [np.asarray(peer.numpy(part), dtype=np.float64) for part in parts]


def wrong(peer, work, expected, got):
    """What differs; "" if nothing does. Random numbers are compared by their mean only."""
    if work == "uniform":
        return "" if abs(flat(peer, got)[0].mean() - 0.5) < 0.1 else "the mean of uniform numbers is not 0.5"
    tolerance = 1e-4 if "float32" in work else 1e-9
    for place, (want, have) in enumerate(zip(expected, flat(peer, got), strict=True)):
        # roots of rounding errors stand on the diagonal of distance_matrix
        if want.shape != have.shape or not np.allclose(have, want, rtol=tolerance, atol=1e-6 if work == "distance_matrix" else 1e-12):
            return f"result {place} differs from NumPy's"
    return ""


def main(peer_class):
    parser = argparse.ArgumentParser()
    parser.add_argument("--scale", type=float, default=1, help="divides the numbers of elements of works.tsv")
    parser.add_argument("--filter", default="", help="regular expression: only works that contain it")
    parser.add_argument("--min-time", type=float, default=0.1, help="seconds for one figure")
    parser.add_argument("--repeat", type=int, default=1, help="figures for each work")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--list", action="store_true", help="print work and n, run nothing")
    arguments = parser.parse_args()
    rows = read_works()
    chosen = [work for work in rows if work in peer_class.works and re.search(arguments.filter, work)]
    if arguments.list:
        for work in chosen:
            print(f"{work}\t{size_at_scale(rows[work], arguments.scale)}")
        return 0
    try:
        peer = peer_class(arguments.device)
    except (ImportError, RuntimeError) as error:  # no such library; no such device
        print(f"{peer_class.name}: left out: {error}", file=sys.stderr)
        return MISSING

    from numpy_peer import NumPy

    reference, results, status = NumPy("cpu"), [], 0
    for work in chosen:
        result = {"work": work, "n": size_at_scale(rows[work], arguments.scale)}
        try:
            small = size_at_scale(rows[work], CHECK_SCALE)
            problem = wrong(peer, work, flat(reference, NumPy.works[work](reference, small)()), peer.works[work](peer, small)())
            if problem:
                raise ValueError(problem)
            run = peer.works[work](peer, result["n"])
            result["seconds"] = seconds_of(peer, run, SMALL.get(work, 1), arguments.min_time, arguments.repeat)
        except Exception as error:  # memory, a driver, a missing kernel: say so and go on with the next work
            result["error"] = f"{type(error).__name__}: {str(error)[:200]}"
            print(f"{peer.name}: {work}: {result['error']}", file=sys.stderr)
            status = 1
        run = None
        peer.free()
        results.append(result)
    json.dump({"peer": peer.name, "version": peer.version, "device": peer.device, "results": results}, sys.stdout, indent=1)
    print()
    return status
