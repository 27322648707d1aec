"""each.py PTX-BISECT OPTION... -- COMMAND...: once for each mistake of WrongPasses.cpp, under its name."""
import pathlib
import re
import subprocess
import sys

source = (pathlib.Path(__file__).parent / "WrongPasses.cpp").read_text()
names = re.findall(r'^    \{"([\w-]+)",', source, re.MULTILINE)
assert len(names) >= 12, names
for name in names:
    command = [sys.executable, *sys.argv[1:], f"--plugin-arg=-wrong={name}"]
    done = subprocess.run(command, capture_output=True, text=True)
    print(f"{name}: {done.stdout}", end="")
    if done.returncode:
        sys.exit(f"{name}: exit {done.returncode}\n{done.stdout}{done.stderr}")
