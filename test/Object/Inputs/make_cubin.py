"""Writes the kernels of an object of ours as NVIDIA's compilers wrote theirs.

make_cubin.py text|elf32|elf64 OBJECT OUT: OBJECT has no global variables. The
layout of both forms is that of files of CUDA 1.0 to 6.5.
"""

import re
import struct
import subprocess
import sys


def sections(data):
    """The sections of our 32-bit object by name."""
    start, = struct.unpack_from("<I", data, 0x20)
    size, count, names = struct.unpack_from("<3H", data, 0x2E)
    rows = [struct.unpack_from("<10I", data, start + n * size) for n in range(count)]
    table = data[rows[names][4] :]
    found = {}
    for row in rows:
        name = table[row[0] : table.index(b"\0", row[0])].decode()
        found[name] = data[row[4] : row[4] + row[5]] if row[1] != 8 else b""
    return found


def kernels(path, found):
    """What ptx-objdump says of each kernel, with its bytes."""
    listing = subprocess.run(
        ["ptx-objdump", "-x", path], check=True, capture_output=True, text=True
    ).stdout
    result = []
    params = []
    for line in listing.splitlines():
        if m := re.match(r"param \d+: \.\w+ \w+, (\d+) bytes at (\d+)", line):
            params.append((int(m[2]), int(m[1])))
        elif m := re.search(r"Compiling entry function '([^']*)' for 'sm_(\d+)'", line):
            name, sm = m[1], int(m[2])
        elif m := re.search(r"Used (\d+) registers", line):
            registers = int(m[1])
        elif m := re.match(r"  shared +(\d+) bytes", line):
            shared = int(m[1])
        elif m := re.match(r"  local +(\d+) bytes", line):
            result.append(
                {
                    "name": name,
                    "sm": sm,
                    "params": params,
                    "registers": registers,
                    "shared": shared,
                    "local": int(m[1]),
                    "code": found[".text." + name],
                    "literals": found.get(".heddle.literals." + name, b""),
                }
            )
            params = []
    return result


def textures(found):
    """The names of textures by slot: the object's list of images."""
    data = found.get(".heddle.images", b"")
    names, at = [], 8
    while at < len(data):
        size = struct.unpack_from("<I", data, at + 4)[0]
        names.append(data[at + 8 : at + 8 + size].decode())
        count = struct.unpack_from("<I", data, at + 8 + size)[0]
        at += 12 + size
        for _ in range(count):
            at += 4 + struct.unpack_from("<I", data, at)[0]
    return names


def words(data, indent):
    """As the old assembler printed them: a zero has no 0x."""
    data += b"\0" * (-len(data) % 4)
    values = struct.unpack(f"<{len(data) // 4}I", data)
    texts = [f"0x{v:08x}" if v else "0000000000" for v in values]
    lines = [" ".join(texts[n : n + 4]) for n in range(0, len(texts), 4)]
    return "".join(f"{indent}{line} \n" for line in lines)


def write_text(found, parts, barriers):
    out = f"architecture {{sm_{parts[0]['sm']}}}\nabiversion   {{0}}\nmodname      {{cubin}}\n"
    constants = found.get(".heddle.const", b"")
    if constants:
        out += (
            "consts  {\n\t\tname = c\n\t\tsegname = const\n\t\tsegnum = 0\n\t\toffset = 0\n"
            f"\t\tbytes = {len(constants)}\n\tmem  {{\n{words(constants, chr(9) * 2)}\t}}\n}}\n"
        )
    for unit, name in enumerate(textures(found)):
        out += f"sampler  {{\n\t\tname = {name}\n\t\ttexunit = {unit}\n}}\n"
    for k in parts:
        out += (
            f"code  {{\n\tname = {k['name']}\n\tlmem = {k['local']}\n\tsmem = {k['shared']}\n"
            f"\treg = {k['registers']}\n\tbar = {barriers}\n"
            f"\tbincode  {{\n{words(k['code'], chr(9) * 2)}\t}}\n"
        )
        if k["literals"]:
            out += (
                "\tconst  {\n\t\t\tsegname = const\n\t\t\tsegnum = 1\n\t\t\toffset = 0\n"
                f"\t\t\tbytes = {len(k['literals'])}\n"
                f"\t\tmem  {{\n{words(k['literals'], chr(9) * 3)}\t\t}}\n\t}}\n"
            )
        out += "}\n"
    return out.encode()


