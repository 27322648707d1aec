"""repeat.py ADVICE: runs each command of --advise, and compares its cycles with what was said."""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

text = pathlib.Path(sys.argv[1]).read_text()
said = [(text.split(" ", 1)[0], re.match(r"\d+ cycles: (.*)", text)[1])]
said += re.findall(r": (\d+) cycles for .*\n.*\n  repeat  (.*)", text)
assert len(said) > 1, text
for cycles, command in said:
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "stats.json"
        subprocess.run([*shlex.split(command), f"--stats=json:{out}"], check=True, capture_output=True)
        is_ = sum(one["cycles"] for one in json.loads(out.read_text())["launches"])
    assert is_ == int(cycles), (command, is_, cycles)
