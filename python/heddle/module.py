"""Objects on a device: their kernels and variables."""

from __future__ import annotations

import ctypes
import dataclasses
import operator
import threading
from typing import Any, Dict, Optional, Sequence, Tuple, Union

from ._arguments import Argument, PackedArguments
from ._library import (FAULT, INVALID_LAUNCH, NOT_READY, KernelInfo,
                       LaunchConfig, OccupancyInfo, ParameterInfo,
                       VariableInfo, library, raw, text,
                       shown, unsigned)
from ._lifetime import finalize
from ._memory import bytes_of
from .compilation import Compilation, Diagnostic, assemble
from .device import Bytes, Device, default_device
from .result import Result, read_fault, read_result

#: A number, or up to three.
Size = Union[int, Sequence[int]]

#: How long Ctrl-C may go unnoticed during a launch.
_SECONDS_BETWEEN_SIGNALS = 0.05

_SCALAR_BYTES = {"8": 1, "16": 2, "32": 4, "64": 8}


@dataclasses.dataclass(frozen=True)
class Parameter:
    """Of a kernel. `type` is PTX's, as "u64" or "f32"; `offset`, `size` and
    `align` are its place in the block of parameters."""

    name: str
    type: str
    offset: int
    size: int
    align: int

    @property
    def is_array(self) -> bool:
        """Whether it is bytes by value rather than one number."""
        digits = self.type.lstrip("busf")
        return _SCALAR_BYTES.get(digits) != self.size


@dataclasses.dataclass(frozen=True)
class Occupancy:
    """How much of an SM a launch fills. `limiters` says what keeps another CTA
    away: "registers", "warps, CTA slots"."""

    active_ctas: int
    active_warps: int
    max_warps: int
    limiters: str


class Variable:
    """A .global or .const variable of a module. `space` is "global" or "const";
    `address` is where copies reach it."""

    def __init__(self, module: "Module", info: VariableInfo) -> None:
        self.module = module
        self.name = text(info.Name)
        self.space = ("global", "const")[info.Space]
        self.address: int = info.Address
        self.size: int = info.Size

    def read(self) -> bytes:
        """Its bytes."""
        return self.module.device._read(self.address, self.size)

    def write(self, data: Bytes) -> None:
        """Copies DATA to its start."""
        view = bytes_of(data)
        if view.nbytes > self.size:
            raise ValueError(f"variable '{self.name}' has {self.size} bytes, "
                             f"got {view.nbytes}")
        self.module.device._write(self.address, view)


class Kernel:
    """A kernel of a module. kernel[grid, block](...) launches it.

    name, parameters        as in the PTX
    registers               of a thread
    shared_bytes, local_bytes    static, of a CTA and of a thread
    spill_stores, spill_loads    instructions
    max_threads_per_block   on the module's device
    code_bytes              of machine code
    """

    def __init__(self, module: "Module", handle: ctypes.c_void_p) -> None:
        self.module = module
        self._handle = handle
        info = KernelInfo()
        library.check(library.KernelGetInfo(handle, ctypes.byref(info)))
        self.name = text(info.Name)
        self.registers: int = info.Registers
        self.shared_bytes: int = info.SharedBytes
        self.local_bytes: int = info.LocalBytes
        self.spill_stores: int = info.SpillStores
        self.spill_loads: int = info.SpillLoads
        self.max_threads_per_block: int = info.MaxThreadsPerBlock
        self.code_bytes: int = info.CodeBytes
        self._parameter_bytes: int = info.ParameterBytes
        self.parameters: Tuple[Parameter, ...] = tuple(
            map(self._parameter, range(info.NumParameters)))

    def _parameter(self, index: int) -> Parameter:
        p = ParameterInfo()
        library.check(library.KernelGetParameter(self._handle, index,
                                                 ctypes.byref(p)))
        return Parameter(text(p.Name), text(p.Type), p.Offset, p.Size, p.Align)

    def __repr__(self) -> str:
        types = ", ".join(f".{p.type} {p.name}" for p in self.parameters)
        return f"<heddle.Kernel {self.name}({types})>"

    @property
    def listing(self) -> str:
        """The machine code as text, beside the lines of the PTX."""
        out = ctypes.c_char_p()
        library.check(library.KernelGetListing(self._handle, ctypes.byref(out)))
        return text(out.value)

    def occupancy(self, block: Size, shared: int = 0) -> Occupancy:
        """How many CTAs of BLOCK threads with SHARED dynamic bytes fit."""
        x, y, z = _three(block)
        o = OccupancyInfo()
        library.check(library.KernelGetOccupancy(
            self._handle, unsigned("the product of block", x * y * z, 32),
            unsigned("shared", shared, 32), ctypes.byref(o)))
        return Occupancy(o.ActiveCTAs, o.ActiveWarps, o.MaxWarps,
                         text(o.Limiters))

    def __getitem__(self, sizes: Tuple[Any, ...]) -> "Launch":
        """kernel[grid, block] or kernel[grid, block, shared]: sizes are numbers
        or tuples of up to three; shared is dynamic bytes."""
        if not isinstance(sizes, tuple) or len(sizes) not in (2, 3):
            raise TypeError("a launch is kernel[grid, block](...) or "
                            "kernel[grid, block, shared](...)")
        return Launch(self, *sizes)


