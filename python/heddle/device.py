"""Global memory, and how launches run."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import dataclasses
import os
import threading
import weakref
from typing import (Any, Callable, Dict, Iterable, Iterator, List, Mapping,
                    Optional, Tuple, Union)

from ._library import (SUCCESS, BufferInfo, DeviceOptions, FindingInfo,
                       LaunchOptions, OutputFunction, Setting, library, raw,
                       text, unsigned)
from ._lifetime import finalize
from ._memory import array_interface, bytes_of, is_memory
from .errors import Error

#: Bytes of the program's: anything that has the buffer protocol or numpy's array
#: interface.
Bytes = Union[bytes, bytearray, memoryview, Any]

_MODELS = {"host": 0, "raw": 1, "arena": 2}
#: heddleBufferRegistered
_REGISTERED = 3


@dataclasses.dataclass(frozen=True)
class Finding:
    """What a checker found. `rule` is its kind, as "race-shared"; `report` is
    its text with the lines of PTX; `count` says how often it was seen."""

    rule: str
    check: str
    kernel: str
    message: str
    report: str
    file: str
    line: int
    column: int
    count: int


class Device:
    """Where modules are loaded and kernels run.

    addresses      "host": pointers are those of this process, and bounds are
                   known; "raw": the same, and all of its memory may be accessed;
                   "arena": numbers below 4 GiB, for chips before sm_20
    geometry       the SM, as "sm_86"; without it that of each module's chip
    memory         most bytes of global memory; 0: what the host has
    host_threads   that run the CTAs of a launch; 0: as many as suit it
    num_sms        how many SMs; 0: 16
    stack_bytes    of each thread; 0: 16 KiB
    heap_bytes     what kernels allocate from; 0: 8 MiB
    stall_seconds  how long a launch may wait for others; 0: 10
    output         gets what kernels print, as bytes; without it stdout does
    check          checkers: "race,memory", "all"; see findings
    engine         "interpreter", "translated" or "auto", the default
    schedule       orders of warps: "random:7", "explore:100"
    stats          counters of all launches: "text", "json:FILE"
    trace          a time line: "FILE", or "text:FILE"
    settings       further options of ptx-run by their names, as
                   {"check-errors": 5}
    report         gets what is written about launches, as bytes; without it
                   stderr does

    What is none of check to settings is as the environment says: HEDDLE_CHECK
    and its like. Code is checked if compile() made it for the device.
    """

    def __init__(self, addresses: str = "host", *,
                 geometry: Optional[str] = None, memory: int = 0,
                 host_threads: int = 0, num_sms: int = 0, stack_bytes: int = 0,
                 heap_bytes: int = 0, stall_seconds: float = 0,
                 output: Optional[Callable[[bytes], None]] = None,
                 check: Optional[str] = None, engine: Optional[str] = None,
                 schedule: Optional[str] = None, stats: Optional[str] = None,
                 trace: Optional[str] = None,
                 settings: Optional[Mapping[str, Any]] = None,
                 report: Optional[Callable[[bytes], None]] = None) -> None:
        if addresses not in _MODELS:
            raise ValueError(f"addresses are one of {', '.join(_MODELS)}")
        self.addresses = addresses
        options = DeviceOptions(
            Addresses=_MODELS[addresses], Geometry=raw("geometry", geometry),
            MemoryBytes=unsigned("memory", memory, 64),
            HostThreads=unsigned("host_threads", host_threads, 32),
            NumSMs=unsigned("num_sms", num_sms, 32),
            StackBytes=unsigned("stack_bytes", stack_bytes, 32),
            HeapBytes=unsigned("heap_bytes", heap_bytes, 64),
            StallSeconds=stall_seconds)
        self._handle = library.handle("DeviceCreate", ctypes.byref(options))
        self._finalizer = finalize(self, library.DeviceDestroy, self._handle)
        self._changed = threading.Condition()
        # Memory of this process that launches use now: [begin, end, launches].
        self._pinned: List[List[int]] = []
        if output is not None:
            self._output = OutputFunction(
                lambda _, data, size: output(ctypes.string_at(data, size)))
            library.check(library.DeviceSetOutput(self._handle, self._output,
                                                  None))
        self._set_launches(LaunchOptions(
            Check=raw("check", check), Engine=raw("engine", engine),
            Schedule=raw("schedule", schedule), Stats=raw("stats", stats),
            Trace=raw("trace", trace)), settings or {}, report)

    def _set_launches(self, options: LaunchOptions, settings: Mapping[str, Any],
                      report: Optional[Callable[[bytes], None]]) -> None:
        named = (Setting * len(settings))(
            *(Setting(raw("a setting", name), raw(name, _value_text(value)))
              for name, value in settings.items()))
        options.Settings, options.NumSettings = named, len(named)
        options.FromEnvironment = 1
        if report is not None:
            self._report = OutputFunction(
                lambda _, data, size: report(ctypes.string_at(data, size)))
            options.Report = self._report
        library.check(library.DeviceSetLaunchOptions(self._handle,
                                                     ctypes.byref(options)))
        atexit.register(_finish, weakref.ref(self), os.getpid())

    @property
    def findings(self) -> Tuple[Finding, ...]:
        """What checkers found in all launches so far."""
        count = library.DeviceGetNumFindings(self._handle)
        return tuple(self._finding(n) for n in range(count))

    def _finding(self, index: int) -> Finding:
        info = FindingInfo()
        library.check(library.DeviceGetFinding(self._handle, index,
                                               ctypes.byref(info)))
        return Finding(text(info.Rule), text(info.Check), text(info.Kernel),
                       text(info.Message), text(info.Report), text(info.File),
                       info.Line, info.Column, info.Count)

    def finish(self) -> None:
        """No launch follows: writes the reports that were asked for, and lets
        checkers say what is known at the end only. Python's end does it, too."""
        library.check(library.DeviceFinish(self._handle))

    def buffer(self, data: Union[int, Bytes],
               name: Optional[str] = None) -> "Buffer":
        """Allocates as many zeroed bytes as DATA says, or as it has, which are
        copied. Faults call the buffer NAME."""
        if hasattr(data, "__index__") and not is_memory(data):
            return Buffer(self, data, name)
        view = bytes_of(data)
        made = Buffer(self, view.nbytes, name)
        made.write(view)
        return made

    def memory_info(self) -> Tuple[int, int]:
        """Bytes of global memory that are not in use, and all."""
        free, total = ctypes.c_uint64(), ctypes.c_uint64()
        library.check(library.DeviceGetMemoryInfo(
            self._handle, ctypes.byref(free), ctypes.byref(total)))
        return free.value, total.value

    def _read(self, address: int, size: int) -> bytes:
        data = ctypes.create_string_buffer(size)
        library.check(library.CopyFromDevice(self._handle, data, address, size))
        return data.raw

    def _write(self, address: int, data: memoryview) -> None:
        # Memory that cannot be written has no ctypes array.
        source = data.tobytes()
        library.check(library.CopyToDevice(self._handle, address, source,
                                           len(source)))

    @contextlib.contextmanager
    def _registered(self, parts: Iterable[Tuple[int, int, str]]) -> Iterator[None]:
        """The bytes from begin to end of each part, as a buffer of its name."""
        mine: List[List[int]] = []
        try:
            for begin, end, name in _united(parts):
                if not self._has(begin, end):
                    mine.append(self._pin(begin, end, name))
            yield
        finally:
            with self._changed:
                for pin in mine:
                    self._unpin(pin)
                self._changed.notify_all()

    def _has(self, begin: int, end: int) -> bool:
        """Whether the bytes are a part of what was allocated: they are of an
        array that shows a buffer, or a variable."""
        info = BufferInfo()
        code = library.GetBufferInfo(self._handle, begin, ctypes.byref(info))
        return (code == SUCCESS and info.Kind != _REGISTERED
                and end <= info.Address + info.Size)

    def _pin(self, begin: int, end: int, name: str) -> List[int]:
        with self._changed:
            while True:
                over = [p for p in self._pinned if begin < p[1] and p[0] < end]
                if not over:
                    break
                if over[0][0] <= begin and end <= over[0][1]:
                    over[0][2] += 1
                    return over[0]
                # Launches of other threads use parts of it, and end some time.
                self._changed.wait()
            library.check(library.HostRegister(self._handle, begin, end - begin,
                                               raw("name", name)))
            self._pinned.append([begin, end, 1])
            return self._pinned[-1]

    def _unpin(self, pin: List[int]) -> None:
        pin[2] -= 1
        if not pin[2]:
            self._pinned.remove(pin)
            library.HostUnregister(self._handle, pin[0])


