"""Holds what ptx-objdump says of cubins against readelf -sW and objdump -h.

compare_symbols.py FILE...: kernels with the bytes of their code, of shared and local
memory and of literals; variables with their sizes and spaces; textures. Prints what
differs, and how many files and names were compared.
"""

import re
import subprocess
import sys


def output(*command):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode and command[0] == "ptx-objdump":
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


def said(path):
    """What we say: of each name a few numbers."""
    names = {}
    for line in output("ptx-objdump", "-x", path).splitlines():
        if m := re.match(r"variable (\S+): \.(global|const), (\d+) bytes", line):
            names[m[1]] = (m[2], int(m[3]))
        elif m := re.match(r"texture \d+: (\S+)", line):
            names[m[1]] = ("texture",)
        elif m := re.search(r"Compiling entry function '([^']*)'", line):
            name, numbers = m[1], {}
        elif m := re.match(r"  (shared|local|constant) +(\d+) bytes", line):
            numbers[m[1]] = int(m[2])
        elif m := re.match(r"  instructions +\d+ in (\d+) bytes", line):
            names[name] = ("kernel", int(m[1]), numbers["shared"], numbers["local"], numbers["constant"])
    return names


def found(path):
    """The same from the tables of binutils."""
    sizes = {m[1]: int(m[2], 16) for m in re.finditer(r"^ +\d+ (\S+) +([0-9a-f]{8}) ", output("objdump", "-hw", path), re.M)}
    sections = {m[1]: m[2] for m in re.finditer(r"^ +\[ *(\d+)\] (\S+) ", output("readelf", "-SW", path), re.M)}
    names = {}
    symbol = r"^ +\d+: [0-9a-f]+ +(\d+) (\S+) +\S+ +\S+ +(?:\[<other>: \w+\] +)?(\S+) (\S+)$"
    for m in re.finditer(symbol, output("readelf", "-sW", path), re.M):
        size, kind, section, name = int(m[1]), m[2], sections.get(m[3], ""), m[4]
        if kind == "FUNC":
            if sizes.get(".text." + name) != size:
                print(f"{path}: '{name}' has {size} bytes, and its section {sizes.get('.text.' + name)}")
            # Without parameters and variables only the header is there.
            names[name] = ("kernel", size, max(16, sizes.get(".nv.shared." + name, 0)), sizes.get(".nv.local." + name, 0),
                           sizes.get(".nv.constant1." + name, 0))
        elif kind == "OBJECT":
            names[name] = ("const" if section.startswith(".nv.constant") else "global", size)
        elif kind.startswith("<OS specific>") or section == "UND":
            names[name] = ("texture",)
    for m in re.finditer(r"^ +\d+: [0-9a-f]+ +0 <OS specific>: 10 +.* UND (\S+)$", output("readelf", "-sW", path), re.M):
        names[m[1]] = ("texture",)
    return names


def main():
    names = wrong = 0
    for path in sys.argv[1:]:
        ours, theirs = said(path), found(path)
        names += len(theirs)
        for name in sorted(ours.keys() | theirs.keys()):
            if ours.get(name) != theirs.get(name):
                print(f"{path}: '{name}': {ours.get(name)}, and binutils {theirs.get(name)}")
                wrong += 1
    print(f"{len(sys.argv) - 1} files with {names} names, {wrong} differ")
    sys.exit(wrong != 0)


main()
