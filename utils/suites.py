"""What test/suites.txt and the configured build say of folders of tests."""

import collections
import pathlib
import re
import sys

Row = collections.namedtuple("Row", "folder programs libraries")
EVERYTHING = "everything"


def read(root):
    """The rows of test/suites.txt, by folder."""
    rows = {}
    table = pathlib.Path(root, "test", "suites.txt")
    for number, line in enumerate(table.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        match = re.fullmatch(r"(\w+): *([^|]*)\|(.*)", line)
        if not match:
            sys.exit(f"{table}:{number}: error: no row is written like '{line}'")
        folder, programs, libraries = match.groups()
        if folder in rows:
            sys.exit(f"{table}:{number}: error: a second row of {folder}")
        rows[folder] = Row(folder, programs.split(), libraries.split())
    return rows


class Configured:
    """What configuring wrote into BUILD: programs, unit tests, libraries."""

    def __init__(self, build):
        self.programs, self.libraries = [], {}
        self.unit_tests = collections.defaultdict(list)
        for name in ("suites.txt", "layering.txt"):
            path = pathlib.Path(build, name)
            if not path.is_file():
                sys.exit(f"{path}: error: not there; configuring writes it")
            for line in path.read_text(encoding="utf-8").splitlines():
                kind, *words = line.split()
                if kind == "program":
                    self.programs.append(words[0])
                elif kind == "unittest":
                    self.unit_tests[words[1]].append(words[0])
                elif kind == "library":
                    self.libraries[words[0]] = words[1]
