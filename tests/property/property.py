#!/usr/bin/env python3
"""Property tests: random trees of operations, compared with NumPy.

    property.py SPICA-ORACLE [--count N] [--seed N] [--backend NAME]... [--first N] [--op NAME] [--keep FILE]

Case i of a seed is always the same, whatever the count. A failure is shrunk to a minimal case, which is printed and appended
to FILE in the form of tests/oracle/README.md, so that `spica-oracle FILE` runs it again.
Exit status: 0 if all agree, 1 after a failure, 2 for wrong use, 77 if NumPy is not there.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import warnings

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads would only wait
try:
    import numpy  # noqa: F401
except ImportError:
    print("skipped: python3 has no NumPy here")
    sys.exit(77)

import cases
import ops

warnings.simplefilter("ignore")  # means of nothing, overflow: answers here
BATCH = 500
TIMEOUT = 300  # seconds for one run of spica-oracle


class Oracle:
    def __init__(self, program, backends):
        self.command = [program, "--variants", "given", "--max-failures", "1000000"]
        if backends:
            self.command += ["--backends", ",".join(backends)]

    def run(self, trees):
        """Indices of the trees that fail, with the runner's text."""
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            for i, tree in enumerate(trees):
                file.write(json.dumps(tree.case(f"case-{i}")) + "\n")
            file.flush()
            try:
                done = subprocess.run(self.command + [file.name], capture_output=True, text=True, timeout=TIMEOUT)
                code, out, err = done.returncode, done.stdout, done.stderr
            except subprocess.TimeoutExpired:
                code, out, err = None, "", f"no end after {TIMEOUT} s"
        if code in (0, 1):
            rows = re.findall(r"^all +(\d+) +(\d+) ", out, re.M)  # the last one is of all operations
            passed = rows and [0, *rows[-1]]
            if not passed or int(passed[1]) + int(passed[2]) != len(trees):
                raise RuntimeError(f"spica-oracle did not run every case:\n{out[-2000:]}{err}")
            failed = {}
            for text in re.split(r"^FAILED ", out, flags=re.M)[1:]:
                failed[int(re.match(r"case-(\d+) ", text)[1])] = text.split("\n\n")[0]
            if len(failed) != int(passed[2]):
                raise RuntimeError("the failures of spica-oracle could not be read:\n" + out[-2000:])
            return failed
        if code == 2:
            raise RuntimeError("spica-oracle: " + err)
        # It crashed, or does not end: find the case.
        if len(trees) == 1:
            return {0: f"spica-oracle ended with {code}: {err[-1000:]}"}
        half = len(trees) // 2
        failed = self.run(trees[:half])
        failed.update({half + i: text for i, text in self.run(trees[half:]).items()})
        return failed


def shrink(oracle, tree, text):
    steps = 0
    while steps < 300:
        for batch in batches(cases.simpler(tree), 100):
            failed = oracle.run(batch)
            if failed:
                first = min(failed)  # they are sorted, the simplest first
                tree, text = batch[first], failed[first]
                steps += 1
                break
        else:
            break
    return tree, text, steps


def batches(items, size):
    return (items[i : i + size] for i in range(0, len(items), size))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("oracle", help="the program spica-oracle")
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, help="default: from the clock")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--backend", action="append", default=[], help="default: all that can run here")
    parser.add_argument("--op", help="only trees with this operation")
    parser.add_argument("--keep", default="property_failures.jsonl", help="minimal cases are appended to this file")
    parser.add_argument("--max-failures", type=int, default=5, help="stop after so many, shrunk")
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else time.time_ns() // 1000 % 2**31
    again = f"{os.path.basename(sys.argv[0])} {args.oracle} --seed {seed}"
    print(f"property tests: seed {seed}, cases {args.first} to {args.first + args.count - 1}, NumPy {numpy.__version__}", flush=True)

    oracle = Oracle(args.oracle, args.backend)
    used, failures = {}, 0
    for numbers in batches(range(args.first, args.first + args.count), BATCH):
        trees = [cases.Generator(seed, number).tree() for number in numbers]
        if args.op:
            trees, numbers = zip(*[(t, n) for t, n in zip(trees, numbers) if args.op in names(t)] or [((), ())])
            if not trees:
                continue
        for tree in trees:
            for name in names(tree):
                used[name] = used.get(name, 0) + 1
        for i, text in sorted(oracle.run(trees).items()):
            failures += 1
            tree, text, steps = shrink(oracle, trees[i], text)
            number = numbers[i]
            with open(args.keep, "a") as file:
                file.write(json.dumps(tree.case(f"property-{seed}-{number}")) + "\n")
            print(f"\ncase {number} of seed {seed} fails ({again} --first {number} --count 1); shrunk in {steps} steps to\n"
                  f"  {tree.text()}\n  {text}\n  kept in {args.keep}: {args.oracle} {args.keep} --variants given", flush=True)
            if failures >= args.max_failures:
                print(f"\nstopped after {failures} failures; seed {seed}")
                return 1
    missing = [] if args.op or args.count < 2000 else [name for name in ops.OPS if name not in used]
    rarest = sorted(used.items(), key=lambda item: item[1])[:5]
    print(f"{len(used)} operations; those in the fewest trees: {', '.join(f'{n} {c}' for n, c in rarest)}")
    if missing:
        print(f"no tree had {', '.join(missing)}: the generator does not reach them")
        return 1
    print(f"{failures} failures; seed {seed}")
    return 1 if failures else 0


def names(tree):
    return {n.op for n in cases.nodes(tree) if isinstance(n, cases.Node)}


if __name__ == "__main__":
    sys.exit(main())
