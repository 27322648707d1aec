"""ptx_run of libgpuocelot.so from Python, and jobs on it.

A job file says what a kernel has to do. Its buffers are memory of this process
here, and its kernels are launched by ptx_run, one after another.
"""

import array
import ctypes
import json
import math
import pathlib
import re
import struct

FORMATS = {"u8": "B", "s8": "b", "u16": "H", "s16": "h", "u32": "I", "s32": "i",
           "u64": "Q", "s64": "q", "f32": "f", "f64": "d"}


class Library:
    def __init__(self, path):
        library = ctypes.CDLL(str(path))
        self.handle = library._handle
        self.function = library.ptx_run
        self.function.restype = None
        self.function.argtypes = [ctypes.c_char_p, ctypes.c_int,
                                  ctypes.POINTER(ctypes.c_void_p),
                                  *[ctypes.c_int] * 7]

    def __call__(self, source, values, block, grid, shared=0):
        """VALUES are the parameters as numbers of 64 bits."""
        args = (ctypes.c_void_p * len(values))(*values)
        self.function(source, len(values), args, *block, *grid, shared)


def value_bits(arg):
    """A scalar's value as the number that its bytes are."""
    if "bits" in arg:
        return int(arg["bits"], 0)
    return int.from_bytes(struct.pack("<" + FORMATS[arg["kind"]], arg["value"]),
                          "little")


def only_kernel(source, name):
    """SOURCE without all other kernels."""
    entry = re.compile(r"(?:\.visible\s+)?\.entry\s+(\w+)")
    at = 0
    while match := entry.search(source, at):
        at = match.end()
        if match[1] == name:
            continue
        depth, end = 0, source.index("{", at)
        while True:
            depth += {"{": 1, "}": -1}.get(source[end], 0)
            end += 1
            if depth == 0:
                break
        at = match.start()
        source = source[:at] + source[end:]
    return source


def agree(arg, got, want):
    """Whether two values agree by the job's rule."""
    rule, tol = arg.get("compare", "exact"), arg.get("tol", 0)
    if got == want or (got != got and want != want):
        return True
    if rule == "rel":
        return abs(got - want) <= tol * max(abs(got), abs(want))
    if rule == "abs":
        return abs(got - want) <= tol
    return False


def difference(arg, got, want):
    """What is wrong with a buffer, or None."""
    code = FORMATS[arg.get("elem", "u8")]
    got, want = array.array(code, got), array.array(code, want)
    wrong = [n for n, pair in enumerate(zip(got, want)) if not agree(arg, *pair)]
    allowed = 0
    if arg.get("compare") == "mismatch_fraction":
        allowed = math.floor(arg["tol"] * len(want))
    if len(wrong) > allowed:
        return f"element {wrong[0]} is {got[wrong[0]]}, not {want[wrong[0]]}"
    return None


def run_job(library, path):
    """Runs all launches of a job file. Names of kernels, and what was wrong."""
    path = pathlib.Path(path)
    job = json.loads(path.read_text())
    source = (path.parent / job["module"]).read_text()
    for launch in job["launches"]:
        buffers, values = [], []
        for arg in launch["args"]:
            if arg["kind"] != "buf":
                values.append(value_bits(arg))
                continue
            data = bytes(arg["bytes"])
            if arg.get("init"):
                data = (path.parent / arg["init"]).read_bytes()
            # 128 bytes to align it, as kernels load vectors.
            memory = ctypes.create_string_buffer(len(data) + 128)
            address = ctypes.addressof(memory) + 127 & ~127
            ctypes.memmove(address, data, len(data))
            buffers.append((arg, memory, address))
            values.append(address)
        three = lambda sizes: [*sizes, 1, 1][:3]
        library(only_kernel(source, launch["entry"]).encode(), values,
                three(launch["block"]), three(launch["grid"]),
                launch.get("dynamic_shared_bytes", 0))
        wrong = None
        for arg, _, address in buffers:
            if arg.get("expect"):
                want = (path.parent / arg["expect"]).read_bytes()
                got = ctypes.string_at(address, len(want))
                wrong = wrong or difference(arg, got, want)
        yield f"{path.stem} {launch['name']}", wrong
