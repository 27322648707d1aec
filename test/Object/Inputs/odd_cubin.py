"""Writes ELF cubins that other compilers than one wrote.

odd_cubin.py CASE OUT: a kernel k adds a variable in global memory, whose address
is the first word of c14[], to the word at 4 in c0[], and stores the sum where its
parameter points to. The case is what is different.
"""

import struct
import sys

# ld $r1 c14[0]; ld $r2 g14[$r1]; ld $r3 c0[4]; add $r2 $r2 $r3; mov $r0 s[0x10]; exit st g14[$r0] $r2
WORDS = (
    0x10000005, 0x2780C780, 0xD00E0209, 0x80C00780, 0x1000020D, 0x2400C780,
    0x20000409, 0x0400C780, 0x1000C801, 0x0423C780, 0xD00E0009, 0xA0C00781,
)  # fmt: skip

NOBITS, PROGBITS, SYMTAB, STRTAB, REL, RELA = 8, 1, 2, 3, 9, 4


class File:
    """Sections in the order in which they were added, behind the three tables."""

    def __init__(self, wide=False, abi=2, sm=10):
        self.wide, self.abi, self.sm = wide, abi, sm
        self.sections = [("", 0, 0, b"", 0, 0, 0)]
        self.sections += [(".shstrtab", STRTAB, 0, None, 0, 0, 0), (".strtab", STRTAB, 0, None, 0, 0, 0)]
        self.sections += [(".symtab", SYMTAB, 0, None, 0, 2, 0)]
        self.symbols, self.strings = [], b"\0"
        self.symbol("", 0, 0, 0, 0)

    def section(self, name, kind, data=b"", size=0, flags=0, link=0, info=0):
        self.sections.append((name, kind, flags, data, size, link, info))
        return len(self.sections) - 1

    def symbol(self, name, kind, section, value, size):
        at = len(self.strings) if name else 0
        self.strings += name.encode() + b"\0" if name else b""
        form = ("<IBBHQQ", (at, kind, 0x10, section, value, size)) if self.wide else (
            "<IIIBBH", (at, value, size, kind, 0x10, section))
        self.symbols.append(struct.pack(form[0], *form[1]))
        return len(self.symbols) - 1

    def relocation(self, offset, symbol, kind=1, addend=None):
        word = "Q" if self.wide else "I"
        info = symbol << 32 | kind if self.wide else symbol << 8 | kind
        data = struct.pack(f"<{word}{word}", offset, info)
        return data if addend is None else data + struct.pack("<q" if self.wide else "<i", addend)

    def write(self, path):
        names = b"\0" + b"".join(s[0].encode() + b"\0" for s in self.sections[1:])
        tables = {".shstrtab": names, ".strtab": self.strings, ".symtab": b"".join(self.symbols)}
        start = (64 if self.wide else 52) + 1
        table, contents = b"", b""
        for name, kind, flags, data, size, link, info in self.sections:
            data = tables.get(name, data) if data is None else data
            at = names.index(b"\0" + name.encode() + b"\0") + 1 if name else 0
            entry = {SYMTAB: 24, REL: 16, RELA: 24}.get(kind, 0) if self.wide else {SYMTAB: 16, REL: 8, RELA: 12}.get(kind, 0)
            form = "<IIQQQQIIQQ" if self.wide else "<10I"
            table += struct.pack(form, at, kind, flags, 0, start + len(contents), size or len(data), link, info, 4, entry)
            contents += data if kind != NOBITS else b""
        ident = b"\x7fELF" + bytes([2 if self.wide else 1, 1, 1, 0x33, self.abi]) + b"\0" * 7
        flags, after, count = 0xA0100 | self.sm, start + len(contents), len(self.sections)
        if self.wide:
            head = struct.pack("<HHIQQQIHHHHHH", 2, 190, 1, 0, 0, after, flags, 64, 0, 0, 64, count, 1)
        else:
            head = struct.pack("<HHIIIIIHHHHHH", 2, 190, 1, 0, 0, after, flags, 52, 0, 0, 40, count, 1)
        with open(path, "wb") as file:
            file.write(ident + head + b"\0" + contents + table)


def attribute(number, data):
    return struct.pack("<BBH", 4, number, len(data)) + data


def line_program(file):
    """DWARF 2: two files; 0 is line 3 of k.cu, 0x18 line 7 of sub/in.h, 0x20 line 5."""
    address = 8 if file.wide else 4
    head = struct.pack("<BBbBB", 1, 1, -5, 14, 10) + bytes([0, 1, 1, 1, 1, 0, 0, 0, 1])
    head += b"sub\0\0" + b"k.cu\0\0\0\0" + b"in.h\0\1\0\0" + b"\0"
    body = b"\0" + bytes([1 + address, 2]) + b"\0" * address
    body += b"\3\2\1"  # advance_line 2, copy: line 3
    body += b"\2\x18" + b"\4\2" + b"\3\4\1"  # advance_pc 0x18, file 2, line 7
    body += b"\4\1" + bytes([10 + 5 - 2 + 14 * 8])  # file 1, special: address + 8, line - 2
    body += b"\2\x10\0\1\1"  # the end
    unit = struct.pack("<HI", 2, len(head)) + head + body
    at = 4 + 2 + 4 + len(head) + 3
    return struct.pack("<I", len(unit)) + unit, at


