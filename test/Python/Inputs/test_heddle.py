"""Tests of the Python package."""

import array
import copy
import ctypes
import gc
import inspect
import multiprocessing
import os
import pathlib
import pickle
import signal
import struct
import subprocess
import sys
import threading
import time
import unittest

import heddle

try:
    import numpy
except ImportError:
    numpy = None

KERNELS = """.version 7.0
.target sm_75
.address_size 64
.global .align 4 .u32 calls;
.const .align 4 .f32 bias = 0f3F800000;
.visible .entry scale(.param .u64 data, .param .f32 factor, .param .u32 n) {
  .reg .b64 %a, %w; .reg .b32 %c, %b, %t, %i, %n; .reg .f32 %v, %f, %k;
  .reg .pred %p;
  ld.param.u64 %a, [data];
  ld.param.f32 %f, [factor];
  ld.param.u32 %n, [n];
  mov.u32 %c, %ctaid.x;
  mov.u32 %b, %ntid.x;
  mov.u32 %t, %tid.x;
  mad.lo.u32 %i, %c, %b, %t;
  setp.ge.u32 %p, %i, %n;
  @%p bra done;
  mad.wide.u32 %w, %i, 4, %a;
  ld.global.f32 %v, [%w];
  ld.const.f32 %k, [bias];
  fma.rn.f32 %v, %v, %f, %k;
  st.global.f32 [%w], %v;
  red.global.add.u32 [calls], 1;
done:
  ret;
}
.visible .entry copy(.param .u64 from, .param .u64 to) {
  .reg .b64 %a, %b; .reg .b32 %t, %v;
  ld.param.u64 %a, [from];
  ld.param.u64 %b, [to];
  mov.u32 %t, %tid.x;
  mad.wide.u32 %a, %t, 4, %a;
  mad.wide.u32 %b, %t, 4, %b;
  ld.global.u32 %v, [%a];
  st.global.u32 [%b], %v;
  ret;
}
.visible .entry values(.param .u64 to, .param .s8 a, .param .f64 b,
                       .param .align 8 .b8 c[16]) {
  .reg .b64 %a, %d; .reg .b32 %v; .reg .f64 %f;
  ld.param.u64 %a, [to];
  ld.param.s8 %v, [a];
  st.global.u32 [%a], %v;
  ld.param.f64 %f, [b];
  st.global.f64 [%a+8], %f;
  ld.param.u64 %d, [c];
  st.global.u64 [%a+16], %d;
  ld.param.u64 %d, [c+8];
  st.global.u64 [%a+24], %d;
  ret;
}
"""


#: Runs until the word at p is not 0.
SPIN = """.version 7.0
.target sm_75
.address_size 64
.visible .entry spin(.param .u64 p) {
  .reg .b64 %a; .reg .b32 %v; .reg .pred %q;
  ld.param.u64 %a, [p];
  st.global.u32 [%a+4], 1;
again:
  ld.volatile.global.u32 %v, [%a];
  setp.eq.u32 %q, %v, 0;
  @%q bra again;
  ret;
}
"""


def floats(*values):
    return array.array("f", values)


def fault_in_a_process(_):
    heddle.compile(KERNELS).kernel("scale")[1, 1](None, 1, 1)


class Array:
    """An array of floats at the start of STORAGE, as numpy shows one: without
    the buffer protocol, with the interface by which it is known."""

    def __init__(self, storage, shape, *, strides=None, is_read_only=False,
                 typestr="<f4", data=None, offset=0):
        self._storage = storage
        self.shape, self.ndim = shape, len(shape)
        self.__array_interface__ = {
            "version": 3, "shape": shape, "typestr": typestr,
            "strides": strides, "offset": offset,
            "data": data or (storage.buffer_info()[0], is_read_only)}


