"""Runs a command on a terminal of its own and prints what that shows."""

import os
import pty
import sys

process, terminal = pty.fork()
if process == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
while True:
    try:
        shown = os.read(terminal, 4096)
    except OSError:  # Linux has no other end of file here.
        break
    if not shown:
        break
    sys.stdout.buffer.write(shown)
os.waitpid(process, 0)
