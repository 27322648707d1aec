"""Each thread reads the word of a thread of the other warp, and nothing orders
that."""
import ctypes
import sys

PTX = b""".version 7.0
.target sm_75
.address_size 64
.shared .align 4 .b32 part[64];
.visible .entry exchange(.param .u64 out) {
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

library = ctypes.CDLL(sys.argv[1])
out = (ctypes.c_uint32 * 64)()
arguments = (ctypes.c_void_p * 1)(ctypes.addressof(out))
library.ptx_run(PTX, 1, arguments, 64, 1, 1, 1, 1, 1, 0)
print(out[0], out[32], flush=True)
