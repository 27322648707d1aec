"""The pieces that a cluster computes: how large they are, and how far it is."""

from __future__ import annotations

import math
import sqlite3
import time
from typing import Callable, Iterator, List

from .local import default_count
from .points import Point
from .progress import Progress
from .run import Sweep
from .signals import ending_signals, handled, interrupt
from .store import count_rows, parts_of

#: Points that are computed here to see how long they take: so many, or so many
#: seconds of them.
SAMPLE_POINTS, SAMPLE_SECONDS = 20, 30


def measure(sweep: Sweep, seconds: float) -> "float | None":
    """Computes some points of all parts of the plan, and returns how long one
    takes; None when the sweep was interrupted. They are results as others."""
    step = max(len(sweep.left) // SAMPLE_POINTS, 1)
    chosen = sweep.left[::step][:SAMPLE_POINTS]
    end = time.monotonic() + SAMPLE_SECONDS
    taken: List[Point] = []

    def sample() -> Iterator[Point]:
        for point in chosen:
            if taken and time.monotonic() > end:
                return
            taken.append(point)
            yield point

    pool = sweep.compute_here(sample(), default_count(sweep.plan), seconds)
    if pool.is_stopping:
        return None
    done = sweep.folder.done_keys()
    sweep.left = [p for p in sweep.left if p.key not in done]
    # Lost ones took their limit, which is no measure of the others.
    return pool.seconds / pool.answers if pool.answers else sweep.plan.limits.seconds


def chunk_size(points: int, seconds_a_point: float, seconds_a_chunk: float,
               processes: int, most_chunks: int) -> int:
    """How many points a task computes, so that it takes about SECONDS_A_CHUNK, and
    there are no more than MOST_CHUNKS."""
    fitting = seconds_a_chunk * processes / max(seconds_a_point, 1e-6)
    return max(1, math.ceil(points / most_chunks), min(points, round(fitting)))


def watch(sweep: Sweep, is_running: Callable[[], bool], seconds: float) -> None:
    """Shows progress until nothing runs. Raises KeyboardInterrupt when a signal
    ends the sweep."""
    progress = Progress(sweep.done, sweep.count, seconds)
    before = sweep.done
    try:
        with handled(ending_signals(), interrupt):
            while is_running():
                started = time.monotonic()
                try:
                    progress.set(before +
                                 sum(map(count_rows, parts_of(sweep.folder.path))))
                except sqlite3.Error:
                    pass  # A writer's; the next look sees more.
                # Looking takes a twentieth of the time at most.
                time.sleep(min(max(0.5, 20 * (time.monotonic() - started)), 60))
    finally:
        progress.end()
