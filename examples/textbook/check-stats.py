#!/usr/bin/env python3
"""Holds `ptx-run --stats=json` against what a job's .stats file expects.

    check-stats.py NAME.stats STATS.json

A line of the file is: launch, counter, value or least..most.
"""

import json
import sys

expected, measured = sys.argv[1:]
launches = {l["name"]: l for l in json.load(open(measured))["launches"]}
wrong = rows = 0
for line in open(expected):
    if not line.strip() or line.startswith("#"):
        continue
    launch, counter, want = line.split()
    least, _, most = want.partition("..")
    got = launches[launch]["counters"][counter]
    rows += 1
    if not float(least) <= got <= float(most or least):
        wrong += 1
        print(f"{launch}: {counter} is {got}, not {want}")
print(f"{rows - wrong} of {rows} as expected")
sys.exit(wrong != 0)
