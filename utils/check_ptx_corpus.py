#!/usr/bin/env python3
"""Scores ptxas-lite's reader against lists of PTX with known answers.

    utils/check_ptx_corpus.py --tool build/bin/ptxas-lite [--list]
        [--instances DIR] [--corpus DIR] [--single]

--instances: a folder of FAMILY*.valid.ptxi, FAMILY*.invalid.ptxi and
FAMILY*.beyond-manual.ptxi (utils/ptx_instances.py says what is in them) and of
modules-valid/ and modules-invalid/ with their manifest.tsv. --corpus: a folder
of modules, all valid but those below neg/, whose manifest.json names the line
of each defect. What is valid is also printed, parsed and printed again: text
and AST have to stay the same. Instances of the same version and target share a
module, each in a kernel of its own, unless --single is given.

--list shows what failed. Exit: 0 if nothing did, else 1.
"""

import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile
from itertools import groupby

import ptx_instances

FAMILIES = ("arithmetic", "memory", "matrix")


class Scorer:
    def __init__(self, tool, single, show):
        self.tool, self.single, self.show = tool, single, show
        self.folder = tempfile.TemporaryDirectory()
        self.failed = False

    def run(self, path, *options):
        command = [self.tool, *options, path]
        return subprocess.run(command, capture_output=True, text=True, timeout=120)

    def diagnose(self, path):
        """(exit code, diagnostics, output) of printing a file."""
        result = self.run(
            path, "--emit=ptx", "--diagnostics=json", "--max-errors=0", "-o", "-"
        )
        if result.returncode not in (0, 1):
            sys.exit(f"{path}: exit {result.returncode}: {result.stderr}")
        return result.returncode, json.loads(result.stderr), result.stdout

    def write(self, text):
        path = os.path.join(self.folder.name, "module.ptx")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def is_fixed_point(self, path, printed):
        """Whether printing what was printed changes nothing, nor the AST."""
        ast = self.run(path, "-w", "--emit=ast", "-o", "-").stdout
        second = self.write(printed)
        again = self.run(second, "-w", "--emit=ptx", "-o", "-").stdout
        ast_again = self.run(second, "-w", "--emit=ast", "-o", "-").stdout
        return again == printed and ast == ast_again

    def report(self, what, total, failures):
        print(f"{what}: {total - len(failures)}/{total}")
        self.failed |= bool(failures)
        if self.show:
            for failure in failures:
                print("   ", failure)

    def groups(self, path, family):
        instances = ptx_instances.read_instances(path, family)
        if self.single:
            yield from ([i] for i in instances)
            return

        def key(i):
            return i.number, i.target, "sm0" in ptx_instances.names_in(i.text)

        for _, group in groupby(sorted(instances, key=key), key):
            yield list(group)

    def is_refused(self, instance):
        text, _ = ptx_instances.module([instance])
        return self.diagnose(self.write(text))[0] == 1

    def score_instances(self, path, family):
        name = os.path.basename(path).removesuffix(".ptxi")
        wants_error = name.endswith(".invalid")
        failures, moved, total = [], [], 0
        for group in self.groups(path, family):
            text, lines = ptx_instances.module(group)
            _, found, _ = self.diagnose(self.write(text))
            errors = {d["line"]: d for d in found if d["severity"] == "error"}
            total += len(group)
            good = []
            for instance, line in zip(group, lines):
                error = errors.pop(line, None)
                if bool(error) == wants_error:
                    good.append(instance)
                    continue
                # A declaration that the instruction needs may be the mistake.
                if wants_error and len(group) > 1 and self.is_refused(instance):
                    continue
                why = error["message"] if error else f"accepted: {instance.defect}"
                where = f"{instance.version} {instance.target}"
                failures.append(f"{where} {instance.text}  -> {why}")
            if not wants_error:
                for error in errors.values():
                    failures.append(f"elsewhere: {error['message']}")
            if wants_error or not good:
                continue
            text, _ = ptx_instances.module(good)
            path_of_good = self.write(text)
            _, _, printed = self.diagnose(path_of_good)
            original = os.path.join(self.folder.name, "original.ptx")
            os.replace(path_of_good, original)
            if not self.is_fixed_point(original, printed):
                moved.append(f"{group[0].version} {group[0].target}")
        self.report(name, total, failures)
        if moved:
            self.report(f"{name}, fixed point", total, moved)

    def score_valid(self, what, paths):
        failures, moved = [], []
        for path in paths:
            code, found, printed = self.diagnose(path)
            if code != 0:
                error = next(d for d in found if d["severity"] == "error")
                failures.append(f"{path}:{error['line']}: {error['message']}")
            elif not self.is_fixed_point(path, printed):
                moved.append(path)
        self.report(what, len(paths), failures)
        self.report(f"{what}, fixed point", len(paths) - len(failures), moved)

    def score_invalid(self, what, cases):
        """Cases of (path, line or None): an error there, and at most three."""
        failures = []
        for path, line in cases:
            _, found, _ = self.diagnose(path)
            lines = [d["line"] for d in found if d["severity"] == "error"]
            if not lines:
                failures.append(f"{path}: accepted")
            elif len(lines) > 3:
                failures.append(f"{path}: {len(lines)} errors")
            elif line and not any(abs(line - found) <= 1 for found in lines):
                failures.append(f"{path}: wanted line {line}, found {lines}")
        self.report(what, len(cases), failures)

    def score_warned(self, what, paths):
        failures = []
        for path in paths:
            code, found, _ = self.diagnose(path)
            names = [d["name"] for d in found if "name" in d]
            if code != 0 or not names:
                failures.append(path)
        self.report(what, len(paths), failures)


