#!/usr/bin/env python3
"""score.py [--tool=PTX_RUN] [--write=FILE.md | --verify=FILE.md] JOB.json...

Runs jobs under --time and compares what the model says with what was published.
A job says in its field "//timing" what is known of it, a list of objects:

  board     what --time takes
  metric    slope      (cycles(L2) - cycles(L1)) / per
            slopediff  ((L2 - L1) - (L4 - L3)) / per
            sloperatio (L2 - L1) / (L4 - L3)
            rate       per / time, in 1e9 a second
            time_ms    of all launches
  launches  names of the job's launches, in that order
  per       the work
  expect, lo, hi, unit, grade, source
  missed    why the figure is known to be outside of its band

Prints a line for each figure. --write puts a table between the marks of a page,
--verify says whether it is there. Exits with 1 if a figure is outside of its
band that is not known to be, or the other way round."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile


def value(figure, times):
    """What the model says."""
    names, kind = figure["launches"], figure["metric"]
    cycles = [times[name]["cycles"] for name in names]
    microseconds = [times[name]["time_us"] for name in names]
    per = figure.get("per", 1)
    if kind == "slope":
        return (cycles[1] - cycles[0]) / per
    if kind == "slopediff":
        return ((cycles[1] - cycles[0]) - (cycles[3] - cycles[2])) / per
    if kind == "sloperatio":
        return (cycles[1] - cycles[0]) / max(1, cycles[3] - cycles[2])
    if kind == "rate":
        return per / (sum(microseconds) * 1e3)
    if kind == "time_ms":
        return sum(microseconds) / 1e3
    raise ValueError(kind)


def times_of(tool, job, board):
    """Of each launch its cycles and its time."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "stats.json"
        done = subprocess.run([tool, f"--job={job}", f"--time={board}", f"--stats=json:{out}"],
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{job}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return {one["name"]: one for one in json.loads(out.read_text())["launches"]}


def figures(tool, jobs):
    for job in jobs:
        known = json.loads(job.read_text()).get("//timing", [])
        times = {}
        for figure in known:
            board = figure["board"]
            if board not in times:
                times[board] = times_of(tool, job, board)
            yield job, figure, value(figure, times[board])


def is_good(figure, is_):
    return figure["lo"] <= is_ <= figure["hi"]


def table(rows):
    lines = ["| job | board | launches | published | modelled | error | unit | grade | source |",
             "|---|---|---|---|---|---|---|---|---|"]
    for job, figure, is_ in rows:
        expect = figure["expect"]
        error = f"{100 * (is_ / expect - 1):+.0f} %"
        if "missed" in figure:
            error += f": {figure['missed']}"
        lines.append(f"| `{job.stem}` | {figure['board']} | {', '.join(figure['launches'][:2])} "
                     f"| {expect:g} | {is_:.3g} | {error} "
                     f"| {figure['unit']} | {figure['grade']} | {figure['source']} |")
    return "\n".join(lines) + "\n"


BEGIN, END = "<!-- score.py: begin -->\n", "<!-- score.py: end -->\n"


def with_table(page, rows):
    """The page with the table between its marks."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + table(rows) + END + rest.split(END)[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 2)[2])
    parser.add_argument("--tool", default="ptx-run")
    parser.add_argument("jobs", nargs="+", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--verify", type=pathlib.Path)
    options = parser.parse_args()
    rows = list(figures(options.tool, sorted(options.jobs, key=lambda job: job.name)))
    bad = 0
    for job, figure, is_ in rows:
        as_known = is_good(figure, is_) == ("missed" not in figure)
        bad += not as_known
        print(f"{'PASS' if is_good(figure, is_) else 'MISS'}{'' if as_known else ' (!)'} {job.stem} "
              f"{'/'.join(figure['launches'][:2])} {is_:.3f} [{figure['lo']:g}, {figure['hi']:g}] "
              f"{figure['unit']} {figure['grade']}")
    if options.write:
        options.write.write_text(with_table(options.write.read_text(), rows))
    if options.verify and with_table(options.verify.read_text(), rows) != options.verify.read_text():
        print(f"{options.verify}: the table is another; --write makes it anew")
        bad += 1
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
