"""What kernels become on the silicon's chips: the rows of code-quality --chips."""

import concurrent.futures
import json
import math
import pathlib
import re
import subprocess

from stages import STAGES, stages

# What a row has, of a kernel, a chip and a level. Less is better, but of short.
PATTERNS = {
    "registers": r"Used (\d+) registers",
    "instructions": r"instructions\s+(\d+) in",
    "bytes": r"instructions\s+\d+ in (\d+) bytes",
    "spill_stores": r"spills\s+(\d+) stores",
    "spill_loads": r"spills\s+\d+ stores, (\d+) loads",
    "stack_depth": r"stack depth\s+(\d+) entries",
}
EXECUTED = "executed"


def reports(text):
    """Of each kernel what its -v report says."""
    found, row = {}, None
    for line in text.splitlines():
        head = re.search(r"Compiling entry function '(\S+)'", line)
        if head:
            row = found.setdefault(head[1], {})
        for name, pattern in PATTERNS.items():
            value = re.search(pattern, line)
            if value and row is not None:
                row[name] = int(value[1])
    return found


def short_forms(listing):
    """Of each kernel how many instructions of a listing have one word."""
    found, kernel = {}, None
    for line in listing.splitlines():
        head = re.match(r"// kernel (\S+), ", line)
        if head:
            kernel = head[1]
            found[kernel] = 0
        elif kernel and re.match(r"  [0-9a-f]{4,}:  [0-9a-f]{8} {11}\S", line):
            found[kernel] += 1
    return found


def run(command):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True)


def executed(options, job, chip, level):
    """Warp-instructions that a job issues; nothing if it does not run there."""
    done = run([options.bin / "ptx-run", f"--job={job}", f"-arch={chip}", f"-O{level}",
                "--stats=json"])
    try:
        launches = json.loads(done.stdout)["launches"]
    except (json.JSONDecodeError, KeyError):
        return None
    counts = [one["warp_instructions"] for one in launches]
    return sum(counts) if counts and done.returncode == 0 else None


def rows_of(options, source, chip, level):
    name = [source.stem, chip, f"O{level}"]
    compile_it = [options.bin / "ptxas-lite", f"-arch={chip}", f"-O{level}"]
    report = run([*compile_it, "-v", "-o", "/dev/null", source])
    if report.returncode:
        return {}
    found = reports(report.stderr + report.stdout)
    for kernel, count in short_forms(run([*compile_it, "-S", "-o", "-", source]).stdout).items():
        found[kernel]["short"] = count
    rows = {" ".join([*name, kernel]): row for kernel, row in found.items()}
    if options.time:
        rows[" ".join([*name, "(ms)"])] = {
            stage: round(seconds * 1e3, 2)
            for stage, seconds in stages([*compile_it, "-o", "/dev/null", source]).items()}
    job = source.with_suffix(".json")
    if job.exists() and options.run:
        count = executed(options, job, chip, level)
        if count is not None:
            rows[" ".join([*name, "(job)"])] = {EXECUTED: count}
    return rows


def collect(options, files):
    tasks = [(f, chip, level) for f in files for chip in options.chips.split(",")
             for level in options.levels.split(",")]
    rows = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for found in pool.map(lambda task: rows_of(options, *task), tasks):
            rows.update(found)
    return rows


def totals(rows):
    """By chip and level: sums of what rows have."""
    found = {}
    for name, row in rows.items():
        total = found.setdefault(" ".join(name.split(" ")[1:3]), {"kernels": 0})
        total["kernels"] += "registers" in row
        for key, value in row.items():
            total[key] = round(total.get(key, 0) + value, 2)
    return found


def ratios(rows, saved):
    """By chip and level and what is counted: the geometric mean of how rows differ
    from what was saved, and those that grew. Times of single files say little."""
    logs, grown = {}, []
    for name, row in rows.items():
        for key, value in row.items():
            old = saved.get(name, {}).get(key)
            if key == "short" or not old or not value:
                continue
            place = (" ".join(name.split(" ")[1:3]), key)
            logs.setdefault(place, []).append(math.log(value / old))
            if value > old and key not in STAGES:
                grown.append((name, key, old, value))
    return {place: math.exp(sum(of) / len(of)) for place, of in logs.items()}, grown


def show(rows):
    columns = [*PATTERNS, "short", EXECUTED]
    heads = ["registers", "instr.", "bytes", "stores", "loads", "stack", "short", "executed"]
    if any(STAGES[0] in row for row in rows.values()):
        columns, heads = columns + STAGES, heads + STAGES
    width = max(len(name) for name in rows)
    print(" " * width + "".join(f"{head:>10}" for head in heads))
    for name, row in [*rows.items(), *((f"all {n}", t) for n, t in totals(rows).items())]:
        print(f"{name:{width}}" + "".join(f"{row.get(c, ''):>10}" for c in columns))


def main(options):
    here = pathlib.Path(__file__).resolve().parent
    files = options.files or sorted((here / "../test/Jobs/Inputs/tesla").glob("*.ptx"))
    rows = collect(options, files)
    if not rows:
        print("no kernel that these chips run")
        return 1
    if options.save:
        options.save.write_text(json.dumps(rows, indent=0, sort_keys=True) + "\n")
    if options.json:
        print(json.dumps({"kernels": rows, "total": totals(rows)}, indent=1))
    elif not options.against:
        show(rows)
    if not options.against:
        return 0
    means, grown = ratios(rows, json.loads(options.against.read_text()))
    for (place, key), mean in sorted(means.items()):
        print(f"{place:12} {key:13} {mean:.4f} of what it was, geometric mean")
    for name, key, old, new in grown:
        print(f"grown: {name}: {key} {old} -> {new}")
    return 0
