"""Compile PTX and launch it on the memory of this process.

    module = heddle.compile(text)
    module.kernel("saxpy")[grid, block](n, 2.0, x, y)

Everything here may be used from several threads.
"""

from ._arguments import Argument
from ._library import library, text
from .compilation import Compilation, Diagnostic, assemble
from .device import Buffer, Device, Finding, default_device
from .errors import CompileError, Error, Fault, LaunchError
from .job import JobRun, check_job_option, run_job
from .module import Kernel, Module, Occupancy, Parameter, Variable, compile
from .result import Result

#: Of the libheddle that was found.
library_version: str = text(library.GetVersion())

__all__ = [
    "Argument",
    "Buffer",
    "Compilation",
    "CompileError",
    "Device",
    "Diagnostic",
    "Error",
    "Fault",
    "Finding",
    "JobRun",
    "Kernel",
    "LaunchError",
    "Module",
    "Occupancy",
    "Parameter",
    "Result",
    "Variable",
    "assemble",
    "check_job_option",
    "compile",
    "default_device",
    "library_version",
    "run_job",
]
