#!/usr/bin/env python3
"""make.py FOLDER

Writes kernels whose times the textbook and its papers print, and jobs that run
them, with what was printed in "//timing" (benchmarks/timing/score.py reads it)."""
import json
import pathlib
import sys

HEAD = "\t.version 1.4\n\t.target {target}\n"
REGISTERS = """\t.reg .u16 %h<8>;
\t.reg .u32 %r<64>;
\t.reg .f32 %f<64>;
\t.reg .pred %p<8>;
"""


def entry(name, params, body, shared=""):
    lines = ",\n".join(f"\t\t.param .u32 {p}" for p in params)
    code = "\n".join(line if line.startswith("$") else "\t" + line for line in body)
    return f"\t.entry {name} (\n{lines})\n\t{{\n{REGISTERS}{shared}{code}\n\t}}\n"


def special(register, name):
    return [f"cvt.u32.u16 {register}, {name};"]


def word(register, base, index):
    """The address of a word in g[]."""
    return [f"shl.b32 {register}, {index}, 2;", f"add.u32 {register}, {base}, {register};"]


def sgemm():
    """Volkov and Demmel, SC'08: a CTA of 64 threads makes 64 by 16 elements of C, a thread a row of
    them; 16 by 16 elements of B are in s[], in rows of 17. Columns of all matrices lie in a row."""
    out = ["ld.param.u32 %r40, [a];", "ld.param.u32 %r41, [b];", "ld.param.u32 %r42, [c];",
           "ld.param.u32 %r43, [n];", "shl.b32 %r44, %r43, 2;"]
    out += special("%r1", "%tid.x") + special("%r2", "%ctaid.x") + special("%r3", "%ctaid.y")
    # A: this thread's row.
    out += ["shl.b32 %r4, %r2, 6;", "add.u32 %r4, %r4, %r1;", *word("%r10", "%r40", "%r4")]
    # B: row t % 16 of columns ty, ty + 4, ty + 8, ty + 12.
    out += ["and.b32 %r5, %r1, 15;", "shr.u32 %r6, %r1, 4;", "shl.b32 %r7, %r3, 4;",
            "add.u32 %r8, %r7, %r6;", "mul.lo.u32 %r8, %r8, %r43;", "add.u32 %r8, %r8, %r5;",
            *word("%r11", "%r41", "%r8")]
    out += ["shl.b32 %r12, %r44, 2;", "mov.u32 %r13, tile;", "mul24.lo.u32 %r14, %r5, 68;",
            "shl.b32 %r15, %r6, 2;", "add.u32 %r14, %r14, %r15;", "add.u32 %r14, %r14, %r13;"]
    # C: this thread's row, from column 16 * by on.
    out += ["mul.lo.u32 %r16, %r7, %r43;", "add.u32 %r16, %r16, %r4;", *word("%r17", "%r42", "%r16")]
    out += ["shl.b32 %r18, %r43, 2;", "add.u32 %r19, %r41, 0;", "mov.u32 %r20, 0;"]
    out += [f"mov.f32 %f{j}, 0f00000000;" for j in range(16)]
    out += ["$K:", "mov.u32 %r21, %r11;"]
    for part in range(4):
        out += [f"ld.global.f32 %f{24 + part}, [%r21];"]
        if part != 3:
            out += ["add.u32 %r21, %r21, %r12;"]
    out += ["mov.u32 %r22, %r10;"]
    for deep in range(4):
        out += [f"ld.global.f32 %f{16 + deep}, [%r22];", "add.u32 %r22, %r22, %r44;"]
    out += [f"st.shared.f32 [%r14+{16 * part}], %f{24 + part};" for part in range(4)]
    out += ["bar.sync 0;"]
    for k in range(16):
        out += [f"ld.shared.f32 %f{32 + j}, [tile+{(k * 17 + j) * 4}];\n"
                f"\tmad.f32 %f{j}, %f{16 + k % 4}, %f{32 + j}, %f{j};" for j in range(16)]
        if k < 12:
            out += [f"ld.global.f32 %f{16 + k % 4}, [%r22];", "add.u32 %r22, %r22, %r44;"]
    out += ["mov.u32 %r10, %r22;", "bar.sync 0;", "add.u32 %r11, %r11, 64;",
            "add.u32 %r20, %r20, 16;", "setp.lt.u32 %p1, %r20, %r43;", "@%p1 bra $K;"]
    for j in range(16):
        out += [f"st.global.f32 [%r17], %f{j};", "add.u32 %r17, %r17, %r44;"]
    out += ["exit;"]
    return entry("sgemm", ["a", "b", "c", "n"], out, "\t.shared .align 4 .f32 tile[272];\n")


