#!/usr/bin/env python3
"""pair.py FILE.ptx COMMAND...: checks kernels with planted bugs and their twins.

The file says how it is run, and what is to be found:

  // CHECK-ARGS: --check=race --grid=1 --block=64 --arg=buf=zeros:256
  st.shared.u32 [%r3], %r0;  //! race-shared

Kernel `bug` must have findings, each with all of its sides on marked lines and
of the rule that the mark names; all marked lines must be named, but for rules with
a question mark in front, which may be found or not, and the launch must end with
exit code 5. A mark `fault` is a fault there; the exit code is 3 then. Kernel
`mended` must have none. Both hold under each schedule.
"""

import json
import re
import subprocess
import sys

SCHEDULES = ["rr", "oldest", "random:1", "random:2", "random:3"]


def run(command, file, entry, arguments, schedule):
    words = [*command, file, f"--entry={entry}", *arguments,
             f"--schedule={schedule}", "--check-format=json"]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode not in (0, 3, 5):
        sys.exit(f"{' '.join(words)}: exit code {done.returncode}\n{done.stderr}")
    findings = json.loads(done.stdout)["findings"]
    for line in re.findall(r":(\d+):\d+: fault:", done.stderr):
        findings.append({"rule": "fault", "sides": [{"line": int(line)}]})
    return done.returncode, findings


def check_bug(marks, code, findings):
    named = set()
    for finding in findings:
        for side in finding["sides"]:
            if (side["line"], "?" + finding["rule"]) in marks:
                continue
            if (side["line"], finding["rule"]) not in marks:
                return f"{finding['rule']} names line {side['line']}: {finding}"
            named.add((side["line"], finding["rule"]))
    missing = {m for m in marks - named if not m[1].startswith("?")}
    if missing:
        return f"not found: {sorted(missing)}"
    if code != (3 if any(rule == "fault" for _, rule in marks) else 5):
        return f"exit code {code}"


def main():
    file, command = sys.argv[1], sys.argv[2:]
    text = open(file).read()
    arguments = re.search(r"^// CHECK-ARGS: (.*)$", text, re.M)[1].split()
    marks = {(number, rule)
             for number, line in enumerate(text.splitlines(), 1)
             for rule in re.findall(r"//! (.*)", line)[:1]
             for rule in rule.split()}
    if not marks and re.search(r"\.entry bug\b", text):
        sys.exit("kernel 'bug' has no marks")
    for schedule in SCHEDULES:
        for entry in re.findall(r"\.entry (bug|mended)\b", text):
            code, findings = run(command, file, entry, arguments, schedule)
            wrong = (check_bug(marks, code, findings) if entry == "bug"
                     else findings or code)
            if wrong:
                sys.exit(f"{entry}, --schedule={schedule}: {wrong}")


main()
