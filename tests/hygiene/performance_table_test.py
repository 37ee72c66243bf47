"""The table of performance.md: every number comes from the measured files, and doubtful ones are marked.

    performance_table_test.py FOLDER-OF-THE-SCRIPT
"""

import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, sys.argv.pop(1))
import performance_table as page  # noqa: E402


def row(case, n, **more):
    return {"case": case, "n": n, "heads": 3, "dim": 64, "threads": 1, "median_ms": 12.345, "p10_ms": 12.0, "p90_ms": 200.0, "floor_ms": 0.1234,
            "ratio": 100.04, "limit": "flops", "others_cpu": 0.02, "command": "omega bench --case " + case, **more}


def run(*rows):
    peaks = {"threads": 1, "flops_per_second": 242e9, "exps_per_second": 12.4e9, "sincos_per_second": 6.1e9, "bandwidths": [{"bytes_per_second": 9.87e9}]}
    return {"machine": {"processor": "A", "instructions": "AVX3", "lanes": 16, "version": "1"}, "peaks": [peaks], "results": list(rows),
            "growth": [{"case": "rfa64", "threads": 1, "shortest": 8, "longest": 64, "exponent": 1.026}]}


class Table(unittest.TestCase):
    def test_numbers(self):
        text = page.table([run(row("rfa64", 8))], [])
        self.assertIn("| rfa64 | 8 | 1 | 12.3 | 12.0–200 | 0.123 | 100 | flops | – | `omega bench --case rfa64` |", text)
        self.assertIn("242 Gflop/s", text)
        self.assertIn("9.87 GB/s from memory", text)
        self.assertIn("| rfa64 | 1 | 8 | 64 | N^1.03 |", text)
        self.assertNotIn("beside other programs", text)

    def test_busy_machines_are_marked(self):
        text = page.table([run(row("rfa64", 8, others_cpu=0.8), row("ra", 8, others_cpu=None), row("lara64", 8))], [])
        self.assertIn("12.3*", text)
        self.assertEqual(text.count("12.3* |"), 2)
        self.assertIn("beside other programs", text)

    def test_torch(self):
        pair = {"method": "rfa64", "n": 8, "heads": 3, "dim": 64, "threads": 1, "speedup_median": 9.0, "speedup_quiet_median": 4.04, "quiet_rounds": 3}
        self.assertIn("| 4.04× 1.13 |", page.table([run(row("rfa64", 8))], [{"torch": "1.13.0", "results": [pair]}]))
        self.assertIn("| 9.00× 1.13 (unquiet) |", page.table([run(row("rfa64", 8))], [{"torch": "1.13.0", "results": [{**pair, "quiet_rounds": 2}]}]))
        self.assertIn("| – |", page.table([run(row("rfa64", 16))], [{"torch": "1.13.0", "results": [pair]}]))

    def test_the_smaller_ratio_counts(self):
        pair = {"method": "rfa64", "n": 8, "heads": 3, "dim": 64, "threads": 1, "quiet_rounds": 3}
        pairs = [{"torch": name, "results": [{**pair, "speedup_median": times, "speedup_quiet_median": times}]}
                 for name, times in (("1.13.0 with OpenBLAS", 3.0), ("2.15.0 with MKL", 2.5))]
        text = page.table([run(row("rfa64", 8))], pairs)
        self.assertIn("| 2.50× 2.15 |", text)
        self.assertIn("1.13.0 with OpenBLAS; 2.15.0 with MKL", text)

    def test_softmax_is_held_against_the_fastest_form(self):
        pairs = [{"torch": "1.13.0", "results": [{"method": name, "n": 8, "heads": 3, "dim": 64, "threads": 1, "speedup_median": times, "speedup_quiet_median": times,
                               "quiet_rounds": 5} for name, times in (("softmax", 3.0), ("sdpa", 2.0), ("softmax-chunk", 2.5))]}]
        self.assertIn("| 2.00× 1.13 |", page.table([run(row("softmax", 8))], pairs))

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "runs.json"
            self.assertEqual(page.objects(path), [])
            path.write_text(json.dumps({"a": 1}) + "\n" + json.dumps({"a": 2}) + "\n")
            self.assertEqual(page.objects(path), [{"a": 1}, {"a": 2}])
            path.write_text(json.dumps({"a": 1}, indent=1))
            self.assertEqual(page.objects(path), [{"a": 1}])

    def test_page(self):
        self.assertEqual(page.table([], []), "Nothing has been measured yet.\n")
        once = page.page_with("x\n" + page.BEGIN + "old\n" + page.END + "y\n", "new\n")
        self.assertEqual(once, page.page_with(once, "new\n"))
        self.assertTrue(once.startswith("x\n") and once.endswith("y\n") and "old" not in once)


if __name__ == "__main__":
    unittest.main()
