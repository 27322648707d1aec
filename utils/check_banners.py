#!/usr/bin/env python3
"""check_banners.py [--fix] [ROOT]

The first line of a source file is LLVM's banner: 80 columns, its own name and
what it is, and in headers and TableGen files the language. --fix fills lines
and joins those that clang-format broke; a title that is too long stays an error.
"""

import pathlib
import re
import sys

FOLDERS = ["lib", "include", "tools", "unittests", "benchmarks", "fuzz"]
LANGUAGES = {".cpp": "", ".c": "", ".h": "-*- C++ -*-", ".def": "-*- C++ -*-",
             ".td": "-*- tablegen -*-"}
WIDTH = 80
BANNER = re.compile(r"//===- (\S+) - (.*?)[ -]*(?:\*- *\S+ -\*)?[ -]*===//")


def sources(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in LANGUAGES and path.is_file():
                yield path


def head(lines):
    """The banner as one line, and how many lines it takes."""
    if len(lines) > 1 and not lines[0].endswith("===//") and lines[1].endswith("===//"):
        return lines[0] + " " + lines[1].removeprefix("//").strip(), 2
    return (lines[0] if lines else ""), 1


def right(path, title):
    """The banner of PATH; longer than WIDTH when TITLE does not fit."""
    start = f"//===- {path.name} - {title} "
    end = LANGUAGES[path.suffix] + "===//"
    return start + "-" * (WIDTH - len(start) - len(end)) + end


def check(root, fix, only=None):
    """Whether every banner, of ONLY these files if given, is right, or was mended."""
    good = True
    for path in sources(root):
        if only is not None and path not in only:
            continue
        name = path.relative_to(root)
        lines = path.read_text(encoding="utf-8").split("\n")
        old, count = head(lines)
        match = BANNER.fullmatch(old)
        if not match:
            print(f"{name}:1: error: no banner as in '//===- {path.name} - TITLE ---===//'")
            good = False
            continue
        new = right(path, match.group(2))
        if len(new) > WIDTH:
            print(f"{name}:1: error: the title is {len(new) - WIDTH} columns too long")
            good = False
        elif lines[:count] != [new]:
            if fix:
                path.write_text("\n".join([new, *lines[count:]]), encoding="utf-8")
            else:
                print(f"{name}:1: error: the banner should be\n{new}")
                good = False
    return good


def main():
    arguments = sys.argv[1:]
    fix = "--fix" in arguments
    roots = [a for a in arguments if a != "--fix"]
    if len(roots) > 1 or any(r.startswith("-") for r in roots):
        sys.exit(__doc__)
    root = pathlib.Path(roots[0] if roots else pathlib.Path(__file__).parent.parent)
    return 0 if check(root.resolve(), fix) else 1


if __name__ == "__main__":
    sys.exit(main())
