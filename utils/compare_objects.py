#!/usr/bin/env python3
"""Shows that a change of the tools leaves what they make as it was.

    utils/compare_objects.py --write FILE --bin build/bin PATH...
    utils/compare_objects.py --against FILE --bin build/bin PATH...

Below each PATH every .ptx and .ll is compiled by ptxas-lite and every .s
assembled by tesla-mc, with each of the options in CASES. --write keeps a digest
of each result (exit code, object, messages) in a JSON file, --against compares
with it and lists what differs. Give the same folders both times: objects hold
the names of their sources.

--objects-only leaves messages out, --show prints both sides' exit codes,
--jobs=N runs so many at once. Exit: 0 if all are the same, 1 if something
differs, 2 if there was nothing to compare.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

PTXAS = [
    ["-O3"],
    ["-O0"],
    ["-arch=gt200", "-O3", "--assume-global=true"],
    ["-arch=g80", "-O1", "-g", "--maxrregcount=12"],
]
CASES = {
    ".ptx": PTXAS,
    ".ll": PTXAS[:3],
    ".s": [["-mcpu=g80"], ["-mcpu=gt200"]],
}


def short(data):
    return hashlib.sha256(data).hexdigest()[:20] if data else ""


def digest(tools, folder, name, options):
    """What a tool makes of a file: exit code, digests of object and text."""
    tool = ["tesla-mc", "-filetype=obj"] if name.endswith(".s") else ["ptxas-lite"]
    with tempfile.TemporaryDirectory() as scratch:
        out = os.path.join(scratch, "out")
        command = [os.path.join(tools, tool[0]), *tool[1:], *options, name]
        run = subprocess.run(
            [*command, "-o", out], capture_output=True, cwd=folder, timeout=600
        )
        made = open(out, "rb").read() if os.path.exists(out) else b""
    text = (run.stdout + run.stderr).replace(out.encode(), b"out")
    return [run.returncode, short(made), short(text)]


def find(folders):
    """(folder, name below it) of each source, in a fixed order."""
    for folder in folders:
        for place, below, names in os.walk(folder):
            below.sort()
            below[:] = [name for name in below if name != "Output"]
            for name in sorted(names):
                if os.path.splitext(name)[1] in CASES:
                    yield folder, os.path.relpath(os.path.join(place, name), folder)


def measure(tools, folders, jobs):
    work = [
        (folder, name, options)
        for folder, name in find(folders)
        for options in CASES[os.path.splitext(name)[1]]
    ]
    keys = [" ".join([f"{folder}/{name}", *options]) for folder, name, options in work]
    with ThreadPoolExecutor(jobs) as pool:
        results = pool.map(lambda item: digest(tools, *item), work)
        return dict(zip(keys, results))


def compare(before, after, options):
    """The keys whose results differ."""
    parts = slice(0, 2 if options.objects_only else 3)
    both = [key for key in after if key in before]
    different = [key for key in both if before[key][parts] != after[key][parts]]
    for key in different:
        what = [
            part
            for part, a, b in zip(
                ("exit code", "object", "messages"), before[key], after[key]
            )
            if a != b
        ]
        codes = f" ({before[key][0]}, {after[key][0]})" if options.show else ""
        print(f"{key}: {', '.join(what)}{codes}")
    alone = len(before) + len(after) - 2 * len(both)
    objects = sum(1 for key in both if after[key][1])
    print(
        f"{len(both)} results compared ({objects} of them objects), "
        f"{len(different)} differ; {alone} on one side only"
    )
    return both, different


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--write", metavar="FILE")
    kind.add_argument("--against", metavar="FILE")
    parser.add_argument("--bin", required=True, metavar="DIR")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--objects-only", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("paths", nargs="+", metavar="PATH")
    options = parser.parse_args()
    folders = [os.path.abspath(path) for path in options.paths]
    for folder in folders:
        if not os.path.isdir(folder):
            parser.error(f"{folder} is not a folder")
    results = measure(os.path.abspath(options.bin), folders, options.jobs)
    if not results:
        print("no .ptx, .ll or .s below the folders given", file=sys.stderr)
        return 2
    if options.write:
        with open(options.write, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=0)
        print(f"{len(results)} results written")
        return 0
    with open(options.against, encoding="utf-8") as file:
        before = json.load(file)
    both, different = compare(before, results, options)
    return 2 if not both else 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
