"""The bytes of other people's objects."""

from __future__ import annotations

import ctypes
import re
from typing import Any, Dict, Tuple


def bytes_of(value: Any) -> memoryview:
    """The bytes of VALUE, in place, by the buffer protocol or, where it has
    none for what is in it, by numpy's array interface. They are valid as long as
    VALUE is. Raises TypeError when it has neither, and ValueError when they do
    not lie one behind the other in memory."""
    try:
        return memoryview(value)
    except (TypeError, ValueError, BufferError) as error:
        interface = getattr(value, "__array_interface__", None)
        if not isinstance(interface, dict):
            raise TypeError(f"{type(value).__name__} has neither the buffer "
                            "protocol nor an array interface") from error
    return _view(interface)


def is_memory(value: Any) -> bool:
    """Whether VALUE stands for bytes somewhere, and not for a number. Scalars
    of numpy are both and count as numbers."""
    if hasattr(value, "__index__") and not getattr(value, "ndim", 0):
        return False
    try:
        bytes_of(value)
    except TypeError:
        return False
    except ValueError:
        # Memory that cannot be used: whoever asks for its bytes says so.
        return True
    return True


def array_interface(address: int, size: int) -> Dict[str, Any]:
    """What numpy makes an array of SIZE bytes at ADDRESS from."""
    return {"version": 3, "shape": (size,), "typestr": "|u1",
            "data": (address, False)}


def _view(interface: Dict[str, Any]) -> memoryview:
    """The array that INTERFACE tells of."""
    shape, item = tuple(interface["shape"]), _item_bytes(interface["typestr"])
    if not _is_contiguous(shape, interface.get("strides"), item):
        raise ValueError("the array has gaps; make a contiguous copy of it")
    size = item
    for length in shape:
        size *= length
    data = interface.get("data")
    if isinstance(data, tuple):
        address, is_read_only = data
        view = memoryview((ctypes.c_char * size).from_address(address))
        return view.toreadonly() if is_read_only else view
    if data is None:
        raise TypeError("an array interface without an address")
    # An object that has the bytes, from an offset on.
    offset, view = interface.get("offset", 0), memoryview(data)
    if not 0 <= offset <= view.nbytes - size:
        raise ValueError(f"the array has {size} bytes from {offset} on, and its "
                         f"data {view.nbytes}")
    if view.readonly:
        return memoryview(view.tobytes()[offset:offset + size])
    return memoryview((ctypes.c_char * size).from_buffer(view, offset))


#: Byte order, kind, size, and the unit of a time: "<f4", "|u1", "<M8[s]".
_TYPESTR = re.compile(r"[<>|=]?([a-zA-Z])(\d+)(\[[^\]]*\])?")


def _item_bytes(typestr: str) -> int:
    parts = _TYPESTR.fullmatch(typestr)
    if not parts:
        raise TypeError(f"an array of unknown type {typestr!r}")
    if parts[1] == "O":
        raise TypeError("an array of Python objects has no bytes for a kernel")
    # Texts count characters.
    return int(parts[2]) * (4 if parts[1] == "U" else 1)


def _is_contiguous(shape: Tuple[int, ...], strides: Any, item: int) -> bool:
    if strides is None or 0 in shape:
        return True
    step = item
    for length, stride in zip(reversed(shape), reversed(strides)):
        if length > 1 and stride != step:
            return False
        step *= length
    return True
