#!/usr/bin/env python3
"""Judges the lifter with LLVM's own PTX back end.

A job's module is lifted to NVVM IR (`ptxas-lite --emit=llvm`), compiled back to
PTX by a stock `llc -march=nvptx`, and the job runs on the result: its expected
values must still come out. Modules that call heddle.* functions are left out,
for stock llc does not know them, and so are jobs that expect the module to be
refused. With --random=N, programs of ptx-random make the same journey.

  nvptx_roundtrip.py --bin build/bin --llc llc JOB.json...
  nvptx_roundtrip.py --bin build/bin --llc llc --random=100
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

LAYOUT = "e-p:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"

CHIPS = ["g80", "g84", "gt215", "gt200", "sm_10", "sm_11", "sm_12", "sm_13"]


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
    # Stock llc wants local variables in generic memory.
    ir = re.sub(r'^( *)(%\S+) = alloca (.*), addrspace\(5\)(.*)$',
                r'\1\2.generic = alloca \3\4\n'
                r'\1\2 = addrspacecast ptr \2.generic to ptr addrspace(5)',
                ir, flags=re.M)
    return re.sub(r'"target-cpu"="[^"]*"', "", ir)


def run(command, **options):
    return subprocess.run(command, text=True, capture_output=True, **options)


class Skip(Exception):
    """Why something is left out."""


class Failure(Exception):
    """What went wrong."""


def through_llc(source, arch, opt, args, scratch):
    """The path of the PTX that stock llc makes of \\p source."""
    lift = run([os.path.join(args.bin, "ptxas-lite"), f"-arch={arch}",
                f"-O{opt}", "--emit=llvm", source])
    lacks = re.search(r"error: (.* not supported on .*)", lift.stderr)
    if lift.returncode and lacks:
        raise Skip("the chip cannot run it: " + lacks[1])
    if lift.returncode:
        raise Failure("lifting: " + lift.stderr)
    own = sorted(set(re.findall(r"call [^@]*@(heddle\.[\w.]+)", lift.stdout)))
    if own:
        raise Skip("calls " + ", ".join(own))
    ptx = os.path.join(scratch, "back.ptx")
    back = run([args.llc, "-march=nvptx", "-mcpu=sm_30", "-O1", "-o", ptx],
               input=for_nvptx(lift.stdout))
    if back.returncode:
        raise Failure("llc: " + back.stderr)
    return ptx


def roundtrip_job(path, opt, args, scratch):
    """Runs the job at \\p path on what came back."""
    folder = os.path.dirname(os.path.abspath(path))
    with open(path, encoding="utf-8") as file:
        job = json.load(file)
    if any(launch.get("expect_fault") == "module_rejected"
           for launch in job["launches"]):
        raise Skip("is to be refused")
    arch = args.arch or job.get("arch")
    if arch not in CHIPS:
        # Later code is judged on the last of them.
        arch = "gt200"
    job["module"] = through_llc(os.path.join(folder, job["module"]), arch, opt,
                                args, scratch)
    absolute_paths(job, folder)
    copy = os.path.join(scratch, "job.json")
    with open(copy, "w", encoding="utf-8") as file:
        json.dump(job, file)
    result = run([os.path.join(args.bin, "ptx-run"), f"--job={copy}",
                  f"-arch={arch}"])
    if result.returncode:
        raise Failure(result.stdout + result.stderr)


def roundtrip_random(seed, opt, args, scratch):
    """The program of \\p seed must still do what its model does."""
    # Small and without what needs functions of ours, or few would be left.
    program = [os.path.join(args.bin, "ptx-random"), f"--seed={seed}",
               "--max-statements=6", "--chip=gt200", "--modern=0"]
    source = os.path.join(scratch, "random.ptx")
    with open(source, "w", encoding="utf-8") as file:
        file.write(run(program + ["--emit"]).stdout)
    ptx = through_llc(source, "gt200", opt, args, scratch)
    result = run(program + [f"--check={ptx}"])
    if result.returncode:
        raise Failure(result.stdout + result.stderr)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs", nargs="*", metavar="JOB.json")
    parser.add_argument("--bin", required=True, help="folder of Heddle's tools")
    parser.add_argument("--llc", default="llc", help="LLVM 19's llc")
    parser.add_argument("--arch", help="chip (default: the job's, else gt200)")
    parser.add_argument("--opt", default="0,1,3",
                        help="optimization levels of lifting (default 0,1,3)")
    parser.add_argument("--random", type=int, default=0, metavar="N",
                        help="random programs to try")
    parser.add_argument("--seed", type=int, default=1, help="of the first one")
    args = parser.parse_args()
    if not args.jobs and not args.random:
        parser.error("no jobs, and no --random")
    work = [(roundtrip_job, path, os.path.basename(path)) for path in args.jobs]
    work += [(roundtrip_random, seed, f"seed {seed}")
             for seed in range(args.seed, args.seed + args.random)]
    failed = done = skipped = 0
    with tempfile.TemporaryDirectory() as scratch:
        for step, what, name in work:
            for opt in args.opt.split(","):
                try:
                    step(what, opt, args, scratch)
                    done += 1
                    print(f"PASS {name} -O{opt}")
                except Skip as reason:
                    skipped += 1
                    print(f"SKIP {name} -O{opt}: {reason}")
                except Failure as problem:
                    failed += 1
                    print(f"FAIL {name} -O{opt}\n{str(problem).strip()}")
    print(f"{done} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
