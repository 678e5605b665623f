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


class Speedup(unittest.TestCase):
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

    def test_all_writes_table_json_and_csv(self):
        result = run(SPEEDUP, "all", *TINY, "--json", self.file("r.json"), "--csv", self.file("r.csv"))
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
        self.assertEqual(rows, {backend: expected for backend in backends})

        with open(self.file("r.csv"), newline="") as file:
            lines = list(csv.DictReader(file))
        self.assertEqual([line["variant"] for line in lines], [row["variant"] for row in report["results"]])
        self.assertEqual([float(line["seconds"]) for line in lines], [row["seconds"] for row in report["results"]])

    def test_numpy_is_a_peer(self):
        result = run(SPEEDUP, "all", *TINY, "--peers", "--backends", "serial", "--json", self.file("r.json"))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        if "numpy: not found" in result.stdout:
            self.skipTest("no Python with NumPy")
        with open(self.file("r.json")) as file:
            report = json.load(file)
        self.assertIn("numpy", report["machine"]["peers"])
        found = {(row["experiment"], row["variant"], row["dtype"]) for row in report["results"] if row["backend"] == "numpy"}
        self.assertEqual(found, {("add", "loop", "float64"), ("add", "vectorised", "float64"), ("add", "vectorised-new", "float64"),
                                 ("matmul", "matmul", "float64"), ("matmul", "matmul", "float32"), ("fused", "expression", "float64")})

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

    def test_a_file_that_cannot_be_written_is_named(self):
        result = run(SPEEDUP, "fused", *TINY[:2], "--repeat", "1", "--backends", "serial", "--csv", "/no/such/folder/r.csv")
        self.assertEqual(result.returncode, 1)
        self.assertIn("/no/such/folder/r.csv", result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
