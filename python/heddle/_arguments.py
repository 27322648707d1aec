"""Values of Python as the bytes of a kernel's parameters."""

from __future__ import annotations

import ctypes
import struct
from typing import TYPE_CHECKING, Any, List, Tuple, Union

from ._library import shown
from ._memory import bytes_of, is_memory
from .device import Buffer, Device

if TYPE_CHECKING:
    from .module import Parameter

#: An int, a float, None (a null pointer), a Buffer, bytes, or an object with
#: the buffer protocol or numpy's array interface.
Argument = Union[int, float, None, Buffer, bytes, bytearray, memoryview, Any]

_FLOATS = {"f16": "<e", "f32": "<f", "f64": "<d"}


class PackedArguments:
    """The block of parameters, and the memory that it points to, which stays
    alive with this object."""

    def __init__(self, device: Device, parameters: "Tuple[Parameter, ...]",
                 size: int, values: Tuple[Argument, ...], kernel: str) -> None:
        if len(values) != len(parameters):
            raise TypeError(f"kernel '{kernel}' takes {len(parameters)} "
                            f"arguments, got {len(values)}")
        self.device = device
        self.block = bytearray(size)
        #: Begin, end and name of memory of this process.
        self.host: List[Tuple[int, int, str]] = []
        self._alive: List[object] = []
        # Of devices that cannot use memory of this process.
        self._copies: List[Tuple[Buffer, ctypes.Array]] = []
        for parameter, value in zip(parameters, values):
            data = self._pack(parameter, value)
            self.block[parameter.offset:parameter.offset + len(data)] = data

    def copy_back(self) -> None:
        """Brings copies of writable memory home."""
        for buffer, memory in self._copies:
            ctypes.memmove(memory, buffer.read(), buffer.size)

    def _pack(self, parameter: "Parameter", value: Argument) -> bytes:
        if parameter.is_array:
            return self._array(parameter, value)
        if parameter.type in _FLOATS:
            return _float(parameter, value)
        if value is None:
            value = 0
        elif isinstance(value, Buffer):
            value = value.address
        elif is_memory(value):
            if parameter.size < (4 if self.device.addresses == "arena" else 8):
                raise TypeError(
                    f"parameter '{parameter.name}' is .{parameter.type}, which "
                    f"has no room for the address of {type(value).__name__}")
            value = self._pointer(parameter, value)
        return _integer(parameter, value)

    def _array(self, parameter: "Parameter", value: Argument) -> bytes:
        data = bytes_of(value).tobytes()
        if len(data) != parameter.size:
            raise ValueError(f"parameter '{parameter.name}' has "
                             f"{parameter.size} bytes, got {len(data)}")
        return data

    def _pointer(self, parameter: "Parameter", value: Argument) -> int:
        view = bytes_of(value)
        if not view.c_contiguous:
            raise ValueError(f"the memory for parameter '{parameter.name}' has "
                             "gaps; make a contiguous copy of it")
        if view.nbytes == 0:
            return 0
        if view.readonly:
            return self._copy(parameter, view).address
        memory = (ctypes.c_char * view.nbytes).from_buffer(view)
        self._alive.append(memory)
        if self.device.addresses == "arena":
            buffer = self._copy(parameter, view)
            self._copies.append((buffer, memory))
            return buffer.address
        address = ctypes.addressof(memory)
        self.host.append((address, address + view.nbytes, parameter.name))
        return address

    def _copy(self, parameter: "Parameter", view: memoryview) -> Buffer:
        buffer = self.device.buffer(view, parameter.name)
        self._alive.append(buffer)
        return buffer


def _too_large(parameter: "Parameter", value: Any) -> OverflowError:
    return OverflowError(f"{shown(value)} does not fit in parameter "
                         f"'{parameter.name}' (.{parameter.type})")


def _float(parameter: "Parameter", value: Any) -> bytes:
    try:
        return struct.pack(_FLOATS[parameter.type], float(value))
    except OverflowError:
        raise _too_large(parameter, value) from None


def _integer(parameter: "Parameter", value: Any) -> bytes:
    try:
        number = value.__index__()
    except AttributeError:
        raise TypeError(f"parameter '{parameter.name}' is .{parameter.type}, "
                        f"got {type(value).__name__}") from None
    bits = 8 * parameter.size
    if not -(1 << (bits - 1)) <= number < 1 << bits:
        raise _too_large(parameter, number)
    return (number & ((1 << bits) - 1)).to_bytes(parameter.size, "little")
