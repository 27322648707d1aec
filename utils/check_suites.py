#!/usr/bin/env python3
"""check_suites.py BUILD [ROOT]

test/suites.txt has a row for each folder of test/ and unittests/, each row has the
programs that RUN lines of the folder name, and each library is in some row.
"""

import pathlib
import re
import sys

import suites

RUN = re.compile(r"RUN:(.*)")


def folders(root, parent):
    return {path.name for path in (root / parent).iterdir()
            if path.is_dir() and not path.name.startswith(("_", "."))}


def programs_run(folder, programs):
    """Those of PROGRAMS that tests in FOLDER run, each with one of the tests."""
    words = re.compile(r"(?<![\w./-])(" + "|".join(map(re.escape, programs)) + r")(?=\s|$)")
    found = {}
    for path in sorted(folder.rglob("*")):
        if "Inputs" in path.parts or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        # Behind the first mark of split-file are files, not what is run.
        for line in RUN.findall(re.split(r"^#--- ", text, 1, re.MULTILINE)[0]):
            for name in words.findall(line):
                found.setdefault(name, path)
    return found


def check(root, built):
    """Messages about the table."""
    rows = suites.read(root)
    table = "test/suites.txt"
    there = folders(root, "test") | folders(root, "unittests")
    for folder in sorted(there - set(rows)):
        yield f"{table}: error: no row of the folder {folder}"
    for folder in sorted(set(rows) - there):
        yield f"{table}: error: {folder} is a folder neither of test/ nor of unittests/"
    libraries = set(built.libraries)
    inside = {pathlib.Path(path) for path in built.libraries.values()}
    for path in sorted((root / "lib").iterdir()):
        own = path.relative_to(root)
        if (path / "CMakeLists.txt").is_file() and not any(p == own or own in p.parents for p in inside):
            libraries.add(path.name)
    named = {name for row in rows.values() for name in row.libraries}
    for name in sorted(libraries - named):
        yield f"{table}: error: no row is for the library {name}"
    for name in sorted(named - libraries):
        yield f"{table}: error: there is no library {name}"
    for row in rows.values():
        for name in row.programs:
            if name not in (*built.programs, suites.EVERYTHING):
                yield f"{table}: error: {row.folder}: there is no program {name}"
        folder = root / "test" / row.folder
        if suites.EVERYTHING in row.programs or not folder.is_dir():
            continue
        for name, path in programs_run(folder, built.programs).items():
            if name not in row.programs:
                yield (f"{table}: error: {row.folder} does not list {name}, which "
                       f"{path.relative_to(root)} runs")


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    default = pathlib.Path(__file__).parent.parent
    root = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else default).resolve()
    messages = list(check(root, suites.Configured(sys.argv[1])))
    print("\n".join(messages) or "every folder of tests and every library has its row")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