def transpose(kind):
    """Ruetsch and Micikevicius: tiles of 32 by 32 words by 32 by 8 threads."""
    pitch = 33 if kind in ("padded", "diagonal") else 32
    out = ["ld.param.u32 %r40, [out];", "ld.param.u32 %r41, [in];", "ld.param.u32 %r42, [width];"]
    out += special("%r1", "%tid.x") + special("%r2", "%tid.y")
    out += special("%r3", "%ctaid.x") + special("%r4", "%ctaid.y") + special("%r9", "%nctaid.x")
    if kind == "diagonal":
        # Tiles of a diagonal follow each other.
        out += ["add.u32 %r10, %r3, %r4;", "mov.u32 %r4, %r3;", "sub.u32 %r11, %r9, 1;",
                "and.b32 %r3, %r10, %r11;"]
    out += ["shl.b32 %r5, %r3, 5;", "shl.b32 %r6, %r4, 5;", "add.u32 %r7, %r5, %r1;",
            "add.u32 %r8, %r6, %r2;", "mad.lo.u32 %r12, %r8, %r42, %r7;", *word("%r13", "%r41", "%r12"),
            "shl.b32 %r14, %r42, 5;"]
    if kind in ("copy", "naive"):
        if kind == "copy":
            out += [*word("%r15", "%r40", "%r12"), "mov.u32 %r16, %r14;"]
        else:
            out += ["mad.lo.u32 %r17, %r7, %r42, %r8;", *word("%r15", "%r40", "%r17"), "mov.u32 %r16, 32;"]
        for _ in range(4):
            out += ["ld.global.f32 %f1, [%r13];", "st.global.f32 [%r15], %f1;",
                    "add.u32 %r13, %r13, %r14;", "add.u32 %r15, %r15, %r16;"]
    else:
        out += ["mov.u32 %r18, tile;", f"mul24.lo.u32 %r19, %r2, {pitch};", "add.u32 %r19, %r19, %r1;",
                "shl.b32 %r19, %r19, 2;", "add.u32 %r19, %r18, %r19;"]
        for n in range(4):
            out += ["ld.global.f32 %f1, [%r13];", f"st.shared.f32 [%r19+{n * 8 * pitch * 4}], %f1;",
                    "add.u32 %r13, %r13, %r14;"]
        out += ["bar.sync 0;", f"mul24.lo.u32 %r20, %r1, {pitch};", "add.u32 %r20, %r20, %r2;",
                "shl.b32 %r20, %r20, 2;", "add.u32 %r20, %r18, %r20;", "add.u32 %r21, %r6, %r1;",
                "add.u32 %r22, %r5, %r2;", "mad.lo.u32 %r23, %r22, %r42, %r21;",
                *word("%r24", "%r40", "%r23")]
        for n in range(4):
            out += [f"ld.shared.f32 %f1, [%r20+{n * 32}];", "st.global.f32 [%r24], %f1;",
                    "add.u32 %r24, %r24, %r14;"]
    out += ["exit;"]
    shared = "" if kind in ("copy", "naive") else f"\t.shared .align 4 .f32 tile_{kind}[{32 * pitch}];\n"
    return entry(kind, ["out", "in", "width"], [line.replace("tile;", f"tile_{kind};") for line in out],
                 shared)


