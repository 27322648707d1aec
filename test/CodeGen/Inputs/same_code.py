#!/usr/bin/env python3
"""same_code.py ASM DUMP: exits with 1 unless both show the same instructions.

ASM is what ptxas-lite --emit=asm prints, DUMP what ptx-objdump -d makes of the
object. Labels become addresses; short instructions take four bytes, others
eight.
"""

import re
import sys


def size(lines):
    return sum(4 if line.startswith("short ") else 8 for line in lines)


def from_assembly(text):
    kernels, labels, lines = {}, {}, None
    for line in text.splitlines():
        label = re.match(r"([\w$.]+):", line)
        if label and label[1].startswith(".L"):
            labels[label[1]] = size(lines or [])
        elif label:
            lines = kernels.setdefault(label[1], [])
        elif line.startswith("\t.section") and ".text." not in line:
            lines = None
        elif re.match(r"\t[a-z(]", line) and lines is not None:
            lines.append(line.strip())
    for name, code in kernels.items():
        kernels[name] = [
            re.sub(r"\.LBB\w+", lambda m: hex(labels[m[0]]), line) for line in code
        ]
    return {name: code for name, code in kernels.items() if code}


def from_dump(text):
    kernels, lines = {}, None
    for line in text.splitlines():
        label = re.match(r"([\w$]+):$", line)
        code = re.match(r"  [0-9a-f]{4,}:  [0-9a-f]{8} [0-9a-f ]{8}  (.*)$", line)
        if label:
            lines = kernels.setdefault(label[1], [])
        elif code:
            lines.append(code[1])
    return kernels


def main():
    asm, dump = (open(path).read() for path in sys.argv[1:3])
    asm, dump = from_assembly(asm), from_dump(dump)
    if not asm or asm.keys() != dump.keys():
        sys.exit(f"kernels differ: {sorted(asm)} and {sorted(dump)}")
    for name in asm:
        for place, pair in enumerate(zip(asm[name] + [""], dump[name] + [""])):
            if pair[0] != pair[1]:
                at = size(asm[name][:place])
                sys.exit(f"{name}+{at:#x}: '{pair[0]}' and '{pair[1]}'")


if __name__ == "__main__":
    main()
