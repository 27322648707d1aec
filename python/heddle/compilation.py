"""PTX becomes an object."""

from __future__ import annotations

import ctypes
import dataclasses
import os
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

from ._library import (COMPILE, CompileOptions, DiagnosticInfo, library, raw,
                       text, unsigned)
from ._lifetime import finalize
from .errors import CompileError

if TYPE_CHECKING:
    from .device import Device

_SEVERITIES = ("error", "warning", "remark", "note")


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """What the compiler has to say. `severity` is "error", "warning", "remark"
    or "note"; a note belongs to the diagnostic before it. Lines and columns
    count from 1, columns in bytes; line 0: no place. `warning` is the name that
    the tools' -W options have for it, or ""."""

    severity: str
    file: str
    line: int
    column: int
    message: str
    warning: str


class Compilation:
    """An object, and what was said when it was made. See assemble()."""

    def __init__(self, handle: ctypes.c_void_p) -> None:
        self._handle = handle
        self._finalizer = finalize(self, library.CompilationDestroy, handle)

    @property
    def object(self) -> bytes:
        """The object: an ELF file."""
        data, size = ctypes.c_void_p(), ctypes.c_size_t()
        library.check(library.CompilationGetObject(
            self._handle, ctypes.byref(data), ctypes.byref(size)))
        return ctypes.string_at(data, size.value)

    @property
    def diagnostics(self) -> "tuple[Diagnostic, ...]":
        """Errors, warnings, remarks and notes, in order."""
        found = []
        for n in range(library.CompilationGetNumDiagnostics(self._handle)):
            d = DiagnosticInfo()
            library.check(library.CompilationGetDiagnostic(
                self._handle, n, ctypes.byref(d)))
            found.append(Diagnostic(_SEVERITIES[d.Severity], text(d.File),
                                    d.Line, d.Column, text(d.Message),
                                    text(d.WarningName)))
        return tuple(found)

    @property
    def log(self) -> str:
        """The diagnostics as tools print them, with lines and carets."""
        return text(library.CompilationGetLog(self._handle))


def assemble(ptx: Union[str, bytes], *, arch: Optional[str] = None,
             geometry: Optional[str] = None, file_name: Optional[str] = None,
             entries: Sequence[str] = (), opt_level: int = 3,
             max_registers: int = 0, threads_per_block: int = 0,
             fmad: bool = False, line_tables: bool = False,
             warnings: bool = True, werror: bool = False,
             assume_global: bool = False,
             device: Optional["Device"] = None) -> Compilation:
    """Compiles the text PTX.

    arch               "sm_75", "tx1", "g80"; without it the module's .target
    geometry           the SM that launches are for, as "sm_86"
    file_name          what messages call the text
    entries            compile only these kernels
    opt_level          0 to 3
    max_registers      of a thread; 0: the chip's limit
    threads_per_block  leave registers for CTAs of so many
    fmad               fuse mul and add where PTX allows it
    line_tables        add DWARF to the object
    warnings, werror   False: none; True: as errors
    assume_global      generic addresses of unknown space are global
    device             make code for what its checkers look for

    Raises CompileError when the PTX is refused.
    """
    source = _text_of(ptx)
    if not 0 <= unsigned("opt_level", opt_level, 32) <= 3:
        raise ValueError("opt_level is 0 to 3")
    if isinstance(entries, str):
        entries = (entries,)
    names = (ctypes.c_char_p * len(entries))(
        *(raw("an entry", entry) for entry in entries))
    options = CompileOptions(
        Arch=raw("arch", arch), Geometry=raw("geometry", geometry),
        FileName=raw("file_name", file_name),
        Entries=names, NumEntries=len(entries), OptLevelPlusOne=opt_level + 1,
        MaxRegisters=unsigned("max_registers", max_registers, 32),
        ThreadsPerBlock=unsigned("threads_per_block", threads_per_block, 32),
        FuseMulAdd=bool(fmad), LineTables=bool(line_tables),
        NoWarnings=not warnings, WarningsAreErrors=bool(werror),
        AssumeGlobal=bool(assume_global),
        Device=device._handle if device is not None else None)
    out = ctypes.c_void_p()
    code = library.Compile(source, len(source), ctypes.byref(options),
                           ctypes.byref(out))
    if code == COMPILE:
        refused = Compilation(out)
        raise CompileError(refused.diagnostics, refused.log)
    library.check(code)
    return Compilation(out)


def _text_of(ptx: Any) -> bytes:
    """The bytes of a text. The library takes a null character for its end, as
    texts in fat binaries have one."""
    data = _bytes_of(ptx).rstrip(b"\0")
    if b"\0" in data:
        raise ValueError("PTX has a null character")
    return data


def _bytes_of(ptx: Any) -> bytes:
    if isinstance(ptx, os.PathLike):
        raise TypeError("PTX is a text, not the path of a file: "
                        "path.read_text() has it")
    if isinstance(ptx, str):
        if "\n" not in ptx and ptx.endswith(".ptx"):
            raise ValueError(f"PTX is a text, not the name of a file: "
                             f"open({ptx!r}).read() has it")
        return ptx.encode("utf-8", "surrogateescape")
    if isinstance(ptx, bytes):
        return ptx
    raise TypeError(f"PTX is str or bytes, got {type(ptx).__name__}")
