"""Points on this machine."""

from __future__ import annotations

import os
import signal
import socket
import time
from typing import Any, ContextManager, Iterable

from .folder import Folder
from .plan import Plan
from .points import Point
from .pool import Pool
from .progress import Progress
from .signals import ending_signals, handled
from .store import Writer


def available_memory() -> int:
    try:
        with open("/proc/meminfo") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) << 10
    except OSError:
        pass
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def default_count(plan: Plan) -> int:
    """As many as there are cores, and as have room for what a point may take."""
    cores = len(os.sched_getaffinity(0))
    return max(1, min(cores, available_memory() // plan.limits.memory))


def stopped_by_signals(pool: Pool) -> ContextManager[None]:
    """Ctrl-C and its like end the sweep with all results written."""
    def stop(number: int, frame: Any) -> None:
        pool.is_stopping, pool.signal = True, number

    return handled([*ending_signals(), signal.SIGUSR1], stop)


def compute_here(folder: Folder, plan: Plan, left: Iterable[Point], count: int,
                 progress: Progress) -> Pool:
    """Computes the points LEFT by COUNT processes."""
    name = f"{socket.gethostname()}-{os.getpid()}-{time.time_ns():x}.sqlite"
    writer = Writer(folder.at("parts", name))
    pool = Pool(plan, folder.info()["tool"]["digest"], count, writer, progress.add)
    try:
        with stopped_by_signals(pool):
            pool.run(iter(left))
    finally:
        writer.close()
        progress.end()
    return pool
