"""What calls raise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional, Sequence, Tuple

if TYPE_CHECKING:
    from .compilation import Diagnostic


class Error(Exception):
    """A call failed. `code` is the library's name for it, as
    "heddleErrorOutOfMemory", and the text says more."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> "Tuple[Any, Tuple[type, Tuple[Any, ...]], Dict[str, Any]]":
        # How it was made says less than what it has; processes send each other
        # exceptions.
        return _remake, (type(self), self.args), self.__dict__


def _remake(kind: type, arguments: "Tuple[Any, ...]") -> BaseException:
    """An exception without its fields."""
    made: BaseException = kind.__new__(kind)
    made.args = arguments
    return made


class CompileError(Error):
    """The PTX was refused. `diagnostics` are its errors, warnings and notes;
    `log` is how tools print them, and the text of the exception."""

    def __init__(self, diagnostics: "Sequence[Diagnostic]", log: str) -> None:
        super().__init__("heddleErrorCompile", log)
        self.diagnostics = tuple(diagnostics)
        self.log = log


class Fault(Error):
    """A kernel did what its SM cannot do. The text is the whole report.

    kind         "oob_global", "trap", ...: docs/Faults.md
    message      one line
    kernel       its name
    file, line, column   the place in the PTX; line 0: none
    thread, block        three numbers each; None without a place
    pc, instruction, warp, lane_mask    the microinstruction; None likewise
    address      what a memory access asked for, or None
    """

    def __init__(self, code: str, *, kind: str, message: str, report: str,
                 kernel: str, file: str, line: int, column: int,
                 thread: Optional[Tuple[int, ...]] = None,
                 block: Optional[Tuple[int, ...]] = None,
                 pc: Optional[int] = None, instruction: Optional[str] = None,
                 warp: Optional[int] = None, lane_mask: Optional[int] = None,
                 address: Optional[int] = None) -> None:
        super().__init__(code, report)
        self.kind = kind
        self.message = message
        self.report = report
        self.kernel = kernel
        self.file = file
        self.line = line
        self.column = column
        self.thread = thread
        self.block = block
        self.pc = pc
        self.instruction = instruction
        self.warp = warp
        self.lane_mask = lane_mask
        self.address = address


class LaunchError(Fault):
    """A launch was refused before it started; it has no place."""
