"""Makes many cubins, whole and odd ones, and looks at what the tools say of them.

cubin_set.py OUT PTX...: each PTX file is assembled for sm_10 to sm_13 and written
as a text and as ELF files of both widths; then come files without kernels, with
200, cut off, with sections over each other, and with sizes that lie. Each is read
by ptx-objdump -d -x, or refused with a reason. Prints how many there are.
"""

import os
import re
import struct
import subprocess
import sys

import make_cubin

FORMS = ["text", "elf32", "elf64"]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, errors="replace")


def must(*command):
    done = run(*command)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


def look(path):
    """Whether it is read; or the reason."""
    done = run("ptx-objdump", "-d", "-x", path)
    if done.returncode == 0:
        return None
    reason = re.match(r"ptx-objdump: error: '[^']*': .+", done.stderr)
    if done.returncode != 2 or not reason:
        sys.exit(f"{path}: exit {done.returncode}: {done.stderr}")
    return reason[0]


def code(listing):
    return re.findall(r"^  [0-9a-f]{4}:.*", listing, re.M)


def whole(out, sources, make):
    paths = []
    for source in sources:
        name = os.path.splitext(os.path.basename(source))[0]
        for sm in (10, 11, 12, 13):
            ours = os.path.join(out, f"{name}.{sm}.ours")
            must("ptxas-lite", "-arch", f"sm_{sm}", source, "-o", ours)
            first = code(must("ptx-objdump", "-d", ours))
            for form in FORMS:
                path = os.path.join(out, f"{name}.{sm}.{form}.cubin")
                must(sys.executable, make, form, ours, path)
                paths.append(path)
                compare(first, path)
    return paths


def compare(first, path):
    """The code is what it was, and other tools see the same sections."""
    listing = must("ptx-objdump", "-d", "-x", path)
    if code(listing) != first:
        sys.exit(f"{path}: other code than before")
    if path.endswith("text.cubin"):
        return
    sections = must("llvm-readelf", "-SW", path)
    sizes = sorted(int(m, 16) for m in re.findall(r" \.text\.\S+ +PROGBITS +\S+ \S+ (\S+)", sections))
    said = sorted(int(m) for m in re.findall(r"instructions +\d+ in (\d+) bytes", listing))
    if sizes != said:
        sys.exit(f"{path}: sections of {sizes} bytes, and {said} are said")


def write(out, name, data):
    path = os.path.join(out, name)
    with open(path, "wb") as file:
        file.write(data)
    return path


def odd_texts(out, text):
    yield write(out, "none.text", b"architecture {sm_10}\nabiversion {0}\n"), True
    body = text[text.index(b"code ") :]
    name = re.search(rb"name = (\w+)", body)[1]
    many = b"".join(body.replace(name, b"%s_%d" % (name, n)) for n in range(200))
    yield write(out, "many.text", b"architecture {sm_10}\n" + many), True
    for share in (1, 3, 5, 7, 9):
        # In front of the code only the chip is there.
        end = len(text) * share // 10
        yield write(out, f"cut{share}.text", text[:end]), b"code" not in text[:end]
    yield write(out, "smem.text", re.sub(rb"smem = \d+", b"smem = 99999", text)), False
    yield write(out, "reg.text", re.sub(rb"reg = \d+", b"reg = 4000000000", text)), False
    yield write(out, "word.text", text.replace(b"0x", b"0y", 1)), False
    yield write(out, "unknown.text", text + b"later { thing { a = b c } }\n"), True


def odd_elfs(out, elf):
    start = struct.unpack_from("<I", elf, 0x20)[0]
    count = struct.unpack_from("<H", elf, 0x30)[0]

    def patched(name, at, form, value):
        data = bytearray(elf)
        struct.pack_into(form, data, at, value)
        return write(out, name, bytes(data))

    yield patched("nosections.elf", 0x30, "<H", 0), False
    yield patched("manysections.elf", 0x30, "<H", 0xFFFF), False
    yield patched("names.elf", 0x32, "<H", count), False
    yield patched("entry.elf", 0x2E, "<H", 8), False
    yield patched("chip.elf", 0x24, "<I", 0xA0114), False
    for n in range(1, count):
        row = start + 40 * n
        yield patched(f"size{n}.elf", row + 20, "<I", 0x7FFFFFFF), False
        yield patched(f"offset{n}.elf", row + 16, "<I", 0xFFFFFFF0), None
        # Over the section in front of it.
        yield patched(f"over{n}.elf", row + 16, "<I", struct.unpack_from("<I", elf, row - 24)[0]), None
    # The table of sections is the last thing, so that none of these is whole.
    ends = {struct.unpack_from("<I", elf, start + 40 * n + 16)[0] for n in range(count)}
    ends |= {struct.unpack_from("<I", elf, start + 40 * n + 20)[0] + struct.unpack_from("<I", elf, start + 40 * n + 16)[0] for n in range(count)}
    ends |= {start + 40 * n for n in range(count)} | {len(elf) * share // 10 for share in range(1, 10)}
    for end in sorted(end for end in ends if end < len(elf)):
        yield write(out, f"cut{end}.elf", elf[:end]), False


def counted(out, ours):
    """Files with no kernel, and with 200."""
    with open(ours, "rb") as file:
        found = make_cubin.sections(file.read())
    part = make_cubin.kernels(ours, found)[0]
    many = [dict(part, name=f"{part['name']}_{n}") for n in range(200)]
    for wide in (False, True):
        yield write(out, f"many{wide}.elf", make_cubin.write_elf(found, many, 1, wide)), True
        # A file without code may hold constants alone.
        none = make_cubin.write_elf(dict(found, **{".heddle.const": b"1234"}), [], 1, wide, part["sm"])
        yield write(out, f"none{wide}.elf", none), True


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    make = os.path.join(os.path.dirname(__file__), "make_cubin.py")
    paths = whole(out, sys.argv[2:], make)
    texts = [p for p in paths if p.endswith("text.cubin")]
    elfs = [p for p in paths if p.endswith("elf32.cubin")]
    odd = []
    for files, kinds in ((texts, odd_texts), (elfs, odd_elfs)):
        with open(files[0], "rb") as file:
            odd += kinds(out, file.read())
    odd += counted(out, texts[0].replace("text.cubin", "ours"))
    for path, is_read in odd:
        reason = look(path)
        if is_read is not None and is_read != (reason is None):
            sys.exit(f"{path}: {'refused: ' + reason if reason else 'read, and should not be'}")
    print(f"{len(paths)} whole and {len(odd)} odd ones")


main()
