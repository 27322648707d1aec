#!/usr/bin/env python3
"""Lists modifiers that change nothing in what an instruction is lifted to.

    utils/ignored_modifiers.py --tool build/bin/ptx-opt [--arch CHIP]

For each form of PTX.td that a chip can run, each modifier that may be left out
is put in, and the two instructions are lifted. Where LLVM IR is the same, the
modifier is printed with the mnemonics that ignore it: it is a hint then, or
forgotten.
"""

import argparse
import collections
import os
import re
import subprocess
import tempfile

import ptx_generate
import ptx_instances
import ptx_table

BATCH = 60


def variants(table, generator, form):
    """(modifier, instance without it, instance with it)"""
    if form.opcode in ptx_generate.BY_HAND:
        return
    choices = [
        (choice, {m for _, m in choice}, operands[:least])
        for choice, operands, least in generator.valid(form)
    ]
    for choice, used, operands in choices:
        for slot, mod in choice:
            if not slot.optional:
                continue
            rest = [pair for pair in choice if pair != (slot, mod)]
            if not table.allows(form, {m for _, m in rest}):
                continue
            # The operands of the shorter one, for it has no more of them.
            least = ptx_generate.Builder(table, form, rest).operands()
            mods = [m for _, m in choice]
            left = [m for _, m in rest]
            version, target = table.minimum(form, mods)
            make = lambda names, ops: generator.instance(
                max(version, 70), max(target, 70) if target < 1000 else target,
                ptx_generate.spell(table, form, names, ops),
            )  # fmt: skip
            if len(least[0][: least[1]]) <= len(operands):
                yield mod, make(left, least[0][: least[1]]), make(mods, operands)


def bodies(tool, arch, instances):
    """The body of each instance as LLVM IR, or None where it is refused."""
    found = [None] * len(instances)
    left = list(range(len(instances)))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.ptx")
        while left:
            text, lines = ptx_instances.module([instances[i] for i in left])
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            result = subprocess.run(
                [tool, "--arch=" + arch, path],
                capture_output=True, text=True,
            )  # fmt: skip
            if result.returncode == 0:
                functions = re.findall(
                    r"^define [^\n]*@k(\d+)_\([^\n]*\{\n(.*?)^\}", result.stdout, re.M | re.S
                )
                for index, body in functions:
                    found[left[int(index)]] = re.sub(r",? ?!(dbg )?!?\d+", "", body)
                break
            wrong = {int(n) for n in re.findall(r":(\d+):\d+: error", result.stderr)}
            good = [i for i, line in zip(left, lines) if line not in wrong]
            if len(good) == len(left):
                break
            left = good
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--arch", default="tx1")
    options = parser.parse_args()
    table = ptx_table.Table()
    generator = ptx_generate.Generator(table)
    pairs = [
        (form, *v) for form in table.forms for v in variants(table, generator, form)
    ]
    groups = collections.defaultdict(list)
    for pair in pairs:
        with_it = pair[3]
        needs_sampler = "sm0" in ptx_instances.names_in(with_it.text)
        groups[with_it.number, with_it.target, needs_sampler].append(pair)
    ignored = collections.defaultdict(set)
    for group in groups.values():
        for start in range(0, len(group), BATCH):
            some = group[start : start + BATCH]
            all_of_them = [i for _, _, without, with_it in some for i in (without, with_it)]
            found = bodies(options.tool, options.arch, all_of_them)
            for (form, mod, _, _), before, after in zip(some, found[::2], found[1::2]):
                if before is not None and before == after:
                    ignored[table.modifiers[mod]].add(form.opcode)
    for mod, opcodes in sorted(ignored.items()):
        print(f".{mod}: {' '.join(sorted(opcodes))}")


if __name__ == "__main__":
    main()
