"""Tests of a user's, over the driver API by ctypes."""

import ctypes

import pytest

PTX = b"""
.version 6.0
.target sm_50
.address_size 64
.visible .entry count(.param .u64 out) {
  .reg .b64 %rd<3>;
  .reg .b32 %r<3>;
  ld.param.u64 %rd1, [out];
  ld.global.u32 %r1, [%rd1];
  add.u32 %r2, %r1, 1;
  st.global.u32 [%rd1], %r2;
  ret;
}
\0"""


def count(threads):
    """Launches THREADS threads that add one to a number; returns the number."""
    cuda = ctypes.CDLL("libcuda.so.1")

    def call(name, *arguments):
        assert getattr(cuda, name)(*arguments) == 0, name

    context, module, kernel = (ctypes.c_void_p() for _ in range(3))
    place, number = ctypes.c_uint64(), ctypes.c_uint32(0)
    call("cuInit", 0)
    call("cuCtxCreate_v2", ctypes.byref(context), 0, 0)
    call("cuModuleLoadData", ctypes.byref(module), PTX)
    call("cuModuleGetFunction", ctypes.byref(kernel), module, b"count")
    call("cuMemAlloc_v2", ctypes.byref(place), ctypes.c_size_t(4))
    call("cuMemsetD32_v2", place, 41, ctypes.c_size_t(1))
    parameters = (ctypes.c_void_p * 1)(ctypes.addressof(place))
    call("cuLaunchKernel", kernel, 1, 1, 1, threads, 1, 1, 0, None, parameters, None)
    call("cuCtxSynchronize")
    call("cuMemcpyDtoH_v2", ctypes.byref(number), place, ctypes.c_size_t(4))
    return number.value


def test_one(heddle):
    assert count(1) == 42


def test_racing(heddle):
    count(64)


@pytest.mark.heddle(check="")
def test_unchecked():
    count(64)


def test_wrong(heddle):
    assert count(1) == 7


def test_elsewhere(heddle):
    pytest.skip("not today")


@pytest.mark.parametrize("threads", [1, 2])
def test_each(heddle, tmp_path, threads):
    assert tmp_path.is_dir() and count(threads) == 42


def test_program(heddle_run):
    found = heddle_run(["sh", "-c", "echo $LD_LIBRARY_PATH; exit 3"])
    assert found.returncode == 3 and "heddle" in found.stdout


def test_plain():
    pass
