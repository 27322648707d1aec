"""The process that points are computed in: it reads requests, one a line, from
descriptor 3 of its own choosing and answers on another. It loads libheddle once;
whatever a point does to it ends no more than this process."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys

from .compute import compute, die_with_parent

#: A process that has grown to this share of its limit ends, and a fresh one
#: takes its place.
FULL = 0.5


def main() -> None:
    requests, answers, limit, parent = map(int, sys.argv[1:5])
    die_with_parent()
    if os.getppid() != parent:
        return
    # Ctrl-C is for the sweep, which ends this process when it wants to.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Addresses that nothing is behind are no memory: the limit is on data.
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.argv[5] != "command":
        import heddle  # noqa: F401: loading it is no point's time
    with os.fdopen(requests) as lines, os.fdopen(answers, "w") as out:
        out.write("null\n")
        out.flush()
        for line in lines:
            request = json.loads(line)
            try:
                result = compute(request["asked"], request["counters"])
            except MemoryError:
                result = {"verdict": "memory", "detail": "Python had no memory left"}
            result["is_full"] = _resident() > limit * FULL
            out.write(json.dumps(result) + "\n")
            out.flush()


def _resident() -> int:
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return 0


if __name__ == "__main__":
    main()
