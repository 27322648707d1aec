#!/usr/bin/env python3
"""run_tidy.py [--build DIR] [--jobs N] (--all | --since REV | FILE...)

Runs clang-tidy-19 with the checks of .clang-tidy over source files: all, those
that differ from REV, or those named. A header is looked at through the first
source that includes it. No header is a precompiled one here, so that an include
that a source lacks is a finding. Exit: 0 nothing found, 1 findings, 2 usage.
"""

import argparse
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import changed_files

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
JOINED = re.compile(r"Unity/unity_\d+_cxx\.cxx$")
PRECOMPILED = re.compile(r" -Xclang -include-pch -Xclang \S+ -Xclang -include -Xclang \S+")
TOOL = "clang-tidy-19"


def fail(message):
    print(f"run_tidy.py: error: {message}", file=sys.stderr)
    sys.exit(2)


def apart(entry):
    """The commands of the sources that ENTRY compiles: of each by itself, where
    several are joined (HEDDLE_UNITY)."""
    if not JOINED.search(entry["file"]):
        return [entry]
    joined = pathlib.Path(entry["directory"], entry["file"]).read_text(encoding="utf-8")
    return [{**entry, "file": source,
             "command": entry["command"].replace(f"-c {entry['file']}", f"-c {source}")}
            for source in INCLUDE.findall(joined)]


def commands(build):
    """The first compile command of each source: what is compiled for several
    host instruction sets is looked at once."""
    first = {}
    database = build / "compile_commands.json"
    if not database.is_file():
        fail(f"cannot read '{database}'; configuring writes it")
    entries = json.loads(database.read_text(encoding="utf-8"))
    for entry in itertools.chain.from_iterable(map(apart, entries)):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if path.is_relative_to(ROOT) and not path.is_relative_to(build):
            entry["command"] = PRECOMPILED.sub("", entry["command"])
            first.setdefault(path, entry)
    return dict(sorted(first.items()))


def changed(revision):
    """Files of the tree that are new or other than in REVISION, committed or not."""
    try:
        return [ROOT / name for name in changed_files.since(ROOT, revision)]
    except changed_files.Unknown as why:
        fail(why)


def sources(files, known):
    """The files of KNOWN through which FILES are seen."""
    wanted = {path for path in files if path in known}
    headers = [path for path in files if path.suffix in {".h", ".def"}]
    if not headers:
        return sorted(wanted)
    included = {path: INCLUDE.findall(path.read_text(encoding="utf-8")) for path in known}
    for header in headers:
        users = [path for path, names in included.items()
                 if any(header.as_posix().endswith("/" + name.removeprefix("../"))
                        for name in names)]
        if users and not wanted.intersection(users):
            # Its own source, if it has one.
            wanted.add(next((u for u in users if u.stem == header.stem), users[0]))
    return sorted(wanted)


def check(path, database):
    result = subprocess.run([TOOL, "-p", database, "--quiet", str(path)],
                            capture_output=True, text=True, check=False)
    if result.returncode == 0:
        return ""
    # What it says on standard error is how many warnings it did not show.
    return result.stdout or result.stderr


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--since", metavar="REV")
    parser.add_argument("files", nargs="*", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    if options.all + bool(options.since) + bool(options.files) != 1:
        parser.error("expected one of --all, --since and files")

    if not shutil.which(TOOL):
        fail(f"there is no {TOOL}")
    known = commands(options.build.resolve())
    if options.all:
        paths = list(known)
    else:
        files = changed(options.since) if options.since else options.files
        for path in options.files:
            if not path.is_file():
                parser.error(f"cannot read '{path}'")
        paths = sources([path.resolve() for path in files], known)

    seen = set()
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "compile_commands.json").write_text(
            json.dumps([known[path] for path in paths]), encoding="utf-8")
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for text in pool.map(lambda path: check(path, folder), paths):
                # Several sources see the same header.
                for finding in re.split(r"^(?=/[^\n]*: (?:warning|error): )", text,
                                        flags=re.MULTILINE):
                    if finding and finding not in seen:
                        seen.add(finding)
                        print(finding, end="", flush=True)
    print(f"{TOOL}: {len(paths)} of {len(known)} sources, {len(seen)} findings")
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main())
