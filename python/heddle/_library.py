"""libheddle.so by ctypes: its structures and calls, as heddle-c/heddle.h has
them. Nobody outside this package needs any of it."""

from __future__ import annotations

import ctypes
import ctypes.util
import operator
import os
import pathlib
from ctypes import (POINTER, Structure, byref, c_char_p, c_double, c_int,
                    c_size_t, c_uint, c_uint32, c_uint64, c_void_p)
from typing import Any

from .errors import Error


def _find() -> str:
    """The path of the library, or the name that the loader knows it by."""
    named = os.environ.get("HEDDLE_LIBRARY")
    if named:
        return named
    built = pathlib.Path(__file__).resolve().parents[2] / "build/lib/libheddle.so"
    if built.exists():
        return str(built)
    return ctypes.util.find_library("heddle") or "libheddle.so.0"


class Sized(Structure):
    """A structure that starts with its own size."""

    def __init__(self, **fields: object) -> None:
        super().__init__(**fields)
        self.StructSize = ctypes.sizeof(self)


class CompileOptions(Sized):
    _fields_ = [("StructSize", c_size_t), ("Arch", c_char_p),
                ("Geometry", c_char_p), ("FileName", c_char_p),
                ("Entries", POINTER(c_char_p)), ("NumEntries", c_size_t),
                ("OptLevelPlusOne", c_uint), ("MaxRegisters", c_uint),
                ("ThreadsPerBlock", c_uint), ("FuseMulAdd", c_int),
                ("LineTables", c_int), ("NoWarnings", c_int),
                ("WarningsAreErrors", c_int), ("AssumeGlobal", c_int),
                ("Device", c_void_p)]


class DiagnosticInfo(Sized):
    _fields_ = [("StructSize", c_size_t), ("Severity", c_int), ("Line", c_uint),
                ("Column", c_uint), ("File", c_char_p), ("Message", c_char_p),
                ("WarningName", c_char_p)]


class DeviceOptions(Sized):
    _fields_ = [("StructSize", c_size_t), ("Addresses", c_int),
                ("Geometry", c_char_p), ("MemoryBytes", c_uint64),
                ("HostThreads", c_uint), ("NumSMs", c_uint),
                ("StackBytes", c_uint32), ("HeapBytes", c_uint64),
                ("StallSeconds", c_double)]


class BufferInfo(Sized):
    _fields_ = [("StructSize", c_size_t), ("Address", c_uint64),
                ("Size", c_uint64), ("Kind", c_int), ("IsReadOnly", c_int),
                ("HostPointer", c_void_p)]


class KernelInfo(Sized):
    _fields_ = [("StructSize", c_size_t), ("Name", c_char_p),
                ("NumParameters", c_size_t), ("ParameterBytes", c_size_t),
                ("Registers", c_uint), ("SharedBytes", c_uint32),
                ("LocalBytes", c_uint32), ("ConstantBytes", c_uint32),
                ("SpillStores", c_uint32), ("SpillLoads", c_uint32),
                ("Barriers", c_uint), ("MaxThreads", c_uint32 * 3),
                ("RequiredThreads", c_uint32 * 3),
                ("MaxThreadsPerBlock", c_uint32), ("CodeBytes", c_size_t)]


class ParameterInfo(Sized):
    _fields_ = [("StructSize", c_size_t), ("Name", c_char_p), ("Type", c_char_p),
                ("Offset", c_uint32), ("Size", c_uint32), ("Align", c_uint32)]


class VariableInfo(Sized):
    _fields_ = [("StructSize", c_size_t), ("Name", c_char_p), ("Space", c_int),
                ("Address", c_uint64), ("Size", c_uint64)]


class OccupancyInfo(Sized):
    _fields_ = [("StructSize", c_size_t), ("ActiveCTAs", c_uint),
                ("ActiveWarps", c_uint), ("MaxWarps", c_uint),
                ("Limiters", c_char_p)]


class LaunchConfig(Sized):
    _fields_ = [("StructSize", c_size_t), ("Grid", c_uint32 * 3),
                ("Block", c_uint32 * 3), ("DynamicSharedBytes", c_uint32),
                ("Count", c_int), ("MaxInstructions", c_uint64),
                ("TimeLimit", c_double)]