def interaction(base, k):
    """Of this thread's body with body k from s[base] on: 15 instructions, 20 operations."""
    at = 16 * k
    return [f"ld.shared.f32 %f{20 + j}, [{base}+{at + 4 * j}];" for j in range(4)] + [
        "sub.f32 %f24, %f20, %f1;", "sub.f32 %f25, %f21, %f2;", "sub.f32 %f26, %f22, %f3;",
        "mul.f32 %f27, %f24, %f24;", "mad.f32 %f27, %f25, %f25, %f27;", "mad.f32 %f27, %f26, %f26, %f27;",
        "add.f32 %f27, %f27, %f9;", "mul.f32 %f28, %f27, %f27;", "mul.f32 %f28, %f28, %f27;",
        "rsqrt.approx.f32 %f28, %f28;", "mul.f32 %f29, %f28, %f23;", "mad.f32 %f5, %f24, %f29, %f5;",
        "mad.f32 %f6, %f25, %f29, %f6;", "mad.f32 %f7, %f26, %f29, %f7;"]


def nbody(name, q):
    """PH C.8: CTAs of (p, q) threads; q threads of a body have a part of the others each."""
    out = ["ld.param.u32 %r40, [out];", "ld.param.u32 %r41, [pos];", "ld.param.f32 %f9, [eps2];",
           "ld.param.u32 %r5, [tiles];"]
    out += special("%r1", "%tid.x") + special("%r2", "%ctaid.x") + special("%r3", "%ntid.x")
    out += special("%r6", "%tid.y")
    out += ["mad24.lo.u32 %r4, %r2, %r3, %r1;", "shl.b32 %r4, %r4, 4;", "add.u32 %r18, %r41, %r4;",
            "add.u32 %r19, %r40, %r4;", "ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%r18];"]
    out += [f"mov.f32 %f{j}, 0f00000000;" for j in (5, 6, 7)]
    # This thread's place of the tile, and where its part of it begins.
    out += ["mul24.lo.u32 %r11, %r6, %r3;", "add.u32 %r7, %r11, %r1;", f"mov.u32 %r9, bodies{q};",
            "shl.b32 %r8, %r7, 4;", "add.u32 %r10, %r9, %r8;", "shl.b32 %r12, %r11, 4;",
            "add.u32 %r13, %r9, %r12;", "mul.lo.u32 %r14, %r11, %r5;", "add.u32 %r14, %r14, %r1;",
            "shl.b32 %r14, %r14, 4;", "add.u32 %r20, %r41, %r14;", "shl.b32 %r21, %r3, 4;"]
    out += [f"$T{q}:", "ld.global.v4.f32 {%f10,%f11,%f12,%f13}, [%r20];",
            "st.shared.v4.f32 [%r10], {%f10,%f11,%f12,%f13};", SYNC, "mov.u32 %r15, %r13;",
            "shr.u32 %r16, %r3, 2;", f"$B{q}:"]
    for k in range(4):
        out += interaction("%r15", k)
    out += ["add.u32 %r15, %r15, 64;", "sub.u32 %r16, %r16, 1;", "setp.ne.u32 %p1, %r16, 0;",
            f"@%p1 bra $B{q};", SYNC, "add.u32 %r20, %r20, %r21;", "sub.u32 %r5, %r5, 1;",
            "setp.ne.u32 %p2, %r5, 0;", f"@%p2 bra $T{q};"]
    if q > 1:
        out += ["st.shared.v4.f32 [%r10], {%f5,%f6,%f7,%f4};", SYNC, "setp.ne.u32 %p3, %r6, 0;",
                "@%p3 exit;"]
        for part in range(1, q):
            out += ["add.u32 %r10, %r10, %r21;"]
            out += [f"ld.shared.f32 %f{20 + j}, [%r10+{4 * j}];\n\tadd.f32 %f{5 + j}, %f{5 + j}, %f{20 + j};"
                    for j in range(3)]
    out += ["st.global.v4.f32 [%r19], {%f5,%f6,%f7,%f4};", "exit;"]
    text = entry(name, ["out", "pos", "eps2", "tiles"], out,
                 f"\t.shared .align 16 .f32 bodies{q}[1024];\n")
    return text.replace(".param .u32 eps2", ".param .f32 eps2")


