#!/usr/bin/env python3
"""Writes docs/limits.md from include/heddle/ABI/Limits.def.

With --check nothing is written; the exit status says whether the file is up to
date.
"""

import argparse
import ast
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "include/heddle/ABI/Limits.def"
DOCUMENT = ROOT / "docs/limits.md"

ROW = re.compile(r'HEDDLE_LIMIT\(\s*(\w+),\s*(\d+),\s*((?:"[^"]*"\s*)+)\)')

HEADER = """# Limits

What no chip has more of, made by `utils/limits_doc.py` from
`include/heddle/ABI/Limits.def`. Compiling beyond a limit is an error at the line
of the kernel or variable, an object beyond one is refused when it is read, and a
launch is checked again. What differs from SM to SM is in `lib/ABI/Geometry.td`:
a kernel whose shared memory, parameters included, is more than a CTA of the
chip's geometry has is an error, too; `.maxntid`, `.reqntid`, `.maxnreg` and
`--maxrregcount` beyond the geometry are warnings (`-Wno-launch-bounds`).

`.global` variables of a module may take 2 GiB together; `--max-module-bytes=N`
changes that. Zeros at the end of an initial value take no room in an object.

| limit | value | |
|---|---|---|
"""


def document():
    text = HEADER
    for name, value, meaning in ROW.findall(TABLE.read_text()):
        if name != "NAME":
            text += f"| `{name}` | {value} | {ast.literal_eval('(' + meaning + ')')} |\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    if not parser.parse_args().check:
        DOCUMENT.write_text(document())
        return 0
    if DOCUMENT.exists() and DOCUMENT.read_text() == document():
        return 0
    print(f"{DOCUMENT} is not what {TABLE} says; run utils/limits_doc.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
