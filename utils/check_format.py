#!/usr/bin/env python3
"""Every C and C++ file is formatted as .clang-format says, under a banner as
check_banners.py wants it. --since looks at what differs from a revision alone."""
import argparse
import os
import pathlib
import subprocess
import sys

import changed_files
import check_banners

FOLDERS = ["lib", "include", "tools", "unittests", "benchmarks", "examples",
           "fuzz"]
SUFFIXES = (".cpp", ".h", ".c")


def sources(root):
    return [pathlib.Path(directory, name)
            for folder in FOLDERS
            for directory, _, names in os.walk(root / folder)
            for name in sorted(names) if name.endswith(SUFFIXES)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("--since", metavar="REV")
    parser.add_argument("clang_format", metavar="CLANG_FORMAT")
    parser.add_argument("root", nargs="?", type=pathlib.Path, metavar="ROOT",
                        default=pathlib.Path(__file__).parent.parent)
    options = parser.parse_args()
    root = options.root.resolve()
    files, only = sources(root), None
    if options.since:
        try:
            names = changed_files.since(root, options.since)
        except changed_files.Unknown as why:
            parser.error(str(why))
        only = {root / name for name in names}
        files = [path for path in files if path in only]
    mode = ["-i"] if options.fix else ["--dry-run", "-Werror", "--ferror-limit=1"]
    # Before the formatting, which would break a banner that is too long.
    banners = check_banners.check(root, options.fix, only)
    # Without files clang-format would read standard input.
    formatted = 0
    if files:
        formatted = subprocess.run([options.clang_format, *mode, *files],
                                   check=False).returncode
    return formatted or not banners


if __name__ == "__main__":
    sys.exit(main())