def mesh():
    """Rows of seven: each vertex of a surface and its neighbours."""
    out = ["ld.param.u32 %r40, [rows];", "ld.param.u32 %r41, [columns];", "ld.param.u32 %r42, [n];",
           "ld.param.u32 %r43, [width];"]
    out += special("%r1", "%tid.x") + special("%r2", "%ctaid.x") + special("%r3", "%ntid.x")
    out += ["mad24.lo.u32 %r4, %r2, %r3, %r1;", *word("%r5", "%r40", "%r4"), "mul.lo.u32 %r6, %r4, 7;",
            "st.global.u32 [%r5], %r6;", "add.u32 %r7, %r6, 7;", "st.global.u32 [%r5+4], %r7;",
            *word("%r8", "%r41", "%r6"), "add.u32 %r9, %r43, 1;"]
    steps = [("sub", "%r9"), ("sub", "%r43"), ("sub", "1"), ("add", "0"), ("add", "1"), ("add", "%r43"),
             ("add", "%r9")]
    for k, (way, far) in enumerate(steps):
        # The surface is closed.
        out += [f"add.u32 %r10, %r4, %r42;", f"{way}.u32 %r10, %r10, {far};", "sub.u32 %r11, %r42, 1;",
                "and.b32 %r10, %r10, %r11;", f"st.global.u32 [%r8+{4 * k}], %r10;"]
    return entry("mesh", ["rows", "columns", "n", "width"], out + ["exit;"])


def spmv(cached):
    """PH C.8: a thread a row; or with the CTA's own part of x in s[]."""
    tag = "C" if cached else "P"
    out = [f"ld.param.u32 %r{40 + k}, [{p}];" for k, p in enumerate(["rows", "columns", "values", "x", "y"])]
    out += special("%r1", "%tid.x") + special("%r2", "%ctaid.x") + special("%r3", "%ntid.x")
    out += ["mul24.lo.u32 %r20, %r2, %r3;", "add.u32 %r4, %r20, %r1;", *word("%r21", "%r40", "%r4")]
    if cached:
        out += [*word("%r22", "%r43", "%r4"), "ld.global.f32 %f4, [%r22];", "shl.b32 %r23, %r1, 2;",
                "mov.u32 %r24, part;", "add.u32 %r23, %r24, %r23;", "st.shared.f32 [%r23], %f4;", SYNC]
    out += ["ld.global.u32 %r5, [%r21];", "ld.global.u32 %r6, [%r21+4];", "mov.f32 %f1, 0f00000000;",
            "setp.ge.u32 %p1, %r5, %r6;", f"@%p1 bra $End{tag};", *word("%r7", "%r41", "%r5"),
            *word("%r8", "%r42", "%r5"), f"$Next{tag}:", "ld.global.u32 %r9, [%r7];",
            "ld.global.f32 %f2, [%r8];"]
    if cached:
        out += ["sub.u32 %r25, %r9, %r20;", "setp.lt.u32 %p2, %r25, %r3;", "@%p2 bra $Own;",
                *word("%r10", "%r43", "%r9"), "ld.global.f32 %f3, [%r10];", "bra $Sum;", "$Own:",
                "shl.b32 %r26, %r25, 2;", "add.u32 %r26, %r24, %r26;", "ld.shared.f32 %f3, [%r26];", "$Sum:"]
    else:
        out += [*word("%r10", "%r43", "%r9"), "ld.global.f32 %f3, [%r10];"]
    out += ["mad.f32 %f1, %f2, %f3, %f1;", "add.u32 %r7, %r7, 4;", "add.u32 %r8, %r8, 4;",
            "add.u32 %r5, %r5, 1;", "setp.lt.u32 %p3, %r5, %r6;", f"@%p3 bra $Next{tag};", f"$End{tag}:",
            *word("%r11", "%r44", "%r4"), "st.global.f32 [%r11], %f1;", "exit;"]
    return entry("spmv_cached" if cached else "spmv", ["rows", "columns", "values", "x", "y"], out,
                 "\t.shared .align 4 .f32 part[128];\n" if cached else "")


