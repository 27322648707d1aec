"""refused.py LIBRARY: a kernel that cannot be compiled, whose caller would go on
with what was in the buffer before."""

import ctypes
import sys

sys.dont_write_bytecode = True
import ptx_run

COPY = b""".version 7.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 to) {
  .reg .b64 %a;
  cp.async.bulk.nowhere [%a], [%a], 16;
  ret;
}
"""
words = (ctypes.c_uint32 * 4)()
ptx_run.Library(sys.argv[1])(COPY, [ctypes.addressof(words)], [1, 1, 1], [1, 1, 1])
print("stale", list(words))
