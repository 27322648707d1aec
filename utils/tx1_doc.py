#!/usr/bin/env python3
"""Writes docs/isa/tx1.md from the records of the target description.

An instruction of the extension is one whose feature no silicon has. What it
means is the comment above its row in include/heddle/ABI/Operations.td.
With --check nothing is written; the exit status says whether the file is up to
date. The records are read by llvm-tblgen, from PATH or as --tblgen says.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "lib/Backend/Tesla"
OPERATIONS = ROOT / "include/heddle/ABI/Operations.td"
DOCUMENT = ROOT / "docs/isa/tx1.md"

HEADER = """# The instructions of tx1

tx1 executes what GT200 does and the instructions below, which lie in slots that
the silicon leaves unused. Made by `utils/tx1_doc.py` from the records
`lib/Backend/Tesla/TeslaInstrTx1*.td`; the meaning is that of the operation in
`include/heddle/ABI/Operations.td`, which the interpreter executes.

All are of the long form and keep its fields: bit 0 of the first word is set,
`w0[2:8]` is the destination, `w0[9:15]`, `w0[16:22]` and `w1[14:20]` are the
sources, `w1[0:1]` joins or exits, `w1[4:6]` writes a `$c`, `w1[7:13]` is the
predicate. The slot is the primary code, `w0[28:31]`, and the secondary one,
`w1[29:31]`. Under *words* stands the instruction whose operands are all 0, the
first word first. `[rnd]`, `[ftz]` and `[sat]` are written where they are meant.

"""


def tblgen_json(tool, source, includes):
    command = [tool, "--dump-json", str(source)]
    for folder in includes:
        command += ["-I", str(folder)]
    dump = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(dump.stdout)


def find_tblgen():
    return shutil.which("llvm-tblgen-19") or shutil.which("llvm-tblgen")


def include_dir(tool):
    """Where LLVM's own .td files are: beside the program."""
    return pathlib.Path(tool).resolve().parent.parent / "include"


def meanings():
    """What is said of each operation, by the name of its SemKind."""
    found, block, has_row = {}, [], False
    for line in OPERATIONS.read_text().splitlines():
        if line.startswith("//"):
            if has_row:
                block, has_row = [], False
            block.append(line[2:].strip())
            continue
        row = re.match(r"def Sem(\w+)", line)
        if row:
            found[row.group(1)] = " ".join(block)
        if line.startswith("let "):
            block = []
        has_row = has_row or bool(row) or not line.strip()
    return found


def words(record):
    """The two words in hexadecimal, operands being 0."""
    bits = [bit if isinstance(bit, int) else 0 for bit in record["Inst"]]
    value = sum(bit << place for place, bit in enumerate(bits))
    return f"{value & 0xffffffff:08x} {value >> 32:08x}"


def slot(record):
    def number(low, count):
        return sum(b << i for i, b in enumerate(record["Inst"][low : low + count]))

    return f"{number(28, 4):x}.{number(61, 3)}"


def opcode(record):
    """The number of an instruction among those of its slot."""
    low, high = record["Inst"][58:61], record["Inst"][54:58]
    return sum(bit << place for place, bit in enumerate(low + high))


SPACES = {"g": "g", "a": "gen", "s": "s", "l": "l", "c": "c0"}


def asm(record, records):
    text = record["AsmString"].replace("$flow$pred", "")
    for operand, name in record["InOperandList"]["args"]:
        printer = records[operand["def"]].get("PrintMethod", "")
        space = re.match(r"printFarMem<'(.)'>", printer)
        if space:
            text = text.replace(f"${name}", f"{SPACES[space.group(1)]}[{name}]")
        elif operand["def"].startswith(("UImm", "SImm", "ShortF32")):
            text = text.replace(f"${name}", name.replace("src", "constant"))
    return re.sub(r"\$\{(\w+)\}", r"[\1] ", text).replace("$", "")


def document(tblgen):
    records = tblgen_json(
        tblgen,
        TARGET / "Tesla.td",
        [include_dir(tblgen), ROOT / "include", TARGET],
    )
    chips = [records[name] for name in records["!instanceof"]["Chip"]]
    silicon = {f["def"] for chip in chips if chip["Silicon"] for f in chip["Has"]}
    known = {**meanings(), "SetI": "As the silicon's"}
    rows = []
    for name in records["!instanceof"]["LongInst"]:
        record = records[name]
        needs = [p["def"].removeprefix("Has") for p in record["Predicates"]]
        if record["isCodeGenOnly"] or not set(needs) - silicon:
            continue
        sem = records[record["Sem"]["def"]]["EnumName"]
        rows.append(
            (slot(record), words(record), asm(record, records), needs[0], known.get(sem, sem))
        )
    text = HEADER
    for feature in sorted({row[3] for row in rows}):
        info = records[feature]
        text += f"## `{info['Name']}`\n\n{info['Summary'][0].upper()}{info['Summary'][1:]}.\n\n"
        text += "| slot | words | text | meaning |\n|---|---|---|---|\n"
        last = None
        for place, code, form, _, meaning in sorted(r for r in rows if r[3] == feature):
            said = '"' if meaning == last else meaning
            last = meaning
            text += f"| {place} | `{code}` | `{form}` | {said} |\n"
        text += "\n"
    return text.rstrip("\n") + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument(
        "--tblgen",
        default=find_tblgen(),
    )
    args = parser.parse_args()
    if not args.tblgen:
        parser.error("there is no llvm-tblgen on PATH; --tblgen names one")
    text = document(args.tblgen)
    if not args.check:
        DOCUMENT.parent.mkdir(exist_ok=True)
        DOCUMENT.write_text(text)
        return 0
    if not DOCUMENT.exists() or DOCUMENT.read_text() != text:
        print(f"{DOCUMENT} is out of date: run utils/tx1_doc.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
