"""The loops of native/: compiled for this processor, timed and checked."""

import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent / "native"
COMPILERS = ("clang++-19", "clang++")
# What lets the compiler make vectors: square roots that set no errno, and the sums
# that a pragma allows to be added in another order.
FLAGS = ("-std=c++20", "-O3", "-march=native", "-fno-math-errno", "-fopenmp-simd")


class Failed(SystemExit):
    """The loops do not compile, or compute something else, which ends a program."""


def compiler(wanted=None):
    """The path of a compiler; none: there is none."""
    return next(filter(None, map(shutil.which, [wanted] if wanted else COMPILERS)), None)


def argument(text, path):
    """What ptx-run's argument is for the loops, which read buffers from `path`."""
    if isinstance(text, bytes):
        path.write_bytes(text)
        return f"@{path}"
    return text.split("=", 1)[1]


class Loops:
    def __init__(self, by, folder):
        self.folder, self.program = folder, folder / "native"
        call([by, *FLAGS, "-o", str(self.program), *map(str, sorted(HERE.glob("*.cpp")))])

    def seconds(self, kernel, repeat):
        """The least processor time of the runs."""
        out = self.folder / f"{kernel.name}.native"
        texts = [argument(a, self.folder / f"{kernel.name}.{n}.native")
                 for n, a in enumerate(kernel.arguments)]
        took = call([str(self.program), kernel.name, str(repeat), str(kernel.result),
                     str(out), *texts])
        wrong = kernel.check_tx1(out.read_bytes())
        if wrong:
            raise Failed(f"{kernel.name}, native: wrong result: {wrong}")
        return float(took)


def call(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{command[0]}: {done.stderr}")
    return done.stdout
