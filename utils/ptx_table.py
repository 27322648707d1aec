"""Reads the instruction forms of PTX.td, by way of llvm-tblgen's JSON."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ARCH_OF = {1: "90a", 2: "100", 4: "120"}


@dataclass
class Slot:
    group: str
    optional: bool
    modifiers: list


@dataclass
class Operand:
    kinds: set
    rule: str
    type: str
    flags: set
    group: str
    count: int
    divisor: int
    only_with: str
    least: int
    most: int
    step: int


@dataclass
class Form:
    opcode: str
    place: str
    slots: list
    operands: list
    version: int
    target: int
    last_version: int
    last_target: int
    raises: list = field(default_factory=list)
    rules: list = field(default_factory=list)
    beyond_manual: bool = False


def parse_braces(text):
    """'{{A, true, {B, C}}}' as nested lists of words."""
    stack = [[]]
    for token in re.findall(r"[{}]|[^{},]+", text):
        if token == "{":
            stack.append([])
        elif token == "}":
            last = stack.pop()
            stack[-1].append(last)
        elif token.strip():
            stack[-1].append(token.strip())
    return stack[0][0]


def number(bits):
    """TableGen gives the lowest bit first."""
    return sum(bit << place for place, bit in enumerate(bits))


def words(text):
    return {w.strip() for w in text.split("|")} - {"0"}


class Table:
    def __init__(self, tblgen=None):
        tblgen = tblgen or find_tblgen()
        include = os.path.join(ROOT, "include")
        llvm_include = subprocess.run(
            [llvm_config(), "--includedir"], capture_output=True, text=True, check=True
        ).stdout.strip()
        source = os.path.join(include, "heddle/PTXParser/PTX.td")
        output = subprocess.run(
            [tblgen, "--dump-json", "-I", include, "-I", llvm_include, source],
            capture_output=True,
            text=True,
            check=True,
        )
        self.records = json.loads(output.stdout)
        of = self.records["!instanceof"]
        self.modifiers = {
            name: self.records[name]["Text"] for name in of["Modifier"]
        }
        self.types = {
            name: self.records[name]["Type"].split("::")[1]
            for name in of["Modifier"]
            if not self.records[name]["Type"].endswith("None")
        }
        self.numbers = {
            name: number(self.records[name]["Number"]) for name in of["Modifier"]
        }
        self.targets = {
            number(self.records[t]["Number"]): number(self.records[t]["MinVersion"])
            for t in of["Target"]
        }
        self.forms = [self.form(self.records[name]) for name in of["Form"]]
        self.forms.sort(key=lambda f: (f.opcode, f.place))

    def form(self, record):
        slots = [Slot(s[0], s[1] == "true", s[2]) for s in parse_braces(record["Slots"])]
        operands = []
        for o in parse_braces(record["Operands"]):
            o[4:4] = [] if len(o) == 11 else ["0"]
            operands.append(
                Operand(
                    words(o[0]),
                    o[1].split("::")[1],
                    o[2].split("::")[1],
                    words(o[3]),
                    o[4],
                    int(o[5]),
                    int(o[6]),
                    o[7],
                    *map(int, o[8:11]),
                )
            )
        return Form(
            self.records[record["Op"]["def"]]["Mnemonic"],
            record["!locs"][0],
            slots,
            operands,
            number(record["MinVersion"]),
            number(record["MinTarget"]),
            number(record["LastVersion"]),
            number(record["LastTarget"]),
            [(r[0], int(r[1]), int(r[2])) for r in parse_braces(record["RaiseList"])],
            [(r[0], r[1] == "true", r[2]) for r in parse_braces(record["RuleList"])],
            bool(record["IsBeyondManual"]),
        )

    def allows(self, form, used):
        """Whether the rules of the form let these modifiers stand together."""
        for when, excludes, mods in form.rules:
            if when != "ModNone" and when not in used:
                continue
            if any(m in used for m in mods) == excludes:
                return False
        return True

    def minimum(self, form, used):
        """(version, target) that the modifiers need; 10 and 10 at least."""
        version, target = form.version, form.target
        for mod, at_version, at_target in form.raises:
            if mod in used:
                version = max(version, at_version)
                target = max(target, at_target)
        return version, target

    def target_name(self, target):
        """The first target with what `target` of a form asks for."""
        archs, chip = divmod(target, 1000)
        if archs == 0:
            return f"sm_{chip}"
        only_a = archs & 8
        if archs & 1 and chip <= 90:
            return "sm_90a"
        if archs & 2:
            return f"sm_{max(chip, 100)}{'a' if only_a else 'a'}"
        return f"sm_{max(chip, 120)}a"


def llvm_config():
    return shutil.which("llvm-config-19") or shutil.which("llvm-config")


def find_tblgen():
    return shutil.which("llvm-tblgen-19") or shutil.which("llvm-tblgen")
