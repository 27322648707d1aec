"""Prints kernels that divide 64-bit numbers: one so often that a routine is called
in all, and, in front of it and behind it, two that do so once."""

HEAD = """.version 4.0
.target sm_20
.address_size 64
"""
KERNEL = """
.entry {name}(.param .u64 out)
{{
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [out];
  ld.global.u64 %rd2, [%rd1];
  ld.global.u64 %rd3, [%rd1+8];
{body}  st.global.u64 [%rd1], %rd2;
  ret;
}}
"""
ONCE = """  rem.s64 %rd2, %rd2, %rd3;
  add.u64 %rd3, %rd3, %rd2;
"""

print(HEAD, end="")
for name, times in ("once", 1), ("often", 150), ("again", 1):
    print(KERNEL.format(name=name, body=ONCE * times), end="")