class Launches(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.module = heddle.compile(KERNELS, file_name="kernels.ptx")
        cls.scale = cls.module.kernel("scale")

    def test_arrays_in_place(self):
        for data in (floats(*range(100)),
                     (ctypes.c_float * 100)(*range(100)),
                     memoryview(floats(*range(100)))):
            result = self.scale[2, 64](data, 2, 100)
            self.assertEqual(list(data), [2 * n + 1 for n in range(100)])
            self.assertGreater(result.thread_instructions,
                               result.warp_instructions)
            self.assertIsNone(result.counters)

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_numpy(self):
        data = numpy.arange(100, dtype=numpy.float32)
        self.scale[(numpy.int64(2), 1), 64](data, numpy.float32(2),
                                            numpy.int32(100))
        self.assertTrue((data == 2 * numpy.arange(100) + 1).all())
        with self.assertRaises(ValueError):
            self.scale[1, 1](data[::2], 1.0, 1)
        # One whose elements the buffer protocol has no name for.
        days = numpy.zeros(2, dtype="datetime64[s]")
        self.module.kernel("copy")[1, 4](b"\1\0\0\0\0\0\0\0" * 2, days)
        self.assertEqual(days.astype("int64").tolist(), [1, 1])
        buffer = heddle.default_device().buffer(data)
        view = numpy.asarray(buffer).view(numpy.float32)
        self.assertTrue((view == data).all())
        view[0] = 20
        self.scale[1, 1](buffer, 2.0, 1)
        self.assertEqual(view[0], 41)

    def test_array_interface(self):
        """What numpy would do, with objects that have only its interface."""
        data = floats(*range(100))
        stand_in = Array(data, (10, 10))
        self.scale[2, 64](stand_in, 2, 100)
        self.assertEqual(list(data), [2 * n + 1 for n in range(100)])
        with self.assertRaisesRegex(heddle.Fault,
                                    r"buffer 'data' \(parameter 0, 400 bytes"):
            self.scale[2, 64](Array(floats(*data), (100,)), 2, 101)

        frozen = Array(data, (4,), is_read_only=True)
        out = floats(*[0] * 4)
        self.module.kernel("copy")[1, 4](frozen, Array(out, (2, 2)))
        self.assertEqual(out, data[:4])
        self.module.kernel("copy")[1, 4](out, frozen)
        self.assertEqual(out, data[:4])

        offset = Array(data, (4,), data=data, offset=16)
        self.module.kernel("copy")[1, 4](offset, out)
        self.assertEqual(out, data[4:8])
        self.scale[1, 4](offset, 0, 4)
        self.assertEqual(list(data[3:9]), [7, 1, 1, 1, 1, 17])

        # As numpy.zeros(2, "datetime64[s]"), which has no buffer protocol.
        self.module.kernel("copy")[1, 4](out, Array(data, (2,),
                                                    typestr="<M8[s]"))
        self.assertEqual(out, data[:4])
        with self.assertRaisesRegex(TypeError, "unknown type"):
            heddle.default_device().buffer(Array(data, (4,), typestr="<M8["))
        with self.assertRaisesRegex(ValueError, "from 392 on"):
            self.scale[1, 1](Array(data, (4,), data=bytes(400), offset=392), 2, 1)

        self.scale[1, 1](Array(data, (0, 4)), 2, 0)
        self.scale[1, 1](Array(data, (1, 2), strides=(99, 4)), 2, 1)
        with self.assertRaisesRegex(ValueError, "gaps"):
            self.scale[1, 1](Array(data, (2, 2), strides=(4, 8)), 2, 1)
        for objects in (Array(data, (4,), typestr="|O8"), (ctypes.py_object * 4)()):
            with self.assertRaisesRegex(TypeError, "array of Python objects"):
                heddle.default_device().buffer(objects)
        with self.assertRaisesRegex(TypeError, "array of Python objects"):
            self.scale[1, 1](Array(data, (4,), typestr="|O8"), 2, 1)
        with self.assertRaises(TypeError):
            self.scale[1, 1](data, Array(data, (1,)), 1)

    def test_bad_interfaces(self):
        data = floats(1, 2, 3, 4)
        for entry, value, message in (
                ("shape", None, "'shape' of an array interface is a tuple"),
                ("shape", (-1,), "'shape' of an array interface is a tuple"),
                ("typestr", 4, "'typestr' of an array interface is a string"),
                ("strides", 4, "'strides' of an array interface is a tuple"),
                ("strides", (4, 4), "'strides' of an array interface are as many"),
                ("data", ("x", False), "'data' of an array interface is an address"),
                ("descr", [("a", [("b", "|O")])], "array of Python objects")):
            array = Array(data, (4,))
            array.__array_interface__[entry] = value
            with self.assertRaisesRegex(TypeError, message):
                self.scale[1, 1](array, 2, 1)
        for entry in ("shape", "typestr", "data"):
            array = Array(data, (4,))
            del array.__array_interface__[entry]
            with self.assertRaisesRegex(TypeError, "array interface"):
                heddle.default_device().buffer(array)

    def test_huge_integers(self):
        data = floats(1)
        with self.assertRaisesRegex(OverflowError, "^an integer of 40001 bits does"):
            self.scale[1, 1](data, 2, 1 << 40000)
        with self.assertRaisesRegex(OverflowError, "^an integer of 40001 bits does"):
            self.scale[1, 1](data, 1 << 40000, 1)
        with self.assertRaisesRegex(ValueError, "^an integer of 40001 bits is no size"):
            self.scale[1 << 40000, 1](data, 2, 1)

    def test_array_of_buffer(self):
        device = heddle.default_device()
        data = floats(1, 2, 3)
        buffer = device.buffer(Array(data, (3,)))
        self.assertEqual(buffer.read(), data.tobytes())
        interface = buffer.__array_interface__
        self.assertEqual((interface["version"], interface["shape"],
                          interface["typestr"]), (3, (12,), "|u1"))
        address, is_read_only = interface["data"]
        self.assertFalse(is_read_only)
        seen = (ctypes.c_float * 3).from_address(address)
        self.scale[1, 3](buffer, 2, 3)
        self.assertEqual(list(seen), [3, 5, 7])
        seen[0] = 20
        self.assertEqual(buffer.read(0, 4), struct.pack("<f", 20))
        buffer.write(Array(data, (1,)), 8)
        self.assertEqual(seen[2], 1)
        self.assertFalse(hasattr(heddle.Device("arena").buffer(4),
                                 "__array_interface__"))

    def test_array_of_a_buffer_as_an_argument(self):
        """As numpy.asarray(buffer) is."""
        buffer = heddle.default_device().buffer(floats(*range(100)), "mine")
        view = Array(None, (100,), data=(buffer.address, False))
        self.scale[2, 64](view, 2, 100)
        self.assertEqual(buffer.read(), floats(
            *(2 * n + 1 for n in range(100))).tobytes())
        behind = Array(None, (50,), data=(buffer.address + 200, False))
        self.module.kernel("copy")[1, 4](view, behind)
        self.assertEqual(buffer.read(200, 16), buffer.read(0, 16))
        variable = self.module.variable("calls")
        out = array.array("I", [7])
        self.module.kernel("copy")[1, 1](
            out, Array(None, (1,), data=(variable.address, False)))
        self.assertEqual(variable.read(), out.tobytes())
        with self.assertRaises(heddle.Error):
            self.scale[1, 1](Array(None, (101,), data=(buffer.address, False)),
                             2, 1)

    def test_array_for_a_number(self):
        with self.assertRaisesRegex(TypeError, "'n' is .u32, which has no room"):
            self.scale[1, 1](floats(1), 1, floats(1))

    def test_buffers_and_bytes(self):
        to = heddle.default_device().buffer(16, "to")
        self.module.kernel("copy")[1, 4](b"abcdefghijklmnop", to)
        self.assertEqual(to.read(), b"abcdefghijklmnop")
        self.assertEqual(to.read(4, 2), b"ef")
        to.write(b"XY", 14)
        again = bytearray(16)
        self.module.kernel("copy")[1, 4](to, again)
        self.assertEqual(again, b"abcdefghijklmnXY")
        with self.assertRaises(heddle.Error):
            to.write(b"XY", 15)

    def test_bytes_stay_as_they_are(self):
        constant = bytes(range(16))
        self.module.kernel("copy")[1, 4](bytearray(16), constant)
        self.assertEqual(constant, bytes(range(16)))

    def test_values(self):
        out = bytearray(32)
        values = self.module.kernel("values")
        values[1, 1](out, -3, 2.5, b"0123456789abcdef")
        self.assertEqual(struct.unpack("<i4xd16s", out),
                         (-3, 2.5, b"0123456789abcdef"))
        values[1, 1](out, 255, 1, bytearray(16))
        self.assertEqual(struct.unpack("<i4xd16x", out), (-1, 1.0))
        for bad, error in (((out, 256, 1.0, bytes(16)), OverflowError),
                           ((out, -129, 1.0, bytes(16)), OverflowError),
                           ((out, 1.5, 1.0, bytes(16)), TypeError),
                           ((out, "1", 1.0, bytes(16)), TypeError),
                           ((out, 1, None, bytes(16)), TypeError),
                           ((out, 1, 1.0, bytes(15)), ValueError),
                           ((out, 1, 1.0), TypeError),
                           ((out, 1, 1.0, bytes(16), 1), TypeError)):
            with self.assertRaises(error):
                values[1, 1](*bad)

    def test_same_memory_twice(self):
        data = array.array("I", range(8))
        self.module.kernel("copy")[1, 4](memoryview(data)[2:6], data)
        self.assertEqual(list(data), [2, 3, 4, 5, 4, 5, 6, 7])

    def test_counters(self):
        result = self.scale[1, 32](floats(*range(32)), 1, 32, count=True)
        self.assertEqual(result.counters["issued"], result.warp_instructions)
        self.assertEqual(result.counters["ctas"], 1)

    def test_variables(self):
        module = heddle.compile(KERNELS)
        self.assertEqual(sorted(module.variables), ["bias", "calls"])
        bias = module.variable("bias")
        self.assertEqual((bias.space, bias.size), ("const", 4))
        bias.write(struct.pack("<f", 10))
        data = floats(1)
        module.kernel("scale")[1, 1](data, 2, 1)
        self.assertEqual(data[0], 12)
        self.assertEqual(module.variable("calls").read(), b"\1\0\0\0")
        with self.assertRaises(ValueError):
            bias.write(bytes(5))
        with self.assertRaises(heddle.Error) as caught:
            module.variable("other")
        self.assertEqual(caught.exception.code, "heddleErrorNotFound")

    def test_kernels(self):
        self.assertEqual(list(self.module.kernels), ["scale", "copy", "values"])
        self.assertEqual(self.module.chip, "tx1")
        self.assertEqual([p.type for p in self.scale.parameters],
                         ["u64", "f32", "u32"])
        self.assertIn("scale(.u64 data, .f32 factor, .u32 n)", repr(self.scale))
        self.assertIn("fma.rn.f32 %v, %v, %f, %k;", self.scale.listing)
        self.assertEqual(self.scale.max_threads_per_block, 1024)
        occupancy = self.scale.occupancy((16, 16), shared=100 << 10)
        self.assertEqual((occupancy.active_ctas, occupancy.active_warps),
                         (2, 16))
        self.assertEqual(occupancy.limiters, "shared memory")
        with self.assertRaises(heddle.Error) as caught:
            self.module.kernel("scala")
        self.assertIn("'scale', 'copy', 'values'", str(caught.exception))

    def test_sizes(self):
        for sizes in ((1,), (1, 2, 3, 4)):
            with self.assertRaises(TypeError):
                self.scale[sizes]
        for grid in (0, -1, 1 << 32, (1, 0)):
            with self.assertRaises(ValueError):
                self.scale[grid, 1]
        with self.assertRaises(TypeError):
            self.scale[(1, 1, 1, 1), 1]
        with self.assertRaises(TypeError):
            self.scale[1.5, 1]
        with self.assertRaises(ValueError):
            self.scale[1, 1, -1]

    def test_threads(self):
        shared = floats(*[0] * 64)

        def launch():
            for _ in range(50):
                mine = floats(*[1] * 64)
                self.scale[1, 64](mine, 3, 64)
                self.scale[1, 64](shared, 0, 64)
                wrong.append(list(mine) != [4] * 64)

        wrong = []
        threads = [threading.Thread(target=launch) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(wrong, [False] * 200)
        self.assertEqual(list(shared), [1] * 64)


class Faults(unittest.TestCase):
    def test_fields(self):
        module = heddle.compile(KERNELS, file_name="kernels.ptx")
        data = floats(*range(50))
        with self.assertRaises(heddle.Fault) as caught:
            module.kernel("scale")[1, 64](data, 1, 64)
        fault = caught.exception
        self.assertNotIsInstance(fault, heddle.LaunchError)
        self.assertEqual(fault.code, "heddleErrorFault")
        self.assertEqual(fault.kind, "oob_global")
        self.assertEqual((fault.kernel, fault.file, fault.line),
                         ("scale", "kernels.ptx", 19))
        self.assertEqual((fault.thread, fault.block), ((50, 0, 0), (0, 0, 0)))
        self.assertEqual(fault.address, data.buffer_info()[0] + 200)
        self.assertIn("is 0 bytes after buffer 'data' (parameter 0, 200 bytes)",
                      fault.message)
        self.assertEqual(str(fault), fault.report)
        self.assertIn("ld.global.f32 %v, [%w];", fault.report)
        self.assertTrue(fault.instruction.startswith("ld "))
        # And on it goes.
        module.kernel("scale")[1, 50](data, 1, 50)

    def test_travel_between_processes(self):
        module = heddle.compile(KERNELS)
        for fails in (lambda: module.kernel("scale")[1, 1](None, 1, 1),
                      lambda: module.kernel("scale")[1, 2000](None, 1, 0),
                      lambda: module.kernel("nowhere"),
                      lambda: heddle.compile("x")):
            with self.assertRaises(heddle.Error) as caught:
                fails()
            error = caught.exception
            for other in (pickle.loads(pickle.dumps(error)), copy.copy(error),
                          copy.deepcopy(error)):
                self.assertIs(type(other), type(error))
                self.assertEqual(str(other), str(error))
                self.assertEqual(vars(other), vars(error))
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            with self.assertRaises(heddle.Fault) as caught:
                pool.map_async(fault_in_a_process, [1]).get(timeout=60)
        self.assertEqual(caught.exception.kind, "null_pointer")

    def test_exit_during_a_launch(self):
        """A daemon thread that is in a launch has its objects to the end."""
        script = f"""
import heddle, threading, time
words = heddle.default_device().buffer(8)
def work():
    kernel = heddle.compile({SPIN!r}).kernel()
    kernel[1, 1](words)
threading.Thread(target=work, daemon=True).start()
while not any(words.read(4)):
    time.sleep(0.01)
""".lstrip()
        ended = subprocess.run([sys.executable, "-B", "-c", script], timeout=60)
        self.assertEqual(ended.returncode, 0)

    def test_interrupt(self):
        """A handler that raises ends the launch; others do not."""
        words = array.array("I", [0, 0])
        kernel = heddle.compile(SPIN).kernel()
        seen = []

        def note(number, frame):
            seen.append(number)

        def send():
            while not words[1]:
                time.sleep(0.01)
            os.kill(os.getpid(), signal.SIGUSR1)
            while not seen:
                time.sleep(0.01)
            os.kill(os.getpid(), signal.SIGINT)

        before = signal.signal(signal.SIGUSR1, note)
        handler = signal.signal(signal.SIGINT, signal.default_int_handler)
        sender = threading.Thread(target=send)
        sender.start()
        try:
            with self.assertRaises(KeyboardInterrupt):
                kernel[1, 1](words, time_limit=60)
        finally:
            sender.join()
            signal.signal(signal.SIGUSR1, before)
            signal.signal(signal.SIGINT, handler)
        self.assertEqual(seen, [signal.SIGUSR1])
        words[0] = 1
        kernel[1, 1](words)

    def test_refused_launch(self):
        module = heddle.compile(KERNELS)
        with self.assertRaises(heddle.LaunchError) as caught:
            module.kernel("scale")[1, 2000](None, 1, 0)
        self.assertEqual(caught.exception.kind, "launch_block_size")
        self.assertIsNone(caught.exception.thread)
        self.assertIsNone(caught.exception.address)

    def test_freed_buffer(self):
        module = heddle.compile(KERNELS)
        buffer = module.device.buffer(64, "old")
        buffer.free()
        with self.assertRaisesRegex(heddle.Fault, "inside freed buffer"):
            module.kernel("scale")[1, 1](buffer, 1, 1)
        with self.assertRaisesRegex(heddle.Fault, "null page"):
            module.kernel("scale")[1, 1](None, 1, 1)

    def test_limits(self):
        module = heddle.compile(""".version 7.0
.target sm_75
.address_size 64
.entry spin() {
  .reg .b64 %c;
again:
  mov.u64 %c, %clock64;
  bra again;
}
""")
        with self.assertRaises(heddle.Fault) as caught:
            module.kernel()[1, 1](max_instructions=1000)
        self.assertEqual(caught.exception.kind, "instruction_limit")
        with self.assertRaises(heddle.Fault) as caught:
            module.kernel()[1, 1](time_limit=0.05)
        self.assertEqual(caught.exception.kind, "timeout")
        kernel = heddle.compile(KERNELS).kernel("scale")
        for limit in (float("inf"), 1e300, 1e10):
            kernel[1, 1](floats(1), 1, 1, time_limit=limit)
        for limit in (-1, float("nan")):
            with self.assertRaises(heddle.Error):
                kernel[1, 1](floats(1), 1, 1, time_limit=limit)
        with self.assertRaises(ValueError):
            kernel[1, 1](floats(1), 1, 1, max_instructions=-1)


class Compiling(unittest.TestCase):
    def test_diagnostics(self):
        text = KERNELS.replace("mad.lo.u32 %i", "mda.lo.u32 %i")
        with self.assertRaises(heddle.CompileError) as caught:
            heddle.compile(text, file_name="bad.ptx")
        first = caught.exception.diagnostics[0]
        self.assertEqual((first.severity, first.file, first.line, first.column),
                         ("error", "bad.ptx", 15, 3))
        self.assertIn("mda", first.message)
        self.assertIn("bad.ptx:15:3: error:", str(caught.exception))

    def test_objects(self):
        made = heddle.assemble(KERNELS, entries=["copy"], opt_level=0)
        self.assertTrue(made.object.startswith(b"\x7fELF"))
        module = heddle.Module(heddle.Device(), made.object)
        self.assertEqual(list(module.kernels), ["copy"])
        with self.assertRaises(heddle.Error) as caught:
            heddle.Module(heddle.Device(), made.object[:100])
        self.assertEqual(caught.exception.code, "heddleErrorInvalidObject")

    def test_options(self):
        for options in (dict(arch="g81"), dict(geometry="x"),
                        dict(max_registers=1)):
            with self.assertRaises(heddle.Error) as caught:
                heddle.assemble(KERNELS, **options)
            self.assertEqual(caught.exception.code, "heddleErrorInvalidValue")
        with self.assertRaises(ValueError):
            heddle.assemble(KERNELS, opt_level=4)


class Devices(unittest.TestCase):
    def test_silicon_in_an_arena(self):
        device = heddle.Device("arena")
        module = heddle.compile(
            ".version 1.4\n.target sm_13\n"
            ".entry k(.param .u32 data) {\n.reg .u32 %a, %v;\n"
            "ld.param.u32 %a, [data];\nld.global.u32 %v, [%a];\n"
            "add.u32 %v, %v, 1;\nst.global.u32 [%a], %v;\nret;\n}\n", device)
        data = array.array("I", [41])
        module.kernel()[1, 1](data)
        self.assertEqual(data[0], 42)

    def test_what_is_no_number(self):
        for wrong in (dict(memory=-1), dict(memory=1 << 64),
                      dict(host_threads=-1), dict(num_sms=1 << 32),
                      dict(stack_bytes=-1), dict(heap_bytes=-1)):
            with self.assertRaises(ValueError):
                heddle.Device(**wrong)
        for wrong in (-1, 1 << 64, 1 << 70):
            with self.assertRaises(ValueError):
                heddle.default_device().buffer(wrong)

    def test_what_ctypes_would_cut(self):
        """Numbers that wrap, and texts that a null character would end, are
        refused by the names of their arguments."""
        device = heddle.default_device()
        buffer = device.buffer(16)
        for wrong in (dict(offset=1 << 64, size=4), dict(offset=-1)):
            with self.assertRaisesRegex(ValueError, "offset"):
                buffer.read(**wrong)
        for wrong in (1 << 64, -1):
            with self.assertRaisesRegex(ValueError, "size"):
                buffer.read(0, wrong)
            with self.assertRaisesRegex(ValueError, "offset"):
                buffer.write(b"", wrong)
        for offset, size in ((17, None), (16, 1), (8, 9), (1 << 63, 4),
                             (4, 1 << 62), ((1 << 64) - 16, 20)):
            with self.assertRaises(heddle.Error):
                buffer.read(offset, size)
        self.assertEqual(buffer.read(16), b"")
        kernel = heddle.compile(KERNELS).kernel("scale")
        with self.assertRaisesRegex(ValueError, "shared"):
            kernel.occupancy(32, 1 << 40)
        with self.assertRaisesRegex(ValueError, "block"):
            kernel.occupancy((1 << 20, 1 << 20))
        for shared in (1 << 32, -1):
            with self.assertRaisesRegex(ValueError, "shared"):
                kernel[1, 1, shared]
        with self.assertRaisesRegex(OverflowError, "'factor'"):
            kernel[1, 1](buffer, 1e300, 1)
        with self.assertRaisesRegex(OverflowError, "'n'"):
            kernel[1, 1](buffer, 1.0, 1 << 32)
        # It is no number that C would take for none.
        self.assertTrue(kernel[1, 1](buffer, 1.0, 1, count=1 << 32).counters)
        for call, name in (
                (lambda: kernel.module.kernel("scale\0x"), "name"),
                (lambda: kernel.module.variable("calls\0"), "name"),
                (lambda: device.buffer(4, "a\0b"), "name"),
                (lambda: heddle.Device(geometry="sm_80\0"), "geometry"),
                (lambda: heddle.assemble(KERNELS, arch="tx1\0"), "arch"),
                (lambda: heddle.assemble(KERNELS, file_name="\0"), "file_name"),
                (lambda: heddle.assemble(KERNELS, entries=["copy\0"]), "entry"),
                (lambda: heddle.assemble(KERNELS + "\0" + KERNELS), "PTX")):
            with self.assertRaisesRegex(ValueError, name):
                call()
        heddle.assemble(KERNELS + "\0\0")
        with self.assertRaisesRegex(TypeError, "arch"):
            heddle.assemble(KERNELS, arch=75)

    def test_what_is_no_text(self):
        for wrong, why in ((None, "NoneType"), (pathlib.Path("a.ptx"), "path"),
                           (5, "int")):
            with self.assertRaisesRegex(TypeError, why):
                heddle.compile(wrong)
        with self.assertRaisesRegex(ValueError, "open"):
            heddle.compile("saxpy.ptx")

    def test_one_entry(self):
        module = heddle.compile(KERNELS, entries="copy")
        self.assertEqual(list(module.kernels), ["copy"])
        with self.assertRaises(heddle.Error) as caught:
            heddle.compile(KERNELS, entries=["nowhere"])
        self.assertEqual(caught.exception.code, "heddleErrorNotFound")

    def test_objects_are_bytes(self):
        device = heddle.default_device()
        data = heddle.assemble(KERNELS).object
        for source in (bytearray(data), memoryview(data)):
            self.assertIn("copy", heddle.Module(device, source).kernels)
        with self.assertRaises(TypeError):
            heddle.Module(device, "text")

    def test_variables_that_no_kernel_uses(self):
        module = heddle.compile(""".version 7.0
.target sm_75
.address_size 64
.global .align 4 .u32 a[2] = {1, 2};
.const .align 4 .u32 b = 3;
.visible .entry k() { ret; }
""")
        self.assertEqual(struct.unpack("2I", module.variable("a").read()),
                         (1, 2))
        self.assertEqual(struct.unpack("I", module.variable("b").read()), (3,))

    def test_memory(self):
        device = heddle.Device(memory=1000)
        buffer = device.buffer(600)
        self.assertEqual(device.memory_info(), (400, 1000))
        with self.assertRaises(heddle.Error) as caught:
            device.buffer(401)
        self.assertEqual(caught.exception.code, "heddleErrorOutOfMemory")
        del buffer
        gc.collect()
        self.assertEqual(device.memory_info(), (1000, 1000))

    def test_output(self):
        printed = []
        device = heddle.Device(output=printed.append)
        module = heddle.compile(""".version 7.0
.target sm_75
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 hello[7] = {104, 101, 108, 108, 111, 10, 0};
.entry k() {
  .reg .b64 %f;
  mov.u64 %f, hello;
  cvta.global.u64 %f, %f;
  {
  .param .b64 p0; .param .b64 p1; .param .b32 q;
  st.param.b64 [p0], %f;
  st.param.b64 [p1], 0;
  call.uni (q), vprintf, (p0, p1);
  }
  ret;
}
""", device)
        module.kernel()[1, 2]()
        self.assertEqual(b"".join(printed), b"hello\nhello\n")

    RACE = """.version 7.0
.target sm_75
.address_size 64
.shared .align 4 .b32 part[64];
.visible .entry bug(.param .u64 out) {
  .reg .b64 %a, %w; .reg .b32 %t, %o, %p, %i, %v;
  ld.param.u64 %a, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %p, part;
  mad.lo.u32 %i, %t, 4, %p;
  st.shared.u32 [%i], %t;
  xor.b32 %o, %t, 32;
  mad.lo.u32 %i, %o, 4, %p;
  ld.shared.u32 %v, [%i];
  mad.wide.u32 %w, %t, 4, %a;
  st.global.u32 [%w], %v;
  ret;
}
"""

    def test_findings(self):
        said = []
        device = heddle.Device(check="race", report=said.append,
                               settings={"check-errors": 3, "verbose": False})
        module = heddle.compile(self.RACE, device)
        self.assertEqual(device.findings, ())
        module.kernel("bug")[1, 64](device.buffer(256))
        finding, = device.findings
        self.assertEqual((finding.rule, finding.check, finding.kernel),
                         ("race-shared", "race", "bug"))
        self.assertEqual((finding.line, finding.column), (14, 3))
        self.assertIn("st.shared.u32 [%i], %t;", finding.report)
        device.finish()
        self.assertIn(b"heddle: 1 finding", b"".join(said))
        device.finish()

    def test_settings(self):
        for wrong in ({"check": "rice"}, {"settings": {"chek": "race"}},
                      {"engine": "fast"}, {"trace": "/nowhere/at/all"}):
            with self.assertRaises(heddle.Error):
                heddle.Device(**wrong)
        said = []
        device = heddle.Device(engine="translated", report=said.append,
                               settings={"emit": "host-llvm", "no-cache": True})
        heddle.compile(self.RACE, device).kernel("bug")[1, 64](
            device.buffer(256))
        self.assertIn(b"define ", b"".join(said))

    def test_reports_at_exit(self):
        program = (f"import heddle\nd = heddle.Device()\n"
                   f"k = heddle.compile({self.RACE!r}, d).kernel('bug')\n"
                   f"k[1, 64](d.buffer(256))\n")
        ended = subprocess.run([sys.executable, "-c", program],
                               env={**os.environ, "HEDDLE_CHECK": "race"},
                               capture_output=True, check=True)
        self.assertIn(b"heddle: 1 finding", ended.stderr)

    def test_kind(self):
        with self.assertRaises(ValueError):
            heddle.Device("virtual")


class Documentation(unittest.TestCase):
    """The package says of itself that it is typed."""

    def test_all_is_explained(self):
        for name in heddle.__all__:
            thing = getattr(heddle, name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                self.assertTrue(thing.__doc__, name)
                self.check_members(name, thing)

    def check_members(self, name, thing):
        functions = [(name, thing)]
        if inspect.isclass(thing):
            if issubclass(thing, Exception) or thing.__module__ == "typing":
                return
            functions = [(f"{name}.{key}", getattr(value, "fget", value))
                         for key, value in vars(thing).items()
                         if not key.startswith("_") or key == "__call__"]
        for full, function in functions:
            if not inspect.isfunction(function):
                continue
            self.assertTrue(function.__doc__, full)
            hints = function.__annotations__
            self.assertIn("return", hints, full)
            for parameter in inspect.signature(function).parameters:
                if parameter != "self":
                    self.assertIn(parameter, hints, full)


if __name__ == "__main__":
    unittest.main()
