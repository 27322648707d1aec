#!/usr/bin/env python3
"""litmus.py TABLE FOLDER COMMAND...: holds --check=race against the PTX memory model.

Each row of TABLE is a program of a few threads, with the verdict of the model
and how it comes about:

  NAME | race or none | CTA.WARP: OP; OP | CTA.WARP: OP | ... | why

A thread is lane 0 of a warp. Its operations are

  st.SEM[.SCOPE] V N         ld.SEM[.SCOPE] V       V is x, y or z, zero at first
  wait.SEM[.SCOPE] V N       reads until it finds N
  atom.SEM.SCOPE.OP V N      red.SEM.SCOPE.OP V N
  fence..., membar...        as in PTX
  bar                        bar.sync 0 of the whole warp

and behind V, +N is an offset in bytes, behind an operation's name, /TYPE another
type than u32. All rows are kernels of one module, which a job launches.
"""

import json
import os
import re
import subprocess
import sys

PLACES = {"x": 0, "y": 128, "z": 256}
OUT = 384


def rows(path):
    for line in open(path):
        if line.strip() and not line.startswith("#"):
            name, verdict, *threads, why = [p.strip() for p in line.split("|")]
            assert verdict in ("race", "none") and why, line
            yield name, verdict, [thread_of(t) for t in threads]


def thread_of(text):
    where, program = text.split(":", 1)
    cta, warp = where.split(".")
    return int(cta), int(warp), [o.split() for o in program.split(";")]


def address(place):
    name, _, offset = place.partition("+")
    return f"[%a+{PLACES[name] + int(offset or 0)}]"


def operation(words, label, out):
    name, _, kind = words[0].partition("/")
    what, *rest = name.split(".")
    kind = kind or ("b32" if rest[-1:] == ["exch"] else "u32")
    bits = int(re.search(r"\d+", kind)[0])
    value = f"%v{bits}"
    if what == "bar":
        return ["bar.sync 0;"]
    if what in ("fence", "membar"):
        return [f"@%lane {name};"]
    sem = ".".join(rest)
    if what == "ld":
        # What is not looked at is not loaded.
        return [f"@%lane ld.{sem}.global.{kind} {value}, {address(words[1])};",
                f"@%lane st.global.{kind} [%a+{out}], {value};"]
    if what == "wait":
        return [f"{label}:",
                f"@%lane ld.{sem}.global.{kind} {value}, {address(words[1])};",
                f"setp.ne.and.u{bits} %again, {value}, {words[2]}, %lane;",
                f"@%again bra {label};"]
    moved = [f"mov.b{bits} {value}, {words[2]};"]
    if what == "st":
        return moved + [f"@%lane st.{sem}.global.{kind} {address(words[1])}, "
                        f"{value};"]
    *order, op = rest
    order = ".".join(order)
    result = f"%old{bits}, " if what == "atom" else ""
    old = f"{value}, " if op == "cas" else ""
    return moved + [f"@%lane {what}.{order}.global.{op}.{kind} "
                    f"{result}{address(words[1])}, {old}{value};"]


def kernel(name, threads):
    lines = [f".visible .entry {name}(.param .u64 p) {{",
             ".reg .pred %lane, %here, %again;",
             ".reg .b16 %v16, %old16; .reg .b32 %v32, %old32, %cta, %id, %warp;",
             ".reg .b64 %v64, %old64, %a;",
             "ld.param.u64 %a, [p];",
             "mov.u32 %cta, %ctaid.x;", "mov.u32 %id, %tid.x;",
             "shr.u32 %warp, %id, 5;", "and.b32 %id, %id, 31;",
             "setp.eq.u32 %lane, %id, 0;"]
    for number, (cta, warp, program) in enumerate(threads):
        lines += [f"setp.eq.u32 %here, %cta, {cta};",
                  f"setp.eq.and.u32 %here, %warp, {warp}, %here;",
                  f"@!%here bra NEXT{number};"]
        for step, words in enumerate(program):
            lines += operation(words, f"WAIT{number}_{step}",
                               OUT + 64 * number + 8 * step)
        lines += ["ret;", f"NEXT{number}:"]
    return "\n".join(lines + ["ret;", "}", ""])


def launch(name, threads):
    return {"entry": name, "grid": [1 + max(t[0] for t in threads)],
            "block": [32 * (1 + max(t[1] for t in threads))],
            "args": [{"kind": "buf", "bytes": OUT + 64 * len(threads)}]}


def main():
    table, folder, *command = sys.argv[1:]
    tests = list(rows(table))
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/litmus.ptx", "w") as out:
        out.write(".version 8.6\n.target sm_90\n.address_size 64\n")
        out.writelines(kernel(name, threads) for name, _, threads in tests)
    with open(f"{folder}/litmus.json", "w") as out:
        json.dump({"module": "litmus.ptx",
                   "launches": [launch(n, t) for n, _, t in tests]}, out)
    done = subprocess.run(
        [*command, f"--job={folder}/litmus.json", "--check=race",
         "--check-errors=100000", f"--check-format=json:{folder}/found.json"],
        capture_output=True, text=True)
    if done.returncode != 5:
        sys.exit(f"exit code {done.returncode}\n{done.stderr}")
    found = {f["kernel"] for f in json.load(open(f"{folder}/found.json"))["findings"]}
    wrong = [f"{name}: {'a race' if name in found else 'none'} is found, "
             f"the model has {'a race' if verdict == 'race' else 'none'}"
             for name, verdict, _ in tests if (name in found) != (verdict == "race")]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(tests)} programs are judged as by the model")


main()
