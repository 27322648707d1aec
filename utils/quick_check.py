#!/usr/bin/env python3
"""quick_check.py [--since REV] [--seconds N] [--plan]

What scripts/check --quick does: builds, in the build that is there, and tests what
belongs to the files that changed, and says what it left out. Which tests belong
to a library is said by test/suites.txt. Exit: 0 all passed, 1 not, 2 usage.
"""

import argparse
import pathlib
import re
import signal
import subprocess
import sys
import time

import changed_files
import check_layering
import suites

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What tests get although the build took all of the time.
LEAST_SECONDS = 20


class Plan:
    """What the changed files ask for."""

    def __init__(self, root, build, files):
        self.root, self.build, self.files = root, build, files
        self.configured = suites.Configured(build)
        self.rows = suites.read(root)
        text = (build / "layering.txt").read_text(encoding="utf-8")
        self.owners = check_layering.Rows(text, root)
        self.libraries, self.folders, self.units = set(), set(), set()
        self.tests, self.pages, self.tools = [], [], set()
        for name in files:
            self.add(pathlib.Path(name))
        for row in self.rows.values():
            if self.libraries.intersection(row.libraries):
                self.units.add(row.folder)
                self.folders.add(row.folder)
        self.folders = {f for f in self.folders if (root / "test" / f).is_dir()}
        self.tests = [t for t in self.tests if t.parts[1] not in self.folders]

    def add(self, name):
        top = name.parts[0]
        if name.suffix == ".md":
            self.pages.append(name)
        elif top in ("lib", "include"):
            self.libraries.add(self.owners.owner(self.root / name) or name.parts[1])
        elif top == "unittests" and len(name.parts) > 2:
            self.units.add(name.parts[1])
        elif top == "tools" and len(name.parts) > 2:
            self.tools.add(name.parts[1])
            self.folders.add("Tools")
        elif top in ("utils", "scripts"):
            self.folders.add("Utils")
        elif top == "test" and len(name.parts) > 2:
            whole = "Inputs" in name.parts or name.suffix == ".cfg"
            if whole:
                self.folders.add(name.parts[1])
            else:
                self.tests.append(name)

    def unit_tests(self):
        return sorted(t for folder in self.units for t in self.configured.unit_tests[folder])

    def page_programs(self):
        words = set()
        for page in self.pages:
            words.update(re.findall(r"[\w-]+", (self.root / page).read_text(encoding="utf-8")))
        return words.intersection(self.configured.programs)

    def targets(self):
        """What is built, for CMake."""
        named = {t.parts[1] for t in self.tests}
        wanted = {p for f in self.folders | named if f in self.rows
                  for p in self.rows[f].programs}
        if suites.EVERYTHING in wanted:
            return ["all"]
        wanted |= self.page_programs() | self.tools | set(self.unit_tests())
        wanted |= {f"Heddle{name}" for name in self.libraries
                   if name in self.configured.libraries}
        return sorted(wanted)

    def left_out(self):
        """What a whole check does and this does not, a line each."""
        units = {t for tests in self.configured.unit_tests.values() for t in tests}
        folders = {f for f in self.rows if (self.root / "test" / f).is_dir()}
        other = sorted(units - set(self.unit_tests()))
        if other:
            yield "unit tests: " + " ".join(other)
        other = sorted(folders - self.folders)
        if other:
            yield "folders of test/: " + " ".join(other)
        yield "random programs, single instructions, generated pages, clang-tidy"


