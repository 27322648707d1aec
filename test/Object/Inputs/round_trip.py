"""Runs jobs on PTX that was lifted from the machine code of their own.

round_trip.py OUT OPTION... -- JOB...: compiles the module of each job with the
options, lifts the object, and runs the job on the PTX that comes out, compiled
with the same options. Prints what failed, and how many instructions the objects
have of the lifted PTX for each of the first.
"""

import json
import os
import re
import subprocess
import sys


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def instructions(path):
    return sum(int(n) for n in re.findall(r"instructions +(\d+) in", run("ptx-objdump", "-x", path).stdout))


def absolute(value, folder):
    """Names of files in a job are relative to it."""
    if isinstance(value, dict):
        return {k: absolute(v, folder) for k, v in value.items()}
    if isinstance(value, list):
        return [absolute(v, folder) for v in value]
    path = os.path.join(folder, value) if isinstance(value, str) else ""
    return os.path.abspath(path) if path and os.path.isfile(path) else value


def round_trip(job_path, out, options):
    """Nothing, or what failed; and the instructions of both objects."""
    with open(job_path) as file:
        job = json.load(file)
    folder = os.path.dirname(job_path)
    name = os.path.splitext(os.path.basename(job_path))[0]
    first, lifted, second = (os.path.join(out, name + end) for end in (".cubin", ".lifted.ptx", ".lifted.cubin"))
    arch = ["-arch", job["arch"]] if "arch" in job else []
    done = run("ptxas-lite", *arch, *options, os.path.join(folder, job["module"]), "-o", first)
    if done.returncode:
        return "compile: " + done.stderr, 0, 0
    done = run("ptx-objdump", "--ptx", first)
    if done.returncode:
        return "lift: " + done.stderr, 0, 0
    with open(lifted, "w") as file:
        file.write(done.stdout)
    done = run("ptxas-lite", *arch, *options, lifted, "-o", second)
    if done.returncode:
        return "compile again: " + done.stderr, 0, 0
    job = absolute(job, folder)
    job["module"] = os.path.abspath(lifted)
    again = os.path.join(out, name + ".json")
    with open(again, "w") as file:
        json.dump(job, file)
    done = run("ptx-run", *options, "--job=" + again)
    problem = "" if done.returncode == 0 else "run: " + done.stdout + done.stderr
    return problem, instructions(first), instructions(second)


def main():
    at = sys.argv.index("--")
    out, options, jobs = sys.argv[1], sys.argv[2:at], sys.argv[at + 1 :]
    os.makedirs(out, exist_ok=True)
    passed, before, after = 0, 0, 0
    for job in jobs:
        problem, one, two = round_trip(job, out, options)
        if problem:
            print(f"{os.path.basename(job)}: {problem.strip()}")
        else:
            passed += 1
            if os.environ.get("VERBOSE"):
                print(f"{os.path.basename(job)}: {one} {two}")
        before += one
        after += two
    ratio = after / before if before else 0
    print(f"{passed} of {len(jobs)} jobs agree; {'at most' if ratio <= 1.1 else 'more than'} 1.1 instructions for each")
    print(f"{before} instructions, {after} of lifted PTX", file=sys.stderr)
    sys.exit(passed != len(jobs))


main()