SYNC = "bar.sync 0;"


def add_shared(far):
    """s[tid] += s[tid + far words]"""
    return [f"ld.volatile.shared.u32 %r30, [%r21+{4 * far}];", "ld.volatile.shared.u32 %r31, [%r21];",
            "add.u32 %r31, %r31, %r30;", "st.volatile.shared.u32 [%r21], %r31;"]


def reduction(step, threads=128):
    """Harris, Optimizing Parallel Reduction in CUDA: steps 1 to 7."""
    out = ["ld.param.u32 %r40, [in];", "ld.param.u32 %r41, [out];", "ld.param.u32 %r42, [n];"]
    out += special("%r1", "%tid.x") + special("%r2", "%ctaid.x") + special("%r3", "%ntid.x")
    wide = 2 if step >= 4 else 1
    out += [f"mul24.lo.u32 %r4, %r3, {wide};", "mul24.lo.u32 %r5, %r2, %r4;", "add.u32 %r5, %r5, %r1;",
            *word("%r6", "%r40", "%r5"), "shl.b32 %r7, %r3, 2;", f"mov.u32 %r20, sums{step};",
            "shl.b32 %r21, %r1, 2;", "add.u32 %r21, %r20, %r21;"]
    if step == 7:
        out += special("%r8", "%nctaid.x")
        out += ["mul.lo.u32 %r9, %r8, %r4;", "shl.b32 %r10, %r9, 2;", "mov.u32 %r31, 0;", "$Sum7:",
                "ld.global.u32 %r11, [%r6];", "add.u32 %r12, %r6, %r7;", "ld.global.u32 %r13, [%r12];",
                "add.u32 %r31, %r31, %r11;", "add.u32 %r31, %r31, %r13;", "add.u32 %r6, %r6, %r10;",
                "add.u32 %r5, %r5, %r9;", "setp.lt.u32 %p1, %r5, %r42;", "@%p1 bra $Sum7;"]
    else:
        out += ["ld.global.u32 %r31, [%r6];"]
        if wide == 2:
            out += ["add.u32 %r12, %r6, %r7;", "ld.global.u32 %r13, [%r12];", "add.u32 %r31, %r31, %r13;"]
    out += ["st.shared.u32 [%r21], %r31;", SYNC]
    if step == 1:
        out += ["mov.u32 %r14, 1;", "$L1:", "shl.b32 %r15, %r14, 1;", "rem.u32 %r16, %r1, %r15;",
                "setp.ne.u32 %p2, %r16, 0;", "@%p2 bra $N1;", "shl.b32 %r17, %r14, 2;",
                "add.u32 %r18, %r21, %r17;", "ld.shared.u32 %r30, [%r18];", "ld.shared.u32 %r31, [%r21];",
                "add.u32 %r31, %r31, %r30;", "st.shared.u32 [%r21], %r31;", "$N1:", SYNC,
                "mov.u32 %r14, %r15;", "setp.lt.u32 %p1, %r14, %r3;", "@%p1 bra $L1;"]
    elif step == 2:
        out += ["mov.u32 %r14, 1;", "$L2:", "shl.b32 %r15, %r14, 1;", "mul.lo.u32 %r16, %r15, %r1;",
                "setp.ge.u32 %p2, %r16, %r3;", "@%p2 bra $N2;", *word("%r18", "%r20", "%r16"),
                "shl.b32 %r17, %r14, 2;", "add.u32 %r19, %r18, %r17;", "ld.shared.u32 %r30, [%r19];",
                "ld.shared.u32 %r31, [%r18];", "add.u32 %r31, %r31, %r30;", "st.shared.u32 [%r18], %r31;",
                "$N2:", SYNC, "mov.u32 %r14, %r15;", "setp.lt.u32 %p1, %r14, %r3;", "@%p1 bra $L2;"]
    elif step in (3, 4, 5):
        least = 32 if step == 5 else 0
        out += ["shr.u32 %r14, %r3, 1;", f"$L{step}:", "setp.ge.u32 %p2, %r1, %r14;", f"@%p2 bra $N{step};",
                "shl.b32 %r17, %r14, 2;", "add.u32 %r18, %r21, %r17;", "ld.shared.u32 %r30, [%r18];",
                "ld.shared.u32 %r31, [%r21];", "add.u32 %r31, %r31, %r30;", "st.shared.u32 [%r21], %r31;",
                f"$N{step}:", SYNC, "shr.u32 %r14, %r14, 1;", f"setp.gt.u32 %p1, %r14, {least};",
                f"@%p1 bra $L{step};"]
    else:
        out += ["setp.ge.u32 %p2, %r1, 64;", f"@%p2 bra $N{step};", *add_shared(64), f"$N{step}:", SYNC]
    if step >= 5:
        out += ["setp.ge.u32 %p3, %r1, 32;", "@%p3 exit;"]
        for far in (32, 16, 8, 4, 2, 1):
            out += add_shared(far)
    out += ["setp.ne.u32 %p4, %r1, 0;", "@%p4 exit;", "ld.shared.u32 %r31, [%r20];",
            *word("%r22", "%r41", "%r2"), "st.global.u32 [%r22], %r31;", "exit;"]
    return entry(f"reduce{step}", ["in", "out", "n"], out,
                 f"\t.shared .align 4 .u32 sums{step}[{threads + 64}];\n")