def sass_program(file):
    """As .nv_debug_line_sass has it, without files: 0 is line 3 of the PTX, 0x18 line 5."""
    address = 8 if file.wide else 4
    head = struct.pack("<BBbBB", 8, 1, -5, 14, 10) + bytes([0, 1, 1, 1, 1, 0, 0, 0, 1]) + b"\0\0"
    body = b"\0" + bytes([1 + address, 2]) + b"\0" * address
    body += b"\4\0" + b"\3\2\1" + b"\2\3" + b"\3\2\1" + b"\2\3\0\1\1"
    unit = struct.pack("<HI", 2, len(head)) + head + body
    return struct.pack("<I", len(unit)) + unit, 4 + 2 + 4 + len(head) + 3


def main():
    case, out = sys.argv[1:3]
    file = File(wide=case in ("wide", "rela", "sasswide"), abi=7 if case == "abi" else 2, sm=13 if case == "abi" else 10)
    code = struct.pack(f"<{len(WORDS)}I", *WORDS)
    if case == "padding":
        code += struct.pack("<8I", 0xF0000001, 0xE0000001, 0, 0, 0xFFFFFFFF, 0xFFFFFFFF, 0xF0000001, 0xE0000001)
    text = file.section(".text.k", PROGBITS, code, flags=6 | 1 << 20, link=3, info=4 << 24 | 1)
    kernel = file.symbol("k", 0x12, text, 0, len(code))
    unsized = case == "unsized"
    attributes = attribute(0x17, struct.pack("<IHHI", 0xFFFFFFFF, 0, 0, (8 if file.wide else 4) << 18 | 0x3F000))
    attributes += struct.pack("<BBH", 3, 0x18, 8 if file.wide else 4)
    if case == "attributes":
        # Of each format, and numbers that nobody has heard of.
        attributes = b"\1\x7e\0\0" + b"\2\x7d\1\0" + b"\3\x7c\2\1" + attribute(0x7B, b"12345") + attributes
    if case == "offsets":
        attributes = attribute(0x0B, struct.pack("<I", 0))
    if case == "silent":
        attributes = attribute(0x0D, struct.pack("<HHI", 64, 8, 1))
    file.section(".nv.info.k", PROGBITS, attributes, link=3, info=text)
    file.section(".nv.shared.k", NOBITS, size=24, flags=3, info=text)
    # Two variables: one starts with 5 6, and one has no bytes in the file.
    init = file.section(".nv.global.init", PROGBITS, struct.pack("<4I", 5, 6, 0, 0), flags=3)
    first = file.symbol("first", 0x11, init, 0, 0 if unsized else 8)
    second = file.symbol("second", 0x01 if case == "notype" else 0x11, init, 8, 0 if unsized else 8)
    zero = file.section(".nv.global", NOBITS, size=64, flags=3)
    file.symbol("zero", 0x11, zero, 0, 64)
    section = file.symbol("", 0x03, init, 0, 0)
    bank = file.section(".nv.constant0", PROGBITS, struct.pack("<2I", 1, 100), flags=2)
    file.symbol("c", 0x11, bank, 0, 0 if unsized else 8)
    place, symbol, kind, addend = 0, first, REL, None
    if case in ("section", "rela"):
        # A variable of the file's own has no symbol of its own.
        place, symbol = 4, section
    if case == "rela":
        place, kind, addend = 0, RELA, 4
    if case == "end":
        # Two pointers behind the last variable.
        place, symbol = 16, section
    if case == "nosymbols":
        symbol = 9999
    if case == "pointer":
        # first holds the address of the second word of second.
        where = file.section(".rel.nv.global.init", REL, file.relocation(4, second), link=3, info=init)
        assert where
    table = file.section(".nv.constant14", PROGBITS, struct.pack("<2I", place, place if case == "end" else 0), flags=2)
    name = ".rela.nv.constant14" if kind == RELA else ".rel.nv.constant14"
    relocations = file.relocation(0, symbol, 9 if case == "kind" else 1, addend)
    if case == "end":
        relocations += file.relocation(4, symbol)
    file.section(name, kind, relocations, link=3, info=table)
    if case == "code":
        file.section(".rel.text.k", REL, file.relocation(0, first), link=3, info=text)
    if case in ("lines", "wide", "badlines"):
        program, at = line_program(file)
        if case == "badlines":
            program = program[:9] + b"\xff" * 8 + program[17:]
        lines = file.section(".debug_line", PROGBITS, program)
        file.section(".rel.debug_line", REL, file.relocation(at, kernel), link=3, info=lines)
    if case in ("lines", "sass", "sasswide"):
        program, at = sass_program(file)
        lines = file.section(".nv_debug_line_sass", PROGBITS, program)
        file.section(".rel.nv_debug_line_sass", REL, file.relocation(at, kernel), link=3, info=lines)
        file.section(".nv_debug_ptx_txt", PROGBITS, b".version 1.4\0.entry k\0 ld.const.u32 \t%r1, [c+4];\0\0 add.u32 %r2, %r2, %r3;\0")
    file.write(out)


main()
