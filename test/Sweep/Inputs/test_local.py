"""Sweeps on this machine: results, what is computed again, and what goes wrong."""

import csv
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import stat
import subprocess
import tempfile
import time
import unittest
import xml.dom.minidom

HERE = pathlib.Path(__file__).parent


class Sweeps(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        for name in ("tiny.json", "tiny.ptx"):
            shutil.copy(HERE / name, self.folder)

    def plan(self, name="plan.json", **fields):
        path = self.folder / name
        path.write_text(json.dumps(fields))
        return str(path)

    def sweep(self, *words, status=0, cwd=None):
        ran = subprocess.run(["ptx-sweep", *map(str, words)], text=True,
                             capture_output=True, cwd=cwd or self.folder)
        self.assertEqual(ran.returncode, status, ran.stdout + ran.stderr)
        return ran.stdout + ran.stderr

    def rows(self, folder, columns="p.axes, r.verdict, r.detail"):
        database = sqlite3.connect(self.folder / folder / "sweep.sqlite")
        found = database.execute(
            f"SELECT {columns} FROM point p LEFT JOIN result r ON r.key = p.key "
            "ORDER BY p.place").fetchall()
        database.close()
        return found

    def test_seeds(self):
        """A process computes many points, a result is small, nothing is computed
        twice, and what is new in a plan alone is computed."""
        plan = self.plan(axes={"job": "tiny.json", "seed": {"from": 1, "to": 300},
                               "schedule": "random:{seed}"})
        said = self.sweep("run", plan, "-o", "r", "--on=local:2")
        self.assertIn("300 of 300 points have results, 0 of them", said)
        size = (self.folder / "r" / "sweep.sqlite").stat().st_size
        self.assertLess(size / 300, 1024)
        self.assertEqual({v for _, v, _ in self.rows("r")}, {"pass"})
        before = self.rows("r", "r.key, r.ended")
        self.assertIn("; 0 were to be computed", self.sweep("resume", "r"))
        self.plan(axes={"job": "tiny.json", "seed": {"from": 1, "to": 304},
                        "schedule": "random:{seed}"})
        self.assertIn("; 4 were to be computed", self.sweep("run", plan, "-o", "r"))
        self.assertEqual(self.rows("r", "r.key, r.ended")[:300], before)
        # A changed module makes new points of all.
        module = self.folder / "tiny.ptx"
        module.write_text(module.read_text() + "// changed\n")
        self.assertIn("; 304 were to be computed", self.sweep("resume", "r", "--on=local:2"))
        self.assertIn("304 of 304 points", self.sweep("status", "r"))

    def test_results(self):
        job = json.loads((self.folder / "tiny.json").read_text())
        job["launches"][0]["args"][0]["expect"] = {"hex": "01000000"}
        (self.folder / "wrong.json").write_text(json.dumps(job))
        plan = self.plan(axes={"job": ["tiny.json", "wrong.json"], "board": "gtx280",
                               "arch": "sm_13", "opt": [0, 3]}, counters=["issued"])
        said = self.sweep("run", plan, "-o", "r", "--on=local:2", status=1)
        self.assertIn("4 of 4 points have results, 2 of them are no pass", said)
        out = self.sweep("report", "r", "--csv=r.csv", "--junit=r.xml", "--html=r.html")
        self.assertIn("fail: tiny: argument 0", out)
        self.assertIn("ptx-run --job=", out)
        with open(self.folder / "r.csv", newline="") as file:
            table = list(csv.DictReader(file))
        self.assertEqual([r["verdict"] for r in table], ["pass", "pass", "fail", "fail"])
        self.assertEqual(table[0]["counter_issued"], table[0]["warp_instructions"])
        self.assertGreater(int(table[0]["cycles"]), 0)
        self.assertGreater(float(table[0]["wall"]), 0)
        schema = json.loads((self.folder / "r.csv.schema.json").read_text())
        self.assertEqual([c["name"] for c in schema["columns"]], list(table[0]))
        # The command repeats the point.
        ran = subprocess.run(table[2]["command"], shell=True, text=True,
                             capture_output=True)
        self.assertEqual(ran.returncode, 4, ran.stderr)
        self.assertIn("FAIL tiny", ran.stderr)
        self.assertIn(f'"cycles": {table[2]["cycles"]}', ran.stdout)
        suite = xml.dom.minidom.parse(str(self.folder / "r.xml"))
        self.assertEqual(len(suite.getElementsByTagName("failure")), 2)

    def test_files(self):
        """A point that is compiled alone; its command says the same."""
        plan = self.plan(axes={"file": "tiny.ptx", "entry": "*", "arch": "sm_13",
                               "block": [32, "16,16"], "maxrregcount": [4, 32]})
        said = self.sweep("run", plan, "-o", "r", "--on=local:1")
        self.assertIn("4 of 4 points", said)
        found = self.rows("r", "r.registers, r.warps, r.occupancy, r.code_bytes")
        self.assertEqual(len(found), 4)
        for registers, warps, occupancy, code in found:
            self.assertEqual(occupancy, warps / 32)
            self.assertGreater(code, 0)
        command = self.csv_column("r", "command")[2]
        ran = subprocess.run(command, shell=True, text=True, capture_output=True)
        self.assertIn(f"{found[2][0]} registers", ran.stdout)

    def csv_column(self, folder, name):
        self.sweep("report", folder, "--csv=c.csv")
        with open(self.folder / "c.csv", newline="") as file:
            return [row[name] for row in csv.DictReader(file)]

    def test_poison(self):
        """Whatever a point does, the others have results."""
        plan = self.plan(
            axes={"command": ["sh -c 'kill -SEGV $$'", "sleep 100", "true", "false",
                              "no-such-program", "sh -c 'kill -9 $PPID'"]},
            limits={"seconds": 3})
        self.sweep("run", plan, "-o", "r", "--on=local:3", status=1)
        self.assertEqual([v for _, v, _ in self.rows("r")],
                         ["crash", "timeout", "pass", "fail", "error", "memory"])
        tries = [n for n, in self.rows("r", "r.tries")]
        self.assertEqual(tries, [1, 2, 1, 1, 1, 2])
        self.assertIn("; 0 were", self.sweep("resume", "r", status=1))
        # The verdicts of programs stay, those of limits are sought again.
        self.assertIn("; 4 were", self.sweep("resume", "r", "--retry", status=1))

    def test_launch_without_end(self):
        (self.folder / "tiny.ptx").write_text(
            ".version 7.0\n.target sm_75\n.address_size 64\n"
            ".visible .entry tiny(.param .u64 out) {\n.reg .b32 %a;\nmov.u32 %a, 0;\n"
            "L: add.u32 %a, %a, 1;\nmembar.gl;\nbra L;\n}\n")
        plan = self.plan(axes={"job": "tiny.json"}, limits={"seconds": 0.5})
        self.sweep("run", plan, "-o", "r", "--on=local:1", status=1)
        (_, verdict, detail), = self.rows("r")
        self.assertIn(verdict, ("timeout", "fault"), detail)

    def test_memory(self):
        job = json.loads((self.folder / "tiny.json").read_text())
        job["launches"][0]["args"][0]["bytes"] = 3 << 30
        (self.folder / "big.json").write_text(json.dumps(job))
        plan = self.plan(axes={"job": ["big.json", "tiny.json"]}, limits={"memory": "1G"})
        self.sweep("run", plan, "-o", "r", "--on=local:1", status=1)
        (_, big, detail), (_, tiny, _) = self.rows("r")
        self.assertIn(big, ("error", "memory"))
        self.assertIn("memory", detail)
        self.assertEqual(tiny, "pass")

    def held_plan(self, count):
        """Points of which all but the first do not end before a file is gone."""
        (self.folder / "hold").touch()
        return self.plan(axes={"command": "sh -c 'while [ -e hold ] && [ {seed} -gt 3 ]; "
                                          "do sleep 0.1; done'",
                               "seed": {"from": 1, "to": count}})

    def wait_for_results(self, running, results="r"):
        parts = self.folder / results / "parts"
        while not self.count(parts):
            time.sleep(0.05)
            self.assertIsNone(running.poll())
        return parts

    def count(self, parts):
        """The results that workers have written."""
        count = 0
        for path in parts.glob("*.sqlite"):
            database = sqlite3.connect(path, timeout=30)
            if database.execute("SELECT 1 FROM sqlite_master").fetchone():
                count += database.execute("SELECT count(*) FROM result").fetchone()[0]
            database.close()
        return count

    def test_interrupt(self):
        plan = self.held_plan(40)
        running = subprocess.Popen(["ptx-sweep", "run", plan, "-o", "r", "--on=local:2"],
                                   cwd=self.folder, stderr=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL)
        self.wait_for_results(running)
        # Nobody else may hand out points meanwhile; anybody may look.
        self.assertIn("is at work on this sweep",
                      self.sweep("resume", "r", status=2))
        self.assertIn("of 40 points", self.sweep("status", "r", status=1))
        self.assertIn("40 points", self.sweep("report", "r"))
        running.send_signal(signal.SIGINT)
        self.assertEqual(running.wait(), 130)
        (self.folder / "hold").unlink()
        left = [v for _, v, _ in self.rows("r")].count(None)
        self.assertTrue(0 < left < 40, left)
        said = self.sweep("resume", "r", "--on=local:8")
        self.assertIn(f"40 of 40 points have results, 0 of them are no pass; {left} were",
                      said)

    def test_nohup(self):
        """The end of the terminal stops a sweep, but none under nohup."""
        for ignored, status in ((False, 130), (True, 0)):
            plan = self.held_plan(10)
            running = subprocess.Popen(
                ["ptx-sweep", "run", plan, "-o", f"r{ignored}", "--on=local:2"],
                cwd=self.folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                preexec_fn=lambda: signal.signal(
                    signal.SIGHUP, signal.SIG_IGN if ignored else signal.SIG_DFL))
            self.wait_for_results(running, f"r{ignored}")
            running.send_signal(signal.SIGHUP)
            if ignored:
                (self.folder / "hold").unlink()
            self.assertEqual(running.wait(), status)

    def test_killed(self):
        """Of a sweep that was killed the results that were written are there."""
        plan = self.held_plan(20)
        running = subprocess.Popen(["ptx-sweep", "run", plan, "-o", "r", "--on=local:2"],
                                   cwd=self.folder, stderr=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL)
        parts = self.wait_for_results(running)
        running.kill()
        running.wait()
        (self.folder / "hold").unlink()
        # Rubbish, as of a disk that was full.
        (parts / "torn.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
        said = self.sweep("resume", "r", "--on=local:8")
        self.assertIn("torn.sqlite", said)
        self.assertIn("20 of 20 points have results, 0", said)
        self.assertNotIn("; 20 were", said)

    def test_changed_inputs(self):
        """A point whose input has changed since the sweep began is another one."""
        (self.folder / "data").write_text("a")
        (self.folder / "hold").touch()
        plan = self.plan(inputs="data", axes={
            "command": "sh -c 'while [ -e hold ] && [ {seed} -gt 1 ]; do sleep 0.1; done; "
                       "cat data'", "seed": {"from": 1, "to": 6}})
        running = subprocess.Popen(["ptx-sweep", "run", plan, "-o", "r", "--on=local:1"],
                                   cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)
        self.wait_for_results(running)
        (self.folder / "data").write_text("other")
        (self.folder / "hold").unlink()
        said = running.communicate()[0]
        self.assertEqual(running.returncode, 1, said)
        self.assertIn("have changed since the sweep began", said)
        self.assertIn("6 of 6 points have results, 0 of them are no pass; 6 were",
                      self.sweep("resume", "r", "--on=local:2"))

    def test_slurm_at_work(self):
        """Nobody hands out points while Slurm has tasks of the sweep."""
        plan = self.plan(axes={"job": "tiny.json"})
        self.sweep("run", plan, "-o", "r")
        (self.folder / "r" / "slurm-job").write_text("17\n")
        # Says one line of a file each time.
        squeue = self.folder / "squeue"
        squeue.write_text("#!/bin/sh\nhead -n 1 states; sed -i 1d states\n")
        squeue.chmod(0o755)
        states = self.folder / "states"
        path = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", path)
        os.environ["PATH"] = f"{self.folder}:{path}"
        states.write_text("PENDING\n")
        self.assertIn("scancel 17", self.sweep("resume", "r", status=2))
        self.assertIn("1 of 1 points", self.sweep("status", "r"))
        # A task that is being ended may come back, or not.
        states.write_text("COMPLETING\nCOMPLETING\nPENDING\n")
        said = self.sweep("resume", "r", status=2)
        self.assertIn("waiting for tasks of job 17", said)
        self.assertIn("scancel 17", said)
        states.write_text("COMPLETING\nCOMPLETING\n")
        for words in (("resume", "r"), ("run", plan, "-o", "r")):
            self.assertIn("; 0 were to be computed", self.sweep(*words))
        self.assertFalse(states.read_text())

    def test_no_room_to_start(self):
        """A limit that libheddle does not even fit in ends in verdicts."""
        plan = self.plan(axes={"job": "tiny.json"}, limits={"memory": "8M", "retries": 0})
        self.sweep("run", plan, "-o", "r", "--on=local:1", status=1)
        self.assertIn(self.rows("r")[0][1], ("memory", "crash"))

    def test_diff(self):
        plan = self.plan(axes={"job": "tiny.json", "opt": [0, 3]})
        self.sweep("run", plan, "-o", "a")
        self.sweep("run", plan, "-o", "b")
        self.assertIn("2 points in both, 0 in one; 0 differences", self.sweep("diff", "a", "b"))
        other = self.plan("other.json", axes={"job": "tiny.json", "opt": [0, 2],
                                              "maxrregcount": 4})
        self.sweep("run", other, "-o", "c")
        self.assertIn("only in A", self.sweep("diff", "a", "c", status=1))
        database = sqlite3.connect(self.folder / "b" / "sweep.sqlite")
        with database:
            database.execute("UPDATE result SET registers = 99")
        database.close()
        said = self.sweep("diff", "a", "b", status=1)
        self.assertIn("-> 99 (+", said)
        self.assertIn("no column 'regs'", self.sweep("diff", "a", "b", "--columns=regs",
                                                    status=2))

    def test_options(self):
        for fields, part in (
                ({"arch": ["sm_13", "sm_999"]}, "'arch': unknown chip 'sm_999'"),
                ({"board": "abacus"}, "unknown board 'abacus'"),
                ({"maxrregcount": 1}, "takes a number from 4")):
            with self.subTest(fields):
                plan = self.plan(axes={"job": "tiny.json", **fields})
                said = self.sweep("check", plan, status=2)
                self.assertIn("plan.json:1: error: ", said)
                self.assertIn(part, said)
                self.sweep("run", plan, "-o", "none", status=2)
                self.assertFalse((self.folder / "none").exists())
        plan = self.plan(axes={"job": "tiny.json"}, counters=["isued"])
        self.assertIn("no counter 'isued'", self.sweep("check", plan, status=2))

    def test_open_quotes(self):
        plan = self.plan(axes={"command": "echo 'a"})
        for words in (("check", plan), ("run", plan, "-o", "r")):
            self.assertIn("plan.json:1: error: command", self.sweep(*words, status=2))

    def test_report_to_no_file(self):
        """What is no regular file stays what it is, and links stay links."""
        self.sweep("run", self.plan(axes={"job": "tiny.json"}), "-o", "r")
        with open(self.folder / "both", "w") as both:
            subprocess.run(["ptx-sweep", "report", "r", "--csv=/dev/stdout"], check=True,
                           cwd=self.folder, stdout=both)
        text = (self.folder / "both").read_text()
        self.assertLess(text.index("1 points"), text.index("axis_job,verdict"))
        os.mkfifo(self.folder / "pipe")
        reading = subprocess.Popen(["cat", "pipe"], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE)
        self.sweep("report", "r", "--junit=pipe")
        self.assertIn("</testsuites>", reading.communicate()[0])
        self.assertTrue((self.folder / "pipe").is_fifo())
        (self.folder / "old.csv").write_text("old")
        for name, target in (("link.csv", "old.csv"), ("new.csv", "late.csv")):
            (self.folder / name).symlink_to(target)
            self.sweep("report", "r", "--csv=" + name)
            self.assertTrue((self.folder / name).is_symlink())
            self.assertIn("axis_job", (self.folder / target).read_text())
        # After an error nothing is left behind.
        (self.folder / "folder").mkdir()
        before = sorted(os.listdir(self.folder))
        for name, part in (("folder", "Is a directory"), ("none/x", "No such file")):
            self.assertIn(part, self.sweep("report", "r", "--html=" + name, status=2))
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        full = "/dev/full"
        if not os.geteuid():
            # A node of our own: root could replace that of the machine.
            full = str(self.folder / "full")
            try:
                os.mknod(full, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
            except PermissionError:
                return
        before = sorted(os.listdir(self.folder))
        for option in ("csv", "html"):
            self.assertIn("No space left", self.sweep(
                "report", "r", f"--{option}={full}", status=2))
        self.assertTrue(pathlib.Path(full).is_char_device())
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_broken_results(self):
        self.sweep("run", self.plan(axes={"job": "tiny.json"}), "-o", "r")
        path = self.folder / "r" / "sweep.sqlite"
        good = path.read_bytes()
        for contents, *command in (
                (b"", "status", "r"), (good[:100] + b"\xff" * len(good), "report", "r"),
                (good[:len(good) // 2], "diff", "r", "r"), (b"none" * 999, "resume", "r")):
            with self.subTest(command):
                path.write_bytes(contents)
                said = self.sweep(*command, status=2)
                self.assertIn("sweep.sqlite: ", said)
                self.assertNotIn("Traceback", said)

    def test_one_plan_a_folder(self):
        plan = self.plan(axes={"command": "true"})
        self.sweep("run", plan, "-o", "r")
        before = self.rows("r")
        other = self.plan("other.json", axes={"command": "false"})
        self.assertIn("goes into another folder",
                      self.sweep("run", other, "-o", "r", status=2))
        self.plan(axes={"job": "tiny.json"})
        self.assertIn("of axis 'command'", self.sweep("run", plan, "-o", "r", status=2))
        self.assertEqual(self.rows("r"), before)
        self.assertIn("plan: 1 of 1 points", self.sweep("status", "r"))

    def test_counts_of_processes(self):
        plan = self.plan(axes={"command": "true"})
        for number in ("0", "x"):
            self.assertIn("N is from 1 to 4096", self.sweep(
                "run", plan, "-o", "r", "--on=local:" + number, status=2))
        self.sweep("run", plan, "-o", "r", "--on=local:1")
        # Where nothing is left to do, too.
        self.sweep("resume", "r", "--on=local:0", status=2)

    def test_folders(self):
        plan = self.plan(axes={"job": "tiny.json"})
        (self.folder / "mine").mkdir()
        (self.folder / "mine" / "thesis.tex").write_text("x")
        self.assertIn("has other files in it",
                      self.sweep("run", plan, "-o", "mine", status=2))
        for command in ("status", "resume", "report", "work"):
            self.assertIn("no sweep here", self.sweep(command, "mine", status=2))
        self.assertIn("Not a directory", self.sweep("run", plan, "-o", "tiny.ptx", status=2))
        self.sweep("run", plan, "-o", "r", "--on=cloud", status=2)
        odd = "ö 'q\" $x\n[1]"
        self.sweep("run", plan, "-o", odd)
        self.sweep("report", odd, "--html=" + odd + ".html")
        self.assertIn("1 of 1 points", self.sweep("status", odd))

    def test_folder_that_was_not_begun(self):
        """As a full disk leaves it: the next try takes it; names come from plans."""
        plan = self.plan("mine.json", axes={"command": "true"})
        (self.folder / "r" / "parts").mkdir(parents=True)
        for name in ("lock", "plan.json", ".sweep.json.17"):
            (self.folder / "r" / name).touch()
        self.sweep("run", plan, "-o", "r")
        self.assertIn("mine: 1 points", self.sweep("report", "r"))
        (self.folder / "other").mkdir()
        (self.folder / "other" / "plan.json").touch()
        self.assertIn("has other files", self.sweep("run", plan, "-o", "other", status=2))

    def test_numbers(self):
        plan = self.plan(axes={"command": "true"})
        for option in ("--task-seconds=-1", "--progress=nan", "--progress=x"):
            self.assertIn("expected a number from 0",
                          self.sweep("run", plan, "-o", "r", option, status=2))
        self.assertIn("folder of results is empty",
                      self.sweep("run", plan, "-o", "", status=2))
        self.sweep("run", plan, "-o", "r")
        self.sweep("report", "r", "--failures=-1", status=2)

    def test_names_without_text(self):
        """Names of files may be no UTF-8."""
        name = b"x\xff<&\n.json"
        shutil.copy(self.folder / "tiny.json", os.fsencode(self.folder) + b"/" + name)
        plan = self.plan(axes={"job": "x*.json"})
        self.sweep("run", plan, "-o", "r")
        self.sweep("report", "r", "--html=r.html", "--junit=r.xml", "--csv=r.csv")
        xml.dom.minidom.parse(str(self.folder / "r.xml"))


if __name__ == "__main__":
    unittest.main(verbosity=1)
