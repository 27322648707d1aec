"""Prints a kernel that needs more literals than operands reach, and what it
stores as a check line."""

COUNT = 200

value, lines = 7, []
for n in range(COUNT):
    number = (n * 2654435761 + 12345) & 0x7fffffff
    value = (abs(value - number) + n) & 0xffffffff
    lines.append(f"\tsad.u32 %r, %r, {number}, {n};")
print(f""".version 1.4
.target sm_10
// CHECK: {value}
.entry many (.param .u32 out)
{{
	.reg .u32 %r, %out;
	ld.param.u32 %out, [out];
	ld.global.u32 %r, [%out];""")
print("\n".join(lines))
print("""	st.global.u32 [%out], %r;
	exit;
}""")
