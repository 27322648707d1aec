"""A real Slurm of two nodes on this machine, for one test.

    with loopback.Slurm(tasks) as slurm: ...

munged, slurmctld and slurmd run with files of their own, on ports that were free
a moment ago, and end with the test, however that ends.
"""

import os
import pathlib
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

CONF = """ClusterName=loopback
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
SlurmdParameters=config_overrides
MaxArraySize={array}
MessageTimeout=30
SlurmdTimeout=300
SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=0
{nodes}
PartitionName=main Nodes=n0,n1 Default=YES MaxTime=INFINITE State=UP
"""

#: Variables that an enclosing job of Slurm leaves to its programs.
FOREIGN = ("SLURM", "SBATCH", "SQUEUE", "SINFO", "SCANCEL", "SCONTROL", "SALLOC")


class Unavailable(Exception):
    """The daemons do not run on this machine."""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(what, condition, seconds=240):
    """Comes back when CONDITION holds. The time is for a test that hangs."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"no {what} after {seconds} s")
        time.sleep(0.05)


class Slurm:
    def __init__(self, tasks):
        """An array may have TASKS tasks."""
        self.tasks = tasks
        self.processes = {}

    def __enter__(self):
        # Names of sockets are short, so that the folder of the test may be too deep.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="slurm-"))
        self.conf = self.folder / "slurm.conf"
        self.env = {name: value for name, value in os.environ.items()
                    if not name.startswith(FOREIGN)}
        self.env["SLURM_CONF"] = str(self.conf)
        self.guard()
        try:
            self.start()
        except RuntimeError as error:
            self.__exit__(type(error))
            raise Unavailable(str(error)) from error
        except BaseException as error:
            self.__exit__(type(error))
            raise
        return self

    def start(self):
        for name in ("state", "spool-n0", "spool-n1"):
            (self.folder / name).mkdir()
        self.start_munge()
        # Another program may take a port before the daemon does.
        for _ in range(5):
            self.write_conf()
            self.run("slurmctld", "slurmctld", "-D", "-f", str(self.conf))
            for n in (0, 1):
                self.start_node(n)
            wait_for("idle nodes", lambda: self.dead() or self.ask(
                "sinfo", "-h", "-t", "idle", "-o", "%D") == "2")
            if not self.dead():
                return
            if not any("Address already in use" in self.said(d) for d in self.dead()):
                break
            self.end(("slurmctld", "n0", "n1"))
        raise Unavailable("; ".join(f"{d}: {self.last_line(d)}" for d in self.dead()))

    def write_conf(self):
        host = socket.gethostname().split(".")[0]
        nodes = "\n".join(
            f"NodeName=n{n} NodeHostname={host} NodeAddr=127.0.0.1 "
            f"Port={free_port()} CPUs=1 RealMemory=1000" for n in (0, 1))
        self.conf.write_text(CONF.format(
            host=host, port=free_port(), folder=self.folder, nodes=nodes,
            user=pwd.getpwuid(os.getuid()).pw_name, array=self.tasks + 1))

    def start_munge(self):
        munge = self.folder / "munge"
        munge.mkdir()
        (munge / "key").write_bytes(os.urandom(1024))
        (munge / "key").chmod(0o400)
        self.run("munged", "munged", "-F", "--force", f"--key-file={munge}/key",
                 f"--socket={munge}/socket", f"--pid-file={munge}/pid",
                 f"--log-file={munge}/log", f"--seed-file={munge}/seed",
                 "--num-threads=2")
        wait_for("socket of munged", lambda: self.dead() or (munge / "socket").exists())
        if self.dead():
            raise Unavailable(f"munged: {self.last_line('munged')}")

    def start_node(self, n):
        self.run(f"n{n}", "slurmd", "-D", "-f", str(self.conf), "-N", f"n{n}")

    def run(self, name, *command):
        command = [shutil.which(command[0], path=os.environ["PATH"] + ":/usr/sbin"),
                   *command[1:]]
        with open(self.folder / f"{name}.out", "wb") as log:
            self.processes[name] = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.env,
                start_new_session=True)

    def dead(self):
        """The daemons that have ended by themselves."""
        return [name for name, p in self.processes.items() if p.poll() is not None]

    def said(self, name):
        return (self.folder / f"{name}.out").read_text(errors="replace")

    def last_line(self, name):
        return (self.said(name).strip() or "no words").splitlines()[-1]

    def ask(self, *command):
        ran = subprocess.run(command, env=self.env, text=True, capture_output=True)
        return ran.stdout.strip()

    def does(self, *command):
        """Whether Slurm does what it is told."""
        return not subprocess.run(command, env=self.env, capture_output=True).returncode

    def kill_node(self, n):
        """As a power failure would: the daemon and all that it started. Slurm is
        told at once, where it would wait for minutes to be sure."""
        self.end((f"n{n}",))
        # Steps leave their daemon; the programs in them know their node.
        tasks = [pid for pid, env in self.members() if f"SLURMD_NODENAME=n{n}" in env]
        kill([parent_of(pid) for pid in tasks if is_step(parent_of(pid))] + tasks)
        wait_for("node that is down", lambda: self.does(
            "scontrol", "update", f"NodeName=n{n}", "State=DOWN", "Reason=killed"))

    def members(self):
        """All processes of this Slurm, with their environments."""
        mine = f"SLURM_CONF={self.conf}"
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                try:
                    env = pathlib.Path(f"/proc/{entry}/environ").read_bytes()
                except OSError:
                    continue
                words = env.decode("utf-8", "replace").split("\0")
                if mine in words and int(entry) != os.getpid():
                    yield int(entry), words

    def running(self, n):
        """The tasks that run on a node, as JOB_TASK."""
        return self.ask("squeue", "-h", "-w", f"n{n}", "-t", "R", "-o", "%i").split()

    def shell_of(self, task):
        """The process that the script of JOB_TASK runs in."""
        job, task = task.split("_")
        mine = {f"SLURM_ARRAY_JOB_ID={job}", f"SLURM_ARRAY_TASK_ID={task}"}
        shell, = (pid for pid, env in self.members()
                  if mine <= set(env) and is_step(parent_of(pid)))
        return shell

    def is_over(self, task):
        """Whether JOB_TASK neither waits nor runs."""
        return not self.ask("squeue", "-h", "-j", task, "-o", "%i")

    def restarts(self, job):
        """How often the tasks of an array were put back into the queue, in all."""
        return sum(map(int, re.findall(r"Restarts=(\d+)",
                                       self.ask("scontrol", "show", "job", job))))

    def end(self, names):
        for name in names:
            process = self.processes.pop(name, None)
            if process:
                process.kill()
                process.wait()

    def guard(self):
        """Has another process end all when this one has ended, however it did."""
        reading, self.alive = os.pipe()
        self.guardian = os.fork()
        if self.guardian:
            os.close(reading)
            return
        os.setsid()
        os.close(self.alive)
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        os.read(reading, 1)
        self.end_all()
        shutil.rmtree(self.folder, ignore_errors=True)
        os._exit(0)

    def end_all(self):
        # One that is killed may have started another meanwhile.
        while members := [pid for pid, _ in self.members() if not is_dead(pid)]:
            kill(members)
            time.sleep(0.05)

    def __exit__(self, kind, *_):
        self.end_all()
        self.end(list(self.processes))
        if kind and kind is not Unavailable:
            for path in sorted(self.folder.glob("*.log")):
                print(f"{path.name}:", *path.read_text(errors="replace")
                      .splitlines()[-20:], sep="\n  ", file=sys.stderr)
        os.close(self.alive)
        os.waitpid(self.guardian, 0)


def kill(pids):
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def state_of(pid):
    """The fields of its status behind its name."""
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
        return stat.rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return ["X", "0"]


def parent_of(pid):
    return int(state_of(pid)[1])


def is_dead(pid):
    return state_of(pid)[0] in "ZX"


def is_step(pid):
    try:
        return b"slurmstepd" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def descendants(pid):
    """The processes that PID started, and theirs."""
    children = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            children.setdefault(parent_of(int(entry)), []).append(int(entry))
    found, todo = [], [pid]
    while todo:
        for child in children.get(todo.pop(), []):
            found.append(child)
            todo.append(child)
    return found
