"""What became of a launch."""

from __future__ import annotations

import ctypes
import dataclasses
from typing import Mapping, Optional

from ._library import FAULT, FaultInfo, library, text
from .errors import Fault, LaunchError


@dataclasses.dataclass(frozen=True)
class Result:
    """A launch that ended well. `counters`, by name as in docs/counters.md, are
    there when it was called with count=True."""

    warp_instructions: int
    thread_instructions: int
    counters: Optional[Mapping[str, int]] = None


def read_result(handle: ctypes.c_void_p, counted: bool) -> Result:
    warp, thread = ctypes.c_uint64(), ctypes.c_uint64()
    library.check(library.ResultGetInstructions(
        handle, ctypes.byref(warp), ctypes.byref(thread)))
    counters = None
    if counted:
        counters = {}
        value = ctypes.c_uint64()
        for n in range(library.GetNumCounters()):
            library.check(library.ResultGetCounter(handle, n,
                                                   ctypes.byref(value)))
            counters[text(library.GetCounterName(n))] = value.value
    return Result(warp.value, thread.value, counters)


def read_fault(handle: ctypes.c_void_p, code: int) -> Fault:
    f = FaultInfo()
    library.check(library.ResultGetFault(handle, ctypes.byref(f)))
    place = dict(thread=tuple(f.Thread), block=tuple(f.Block), pc=f.PC,
                 instruction=text(f.Instruction), warp=f.Warp,
                 lane_mask=f.LaneMask) if f.HasPlace else {}
    return (Fault if code == FAULT else LaunchError)(
        text(library.GetErrorName(code)), kind=text(library.GetFaultName(f.Kind)),
        message=text(f.Message), report=text(f.Report), kernel=text(f.Kernel),
        file=text(f.File), line=f.Line, column=f.Column,
        address=f.Address if f.HasAddress else None, **place)
