"""Holds the sums of --stats=json against its instructions and its lines."""

import json
import sys

MAXIMA = {"stack_depth"}
OF_THE_LAUNCH = {"ctas", "warps"}

for launch in json.load(open(sys.argv[1]))["launches"]:
    total = launch["counters"]
    assert total["issued"] == launch["warp_instructions"]
    assert total["active_lanes"] == launch["thread_instructions"]
    assert launch["residency"]["ctas"] == total["ctas"]
    for part in ("instructions", "lines"):
        rows = launch[part]
        assert rows
        for name, value in total.items():
            if name == "lane_efficiency" or name in OF_THE_LAUNCH:
                continue
            merge = max if name in MAXIMA else sum
            got = merge(row["counters"].get(name, 0) for row in rows)
            assert got == value, (part, name, got, value)
    addresses = [row["pc"] for row in launch["instructions"]]
    assert addresses == sorted(addresses)
    assert all(row["text"] for row in launch["instructions"])
