#!/usr/bin/env python3
"""Tests of the property tests: test_cases.py SPICA-ORACLE. A wrong answer must fail, and shrink to little."""

import json
import os
import sys
import tempfile

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
try:
    import numpy as np
except ImportError:
    print("skipped: python3 has no NumPy here")
    sys.exit(77)

import cases
import ops
import property as runner


def leaves(tree):
    return [n for n in cases.nodes(tree) if isinstance(n, cases.Leaf)]


def test_a_layout_shows_the_value():
    """What the runner reads through base, slices, axes and broadcast_to is the value."""
    for number in range(300):
        for leaf in leaves(cases.Generator(5, number).tree()):
            base, slices, axes, shape = leaf.arrays()
            seen = base
            if slices is not None:
                seen = base[tuple(slice(*s) for s in slices) + (...,)].transpose(axes)
            if shape is not None:
                seen = np.broadcast_to(seen, shape)
            assert np.array_equal(seen, leaf.value, equal_nan=leaf.value.dtype.kind in "fc"), (number, leaf.text())


def test_a_case_does_not_depend_on_others():
    again = [json.dumps(cases.Generator(3, 17).tree().case("c")) for _ in range(2)]
    assert again[0] == again[1]
    assert again[0] != json.dumps(cases.Generator(4, 17).tree().case("c"))


def test_the_domain():
    """Answers that depend on an order are no cases."""
    for values in ([0.1, 0.2, 0.3], [1e30, 1.0, -1e30], [-0.0]):
        try:
            ops.OPS["sum"].reference([np.array(values)], {})
        except ops.Skip:
            continue
        raise AssertionError(values)
    assert ops.OPS["sum"].reference([np.array([0.5, 0.25, np.nan])], {}) is not None


def test_a_wrong_answer_shrinks(program):
    """NumPy's remainder is given the wrong sign for negative divisors, as if Spica had it."""
    right = ops.OPS["remainder"].reference

    def wrong(values, kwargs):
        answer = right(values, kwargs)
        return np.fmod(*ops.broadcast(ops.met(*values))) if answer.dtype.kind == "i" else answer

    ops.OPS["remainder"].reference = wrong
    oracle = runner.Oracle(program, ["serial"])
    try:
        number = 0
        while True:
            trees = [t for t in (cases.Generator(9, n).tree() for n in range(number, number + 500)) if "remainder" in runner.names(t)]
            number += 500
            assert number < 10000, "the wrong sign was not found"
            failed = oracle.run(trees)
            if failed:
                break
        first = min(failed)
        tree, text, steps = runner.shrink(oracle, trees[first], failed[first])
    finally:
        ops.OPS["remainder"].reference = right
    print(f"{trees[first].text()}\nshrunk in {steps} steps to {tree.text()}")
    assert tree.op == "remainder" and all(not isinstance(c, cases.Node) for c in tree.children), tree.text()
    assert all(leaf.value.size == 1 and not leaf.layout for leaf in leaves(tree)), tree.text()
    assert "elements differ" in text
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:  # the case can be put in a file and run again
        file.write(json.dumps(tree.case("again")))
        file.flush()
        assert os.system(f"{program} {file.name} --variants given --backends serial > {os.devnull}") != 0


def test_a_crash_is_found():
    class Crashes(runner.Oracle):
        def run(self, trees):
            with tempfile.TemporaryDirectory() as folder:
                program = os.path.join(folder, "oracle")
                with open(program, "w") as file:  # dies where a case has fmod
                    file.write('#!/bin/sh\nfor f; do last=$f; done\ncase=$(grep -c . "$last")\n'
                               'if grep -q \'"fmod"\' "$last"; then kill -9 $$; fi\necho "all $case 0 0 0"\n')
                os.chmod(program, 0o755)
                self.command = [program]
                return super().run(trees)

    tree = lambda op: cases.Node(op, [cases.Leaf(np.ones(2)), cases.Leaf(np.ones(2))], {})
    failed = Crashes("", []).run([tree("add"), tree("add"), tree("fmod"), tree("add")])
    assert list(failed) == [2], failed


if __name__ == "__main__":
    test_a_layout_shows_the_value()
    test_a_case_does_not_depend_on_others()
    test_the_domain()
    test_a_crash_is_found()
    test_a_wrong_answer_shrinks(sys.argv[1])
    print("passed")
