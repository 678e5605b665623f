"""spica-info and spica-speedup as their user meets them: test_programs.py SPICA_INFO SPICA_SPEEDUP."""
import csv
import json
import os
import stat
import subprocess
import sys
import tempfile
import unittest

INFO, SPEEDUP = sys.argv[1:3]
TINY = ["--size", "2000", "--n", "30", "--repeat", "2", "--quick"]
NO_TABLES = "built without tables in files"


def run(*command, **environment):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env={**os.environ, **environment})


def usable_backends():
    machine = json.loads(run(INFO, "--json").stdout)
    return [backend["name"] for backend in machine["backends"] if backend["usable"]]


class Info(unittest.TestCase):
    def test_text_names_every_backend(self):
        result = run(INFO)
        self.assertEqual(result.returncode, 0, result.stderr)
        for word in ("Kokkos", "BLAS", "serial", "openmp", "cuda"):
            self.assertIn(word, result.stdout)

    def test_json_says_why_not(self):
        machine = json.loads(run(INFO, "--json").stdout)
        self.assertEqual([backend["name"] for backend in machine["backends"]], ["serial", "openmp", "cuda"])
        for backend in machine["backends"]:
            if backend["usable"]:
                self.assertGreater(backend["memory_bytes"], 0)
                self.assertGreaterEqual(backend["threads"], 1)
            else:
                self.assertTrue(backend["why_not"])

    def test_bad_usage(self):
        self.assertEqual(run(INFO, "--no-such-option").returncode, 2)
        self.assertEqual(run(INFO, "--help").returncode, 0)


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def file(self, name):
        return os.path.join(self.folder, name)

    def fake_python(self, *lines):
        """A program that has every module and answers every request with these lines."""
        path = self.file("python")
        with open(path, "w") as script:
            script.write("#!/bin/sh\ncase $2 in import*) exit 0;; esac\n" + "".join(f"echo '{line}'\n" for line in lines))
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path


