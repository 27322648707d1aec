"""Points under mpirun: a rank takes chunks until there are none.

Ranks exchange no messages. A chunk is taken by creating a file that must be
new, which no two can do; no rank waits for another, and none is missed that
dies.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys

from .chunks import chunk_size, measure, watch
from .errors import SweepError
from .run import Sweep

#: Of a chunk, so that ranks end at about the same time.
CHUNK_SECONDS = 10


def run_mpi(sweep: Sweep, more: str, seconds: float, chunk_seconds: float) -> bool:
    """--on=mpi[:N[,OPTIONS]]. Returns whether all ranks came to their end."""
    number, _, options = more.partition(",")
    if number and (not number.isdigit() or not 1 <= int(number) <= 1_000_000):
        raise SweepError(f"--on=mpi:N: N is a number of ranks, not '{number}'")
    if not shutil.which("mpirun"):
        raise SweepError("there is no mpirun; Debian has it in openmpi-bin")
    took = measure(sweep, seconds)
    if took is None:
        return False
    if not sweep.left:
        return True
    ranks = int(number or len(os.sched_getaffinity(0)))
    # Several for each rank, so that none has long to wait for the last.
    size = chunk_size(len(sweep.left), took, chunk_seconds or CHUNK_SECONDS, 1, 100_000)
    size = max(1, min(size, len(sweep.left) // (4 * ranks)))
    sweep.folder.write_chunks(sweep.left, size)
    command = ["mpirun", "-n", str(ranks)] + [o for o in options.split(",") if o]
    command += [os.path.abspath(sys.argv[0]), "work", sweep.folder.path]
    process = subprocess.Popen(command, preexec_fn=_end_with_parent)
    try:
        watch(sweep, lambda: process.poll() is None, seconds)
    except KeyboardInterrupt:
        process.terminate()
        process.wait()
        return False
    if process.returncode:
        print(f"ptx-sweep: mpirun ended with {process.returncode}", file=sys.stderr)
    return process.returncode == 0


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(1, signal.SIGTERM, 0, 0, 0)
