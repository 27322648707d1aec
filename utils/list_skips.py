#!/usr/bin/env python3
"""Lists the tests that lit did not run, with what they lack.

    utils/list_skips.py [--strict] build/test/results.json

Some machines may lack something that no package of Debian's brings: test/skips.txt
has a row for each such feature. With --strict, a test that was skipped for want
of anything else is an error; so is a row that lit's configuration does not know.
"""

import argparse
import fnmatch
import json
import pathlib
import re
import sys
from collections import defaultdict

ROOT = pathlib.Path(__file__).resolve().parent.parent


def allowed():
    """Patterns of the features that a machine may lack, each with the reason."""
    rows = {}
    for line in (ROOT / "test/skips.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, reason = line.split(None, 1)
            rows[name] = reason
    return rows


def lacking(output):
    """The features that a skipped test names, or what it says instead."""
    for pattern in (
        r"unavailable features: (.*)",
        r"following features: (.*)",
        r"skipped: \S+ (.*) not found",
    ):
        found = re.search(pattern, output)
        if found:
            return re.split(r",? +", found.group(1).strip())
    return [" ".join(output.split()) or "no reason"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("results", help="what lit --output wrote")
    options = parser.parse_args()
    with open(options.results, encoding="utf-8") as file:
        tests = json.load(file)["tests"]
    skipped = defaultdict(list)
    for test in tests:
        if test["code"] in ("UNSUPPORTED", "SKIPPED"):
            skipped[tuple(lacking(test["output"]))].append(test["name"])
    reasons = allowed()
    unexpected = 0
    for features, names in sorted(skipped.items()):
        known = [
            reason
            for feature in features
            for pattern, reason in reasons.items()
            if fnmatch.fnmatchcase(feature, pattern)
        ]
        why = known[0] if known else "nothing says why this may be missing"
        unexpected += 0 if known else len(names)
        print(f"skipped for want of {', '.join(features)} ({why}):")
        for name in sorted(names):
            print(f"  {name}")
    if options.strict and unexpected:
        print(f"{unexpected} skipped that should have run", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