def read_table(path):
    with open(path, encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    return rows[1:]


def score_instance_folder(scorer, folder):
    for path in sorted(glob.glob(os.path.join(folder, "*.ptxi"))):
        name = os.path.basename(path)
        for family in FAMILIES:
            if name.startswith(family):
                scorer.score_instances(path, family)
    valid = os.path.join(folder, "modules-valid")
    if os.path.isdir(valid):
        rows = read_table(os.path.join(valid, "manifest.tsv"))
        paths = [os.path.join(valid, row[0]) for row in rows]
        scorer.score_valid("modules-valid", paths)
    invalid = os.path.join(folder, "modules-invalid")
    if os.path.isdir(invalid):
        rows = read_table(os.path.join(invalid, "manifest.tsv"))
        cases = [
            (os.path.join(invalid, row[0]), int(row[1]) if row[1].isdigit() else None)
            for row in rows
        ]
        scorer.score_invalid("modules-invalid", cases)


def score_corpus(scorer, folder):
    negative = os.path.join(folder, "neg")
    paths = sorted(glob.glob(os.path.join(folder, "**", "*.ptx"), recursive=True))
    scorer.score_valid("corpus", [p for p in paths if not p.startswith(negative + "/")])
    manifest = os.path.join(negative, "manifest.json")
    if os.path.exists(manifest):
        with open(manifest, encoding="utf-8") as file:
            data = json.load(file)
        scorer.score_invalid(
            "corpus/neg",
            [(os.path.join(negative, c["file"]), c["line"]) for c in data["must_reject"]],
        )
        scorer.score_warned(
            "corpus/neg, accepted with a warning",
            [os.path.join(negative, c["file"]) for c in data["accepted_with_warning"]],
        )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tool", required=True)
    parser.add_argument("--instances", metavar="DIR")
    parser.add_argument("--corpus", metavar="DIR")
    parser.add_argument("--single", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    scorer = Scorer(options.tool, options.single, options.list)
    if options.instances:
        score_instance_folder(scorer, options.instances)
    if options.corpus:
        score_corpus(scorer, options.corpus)
    return 1 if scorer.failed else 0


if __name__ == "__main__":
    sys.exit(main())
