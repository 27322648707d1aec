"""ptx-sweep work: what runs on the nodes of a cluster. It takes chunks and
computes them, into a file of its own."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from typing import Iterator, Set

from .errors import SweepError
from .folder import Folder, ask_library, is_same_library
from .local import stopped_by_signals
from .points import Point
from .pool import Pool
from .slurm import start_again
from .store import CLUSTER_SECONDS, Writer, parts_of, read_keys

#: Of a worker that was told to stop before its chunks were done.
STOPPED = 75


def rank() -> int:
    """The rank under mpirun or srun; 0 without them."""
    for name in ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"):
        if os.environ.get(name, "").isdigit():
            return int(os.environ[name])
    return 0


def check_tool(folder: Folder) -> str:
    wanted = folder.info()["tool"]
    if is_same_library(wanted):
        return wanted["digest"]
    here = ask_library([])
    if here["digest"] != wanted["digest"]:
        raise SweepError(f"libheddle {here['version']} on {socket.gethostname()} is "
                         "not the one that the sweep was begun with")
    return wanted["digest"]


def work_chunks(folder: Folder, count: int, only: "int | None") -> int:
    """Computes chunk ONLY, or chunks that are free until none is. Returns the
    status of the process."""
    plan = folder.plan()
    tool = check_tool(folder)
    chunks = folder.chunks()
    who = f"{socket.gethostname()}-{os.getpid()}"
    if only is not None and not 0 <= only < len(chunks):
        raise SweepError(f"{folder.path}: there is no chunk {only}")
    # A task that Slurm starts again goes on where it was; its former self may
    # still be alive behind a network that failed, and keeps its file.
    prefix = f"chunk-{only}-" if only is not None else f"rank-{rank()}-"
    writer = Writer(folder.at("parts", f"{prefix}{who}-{time.time_ns():x}.sqlite"),
                    CLUSTER_SECONDS)
    pool = Pool(plan, tool, count, writer)

    def free_points() -> Iterator[Point]:
        if only is not None:
            done = _keys_of(folder, prefix)
            yield from (p for p in folder.chunk(*chunks[only]) if p.key not in done)
            return
        # Ranks begin at different places, so that few try for one chunk.
        first = rank() * 7919 % max(len(chunks), 1)
        for place in range(len(chunks)):
            number = (first + place) % len(chunks)
            if folder.claim(number, who):
                yield from folder.chunk(*chunks[number])
                writer.flush()

    try:
        with stopped_by_signals(pool):
            pool.run(free_points())
    finally:
        writer.close()
    if pool.stale:
        print(f"ptx-sweep: inputs of {pool.stale} points have changed; 'resume' "
              "computes them", file=sys.stderr)
    if pool.is_stopping and pool.signal == signal.SIGUSR1:
        start_again()
    return STOPPED if pool.is_stopping else 0


def _keys_of(folder: Folder, prefix: str) -> Set[bytes]:
    keys: Set[bytes] = set()
    for path in parts_of(folder.path):
        if os.path.basename(path).startswith(prefix):
            keys |= read_keys(path)
    return keys
