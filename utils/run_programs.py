#!/usr/bin/env python3
"""run_programs.py --nvcc NVCC --run HEDDLE-RUN --into FOLDER [--print] PROGRAM.cu...

Builds CUDA programs as nvcc does by default, with NVIDIA's runtime inside, and
over the shared runtime; runs both, and the first under all checkers, and compares
with what the end of each PROGRAM.cu says in comments:

    // Prints:              what it writes to stdout, line by line
    //   LINE
    // Exit: N              its exit code, if that is not 0
    // Finds: WORD          it is wrong on purpose: a report on stderr has WORD,
                            from the checkers or from the launch itself
    // Stderr: TEXT         TEXT is on stderr
    // Unchecked: REASON    it does not run under the checkers
    // Options: OPTION...   for nvcc
    // Device: sm_NN        it is for this device

Programs with the same options are compiled as one, since most of the time goes
into the headers of CUDA: each in a namespace of its own, behind the headers of all.
--print writes what each program prints instead.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

LIMIT_SECONDS = 120
CHECK_EXIT = 9
HEADER = re.compile(r"^#include <[^>]*>$", re.M)
MACRO = re.compile(r"^#define (\w+)", re.M)
DIRECTIVE = re.compile(
    r"^// (Exit|Finds|Stderr|Unchecked|Options|Device): (.*)$", re.M)
PRINTS = re.compile(r"^// Prints:\n((?:^//   .*\n)*)", re.M)


class Program:
    def __init__(self, path):
        self.path = path
        self.name = path.stem
        self.text = path.read_text(encoding="utf-8")
        said = dict(DIRECTIVE.findall(self.text))
        self.exit = int(said.get("Exit", 0))
        self.finds = said.get("Finds")
        self.stderr = said.get("Stderr")
        self.device = said.get("Device")
        self.is_checked = "Unchecked" not in said
        self.options = tuple(said.get("Options", "").split())
        prints = PRINTS.search(self.text)
        self.prints = re.sub(r"^//   ", "", prints[1], flags=re.M) if prints else None

    def source(self):
        """The program in its namespace. Functions other than main that end
        without a value have none to give."""
        text = HEADER.sub("", self.text)
        text = text.replace("int main()", "static void programMain()")
        undefine = "".join(f"#undef {name}\n" for name in MACRO.findall(text))
        return f"namespace program_{self.name} {{\n#line 1 \"{self.path}\"\n{text}}}\n{undefine}"


def unite(programs):
    headers = dict.fromkeys(h for p in programs for h in HEADER.findall(p.text))
    rows = "".join(f'  if (!strcmp(name, "{p.name}"))\n    return program_{p.name}::programMain(), 0;\n'
                   for p in programs)
    return ("\n".join(headers) + "\n#include <cstring>\n" + "".join(p.source() for p in programs) +
            f"#line 1 \"main\"\nint main(int, char **arguments) {{\n  const char *name = arguments[1];\n{rows}  return 125;\n}}\n")


def build(nvcc, programs, into, number):
    """The default and the shared build of PROGRAMS."""
    source, part = into / f"programs{number}.cu", into / f"programs{number}.o"
    source.write_text(unite(programs), encoding="utf-8")
    subprocess.run([nvcc, *programs[0].options, "-c", source, "-o", part], check=True)
    built = []
    for kind in ("static", "shared"):
        out = into / f"programs{number}-{kind}"
        subprocess.run([nvcc, *programs[0].options, "-cudart", kind, part, "-o", out], check=True)
        built.append(out)
    return built


def run(command, program):
    environment = dict(os.environ)
    if program.device:
        environment["HEDDLE_DEVICE"] = program.device
    try:
        return subprocess.run([*command, program.name], capture_output=True, text=True,
                              errors="replace", timeout=LIMIT_SECONDS, env=environment)
    except subprocess.TimeoutExpired:
        return None


def complaints(program, how, result):
    """What is wrong with RESULT."""
    is_checked = how == "checked"
    if result is None:
        yield f"has not ended after {LIMIT_SECONDS} seconds"
        return
    wanted = CHECK_EXIT if is_checked and program.finds else program.exit
    if result.returncode != wanted:
        yield f"ended with {result.returncode}, not {wanted}"
    if result.stdout != program.prints:
        yield f"printed\n{result.stdout}"
    for text in (program.finds if is_checked or program.exit else None, program.stderr):
        if text and text not in result.stderr:
            yield f"wrote no '{text}' to stderr"
    if result.stderr and not program.finds and not program.stderr:
        yield "wrote to stderr"


def check(program, options, static, shared):
    launch = [options.run]
    checked = [options.run, "--check=all", f"--error-exitcode={CHECK_EXIT}"]
    good = True
    for how, command in (("default", [*launch, static]), ("shared", [*launch, shared]),
                         ("checked", [*checked, static])):
        if how == "checked" and not program.is_checked:
            continue
        result = run(command, program)
        for complaint in complaints(program, how, result):
            good = False
            print(f"{program.path}: error: {how} build: {complaint}")
            print(result.stderr if result else "")
    return good


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--into", type=pathlib.Path, required=True)
    parser.add_argument("--print", action="store_true")
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    options.into.mkdir(parents=True, exist_ok=True)
    groups = {}
    for path in options.programs:
        program = Program(path)
        if program.prints is None and not options.print:
            sys.exit(f"{path}: error: nothing says what it prints")
        groups.setdefault(program.options, []).append(program)
    good = True
    for number, programs in enumerate(groups.values()):
        static, shared = build(options.nvcc, programs, options.into, number)
        for program in programs:
            if options.print:
                print(f"--- {program.name}\n{run([options.run, static], program).stdout}", end="")
            else:
                good &= check(program, options, static, shared)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
