"""ptx-sweep run and resume."""

from __future__ import annotations

import sys
import time
from typing import Iterable

from . import local
from .errors import SweepError
from .folder import Folder, check_options, is_same_library
from .plan import Plan
from .points import Point
from .pool import Pool
from .progress import Progress, duration
from .store import merge, open_file, parts_of

#: Of a sweep that was interrupted.
INTERRUPTED = 130


class Sweep:
    """A sweep that is to be run: `left` are the points without a result."""

    def __init__(self, folder: Folder, plan: Plan, retry: bool) -> None:
        self.folder, self.plan = folder, plan
        self.left, self.count, problems = folder.prepare(plan, retry)
        for problem in problems:
            print(f"ptx-sweep: {problem}", file=sys.stderr)
        self.asked = len(self.left)
        self.done = self.count - self.asked
        self.started = time.monotonic()

    def compute_here(self, left: Iterable[Point], count: int, seconds: float) -> Pool:
        """Computes points by COUNT processes of this machine."""
        progress = Progress(self.done, self.count, seconds)
        pool = local.compute_here(self.folder, self.plan, left, count, progress)
        self.done = progress.done
        if pool.stale:
            print(f"ptx-sweep: inputs of {pool.stale} points have changed since the "
                  "sweep began; 'resume' computes them", file=sys.stderr)
        return pool

    def finish(self, is_complete: bool) -> int:
        """Merges what workers have written, and says what there is."""
        database = open_file(self.folder.at("sweep.sqlite"))
        _, problems = merge(database, parts_of(self.folder.path), remove=True)
        for problem in problems:
            print(f"ptx-sweep: {problem}", file=sys.stderr)
        done, bad = database.execute(
            "SELECT count(r.key), sum(r.verdict != 'pass') FROM point p "
            "JOIN result r ON r.key = p.key").fetchone()
        database.close()
        print(f"{done} of {self.count} points have results, {bad or 0} of them are no "
              f"pass; {self.asked} were to be computed, in "
              f"{duration(time.monotonic() - self.started)}")
        if done < self.count:
            print(f"ptx-sweep resume {self.folder.path} goes on", file=sys.stderr)
        if not is_complete:
            return INTERRUPTED
        return 1 if bad or done < self.count else 0


def begin(folder: Folder, plan_path: str, retry: bool) -> Sweep:
    from .slurm import check_idle
    check_idle(folder)
    return Sweep(folder, folder.create(plan_path), retry)


def again(folder: Folder, retry: bool) -> Sweep:
    """Takes up a sweep that is there."""
    from .slurm import check_idle
    info = folder.info()
    folder.lock()
    check_idle(folder)
    plan = folder.plan()
    # That the options are right was seen when the plan came here.
    tool = info["tool"] if is_same_library(info["tool"]) else check_options(plan)
    if tool["digest"] != info["tool"]["digest"]:
        print("ptx-sweep: libheddle is another than before: its points are new ones",
              file=sys.stderr)
    folder.write_json("sweep.json", {**info, "tool": tool})
    return Sweep(folder, plan, retry)


def place_of(text: str) -> "tuple[str, str]":
    """--on=KIND[:MORE]"""
    kind, _, more = text.partition(":")
    if kind not in ("local", "slurm", "mpi"):
        raise SweepError(f"option '--on' takes local[:N], slurm[:OPTIONS] or "
                         f"mpi[:N], not '{text}'")
    if kind == "local" and more and not (
            more.isdecimal() and len(more) <= 4 and 1 <= int(more) <= 4096):
        raise SweepError(f"--on=local:N: N is from 1 to 4096, not '{more}'")
    return kind, more


def run(sweep: Sweep, on: str, seconds: float, task_seconds: float) -> int:
    kind, more = place_of(on)
    if not sweep.left:
        return sweep.finish(True)
    if kind == "slurm":
        from .slurm import run_slurm
        return sweep.finish(run_slurm(sweep, more, seconds, task_seconds))
    if kind == "mpi":
        from .mpi import run_mpi
        return sweep.finish(run_mpi(sweep, more, seconds, task_seconds))
    count = int(more) if more else local.default_count(sweep.plan)
    return sweep.finish(not sweep.compute_here(sweep.left, count, seconds).is_stopping)
