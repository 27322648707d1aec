#!/usr/bin/env python3
"""Writes docs/counters.md from include/heddle/Machine/Counters.def.

With --check nothing is written; the exit status says whether the file is up to
date.
"""

import argparse
import ast
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "include/heddle/Machine/Counters.def"
DOCUMENT = ROOT / "docs/counters.md"

ROW = re.compile(
    r'HEDDLE_COUNTER\(\s*(\w+),\s*("[^"]*"),\s*("[^"]*"),\s*(\w+),\s*("[^"]*"),'
    r'\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)'
)

HEADER = """# Counters

What `ptx-run --stats` counts for each launch, made by `utils/counters_doc.py`
from `include/heddle/Machine/Counters.def`. Where NVIDIA's profiler for these chips
has a counter of the same meaning, its name is given; NVIDIA's counts one SM or
TPC, Heddle's the whole grid. Sums add up over the warps and CTAs of a launch, a
maximum is the largest of them.

`lane_efficiency` is `active_lanes / (32 * issued)`. A name that ends in `_10`
follows the rules of compute capability 1.0 and 1.1, one in `_12` those of 1.2
and 1.3, whatever chip the kernel was compiled for.

Counts do not depend on the number of host threads, unless the kernel itself
does, and but for hits and misses of the texture cache (textures.md) not on the
schedule either. A kernel that fetches from textures is counted on one host thread.

Kernels of matrices have more below the counters, as `work` in JSON, and by
microinstruction in `--annotate`:

- products of each shape and type, with their operations, two for each product that
  is added (of a sparse one those of the elements that are kept). The name is that of
  the PTX instruction; of tcgen05.mma, or without PTX, the machine's.
- `copied_bytes`: what cp.async read, what copies in bulk and of tensors wrote, and
  those st.async and red.async that tell an mbarrier, in all CTAs that they wrote to.
  Only where there is PTX.
- `row_sets`: sets of eight rows of 16 bytes that ldmatrix and stmatrix access;
  `row_conflicts`: passes beyond the first that they take on 32 banks of words.
- `mbarrier_looks`: lanes that looked whether a phase is over (a wait that goes on
  looks again); `mbarrier_updates`: lanes that told an mbarrier of arrivals or bytes.

| counter | unit | | NVIDIA's name | definition |
|---|---|---|---|---|
"""


def document():
    text = HEADER
    for row in ROW.finditer(TABLE.read_text()):
        name, unit, nvidia = (ast.literal_eval(row[n]) for n in (2, 3, 5))
        definition = ast.literal_eval("(" + row[6] + ")")
        nvidia = f"`{nvidia}`" if nvidia else ""
        merge = {"Sum": "sum", "Max": "maximum"}[row[4]]
        text += f"| `{name}` | {unit} | {merge} | {nvidia} | {definition} |\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    if not parser.parse_args().check:
        DOCUMENT.write_text(document())
        return 0
    if DOCUMENT.exists() and DOCUMENT.read_text() == document():
        return 0
    print("docs/counters.md is out of date: run utils/counters_doc.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
