"""Runs a command, sends it SIGINT when it has written to standard error, and
passes on what it writes after that. Fails unless it exits with 130."""

import signal
import subprocess
import sys

# Who is started in the background inherits a SIGINT that is ignored.
signal.signal(signal.SIGINT, signal.SIG_DFL)
process = subprocess.Popen(sys.argv[1:], stderr=subprocess.PIPE, text=True)
process.stderr.readline()
process.send_signal(signal.SIGINT)
sys.stderr.write(process.communicate()[1])
sys.exit(process.returncode != 130)
