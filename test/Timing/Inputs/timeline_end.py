"""Whether the launch of a time line is as long as its cycles at 1296 MHz, and its last transfer within it."""
import json
import sys

events = json.load(open(sys.argv[1]))["traceEvents"]
(launch,) = [e for e in events if e.get("cat") == "launch"]
length = launch["args"]["cycles"] / 1296
assert abs(launch["dur"] - length) < 1e-5, (launch, length)
ends = [e["ts"] + e["dur"] for e in events if e.get("cat") == "transfer"]
assert length - 0.1 < max(ends) <= length + 0.01, (max(ends), length)
