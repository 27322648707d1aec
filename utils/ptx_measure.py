"""What of PTX the compiler turns into machine code, found out by trying.

Each instruction stands in a kernel of its own, between loads of the registers
it names and stores of them, so that nothing of it is folded or left out as
dead. A whole module of such kernels is compiled for a chip; those that are
refused are taken out until the rest compiles to an object.
"""

import json
import os
import re
import subprocess
from itertools import groupby

import ptx_instances
from ptx_instances import Instance

# The silicon, in the order in which it adds instructions, and what has an
# extension set beside it.
SILICON = ["g80", "g84", "gt215", "gt200"]
EXTENDED = "tx1"
CHIPS = SILICON + [EXTENDED]

REGISTER = re.compile(r"%(p|b|h|rs|r|rd|f|d)\d+\b")
MEMORY_TYPE = {"b": "b8", "h": "b16", "rs": "u16", "r": "b32", "rd": "b64",
               "f": "f32", "d": "b64"}  # fmt: skip


def moved(name, stem, is_load):
    """Statements that bring a register from memory or there."""
    if stem == "p":
        if is_load:
            return f"ld.global.u32 %r31, [g0]; setp.ne.u32 {name}, %r31, 0;"
        return f"selp.u32 %r31, 1, 0, {name}; st.global.u32 [g0], %r31;"
    type_name = MEMORY_TYPE[stem]
    if is_load:
        return f"ld.global.{type_name} {name}, [g0];"
    return f"st.global.{type_name} [g0], {name};"


def alive(instance):
    """The instance with its registers loaded before and stored behind."""
    registers = sorted({(m[0], m[1]) for m in REGISTER.finditer(instance.text)})
    # Registers of .f64 move as bits: chips without f64 could not otherwise.
    before = "".join(moved(*r, True) for r in registers if r[1] != "d")
    behind = "".join(moved(*r, False) for r in registers if r[1] != "d")
    for name, stem in registers:
        if stem == "d":
            before += f"ld.global.b64 %rd0, [g0]; mov.b64 {name}, %rd0;"
            behind += f"mov.b64 %rd0, {name}; st.global.b64 [g0], %rd0;"
    text = instance.text.rstrip()
    # A block has its own semicolons; a list of registers has none.
    end = "" if text.endswith(";") or text.startswith("{") else ";"
    return Instance(
        instance.family,
        instance.version,
        instance.target,
        f"{{ {before} {text}{end} {behind} }}",
    )


class Compiler:
    def __init__(self, tool, folder):
        self.tool = tool
        self.path = os.path.join(folder, "measured.ptx")
        self.output = os.path.join(folder, "measured.cubin")

    def refused(self, instances, chip):
        """Indices of what is refused; empty if all became an object."""
        text, places = ptx_instances.module(instances)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)
        result = subprocess.run(
            [self.tool, f"-arch={chip}", "-O1", "-w", "--max-errors=0",
             "--diagnostics=json", self.path, "-o", self.output],
            capture_output=True,
            text=True,
        )  # fmt: skip
        if result.returncode == 0:
            return set()
        if result.returncode != 1:
            raise RuntimeError(f"exit code {result.returncode}: {result.stderr}")
        index = {line: n for n, line in enumerate(places)}
        errors = [e for e in json.loads(result.stderr) if e["severity"] == "error"]
        found = {index[e["line"]] for e in errors if e["line"] in index}
        if not found:
            raise RuntimeError(f"{self.path}: no instance is to blame: {errors[:2]}")
        return found

    def compiled(self, instances, chip):
        """The indices of those that become machine code."""
        rest = list(range(len(instances)))
        while rest:
            bad = self.refused([instances[n] for n in rest], chip)
            if not bad:
                return set(rest)
            rest = [n for place, n in enumerate(rest) if place not in bad]
        return set()


def measure(tool, folder, instances):
    """For each instance the chips that execute it.

    A chip can do what those before it in SILICON can, so what the last one
    refuses is not tried on the others.
    """
    compiler = Compiler(tool, folder)
    chips = [[] for _ in instances]
    live = [alive(i) for i in instances]

    def key(n):
        i = instances[n]
        return i.version, i.target, "t0" in i.text or "sm0" in i.text

    for _, group in groupby(sorted(range(len(instances)), key=key), key):
        all_of_them = numbers = list(group)
        for chip in reversed(SILICON):
            good = compiler.compiled([live[n] for n in numbers], chip)
            numbers = [numbers[n] for n in sorted(good)]
            for n in numbers:
                chips[n].insert(0, chip)
        for n in compiler.compiled([live[n] for n in all_of_them], EXTENDED):
            chips[all_of_them[n]].append(EXTENDED)
    return chips
