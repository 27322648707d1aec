#!/usr/bin/env python3
"""check_budgets.py [--bin DIR] [--budgets 16-124] [--arch CHIP] JOB.json...
Holds the register allocator to its budgets. Each job's module is compiled for
every budget, and
  - the job's launches give the expected results with each,
  - no kernel uses more than it may; wherever the code differs, no instruction
    of its disassembly names a register at or above the budget, pairs and quads
    counted whole, and "Used N registers" is the highest one + 1,
  - spill instructions do not grow with the budget; where they do is reported.
Exits with 1 when one of the first two does not hold."""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

REGISTER = re.compile(r"\$r(\d+)([dqlh]?)\b")
WORDS = {"d": 2, "q": 4}
# Not allocated where they are zero: in long forms, and in short ones.
ZEROS = 127, 63


def run(*command, check=True):
    result = subprocess.run(command, capture_output=True, text=True,
                            timeout=300, check=False)
    if check and result.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {result.stderr.strip()}")
    return result


def highest_registers(text):
    """Kernel name -> highest register in its disassembly + 1."""
    used, kernel = {}, None
    for line in text.splitlines():
        start = re.match(r"([^\s:]+):$", line)
        if start:
            kernel = start.group(1)
            used[kernel] = 0
            continue
        if kernel is None or line.startswith("//"):
            continue
        for number, kind in REGISTER.findall(line):
            if int(number) not in ZEROS:
                used[kernel] = max(used[kernel],
                                   int(number) + WORDS.get(kind, 1))
    return used


def reported(text):
    """Kernel name -> registers, from -v."""
    blocks = re.split(r"Compiling entry function '([^']*)'", text)[1:]
    return {name: int(re.search(r"Used (\d+) registers", body).group(1))
            for name, body in zip(blocks[::2], blocks[1::2])}


class Checker:
    def __init__(self, options):
        self.options = options
        self.failures, self.exceptions = [], []
        self.kernels = self.objects = self.disassembled = 0

    def tool(self, name):
        return os.path.join(self.options.bin, name)

    def fail(self, *what):
        self.failures.append(": ".join(map(str, what)))
        print("FAIL", self.failures[-1], flush=True)

    def flags(self, arch):
        return ["--occupancy=off"] + ([f"-arch={arch}"] if arch else [])

    def sweep(self, path, module, arch, launches):
        """What every budget gives, and whether the launches still pass."""
        job = [f"--job={path}"] if launches else []
        result = run(self.tool("ptx-occupancy"), "--sweep=regs",
                     "--format=json", *job, *self.flags(arch), module)
        return json.loads(result.stdout)["sweeps"]

    def check_points(self, name, sweep):
        """Returns one budget for each kind of code."""
        distinct, before = {}, None
        points = {p["budget"]: p for p in sweep["points"]}
        for budget in self.options.budgets:
            point = points.get(budget)
            if point is None:
                self.fail(name, sweep["kernel"], f"no code for {budget}")
                continue
            self.objects += 1
            if point["registers"] > budget:
                self.fail(name, sweep["kernel"],
                          f"budget {budget}, uses {point['registers']}")
            spills = point["spill_stores"] + point["spill_loads"]
            if before is not None and spills > before:
                self.exceptions.append(
                    f"{name}: {sweep['kernel']}: {spills} with {budget}, "
                    f"{before} with one less")
            before = spills
            distinct.setdefault((point["registers"], spills,
                                 point["instructions"]), budget)
        return set(distinct.values())

    def check_object(self, name, module, arch, budget, output):
        """The object against its own disassembly."""
        result = run(self.tool("ptxas-lite"), "-v", *self.flags(arch),
                     f"--maxrregcount={budget}", module, "-o", output)
        highest = highest_registers(
            run(self.tool("ptx-objdump"), "-d", output).stdout)
        for kernel, used in reported(result.stderr).items():
            self.disassembled += 1
            if highest.get(kernel) != used or used > budget:
                self.fail(name, kernel, f"budget {budget}: says {used}, "
                          f"disassembly has {highest.get(kernel)}")

    def check_job(self, path):
        with open(path, encoding="utf-8") as file:
            job = json.load(file)
        module = os.path.join(os.path.dirname(path), job["module"])
        arch = self.options.arch or job.get("arch")
        name = os.path.basename(path)
        sweeps = self.sweep(path, module, arch, job["launches"])
        worth = set()
        for sweep in sweeps:
            self.kernels += 1
            worth |= self.check_points(name, sweep)
        for failure in sweeps[0]["failures"] if sweeps else []:
            budget = int(re.search(r" with (\d+) registers", failure).group(1))
            if budget in self.options.budgets:
                self.fail(name, failure)
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "x.cubin")
            for budget in sorted(worth):
                self.check_object(name, module, arch, budget, output)


def budgets(text):
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    parser.add_argument("--bin", default=os.path.join(root, "build", "bin"))
    parser.add_argument("--budgets", type=budgets, default="16-124")
    parser.add_argument("--arch")
    parser.add_argument("jobs", nargs="+")
    checker = Checker(parser.parse_args())
    for path in checker.options.jobs:
        try:
            checker.check_job(path)
        except (RuntimeError, subprocess.TimeoutExpired) as problem:
            checker.fail(os.path.basename(path), problem)
    for exception in checker.exceptions:
        print("not monotone:", exception)
    print(f"{checker.kernels} kernels under {checker.objects} budgets, "
          f"{checker.disassembled} disassembled; "
          f"{len(checker.failures)} failures, {len(checker.exceptions)} times "
          f"more spills with one register more")
    return 1 if checker.failures else 0


if __name__ == "__main__":
    sys.exit(main())
