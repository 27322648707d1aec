"""ptx-sweep on a real Slurm and under a real mpirun, with a node and a rank killed
in the middle: after 'resume' the table is that of a local run.

    clusters.py slurm|requeue|mpi FOLDER

"requeue" interrupts nothing: one task is told that its time is up, and the node of
another is lost; the sweep comes to its end by itself.
"""

import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

import loopback

HERE = pathlib.Path(__file__).parent
#: So many that tasks are still left when a node is lost.
POINTS = 400 if sys.argv[1] == "requeue" else 200
PLAN = f"""{{"name": "seeds", "axes": {{"job": "tiny.json",
  "seed": {{"from": 1, "to": {POINTS}}}, "schedule": "random:{{seed}}"}}}}"""


def sweep(*words, env=None):
    return subprocess.run(["ptx-sweep", *words], env=env, text=True, capture_output=True)


def expect(condition, what):
    if not condition:
        raise SystemExit(f"FAILED: {what}")


def keys(folder):
    """Of all results, by who has computed them."""
    found = {}
    for path in [folder / "sweep.sqlite", *folder.glob("parts/*.sqlite")]:
        database = sqlite3.connect(path, timeout=30)
        if not database.execute("SELECT 1 FROM sqlite_master").fetchone():
            continue  # Its writer has just begun.
        for key, worker, ended in database.execute(
                "SELECT key, worker, ended FROM result"):
            found[key] = (worker, ended)
        database.close()
    return found


def resumed(folder, local, on, env, task_seconds):
    """Goes on with the sweep, and holds its table against the local one."""
    before = keys(folder)
    expect(0 < len(before) < POINTS, f"{len(before)} results before 'resume'")
    again = sweep("resume", str(folder), "--on=" + on, "--progress=0",
                  f"--task-seconds={task_seconds}", env=env)
    expect(again.returncode == 0, again.stderr + again.stdout)
    left = POINTS - len(before)
    expect(f"{left} were to be computed" in again.stdout, again.stdout)
    after = keys(folder)
    expect(len(after) == POINTS, f"{len(after)} results")
    expect(all(after[key] == who for key, who in before.items()),
           "results have been replaced")
    same = sweep("diff", str(local), str(folder))
    expect(same.returncode == 0 and f"{POINTS} points in both" in same.stdout,
           same.stdout)
    print("no point lost, none computed twice, the same table")


def through_slurm(folder, plan, local):
    with loopback.Slurm(folder / "slurm") as slurm:
        results = folder / "results"
        # As many tasks as an array may have, however fast the machine is.
        words = ["ptx-sweep", "run", str(plan), "-o", str(results),
                 "--on=slurm:--partition=main", "--task-seconds=1e-6", "--progress=0"]
        running = subprocess.Popen(words, env=slurm.env, stdout=subprocess.DEVNULL)
        # Several tasks have written, others wait, and the node works on one.
        loopback.wait_for(lambda: (results / "slurm-job").exists() and
                          len(list(results.glob("parts/chunk-*.sqlite"))) >= 3 and
                          slurm.tasks_of(1), 120)
        slurm.kill_node(1)
        time.sleep(1)
        running.send_signal(signal.SIGINT)
        expect(running.wait(150) == 130, "Ctrl-C")
        loopback.wait_for(lambda: not slurm.ask(
            "squeue", "-h", "-t", "PENDING,RUNNING,CONFIGURING"), 120)
        resumed(results, local, "slurm", slurm.env, 60)


def through_requeue(folder, plan, local):
    with loopback.Slurm(folder / "slurm") as slurm:
        results = folder / "results"
        with open(folder / "said", "w") as said:
            running = subprocess.Popen(
                ["ptx-sweep", "run", str(plan), "-o", str(results), "--progress=0",
                 "--on=slurm:--partition=main", "--task-seconds=1"],
                env=slurm.env, stdout=said, stderr=said)
        loopback.wait_for((results / "slurm-job").exists, 120)
        job = (results / "slurm-job").read_text().strip()

        # As Slurm does before the limit of a task. One that ends meanwhile needs
        # no second start, so that others are told, too.
        told = set()

        def is_again():
            at_work = {path.name.split("-")[1]
                       for path in results.glob("parts/chunk-*.sqlite")}
            for task in at_work - told:
                slurm.ask("scancel", "--batch", "--signal=USR1", f"{job}_{task}")
                told.add(task)
            return slurm.restarts(job) > 0

        loopback.wait_for(is_again, 120)
        before = keys(results)
        loopback.wait_for(lambda: slurm.tasks_of(1) or running.poll() is not None, 120)
        slurm.kill_node(1)
        expect(running.wait(240) == 0, "the sweep that was not interrupted")
        words = (folder / "said").read_text()
        expect(f"{POINTS} of {POINTS} points have results" in words, words)
        after = keys(results)
        expect(all(after[key] == who for key, who in before.items()),
               "results have been replaced")
        same = sweep("diff", str(local), str(results))
        expect(same.returncode == 0 and f"{POINTS} points in both" in same.stdout,
               same.stdout)
        print("no point lost, none computed twice, the same table")


def through_mpi(folder, plan, local):
    env = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    results = folder / "results"
    running = subprocess.Popen(
        ["ptx-sweep", "run", str(plan), "-o", str(results), "--on=mpi:3,--oversubscribe",
         "--task-seconds=0.01", "--progress=0"], env=env, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    # Beyond those that are computed first, to see how long they take.
    loopback.wait_for(lambda: running.poll() is not None or
                      list(results.glob("parts/rank-*")) and len(keys(results)) > 40, 120)
    ranks = [pid for pid in loopback.descendants(running.pid)
             if b"\0work\0" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()]
    os.kill(ranks[-1], signal.SIGKILL)
    expect(running.wait(120) != 0, "the sweep whose rank was killed")
    resumed(results, local, "mpi:3,--oversubscribe", env, 0.2)


def main():
    kind, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("tiny.ptx", "tiny.json"):
        shutil.copy(HERE / name, folder)
    plan, local = folder / "plan.json", folder / "local"
    plan.write_text(PLAN)
    first = sweep("run", str(plan), "-o", str(local), "--on=local:2")
    expect(first.returncode == 0, first.stderr)
    {"slurm": through_slurm, "requeue": through_requeue,
     "mpi": through_mpi}[kind](folder, plan, local)


main()
