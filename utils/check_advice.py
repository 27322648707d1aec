#!/usr/bin/env python3
"""check_advice.py [--bin DIR] [--time BOARD] JOB.json...

Holds ptx-occupancy --advise to its word: has it advise each job, repeats every
command that it printed, and compares the cycles. A line for each job: what was
found best, and how many pieces of advice were repeated. In the end: the number
of jobs, of those with advice, of pieces, and of those that did not hold, with
which the exit code is 1."""
import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ADVICE = re.compile(r"^(.*): (\d+) cycles for \d+, .*\n.*\n  repeat  (.*)$", re.MULTILINE)


def cycles_of(command, folder):
    """What a command of ptx-run takes; None where it does not pass."""
    words = shlex.split(command)
    words[0] = str(pathlib.Path(folder) / words[0])
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch) / "stats.json"
        done = subprocess.run([*words, f"--stats=json:{out}"], capture_output=True)
        if done.returncode:
            return None
        return sum(one["cycles"] for one in json.loads(out.read_text())["launches"])


def check(job, options):
    """(pieces, those that do not hold), or None where the job is not advised."""
    done = subprocess.run(
        [f"{options.bin}/ptx-occupancy", "--advise", f"--job={job}", *options.more],
        capture_output=True, text=True)
    if done.returncode:
        print(f"{job.stem}: {done.stderr.strip().splitlines()[-1]}")
        return None
    first, _, command = done.stdout.splitlines()[0].partition(" cycles: ")
    said = [("as it is", first, command), *ADVICE.findall(done.stdout)]
    broken = 0
    for what, cycles, command in said:
        now = cycles_of(command, options.bin)
        if now != int(cycles):
            broken += 1
            print(f"{job.stem}: {what}: {cycles} cycles, and {now} when repeated: {command}")
    best = min(said[1:], key=lambda one: int(one[1]), default=None)
    print(f"{job.stem}: {len(said) - 1} repeated, " +
          (f"best {first} -> {best[1]} cycles by {best[2].split(' ')[-1]}" if best else "nothing better"),
          flush=True)
    return len(said) - 1, broken


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--time")
    parser.add_argument("jobs", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    options.more = [f"--time={options.time}"] if options.time else []
    found = [one for one in (check(job, options) for job in options.jobs) if one]
    pieces = sum(one[0] for one in found)
    broken = sum(one[1] for one in found)
    print(f"{len(found)} of {len(options.jobs)} jobs advised, something better for "
          f"{sum(one[0] > 0 for one in found)}; {pieces} pieces of advice, {broken} that do not hold")
    return 1 if broken or not found else 0


if __name__ == "__main__":
    sys.exit(main())
