"""faults.py LIBRARY: what goes wrong in ptx_run is reported, and the process
goes on. Progress goes to stderr, between the reports."""

import ctypes
import mmap
import sys

sys.dont_write_bytecode = True
import ptx_run

STORE = b""".version 7.0
.target sm_75
.address_size 64
.visible .entry store(.param .u64 to, .param .u16 value, .param .f32 unused) {
  .reg .b64 %a; .reg .b16 %v; .reg .b32 %t;
  ld.param.u64 %a, [to];
  ld.param.u16 %v, [value];
  mov.u32 %t, %tid.x;
  mad.wide.u32 %a, %t, 2, %a;
  st.global.u16 [%a], %v;
  ret;
}
"""
OLD = b""".version 1.4
.target sm_10
.entry one(.param .u64 to) {
  .reg .u64 %a;
  ld.param.u64 %a, [to];
  st.global.u32 [%a], 1;
  exit;
}
"""
LARGE = b""".version 7.0
.target sm_75
.address_size 64
.entry k(.param .align 8 .b8 all[16]) { ret; }
"""

run = ptx_run.Library(sys.argv[1])
words = (ctypes.c_uint16 * 64)()
here = ctypes.addressof(words)


def say(text):
    print(f"== {text}", file=sys.stderr, flush=True)


def works(value):
    """A good launch: the low bytes of a value count."""
    run(STORE, [here, 0xabc0000 + value, 0], [64, 1, 1], [1, 1, 1])
    say("works" if list(words) == [value] * 64 else f"does not: {list(words)}")


works(7)
say("nowhere")
run(STORE, [0x10000000000, 1, 0], [1, 1, 1], [1, 1, 1])
works(8)
say("null")
run(STORE, [0, 1, 0], [1, 1, 1], [1, 1, 1])
say("misaligned")
run(STORE, [here + 1, 1, 0], [1, 1, 1], [1, 1, 1])
say("code")
run(STORE, [ctypes.cast(run.function, ctypes.c_void_p).value & ~1, 1, 0],
    [1, 1, 1], [1, 1, 1])
say("behind the end")
# A mapping of its own, and behind it nothing that can be written.
region = mmap.mmap(-1, 2 * mmap.PAGESIZE)
start = ctypes.addressof(ctypes.c_char.from_buffer(region))
libc = ctypes.CDLL(None, use_errno=True)
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
assert libc.mprotect(start + mmap.PAGESIZE, mmap.PAGESIZE, 0) == 0
run(STORE, [start + mmap.PAGESIZE - 64, 3, 0], [64, 1, 1], [1, 1, 1])
say(f"before it: {ctypes.string_at(start + mmap.PAGESIZE - 2, 2)}")
assert libc.mprotect(start + mmap.PAGESIZE, mmap.PAGESIZE, 3) == 0
works(9)
say("arguments")
run(STORE, [here], [1, 1, 1], [1, 1, 1])
run(STORE, [], [1, 1, 1], [1, 1, 1])
say("sizes")
run(STORE, [here, 1, 0], [0, 1, 1], [1, 1, 1])
run(STORE, [here, 1, 0], [1025, 1, 1], [1, 1, 1])
run(STORE, [here, 1, 0], [1, 1, 1], [1, 70000, 1])
run(STORE, [here, 1, 0], [1, 1, 1], [1, 1, 1], 1 << 30)
say("text")
run(b"", [], [1, 1, 1], [1, 1, 1])
run(b"\xff\x00garbage", [], [1, 1, 1], [1, 1, 1])
run(STORE.replace(b"st.global", b"sr.global"), [here, 1, 0], [1, 1, 1], [1, 1, 1])
run(b".version 7.0\n.target sm_75\n.address_size 64\n", [], [1, 1, 1], [1, 1, 1])
run(None, [], [1, 1, 1], [1, 1, 1])
run(LARGE, [1], [1, 1, 1], [1, 1, 1])
say("old")
run(OLD, [here], [1, 1, 1], [1, 1, 1])
say(f"stores {words[0]}")
works(10)
