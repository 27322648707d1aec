"""dlopen.py FOLDER [LIBLLVM]: libheddle.so and libgpuocelot.so are loaded,
unloaded and loaded again, and beside another copy of LLVM before and after."""

import _ctypes
import ctypes
import os
import pathlib
import sys

sys.dont_write_bytecode = True
import ptx_run

STORE = b""".version 7.0
.target sm_75
.address_size 64
// %d
.visible .entry store(.param .u64 to) {
  .reg .b64 %%a;
  ld.param.u64 %%a, [to];
  st.global.u32 [%%a], %d;
  ret;
}
"""

folder = pathlib.Path(sys.argv[1])
word = ctypes.c_uint32()


def works(number):
    library = ctypes.CDLL(str(folder / "libgpuocelot.so"))
    run = ptx_run.Library(folder / "libgpuocelot.so")
    run(STORE % (number, number), [ctypes.addressof(word)], [1, 1, 1], [1, 1, 1])
    assert word.value == number
    handles = [library._handle, run.handle]
    print(f"{number} works", flush=True)
    return handles


def opened():
    return "libheddle" in pathlib.Path("/proc/self/maps").read_text()


for round in range(1, 4):
    for handle in works(round):
        _ctypes.dlclose(handle)
    print("still open" if opened() else "closed")
if len(sys.argv) > 2:
    flags = os.RTLD_NOW | os.RTLD_GLOBAL
    llvm = ctypes.CDLL(sys.argv[2], mode=flags)
    version = [ctypes.c_uint() for _ in range(3)]

    def llvm_works():
        llvm.LLVMGetVersion(*map(ctypes.byref, version))
        llvm.LLVMContextCreate.restype = ctypes.c_void_p
        llvm.LLVMContextDispose.argtypes = [ctypes.c_void_p]
        llvm.LLVMContextDispose(llvm.LLVMContextCreate())
        print("LLVM", version[0].value, "works", flush=True)

    llvm_works()
    works(5)
    llvm_works()