def reductions(folder):
    """4 M words by 128 threads, and the sums of the CTAs again until one is left."""
    known = [8.054, 3.456, 1.722, 0.965, 0.536, 0.381, 0.268]
    count, threads = 1 << 22, 128
    launches, names = [], {}
    for step in range(1, 8):
        each = threads * (2 if step >= 4 else 1)
        left, level = count, 0
        names[step] = []
        while left > 1:
            grid = min(-(-left // each), 128) if step == 7 else -(-left // each)
            # What is beyond the sums of the launch before is zero.
            room = max(each * grid, each) * 4
            name = f"step{step}_{level}"
            launches.append({"name": name, "entry": f"reduce{step}", "grid": [grid, 1, 1],
                             "block": [threads, 1, 1],
                             "args": [buffer(max(room, left * 4)), buffer(grid * 4), number(left)]})
            names[step].append(name)
            left, level = grid, level + 1
    figures = [figure("8800gtx", "time_ms", names[step], 1, "ms", known[step - 1], 0.25, "M",
                      "Harris, 8800 GTX, 4 M words") for step in range(1, 8)]
    write(folder, "reductions", "sm_10", "".join(reduction(step) for step in range(1, 8)), figures, launches)


def buffer(size, name=None):
    one = {"kind": "buf", "bytes": size, "init": None, "expect": None}
    return {**one, "id": name} if name else one


def number(value):
    return {"kind": "u32", "value": value}


def figure(board, metric, launches, per, unit, expect, tolerance, grade, source, missed=None):
    known = {"board": board, "metric": metric, "launches": launches, "per": per, "unit": unit,
             "expect": expect, "lo": round(expect * (1 - tolerance), 4),
             "hi": round(expect * (1 + tolerance), 4), "grade": grade, "source": source}
    return {**known, "missed": missed} if missed else known


def write(folder, name, arch, text, figures, launches):
    (folder / f"{name}.ptx").write_text(HEAD.format(target=arch) + text)
    job = {"module": f"{name}.ptx", "arch": arch, "//timing": figures, "launches": launches}
    (folder / f"{name}.json").write_text(json.dumps(job, indent=1) + "\n")


def bodies(folder):
    def launch(name, kernel, count, p, q):
        return {"name": name, "entry": kernel, "grid": [count // p, 1, 1], "block": [p, q, 1],
                "args": [buffer(16 * count), buffer(16 * count), {"kind": "f32", "value": 0.01},
                         number(count // p // q)]}

    def rate(name, count, expect, missed=None):
        return figure("8800gtx", "rate", [name], 20 * count * count, "GFLOP/s", expect, 0.1, "A", "PH C.8",
                      missed)
    write(folder, "nbody", "sm_10", nbody("nbody1", 1) + nbody("nbody4", 4),
          [rate("n1024_q1", 1024, 90),
           rate("n1024_q4", 1024, 190, "what a launch and a barrier of eight warps take is hardly known"),
           rate("n16384", 16384, 242)],
          [launch("n1024_q1", "nbody1", 1024, 64, 1), launch("n1024_q4", "nbody4", 1024, 64, 4),
           launch("n16384", "nbody1", 16384, 256, 1)])


def matrices(folder):
    count, width = 1 << 16, 251
    shared = [buffer(4 * count + 64, "rows"), buffer(28 * count, "columns"), buffer(28 * count, "values"),
              buffer(4 * count, "x"), buffer(4 * count, "y")]
    grid = {"grid": [count // 128, 1, 1], "block": [128, 1, 1]}
    write(folder, "spmv", "sm_10", mesh() + spmv(False) + spmv(True),
          [figure("8800ultra", "rate", [name], 7 * count, "G nonzeros/s", expect, 0.1, "A",
                  "PH C.8; the meshes are not known")
           for name, expect in (("plain", 0.772), ("cached", 0.920))],
          [{"name": "mesh", "entry": "mesh", **grid, "args": [*shared[:2], number(count), number(width)]},
           {"name": "plain", "entry": "spmv", **grid, "args": shared},
           {"name": "cached", "entry": "spmv_cached", **grid, "args": shared}])


def main():
    folder = pathlib.Path(sys.argv[1])
    n = 512
    matrix = 4 * n * n
    write(folder, "sgemm_volkov", "sm_10", sgemm(),
          [figure("8800gtx", "rate", ["c"], 2 * n ** 3, "GFLOP/s", 206, 0.1, "A",
                  "PH C.5: 60 % of the peak, from n = 500 on")],
          [{"name": "c", "entry": "sgemm", "grid": [n // 64, n // 16, 1], "block": [64, 1, 1],
            "args": [buffer(matrix), buffer(matrix), buffer(matrix), number(n)]}])
    reductions(folder)
    bodies(folder)
    matrices(folder)
    width = 2048
    image = 4 * width * width
    kinds = ["copy", "naive", "coalesced", "padded", "diagonal"]
    known = dict(zip(kinds, [96.9, 2.2, 16.5, 16.6, 69.5]))
    camping = "writes to one partition hold up others less than on the chip"
    missed = {"coalesced": camping, "padded": camping,
              "diagonal": "as fast as the copy, whose way through s[] costs nothing beside the memory"}
    write(folder, "transpose", "sm_13", "".join(transpose(kind) for kind in kinds),
          [figure("gtx280", "rate", [kind], 2 * image, "GB/s", known[kind], 0.2, "M",
                  "Ruetsch and Micikevicius", missed.get(kind)) for kind in kinds],
          [{"name": kind, "entry": kind, "grid": [width // 32, width // 32, 1], "block": [32, 8, 1],
            "args": [buffer(image), buffer(image), number(width)]} for kind in kinds])


if __name__ == "__main__":
    main()
