#!/usr/bin/env python3
"""explore.py FILE.ptx FOLDER COMMAND...: kernels whose result depends on the schedule.

The file says how it is run:

  // EXPLORE-ARGS: --grid=1 --block=64 --arg=buf=zeros:256

Exploring finds a schedule under which kernel `bug` leaves other bytes in the
buffer of its first parameter than the first run did, whatever the seed. Replayed,
the schedule leaves these bytes, each time the same. Kernel `mended` ends alike
under all schedules.
"""

import os
import re
import subprocess
import sys

SEEDS = [0, 1, 20061108]
RUNS = 60


def run(command, *options):
    done = subprocess.run([*command, *options], capture_output=True, text=True)
    return done.returncode, done.stderr


def fail(what, code, text):
    sys.exit(f"{what}: exit code {code}\n{text}")


def word(path, offset):
    with open(path, "rb") as file:
        return int.from_bytes(file.read()[offset:offset + 4], "little")


def check_bug(command, folder, seed):
    schedule, path = (os.path.join(folder, f"{seed}.{end}")
                      for end in ("schedule", "bytes"))
    code, text = run(command, f"--schedule=explore:{RUNS}:{seed}",
                     f"--schedule-file={schedule}")
    found = re.search(r"\(parameter 0\) \+ (\d+): (0x\w+), and first (0x\w+)", text)
    if code != 5 or not found:
        fail(f"bug, seed {seed}", code, text)
    offset, other, first = (int(digits, 0) for digits in found.groups())

    images = []
    for options, value in [(["--schedule=explore:1"], first),
                           ([f"--schedule=replay:{schedule}"], other),
                           ([f"--schedule=replay:{schedule}"], other)]:
        code, text = run(command, *options, f"--out=0:{path}")
        if code != 0 or word(path, offset) != value:
            fail(f"bug, seed {seed}, {options}: {word(path, offset):#x}, not "
                 f"{value:#x}", code, text)
        with open(path, "rb") as file:
            images.append(file.read())
    if images[1] != images[2]:
        sys.exit(f"bug, seed {seed}: replays differ")


def main():
    file, folder, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    os.makedirs(folder, exist_ok=True)
    with open(file, encoding="utf-8") as source:
        text = source.read()
    arguments = re.search(r"^// EXPLORE-ARGS: (.*)$", text, re.M)[1].split()
    for seed in SEEDS:
        check_bug([*command, file, "--entry=bug", *arguments], folder, seed)
        code, text = run([*command, file, "--entry=mended", *arguments],
                         f"--schedule=explore:{RUNS}:{seed}")
        if code != 0 or "end as the first did" not in text:
            fail(f"mended, seed {seed}", code, text)


main()
