"""A real Slurm of two nodes on this machine, for one test.

    with loopback.Slurm(folder) as slurm: ...

munged, slurmctld and slurmd run with files of their own, on ports that were free
a moment ago, and end with the test.
"""

import os
import pathlib
import re
import signal
import socket
import subprocess
import time

CONF = """ClusterName=loopback
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
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
SlurmdTimeout=10
MaxArraySize=21
MessageTimeout=10
SchedulerParameters=sched_interval=2
{nodes}
PartitionName=main Nodes=n0,n1 Default=YES MaxTime=INFINITE State=UP
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(what, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return
        time.sleep(0.2)
    raise RuntimeError("it took too long")


class Slurm:
    def __init__(self, folder):
        # As clients have no other way to be told, a path without spaces.
        self.folder = pathlib.Path(folder).resolve()
        self.conf = self.folder / "slurm.conf"
        self.processes = {}
        self.env = dict(os.environ, SLURM_CONF=str(self.conf))

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self):
        host = socket.gethostname().split(".")[0]
        nodes = "\n".join(
            f"NodeName=n{n} NodeHostname={host} NodeAddr=127.0.0.1 "
            f"Port={free_port()} CPUs=1 RealMemory=1000" for n in (0, 1))
        for name in ("state", "spool-n0", "spool-n1"):
            (self.folder / name).mkdir(parents=True)
        self.conf.write_text(CONF.format(
            host=host, port=free_port(), folder=self.folder, nodes=nodes))
        self.start_munge()
        self.run("slurmctld", "slurmctld", "-D", "-f", str(self.conf))
        for n in (0, 1):
            self.start_node(n)
        wait_for(lambda: self.ask("sinfo", "-h", "-t", "idle", "-o", "%D") == "2")

    def start_munge(self):
        munge = self.folder / "munge"
        munge.mkdir()
        (munge / "key").write_bytes(os.urandom(1024))
        (munge / "key").chmod(0o400)
        self.run("munged", "munged", "-F", "--force", f"--key-file={munge}/key",
                 f"--socket={munge}/socket", f"--pid-file={munge}/pid",
                 f"--log-file={munge}/log", f"--seed-file={munge}/seed",
                 "--num-threads=2")
        wait_for(lambda: (munge / "socket").exists())

    def start_node(self, n):
        self.run(f"n{n}", "slurmd", "-D", "-f", str(self.conf), "-N", f"n{n}")

    def run(self, name, *command):
        log = open(self.folder / f"{name}.out", "ab")
        self.processes[name] = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.env,
            start_new_session=True)

    def ask(self, *command):
        ran = subprocess.run(command, env=self.env, text=True, capture_output=True)
        return ran.stdout.strip()

    def kill_node(self, n):
        """As a power failure would: the daemon and all that it started."""
        process = self.processes.pop(f"n{n}")
        kill([process.pid])
        process.wait()
        # Steps leave their daemon; the programs in them know their node.
        tasks = [pid for pid, env in self.members() if f"SLURMD_NODENAME=n{n}" in env]
        kill([parent_of(pid) for pid in tasks if is_step(parent_of(pid))] + tasks)

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

    def tasks_of(self, n):
        """The job steps that run on a node."""
        return [t for t in self.ask("squeue", "-h", "-w", f"n{n}", "-t", "R", "-o",
                                    "%A").split()]

    def restarts(self, job):
        """How often the tasks of an array were put back into the queue, in all."""
        return sum(map(int, re.findall(r"Restarts=(\d+)",
                                       self.ask("scontrol", "show", "job", job))))

    def __exit__(self, *_):
        kill([pid for pid, _ in self.members()])
        for process in self.processes.values():
            process.kill()
            process.wait()


def kill(pids):
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def parent_of(pid):
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
        return int(stat.rsplit(")", 1)[1].split()[1])
    except (OSError, IndexError):
        return 0


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
