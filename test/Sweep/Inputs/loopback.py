"""A real Slurm of two nodes on this machine, for one test.

    with loopback.Slurm(folder) as slurm: ...

munged, slurmctld and slurmd run with files of their own, on ports that were free
a moment ago, and end with the test.
"""

import os
import pathlib
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
AuthInfo=socket={folder}/munge/socket
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
        """As a power failure would: the daemon and what it started."""
        process = self.processes.pop(f"n{n}")
        for pid in descendants(process.pid) + [process.pid]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        process.wait()

    def tasks_of(self, n):
        """The job steps that run on a node."""
        return [t for t in self.ask("squeue", "-h", "-w", f"n{n}", "-t", "R", "-o",
                                    "%A").split()]

    def __exit__(self, *_):
        for process in reversed(self.processes.values()):
            for pid in descendants(process.pid) + [process.pid]:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            process.wait()


def descendants(pid):
    """The processes that PID started, and theirs. Slurm's steps leave their
    parent, but keep the node's name on their command line or their session."""
    children = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as file:
                    parent = int(file.read().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue
            children.setdefault(parent, []).append(int(entry))
    found, todo = [], [pid]
    while todo:
        for child in children.get(todo.pop(), []):
            found.append(child)
            todo.append(child)
    return found
