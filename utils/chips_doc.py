#!/usr/bin/env python3
"""Writes docs/chips.md from include/heddle/ABI/Features.td.

With --check nothing is written; the exit status says whether the file is up to
date. The table is read by llvm-tblgen, from PATH or as --tblgen says.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "include/heddle/ABI/Features.td"
DOCUMENT = ROOT / "docs/chips.md"

HEADER = """# Chips

Which chip has what, made by `utils/chips_doc.py` from
`include/heddle/ABI/Features.td`. What a chip lacks is made of what it has where
that is possible (`docs/ptx.md` says for which instructions); else it is an error
that names the lowest chip that has it. How many registers, warps and bytes of
shared memory an SM has is a matter of its geometry (`lib/ABI/Geometry.td`).

`tx1` is no silicon: it is gt200 with what later PTX asks for, in instructions of
its own (`docs/isa/tx1.md`). A module for `sm_20` and later compiles for it.

"""


def names(record_list, records):
    return [records[item["def"]]["Name"] for item in record_list]


def document(tblgen):
    dump = subprocess.run(
        [tblgen, "--dump-json", str(TABLE)], check=True, capture_output=True, text=True
    )
    records = json.loads(dump.stdout)
    kinds = records["!instanceof"]
    chips = sorted(
        (records[name] for name in kinds["Chip"]), key=lambda c: number(c)
    )
    # A record's place in the file is not kept: by the first chip that has it.
    has = [set(names(chip["Has"], records)) for chip in chips]
    features = sorted(
        (records[name] for name in kinds["Feature"]),
        key=lambda f: ([f["Name"] not in of for of in has], f["Name"]),
    )
    text = HEADER
    titles = [f"`{c['Name']}` = `{c['SmName']}`" for c in chips]
    text += f"| feature | {' | '.join(titles)} | what it is |\n"
    text += "|---|" + "---|" * (len(chips) + 1) + "\n"
    for feature in features:
        marks = ["yes" if feature["Name"] in of else "" for of in has]
        text += f"| `{feature['Name']}` | {' | '.join(marks)} | {feature['Summary']} |\n"
    return text


def number(chip):
    bits = chip["ComputeCapability"]
    return sum(bit << place for place, bit in enumerate(bits))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument(
        "--tblgen",
        default=shutil.which("llvm-tblgen-19") or shutil.which("llvm-tblgen"),
    )
    args = parser.parse_args()
    if not args.tblgen:
        parser.error("there is no llvm-tblgen on PATH; --tblgen names one")
    text = document(args.tblgen)
    if not args.check:
        DOCUMENT.write_text(text)
        return 0
    if DOCUMENT.exists() and DOCUMENT.read_text() == text:
        return 0
    print(f"{DOCUMENT} is not what {TABLE} says; run utils/chips_doc.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
