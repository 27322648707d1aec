#!/usr/bin/env python3
"""rank.py [--tool=PTX_RUN] [--board=NAME] [--budgets=8,10,...] [--markdown] JOB.json...

Which register budget the clock prefers: runs each job under each budget and adds up
the time of its launches on a board. Prints, for each job, the budget that is
fastest, the fewest registers that are within one percent of it, its time, and how
much slower the fewest and the most of them are. A budget with which the kernel cannot
be compiled, or whose results are wrong, has no time; a job that fails under all of
them is an error, and exits with 1."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

DEFAULT = ",".join(str(n) for n in range(8, 33, 2))
CLOSE = 1.01


def microseconds(tool, board, job, budget):
    """Of all launches; None: there is no time."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "stats.json"
        done = subprocess.run(
            [tool, f"--job={job}", f"--maxrregcount={budget}", f"--time={board}", f"--stats=json:{out}"],
            capture_output=True, text=True)
        if done.returncode:
            return None
        times = [one.get("time_us") for one in json.loads(out.read_text())["launches"]]
        return None if None in times or not times else sum(times)


def rank(tool, board, job, budgets):
    """{budget: time} of those that have one."""
    found = {budget: microseconds(tool, board, job, budget) for budget in budgets}
    return {budget: time for budget, time in found.items() if time is not None}


def row(times):
    best = min(times, key=lambda budget: (times[budget], budget))
    enough = min(budget for budget in times if times[budget] <= times[best] * CLOSE)
    slower = [100 * (times[budget] / times[best] - 1) for budget in (min(times), max(times))]
    return best, enough, times[best], *slower


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 2)[2])
    parser.add_argument("--tool", default="ptx-run")
    parser.add_argument("--board", default="8800gtx")
    parser.add_argument("--budgets", default=DEFAULT)
    parser.add_argument("--markdown", action="store_true", help="a table for a page")
    parser.add_argument("jobs", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    budgets = [int(n) for n in options.budgets.split(",")]
    failed = False
    line = "{:24} {:>6} {:>7} {:>10} {:>9} {:>9}"
    if options.markdown:
        line = "| {} | {} | {} | {} | {} | {} |"
    print(line.format("job", "best", "enough", "us", "fewest", "most"))
    if options.markdown:
        print("|---|---|---|---|---|---|")
    for job in sorted(options.jobs, key=lambda path: path.name):
        times = rank(options.tool, options.board, job, budgets)
        if not times:
            print(f"{job}: no budget gives a right result in a time", file=sys.stderr)
            failed = True
            continue
        best, enough, time, fewest, most = row(times)
        print(line.format(job.stem, best, enough, f"{time:.2f}", f"+{fewest:.1f} %", f"+{most:.1f} %"))
    return failed


if __name__ == "__main__":
    sys.exit(main())
