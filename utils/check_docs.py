#!/usr/bin/env python3
"""Runs the commands of a Markdown page and compares what they print.

    utils/check_docs.py --build build README.md

A block of code says by its language what it is:

    ```console      commands, each behind "$ ", and what each of them prints
    ```sh           commands alone, one a line
    ```text, ```c   no commands; so is a block without a language, if no line of
                    it begins with the name of a program

Commands of a page run one after another with bash, in a folder in which the
files of the tree are found under their names, with the tools of the build in
PATH. What stands below a command in a console block is compared with what it
prints to both of its outputs. A line "..." there stands for any number of lines,
and "..." in a line for any text. A command with nothing below it may print what
it likes. A command ends with status 0. What commands write into docs/ must be
what is there already.

A comment in front of a block changes that; several may stand there:

    <!-- check: exit 0 5 -->              the status of each command
    <!-- check: needs nvcc perf -->       only where these programs are found
    <!-- check: not run: REASON -->       never; the reason is listed
    <!-- check: in examples/textbook -->  in this folder
    <!-- check: file k.ptx -->            the block is the contents of that file

and one behind a paragraph, list or table holds its figures against what the
commands above it printed:

    <!-- check: figures -->               every number there was printed
    <!-- check: figures but 7.2 12 -->    all but these

The exit status is 0, 1 where something differs, and 77 where all that differs is
that blocks could not be run for want of a program.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

DIRECTIVE = re.compile(r"<!-- check: (.*?) -->\s*$")
# Folders that commands write into; of the others there are links.
COPIED = ("docs", "examples")

NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w])")


class Page:
    """What a run of a page found."""

    def __init__(self, name):
        self.name = name
        self.errors = []
        self.missing = []
        self.not_run = []
        self.printed = []

    def error(self, line, text):
        self.errors.append(f"{self.name}:{line}: {text}")


class Block:
    """One fenced block: its language, its lines, and the directives before it."""

    def __init__(self, language, line, lines, directives):
        self.language = language
        self.line = line
        self.lines = lines
        self.directives = directives

    def directive(self, word):
        """The rest of the directive that starts with `word`, or None."""
        for text in self.directives:
            if text == word or text.startswith((word + " ", word + ":")):
                return text[len(word) :].lstrip(": ")
        return None


class Figures:
    """A paragraph whose numbers must have been printed."""

    def __init__(self, line, text, exceptions):
        self.line = line
        self.text = text
        self.exceptions = exceptions


def read(text):
    """The blocks and the figures of a page, in their order."""
    found, directives, paragraph = [], [], []
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        fence = re.match(r"\s*```(\S*)\s*$", line)
        directive = DIRECTIVE.match(line.strip())
        if fence:
            end = at + 1
            while end < len(lines) and lines[end].strip() != "```":
                end += 1
            indent = len(line) - len(line.lstrip())
            body = [each[indent:] for each in lines[at + 1 : end]]
            found.append(Block(fence.group(1), at + 1, body, directives))
            directives, paragraph, at = [], [], end
        elif directive and directive.group(1).startswith("figures"):
            exceptions = set(directive.group(1).split()[2:])
            found.append(Figures(at + 1, "\n".join(paragraph), exceptions))
        elif directive:
            directives.append(directive.group(1))
        elif line.strip():
            paragraph.append(line)
            directives = []
        elif not (at + 1 < len(lines) and DIRECTIVE.match(lines[at + 1].strip())):
            paragraph = []
        at += 1
    return found


def commands(block):
    """(line, command, expected lines) of each command of a block."""
    found = []
    at = 0
    while at < len(block.lines):
        start, text = at, block.lines[at]
        at += 1
        is_command = block.language == "sh" and not text.lstrip().startswith("#")
        if text.startswith("$ ") or (is_command and text.strip()):
            command = text[2:] if text.startswith("$ ") else text
            while command.endswith("\\") and at < len(block.lines):
                command += "\n" + block.lines[at]
                at += 1
            found.append((block.line + start + 1, command, []))
        elif block.language == "console" and found:
            found[-1][2].append(text)
    return found


def line_pattern(line):
    return ".*".join(re.escape(part) for part in re.split(r"\.\.\.", line.rstrip()))


def matches(expected, printed):
    """Whether what was printed is as expected, with "..." for anything."""
    pattern = ""
    for line in expected:
        pattern += r"(?:[^\n]*\n)*?" if line.strip() == "..." else line_pattern(line) + "\n"
    text = "".join(line.rstrip() + "\n" for line in printed)
    return re.fullmatch(pattern, text) is not None


def first_difference(expected, printed):
    """The first line expected that is not there behind those before it."""
    at, anywhere = 0, False
    for line in expected:
        if line.strip() == "...":
            anywhere = True
            continue
        pattern = re.compile(line_pattern(line))
        places = range(at, len(printed) if anywhere else min(at + 1, len(printed)))
        place = next((p for p in places if pattern.fullmatch(printed[p].rstrip())), None)
        if place is None:
            instead = printed[at] if at < len(printed) and not anywhere else None
            return line, instead
        at, anywhere = place + 1, False
    return None, printed[at] if at < len(printed) else None


class Runner:
    """Runs the blocks of one page in a folder of its own."""

    def __init__(self, page, build, folder):
        self.page = page
        self.folder = folder
        self.environment = dict(os.environ)
        self.environment["PATH"] = f"{build}/bin:{self.environment['PATH']}"
        self.environment["XDG_CACHE_HOME"] = f"{folder}/.cache"
        for entry in ROOT.iterdir():
            if entry.name in COPIED:
                shutil.copytree(entry, folder / entry.name)
            elif entry.name != "build":
                (folder / entry.name).symlink_to(entry)
        (folder / "build").symlink_to(build)

    def run(self, block):
        reason = block.directive("not run")
        if reason is not None:
            self.page.not_run.append(f"{self.page.name}:{block.line}: {reason}")
            return
        needs = (block.directive("needs") or "").split()
        lacking = [n for n in needs if not shutil.which(n, path=self.environment["PATH"])]
        if lacking:
            self.page.missing.append(
                f"{self.page.name}:{block.line}: {' '.join(lacking)} not found"
            )
            return
        statuses = [int(s) for s in (block.directive("exit") or "").split()]
        where = self.folder / (block.directive("in") or "")
        for number, (line, command, expected) in enumerate(commands(block)):
            status = statuses[number] if number < len(statuses) else 0
            self.command(line, command, where, expected, status)

    def command(self, line, command, where, expected, status):
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=where,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        text = done.stdout.decode(errors="replace").replace(f"{self.folder}/", "")
        printed = text.rstrip("\n").split("\n") if text.strip() else []
        self.page.printed.append(text)
        if done.returncode != status:
            tail = "\n    ".join(printed[-5:])
            self.page.error(
                line, f"status {done.returncode} instead of {status}\n    {tail}"
            )
            return
        while expected and not expected[-1].strip():
            expected.pop()
        if not expected or matches(expected, printed):
            return
        wanted, instead = first_difference(expected, printed)
        if wanted is None:
            self.page.error(line, f"prints also: {instead}")
        elif instead is None:
            self.page.error(line, f"does not print: {wanted}")
        else:
            self.page.error(line, f"prints: {instead}\n    instead of: {wanted}")

    def compare_documents(self):
        """What the commands wrote into docs/ against what is there."""
        for made in sorted((self.folder / "docs").rglob("*")):
            name = made.relative_to(self.folder)
            kept = ROOT / name
            if made.is_file() and (
                not kept.exists() or made.read_bytes() != kept.read_bytes()
            ):
                self.page.error(1, f"its commands make another {name}")


def check_figures(page, figures):
    printed = set(NUMBER.findall("\n".join(page.printed)))
    for number in NUMBER.findall(figures.text):
        if number not in printed and number not in figures.exceptions:
            page.error(figures.line, f"nothing above prints {number}")


def check_language(page, block, path):
    """That commands are in a block of a language that is run."""
    if any(line.startswith("$ ") for line in block.lines) and block.language != "console":
        page.error(block.line, 'commands behind "$ " belong in a console block')
    if block.language:
        return
    for line in block.lines:
        word = line.split(" ")[0]
        if word and (shutil.which(word, path=path) or os.access(ROOT / word, os.X_OK)):
            page.error(block.line, f"'{word}' is a command: say console, sh or text")
            return


def check_page(name, build):
    page = Page(name)
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(page, build, pathlib.Path(folder))
        for item in read((ROOT / name).read_text(encoding="utf-8")):
            if isinstance(item, Figures):
                check_figures(page, item)
                continue
            check_language(page, item, runner.environment["PATH"])
            file = item.directive("file")
            if file is not None:
                (runner.folder / file).write_text("\n".join(item.lines) + "\n")
            elif item.language in ("console", "sh"):
                runner.run(item)
        runner.compare_documents()
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--build", default="build", help="the build's folder")
    parser.add_argument("pages", nargs="+", help="Markdown files")
    options = parser.parse_args()
    build = pathlib.Path(options.build).resolve()
    failed = lacking = False
    for name in options.pages:
        path = pathlib.Path(name).resolve()
        page = check_page(os.path.relpath(path, ROOT), build)
        for line in page.errors:
            print(f"{line}")
        for line in page.missing:
            print(f"skipped: {line}")
        for line in page.not_run:
            print(f"not run: {line}")
        failed |= bool(page.errors)
        lacking |= bool(page.missing)
    return 1 if failed else 77 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
