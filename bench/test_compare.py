"""bench/compare, the lists of works and nothing that depends on the clock: test_compare.py [SPICA_BENCH]."""
import ast
import html.parser
import importlib.util
import json
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from importlib.machinery import SourceFileLoader
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCH = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else None


def load_compare():
    sys.dont_write_bytecode = True  # no bench/comparec beside it
    loader = SourceFileLoader("compare", str(HERE / "compare"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("compare", loader))
    loader.exec_module(module)
    return module


compare = load_compare()
WORKS = compare.read_works()

# Two rounds with figures that can be worked out by hand. The copy is the fastest by numpy: 16000 bytes in 1 ms, 16 MB/s.
RECORDED = {
    "command": "bench/compare --scale 2", "date": "2026-12-03 06:00 UTC", "machine": {"processor": "a processor", "cores": "2"}, "scale": 2,
    "rounds": 2, "left_out": {"jax-cpu": "No module named 'jax'"},
    "programs": {
        "spica openmp": {"version": "0.1.0", "device": "cpu"}, "spica cuda": {"version": "0.1.0", "device": "cuda"},
        "numpy": {"version": "2.4", "device": "cpu"}, "torch-cpu": {"version": "2.11", "device": "cpu"},
        "eigen": {"version": "3.4", "device": "cpu"}, "cupy": {"version": "14", "device": "cuda"},
    },
    "results": [
        {"program": "spica openmp", "work": "add", "n": 1000, "seconds": [0.0033, 0.003]},
        {"program": "numpy", "work": "add", "n": 1000, "seconds": [0.006, 0.007]},
        {"program": "torch-cpu", "work": "add", "n": 1000, "seconds": [0.009, 0.009]},
        {"program": "spica openmp", "work": "max", "n": 1000, "seconds": [0.004, 0.004]},
        {"program": "numpy", "work": "max", "n": 1000, "seconds": [0.002, 0.002]},
        {"program": "torch-cpu", "work": "max", "n": 1000, "seconds": [], "error": "ValueError: wrong"},
        {"program": "spica openmp", "work": "copy", "n": 1000, "seconds": [0.002, 0.002]},
        {"program": "numpy", "work": "copy", "n": 1000, "seconds": [0.001, 0.001]},
        {"program": "spica openmp", "work": "matmul", "n": 100, "seconds": [0.001, 0.001]},
        {"program": "eigen", "work": "matmul", "n": 100, "seconds": [0.0009, 0.0009]},
        {"program": "spica openmp", "work": "add_1000", "n": 1000, "seconds": [3e-7, 3e-7]},
        {"program": "spica openmp", "work": "sort", "n": 1000, "seconds": [], "error": "wrong result: element 3 is 1, expected 2"},
        {"program": "spica cuda", "work": "add", "n": 1000, "seconds": [0.00055, 0.00055]},
        {"program": "cupy", "work": "add", "n": 1000, "seconds": [0.0011, 0.0011]},
    ],
}


def recorded():
    return json.loads(json.dumps(RECORDED))


def entry(data, program, work):
    return next(each for each in data["results"] if each["program"] == program and each["work"] == work)


class Lists(unittest.TestCase):
    """Every work of works.tsv is where it has to be."""

    def listed(self, *command):
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return dict(line.split("\t") for line in done.stdout.splitlines())

    def test_works_have_names_of_their_own_and_formulas(self):
        lines = (HERE / "works.tsv").read_text().splitlines()
        self.assertEqual(len(WORKS), len(lines) - 1)
        for row in WORKS.values():
            self.assertIn(row["scaled"], ("n", "n x n", "fixed"))
            for column in ("bytes", "flops"):
                compare.evaluate(row[column], int(row["n"]))
            for column, units in (("gpu_goal", ("",)), ("cpu_goal", ("x", "ms"))):
                goal = row[column]
                self.assertTrue(goal == "-" or any(goal.endswith(unit) and float(goal.removesuffix(unit)) for unit in units), row)

    def test_spica_bench_has_every_work(self):
        if BENCH is None:
            self.skipTest("no spica-bench given")
        listed = self.listed(BENCH, "--list")
        self.assertEqual(listed, {work: row["n"] for work, row in WORKS.items()})

    def test_python_peers_have_every_work(self):
        for path in sorted((HERE / "peers").glob("*_peer.py")):
            found = [node.value for node in ast.walk(ast.parse(path.read_text()))
                     if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "works"]
            self.assertEqual(len(found), 1, path.name)
            self.assertEqual({key.value for key in found[0].keys}, set(WORKS), path.name)

    def test_sizes_at_a_scale_are_the_same_in_both_languages(self):
        if BENCH is None or importlib.util.find_spec("numpy") is None:
            self.skipTest("no spica-bench given, or this Python has no NumPy")
        for scale in ("1", "7", "1000"):
            peer = self.listed(sys.executable, "-B", str(HERE / "peers" / "numpy_peer.py"), "--list", "--scale", scale)
            self.assertEqual(peer, self.listed(BENCH, "--list", f"--scale={scale}"))

    def test_programs_of_cpp_list_only_such_works(self):
        for name in ("eigen", "xtensor"):
            program = Path(BENCH).resolve().parent / f"spica-bench-{name}" if BENCH else None
            if program and program.exists():
                self.assertLessEqual(set(self.listed(str(program), "--list")), set(WORKS))


class Reading(unittest.TestCase):
    def test_google_benchmark(self):
        report = {"benchmarks": [
            {"name": "add/1000/real_time", "run_type": "iteration", "real_time": 3, "time_unit": "us"},
            {"name": "add/1000/real_time", "run_type": "iteration", "real_time": 5, "time_unit": "us"},
            {"name": "add/1000/real_time", "run_type": "iteration", "real_time": 0.004, "time_unit": "ms"},
            {"name": "add/1000/real_time_mean", "run_type": "aggregate", "real_time": 100, "time_unit": "us"},
            {"name": "sort/7/real_time", "run_type": "iteration", "error_occurred": True, "error_message": "wrong result"},
        ]}
        seconds, errors = compare.medians_of_spica(report)
        self.assertEqual(list(seconds), [("add", 1000)])
        self.assertAlmostEqual(seconds["add", 1000], 4e-6)
        self.assertEqual(errors, {("sort", 7): "wrong result"})

    def test_peer(self):
        report = {"results": [{"work": "add", "n": 10, "seconds": [3.0, 1.0, 2.0]}, {"work": "sort", "n": 10, "error": "no"}]}
        self.assertEqual(compare.medians_of_peer(report), ({("add", 10): 2.0}, {("sort", 10): "no"}))

    def test_formulas(self):
        self.assertEqual(compare.evaluate("2*n*n + 8", 3), 26)
        self.assertIsNone(compare.evaluate("-", 3))


class Table(unittest.TestCase):
    def setUp(self):
        self.rows, self.copy_rate = compare.table(recorded(), "openmp", WORKS)
        self.by_work = {row["work"]: row for row in self.rows}

    def test_failures_then_losses_then_the_rest(self):
        self.assertEqual([row["work"] for row in self.rows], ["sort", "max", "copy", "matmul", "add", "add_1000"])

    def test_the_figure_is_the_least_of_the_rounds(self):
        self.assertEqual(self.by_work["add"]["seconds"], 0.003)
        self.assertAlmostEqual(self.by_work["add"]["spread"], 0.1)

    def test_ratio_to_the_best_peer(self):
        self.assertEqual(self.by_work["add"]["best_peer"], "numpy")
        self.assertAlmostEqual(self.by_work["add"]["ratio"], 2)
        self.assertAlmostEqual(self.by_work["max"]["ratio"], 0.5)
        self.assertNotIn("ratio", self.by_work["add_1000"])

    def test_share_of_the_bound(self):
        self.assertAlmostEqual(self.copy_rate, 16e6)
        self.assertAlmostEqual(self.by_work["add"]["share"], 24000 / 16e6 / 0.003)  # a half
        self.assertAlmostEqual(self.by_work["matmul"]["share"], 0.9)  # of the best peer
        self.assertNotIn("share", self.by_work["add_1000"])

    def test_goals(self):
        self.assertEqual((self.by_work["add"]["goal"], self.by_work["add"]["met"]), ("1.4x", True))
        self.assertEqual((self.by_work["max"]["goal"], self.by_work["max"]["met"]), ("1.1x", False))
        self.assertIsNone(self.by_work["matmul"]["met"])  # neither NumPy nor PyTorch ran it
        self.assertTrue(self.by_work["add_1000"]["met"])  # 0.3 us of 0.4 us
        cuda, _ = compare.table(recorded(), "cuda", WORKS)
        self.assertEqual([(row["work"], row["best_peer"], row["met"]) for row in cuda], [("add", "cupy", True)])

    def test_markdown(self):
        lines = compare.markdown(recorded(), WORKS).splitlines()
        self.assertIn("| max | 1000 | float64 | 4 ms | 0% | **0.50** | numpy | 12% | 1.1x missed | 2 ms | failed |  |", lines)
        self.assertIn("| add | 1000 | float64 | 3 ms | 10% | 2.00 | numpy | 50% | 1.4x met | 6 ms | 9 ms |  |", lines)
        self.assertIn("| sort | 1000 | float64 | failed: wrong result: element 3 is 1, expected 2 |  |  |  |  |  |  |  |  |", lines)
        self.assertIn("- torch-cpu, max: ValueError: wrong", lines)
        self.assertIn("- Left out: jax-cpu (No module named 'jax')", lines)
        self.assertIn("3 of 4 works are slower than the best peer; they stand first.", lines)

    def test_times_have_three_digits(self):
        self.assertEqual([compare.show_time(t) for t in (12.34, 0.01234, 4.2e-6, 3e-9)], ["12.3 s", "12.3 ms", "4.2 us", "3 ns"])


class Page(unittest.TestCase):
    def test_it_needs_no_other_file_and_its_charts_are_well_formed(self):
        page = compare.page(recorded(), WORKS)
        for outside in ("http", "src=", "url(", "<script", "<link"):
            self.assertNotIn(outside, page)
        charts = ["<svg" + part.split("</svg>")[0] + "</svg>" for part in page.split("<svg")[1:]]
        self.assertEqual(len(charts), 5)  # time, ratio and share of openmp; no copy was measured on cuda, so no share
        for chart in charts:
            xml.etree.ElementTree.fromstring(chart)

        open_tags = []

        class Balance(html.parser.HTMLParser):
            def handle_starttag(self, tag, attributes):
                if tag != "meta":
                    open_tags.append(tag)

            def handle_startendtag(self, tag, attributes):
                pass

            def handle_endtag(self, tag):
                if open_tags.pop() != tag:
                    raise ValueError(f"</{tag}>")

        Balance().feed(page)
        self.assertEqual(open_tags, [])

    def test_text_is_escaped(self):
        data = recorded()
        data["command"] = "compare --filter '<b>'"
        self.assertNotIn("<b>", compare.page(data, WORKS))


class Against(unittest.TestCase):
    def test_the_same_run_is_not_slower(self):
        self.assertEqual(compare.compare_runs(recorded(), recorded())[1], [])

    def test_slower_than_the_spreads_allow(self):
        now = recorded()
        entry(now, "spica openmp", "add")["seconds"] = [0.0037, 0.00365]  # 1.22, where 1.10 and 1.01 allow 1.11
        entry(now, "spica openmp", "max")["seconds"] = [0.00416, 0.00416]  # 1.04, below the floor
        entry(now, "numpy", "add")["seconds"] = [1.0, 1.0]  # no business of this comparison
        lines, slower = compare.compare_runs(now, recorded())
        self.assertEqual(slower, ["add/1000 on openmp"])
        self.assertIn("| openmp | add | 1000 | 3 ms | 3.65 ms | 1.22 slower | 1.11 |", lines)

    def test_within_the_spreads(self):
        now = recorded()
        entry(now, "spica openmp", "add")["seconds"] = [0.0033, 0.0033]  # 1.1, and the stored rounds were 1.1 apart
        self.assertEqual(compare.compare_runs(now, recorded())[1], [])

    def test_another_machine(self):
        now = recorded()
        now["machine"]["cores"] = "16"
        with self.assertRaisesRegex(compare.Stop, "another machine"):
            compare.compare_runs(now, recorded())

    def test_another_scale(self):
        now = recorded()
        now["scale"] = 1
        with self.assertRaisesRegex(compare.Stop, "has --scale 2"):
            compare.compare_runs(now, recorded())

    def test_exit_status(self):
        with tempfile.TemporaryDirectory() as folder:
            good = recorded()
            good["results"] = [each for each in good["results"] if "error" not in each]
            slow = json.loads(json.dumps(good))
            entry(slow, "spica openmp", "add")["seconds"] = [0.006, 0.006]
            other = json.loads(json.dumps(good))
            other["machine"] = {}
            for name, data in (("good", good), ("slow", slow), ("other", other), ("failed", recorded())):
                (Path(folder) / f"{name}.json").write_text(json.dumps(data))

            def status(stored, *more):
                command = [sys.executable, str(HERE / "compare"), "--from", f"{folder}/{stored}.json", "--output", f"{folder}/out", *more]
                return subprocess.run(command, capture_output=True, timeout=60).returncode

            self.assertEqual(status("good"), 0)
            self.assertTrue(all((Path(folder) / f"out.{kind}").stat().st_size for kind in ("md", "json", "html")))
            self.assertEqual(status("good", "--against", f"{folder}/good.json"), 0)
            self.assertEqual(status("slow", "--against", f"{folder}/good.json"), 1)
            self.assertEqual(status("failed"), 1)
            self.assertEqual(status("good", "--against", f"{folder}/other.json"), 2)
            self.assertEqual(status("absent"), 2)


if __name__ == "__main__":
    unittest.main()
