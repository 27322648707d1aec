#!/usr/bin/env python3
"""Rewrites the CHECK lines of lit tests that print IR or assembly.

    utils/update_checks.py [--build DIR | --tools DIR] [--define NAME=TEXT] TEST...
    utils/update_checks.py --noted FOLDER

For each RUN line of the form

    RUN: ptx-opt ARGS %s | FileCheck %s [--check-prefix=NAME]
    RUN: ptxas-lite --emit=asm ARGS %s | FileCheck %s [--check-prefix=NAME]

the command is run and every function it prints becomes a block of CHECK lines,
exact up to the names of values and registers. In a .ll file the block stands below the line
that defines the function; in a .ptx file, whose kernels become functions, below
the line with the kernel's opening brace. Check lines that are there already are
removed. A file is left alone if a command fails.

Installed, it is called ptx-update-checks. --define says what a substitution of
the suite's stands for ("%load-CountBarriers=--load-pass-plugin=x.so"). --noted
looks for tests in a folder whose first line says that their CHECK lines were
written so.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

import asm_checks

NOTE = "CHECK lines were written by utils/update_checks.py"
RUN = re.compile(r"(?:;|//)\s*RUN:\s*(?P<command>.*?)\s*$")
FUNCTION = re.compile(
    r"^define [^\n]*@(?P<name>[\w$.]+)\(.*?^}$", re.MULTILINE | re.DOTALL
)
VALUE = re.compile(r"%[\w$.]+")


def run_lines(text):
    """The RUN commands of a test, continued lines joined."""
    commands, continued = [], False
    for line in text.splitlines():
        match = RUN.match(line)
        if not match:
            continue
        command = match["command"]
        if continued:
            commands[-1] += " " + command
        else:
            commands.append(command)
        continued = command.endswith("\\")
        commands[-1] = commands[-1].rstrip("\\").rstrip()
    return commands


def printed_functions(command, test, tools, definitions):
    """Runs the part of \\p command before FileCheck: {function: its text}."""
    tool = command.split("| FileCheck")[0]
    # The longest first: a name may be the beginning of another one.
    for name in sorted(definitions, key=len, reverse=True):
        tool = tool.replace(name, definitions[name])
    if unknown := re.search(r"%load-[\w-]+", tool):
        sys.exit(f"{test}: {unknown[0]} is not known here; "
                 f"say --define={unknown[0]}=--load-pass-plugin=FILE")
    tool = re.sub(r"%s\b", lambda _: test, tool)
    environment = dict(os.environ)
    environment["PATH"] = tools + os.pathsep + environment["PATH"]
    result = subprocess.run(
        tool, shell=True, env=environment, capture_output=True, text=True
    )
    if result.returncode != 0:
        sys.exit(f"{test}: '{tool}' failed:\n{result.stderr}")
    if is_assembly(command):
        return asm_checks.functions(result.stdout)
    return {m["name"]: m[0] for m in FUNCTION.finditer(result.stdout)}


def is_assembly(command):
    return "--emit=asm" in command


def generalize(line, names, given):
    """Replaces names of values, but not of arguments, by FileCheck variables."""

    def replace(match):
        value = match[0]
        if value in given:
            return value
        if value in names:
            return f"[[{names[value]}]]"
        stem = re.sub(r"\W", "_", value[1:]).upper()
        stem = ("V" if stem[0].isdigit() else "") + stem
        while stem in names.values():
            stem += "_"
        names[value] = stem
        return f"[[{stem}:%[^ ,)]+]]"

    return VALUE.sub(replace, line)


def check_lines(prefix, function):
    """The CHECK lines for one printed function."""
    names, given, lines = {}, set(), []
    for line in function.splitlines():
        line = re.sub(r", ![\w.]+ !\d+", "", line)
        line = re.sub(r"\s+#\d+( !dbg !\d+)?( {)?$", r"\2", line)
        line = re.sub(r"\s*; preds = .*$", "", line)
        if not line.strip():
            continue
        label = re.match(r"^([\w$.]+):$", line)
        if label:
            # A blank line and the list of predecessors come and go.
            lines.append(f"{prefix}: {{{{^}}}}{{{{.*}}}}:")
            continue
        if line.startswith("define"):
            head = line[: line.index("(") + 1]
            lines.append(f"{prefix}-LABEL: {head}")
            arguments = line[line.index("(") :].split(") ")[0]
            given = set(VALUE.findall(arguments))
            continue
        lines.append(f"{prefix}-NEXT: {generalize(line, names, given)}")
    return lines


def is_ours(line, prefixes):
    return any(
        re.match(rf"\s*(;|//)\s*{p}(-LABEL|-NEXT|-SAME|-DAG)?:", line) for p in prefixes
    )


def defined_name(line, comment):
    """The function whose definition starts at \\p line, if one does."""
    if comment == ";":
        match = re.match(r"define .*@([\w$.]+)\(", line)
    else:
        match = re.match(r"\s*(?:\.visible\s+|\.weak\s+)?\.entry\s+([\w$]+)", line)
    return match[1] if match else None


def update(test, tools, definitions):
    text = open(test).read()
    comment = ";" if test.endswith(".ll") else "//"
    blocks = {}
    prefixes = []
    for command in run_lines(text):
        if "| FileCheck" not in command:
            continue
        found = re.search(r"--check-prefix[= ](\S+)", command)
        prefix = found[1] if found else "CHECK"
        prefixes.append(prefix)
        lines_of = asm_checks.check_lines if is_assembly(command) else check_lines
        for name, function in printed_functions(
            command, test, tools, definitions
        ).items():
            block = blocks.setdefault(name, [])
            block += [f"{comment} {l}" for l in lines_of(prefix, function)]
    if not blocks:
        sys.exit(f"{test}: no RUN line that prints functions to FileCheck")

    lines, pending = [], None
    for line in text.splitlines():
        if is_ours(line, prefixes) or NOTE in line:
            continue
        lines.append(line)
        pending = defined_name(line, comment) or pending
        if pending in blocks and line.rstrip().endswith("{"):
            lines += blocks.pop(pending)
            pending = None
    with open(test, "w") as output:
        output.write("\n".join([f"{comment} {NOTE}"] + lines) + "\n")


def noted_tests(folder):
    """The tests below \\p folder whose first line is ours."""
    found = []
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.suffix in (".ll", ".ptx") and NOTE in path.read_text().split("\n", 1)[0]:
            found.append(str(path))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build", help="build directory")
    parser.add_argument("--tools", help="where the tools are (default: in the build)")
    parser.add_argument("--define", action="append", default=[], metavar="NAME=TEXT")
    parser.add_argument("--noted", help="all tests of a folder that say so")
    parser.add_argument("tests", nargs="*", metavar="TEST")
    arguments = parser.parse_args()
    tests = arguments.tests + (noted_tests(arguments.noted) if arguments.noted else [])
    if not tests and not arguments.noted:
        parser.error("no test is named")
    tools = os.path.abspath(arguments.tools or os.path.join(arguments.build, "bin"))
    definitions = dict(one.split("=", 1) for one in arguments.define)
    for test in tests:
        update(test, tools, definitions)


if __name__ == "__main__":
    main()