class Speedup(Program):
    def test_all_writes_table_json_and_csv(self):
        result = run(SPEEDUP, "all", *TINY, "--rows", "5000", "--json", self.file("r.json"), "--csv", self.file("r.csv"))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(result.stderr, "")  # no progress line without a terminal
        backends = usable_backends()
        for text in ("[2. 2. 2. ... 2. 2. 2.]", "[3. 3. 3. ... 3. 3. 3.]", "[4. 4. 4. ... 4. 4. 4.]",
                     "[5. 5. 5. ... 5. 5. 5.]", "[6. 6. 6. ... 6. 6. 6.]", "| experiment", *backends):
            self.assertIn(text, result.stdout)

        with open(self.file("r.json")) as file:
            report = json.load(file)
        self.assertEqual(set(report), {"schema", "machine", "results"})
        self.assertEqual(report["schema"], 1)
        self.assertTrue({"host", "processor", "cores", "spica", "kokkos", "blas", "backends"} <= set(report["machine"]))
        rows = {}
        for row in report["results"]:
            fields = {"experiment": str, "variant": str, "dtype": str, "size": int, "backend": str, "seconds": float,
                      "repeats": int, "gbytes_per_s": float, "checked": bool}
            if row["experiment"] == "matmul":
                fields |= {"gflops": float, "corner": list}
                self.assertEqual([len(line) for line in row["corner"]], [5] * 5)
            self.assertEqual({key: type(value) for key, value in row.items()}, fields)
            self.assertTrue(row["checked"])
            self.assertGreater(row["seconds"], 0)
            self.assertEqual(row["repeats"], 2)
            rows.setdefault(row["backend"], set()).add((row["experiment"], row["variant"], row["dtype"]))
        expected = {("add", variant, "float64") for variant in ("loop", "vectorised", "vectorised-new", "kernel-new", "kernel")}
        expected |= {("matmul", "matmul", dtype) for dtype in ("float64", "float32")}
        expected |= {("fused", variant, "float64") for variant in ("expression", "kernel")}
        if NO_TABLES not in result.stdout:
            expected |= {("usage", variant, "float64") for variant in ("read", "to backend", "group", "copy back")}
        self.assertEqual(rows, {backend: expected for backend in backends})

        with open(self.file("r.csv"), newline="") as file:
            lines = list(csv.DictReader(file))
        self.assertEqual([line["variant"] for line in lines], [row["variant"] for row in report["results"]])
        self.assertEqual([float(line["seconds"]) for line in lines], [row["seconds"] for row in report["results"]])

    def test_numpy_is_a_peer(self):
        result = run(SPEEDUP, "all", *TINY, "--rows", "5000", "--peers", "--backends", "serial", "--json", self.file("r.json"))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        if "numpy: not found" in result.stdout:
            self.skipTest("no Python with NumPy")
        with open(self.file("r.json")) as file:
            report = json.load(file)
        self.assertIn("numpy", report["machine"]["peers"])
        found = {(row["experiment"], row["variant"], row["dtype"]) for row in report["results"] if row["backend"] == "numpy"}
        expected = {("add", "loop", "float64"), ("add", "vectorised", "float64"), ("add", "vectorised-new", "float64"),
                    ("matmul", "matmul", "float64"), ("matmul", "matmul", "float32"), ("fused", "expression", "float64")}
        if NO_TABLES not in result.stdout:
            expected |= {("usage", "group", "float64"), ("usage", "group article", "float64")}
        self.assertEqual(found, expected)

    def test_philox_draws_numpys_numbers(self):
        # The peer draws its own matrices; its corner is compared with ours, so exit code 0 says that they agree.
        result = run(SPEEDUP, "matmul", "--n", "40", "--random", "philox", "--seed", "7", "--repeat", "1", "--peers", "--backends", "serial")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_absent_peers_are_a_note(self):
        result = run(SPEEDUP, "fused", *TINY[:2], "--peers", "--backends", "serial", SPICA_PYTHON="/no/such/python")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("numpy: not found; SPICA_PYTHON", result.stdout)

    def test_failing_peers_are_a_note(self):
        python = self.fake_python('{"error": "expression float64: MemoryError: 4 GB"}')
        result = run(SPEEDUP, "fused", *TINY[:2], "--peers", "--backends", "serial", SPICA_PYTHON=python)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("numpy: fused: expression float64: MemoryError: 4 GB", result.stdout)

    def test_a_peers_wrong_result_fails_the_run(self):
        python = self.fake_python('{"variant": "expression", "dtype": "float64", "size": 2000, "seconds": 1.0, "repeats": 1, '
                                  '"wrong": "element 3 is 1"}')
        result = run(SPEEDUP, "fused", *TINY[:2], "--peers", "--backends", "serial", SPICA_PYTHON=python)
        self.assertEqual(result.returncode, 1)
        self.assertIn("WRONG RESULT: fused expression float64 on numpy: element 3 is 1", result.stderr)

    def test_a_wrong_result_fails_the_run(self):
        for experiment, wrong in (("add", "element 1000 is -1, expected 3"), ("fused", "element 1000 is -1"),
                                  ("matmul", "the sum of row 0 is")):
            options = ["--n", "30"] if experiment == "matmul" else ["--size", "2000"]
            result = run(SPEEDUP, experiment, *options, "--repeat", "1", "--backends", "serial", "--json", self.file("r.json"),
                         SPICA_SPEEDUP_CORRUPT="1")
            self.assertEqual(result.returncode, 1)
            self.assertIn("WRONG RESULT: " + experiment, result.stderr)
            self.assertIn(wrong, result.stderr)
            self.assertIn("WRONG", result.stdout)
            with open(self.file("r.json")) as file:
                self.assertFalse(any(row["checked"] for row in json.load(file)["results"]))

    def test_bad_usage_is_exit_code_2(self):
        for arguments, word in ((["add", "--backends", "gpu"], "gpu"), (["add", "--size", "many"], "many"), (["divide"], "divide"),
                                ([], "subcommand"), (["matmul", "--dtype", "int8"], "int8"), (["add", "--n", "3"], "--n")):
            result = run(SPEEDUP, *arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertIn(word, result.stderr)

    def test_too_large_a_size_names_the_need(self):
        for arguments in (["add", "--size", "1e15"], ["fused", "--size", "1e15"], ["matmul", "--n", "3e7"]):
            result = run(SPEEDUP, *arguments)
            self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
            self.assertRegex(result.stderr, r"needs [0-9.]+ PB on serial; of its .* can be used now; choose a smaller --(size|n)")

    def test_a_backend_that_cannot_run_is_an_error_of_spica(self):
        for backend in {"serial", "openmp", "cuda"} - set(usable_backends()):
            result = run(SPEEDUP, "add", *TINY[:2], "--backends", backend)
            self.assertEqual(result.returncode, 1)
            self.assertIn("--backends " + backend, result.stderr)

    def test_help_and_version(self):
        self.assertEqual(run(SPEEDUP, "--help").returncode, 0)
        self.assertRegex(run(SPEEDUP, "--version").stdout, r"^\d+\.\d+\.\d+\n$")

    def test_a_file_that_cannot_be_written_is_named_before_the_run(self):
        for option in ("--csv", "--json"):
            result = run(SPEEDUP, "fused", *TINY[:2], "--repeat", "1", "--backends", "serial", option, "/no/such/folder/r.out")
            self.assertEqual(result.returncode, 1)
            self.assertIn("cannot write /no/such/folder/r.out: No such file or directory", result.stderr)
            self.assertEqual(result.stdout, "")

    def test_a_run_that_fails_leaves_no_empty_file(self):
        result = run(SPEEDUP, "fused", "--size", "1e15", "--json", self.file("r.json"))
        self.assertEqual(result.returncode, 2)
        self.assertFalse(os.path.exists(self.file("r.json")))

    def test_chosen_backends_go_before_the_environments(self):
        arguments = ["fused", *TINY[:2], "--repeat", "1"]
        for environment in {"cuda", "openmp"} - set(usable_backends()) | {"nonsense"}:
            result = run(SPEEDUP, *arguments, "--backends", "serial", SPICA_BACKEND=environment)
            self.assertEqual(result.returncode, 0, result.stderr)
            result = run(SPEEDUP, *arguments, SPICA_BACKEND=environment)
            self.assertEqual(result.returncode, 1)
            self.assertIn("SPICA_BACKEND", result.stderr)

    def test_spicas_own_argument_may_be_two_words(self):
        for words in (["--spica-backend", "serial"], ["--spica-backend=serial"]):
            result = run(SPEEDUP, "fused", *TINY[:2], "--repeat", "1", *words)
            self.assertEqual(result.returncode, 0, result.stderr)


class Usage(Program):
    def generate(self, name="u.csv", rows="5000", *more):
        result = run(SPEEDUP, "generate-usage", self.file(name), "--rows", rows, *more)
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.file(name), result.stdout

    def usage(self, *arguments, **environment):
        result = run(SPEEDUP, "usage", "--repeat", "1", *arguments, **environment)
        if NO_TABLES in result.stderr:
            self.assertEqual(result.returncode, 2)
            self.assertIn("libarrow-dev", result.stderr)
            self.skipTest(result.stderr)
        return result

    def test_generated_readings_depend_on_the_seed_alone(self):
        path, said = self.generate()
        self.assertRegex(said, r"u\.csv: 5000 readings of 1 meter on 53 days, [0-9.]+ kB in ")
        with open(path, "rb") as one, open(self.generate("v.csv")[0], "rb") as same, \
                open(self.generate("w.csv", "5000", "--seed", "1")[0], "rb") as other:
            text = one.read()
            self.assertEqual(text.count(b"\n"), 5001)
            self.assertEqual(text, same.read())
            self.assertNotEqual(text, other.read())

    def test_generating_needs_no_backend(self):
        result = run(SPEEDUP, "generate-usage", self.file("u.csv"), "--rows", "10", SPICA_BACKEND="nonsense")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_full_disk_is_an_error(self):
        result = run(SPEEDUP, "generate-usage", "/dev/full", "--rows", "10")
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot write /dev/full: No space left on device", result.stderr)

    def test_all_backends_agree_with_a_plain_loop_and_with_numpy(self):
        path, _ = self.generate("u.csv", "20000")
        result = self.usage("--csv", path, "--json", self.file("r.json"), "--results-csv", self.file("r.csv"), "--peers")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("20000 readings, 209 days", result.stdout)
        self.assertIn("| 2016-07-27 |", result.stdout)
        with open(self.file("r.json")) as file:
            rows = json.load(file)["results"]
        for backend in usable_backends():
            self.assertEqual([row["variant"] for row in rows if row["backend"] == backend], ["read", "to backend", "group", "copy back"])
        self.assertTrue(all(row["checked"] and row["size"] == 20000 for row in rows))
        if "numpy: not found" not in result.stdout:
            self.assertIn("numpy", {row["backend"] for row in rows})
        with open(self.file("r.csv"), newline="") as file:
            self.assertEqual(len(list(csv.DictReader(file))), len(rows))

    def test_a_wrong_figure_fails_the_run_and_is_not_drawn(self):
        path, _ = self.generate()
        result = self.usage("--csv", path, "--backends", "serial", "--chart", self.file("u.svg"), SPICA_SPEEDUP_CORRUPT="1")
        if "charts" in result.stderr:
            self.skipTest(result.stderr)
        self.assertEqual(result.returncode, 1)
        self.assertIn("WRONG RESULT: usage group float64 on serial: the maximum of day 0 (16801 days after 1970-01-01) is -1", result.stderr)
        self.assertFalse(os.path.exists(self.file("u.svg")))

    def test_a_peers_wrong_figure_fails_the_run(self):
        path, _ = self.generate()
        python = self.fake_python('{"variant": "group", "dtype": "float64", "size": 5000, "seconds": 1.0, "repeats": 1, "wrong": "", '
                                  '"figures": {"days": [1], "min": [1], "max": [1], "mean": [1], "count": [1]}}')
        result = self.usage("--csv", path, "--backends", "serial", "--peers", SPICA_PYTHON=python)
        self.assertEqual(result.returncode, 1)
        self.assertIn("WRONG RESULT: usage group float64 on pandas: 1 days, expected 53", result.stderr)

    def test_the_chart_is_drawn(self):
        path, _ = self.generate()
        for name, begin in (("u.png", b"\x89PNG\r\n\x1a\n"), ("u.svg", b"<?xml")):
            result = self.usage("--csv", path, "--backends", "serial", "--chart", self.file(name))
            if result.returncode == 2 and "gnuplot" in result.stderr:
                self.skipTest(result.stderr)
            self.assertEqual(result.returncode, 0, result.stderr)
            with open(self.file(name), "rb") as file:
                self.assertEqual(file.read(len(begin)), begin)

    def test_times_are_drawn(self):
        result = run(SPEEDUP, "fused", *TINY[:2], "--repeat", "1", "--backends", "serial", "--chart", self.file("t.svg"))
        if result.returncode == 2 and "gnuplot" in result.stderr:
            self.skipTest(result.stderr)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.file("t.svg")) as file:
            self.assertIn("fused expression, 2000", file.read())

    def test_without_gnuplot_a_chart_is_refused_before_the_run(self):
        result = run(SPEEDUP, "fused", *TINY[:2], "--chart", self.file("t.svg"), PATH=self.folder)
        self.assertEqual(result.returncode, 2)
        self.assertIn("gnuplot", result.stderr)
        self.assertEqual(result.stdout, "")

    def test_a_chart_is_png_or_svg(self):
        result = run(SPEEDUP, "fused", *TINY[:2], "--chart", self.file("t.pdf"))
        self.assertEqual(result.returncode, 2)
        self.assertIn("t.pdf: a chart is a .png or a .svg file", result.stderr)

    def test_another_date_format(self):
        with open(self.file("iso.csv"), "w") as file:
            file.write("USAGE,PLACE,DATE\n0.5,a,22.10.2016\n1.5,b,22.10.2016\n0.25,a,21.10.2016\n")
        result = self.usage("--csv", self.file("iso.csv"), "--date-format", "%d.%m.%Y", "--peers")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertRegex(result.stdout, r"\| 2016-10-21 \| +1 \| +0.25 \| +0.25 \| +0.25 \|\n\| 2016-10-22 \| +2 \| +0.5 \| +1.5 \| +1 \|")

    def test_files_that_will_not_do_are_named(self):
        for name, text, words in (("header.csv", "DATE,USAGE\n", ("header.csv", "no readings")),
                                  ("date.csv", "DATE,USAGE\n13/45/2016,1\n", ("date.csv", "13/45/2016")),
                                  ("text.csv", "DATE,USAGE\n1/1/2016,much\n", ("text.csv", "much")),
                                  ("column.csv", "DAY,USAGE\n1/1/2016,1\n", ("DATE",))):
            with open(self.file(name), "w") as file:
                file.write(text)
            result = self.usage("--csv", self.file(name), "--backends", "serial")
            self.assertIn(result.returncode, (1, 2))
            for word in words:
                self.assertIn(word, result.stderr)
        result = self.usage("--csv", self.file("absent.csv"))
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, "absent.csv.*No such file")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
