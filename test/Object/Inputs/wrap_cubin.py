"""Puts cubins into files of other kinds, as compilers did.

wrap_cubin.py new|packed|old|object|program OUT CUBIN...: a fat binary of CUDA 4
and later, one whose entries are packed as those of CUDA 5 and later, the
structure of CUDA 1.x to 3.x with its strings behind it, an ELF object of a host
with the first in .nv_fatbin, or a program of Windows with the bytes somewhere.
"""

import struct
import sys


def lz4(data):
    """A block of LZ4: each place goes back to the last with the same four bytes."""

    def number(n):
        return b"" if n < 15 else b"\xff" * ((n - 15) // 255) + bytes([(n - 15) % 255])

    seen, out, start, at = {}, b"", 0, 0
    while at < len(data) - 12:  # The last bytes of a block are literals.
        key = data[at : at + 4]
        back, seen[key] = seen.get(key, -1), at
        if back < 0 or at - back > 0xFFFF:
            at += 1
            continue
        size = 4
        while at + size < len(data) - 5 and data[back + size] == data[at + size]:
            size += 1
        count = at - start
        out += bytes([min(count, 15) << 4 | min(size - 4, 15)]) + number(count) + data[start:at]
        out += struct.pack("<H", at - back) + number(size - 4)
        at += size
        start = at
    count = len(data) - start
    return out + bytes([min(count, 15) << 4]) + number(count) + data[start:]


def container(cubins, packed=False):
    """Entries of 64 bytes of header: kind, size, architecture, flags."""
    entries = b""
    for data in cubins:
        is_elf = data.startswith(b"\x7fELF")
        arch = struct.unpack_from("<I", data, 0x30 if data[4] == 2 else 0x24)[0] & 0xFF if is_elf else 10
        whole, flags, stored = len(data), 0, 0
        if packed:
            data = lz4(data)
            flags, stored = 0x2000, len(data)
        data += b"\0" * (-len(data) % 8)
        head = struct.pack(
            "<HHIQIIIIIIQQQ", 2 if is_elf else 4, 0x101, 64, len(data), stored, 0, 0, arch, 0, 0, flags, 0, whole
        )
        entries += head + data
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(entries)) + entries


def host_object(data):
    """An ELF file for x86-64 with the bytes in a section."""
    names = b"\0.nv_fatbin\0.nvFatBinSegment\0.shstrtab\0"
    segment = struct.pack("<IIQQ", 0x466243B1, 1, 0, 0)
    bodies = [(1, 1, data), (12, 1, segment), (29, 3, names)]
    at, table, contents = 64, b"\0" * 64, b""
    for name, kind, body in bodies:
        table += struct.pack("<IIQQQQIIQQ", name, kind, 2, 0, at + len(contents), len(body), 0, 0, 8, 0)
        contents += body
    ident = b"\x7fELF" + bytes([2, 1, 1]) + b"\0" * 9
    head = ident + struct.pack("<HHIQQQIHHHHHH", 1, 62, 1, 0, 0, at + len(contents), 0, 64, 0, 0, 64, 4, 3)
    return head + contents + table


def main():
    kind, out = sys.argv[1:3]
    cubins = []
    for path in sys.argv[3:]:
        with open(path, "rb") as file:
            cubins.append(file.read())
    strings = b"".join(data + b"\0" for data in cubins)
    if kind in ("new", "packed"):
        data = container(cubins, kind == "packed")
    elif kind == "old":
        data = struct.pack("<IIII", 0x1EE55A01, 4, 0, 0) + b"\0" * 48 + b"architecture\0" + strings
    elif kind == "object":
        data = host_object(container(cubins))
    else:
        data = b"MZ" + b"\0" * 62 + b"no architecture {here}\0" + strings + container(cubins)
    with open(out, "wb") as file:
        file.write(data)


main()
