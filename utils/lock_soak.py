#!/usr/bin/env python3
"""Runs locks, flags and barriers under random orders, sizes and host threads.

Live kernels must end with their result, dead ones must be found to be dead. The
kernels are those of test/Regress/live-locks.ptx and dead-locks.ptx.
"""

import argparse
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "test" / "Regress"


def choose(rng):
    """A kernel, its grid and block, and what the launch must come to."""
    threads = rng.choice([1, 31, 32, 33, 64, 96, 128, 200])
    ctas = rng.randint(1, 6)
    return rng.choice(
        [
            ("live", "spin_shared", ctas, threads, f"0: {threads * 4}"),
            ("live", "pulse", ctas, 64, "0: 1 0"),
            ("live", "pulse_global", 2, 1, "0: 0 1"),
            ("dead", "dead_shared", ctas, threads, "fault: "),
            ("dead", "dead_lanes", ctas, threads + 1, "fault: "),
            ("dead", "dead_lanes_shared", ctas, threads + 1, "fault: "),
            ("dead", "dead_barrier", ctas, 64 + threads, "fault: barrier 0 in"),
        ]
    )


def run(tool, rng):
    kind, kernel, ctas, threads, expected = choose(rng)
    schedule = rng.choice(["rr", "oldest", f"random:{rng.randrange(1 << 32)}"])
    command = [
        tool,
        TESTS / f"{kind}-locks.ptx",
        rng.choice(["-O0", "-O3"]),
        f"--entry={kernel}",
        f"--grid={ctas}",
        f"--block={threads}",
        "--arg=buf=zeros:8",
        "--print=0:u32",
        f"--schedule={schedule}",
        f"-j{rng.choice([1, 2, 4])}",
        "--timeout=300",
    ]
    command = [str(word) for word in command]
    done = subprocess.run(command, capture_output=True, text=True)
    text = done.stdout + done.stderr
    status = 0 if kind == "live" else 3
    if done.returncode == status and expected in text and "time limit" not in text:
        return True
    print(" ".join(command), text, f"exit code {done.returncode}", sep="\n")
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ptx-run", default=str(ROOT / "build/bin/ptx-run"))
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    failed = sum(not run(args.ptx_run, rng) for _ in range(args.count))
    print(f"{args.count} launches, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
