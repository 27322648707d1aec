#!/usr/bin/env python3
"""Compares ptxas-lite with NVIDIA's ptxas on modules made from PTX.td.

    utils/compare_with_ptxas.py --tool build/bin/ptxas-lite [--ptxas PATH]
        [--opcodes REGEX] [--kinds REGEX] [--known docs/ptxas-differences.md]
        [--sample N] [--show N]

For each form of the table: instances with each modifier, at the lowest version
and target and at late ones; and wrong ones, with one thing changed: a type, a
modifier, their order, an operand, the number of operands, a version or target
that is too old (ptx_generate.py). Both programs only parse and check. Lists
where one accepts and the other refuses, except for the differences that the
tables in --known explain. --sample N keeps every Nth instance. Without ptxas it
says so and succeeds. Exit: 0 if each difference is explained, else 1.
"""

import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from itertools import groupby

import ptx_generate
import ptx_instances
import ptx_table

BATCH = 40


class Oracle:
    """ptxas, asked to check only."""

    def __init__(self, program, folder):
        self.program, self.path = program, os.path.join(folder, "oracle.ptx")
        help_text = subprocess.run([program, "--help"], capture_output=True, text=True)
        self.archs = set(re.findall(r"'compute_(\d+[af]?)'", help_text.stdout))

    def arch(self, target):
        """The virtual architecture nearest to a target."""
        name = target.removeprefix("sm_")
        if name in self.archs:
            return name
        chip = int(re.match(r"\d+", name)[0])
        plain = sorted(int(a) for a in self.archs if a.isdigit())
        return str(next((a for a in plain if a >= chip), plain[-1]))

    def message(self, instances):
        """None if it accepts all of them."""
        text, _ = ptx_instances.module(instances)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)
        command = [self.program, "-arch=compute_" + self.arch(instances[0].target)]
        result = subprocess.run(
            [*command, self.path, "-o", os.devnull], capture_output=True, text=True
        )
        if result.returncode == 0:
            return None
        lines = result.stderr.splitlines()
        return re.sub(r"^ptxas \S+ ", "", lines[0]) if lines else "exit code"

    def judge(self, instances):
        """The message for each, or None. Good ones are cheap."""
        if len(instances) > 1 and self.message(instances) is None:
            return [None] * len(instances)
        if len(instances) == 1:
            return [self.message(instances)]
        half = len(instances) // 2
        return self.judge(instances[:half]) + self.judge(instances[half:])


class Ours:
    def __init__(self, tool, folder):
        self.tool, self.path = tool, os.path.join(folder, "ours.ptx")

    def judge(self, instances):
        text, lines = ptx_instances.module(instances)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)
        result = subprocess.run(
            [self.tool, "--emit=ast", "--diagnostics=json", "--max-errors=0",
             "-o", os.devnull, self.path],
            capture_output=True, text=True,
        )  # fmt: skip
        errors = {
            d["line"]: d["message"]
            for d in json.loads(result.stderr)
            if d["severity"] == "error"
        }
        messages = [errors.pop(line, None) for line in lines]
        # What is declared for one of them may be what is refused.
        if errors and len(instances) > 1:
            return [
                m or self.judge([i])[0] for m, i in zip(messages, instances)
            ]
        return [next(iter(errors.values()))] if errors else messages


def read_known(path):
    """Rows of markdown tables: | `regex` | who accepts | why |"""
    known = []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            cells = [c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]]
            if len(cells) == 3 and cells[1] in ("ptxas", "Heddle"):
                pattern = cells[0].strip("`").replace("\\|", "|")
                known.append((re.compile(pattern), cells[1], cells[2]))
    return known


def collect(table, options):
    generator = ptx_generate.Generator(table)
    found = {}
    for form in table.forms:
        if not re.match(options.opcodes, form.opcode):
            continue
        for kind, instance in generator.generate(form):
            if re.match(options.kinds, kind):
                key = instance.number, instance.target, instance.text
                found.setdefault(key, (kind, form.place, instance))
    items = sorted(found.items())[:: options.sample]
    return [item for _, item in items]


def batches(items):
    def key(item):
        instance = item[2]
        needs_sampler = "sm0" in ptx_instances.names_in(instance.text)
        return instance.number, instance.target, needs_sampler, item[0]

    for _, group in groupby(sorted(items, key=key), key):
        group = list(group)
        for start in range(0, len(group), BATCH):
            yield group[start : start + BATCH]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tool", required=True)
    parser.add_argument("--ptxas", default=shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas")
    parser.add_argument("--opcodes", default="", metavar="REGEX")
    parser.add_argument("--kinds", default="", metavar="REGEX")
    parser.add_argument("--known", metavar="FILE")
    parser.add_argument("--sample", type=int, default=1, metavar="N")
    parser.add_argument("--show", type=int, default=3, metavar="N")
    options = parser.parse_args()
    if not os.access(options.ptxas, os.X_OK):
        print("skipped: ptxas is not installed")
        return 0

    known = read_known(options.known) if options.known else []
    items = collect(ptx_table.Table(), options)
    differences = collections.defaultdict(list)
    explained = collections.Counter()
    both = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        oracle, ours = Oracle(options.ptxas, folder), Ours(options.tool, folder)
        for batch in batches(items):
            instances = [instance for _, _, instance in batch]
            verdicts = zip(batch, ours.judge(instances), oracle.judge(instances))
            for (kind, place, instance), our, their in verdicts:
                both[bool(our), bool(their)] += 1
                if bool(our) == bool(their):
                    continue
                who = "ptxas" if our else "Heddle"
                line = f"{instance.version}\t{instance.target}\t{instance.text}"
                for pattern, accepts, _ in known:
                    if accepts == who and pattern.search(line):
                        explained[pattern.pattern] += 1
                        break
                else:
                    opcode = instance.text.split(".")[0].split(" ")[0]
                    differences[who, kind, opcode].append((line, place, our or their))

    unexplained = sum(map(len, differences.values()))
    for (who, kind, opcode), rows in sorted(differences.items()):
        print(f"only {who} accepts: {opcode}, {kind}: {len(rows)}")
        for line, place, message in rows[: options.show]:
            print(f"    {line}   [{place}] {message}")
    print(
        f"{len(items)} instances: {both[False, False]} accepted and {both[True, True]} "
        f"refused by both, {sum(explained.values())} explained differences, "
        f"{unexplained} others"
    )
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
