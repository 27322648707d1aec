"""Checks a trace against the rules of the trace event format.

Prints how many slices of each category there are.
"""

import collections
import json
import sys

trace = json.load(open(sys.argv[1]))
assert trace["displayTimeUnit"] in ("ms", "ns")
open_slices = collections.defaultdict(list)  # track -> [(name, start)]
last = collections.defaultdict(int)  # track -> time of the last event
busy = collections.defaultdict(int)  # track -> end of the last slice
processes, threads = set(), set()
slices = collections.Counter()
for event in trace["traceEvents"]:
    assert isinstance(event["ts"], (int, float)) and event["ts"] >= 0, event
    track = (event["pid"], event["tid"])
    phase = event["ph"]
    if phase == "i":
        assert event["s"] == "g" and event["name"], event
        print("note:", event["name"])
        continue
    if phase == "M":
        assert event["name"] in ("process_name", "thread_name"), event
        assert event["args"]["name"], event
        known = processes if event["name"] == "process_name" else threads
        name = event["pid"] if event["name"] == "process_name" else track
        assert name not in known, ("named twice", event)
        known.add(name)
        continue
    assert event["pid"] in processes and track in threads, ("unnamed", event)
    assert event["ts"] >= last[track], ("goes back in time", event)
    # Times of a board are fractions, the sums of which are rounded.
    assert event["ts"] >= busy[track] - 1e-9 * busy[track], ("overlaps", event)
    last[track] = event["ts"]
    if phase == "X":
        assert event["name"] and event["dur"] > 0, event
        busy[track] = event["ts"] + event["dur"]
        slices[event["cat"]] += 1
    elif phase == "B":
        assert event["name"], event
        open_slices[track].append(event["name"])
        slices[event["cat"]] += 1
    else:
        assert phase == "E", event
        assert open_slices[track], ("ends nothing", event)
        open_slices[track].pop()
assert not any(open_slices.values()), open_slices
assert trace["otherData"]["cut"] == any(
    e["ph"] == "i" for e in trace["traceEvents"]
)
for category, count in sorted(slices.items()):
    print(f"{category}: {count}")
