#!/usr/bin/env python3
"""Finds tests whose -NOT lines stand before the first other check.

FileCheck looks for such a line only in what comes before the first match, which
is hardly ever what was meant: `--implicit-check-not` looks everywhere. A file
of nothing but -NOT lines is fine.

Usage: check_leading_nots.py [FILE...]     (default: every test)
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = {".ptx", ".ll", ".mir", ".s", ".test"}
DIRECTIVE = re.compile(
    r"(?P<prefix>[A-Za-z][\w-]*?)(?P<kind>-NOT|-NEXT|-SAME|-DAG|-LABEL|-EMPTY|-COUNT-\d+)?:"
)


def run_lines(text):
    """The RUN lines, with continued ones joined."""
    command = ""
    for match in re.finditer(r"RUN:\s*(.*)", text):
        line = match.group(1)
        if line.endswith("\\"):
            command += line[:-1] + " "
            continue
        yield command + line
        command = ""


def prefix_sets(text, name):
    """The prefixes of each FileCheck that reads the file itself."""
    for line in run_lines(text):
        for call in re.findall(r"FileCheck([^|;&]*)", line):
            if "%s" not in call and name not in call:
                continue
            found = re.findall(r"--?check-prefix(?:es)?[= ]([\w,-]+)", call)
            yield frozenset(",".join(found).split(",")) if found else {"CHECK"}


def leading_nots(text, prefixes):
    """Numbers of the lines with -NOT before the first other directive."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        for match in DIRECTIVE.finditer(line):
            before = line[: match.start()]
            if match["prefix"] not in prefixes or re.search(r"[\w-]$", before):
                continue
            if match["kind"] != "-NOT":
                return found
            found.append(number)
    return []


def main(arguments):
    files = [pathlib.Path(a) for a in arguments] or sorted(
        p for p in (ROOT / "test").rglob("*") if p.suffix in SUFFIXES
    )
    bad = {}
    for path in files:
        text = path.read_text(errors="replace")
        for prefixes in prefix_sets(text, path.name):
            for number in leading_nots(text, prefixes):
                bad[(path, number)] = text.splitlines()[number - 1].strip()
    for (path, number), line in sorted(bad.items()):
        print(f"{path}:{number}: -NOT before the first check looks at nothing "
              f"behind it; use --implicit-check-not: {line}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
