"""The bytes of other people's objects."""

from __future__ import annotations

import ctypes
import re
from typing import Any, Callable, Dict, Tuple


_NO_BYTES = "an array of Python objects has no bytes for a kernel"


def bytes_of(value: Any) -> memoryview:
    """The bytes of VALUE, in place, by the buffer protocol or, where it has
    none for what is in it, by numpy's array interface. They are valid as long as
    VALUE is. Raises TypeError when it has neither, and ValueError when they do
    not lie one behind the other in memory."""
    try:
        view = memoryview(value)
    except (TypeError, ValueError, BufferError) as error:
        interface = getattr(value, "__array_interface__", None)
        if not isinstance(interface, dict):
            raise TypeError(f"{type(value).__name__} has neither the buffer "
                            "protocol nor an array interface") from error
        return _view(interface)
    # Names of fields stand between colons.
    if "O" in re.sub(":[^:]*:", "", view.format):
        raise TypeError(_NO_BYTES)
    return view


def is_memory(value: Any) -> bool:
    """Whether VALUE stands for bytes somewhere, and not for a number. Scalars
    of numpy are both and count as numbers."""
    if hasattr(value, "__index__") and not getattr(value, "ndim", 0):
        return False
    try:
        bytes_of(value)
    except TypeError:
        # Memory that cannot be used: whoever asks for its bytes says so.
        return isinstance(getattr(value, "__array_interface__", None), dict)
    except ValueError:
        return True
    return True


def array_interface(address: int, size: int) -> Dict[str, Any]:
    """What numpy makes an array of SIZE bytes at ADDRESS from."""
    return {"version": 3, "shape": (size,), "typestr": "|u1",
            "data": (address, False)}


def _entry(interface: Dict[str, Any], name: str, wanted: str,
           is_right: Callable[[Any], bool], default: Any = None) -> Any:
    """What INTERFACE has as NAME, which is WANTED."""
    value = interface.get(name, default)
    if not is_right(value):
        try:
            found = f"{value!r:.80}"
        except ValueError:  # Integers of thousands of digits are not written.
            found = type(value).__name__
        raise TypeError(f"the {name!r} of an array interface is {wanted}, got "
                        f"{found}")
    return value


def _is_size(value: Any) -> bool:
    return hasattr(value, "__index__") and 0 <= value.__index__() < 1 << 63


def _are_sizes(value: Any) -> bool:
    return isinstance(value, tuple) and all(map(_is_size, value))


def _are_strides(value: Any) -> bool:
    return value is None or (isinstance(value, tuple)
                             and all(hasattr(v, "__index__") for v in value))


def _is_place(value: Any) -> bool:
    return len(value) == 2 and _is_size(value[0])


def _view(interface: Dict[str, Any]) -> memoryview:
    """The array that INTERFACE tells of."""
    shape = _entry(interface, "shape", "a tuple of lengths", _are_sizes)
    item = _item_bytes(_entry(interface, "typestr", "a string",
                              lambda text: isinstance(text, str)))
    if _has_objects(interface.get("descr")):
        raise TypeError(_NO_BYTES)
    strides = _entry(interface, "strides", "a tuple of numbers", _are_strides)
    if strides is not None and len(strides) != len(shape):
        raise TypeError("the 'strides' of an array interface are as many as the "
                        f"lengths of its 'shape', {len(shape)}")
    if not _is_contiguous(shape, strides, item):
        raise ValueError("the array has gaps; make a contiguous copy of it")
    size = item
    for length in shape:
        size *= length
    if size >= 1 << 63:
        raise ValueError("the array is larger than any memory")
    data = interface.get("data")
    if isinstance(data, tuple):
        address, is_read_only = _entry(interface, "data",
                                       "an address and whether it is read only",
                                       _is_place)
        view = memoryview((ctypes.c_char * size).from_address(address))
        return view.toreadonly() if is_read_only else view
    if data is None:
        raise TypeError("an array interface without an address")
    # An object that has the bytes, from an offset on.
    offset = _entry(interface, "offset", "a number", _is_size, 0)
    view = memoryview(data)
    if offset > view.nbytes - size:
        raise ValueError(f"the array has {size} bytes from {offset} on, and its "
                         f"data {view.nbytes}")
    if view.readonly:
        return memoryview(view.tobytes()[offset:offset + size])
    return memoryview((ctypes.c_char * size).from_buffer(view, offset))


def _has_objects(descr: Any) -> bool:
    """Whether a field of DESCR, the fields of a structure, is an object."""
    if isinstance(descr, str):
        return descr.lstrip("<>|=").startswith("O")
    if not isinstance(descr, (list, tuple)):
        return False
    return any(isinstance(field, tuple) and len(field) > 1
               and _has_objects(field[1]) for field in descr)


#: Byte order, kind, size, and the unit of a time: "<f4", "|u1", "<M8[s]".
_TYPESTR = re.compile(r"[<>|=]?([a-zA-Z])(\d+)(\[[^\]]*\])?")


def _item_bytes(typestr: str) -> int:
    parts = _TYPESTR.fullmatch(typestr)
    if not parts:
        raise TypeError(f"an array of unknown type {typestr!r}")
    if parts[1] == "O":
        raise TypeError(_NO_BYTES)
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