def attributes(k, slots):
    """.nv.info.NAME: the symbols of textures with their slots, the parameters, the
    last one first, and their bytes."""
    out = b"".join(struct.pack("<BBHII", 4, 0x02, 8, symbol, slot) for slot, symbol in enumerate(slots))
    for ordinal, (offset, size) in reversed(list(enumerate(k["params"]))):
        out += struct.pack("<BBHIHHI", 4, 0x17, 12, 0xFFFFFFFF, ordinal, offset, size << 18 | 0x3F000)
    end = max([o + s for o, s in k["params"]], default=0)
    return out + struct.pack("<BBH", 3, 0x18, end)


def write_elf(found, parts, barriers, wide, sm=None):
    names, symbols = b"\0", b""
    header = struct.Struct("<IIQQQQIIQQ" if wide else "<10I")
    strings = b"\0"
    body = [("", 0, 0, b"", 0, 0, 0)]
    body += [(".shstrtab", 3, 0, None, 0, 0, 0), (".strtab", 3, 0, None, 0, 0, 0), (".symtab", 2, 0, None, 0, 2, 0)]

    def symbol(name, kind, section, value, size):
        nonlocal strings, symbols
        at = len(strings) if name else 0
        strings += name.encode() + b"\0" if name else b""
        if wide:
            symbols += struct.pack("<IBBHQQ", at, kind, 0x10, section, value, size)
        else:
            symbols += struct.pack("<IIIBBH", at, value, size, kind, 0x10, section)

    symbol("", 0, 0, 0, 0)
    slots = [len(parts) + 1 + n for n in range(len(textures(found)))]
    for n, k in enumerate(parts):
        text = len(body)
        symbol(k["name"], 0x12, text, 0, len(k["code"]))
        flags = 6 | barriers << 20
        body.append((".text." + k["name"], 1, flags, k["code"], 0, 3, k["registers"] << 24 | n + 1))
        body.append((".nv.info." + k["name"], 1, 0, attributes(k, slots), 0, 3, text))
        body.append((".nv.shared." + k["name"], 8, 3, b"", k["shared"], 0, text))
        if k["local"]:
            body.append((".nv.local." + k["name"], 8, 3, b"", k["local"], 0, text))
        if k["literals"]:
            body.append((".nv.constant1." + k["name"], 1, 2, k["literals"], 0, 0, text))
    for name in textures(found):
        symbol(name, 0x1A, 0, 0, 0)
    if slots:
        body.append((".nv.info", 1, 0, b"".join(struct.pack("<BBHIIII", 4, 0x07, 16, s, *[0xFFFFFFFF] * 3) for s in slots), 0, 3, 0))
    constants = found.get(".heddle.const", b"")
    if constants:
        symbol("c", 0x11, len(body), 0, len(constants))
        body.append((".nv.constant0", 1, 2, constants, 0, 0, 0))
    for name, *_ in body:
        names += name.encode() + b"\0" if name else b""
    table, contents = b"", b""
    start = (64 if wide else 52) + 1  # Sections of CUDA 3.x are not aligned.
    for name, kind, flags, data, size, link, info in body:
        if name in (".shstrtab", ".strtab", ".symtab"):
            data = {".shstrtab": names, ".strtab": strings, ".symtab": symbols}[name]
        at = names.index(b"\0" + name.encode() + b"\0") + 1 if name else 0
        table += header.pack(at, kind, flags, 0, start + len(contents), size or len(data), link, info, 4, (24 if wide else 16) if kind == 2 else 0)
        contents += data
    ident = b"\x7fELF" + bytes([2 if wide else 1, 1, 1, 0x33, 2]) + b"\0" * 7
    flags = 0xA0100 | (sm or parts[0]["sm"])
    after = start + len(contents)
    if wide:
        head = ident + struct.pack("<HHIQQQIHHHHHH", 2, 190, 1, 0, 0, after, flags, 64, 0, 0, 64, len(body), 1)
    else:
        head = ident + struct.pack("<HHIIIIIHHHHHH", 2, 190, 1, 0, 0, after, flags, 52, 0, 0, 40, len(body), 1)
    return head + b"\0" + contents + table


def main():
    form, path, out = sys.argv[1:4]
    with open(path, "rb") as file:
        found = sections(file.read())
    parts = kernels(path, found)
    barriers = 1
    if form == "text":
        data = write_text(found, parts, barriers)
    else:
        data = write_elf(found, parts, barriers, form == "elf64")
    with open(out, "wb") as file:
        file.write(data)


if __name__ == "__main__":
    main()
