#!/usr/bin/env python3
"""compare_engines.py [--run=COMMAND] [--isa=NAME,...] [--threads=N,...]
[--code=KIND,...] FOLDER...

Runs every job below the folders by the interpreter and by host code, for each
instruction set, kind of code and number of host threads that is named. What
ptx-run prints and how it exits must be the same, and some have to end well.
"""

import argparse
import concurrent.futures
import itertools
import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def jobs(folders):
    for folder in folders:
        for path in sorted(folder.rglob("*.json")):
            try:
                job = json.loads(path.read_text(encoding="utf-8"))
            except ValueError:
                continue
            if isinstance(job, dict) and "module" in job and "launches" in job:
                yield path, job.get("extra_args", [])


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return done.returncode, done.stdout, done.stderr


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", default=str(ROOT / "build/bin/ptx-run"))
    parser.add_argument("--isa", default="best")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--code", default="usual,complete")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    tool = shlex.split(options.run)
    kinds = list(itertools.product(*(words.split(",") for words in (
        options.isa, options.code, options.threads))))

    def compare(path, extra):
        base = [*tool, f"--job={path}", *extra]
        expected = run([*base, "--engine=interpreter"])
        wrong = []
        for isa, code, threads in kinds:
            words = ["--engine=translated", f"--host-isa={isa}", f"--host-code={code}",
                     f"-j{threads}", "--no-cache"]
            if run([*base, *words]) != expected:
                wrong.append(shlex.join([*base, *words]))
        return expected[0], wrong

    every = list(jobs(options.folders))
    if not every:
        sys.exit("compare_engines.py: no jobs there")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda job: compare(*job), every))
    wrong = [w for _, ws in results for w in ws]
    passed = sum(status == 0 for status, _ in results)
    for command in wrong:
        print(f"differs: {command}")
    print(f"{len(every)} jobs, {passed} of them with exit code 0; "
          f"{len(every) * len(kinds)} runs by host code, {len(wrong)} differ")
    sys.exit(bool(wrong) or not passed)


if __name__ == "__main__":
    main()
