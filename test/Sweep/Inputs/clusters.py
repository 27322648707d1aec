"""ptx-sweep on a real Slurm and under a real mpirun, with a node and a rank killed
in the middle: after 'resume' the table is that of a local run.

    clusters.py slurm|requeue|mpi FOLDER

"requeue" interrupts nothing: one task is told that its time is up, and the node of
another is lost; the sweep comes to its end by itself. Nothing here depends on how
long something takes: tasks are held, and points wait, until the test lets them go.
"""

import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys

import loopback

HERE = pathlib.Path(__file__).parent
JOBS = {"name": "seeds", "axes": {"job": "tiny.json", "seed": {"from": 1, "to": 200},
                                  "schedule": "random:{seed}"}}
COMMANDS = {"name": "seeds", "axes": {"command": "sh point.sh {seed}",
                                      "seed": {"from": 1, "to": 60}}}
#: In a task of Slurm each fifth point waits. With its test it ends, too.
POINT = """echo $1 >> computed
if [ -n "$SLURM_JOB_ID" ] && [ $(($1 % 5)) = 0 ]; then
  touch at-$1
  while [ ! -e go ] && kill -0 $(cat test) 2>/dev/null; do sleep 0.1; done
fi
echo point $1
exit $(($1 % 7 == 3))
"""


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


def run_locally(folder, plan, status):
    local = folder / "local"
    ran = sweep("run", str(plan), "-o", str(local), "--on=local:2")
    expect(ran.returncode == status, ran.stderr)
    return local


def expect_same(results, local, points, before):
    """Holds the table against the local one, and BEFORE against what is there."""
    after = keys(results)
    expect(len(after) == points, f"{len(after)} results")
    expect(all(after[key] == who for key, who in before.items()),
           "results have been replaced")
    same = sweep("diff", str(local), str(results))
    expect(same.returncode == 0 and f"{points} points in both" in same.stdout,
           same.stdout)
    print("no point lost, none computed twice, the same table")


def resumed(folder, local, on, env, task_seconds):
    """Goes on with the sweep."""
    points = 200
    before = keys(folder)
    expect(0 < len(before) < points, f"{len(before)} results before 'resume'")
    again = sweep("resume", str(folder), "--on=" + on, "--progress=0",
                  f"--task-seconds={task_seconds}", env=env)
    expect(again.returncode == 0, again.stderr + again.stdout)
    left = points - len(before)
    expect(f"{left} were to be computed" in again.stdout, again.stdout)
    expect_same(folder, local, points, before)


def start(plan, results, on, env, said, task_seconds="1e-6"):
    """Without a time for tasks, there are as many as may be."""
    with open(said, "w") as file:
        return subprocess.Popen(
            ["ptx-sweep", "run", str(plan), "-o", str(results), "--progress=0",
             "--on=" + on, f"--task-seconds={task_seconds}"],
            env=env, stdout=file, stderr=file)


def job_of(results, running, said):
    path = results / "slurm-job"
    loopback.wait_for("job", lambda: running.poll() is not None or
                      path.exists() and path.read_text())
    expect(path.exists(), said.read_text())
    return path.read_text().strip()


def through_slurm(folder, plan):
    results, said = folder / "results", folder / "said"
    tasks = 10
    with loopback.Slurm(tasks) as slurm:
        local = run_locally(folder, plan, 0)
        running = start(plan, results, "slurm:--partition=main --hold", slurm.env, said)
        job = job_of(results, running, said)

        def release(task):
            expect(slurm.does("scontrol", "release", f"{job}_{task}"), "a task is held")

        # Some have written their results, one is at work on the node, some wait.
        for task in range(3):
            release(task)
        loopback.wait_for("results", lambda: len(list(
            results.glob("parts/chunk-*.sqlite"))) >= 3)
        for task in range(3, tasks - 1):
            release(task)
            loopback.wait_for("task that runs", lambda: slurm.is_over(f"{job}_{task}") or
                              slurm.running(1) or slurm.running(0))
            if any(slurm.does("scontrol", "suspend", t) for t in slurm.running(1)):
                break
        slurm.kill_node(1)
        running.send_signal(signal.SIGINT)
        expect(running.wait() == 130, "Ctrl-C")
        resumed(results, local, "slurm", slurm.env, 60)


def through_requeue(folder, plan):
    results, said = folder / "results", folder / "said"
    (folder / "test").write_text(str(os.getpid()))
    computed = folder / "computed"
    with loopback.Slurm(4) as slurm:
        local = run_locally(folder, plan, 1)
        computed.unlink()
        running = start(plan, results, "slurm:--partition=main", slurm.env, said)
        job = job_of(results, running, said)
        # Two points before the one that waits have been computed on each node.
        loopback.wait_for("points that wait", lambda: len(list(folder.glob("at-*"))) == 2)
        here, = slurm.running(0)
        # As Slurm does before the limit of a task.
        os.kill(slurm.shell_of(here), signal.SIGUSR1)
        loopback.wait_for("restart", lambda: slurm.restarts(job) == 1)
        before = keys(results)
        slurm.kill_node(1)
        loopback.wait_for("restart", lambda: slurm.restarts(job) == 2)
        begun = len(computed.read_text().split())
        (folder / "go").touch()
        expect(running.wait() == 1, said.read_text())
        twice = len(computed.read_text().split()) - 60
        expect(twice <= begun - len(before), f"{twice} points computed twice")
        expect_same(results, local, 60, before)


def through_mpi(folder, plan):
    local = run_locally(folder, plan, 0)
    env = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    results = folder / "results"
    running = start(plan, results, "mpi:3,--oversubscribe", env, folder / "said", 0.01)
    # Beyond those that are computed first, to see how long they take.
    loopback.wait_for("results", lambda: running.poll() is not None or
                      list(results.glob("parts/rank-*")) and len(keys(results)) > 40)
    ranks = [pid for pid in loopback.descendants(running.pid)
             if b"\0work\0" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()]
    os.kill(ranks[-1], signal.SIGKILL)
    expect(running.wait() != 0, "the sweep whose rank was killed")
    resumed(results, local, "mpi:3,--oversubscribe", env, 0.2)


def main():
    # A job that this runs in is none of the test's.
    for name in [name for name in os.environ if name.startswith(loopback.FOREIGN)]:
        del os.environ[name]
    kind, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    # An end from outside is one that daemons are ended at, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("tiny.ptx", "tiny.json"):
        shutil.copy(HERE / name, folder)
    (folder / "point.sh").write_text(POINT)
    plan = folder / "plan.json"
    plan.write_text(json.dumps(COMMANDS if kind == "requeue" else JOBS))
    try:
        {"slurm": through_slurm, "requeue": through_requeue,
         "mpi": through_mpi}[kind](folder, plan)
    except loopback.Unavailable as error:
        # Makes a skip of the test: cluster_format.py.
        raise SystemExit(f"no daemons of Slurm here: {error}") from None


main()