class Launch:
    """A kernel with its grid and block, to be called with its arguments."""

    def __init__(self, kernel: Kernel, grid: Size, block: Size,
                 shared: int = 0) -> None:
        self.kernel = kernel
        self.grid, self.block = _three(grid), _three(block)
        self.shared = unsigned("shared", shared, 32)

    def __call__(self, *arguments: Argument, count: bool = False,
                 max_instructions: int = 0, time_limit: float = 0) -> Result:
        """Launches and waits for the end. COUNT fills Result.counters and takes
        a multiple of the time; MAX_INSTRUCTIONS, of warps, and TIME_LIMIT, in
        seconds, end the launch with a fault.

        Raises Fault, or LaunchError when the launch was refused. In the main
        thread the handlers of signals run meanwhile, and what they raise, as
        Ctrl-C does, ends the launch."""
        kernel, device = self.kernel, self.kernel.module.device
        packed = PackedArguments(device, kernel.parameters,
                                 kernel._parameter_bytes, arguments, kernel.name)
        config = LaunchConfig(
            Grid=self.grid, Block=self.block, DynamicSharedBytes=self.shared,
            Count=bool(count),
            MaxInstructions=unsigned("max_instructions", max_instructions, 64),
            TimeLimit=time_limit)
        out = ctypes.c_void_p()
        try:
            with device._registered(packed.host):
                code = self._run(config, bytes(packed.block), out)
            packed.copy_back()
            if code in (FAULT, INVALID_LAUNCH):
                raise read_fault(out, code)
            library.check(code)
            return read_result(out, count)
        finally:
            library.ResultDestroy(out)

    def _run(self, config: LaunchConfig, block: bytes,
             out: ctypes.c_void_p) -> int:
        """Launches with the parameters BLOCK and returns the code of the end."""
        arguments = (self.kernel._handle, ctypes.byref(config), block, len(block))
        if threading.current_thread() is not threading.main_thread():
            return library.LaunchPacked(*arguments, ctypes.byref(out))
        # Python runs the handlers of signals here, between two calls.
        pending = ctypes.c_void_p()
        code = NOT_READY
        try:
            library.check(library.LaunchStart(*arguments, ctypes.byref(pending)))
            while code == NOT_READY:
                code = library.LaunchWait(pending, _SECONDS_BETWEEN_SIGNALS,
                                          ctypes.byref(out))
            return code
        finally:
            # What a handler has raised ends it; destroying waits for that.
            library.LaunchInterrupt(pending)
            library.LaunchDestroy(pending)


class Module:
    """An object on a device. See compile() and Device.

    chip         what it was compiled for: "tx1"
    kernels      by name
    variables    by name
    diagnostics  what the compiler said, if it was compiled here
    """

    def __init__(self, device: Device,
                 source: Union[Compilation, Bytes]) -> None:
        self.device = device
        self.diagnostics: Tuple[Diagnostic, ...] = ()
        if isinstance(source, Compilation):
            self.diagnostics = source.diagnostics
            self._handle = library.handle("ModuleLoadCompilation",
                                          device._handle, source._handle)
        else:
            data = bytes_of(source).tobytes()
            self._handle = library.handle("ModuleLoad", device._handle, data,
                                          len(data))
        self._finalizer = finalize(self, library.ModuleDestroy, self._handle)
        self.chip = text(library.ModuleGetChip(self._handle))

    def kernel(self, name: Optional[str] = None) -> Kernel:
        """The kernel called NAME, mangled or not; the only one without it."""
        return Kernel(self, library.handle("ModuleGetKernel", self._handle,
                                           raw("name", name)))

    @property
    def kernels(self) -> Dict[str, Kernel]:
        """All kernels by their names, in the order of the PTX."""
        count = library.ModuleGetNumKernels(self._handle)
        all_of_them = (Kernel(self, library.handle("ModuleGetKernelAt",
                                                   self._handle, n))
                       for n in range(count))
        return {kernel.name: kernel for kernel in all_of_them}

    def variable(self, name: str) -> Variable:
        """The variable called NAME."""
        info = VariableInfo()
        library.check(library.ModuleGetVariable(self._handle, raw("name", name),
                                                ctypes.byref(info)))
        return Variable(self, info)

    @property
    def variables(self) -> Dict[str, Variable]:
        """All variables by their names."""
        found = {}
        for n in range(library.ModuleGetNumVariables(self._handle)):
            info = VariableInfo()
            library.check(library.ModuleGetVariableAt(self._handle, n,
                                                      ctypes.byref(info)))
            found[text(info.Name)] = Variable(self, info)
        return found


def compile(ptx: Union[str, bytes], device: Optional[Device] = None,
            **options: Any) -> Module:
    """Compiles PTX and loads it into DEVICE, or the default one. OPTIONS are
    those of assemble(). Raises CompileError when the PTX is refused."""
    device = device or default_device()
    return Module(device, assemble(ptx, device=device, **options))


def _three(size: Size) -> Tuple[int, int, int]:
    sizes = (size,) if hasattr(size, "__index__") else tuple(size)
    if not 1 <= len(sizes) <= 3:
        raise TypeError("a size is one number or up to three")
    numbers = tuple(map(operator.index, sizes))
    for number in numbers:
        if not 1 <= number < 1 << 32:
            raise ValueError(f"{shown(number)} is no size of a grid or a "
                             "block")
    x, y, z = (*numbers, 1, 1)[:3]
    return x, y, z
