"""dlopen.py FOLDER [LIBLLVM]: libheddle.so and libgpuocelot.so are loaded,
unloaded and loaded again, and before and after another copy of LLVM, which has
options of its own."""

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


def works(number, mode=os.RTLD_LOCAL):
    library = ctypes.CDLL(str(folder / "libgpuocelot.so"), mode=mode)
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
    seen_by_all = os.RTLD_NOW | os.RTLD_GLOBAL
    first = works(4, seen_by_all)
    llvm = ctypes.CDLL(sys.argv[2], mode=seen_by_all)
    llvm.LLVMContextCreate.restype = ctypes.c_void_p
    llvm.LLVMContextDispose.argtypes = [ctypes.c_void_p]
    version = [ctypes.c_uint() for _ in range(3)]

    def llvm_works():
        llvm.LLVMGetVersion(*map(ctypes.byref, version))
        llvm.LLVMContextDispose(llvm.LLVMContextCreate())
        print("LLVM", version[0].value, "works", flush=True)

    # It prints the IR after each pass from now on, if any runs.
    words = (ctypes.c_char_p * 2)(b"dlopen.py", b"-print-after-all")
    llvm.LLVMParseCommandLineOptions(2, words, None)
    llvm_works()
    works(5)
    for handle in first:
        _ctypes.dlclose(handle)
    llvm_works()
    works(6)
