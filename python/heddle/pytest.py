"""A plugin of pytest: tests of CUDA programs without a GPU.

    pytest -p heddle.pytest --heddle-check=race,memory

A test that takes the fixture `heddle` runs in a process of its own, under the
libraries that heddle-run leads programs to: PyCUDA, numba, CuPy's kernels or
ctypes find a device there. What the checkers find fails the test, with the
report. The fixture `heddle_run` runs other programs so.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
from typing import Any, Callable, Optional, Sequence

import pytest

#: The exit code that says that a checker has found something.
FOUND = 121
#: Set in the process that a test runs in.
INSIDE = "HEDDLE_PYTEST_INSIDE"
#: Marks tests that run in another process.
APART = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("heddle", "CUDA programs without a GPU")
    group.addoption("--heddle-check", metavar="CHECKERS", default="",
                    help="look for race, sync, init, memory or all of them")
    group.addoption("--heddle-device", metavar="sm_NN", default="",
                    help="the device that tests see")
    group.addoption("--heddle-tool", metavar="PATH", default="",
                    help="heddle-run, if it is not in PATH")
    group.addoption("--heddle-all", action="store_true",
                    help="every test runs under the libraries")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "heddle(check, device): runs the test under Heddle's libraries")


def _tool(config: pytest.Config) -> str:
    """The path of heddle-run. A test that cannot run has not passed."""
    named = config.getoption("--heddle-tool")
    built = pathlib.Path(__file__).resolve().parents[2] / "build/bin/heddle-run"
    found = named or shutil.which("heddle-run") or (built.exists() and str(built))
    if not found or not os.access(found, os.X_OK):
        pytest.fail("heddle-run is not there; --heddle-tool=PATH names it", pytrace=False)
    return str(found)


def _prefix(config: pytest.Config, check: Optional[str] = None,
            device: Optional[str] = None) -> list[str]:
    """What stands before a program that runs under the libraries."""
    check = config.getoption("--heddle-check") if check is None else check
    device = config.getoption("--heddle-device") if device is None else device
    command = [_tool(config), f"--error-exitcode={FOUND}"]
    if check:
        command.append(f"--check={check}")
    if device:
        command.append(f"--device={device}")
    return command


def _runs_inside(item: pytest.Item) -> bool:
    return (item.config.getoption("--heddle-all") or
            item.get_closest_marker("heddle") is not None or
            "heddle" in getattr(item, "fixturenames", ()))


@pytest.fixture
def heddle() -> bool:
    """The test runs under the libraries, in a process of its own."""
    return True


@pytest.fixture
def heddle_run(request: pytest.FixtureRequest) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """A function that runs a program under the libraries, and fails the test
    where a kernel faults or a checker finds something."""

    def run(command: Sequence[Any], check: Optional[str] = None, device: Optional[str] = None,
            **options: Any) -> "subprocess.CompletedProcess[str]":
        result = subprocess.run(
            [*_prefix(request.config, check, device), *map(str, command)],
            capture_output=True, text=True, errors="replace", **options)
        if result.returncode == FOUND:
            pytest.fail(f"{command[0]}: a kernel is wrong\n{result.stderr}", pytrace=False)
        return result

    return run


def _command(item: pytest.Item) -> list[str]:
    marker = item.get_closest_marker("heddle")
    wanted = marker.kwargs if marker else {}
    config = item.config
    command = [*_prefix(config, **wanted), sys.executable, "-m", "pytest", "-p", "heddle.pytest",
               "-p", "no:cacheprovider", "-q", "-rs", "--capture=no", f"--rootdir={config.rootpath}"]
    if config.inipath:
        command += ["-c", str(config.inipath)]
    return [*command, item.nodeid]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Leaves the fixtures of a test to the other process: here is no device."""
    if INSIDE not in os.environ and _runs_inside(item):
        item.stash[APART] = True
        item.fixturenames = []  # type: ignore[attr-defined]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Optional[bool]:
    if APART not in pyfuncitem.stash:
        return None
    _run_apart(pyfuncitem)
    return True


def _run_apart(item: pytest.Item) -> None:
    result = subprocess.run(_command(item), capture_output=True, text=True, errors="replace",
                            cwd=item.config.rootpath, env={**os.environ, INSIDE: "1"})
    said = f"{result.stdout}{result.stderr}"
    if result.returncode == FOUND:
        pytest.fail(f"a kernel is wrong\n{said}", pytrace=False)
    if result.returncode:
        pytest.fail(f"under heddle-run the test ended with {result.returncode}\n{said}",
                    pytrace=False)
    if "1 skipped" in result.stdout:
        pytest.skip("skipped under heddle-run")
    print(said, end="")
