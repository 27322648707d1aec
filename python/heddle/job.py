"""Job files run in this process, as ptx-run --job runs them."""

from __future__ import annotations

import ctypes
import dataclasses
import json
from typing import Any, Dict, List, Mapping, Optional

from ._library import OutputFunction, Setting, library, raw
from .device import _value_text
from .errors import Error


@dataclasses.dataclass(frozen=True)
class JobRun:
    """A job that ran. `launches` has a dict for each launch, with the members
    that heddle-c/jobs.h tells of: name, kernel, passed, reason, registers and
    more. `passed` is whether all of them did and nothing was found."""

    launches: "List[Dict[str, Any]]"
    #: The PTX was refused, for the reasons in `log`.
    refused: bool
    #: A fault that was not expected ended the job.
    faulted: bool
    #: A checker or an explored schedule found something.
    found: bool
    log: str
    #: What the options write where they name no file.
    reports: str
    #: With {"stats": "json"}: the document, as docs/counters.md has it.
    stats: Optional[Dict[str, Any]]

    @property
    def passed(self) -> bool:
        """Whether all launches did what the job expects, and nothing was found."""
        return not (self.refused or self.found) and all(
            launch["passed"] for launch in self.launches)


def run_job(path: str, options: "Mapping[str, Any]" = {}) -> JobRun:
    """Runs the job file at PATH. OPTIONS are those of ptx-run that compile and
    run, by name, as {"arch": "sm_13", "O": 3, "time": "gtx280"}.

    Raises Error for options and files that are wrong, but not for launches that
    fail. A launch cannot be interrupted: {"timeout": 10} limits it."""
    parts: List[bytes] = []
    take = OutputFunction(
        lambda _, data, size: parts.append(ctypes.string_at(data, size)))
    named = (Setting * len(options))(
        *(Setting(raw("an option", name), raw(name, _value_text(value)))
          for name, value in options.items()))
    library.check(library.RunJob(raw("path", path), named, len(named), take, None))
    said = json.loads(b"".join(parts))
    return JobRun(said["verdicts"], said["refused"], said["faulted"], said["found"],
                  said["log"], said["reports"], said.get("stats"))


def check_job_option(name: str, value: Any) -> None:
    """Raises Error if run_job would not take the option."""
    try:
        run_job("", {name: value})
    except Error as error:
        # The file without a name is looked at once all options are right.
        if error.code == "heddleErrorInvalidValue":
            raise
