#!/usr/bin/env python3
"""check_layering.py ROWS [ROOT]

Every #include of a library's sources and headers, and every include of its .td
files, must be of the library itself or of one that cmake/Layering.cmake lets it
use, and there a public one. ROWS is what configuring makes of that file:

    library NAME FOLDER USED...    a library, its sources, what it may use
    header PATH NAME               a header, below include/heddle, that is not in
                                   a folder named after its library
"""

import pathlib
import re
import sys

SUFFIXES = {".h", ".cpp", ".c", ".inc", ".def", ".td"}
INCLUDE = re.compile(r'^\s*#?\s*include\s+["<]([^">]+)[">]')
PUBLIC = "include/heddle"
# Libraries that LLVM has in one folder of a target, with the headers of each.
TARGET = "lib/Backend/Tesla"


class Rows:
    def __init__(self, text, root):
        self.root = root
        self.uses, self.folders, self.owners = {}, {}, {}
        for line in text.splitlines():
            kind, *words = line.split()
            if kind == "library":
                name, folder, *used = words
                self.uses[name] = set(used)
                self.folders[root / folder] = name
            elif kind == "header":
                self.owners[words[0]] = words[1]
            else:
                sys.exit(f"check_layering.py: error: no row starts with '{kind}'")

    def owner(self, path):
        """The library that PATH, below the root, is part of, or None."""
        public = self.root / PUBLIC
        if path.is_relative_to(public):
            inside = path.relative_to(public)
            name = self.owners.get(str(inside), inside.parts[0])
            return name if name in self.uses else None
        for folder in path.parents:
            if folder in self.folders:
                return self.folders[folder]
        return None

    def is_private(self, path):
        """Whether PATH is outside the public headers and the parts of the target."""
        return not (path.is_relative_to(self.root / PUBLIC)
                    or path.is_relative_to(self.root / TARGET))

    def resolve(self, name, includer):
        """The file of this project that an include of NAME reads, or None."""
        folders = [includer.parent, self.root / "include", *self.folders]
        folders += [folder.parent for folder in self.folders]
        for folder in folders:
            path = pathlib.Path(folder, name)
            if path.is_file():
                return path.resolve()
        return None


def sources(root):
    for folder in (root / "lib", root / PUBLIC):
        for path in sorted(folder.rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                yield path


def check(rows, path):
    """Messages about PATH."""
    inside = path.relative_to(rows.root)
    user = rows.owner(path)
    if user is None:
        if path.is_relative_to(rows.root / PUBLIC):
            yield f"{inside}: error: belongs to no library of cmake/Layering.cmake"
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        included = match and rows.resolve(match.group(1), path)
        owner = included and rows.owner(included)
        if not owner or owner == user:
            continue
        if owner not in rows.uses[user]:
            yield (f"{inside}:{number}: error: {user} includes '{match.group(1)}' of "
                   f"{owner}, which cmake/Layering.cmake does not let it use")
        elif rows.is_private(included):
            yield (f"{inside}:{number}: error: {user} includes '{match.group(1)}', "
                   f"which is internal to {owner}")


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    default = pathlib.Path(__file__).parent.parent
    root = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else default).resolve()
    rows = Rows(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"), root)
    messages = [m for path in sources(root) for m in check(rows, path)]
    print("\n".join(messages) or "every include is one that a row allows")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
