#!/usr/bin/env python3
"""Writes docs/ptx.md: the instructions of PTX.td, their checks, who runs them.

    utils/ptx_doc.py --tool build/bin/ptxas-lite [--check]

The forms come from the table; which chips execute one is measured by compiling
it (ptx_measure.py). With --check nothing is written; the exit status says
whether the file is up to date.
"""

import argparse
import os
import pathlib
import sys
import tempfile
from itertools import groupby

import ptx_generate
import ptx_measure
import ptx_table
from ptx_instances import Instance

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/ptx.md"

TITLES = {
    "PTXArithmetic.td": "Arithmetic",
    "PTXCompareLogic.td": "Comparison, selection, logic and shifts",
    "PTXConvertMove.td": "Conversion and moves",
    "PTXMemory.td": "Memory",
    "PTXAtomics.td": "Atomics and reductions",
    "PTXControl.td": "Control flow and warps",
    "PTXBarrier.td": "Barriers and fences",
    "PTXCopy.td": "Asynchronous copies",
    "PTXImage.td": "Textures and surfaces",
    "PTXVideo.td": "Video",
    "PTXMatrix.td": "Matrices: wmma, ldmatrix and others",
    "PTXMma.td": "Matrices: mma",
    "PTXTensor.td": "Tensors: wgmma, tcgen05",
}

HEADER = """# PTX: what is accepted, checked and executed

Made by `utils/ptx_doc.py` from `include/heddle/PTXParser/PTX*.td` and from what
the compiler does with each form. {forms} forms of {opcodes} instructions are
accepted, checked and printed. Of the {variants} variants that they have,
{executed_tx1} become machine code of tx1, {executed} of the GT200, and
{executed_g80} of the G80.

A form is written so: `.{{a,b}}` is one of these modifiers, `[.a]` may be left
out. An operand's letter is `d` for a result and `a`, `b`, ... for sources; `a|imm`
takes a constant, too, `[a]` is an address, `{{a}}` a vector, `!a` may be
negated. Behind a colon is its type where it is not that of the last type
modifier: `1st` and `2nd` are those of the first and second one, `wide` is twice
as wide. What is in `⟨ ⟩` may be left out at the end.

*Since* is the version and the target that the form needs, and those that single
modifiers or types of it need; until says which were the last to have it.
*Together* is which modifiers need or exclude each other. *Executed on* names the
first chip whose machine code it compiles to, measured with every modifier at
least once: `g80`, `g84`, `gt215`, `gt200` or `tx1`, and later ones have it, too,
unless it says *not tx1*. Where only some variants are executed, it says without
which modifiers, or how many. A dash means that `ptxas-lite` checks the form but
no chip executes it; compiling it for one is an error that names the line. What is *beyond the manual* NVIDIA's
assembler takes all the same; there is a warning for it.
"""

# Their operands are not told by a form alone.
BY_HAND = {
    "bra": ["bra L0;", "bra.uni L0;"],
    "brx.idx": ["T: .branchtargets L0; brx.idx %r1, T;"],
    "call": ["call f1;", "call.uni f1;"],
}


def version_text(version):
    return f"{version // 10}.{version % 10}"


def need_text(table, version, target):
    text = version_text(version) if version > 10 else ""
    if target > 10:
        text += (", " if text else "") + table.target_name(target)
    return text


def slot_text(table, slot):
    names = [table.modifiers[m] for m in slot.modifiers]
    text = f".{names[0]}" if len(names) == 1 else ".{" + ",".join(names) + "}"
    return f"[{text}]" if slot.optional else text


LETTERS = "abcefghijklmnopqrstuvwxyz"


def operand_text(operand, letter):
    kinds, flags = operand.kinds, operand.flags
    text = letter
    if "KAddress" in kinds or "KCoords" in kinds:
        text = f"[{letter}, {{...}}]" if "KCoords" in kinds else f"[{letter}]"
    elif kinds == {"KVector"}:
        text = f"{{{letter}}}"
    elif kinds == {"KImm"}:
        text = "imm"
    elif kinds == {"KSink"}:
        text = "_"
    elif "KLabel" in kinds or "KTargets" in kinds:
        text = "label"
    elif "KFunction" in kinds:
        text = "function"
    elif "KList" in kinds:
        text = "(...)"
    elif "KVector" in kinds:
        text = f"{letter}|{{{letter}}}"
    if "KImm" in kinds and kinds != {"KImm"}:
        text += "|imm"
    if "OFNegatable" in flags:
        text = "!" + text
    if "OFPair" in flags or "OFPairNeeded" in flags:
        text += "|p" if "OFPairNeeded" in flags else "[|p]"
    names = {"First": "1st", "Second": "2nd", "Wide": "wide"}
    if operand.rule in names:
        text += ":" + names[operand.rule]
    elif operand.rule == "Fixed" and operand.type != "None":
        text += ":" + operand.type.lower()
    if operand.least or operand.most:
        text += f" in {operand.least}..{operand.most}"
    return text


def form_text(table, form):
    text = form.opcode + "".join(slot_text(table, s) for s in form.slots)
    letters = iter(LETTERS)
    results = sum("OFDest" in o.flags for o in form.operands)
    named = []
    for number, operand in enumerate(form.operands):
        if "OFDest" in operand.flags:
            letter = "d" if results == 1 else f"d{number}"
        else:
            letter = next(letters)
        item = operand_text(operand, letter)
        named.append(f"⟨{item}⟩" if "OFOptional" in operand.flags else item)
    return text + (" " + ", ".join(named) if named else "")


