"""interrupt.py [--signal=PIPE] COMMAND...
Runs a command, sends it SIGINT or SIGPIPE when it has written to standard error,
and passes on what it writes after that. Fails unless it exits with 130 or dies
of the pipe."""

import signal
import subprocess
import sys

command = sys.argv[1:]
sent, wanted = signal.SIGINT, 130
if command[0] == "--signal=PIPE":
    sent, wanted = signal.SIGPIPE, -signal.SIGPIPE
    command = command[1:]
# Who is started in the background inherits a SIGINT that is ignored; Python
# itself ignores SIGPIPE.
signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
process.stderr.readline()
process.send_signal(sent)
sys.stderr.write(process.communicate()[1])
sys.exit(process.returncode != wanted)
