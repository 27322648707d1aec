#!/usr/bin/env python3
"""Judges the lifter with LLVM's own PTX back end.

A job's module is lifted to NVVM IR (`ptxas-lite --emit=llvm`), compiled back to
PTX by a stock `llc -march=nvptx`, and the job runs on the result: its expected
values must still come out. Modules that call heddle.* functions are left out,
for stock llc does not know them, and so are those with local variables, which it
wants to see in generic memory.

  nvptx_roundtrip.py --bin build/bin --llc llc JOB.json...
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

LAYOUT = "e-p:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"


def absolute_paths(job, folder):
    """Data files of \\p job are named relative to its folder."""
    for launch in job["launches"]:
        for arg in launch["args"]:
            for field in ("init", "expect"):
                if isinstance(arg.get(field), str):
                    arg[field] = os.path.join(folder, arg[field])


def for_nvptx(ir):
    """The IR of a chip of silicon, made a 32-bit NVPTX module."""
    ir = re.sub(r'^target datalayout = .*$',
                f'target datalayout = "{LAYOUT}"', ir, flags=re.M)
    ir = re.sub(r'^target triple = .*$',
                'target triple = "nvptx-nvidia-cuda"', ir, flags=re.M)
    return re.sub(r'"target-cpu"="[^"]*"', "", ir)


def run(command, **options):
    return subprocess.run(command, text=True, capture_output=True, **options)


def roundtrip(path, args, scratch):
    """None when the job passes, "" when it is left out, else what went wrong."""
    folder = os.path.dirname(os.path.abspath(path))
    with open(path, encoding="utf-8") as file:
        job = json.load(file)
    source = os.path.join(folder, job["module"])
    lift = run([os.path.join(args.bin, "ptxas-lite"), f"-arch={args.arch}",
                f"-O{args.opt}", "--emit=llvm", source])
    if lift.returncode:
        return "lifting: " + lift.stderr
    if re.search(r"call .*@heddle\.|alloca .*addrspace\(5\)", lift.stdout):
        return ""
    ptx = os.path.join(scratch, "back.ptx")
    back = run([args.llc, "-march=nvptx", "-mcpu=sm_30", "-O1", "-o", ptx],
               input=for_nvptx(lift.stdout))
    if back.returncode:
        return "llc: " + back.stderr
    job["module"] = ptx
    absolute_paths(job, folder)
    copy = os.path.join(scratch, "job.json")
    with open(copy, "w", encoding="utf-8") as file:
        json.dump(job, file)
    result = run([os.path.join(args.bin, "ptx-run"), f"--job={copy}",
                  f"-arch={args.arch}"])
    return None if result.returncode == 0 else result.stdout + result.stderr


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs", nargs="+", metavar="JOB.json")
    parser.add_argument("--bin", required=True, help="folder of Heddle's tools")
    parser.add_argument("--llc", default="llc", help="LLVM 19's llc")
    parser.add_argument("--arch", default="g80", help="chip to run on")
    parser.add_argument("--opt", default="1", help="optimization level of lifting")
    args = parser.parse_args()
    failed = done = skipped = 0
    with tempfile.TemporaryDirectory() as scratch:
        for path in args.jobs:
            problem = roundtrip(path, args, scratch)
            name = os.path.basename(path)
            if problem:
                failed += 1
                print(f"FAIL {name}\n{problem.strip()}")
            elif problem == "":
                skipped += 1
                print(f"SKIP {name}: not for stock llc")
            else:
                done += 1
                print(f"PASS {name}")
    print(f"{done} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
