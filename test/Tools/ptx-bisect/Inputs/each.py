"""each.py SOURCE OPTION PTX-BISECT ARG... -- COMMAND...: once for each mistake in the table of
SOURCE, with OPTION and its name at the end of the command."""
import pathlib
import re
import subprocess
import sys

source = (pathlib.Path(__file__).parent / sys.argv[1]).read_text()
names = re.findall(r'^    \{"([\w-]+)",', source, re.MULTILINE)
assert len(names) >= 5, names
for name in names:
    command = [sys.executable, *sys.argv[3:], sys.argv[2] + name]
    done = subprocess.run(command, capture_output=True, text=True)
    print(f"{name}: {done.stdout}", end="")
    if done.returncode:
        sys.exit(f"{name}: exit {done.returncode}\n{done.stdout}{done.stderr}")
