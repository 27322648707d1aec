#!/usr/bin/env python3
"""Runs integer, bit and video instructions of PTX against a model.

    utils/check_integers.py --run build/bin/ptx-run [--arch CHIP] [-O LEVEL]
        [--only REGEX] [--seed N] [--rounds N] [--list]

Each instruction is a kernel of its own, whose threads take their sources from
buffers: values at the edges of their types and random ones. What it stores must
be what the model here makes of the same sources; the model knows numbers, not
the machine, and follows the PTX ISA. --list names the instructions. Exit: 0 if
all agree, 1 if one does not.
"""

import argparse
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

import video_cases
from integer_cases import CASES, cut

THREADS = 64
EDGES = [0, 1, 2, 7, 8, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 0x7FFF]
EDGES += [0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]
EDGES += [0x100000000, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000, (1 << 64) - 1]


def sample(rng, kind, thread):
    if kind == "lane":
        return rng.randrange(32)
    if kind == "small":
        return cut(rng.randint(-6, 6), 32)
    if kind == "n":
        return rng.choice([rng.randrange(70), rng.randrange(34), rng.choice(EDGES) & 0xFFFFFFFF])
    nonzero = isinstance(kind, str)
    width = int(kind[7:]) if nonzero else kind
    how = rng.randrange(3)
    value = rng.choice(EDGES) if how == 0 else rng.getrandbits(width)
    if how == 2:
        value >>= rng.randrange(width)
    value = cut(value, width)
    return value or 1 if nonzero else value


def width_of(kind):
    if isinstance(kind, int):
        return kind
    return int(kind[7:]) if kind.startswith("nonzero") else 32


REGISTER = {16: "%h", 32: "%r", 64: "%l"}


def kernel(index, case):
    names = dict(zip("abce", "1234"))
    registers = {n: REGISTER[width_of(k)] + names[n] for n, k in zip("abce", case.sources)}
    result = REGISTER[case.result] + "9"
    loads = [
        f"  ld.global.b{width_of(k)} {registers[n]}, [%l12+{8 * i}];"
        for i, (n, k) in enumerate(zip("abce", case.sources))
    ]
    body = case.text.format(d=result, t=REGISTER[case.result] + "8", **registers)
    return f""".visible .entry k{index}(.param .u64 out, .param .u64 in)
{{
  .reg .b16 %h<10>;
  .reg .b32 %r<14>;
  .reg .b64 %l<14>;
  ld.param.u64 %l11, [out];
  ld.param.u64 %l10, [in];
  mov.u32 %r12, %tid.x;
  mul.wide.u32 %l13, %r12, 32;
  add.u64 %l12, %l10, %l13;
{chr(10).join(loads)}
  {body}
  mul.wide.u32 %l13, %r12, 8;
  add.u64 %l11, %l11, %l13;
  st.global.b{case.result} [%l11], {result};
  ret;
}}
"""


def write(folder, name, values):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(struct.pack(f"<{len(values)}Q", *values))


def launch(folder, rng, index, case):
    sources, results = [], []
    for thread in range(THREADS):
        values = [sample(rng, kind, thread) for kind in case.sources]
        sources += values + [0] * (4 - len(values))
        results.append(cut(case.model(*values), case.result))
    write(folder, f"in{index}", sources)
    write(folder, f"out{index}", results)
    return {
        "name": f"{index} {case.text}",
        "entry": f"k{index}",
        "grid": [1],
        "block": [THREADS],
        "args": [
            {"kind": "buf", "bytes": 8 * THREADS, "init": None,
             "expect": f"out{index}", "elem": "b64"},
            {"kind": "buf", "bytes": 32 * THREADS, "init": f"in{index}"},
        ],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--run", help="ptx-run")
    parser.add_argument("--arch", default="tx1")
    parser.add_argument("-O", dest="level", default="3")
    parser.add_argument("--only", default="", help="instructions that this matches")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    video_cases.add_video(rng)
    video_cases.add_vmad(rng)
    video_cases.add_video_lanes(rng)
    cases = [c for c in CASES if re.search(options.only, c.text)]
    if options.arch != "tx1":
        cases = [c for c in cases if c.chips == "all"]
    if options.list or not options.run:
        print("\n".join(c.text for c in cases))
        return 0
    failed = total = 0
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, len(cases), 64):
            batch = list(enumerate(cases))[first : first + 64]
            with open(os.path.join(folder, "m.ptx"), "w", encoding="utf-8") as file:
                file.write(".version 8.8\n.target sm_100\n.address_size 64\n")
                file.writelines(kernel(i, c) for i, c in batch)
            launches = [launch(folder, rng, i, c) for i, c in batch for _ in range(options.rounds)]
            job = os.path.join(folder, "job.json")
            with open(job, "w", encoding="utf-8") as file:
                json.dump({"module": "m.ptx", "launches": launches}, file)
            done = subprocess.run(
                [options.run, f"-arch={options.arch}", f"-O{options.level}", f"--job={job}"],
                capture_output=True, text=True)
            passed = done.stdout.count("PASS ")
            total += len(launches)
            failed += len(launches) - passed
            if passed != len(launches):
                print("\n".join(l for l in done.stdout.splitlines() if not l.startswith("PASS")))
                print(done.stderr[:3000])
    print(f"{len(cases)} instructions, {total - failed} of {total} launches agree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