class Check:
    """Runs the parts of a PLAN and keeps what failed and what was cut off."""

    def __init__(self, plan, base, seconds):
        self.plan, self.base = plan, base
        self.start = time.monotonic()
        self.end = self.start + seconds
        self.failed, self.cut = [], []

    def left(self):
        return max(1, int(self.end - time.monotonic()))

    def run(self, what, command, timeout=None):
        print(f"-- {what}", flush=True)
        try:
            done = subprocess.run(command, cwd=self.plan.root, timeout=timeout, check=False)
        except subprocess.TimeoutExpired:
            self.cut.append(f"the rest of {what}")
            return
        if done.returncode:
            self.failed.append(what)

    def script(self, name, *arguments):
        """A check of sources. What it says without failing is not of this change."""
        command = [sys.executable, f"utils/{name}.py", *map(str, arguments)]
        done = subprocess.run(command, cwd=self.plan.root, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            print(f"-- {name}\n{done.stdout}", end="", flush=True)
            self.failed.append(name)

    def sources(self):
        self.script("check_format", "--since", self.base, "clang-format-19")
        self.script("check_layering", self.plan.build / "layering.txt")
        self.script("check_file_size")
        self.script("check_leading_nots")
        self.script("check_suites", self.plan.build)

    def compile(self):
        targets = self.plan.targets()
        if targets:
            self.run("the build", ["cmake", "--build", self.plan.build, "--target", *targets])
        # However long that took.
        self.end = max(self.end, time.monotonic() + LEAST_SECONDS)

    def lit(self, what, seconds, arguments):
        """Runs tests until SECONDS are over. --max-time of LLVM 19's lit begins anew
        with each test; lit's own end when interrupted reports what it did."""
        print(f"-- {what}", flush=True)
        command = [sys.executable, lit_of(self.plan.build), "-sv", "--no-progress-bar",
                   *arguments]
        with subprocess.Popen(command, cwd=self.plan.root, stdout=subprocess.PIPE,
                              text=True) as process:
            try:
                output, _ = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
                output, _ = process.communicate()
        print(output, end="", flush=True)
        if process.returncode:
            self.failed.append(what)
        skipped = re.search(r"^ *Skipped *: *(\d+)", output, re.MULTILINE)
        if skipped:
            self.cut.append(f"{skipped.group(1)} tests of {what}")

    def tests(self):
        plan, lit = self.plan, self.plan.build / "test"
        if plan.tests:
            inside = [lit / t.relative_to("test") for t in plan.tests]
            self.lit("the changed tests", self.left(), inside)
        for test in plan.unit_tests():
            self.run(test, [plan.build / "unittests" / test, "--gtest_brief=1"], self.left())
        if plan.pages:
            pages = "|".join(re.escape(str(page)) for page in plan.pages)
            self.lit("the changed pages", self.left(),
                     [f"--filter=Docs/({pages})$", lit / "Docs"])
        folders = sorted(plan.folders)
        for index, folder in enumerate(folders):
            self.lit(folder, self.left() / (len(folders) - index), [lit / folder])


def lit_of(build):
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    return re.search(r"^HEDDLE_LIT:\w+=(.*)$", cache, re.MULTILINE).group(1)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--since", metavar="REV")
    parser.add_argument("--seconds", type=int, default=90)
    parser.add_argument("--plan", action="store_true")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT)
    options = parser.parse_args()
    root = options.root.resolve()
    if not (root / "build" / "suites.txt").is_file():
        parser.error(f"there is no build in '{root}/build'; scripts/check makes it")
    try:
        base = options.since or changed_files.base(root)
        files = changed_files.since(root, base)
    except changed_files.Unknown as why:
        parser.error(str(why))
    plan = Plan(root, root / "build", files)
    print(f"{len(files)} files changed since {base[:12]}")
    for what, names in (("libraries", plan.libraries), ("build", plan.targets()),
                        ("unit tests", plan.unit_tests()), ("folders of test/", plan.folders),
                        ("tests", map(str, plan.tests)), ("pages", map(str, plan.pages))):
        names = sorted(names)
        if names:
            print(f"  {what}: " + " ".join(names))
    check = Check(plan, base, options.seconds)
    if not options.plan:
        check.sources()
        if not check.failed:
            check.compile()
        if not check.failed:
            check.tests()
        elif plan.targets():
            check.cut.append("the build or the tests, since what comes before failed")
    for line in (*check.cut, *plan.left_out()):
        print(f"left out: {line}")
    if not options.plan:
        took = round(time.monotonic() - check.start)
        print(f"failed: {', '.join(check.failed)}" if check.failed else "all passed",
              f"after {took} s")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
