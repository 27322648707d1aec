#!/usr/bin/env python3
"""Writes the order in which functions lie in the tools: cmake/symbols.order.

    utils/order_symbols.py [--bin build/bin] [--out FILE] [PTX...]
    utils/order_symbols.py --check [--bin build/bin]

A short run of a tool calls functions all over its 30 MB, and each first touch of
64 KiB is a page fault. So those that ptxas-lite -O3 calls, as callgrind counts
them, lie side by side, the ones of most files first. Functions of fewer than two
files are left out. Without files: those of examples and benchmarks/Kernels and
some of test/Jobs/Inputs.

--check says how many of the listed functions ptxas-lite has; exit code 1 if it
is less than nine in ten: the list was made for another LLVM then. A list that is
out of date makes slower tools, and none that do something else.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent
LIST = TOP / "cmake" / "symbols.order"
LEAST_FILES = 2
LEAST_SHARE = 0.9


def usual_inputs():
    jobs = sorted((TOP / "test/Jobs/Inputs").rglob("*.ptx"))
    return [*sorted((TOP / "examples").glob("*.ptx")),
            *sorted((TOP / "benchmarks/Kernels").glob("*.ptx")), *jobs[::8]]


def functions_of(tool):
    """The mangled names of all functions in an executable, with their sizes."""
    done = subprocess.run(["nm", "--print-size", tool], capture_output=True, text=True,
                          check=True)
    rows = (line.split() for line in done.stdout.splitlines())
    return {row[3]: int(row[1], 16) for row in rows if len(row) == 4 and row[2] in "tTwW"}


def called(tool, source, folder):
    """The functions that compiling a file calls."""
    trace = pathlib.Path(folder) / "trace"
    subprocess.run(["valgrind", "--tool=callgrind", "--demangle=no",
                    f"--callgrind-out-file={trace}", tool, "-O3", "-w", "-o", "/dev/null",
                    source], capture_output=True, check=True)
    # A number behind a quote tells levels of recursion apart.
    return {re.sub(r"'\d+$", "", name) for name in
            re.findall(r"^c?fn=\(\d+\) (\S+)", trace.read_text(), flags=re.M)}


def write(tool, inputs, out):
    known = functions_of(tool)
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for source in inputs:
            counts.update(called(tool, source, folder) & known.keys())
    names = [n for n in sorted(counts, key=lambda n: (-counts[n], n))
             if counts[n] >= LEAST_FILES]
    out.write_text("\n".join(names) + "\n")
    size = sum(known[n] for n in names)
    print(f"{len(names)} functions of {len(inputs)} files, {size / 2 ** 20:.1f} MiB")


def check(tool):
    names = LIST.read_text().split()
    known = functions_of(tool)
    found = sum(n in known for n in names)
    print(f"{tool} has {found} of {len(names)} functions listed")
    return int(found < LEAST_SHARE * len(names))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=TOP / "build/bin",
                        help="where ptxas-lite is")
    parser.add_argument("--out", type=pathlib.Path, default=LIST)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("files", nargs="*", type=pathlib.Path, metavar="PTX")
    options = parser.parse_args()
    tool = options.bin / "ptxas-lite"
    if options.check:
        return check(tool)
    write(tool, options.files or usual_inputs(), options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