class FaultInfo(Sized):
    _fields_ = [("StructSize", c_size_t), ("Kind", c_int), ("Message", c_char_p),
                ("Report", c_char_p), ("Kernel", c_char_p), ("File", c_char_p),
                ("Line", c_uint), ("Column", c_uint), ("HasPlace", c_int),
                ("Thread", c_uint32 * 3), ("Block", c_uint32 * 3),
                ("PC", c_uint32), ("Instruction", c_char_p), ("Warp", c_uint32),
                ("LaneMask", c_uint32), ("HasAddress", c_int),
                ("Address", c_uint64)]


OutputFunction = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)


class Setting(ctypes.Structure):
    _fields_ = [("Name", c_char_p), ("Value", c_char_p)]


class LaunchOptions(Sized):
    _fields_ = [("StructSize", c_size_t), ("Check", c_char_p),
                ("Engine", c_char_p), ("Schedule", c_char_p),
                ("Stats", c_char_p), ("Trace", c_char_p),
                ("Settings", POINTER(Setting)), ("NumSettings", c_size_t),
                ("FromEnvironment", c_int), ("Report", OutputFunction),
                ("ReportUser", c_void_p)]


class FindingInfo(Sized):
    _fields_ = [("StructSize", c_size_t), ("Rule", c_char_p),
                ("Check", c_char_p), ("Kernel", c_char_p),
                ("Message", c_char_p), ("Report", c_char_p), ("File", c_char_p),
                ("Line", c_uint), ("Column", c_uint), ("Count", c_uint64)]


SUCCESS, COMPILE, INVALID_LAUNCH, FAULT, NOT_READY = 0, 3, 8, 9, 12

# What calls take. Those that answer with a code are in the first list.
_CODES = {
    "Compile": [c_char_p, c_size_t, POINTER(CompileOptions), POINTER(c_void_p)],
    "CompilationGetObject": [c_void_p, POINTER(c_void_p), POINTER(c_size_t)],
    "CompilationGetDiagnostic": [c_void_p, c_size_t, POINTER(DiagnosticInfo)],
    "DeviceCreate": [POINTER(DeviceOptions), POINTER(c_void_p)],
    "DeviceSetOutput": [c_void_p, OutputFunction, c_void_p],
    "DeviceSetLaunchOptions": [c_void_p, POINTER(LaunchOptions)],
    "DeviceGetFinding": [c_void_p, c_size_t, POINTER(FindingInfo)],
    "DeviceFinish": [c_void_p],
    "DeviceGetMemoryInfo": [c_void_p, POINTER(c_uint64), POINTER(c_uint64)],
    "Malloc": [c_void_p, c_uint64, c_char_p, POINTER(c_uint64)],
    "Free": [c_void_p, c_uint64],
    "HostRegister": [c_void_p, c_void_p, c_uint64, c_char_p],
    "HostUnregister": [c_void_p, c_void_p],
    "GetBufferInfo": [c_void_p, c_uint64, POINTER(BufferInfo)],
    "CopyToDevice": [c_void_p, c_uint64, c_void_p, c_uint64],
    "CopyFromDevice": [c_void_p, c_void_p, c_uint64, c_uint64],
    "ModuleLoad": [c_void_p, c_char_p, c_size_t, POINTER(c_void_p)],
    "ModuleLoadCompilation": [c_void_p, c_void_p, POINTER(c_void_p)],
    "ModuleGetKernelAt": [c_void_p, c_size_t, POINTER(c_void_p)],
    "ModuleGetKernel": [c_void_p, c_char_p, POINTER(c_void_p)],
    "ModuleGetVariableAt": [c_void_p, c_size_t, POINTER(VariableInfo)],
    "ModuleGetVariable": [c_void_p, c_char_p, POINTER(VariableInfo)],
    "KernelGetInfo": [c_void_p, POINTER(KernelInfo)],
    "KernelGetParameter": [c_void_p, c_size_t, POINTER(ParameterInfo)],
    "KernelGetListing": [c_void_p, POINTER(c_char_p)],
    "KernelGetOccupancy": [c_void_p, c_uint32, c_uint32,
                           POINTER(OccupancyInfo)],
    "LaunchPacked": [c_void_p, POINTER(LaunchConfig), c_char_p, c_size_t,
                     POINTER(c_void_p)],
    "LaunchStart": [c_void_p, POINTER(LaunchConfig), c_char_p, c_size_t,
                    POINTER(c_void_p)],
    "LaunchWait": [c_void_p, c_double, POINTER(c_void_p)],
    "RunJob": [c_char_p, POINTER(Setting), c_size_t, OutputFunction, c_void_p],
    "ResultGetFault": [c_void_p, POINTER(FaultInfo)],
    "ResultGetInstructions": [c_void_p, POINTER(c_uint64), POINTER(c_uint64)],
    "ResultGetCounter": [c_void_p, c_size_t, POINTER(c_uint64)],
}
_OTHERS = {
    "GetErrorName": (c_char_p, [c_int]),
    "GetLastErrorMessage": (c_char_p, []),
    "GetVersion": (c_char_p, []),
    "GetFaultName": (c_char_p, [c_int]),
    "GetNumCounters": (c_size_t, []),
    "GetCounterName": (c_char_p, [c_size_t]),
    "CompilationDestroy": (None, [c_void_p]),
    "CompilationGetLog": (c_char_p, [c_void_p]),
    "CompilationGetNumDiagnostics": (c_size_t, [c_void_p]),
    "DeviceDestroy": (None, [c_void_p]),
    "DeviceGetNumFindings": (c_size_t, [c_void_p]),
    "ModuleDestroy": (None, [c_void_p]),
    "ModuleGetChip": (c_char_p, [c_void_p]),
    "ModuleGetNumKernels": (c_size_t, [c_void_p]),
    "ModuleGetNumVariables": (c_size_t, [c_void_p]),
    "LaunchInterrupt": (None, [c_void_p]),
    "LaunchDestroy": (None, [c_void_p]),
    "ResultDestroy": (None, [c_void_p]),
}