def _united(parts: Iterable[Tuple[int, int, str]]) -> List[Tuple[int, int, str]]:
    """PARTS in order of their addresses; those that overlap are one."""
    united: List[Tuple[int, int, str]] = []
    for begin, end, name in sorted(parts):
        if united and begin < united[-1][1]:
            first, last, of = united[-1]
            united[-1] = (first, max(last, end), of)
        elif begin < end:
            united.append((begin, end, name))
    return united


class Buffer:
    """Bytes on a device. They are freed with the object, or by free().

    numpy.asarray(buffer) is an array of its bytes, in place, where the device
    has the addresses of the host; it must not be used after free()."""

    def __init__(self, device: Device, size: int,
                 name: Optional[str] = None) -> None:
        self.device = device
        self.size = unsigned("the size of a buffer", size, 64)
        address = ctypes.c_uint64()
        library.check(library.Malloc(device._handle, self.size,
                                     raw("name", name), ctypes.byref(address)))
        self.address: int = address.value
        self._finalizer = finalize(self, _free, device, self.address)

    def __len__(self) -> int:
        return self.size

    def read(self, offset: int = 0, size: Optional[int] = None) -> bytes:
        """The bytes from OFFSET on, all or SIZE of them."""
        offset, size = self._part(offset, size)
        return self.device._read(self.address + offset, size)

    def write(self, data: Bytes, offset: int = 0) -> None:
        """Copies DATA to OFFSET."""
        view = bytes_of(data)
        offset, _ = self._part(offset, view.nbytes)
        self.device._write(self.address + offset, view)

    def _part(self, offset: int, size: Optional[int]) -> Tuple[int, int]:
        """OFFSET and SIZE, or what is left, if the buffer has that part."""
        offset = unsigned("offset", offset, 64)
        if size is None:
            size = max(self.size - offset, 0)
        size = unsigned("size", size, 64)
        if offset + size > self.size:
            raise Error("heddleErrorInvalidAddress",
                        f"the buffer has {self.size} bytes, and not {size} from "
                        f"offset {offset} on")
        return offset, size

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        """What numpy makes an array from."""
        if self.device.addresses == "arena":
            raise AttributeError("this process has no address for the memory of "
                                 "an arena; read() copies it")
        return array_interface(self.address, self.size)

    def free(self) -> None:
        """Frees it now; accesses of kernels are faults from then on."""
        self._finalizer()


def _free(device: Device, address: int) -> None:
    library.Free(device._handle, address)


def _value_text(value: Any) -> str:
    """VALUE of a setting as options have it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _finish(device: "weakref.ref[Device]", process: int) -> None:
    # A fork of the process has the reports of its own launches at most.
    if (left := device()) is not None and os.getpid() == process:
        left.finish()


_default: Optional[Device] = None
_default_lock = threading.Lock()


def default_device() -> Device:
    """The device that modules are loaded into unless told otherwise: with the
    addresses of the host."""
    global _default
    with _default_lock:
        if _default is None:
            _default = Device()
        return _default