def since_text(table, form):
    parts = [need_text(table, form.version, form.target) or "1.0"]
    for mod, version, target in form.raises:
        need = need_text(table, version, target)
        if need:
            parts.append(f"`.{table.modifiers[mod]}` {need}")
    last = []
    if form.last_version:
        last.append(version_text(form.last_version))
    if form.last_target:
        last.append(f"sm_{form.last_target}")
    if last:
        parts.append("until " + " or ".join(last))
    if form.beyond_manual:
        parts.append("beyond the manual")
    return "; ".join(parts)


def rules_text(table, form):
    parts = []
    for when, excludes, mods in form.rules:
        names = " ".join(f"`.{table.modifiers[m]}`" for m in mods)
        if when == "ModNone":
            parts.append(("never " if excludes else "one of ") + names)
        else:
            word = "not with" if excludes else "with"
            parts.append(f"`.{table.modifiers[when]}` {word} {names}")
    return "; ".join(parts)


def executed_text(table, results):
    """`results` has for each variant its modifiers and the chips it runs on."""
    parts, before = [], []
    for chip in ptx_measure.CHIPS:
        good = [mods for mods, chips in results if chip in chips]
        if good == before:
            continue
        lost = [mods for mods in before if mods not in good]
        if lost:
            parts.append(f"not {chip}" + (f" ({len(lost)} of these)" if good else ""))
        if not any(mods not in before for mods in good):
            continue
        before = good
        bad = [mods for mods, chips in results if chip not in chips]
        missing = [m for m in dict.fromkeys(sum(bad, [])) if m not in sum(good, [])]
        text = chip
        # Modifiers that no variant has are the reason for all that are refused.
        if bad and all(set(mods) & set(missing) for mods in bad):
            text += " without " + " ".join(f"`.{table.modifiers[m]}`" for m in missing)
        elif bad:
            text += f" ({len(good)} of {len(results)})"
        parts.append(text)
    return "; ".join(parts) or "-"


def variants(generator, form):
    """(modifiers, instance) of each."""
    if form.opcode in BY_HAND:
        return [([], generator.at_minimum(form, [], t)) for t in BY_HAND[form.opcode]]
    found = []
    for chosen, operands, least in generator.valid(form):
        mods = [m for _, m in chosen]
        text = ptx_generate.spell(generator.table, form, mods, operands[:least])
        found.append((mods, generator.at_minimum(form, mods, text)))
    return found


class Registers:
    """The special registers."""

    def __init__(self, generator):
        table = generator.table
        self.rows, self.instances = [], []
        for name in table.records["!instanceof"]["SpecialRegister"]:
            record = table.records[name]
            version = ptx_table.number(record["MinVersion"])
            target = ptx_table.number(record["MinTarget"])
            type_name = record["Type"].split("::")[1].lower()
            count = ptx_table.number(record["Count"])
            text = f"%{record['Name']}" + ("0" if count else "")
            text += ".x" if record["IsVector"] else ""
            width = "rd" if type_name.endswith("64") else "r"
            register = "%p1" if type_name == "pred" else f"%{width}1"
            self.instances.append(
                generator.instance(version, target, f"mov.{type_name} {register}, {text};")
            )
            shown = f"%{record['Name']}"
            shown += f"0` ... `%{record['Name']}{count - 1}" if count else ""
            shown += ".{x,y,z,w}" if record["IsVector"] else ""
            need = need_text(table, version, target) or "1.0"
            self.rows.append((shown, type_name, need))

    def lines(self, table, chips):
        yield "\n## Special registers\n"
        yield "| register | type | since | executed on |"
        yield "|---|---|---|---|"
        for (shown, type_name, need), found in zip(self.rows, chips):
            yield f"| `{shown}` | `.{type_name}` | {need} | {executed_text(table, [([], found)])} |"


def escape(text):
    return text.replace("|", "\\|")


def document(tool):
    table = ptx_table.Table()
    generator = ptx_generate.Generator(table)
    registers = Registers(generator)
    files = list(TITLES)
    forms = sorted(
        table.forms, key=lambda f: (files.index(f.place.split(":")[0]), f.opcode)
    )
    of_forms = [variants(generator, f) for f in forms]
    instances = [i for of_form in of_forms for _, i in of_form] + registers.instances
    with tempfile.TemporaryDirectory() as folder:
        chips = iter(ptx_measure.measure(tool, folder, instances))
    found = [[(mods, next(chips)) for mods, _ in of_form] for of_form in of_forms]
    of_registers = list(chips)
    everything = [c for results in found for _, c in results]
    lines = [
        HEADER.format(
            forms=len(forms),
            opcodes=len({f.opcode for f in forms}),
            variants=len(everything),
            executed_tx1=sum("tx1" in c for c in everything),
            executed=sum("gt200" in c for c in everything),
            executed_g80=sum("g80" in c for c in everything),
        )
    ]
    rows = zip(forms, found)
    for place, in_file in groupby(rows, key=lambda r: r[0].place.split(":")[0]):
        lines.append(f"\n## {TITLES[place]}\n")
        lines.append("| form | since | together | executed on |")
        lines.append("|---|---|---|---|")
        for form, results in in_file:
            cells = [
                f"`{escape(form_text(table, form))}`",
                since_text(table, form),
                rules_text(table, form),
                executed_text(table, results),
            ]
            lines.append(f"| {' | '.join(cells)} |")
    lines += registers.lines(table, of_registers)
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", default=str(ROOT / "build/bin/ptxas-lite"))
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    text = document(os.path.abspath(options.tool))
    if not options.check:
        DOCUMENT.write_text(text, encoding="utf-8")
        return 0
    if DOCUMENT.exists() and DOCUMENT.read_text(encoding="utf-8") == text:
        return 0
    print("docs/ptx.md is out of date: run utils/ptx_doc.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
