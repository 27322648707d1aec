"""The command line of ptx-sweep."""

from __future__ import annotations

import argparse
import os
import signal
import sqlite3
import sys
from typing import Any, Callable, List, Optional

from .errors import SweepError
from .folder import Folder

EPILOG = """exit: 0 all points have passed, 1 some have not, 2 the plan, the command line or
a file is wrong, 75 a worker was told to stop, 130 interrupted"""


def from_zero(kind: Callable[[str], Any]) -> Callable[[str], Any]:
    """A type of options: a number of KIND that is not negative."""
    def read(text: str) -> Any:
        try:
            value = kind(text)
        except ValueError:
            value = -1
        # No number that is none is larger than another.
        if not 0 <= value < 1e9:
            raise argparse.ArgumentTypeError(f"expected a number from 0, not '{text}'")
        return value

    return read


class Version(argparse.Action):
    """Prints the version of the libheddle that is used."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from .folder import ask_library
        print(f"ptx-sweep (Heddle) {ask_library([])['version']}")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="ptx-sweep", epilog=EPILOG, allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Runs the points of a plan, on this machine or a cluster, and "
        "reports on them: docs/sweeps.md")
    top.add_argument("--version", action=Version, nargs=0, help="print the version")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text,
                                   allow_abbrev=False)

    def add_place(to: argparse.ArgumentParser) -> None:
        to.add_argument("--on", default="local", metavar="WHERE",
                        help="local[:N], slurm[:OPTIONS] or mpi[:N[,OPTIONS]]")
        to.add_argument("--progress", type=from_zero(float), default=2, metavar="SECONDS",
                        help="between lines of progress (default 2; 0: none)")

        to.add_argument("--retry", action="store_true",
                        help="compute points again that crashed, had errors, or took too "
                        "long or too much memory")
        to.add_argument("--task-seconds", type=from_zero(float), default=0, metavar="SECONDS",
                        help="about how long a task of a cluster takes (default 300, "
                        "under mpi 10)")

    run = command("run", "run a plan; in a folder that has results, what is new in it")
    run.add_argument("plan", metavar="PLAN")
    run.add_argument("-o", dest="folder", required=True, metavar="FOLDER")
    add_place(run)
    resume = command("resume", "go on with an interrupted sweep")
    resume.add_argument("folder", metavar="FOLDER")
    add_place(resume)
    status = command("status", "how far a sweep is")
    status.add_argument("folder", metavar="FOLDER")
    check = command("check", "check a plan and count its points")
    check.add_argument("plan", metavar="PLAN")
    report = command("report", "tables, and on request files, of what there is so far")
    report.add_argument("folder", metavar="FOLDER")
    for name, text in (("rows", "axis of the rows"), ("columns", "axis of the columns"),
                       ("value", "column of the table, as registers"),
                       ("curve", "axis of the curves"),
                       ("pareto", "column against registers")):
        report.add_argument("--" + name, metavar="NAME", help=text)
    for name, text in (("html", "a page with pivot, curves, heat map, Pareto front"),
                       ("csv", "all points; FILE.schema.json has the columns' types"),
                       ("junit", "a test case a point")):
        report.add_argument("--" + name, metavar="FILE", help=text)
    report.add_argument("--failures", type=from_zero(int), default=20, metavar="N",
                        help="how many are listed (default 20)")
    diff = command("diff", "what differs between two sweeps, point by point")
    diff.add_argument("a", metavar="A")
    diff.add_argument("b", metavar="B")
    diff.add_argument("--columns", default="", metavar="NAME,NAME",
                      help="those to compare (default: all but times and memory)")
    work = command("work", "compute chunks of a sweep, as a task of a cluster")
    work.add_argument("folder", metavar="FOLDER")
    work.add_argument("--chunk", type=from_zero(int), metavar="N", help="only this one")
    work.add_argument("-j", type=from_zero(int), default=1, metavar="N", help="processes")
    return top


def run_command(arguments: argparse.Namespace) -> int:
    name = arguments.command
    if name in ("run", "resume"):
        from .run import again, begin, place_of, run
        place_of(arguments.on)
        if not arguments.folder:
            raise SweepError("the name of the folder of results is empty")
        folder = Folder(arguments.folder)
        sweep = (begin(folder, arguments.plan, arguments.retry) if name == "run"
                 else again(folder, arguments.retry))
        return run(sweep, arguments.on, arguments.progress, arguments.task_seconds)
    if name == "status":
        from .status import status
        return status(Folder(arguments.folder))
    if name == "check":
        from .status import check
        return check(arguments.plan)
    if name == "report":
        from .report import report
        return report(Folder(arguments.folder), arguments)
    if name == "diff":
        from .diff import diff
        return diff(Folder(arguments.a), Folder(arguments.b), arguments.columns)
    from .work import work_chunks
    return work_chunks(Folder(arguments.folder), max(arguments.j, 1), arguments.chunk)


def main(words: Optional[List[str]] = None) -> int:
    # Names of files may hold any bytes.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    # Python leaves a signal that is ignored as it is, a shell's '&' ignores it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return run_command(parser().parse_args(words))
    except SweepError as error:
        print(f"ptx-sweep: {error}" if ": error: " not in str(error) else error,
              file=sys.stderr)
        return 2
    except sqlite3.Error as error:
        print(f"ptx-sweep: a file of results: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 2
    except OSError as error:
        print(f"ptx-sweep: {error.filename or 'output'}: {error.strerror}",
              file=sys.stderr)
        if error.filename is None:
            # What is left of the output is not tried again at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 2
