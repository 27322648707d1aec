"""Compares the faults of --stats=json with what the launches of a job expect."""

import json
import sys

job, stats = (json.load(open(path)) for path in sys.argv[1:])
measured = {launch["name"]: launch for launch in stats["launches"]}
for launch in job["launches"]:
    fault = measured[launch["name"]].get("fault")
    expected = launch.get("expect_fault")
    if expected is None:
        assert fault is None, fault
        print("no fault")
        continue
    assert fault["kind"] == expected, (fault, expected)
    assert fault["message"], fault
    if "pc" in fault:
        assert fault["line"] > 0 and len(fault["thread"]) == 3, fault
    print(f"{expected}: {', '.join(sorted(fault))}")