class Library:
    """The calls, without the "heddle" before their names."""

    def __init__(self) -> None:
        path = _find()
        try:
            self._library = ctypes.CDLL(path)
        except OSError as error:
            raise ImportError(
                f"cannot load libheddle ({error}); set HEDDLE_LIBRARY to its path"
            ) from None
        for name, arguments in _CODES.items():
            self._declare(name, c_int, arguments)
        for name, (result, arguments) in _OTHERS.items():
            self._declare(name, result, arguments)

    def _declare(self, name: str, result: object, arguments: list) -> None:
        function = getattr(self._library, f"heddle{name}")
        function.restype = result
        function.argtypes = arguments
        setattr(self, name, function)

    def message(self) -> str:
        """What was wrong with this thread's last call that failed."""
        return text(self.GetLastErrorMessage())

    def check(self, code: int) -> None:
        if code != SUCCESS:
            raise Error(text(self.GetErrorName(code)), self.message())

    def handle(self, name: str, *arguments: object) -> c_void_p:
        """What the call NAME makes or finds."""
        out = c_void_p()
        self.check(getattr(self, name)(*arguments, byref(out)))
        return out


def text(raw: bytes | None) -> str:
    """A text of the library; file names may hold any bytes."""
    return (raw or b"").decode("utf-8", "surrogateescape")


def raw(name: str, value: str | bytes | None) -> bytes | None:
    """The same the other way round, for VALUE, which NAME stands for: the
    library would take a null character for its end."""
    if value is None:
        return None
    if not isinstance(value, (str, bytes)):
        raise TypeError(f"{name} is a str, got {type(value).__name__}")
    data = value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value
    if b"\0" in data:
        raise ValueError(f"{name} has a null character")
    return data


def shown(value: Any) -> str:
    """VALUE in a message. Python writes no integers of thousands of digits."""
    if isinstance(value, int) and value.bit_length() > 256:
        return f"an integer of {value.bit_length()} bits"
    return str(value)


def unsigned(name: str, value: Any, bits: int) -> int:
    """VALUE, which NAME stands for, as a number of BITS bits: ctypes would cut
    off what it has too much."""
    number = operator.index(value)
    if not 0 <= number < 1 << bits:
        raise ValueError(f"{name} is {shown(number)}, and not from 0 to "
                         f"2**{bits} - 1")
    return number


library = Library()
