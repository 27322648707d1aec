"""What scripts/new-pass and scripts/new-instruction share: edits of several files
that are all made, or none."""

import pathlib
import re
import sys


class Edits:
    """New contents of files below ROOT, written by apply()."""

    def __init__(self, program, root):
        self.program, self.root = program, pathlib.Path(root).resolve()
        self.texts = {}

    def fail(self, message):
        sys.exit(f"{self.program}: error: {message}")

    def read(self, name):
        if name not in self.texts:
            path = self.root / name
            if not path.is_file():
                self.fail(f"cannot read '{path}'")
            self.texts[name] = path.read_text(encoding="utf-8")
        return self.texts[name]

    def create(self, name, text):
        if (self.root / name).exists():
            self.fail(f"'{name}' is there already")
        self.texts[name] = text

    def insert_before(self, name, mark, text):
        """TEXT in front of the last line that starts with MARK."""
        before, found, after = ("\n" + self.read(name)).rpartition("\n" + mark)
        if not found:
            self.fail(f"no line of '{name}' starts with '{mark}'")
        self.texts[name] = (before + "\n" + text + mark + after)[1:]

    def insert_sorted(self, name, pattern, line):
        """LINE among those that PATTERN matches, in order."""
        lines = self.read(name).splitlines(keepends=True)
        rows = [i for i, old in enumerate(lines) if re.match(pattern, old)]
        if not rows:
            self.fail(f"no line of '{name}' is like '{pattern}'")
        later = [i for i in rows if lines[i] > line]
        lines.insert(later[0] if later else rows[-1] + 1, line)
        self.texts[name] = "".join(lines)

    def append(self, name, text):
        self.texts[name] = self.read(name) + text

    def apply(self):
        for name, text in self.texts.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(name)


def banner(name, title):
    """The first line of a C++ file, as check_banners.py wants it."""
    start = f"//===- {name} - {title} "
    return start + "-" * (80 - len(start) - len("===//")) + "===//"
