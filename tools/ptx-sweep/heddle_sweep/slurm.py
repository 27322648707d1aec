"""Points by Slurm: one array of jobs, a chunk a task."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from typing import Any, Callable, List, Set

from .chunks import chunk_size, measure, watch
from .errors import SweepError
from .folder import Folder
from .run import Sweep
from .signals import ending_signals, handled

#: Of a task, unless the user says otherwise.
TASK_SECONDS = 300
#: How long before its limit of time a task is told to stop.
SIGNAL_SECONDS = 60

_SCRIPT = """#!/bin/sh
# Started by Slurm for each chunk; a task that is started again goes on where it was.
worker= told=
trap 'told=1; [ -z "$worker" ] || kill -USR1 "$worker"' USR1
{program} work {folder} --chunk="$SLURM_ARRAY_TASK_ID" -j "${{SLURM_CPUS_PER_TASK:-1}}" &
worker=$!
[ -z "$told" ] || kill -USR1 "$worker"
# A signal ends 'wait', not the worker.
while wait "$worker"; status=$?; kill -0 "$worker" 2>/dev/null; do :; done
# The time was up before the worker listened: it cannot put itself back.
[ "$(kill -l "$status" 2>/dev/null)" != USR1 ] || exec scontrol requeue "$SLURM_JOB_ID"
exit "$status"
"""


def ask(*command: str) -> str:
    """What one of Slurm's commands prints."""
    try:
        ran = subprocess.run(command, text=True, capture_output=True)
    except FileNotFoundError:
        raise SweepError(f"there is no {command[0]}; Debian has it in "
                         "slurm-client") from None
    if ran.returncode:
        raise SweepError(f"{command[0]}: {ran.stderr.strip() or ran.returncode}")
    return ran.stdout.strip()


def most_tasks() -> int:
    found = re.search(r"MaxArraySize\s*=\s*(\d+)", ask("scontrol", "show", "config"))
    return max(int(found.group(1)) - 1 if found else 1000, 1)


def processes_of(options: List[str]) -> int:
    """How many processors the options give to a task."""
    text = " ".join(options)
    found = re.search(r"(?:--cpus-per-task[= ]|-c ?)(\d+)", text)
    return int(found.group(1)) if found else 1


def states_of(job: str) -> Set[str]:
    """In which states tasks are left: they wait, run, or are being ended."""
    ran = subprocess.run(
        ["squeue", "-h", "-j", job, "-o", "%T", "-t",
         "PENDING,RUNNING,SUSPENDED,CONFIGURING,REQUEUED,COMPLETING"],
        text=True, capture_output=True)
    if ran.returncode and "Invalid job id" not in ran.stderr:
        # The controller is away; tasks may well run.
        return {"UNKNOWN"}
    return set(ran.stdout.split())


def is_queued(job: str) -> bool:
    """Whether tasks wait or run."""
    return bool(states_of(job) - {"COMPLETING"})


#: How long tasks that are being ended are waited for.
COMPLETING_SECONDS = 60


def is_left(job: str) -> Callable[[], bool]:
    """Asks whether tasks are left. One that is put back into the queue counts as
    being ended first, and so does one on a node that is gone, for long."""
    last_live = time.monotonic()

    def ask_again() -> bool:
        nonlocal last_live
        states = states_of(job)
        if states - {"COMPLETING"}:
            last_live = time.monotonic()
        return (bool(states) and
                time.monotonic() - last_live < COMPLETING_SECONDS)

    return ask_again


def check_idle(folder: Folder) -> None:
    """An error while an array of an earlier run has tasks that wait or run. Those
    that are being ended are waited for: they may be put back into the queue."""
    try:
        with open(folder.at("slurm-job"), encoding="ascii") as file:
            job = file.read().strip()
    except (FileNotFoundError, NotADirectoryError):
        return
    if not job or not shutil.which("squeue"):
        return
    end = time.monotonic() + COMPLETING_SECONDS
    is_told = False
    while states := states_of(job):
        if states - {"COMPLETING"}:
            raise SweepError(f"{folder.path}: job {job} of Slurm is at work on this "
                             f"sweep; wait for it, or end it by 'scancel {job}'")
        if time.monotonic() > end:
            return  # Of a node that is gone nobody says that they have ended.
        if not is_told:
            print(f"ptx-sweep: waiting for tasks of job {job} to end", file=sys.stderr)
        is_told = True
        time.sleep(0.5)


def submit(folder: Folder, count: int, options: List[str]) -> str:
    """Has Slurm run COUNT tasks. Returns the number of the job."""
    job = ask("sbatch", "--parsable", f"--array=0-{count - 1}", "--requeue",
              "--job-name=ptx-sweep", f"--signal=B:USR1@{SIGNAL_SECONDS}",
              # Of the folder's own name Slurm is to replace nothing.
              "--output=" + os.path.join(folder.at("logs").replace("%", "%%"), "%a.log"),
              "--open-mode=append", *options, folder.at("task.sh")).split(";")[0]
    with open(folder.at("slurm-job"), "w", encoding="ascii") as file:
        file.write(job + "\n")
    return job


def run_slurm(sweep: Sweep, more: str, seconds: float, task_seconds: float) -> bool:
    """--on=slurm[:OPTIONS]. Returns whether all tasks came to their end."""
    folder = sweep.folder
    try:
        options = shlex.split(more)
    except ValueError as error:
        raise SweepError(f"--on=slurm:OPTIONS: {error}") from None
    most = most_tasks()
    took = measure(sweep, seconds)
    if took is None:
        return False
    if not sweep.left:
        return True
    size = chunk_size(len(sweep.left), took, task_seconds or TASK_SECONDS,
                      processes_of(options), most)
    count = folder.write_chunks(sweep.left, size)
    os.makedirs(folder.at("logs"), exist_ok=True)
    with open(folder.at("task.sh"), "w", encoding="utf-8",
              errors="surrogateescape") as file:
        file.write(_SCRIPT.format(program=shlex.quote(os.path.abspath(sys.argv[0])),
                                  folder=shlex.quote(folder.path)))
    is_ended = False

    def end(number: int, frame: Any) -> None:
        nonlocal is_ended
        is_ended = True

    # An array that is submitted is one that can be cancelled.
    with handled(ending_signals(), end):
        job = submit(folder, count, options)
        print(f"ptx-sweep: job {job} of Slurm: {count} tasks of {size} points",
              file=sys.stderr)
    try:
        if is_ended:
            raise KeyboardInterrupt
        watch(sweep, is_left(job), seconds)
    except KeyboardInterrupt:
        cancel(job)
        return False
    return True


#: How long a controller may take to end tasks.
CANCEL_SECONDS = 30


def cancel(job: str) -> None:
    """Ends the array. What its tasks have written until now is merged; files of
    those that still live stay for 'resume', which waits for them."""
    print(f"ptx-sweep: scancel {job}", file=sys.stderr)
    end = time.monotonic() + CANCEL_SECONDS
    subprocess.run(["scancel", job])
    while is_queued(job):
        if time.monotonic() > end:
            print(f"ptx-sweep: tasks of job {job} have not ended", file=sys.stderr)
            return
        time.sleep(0.5)


def start_again() -> None:
    """Puts the task that this process is back into the queue: its time is up."""
    job = os.environ.get("SLURM_JOB_ID")
    if job and "SLURM_ARRAY_TASK_ID" in os.environ and shutil.which("scontrol"):
        subprocess.run(["scontrol", "requeue", job])
