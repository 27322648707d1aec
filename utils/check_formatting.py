#!/usr/bin/env python3
"""Shows that ptx-format changes blanks alone.

    utils/check_formatting.py [--objects] --bin build/bin PATH...

Every .ptx file below each PATH that ptx-format takes is formatted; formatted
again it has to stay as it is. With --objects ptxas-lite makes objects of both,
which have to be the same but for the tables of lines, and messages count as
often. Exit: 0 if all is well, 1 if a file is not, 2 without files.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

OBJCOPY = shutil.which("llvm-objcopy") or "/usr/lib/llvm-19/bin/llvm-objcopy"
LINES = ["--remove-section=.heddle.lines*", "--remove-section=.heddle.loc"]


def compiled(bin_dir, path):
    """The exit code and the object, without the lines of the PTX."""
    made = path.with_suffix(".cubin")
    made.unlink(missing_ok=True)
    run = subprocess.run([bin_dir / "ptxas-lite", path.name, "-o", made.name],
                         cwd=path.parent, capture_output=True)
    if not made.exists():
        return run.returncode, b""
    subprocess.run([OBJCOPY, "--wildcard", *LINES, made], check=True)
    return run.returncode, made.read_bytes()


def check(bin_dir, objects, number, path, scratch):
    """What is wrong with PATH, "" if nothing is; None if it is no PTX."""
    before = scratch / f"{number}-before" / path.name
    after = scratch / f"{number}-after" / path.name
    for copy in (before, after):
        copy.parent.mkdir()
        shutil.copyfile(path, copy)
    tool = bin_dir / "ptx-format"
    run = subprocess.run([tool, "-i", after], capture_output=True, text=True)
    if run.returncode == 1 and ": error: " in run.stderr:
        return None
    if run.returncode != 0:
        return f"exit code {run.returncode}: {run.stderr}"
    again = subprocess.run([tool, after], capture_output=True)
    if again.returncode != 0 or again.stdout != after.read_bytes():
        return "changes again when it is formatted again"
    if objects and compiled(bin_dir, before) != compiled(bin_dir, after):
        return "the object is another one"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--objects", action="store_true")
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    files = sorted(file for path in options.paths for file in path.rglob("*.ptx"))
    good = bad = refused = 0
    with tempfile.TemporaryDirectory() as scratch:
        for number, path in enumerate(files):
            wrong = check(options.bin.resolve(), options.objects, number, path,
                          pathlib.Path(scratch))
            if wrong is None:
                refused += 1
            elif wrong:
                bad += 1
                print(f"{path}: {wrong}")
            else:
                good += 1
    print(f"{good} files are well, {bad} are not, {refused} are no PTX")
    return 2 if good + bad == 0 else min(bad, 1)


if __name__ == "__main__":
    sys.exit(main())
