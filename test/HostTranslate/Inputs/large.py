"""A kernel of floats, loads, stores and branches, without loops, of 10,000
PTX instructions and the same each time."""

import random

draw = random.Random(1)
VALUES = 24
lines = [".version 1.4", ".target sm_10", ".entry large(.param .u32 out)", "{",
         ".reg .u32 %r<4>;", f".reg .f32 %f<{VALUES}>;", ".reg .pred %p;",
         "ld.param.u32 %r1, [out];", "cvt.u32.u16 %r2, %tid.x;",
         "shl.b32 %r3, %r2, 2;", "add.u32 %r1, %r1, %r3;"]
lines += [f"ld.global.f32 %f{k}, [%r1+{k * 128}];" for k in range(VALUES)]
for k in range(10000):
    a, b, c, d = (f"%f{draw.randrange(VALUES)}" for _ in range(4))
    where = f"[%r1+{128 * draw.randrange(VALUES)}]"
    lines.append(draw.choices(
        [f"mad.f32 {a}, {b}, {c}, {d};", f"add.f32 {a}, {b}, {c};",
         f"max.f32 {a}, {b}, {c};", f"ld.global.f32 {a}, {where};",
         f"st.global.f32 {where}, {a};",
         f"setp.lt.f32 %p, {a}, {b};\n@%p bra L{k};\nadd.f32 {a}, {c}, {d};\nL{k}:"],
        [50, 30, 10, 5, 3, 2])[0])
lines += [f"st.global.f32 [%r1+{k * 128}], %f{k};" for k in range(VALUES)]
print("\n".join(lines + ["exit;", "}"]))
