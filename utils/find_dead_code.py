#!/usr/bin/env python3
"""Finds dead instructions and needless moves in the machine code of kernels.

    utils/find_dead_code.py [--bin build/bin] [--chip=g80] [-O3] PTX...

Each file is compiled and disassembled, and of each kernel this is listed:

  dead  what only writes registers, all of which are written again, or the
        thread ends, before they are read
  copy  a move between registers, both of which are read in the same block
        alone, where what reads the copy could read the original
  late  a move of what has been computed in the same block, where nothing else
        reads it, so that it could have been computed to where it is moved

A copy or late move is only counted where no other value is in the way. The last
line is the sum. Exit: 0 if nothing is dead, 1 otherwise.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

LINE = re.compile(r"  ([0-9a-f]{4,}):  (?:[0-9a-f]{8} ?){1,2}\s+(.*)$")
REGISTER = re.compile(r"\$([rca])(\d+)([lhdq]?)")
PREDICATE = re.compile(r"\((\w+) (\$c\d)\) ")
# These name no register that they write first.
NO_RESULT = re.compile(
    r"(st|red|bra|ret|break|bar|trap|joinat|breakaddr|call|nop|brkpt|exit|pmevent)\b")
# What does more than writing registers.
EFFECT = re.compile(
    r"(st|red|atom|bra|ret|break|bar|trap|joinat|breakaddr|call|nop|brkpt|exit|vote"
    r"|pmevent|ld lock|tex)\b")
MOVE = re.compile(r"mov b32 \$r(\d+) \$r(\d+)$")
# Registers that no kernel has when they are read as zero.
ZEROS = ("63", "127")


def words(match):
    """The registers that a name stands for; halves are parts of two."""
    kind, number, part = match[1], int(match[2]), match[3]
    if kind != "r":
        return {f"{kind}{number}"}
    count = {"d": 2, "q": 4}.get(part, 1)
    halves = part if part in ("l", "h") and part else "lh"
    return {f"r{number + n}{half}" for n in range(count) for half in halves}


class Instruction:
    def __init__(self, address, text):
        self.address, self.text = address, text
        plain = re.sub(r"^short ", "", text)
        self.ends = plain.startswith("exit ")
        plain = re.sub(r"^(exit|join) ", "", plain)
        predicate = PREDICATE.match(plain)
        self.condition = predicate[1] if predicate else None
        self.uses, self.defs = set(), set()
        if predicate:
            self.uses |= words(REGISTER.match(predicate[2]))
            plain = plain[predicate.end():]
        self.plain = plain
        self.has_effect = bool(EFFECT.match(plain)) or self.ends or "join " in text
        result = not NO_RESULT.match(plain)
        for match in REGISTER.finditer(plain):
            if match[0] in ("$r127", "$a0"):
                continue
            if result:
                self.defs |= words(match)
                after = plain[match.end():match.end() + 3]
                # A $c and then the register, or "#" where that is dropped.
                result = match[1] == "c" and after == " $r" and not plain.startswith("mov")
            else:
                self.uses |= words(match)
        if re.match(r"(tex|texfetch|texauto)", plain):
            self.uses |= self.defs

    def target(self):
        match = re.search(r"\b(?:bra|joinat|breakaddr|call) (0x[0-9a-f]+)$", self.plain)
        return int(match[1], 16) if match else None


def blocks_of(code):
    """Lists of instructions and, by their index, those that may follow."""
    starts = {code[0].address} | {t for i in code if (t := i.target()) is not None}
    for this, following in zip(code, code[1:]):
        if re.match(r"(bra|ret|break|trap|exit|call)\b", this.plain) or this.ends:
            starts.add(following.address)
    blocks = []
    for i in code:
        if i.address in starts or not blocks:
            blocks.append([])
        blocks[-1].append(i)
    index = {b[0].address: n for n, b in enumerate(blocks)}
    resume = {index[i.target()] for i in code
              if re.match(r"(joinat|breakaddr) ", i.plain)}
    successors = []
    for n, block in enumerate(blocks):
        last = block[-1]
        to = set()
        conditional = last.condition is not None
        if last.plain.startswith("bra "):
            to.add(index[last.target()])
        elif last.plain.startswith("call "):
            to.add(index[last.target()])
            conditional = True
        elif last.plain.startswith("ret"):
            # Of a function; where it goes is not known.
            to |= set(range(len(blocks))) if "call" in "".join(i.plain for i in code) else set()
        elif not (last.ends or re.match(r"(break|trap)\b", last.plain)):
            conditional = True
        # Lanes that part meet where a join or break entry says.
        if re.match(r"(bra|ret|break|exit)\b", last.plain) or last.ends:
            to |= resume
        if conditional and n + 1 != len(blocks):
            to.add(n + 1)
        successors.append(to)
    return blocks, successors


def live_ends(blocks, successors):
    """The registers that are read behind each block."""
    entry = [set() for _ in blocks]
    while True:
        changed = False
        for n in reversed(range(len(blocks))):
            live = set().union(*(entry[s] for s in successors[n]))
            for i in reversed(blocks[n]):
                if i.condition is None:
                    live -= i.defs
                live |= i.uses
            if live != entry[n]:
                entry[n], changed = live, True
        if not changed:
            return [set().union(*(entry[s] for s in to)) for to in successors]


def reads_later(block, n, registers, live):
    """Whether one of \\p registers is read behind \\p block[n] before it is
    written."""
    left = set(registers)
    for i in block[n + 1:]:
        if i.uses & left:
            return True
        if i.condition is None:
            left -= i.defs
    return bool(left & live)


def is_copy(block, n, live):
    move = MOVE.match(block[n].plain)
    to, source = ({f"r{move[g]}l", f"r{move[g]}h"} for g in (1, 2))
    if move[2] in ZEROS or block[n].condition:
        return False
    intact = True
    for i in block[n + 1:]:
        if i.uses & to:
            # Pairs, quads and tied addends need the register that they name.
            if (not intact or i.defs & to or i.condition
                    or re.search(rf"\$r{move[1]}[dq]|\$r{int(move[1]) & ~1}d", i.plain)
                    or re.search(rf"\$r{int(move[1]) & ~3}q", i.plain)):
                return False
        if i.defs & to and i.condition is None:
            return True
        intact = intact and not i.defs & source
        if i.defs & to:
            return False
    return not live & to


def is_late(block, n, live):
    move = MOVE.match(block[n].plain)
    to, source = ({f"r{move[g]}l", f"r{move[g]}h"} for g in (1, 2))
    if move[2] in ZEROS or block[n].condition or reads_later(block, n, source, live):
        return False
    for i in reversed(block[:n]):
        if i.defs & source:
            return (i.defs == source and i.condition is None
                    and not i.uses & source or i.defs == source and i.condition is None
                    and "short" not in i.text)
        if i.uses & (source | to) or i.defs & to:
            return False
    return False


def find(kernel, code):
    blocks, successors = blocks_of(code)
    found = {"dead": [], "copy": [], "late": []}
    for block, live in zip(blocks, live_ends(blocks, successors)):
        for n, i in enumerate(block):
            if i.defs and not i.has_effect and not reads_later(block, n, i.defs, live):
                found["dead"].append(i)
            elif MOVE.match(i.plain):
                if is_copy(block, n, live):
                    found["copy"].append(i)
                elif is_late(block, n, live):
                    found["late"].append(i)
    for kind, instructions in found.items():
        for i in instructions:
            print(f"{kernel}: {kind} {i.address:04x}: {i.text}")
    return {kind: len(of) for kind, of in found.items()}


def kernels(listing):
    """{kernel: its instructions}"""
    result, name = {}, None
    for line in listing.splitlines():
        if match := re.match(r"// kernel ([^,]*),", line):
            name = match[1]
            result[name] = []
        elif (match := LINE.match(line)) and name:
            result[name].append(Instruction(int(match[1], 16), match[2].strip()))
    return {name: code for name, code in result.items() if code}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--chip", default="g80")
    parser.add_argument("-O", dest="level", default="3")
    parser.add_argument("files", nargs="+", metavar="PTX")
    options = parser.parse_args()
    sums = {"dead": 0, "copy": 0, "late": 0}
    count = instructions = 0
    with tempfile.TemporaryDirectory() as folder:
        cubin = os.path.join(folder, "cubin")
        for file in options.files:
            if subprocess.run([f"{options.bin}/ptxas-lite", f"-arch={options.chip}",
                               f"-O{options.level}", "-w", file, "-o", cubin],
                              capture_output=True, check=False).returncode:
                print(f"{file}: not compiled", file=sys.stderr)
                continue
            listing = subprocess.run([f"{options.bin}/ptx-objdump", "-d", cubin],
                                     capture_output=True, text=True, check=True).stdout
            for name, code in kernels(listing).items():
                count += 1
                instructions += len(code)
                stem = os.path.splitext(os.path.basename(file))[0]
                for kind, number in find(f"{stem}:{name}", code).items():
                    sums[kind] += number
    print(f"{count} kernels, {instructions} instructions: {sums['dead']} dead, "
          f"{sums['copy']} copies, {sums['late']} late moves")
    return 1 if sums["dead"] else 0


if __name__ == "__main__":
    sys.exit(main())
