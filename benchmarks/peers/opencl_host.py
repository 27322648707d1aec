"""Kernels in OpenCL C on the processor, through whatever implements OpenCL here."""

import ctypes
import time

CPU, PROFILE_NAME, BUILD_LOG = 1 << 1, 0x0902, 0x1183
DEVICE_NAME = 0x102B
READ_WRITE_COPY = 1 << 0 | 1 << 5
TRUE = 1


class Missing(Exception):
    """There is no OpenCL, or it has no processor."""


class OpenCLError(Exception):
    pass


class Device:
    """The first processor that an implementation offers, and a queue to it."""

    def __init__(self, library):
        try:
            self.cl = ctypes.CDLL(library)
        except OSError as why:
            raise Missing(str(why)) from None
        for name in ("clCreateContext", "clCreateCommandQueue", "clCreateBuffer",
                     "clCreateProgramWithSource", "clCreateKernel"):
            getattr(self.cl, name).restype = ctypes.c_void_p
        self.platform, self.device = self.find()
        code = ctypes.c_int()
        self.context = self.made(self.cl.clCreateContext(
            None, 1, ctypes.byref(self.device), None, None, ctypes.byref(code)), code)
        self.queue = self.made(self.cl.clCreateCommandQueue(
            self.context, self.device, ctypes.c_uint64(0), ctypes.byref(code)), code)

    def find(self):
        count = ctypes.c_uint()
        if self.cl.clGetPlatformIDs(0, None, ctypes.byref(count)) or not count.value:
            raise Missing("no implementation of OpenCL is installed")
        platforms = (ctypes.c_void_p * count.value)()
        self.check(self.cl.clGetPlatformIDs(count, platforms, None))
        for platform in map(ctypes.c_void_p, platforms):
            device = ctypes.c_void_p()
            if not self.cl.clGetDeviceIDs(platform, ctypes.c_uint64(CPU), 1,
                                          ctypes.byref(device), None):
                return platform, device
        raise Missing("no implementation of OpenCL has the processor as a device")

    @staticmethod
    def check(code):
        if code:
            raise OpenCLError(f"OpenCL error {code}")

    def made(self, handle, code):
        self.check(code.value)
        return ctypes.c_void_p(handle)

    def name(self):
        """Of the implementation and of the device."""
        texts = []
        for ask, handle, what in ((self.cl.clGetPlatformInfo, self.platform, PROFILE_NAME),
                                  (self.cl.clGetDeviceInfo, self.device, DEVICE_NAME)):
            text = ctypes.create_string_buffer(256)
            self.check(ask(handle, what, ctypes.c_size_t(256), text, None))
            texts.append(text.value.decode())
        return ", ".join(texts)

    def kernel(self, source, name):
        text = ctypes.c_char_p(source.read_bytes())
        code = ctypes.c_int()
        program = self.made(self.cl.clCreateProgramWithSource(
            self.context, 1, ctypes.byref(text), None, ctypes.byref(code)), code)
        if self.cl.clBuildProgram(program, 1, ctypes.byref(self.device), b"-cl-std=CL1.2",
                                  None, None):
            log = ctypes.create_string_buffer(1 << 16)
            self.cl.clGetProgramBuildInfo(program, self.device, BUILD_LOG,
                                          ctypes.c_size_t(len(log)), log, None)
            raise OpenCLError(f"{source}: {log.value.decode()}")
        return self.made(self.cl.clCreateKernel(program, name.encode(),
                                                ctypes.byref(code)), code)

    def buffer(self, data):
        code = ctypes.c_int()
        return self.made(self.cl.clCreateBuffer(
            self.context, ctypes.c_uint64(READ_WRITE_COPY), ctypes.c_size_t(len(data)),
            ctypes.c_char_p(data), ctypes.byref(code)), code)

    def read(self, buffer, size):
        data = ctypes.create_string_buffer(size)
        self.check(self.cl.clEnqueueReadBuffer(self.queue, buffer, TRUE, ctypes.c_size_t(0),
                                               ctypes.c_size_t(size), data, 0, None, None))
        return data.raw

    def launch(self, kernel, arguments, grid, block):
        """Seconds of processor time. Arguments are buffers, or numbers of ctypes; a grid is of
        one or two dimensions, of work-groups of `block` items in a row."""
        for n, a in enumerate(arguments):
            self.check(self.cl.clSetKernelArg(kernel, n, ctypes.c_size_t(ctypes.sizeof(a)),
                                              ctypes.byref(a)))
        sizes = (ctypes.c_size_t * 2)(grid[0] * block, *grid[1:])
        items = (ctypes.c_size_t * 2)(block, 1)
        start = time.process_time()
        self.check(self.cl.clEnqueueNDRangeKernel(self.queue, kernel, len(grid), None, sizes,
                                                  items, 0, None, None))
        self.check(self.cl.clFinish(self.queue))
        return time.process_time() - start
