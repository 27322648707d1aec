#!/usr/bin/env python3
"""check_arm64.py [BUILD] [--sysroot=DIR]

Compiles the interpreter, what it needs and its unit tests for 64-bit ARM with
the commands of BUILD (default: build), whose generated files it uses. With a
sysroot that has Debian's arm64 packages libllvm19, libstdc++-12-dev and
libc6-dev, also links SMTests and runs them with qemu-aarch64; without one, needs
Debian's g++-aarch64-linux-gnu for the headers and stops there.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

import check_layering

TARGET = "--target=aarch64-linux-gnu"
ROOT = pathlib.Path(__file__).resolve().parent.parent
GOOGLETEST = pathlib.Path("/usr/src/googletest/googletest")


def parts(build):
    """Folders of the SM, of the libraries that it may use, and of its tests."""
    rows = check_layering.Rows((build / "layering.txt").read_text(encoding="utf-8"), ROOT)
    wanted = rows.uses["SM"] | {"SM"}
    return [f for f, name in rows.folders.items() if name in wanted] + [ROOT / "unittests/SM"]


def commands(build):
    """(source, arguments) of each file of those, once."""
    folders = parts(build)
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["file"])
        if not any(source.is_relative_to(folder) for folder in folders):
            continue
        words = shlex.split(entry["command"])
        # The handlers are there once for each host ISA: this one's is portable.
        isa = [w for w in words if w.startswith("-DHEDDLE_SM_ISA=")]
        if isa and isa[0] != "-DHEDDLE_SM_ISA=portable":
            continue
        end = words.index("-o")
        yield source, [w for w in words[:end] if not w.startswith("-m")]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--sysroot", type=pathlib.Path)
    options = parser.parse_args()
    build = options.build.resolve()
    where = [f"--sysroot={options.sysroot.resolve()}"] if options.sysroot else []
    with tempfile.TemporaryDirectory() as folder:
        jobs, objects = [], []
        sources = list(commands(build))
        if options.sysroot:
            flags = next(w for s, w in sources if "unittests" in s.parts)
            for name in "gtest-all.cc", "gtest_main.cc":
                sources.append((GOOGLETEST / "src" / name,
                                [flags[0], "-std=c++20", "-O1", f"-I{GOOGLETEST}"]))
        for n, (source, words) in enumerate(sources):
            objects.append(f"{folder}/{n}.o")
            jobs.append([words[0], TARGET, *where, *words[1:], "-o", objects[-1],
                         "-c", str(source)])
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            done = list(pool.map(
                lambda j: subprocess.run(j, cwd=build, capture_output=True, text=True), jobs))
        for job, result in zip(jobs, done):
            if result.returncode:
                sys.exit(f"{job[-1]}:\n{result.stderr}")
        print(f"{len(jobs)} files compiled for arm64")
        if not options.sysroot:
            return
        program = f"{folder}/SMTests"
        library = next(options.sysroot.glob("usr/lib/*/libLLVM-19.so"))
        subprocess.run([jobs[0][0], TARGET, *where, "-fuse-ld=lld-19", *objects, "-o", program,
                        str(library), "-lpthread", "-Wl,--allow-shlib-undefined",
                        "-Wl,--unresolved-symbols=ignore-in-shared-libs"], check=True)
        sys.exit(subprocess.run(["qemu-aarch64", "-L", str(options.sysroot), program,
                                 "--gtest_brief=1"]).returncode)


if __name__ == "__main__":
    main()
