"""Job files in this process: heddle.run_job against what ptx-run --job does."""

import json
import os
import pathlib
import tempfile
import threading
import unittest

import heddle

EXAMPLES = pathlib.Path(os.environ["EXAMPLES"])

FAULTY = """.version 7.0
.target sm_75
.address_size 64
.visible .entry good() { ret; }
.visible .entry stop() { trap; ret; }
"""


def job(folder, launches, text=FAULTY):
    (folder / "k.ptx").write_text(text)
    path = folder / "j.json"
    path.write_text(json.dumps({"module": "k.ptx", "launches": [
        {"entry": entry, "grid": [1], "block": [32], "args": [], **more}
        for entry, more in launches]}))
    return str(path)


class Jobs(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        self.addCleanup(self.temporary.cleanup)

    def test_example(self):
        ran = heddle.run_job(str(EXAMPLES / "reduce.json"), {"arch": "sm_13", "O": 3})
        self.assertTrue(ran.passed)
        (launch,) = ran.launches
        self.assertEqual(launch["kernel"], "reduce")
        self.assertGreater(launch["registers"], 0)
        self.assertEqual(launch["spill_stores"], 0)
        self.assertEqual(launch["warps_per_sm"] % launch["ctas_per_sm"], 0)
        self.assertNotIn("microseconds", launch)
        self.assertIsNone(ran.stats)

    def test_budget_and_board(self):
        path = str(EXAMPLES / "nbody.json")
        options = {"arch": "sm_13", "time": "gtx280", "stats": "json"}
        free = heddle.run_job(path, options)
        tight = heddle.run_job(path, {**options, "maxrregcount": 8})
        self.assertTrue(free.passed and tight.passed)
        self.assertLessEqual(tight.launches[0]["registers"], 8)
        self.assertGreater(tight.launches[0]["spill_stores"], 0)
        self.assertGreater(tight.stats["launches"][0]["cycles"],
                           free.stats["launches"][0]["cycles"])
        self.assertGreater(free.launches[0]["microseconds"], 0)

    def test_fault_ends_the_job(self):
        ran = heddle.run_job(job(self.folder, [("good", {}), ("stop", {}), ("good", {})]))
        self.assertTrue(ran.faulted)
        self.assertFalse(ran.passed)
        self.assertEqual([v["passed"] for v in ran.launches], [True, False, False])
        self.assertEqual(ran.launches[1]["fault"], "trap")
        self.assertTrue(ran.launches[2]["skipped"])

    def test_expected_fault(self):
        ran = heddle.run_job(job(self.folder, [("stop", {"expect_fault": "trap"})]))
        self.assertTrue(ran.passed)
        self.assertFalse(ran.faulted)

    def test_refused(self):
        ran = heddle.run_job(job(self.folder, [("good", {})], FAULTY + "nonsense"))
        self.assertTrue(ran.refused)
        self.assertIn("k.ptx:6:", ran.log)

    def test_findings(self):
        ran = heddle.run_job(str(EXAMPLES.parent / "sgemm_volkov.json"),
                             {"check": "all"})
        self.assertFalse(ran.found)

    def test_wrong_options(self):
        path = job(self.folder, [("good", {})])
        for name, value in (("arch", "sm_999"), ("fmad", "maybe"), ("O", 4),
                            ("time", "abacus"), ("frobnicate", 1)):
            with self.subTest(name), self.assertRaises(heddle.Error) as caught:
                heddle.run_job(path, {name: value})
            self.assertEqual(caught.exception.code, "heddleErrorInvalidValue")
            with self.assertRaises(heddle.Error):
                heddle.check_job_option(name, value)
        heddle.check_job_option("arch", "sm_13")

    def test_wrong_files(self):
        with self.assertRaises(heddle.Error) as caught:
            heddle.run_job(str(self.folder / "none.json"))
        self.assertEqual(caught.exception.code, "heddleErrorHost")
        path = self.folder / "j.json"
        path.write_text('{"module": "k.ptx",\n "launches": 3}')
        with self.assertRaises(heddle.Error) as caught:
            heddle.run_job(str(path))
        self.assertIn("j.json:2:", str(caught.exception))

    def test_threads(self):
        path, ends = job(self.folder, [("good", {})]), []
        threads = [threading.Thread(target=lambda: ends.append(heddle.run_job(path)))
                   for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([ran.passed for ran in ends], [True] * 4)


if __name__ == "__main__":
    unittest.main(verbosity=1)
