#!/usr/bin/env python3
"""belady.py [--bin DIR] [--arch CHIP] [--budgets 16,24,32,48] JOB.json [KERNEL...]
Spill traffic that a kernel executes, beside what Belady's rule needs on its
straight-line part: the longest block, in the order in which the allocator gets
it. The rule keeps in registers the values whose next use is nearest, stores a
value when it first leaves and loads it when it is used again; a value that one
instruction makes again costs nothing. Traffic is counted for each warp."""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

WORDS = {"gpr16": 1, "gpr16lo": 1, "gpr32": 1, "gpr32lo": 1, "gpr64": 2,
         "gpr128": 4}
DEFINITION = re.compile(r"^\s*(?:undef )?%(\d+)(?:\.\w+)?:(\w+) = (?:\w+ )*?"
                        r"([A-Z][A-Z0-9_]*\w*)(.*)")
OPERAND = re.compile(r"%(\d+)")
# Made again without operands in registers.
CHEAP = re.compile(r"MOV_B(16|32)_(s|i)|MOV_SREG_CONST")


class Instruction:
    def __init__(self, line):
        line = line.split("debug-location")[0].split(" :: ")[0]
        match = DEFINITION.match(line)
        self.defined = match.group(1) if match else None
        self.words = WORDS.get(match.group(2), 0) if match else 0
        self.cheap = bool(match and CHEAP.match(match.group(3)))
        rest = match.group(4) if match else line
        self.used = list(dict.fromkeys(OPERAND.findall(rest)))


def longest_blocks(mir):
    """Kernel name -> instructions of its longest block."""
    blocks = {}
    for function in mir.split("\n---\n"):
        name = re.search(r"^name:\s*'?([^'\n]+)", function, re.M)
        body = re.search(r"^body:\s*\|\n(.*)", function, re.M | re.S)
        if not name or not body:
            continue
        parts = re.split(r"^  bb\..*\n", body.group(1), flags=re.M)
        longest = max(parts, key=lambda p: p.count("\n"))
        lines = [line for line in longest.splitlines()
                 if re.match(r"\s+(%|[A-Z])", line)]
        blocks[name.group(1)] = [Instruction(line) for line in lines]
    return blocks


def belady(code, registers):
    """Stores and loads with so many registers."""
    uses, words, cheap = {}, {}, {}
    for at, one in enumerate(code):
        for value in one.used:
            uses.setdefault(value, []).append(at)
        if one.defined:
            words[one.defined] = one.words
            cheap[one.defined] = one.cheap
    inside, stored = set(), set()
    stores = loads = 0

    def next_use(value, at):
        return next((u for u in uses.get(value, []) if u > at), None)

    def make_room(at, extra, keep):
        nonlocal stores
        while sum(words[v] for v in inside) + extra > registers:
            out = [v for v in inside if v not in keep]
            if not out:
                return
            value = max(out, key=lambda v: (next_use(v, at - 1) or len(code)))
            inside.discard(value)
            if value not in stored and not cheap[value]:
                stores += 1
                stored.add(value)

    for at, one in enumerate(code):
        used = [v for v in one.used if words.get(v)]
        missing = [v for v in used if v not in inside]
        make_room(at, sum(words[v] for v in missing), set(used))
        loads += sum(not cheap[v] for v in missing)
        inside.update(missing)
        for value in used:
            if next_use(value, at) is None:
                inside.discard(value)
        if one.defined and words.get(one.defined):
            make_room(at + 1, one.words, {one.defined})
            if next_use(one.defined, at) is not None:
                inside.add(one.defined)
    return stores + loads


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True,
                            timeout=600, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}: {result.stderr.strip()}")
    return result.stdout


def warps(job, entry):
    count = 0
    for launch in job["launches"]:
        x, y, z = launch["block"]
        gx, gy, gz = launch["grid"]
        if launch["entry"] == entry:
            count += gx * gy * gz * ((x * y * z + 31) // 32)
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    parser.add_argument("--bin", default=os.path.join(root, "build", "bin"))
    parser.add_argument("--arch", default="")
    parser.add_argument("--budgets", default="16,24,32,48")
    parser.add_argument("job")
    parser.add_argument("kernels", nargs="*")
    options = parser.parse_args()
    with open(options.job, encoding="utf-8") as file:
        job = json.load(file)
    module = os.path.join(os.path.dirname(options.job), job["module"])
    arch = [f"-arch={options.arch}"] if options.arch else []

    def tool(name):
        return os.path.join(options.bin, name)

    sweeps = json.loads(run(
        tool("ptx-occupancy"), "--sweep=regs", "--format=json", *arch,
        f"--job={options.job}", module))["sweeps"]
    budgets = [int(b) for b in options.budgets.split(",")]
    blocks = {}
    with tempfile.TemporaryDirectory() as folder:
        ir = os.path.join(folder, "x.ll")
        run(tool("ptxas-lite"), "--emit=llvm", *arch, module, "-o", ir)
        for budget in budgets:
            blocks[budget] = longest_blocks(run(
                tool("ptx-opt"), f"--maxrregcount={budget}",
                "-stop-before=tesla-pressure", ir))
    print("kernel          budget   executed  Belady   ratio")
    for sweep in sweeps:
        if options.kernels and sweep["kernel"] not in options.kernels:
            continue
        for failure in sweep["failures"]:
            print("failed:", failure)
        for budget in budgets:
            point = next(p for p in sweep["points"] if p["budget"] == budget)
            executed = (point["local_accesses"] /
                        warps(job, sweep["kernel"]))
            needed = belady(blocks[budget][sweep["kernel"]], budget)
            ratio = f"{executed / needed:5.2f}" if needed else "    -"
            print(f"{sweep['kernel']:<15} {budget:6}   {executed:8.1f} "
                  f"{needed:7}   {ratio}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
