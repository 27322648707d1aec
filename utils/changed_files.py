#!/usr/bin/env python3
"""changed_files.py [--base] [--since REV] [--root ROOT]

Prints the files of the tree that are new or other than in REV, committed or not;
without REV, than in the base. --base prints that: HEAD while something is not
committed, else where the branch left origin/main or, on it, the commit before.
Exit: 0, or 2 where git cannot tell.
"""

import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Unknown(Exception):
    """What git cannot tell, and why."""


def git(root, *command):
    done = subprocess.run(["git", "-C", str(root), *command], capture_output=True,
                          text=True, check=False)
    if done.returncode:
        raise Unknown(done.stderr.strip() or f"git {command[0]} failed")
    return done.stdout.splitlines()


def branch_base(root):
    """Where the branch left origin/main, or the commit before."""
    head = git(root, "rev-parse", "HEAD")[0]
    try:
        fork = git(root, "merge-base", "HEAD", "origin/main")[0]
        if fork != head:
            return fork
    except Unknown:
        pass
    return git(root, "rev-parse", "--verify", "HEAD~1")[0]


def base(root):
    if since(root, "HEAD"):
        return git(root, "rev-parse", "HEAD")[0]
    return branch_base(root)


def since(root, revision):
    """The names of files, relative to ROOT."""
    names = git(root, "diff", "--name-only", "--diff-filter=d", revision, "--")
    names += git(root, "ls-files", "--others", "--exclude-standard")
    return sorted(set(names))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", action="store_true")
    parser.add_argument("--branch-base", action="store_true",
                        help="the base of what is committed")
    parser.add_argument("--since", metavar="REV")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT)
    options = parser.parse_args()
    try:
        if options.branch_base:
            print(branch_base(options.root))
        elif options.base:
            print(base(options.root))
        else:
            for name in since(options.root, options.since or base(options.root)):
                print(name)
    except Unknown as why:
        print(f"changed_files.py: error: {why}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
