#!/usr/bin/env python3
"""check_format.py [--fix] CLANG_FORMAT [ROOT]
Every C and C++ file is formatted as .clang-format says, under a banner as
check_banners.py wants it."""
import os
import pathlib
import subprocess
import sys

import check_banners

FOLDERS = ["lib", "include", "tools", "unittests", "benchmarks", "examples",
           "fuzz"]
SUFFIXES = (".cpp", ".h", ".c")


def main():
    args = sys.argv[1:]
    fix = "--fix" in args
    args = [a for a in args if a != "--fix"]
    if not args:
        print(__doc__, file=sys.stderr)
        return 2
    default = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    root = os.path.abspath(args[1] if len(args) > 1 else default)
    files = [os.path.join(directory, name)
             for folder in FOLDERS
             for directory, _, names in os.walk(os.path.join(root, folder))
             for name in sorted(names) if name.endswith(SUFFIXES)]
    mode = ["-i"] if fix else ["--dry-run", "-Werror", "--ferror-limit=1"]
    # Before the formatting, which would break a banner that is too long.
    banners = check_banners.check(pathlib.Path(root), fix)
    formatted = subprocess.run([args[0], *mode, *files], check=False).returncode
    return formatted or not banners


if __name__ == "__main__":
    sys.exit(main())
