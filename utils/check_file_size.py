#!/usr/bin/env python3
"""check_file_size.py [ROOT]
Files stay small enough to be read in one sitting. Over the soft limit a file is
mentioned; over the hard limit it is an error, unless file_size_exceptions.txt
gives a reason."""
import os
import sys

# Suffix: soft limit, hard limit, in lines.
LIMITS = {
    ".cpp": (400, 800),
    ".c": (400, 800),
    ".h": (300, 800),
    ".td": (600, 1000),
    ".py": (300, 600),
}
FOLDERS = ["lib", "include", "tools", "unittests", "benchmarks", "examples",
           "utils", "fuzz"]


def exceptions(root):
    """Lines are `path: reason`."""
    reasons = {}
    path = os.path.join(root, "utils", "file_size_exceptions.txt")
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            line = line.strip()
            if line and not line.startswith("#"):
                name, _, reason = line.partition(":")
                reasons[name.strip()] = reason.strip()
    return reasons


def sources(root):
    for folder in FOLDERS:
        for directory, _, names in os.walk(os.path.join(root, folder)):
            for name in sorted(names):
                if os.path.splitext(name)[1] in LIMITS:
                    yield os.path.join(directory, name)


def main():
    default = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    root = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else default)
    reasons = exceptions(root)
    failed = False
    for path in sources(root):
        name = os.path.relpath(path, root)
        soft, hard = LIMITS[os.path.splitext(name)[1]]
        with open(path, encoding="utf-8") as lines:
            count = sum(1 for _ in lines)
        if count > hard and not reasons.get(name):
            print(f"error: {name} has {count} lines, the limit is {hard}")
            failed = True
        elif count > soft:
            print(f"note: {name} has {count} lines, aim at {soft}")
    for name in reasons:
        if not os.path.exists(os.path.join(root, name)):
            print(f"error: file_size_exceptions.txt names {name}, "
                  "which does not exist")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
