"""An interrupt while commands of -ex run: whether the launch runs or not, the rest of them is dropped, and the
terminal reads on: interrupt.py FILE."""

import os
import signal
import subprocess
import sys

program = subprocess.Popen(["ptx-dbg", sys.argv[1], "--grid=1", "--block=32", "--arg=buf=u32:fill:1:0",
                            "-ex", "echo begun", "-ex", "continue", "-ex", "echo behind"],
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
while "begun" not in program.stdout.readline():
    pass
os.killpg(program.pid, signal.SIGINT)
said, _ = program.communicate("echo read on\nquit\n", timeout=60)
print("behind" in said, "read on" in said, program.returncode)
