"""Makes a test of each Markdown page: its commands print what it says they print.

How a page is written for that: utils/check_docs.py.
"""

import pathlib
import subprocess
import sys

import lit.Test
import lit.formats


class Pages(lit.formats.TestFormat):
    """The pages of the tree, by their paths there."""

    FOLDERS = ("", "docs", "docs/isa", "docs/rationale", "examples/*", "python")

    def getTestsInDirectory(self, suite, path, lit_config, local_config):
        root = pathlib.Path(local_config.heddle_src_root)
        for folder in self.FOLDERS:
            for page in sorted(root.glob(f"{folder}/*.md" if folder else "*.md")):
                name = str(page.relative_to(root))
                yield lit.Test.Test(suite, path + (name,), local_config)

    def execute(self, test, lit_config):
        config = test.config
        page = pathlib.Path(config.heddle_src_root, *test.path_in_suite[1:])
        done = subprocess.run(
            [
                sys.executable,
                f"{config.heddle_src_root}/utils/check_docs.py",
                f"--build={config.heddle_obj_root}",
                str(page),
            ],
            env=config.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        codes = {0: lit.Test.PASS, 77: lit.Test.UNSUPPORTED}
        return codes.get(done.returncode, lit.Test.FAIL), done.stdout.decode()
