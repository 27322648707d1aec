#!/usr/bin/env python3
"""check_readmes.py [ROOT]

Each library, a folder of lib/ with a CMakeLists.txt or with folders that have one,
has a README.md of at most 15 lines: what goes in, what comes out, what may be
touched, and where to begin. The files to begin with are there. A folder that only
groups libraries has one for all, or each of them has its own. The reading guide
names each library, and no path that is not there.
"""

import pathlib
import re
import sys

MOST_LINES = 15
PARTS = ("In", "Out", "Touch", "Begin")
# A path of the project; LIB and NAME stand for any.
PATH = re.compile(r"`((?:include|lib|tools|docs|test|utils|scripts|fuzz|cmake|examples)/"
                  r"(?![^`]*\b(?:LIB|NAME)\b)[\w./*-]+)`")
FILE = re.compile(r"`([\w./*-]+\.(?:h|cpp|td|def)|[\w/]+/)`")


def libraries(root):
    for folder in sorted(p for p in (root / "lib").iterdir() if p.is_dir()):
        inside = sorted(p.parent for p in folder.glob("*/CMakeLists.txt"))
        if (folder / "CMakeLists.txt").is_file() or (folder / "README.md").is_file():
            yield folder
        else:
            yield from inside


def check(root, folder):
    """Messages about the README.md of FOLDER."""
    page = folder / "README.md"
    name = page.relative_to(root)
    if not page.is_file():
        yield f"{name}: error: each library has one"
        return
    lines = page.read_text(encoding="utf-8").splitlines()
    if len(lines) > MOST_LINES:
        yield f"{name}:{MOST_LINES + 1}: error: {len(lines)} lines, the limit is {MOST_LINES}"
    for part in PARTS:
        if not any(re.match(rf"[-*] +\*\*{part}\b", line) for line in lines):
            yield f"{name}: error: no line says '**{part}**'"
    for number, line in enumerate(lines, 1):
        if not re.match(r"[-*] +\*\*Begin\b", line):
            continue
        for path in FILE.findall(line):
            if not any(next(place.glob(path), None) if "*" in path else
                       (place / path).exists()
                       for place in (folder, root, root / "include/heddle" / folder.name)):
                yield f"{name}:{number}: error: there is no '{path}'"


def check_guide(root):
    """Messages about the page that leads through all libraries."""
    name = "docs/ReadingGuide.md"
    page = root / name
    if not page.is_file():
        yield f"{name}: error: there is no such page"
        return
    text = page.read_text(encoding="utf-8")
    for folder in libraries(root):
        library = folder.relative_to(root).as_posix()
        if not re.search(rf"{re.escape(library)}\b", text):
            yield f"{name}: error: '{library}' is not named"
    for number, line in enumerate(text.splitlines(), 1):
        for path in PATH.findall(line):
            if not next(root.glob(path), None):
                yield f"{name}:{number}: error: there is no '{path}'"


def main():
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    default = pathlib.Path(__file__).parent.parent
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else default).resolve()
    messages = [m for folder in libraries(root) for m in check(root, folder)]
    messages += check_guide(root)
    print("\n".join(messages) or "every library says what it is")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
