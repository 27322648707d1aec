"""What a module may have much of: blocks, live registers, variables, lines."""

TOP = ".version 8.0\n.target sm_80\n.address_size 64\n"


def entry(lines, registers="", parameters=".param .u64 in, .param .u64 out", name="grown"):
    """A kernel: %rd1 is where it reads, %rd2 where it writes, %r1 the thread's index."""
    body = "".join(f"  {line}\n" for line in lines)
    return f""".visible .entry {name} ({parameters})
{{
  .reg .b32 %r<16>;
  .reg .b64 %rd<16>;
  .reg .f32 %f<16>;
  .reg .pred %p<16>;
{registers}  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 64;
  add.s64 %rd1, %rd1, %rd3;
  add.s64 %rd2, %rd2, %rd3;
  ld.global.v4.u32 {{%r2, %r3, %r4, %r5}}, [%rd1];
{body}  st.global.v4.u32 [%rd2], {{%r2, %r3, %r4, %r5}};
  exit;
}}
"""


def live(size):
    """Hundreds of registers live across blocks, each of which changes a few."""
    width = 200
    lines = [f"ld.global.f32 %a{n}, [%rd1+{4 * n}];" for n in range(width)]
    for n in range((size - 2 * width) // 6):
        a, b, c = n * 7 % width, n * 13 % width, n * 29 % width
        lines += [f"setp.lt.u32 %p1, %r2, {n * 7919 % 65521};", f"@%p1 bra skip{n};",
                  f"fma.rn.f32 %a{a}, %a{b}, %a{c}, %a{a};",
                  f"ld.global.f32 %a{b}, [%rd1+{4 * (n % 4096)}];",
                  f"st.global.f32 [%rd2+{4 * (n % 4096)}], %a{c};",
                  f"skip{n}:", f"add.u32 %r2, %r2, %r3;"]
    lines += [f"st.global.f32 [%rd2+{4 * n}], %a{n};" for n in range(width)]
    return TOP + entry(lines, f"  .reg .f32 %a<{width}>;\n")


def tiles(size):
    """A loop unrolled as tensor kernels are: guarded wide loads of tiles, products
    into many accumulators."""
    side, lines = 8, []
    lines += [f"mov.f32 %acc{n}, 0f00000000;" for n in range(side * side)]
    lines += ["mov.u32 %r6, 0;", "round:"]
    step, n = side // 4, 0
    while len(lines) < size:
        for s in range(step):
            for matrix in ("a", "b"):
                lines += [f"mov.b32 %{matrix}{n + 4 * s + k}, 0;" for k in range(4)]
                lines += [f"setp.lt.u32 %p1, %r1, %r{2 + s};",
                          f"setp.gt.u32 %p2, %r6, {n};",
                          "and.pred %p3, %p1, %p2;", f"@!%p3 bra skip{matrix}{n}_{s};",
                          f"ld.global.v4.b32 {{"
                          + ", ".join(f"%{matrix}{n + 4 * s + k}" for k in range(4))
                          + f"}}, [%rd1+{16 * n + 64 * s}];", f"skip{matrix}{n}_{s}:"]
        lines += [f"fma.rn.f32 %acc{side * i + j}, %a{n + i}, %b{n + j}, %acc{side * i + j};"
                  for i in range(side) for j in range(side)]
        n += side
    lines += ["add.s64 %rd1, %rd1, 4096;", "add.u32 %r6, %r6, 1;",
              "setp.lt.u32 %p1, %r6, %r5;", "@%p1 bra round;"]
    lines += [f"st.global.f32 [%rd2+{4 * n}], %acc{n};" for n in range(side * side)]
    return TOP + entry(lines, f"  .reg .f32 %acc<{side * side}>;\n  .reg .b32 %a<{n}>;\n"
                              f"  .reg .b32 %b<{n}>;\n")


def registers(size):
    """As many registers as instructions, all read at the end."""
    half = size // 2
    lines = [f"add.u32 %q{n}, %r2, {n};" for n in range(half)]
    lines += [f"mad.lo.u32 %r3, %r3, %r4, %q{n};" for n in range(half)]
    return TOP + entry(lines, f"  .reg .b32 %q<{half}>;\n")


def loaded(size):
    """Wide loads in front, all values used behind: more than there are registers."""
    half = size // 5
    lines = []
    for n in range(half):
        lines.append(f"ld.global.v4.u32 {{%q{4 * n}, %q{4 * n + 1}, %q{4 * n + 2}, "
                     f"%q{4 * n + 3}}}, [%rd1+{16 * n}];")
    lines += [f"mad.lo.u32 %r3, %r3, %r4, %q{n};" for n in reversed(range(4 * half))]
    return TOP + entry(lines, f"  .reg .b32 %q<{4 * half}>;\n")


def nest(size):
    """Tests in tests, as deep as it goes."""
    depth = size // 3
    lines = []
    for n in range(depth):
        lines += [f"setp.lt.u32 %p1, %r2, {n * 7919 % 65521};", f"@%p1 bra out{n};",
                  f"xor.b32 %r2, %r2, %r3;"]
    lines += [f"out{n}: add.u32 %r2, %r2, {n};" for n in reversed(range(depth))]
    return TOP + entry(lines)


def nestedloops(size):
    """Loops in loops, twenty deep, one such nest behind the other."""
    depth, lines = 20, []
    for k in range(size // (4 * depth)):
        for n in range(depth):
            lines += [f"mov.u32 %i{n}, 0;", f"loop{k}_{n}:"]
        for n in reversed(range(depth)):
            lines += [f"add.u32 %i{n}, %i{n}, 1;", f"xor.b32 %r2, %r2, %i{n};",
                      f"setp.lt.u32 %p1, %i{n}, %r3;", f"@%p1 bra loop{k}_{n};"]
    return TOP + entry(lines, f"  .reg .b32 %i<{depth}>;\n")


def irreducible(size):
    """Loops of two entries each."""
    lines = []
    for n in range(size // 9):
        lines += [f"setp.lt.u32 %p1, %r2, {n};", f"@%p1 bra second{n};",
                  f"first{n}:", f"add.u32 %r2, %r2, {n + 1};",
                  f"second{n}:", "xor.b32 %r2, %r2, %r3;", "add.u32 %r4, %r4, 1;",
                  f"setp.lt.u32 %p2, %r4, %r5;", f"@%p2 bra first{n};",
                  f"setp.gt.u32 %p3, %r2, %r4;", f"@%p3 bra second{n};"]
    return TOP + entry(lines)


def tangle(size):
    """One strongly connected region: each block goes to the next or far away."""
    count = size // 5
    lines = []
    for n in range(count):
        lines += [f"at{n}:", f"add.u32 %r2, %r2, {n + 1};", "xor.b32 %r2, %r2, %r3;",
                  f"and.b32 %r6, %r2, {1 << n % 16};", "setp.ne.u32 %p1, %r6, 0;",
                  f"@%p1 bra at{n * 7919 % count};"]
    return TOP + entry(lines)


def jumps(size):
    """One table of branch targets."""
    count = size // 3
    lines = [f"and.b32 %r6, %r2, {(1 << (count.bit_length() - 1)) - 1};",
             "targets: .branchtargets " + ", ".join(f"at{n}" for n in range(count)) + ";",
             "brx.idx %r6, targets;"]
    for n in range(count):
        lines += [f"at{n}: add.u32 %r2, %r2, {n * 3};", f"xor.b32 %r2, %r2, {n};",
                  "bra behind;"]
    return TOP + entry(lines + ["behind:"])


def cases(size):
    """A switch as a row of tests of one value, each with a target of its own."""
    count = size // 4
    lines = []
    for n in range(count):
        lines += [f"setp.eq.u32 %p1, %r2, {n * 3};", f"@%p1 bra at{n};"]
    lines.append("bra behind;")
    for n in range(count):
        lines += [f"at{n}: add.u32 %r3, %r3, {n * 3 + 1};", "bra behind;"]
    return TOP + entry(lines + ["behind:"])


def labels(size):
    """Labels that nothing branches to, one to an instruction."""
    return TOP + entry(f"at{n}: mad.lo.u32 %r2, %r2, %r3, {n};" for n in range(size))


def exits(size):
    """Guarded exits."""
    lines = []
    for n in range(size // 3):
        lines += [f"setp.eq.u32 %p1, %r2, {n};", "@%p1 exit;", "mad.lo.u32 %r2, %r2, %r3, %r4;"]
    return TOP + entry(lines)


def barriers(size):
    """Barriers, with shared memory read and written between them."""
    lines = ["mov.u32 %r6, tile;", "shl.b32 %r7, %r1, 2;", "add.u32 %r6, %r6, %r7;"]
    for n in range(size // 4):
        lines += [f"st.shared.u32 [%r6+{4 * (n % 32)}], %r2;", "bar.sync 0;",
                  f"ld.shared.u32 %r3, [%r6+{4 * (n % 64)}];", "xor.b32 %r2, %r2, %r3;"]
    return TOP + ".shared .align 4 .b8 tile[8192];\n" + entry(lines)


def parameters(size):
    """A parameter to a load and a sum, 500 at most."""
    count = min(500, size // 2)
    lines = []
    for n in range(size // 2):
        lines += [f"ld.param.u32 %r6, [p{n * 7 % count}];", "mad.lo.u32 %r2, %r2, %r3, %r6;"]
    return TOP + entry(lines, parameters=", ".join(
        [".param .u64 in", ".param .u64 out"] + [f".param .u32 p{n}" for n in range(count)]))


def words(size):
    """Different words of one .const array, read in turn."""
    lines = []
    for n in range(size // 2):
        lines += [f"ld.const.u32 %r6, [table+{4 * (n % 16000)}];",
                  "mad.lo.u32 %r2, %r2, %r3, %r6;"]
    return TOP + ".const .align 4 .u32 table[16000];\n" + entry(lines)


def variables(space, size, kind=".u32"):
    """A variable of \\p space to a load and a sum."""
    count = size // 2
    lines = []
    for n in range(count):
        lines += [f"ld.{space}.u32 %r6, [v{n}];", "mad.lo.u32 %r2, %r2, %r3, %r6;"]
    return (TOP + "".join(f".{space} {kind} v{n};\n" for n in range(count)) + entry(lines))


def constants(size):
    """Variables in .const, as many as fit."""
    count = min(size // 2, 16000)
    lines = []
    for n in range(size // 2):
        lines += [f"ld.const.u32 %r6, [v{n % count}];", "mad.lo.u32 %r2, %r2, %r3, %r6;"]
    return TOP + "".join(f".const .u32 v{n} = {n};\n" for n in range(count)) + entry(lines)


def shared(size):
    """Variables in .shared, as many as fit."""
    count = min(size // 2, 10000)
    lines = []
    for n in range(size // 2):
        lines += [f"ld.shared.u32 %r6, [v{n % count}];", "mad.lo.u32 %r2, %r2, %r3, %r6;",
                  f"st.shared.u32 [v{n * 7 % count}], %r2;"]
    return TOP + "".join(f".shared .u32 v{n};\n" for n in range(count)) + entry(lines)


def initializer(size):
    """One initial value of many numbers, and one of many addresses."""
    return (TOP + f".global .u32 numbers[{size}] = {{"
            + ", ".join(str(n * 7919 % 65521) for n in range(size)) + "};\n"
            + f".global .u64 places[{size // 8}] = {{"
            + ", ".join(f"numbers+{4 * n}" for n in range(size // 8)) + "};\n"
            + entry(["ld.global.u32 %r2, [numbers+8];", "ld.global.u64 %rd4, [places+8];",
                     "cvt.u32.u64 %r3, %rd4;"]))


def lines(size):
    """A .loc in front of every instruction."""
    out = []
    for n in range(size // 2):
        out += [f".loc 1 {n + 1} {n % 80 + 1}", "mad.lo.u32 %r2, %r2, %r3, %r4;"]
    return TOP + entry(out) + '.file 1 "grown.cu"\n'


def inlined(size):
    """A .loc with inlined_at in front of every instruction."""
    out = [".loc 1 1 1"]
    for n in range(size // 2):
        out += [f".loc 1 {n % 500 + 2} {n % 80 + 1}, function_name $L__info_string0, "
                f"inlined_at 1 1 1", "mad.lo.u32 %r2, %r2, %r3, %r4;"]
    return (TOP + entry(out) + '.file 1 "grown.cu"\n.section .debug_str\n{\n'
            '$L__info_string0:\n.b8 102, 0\n}\n')


MODULES = {
    "live": live, "tiles": tiles, "registers": registers, "loaded": loaded, "nest": nest,
    "nested-loops": nestedloops, "irreducible": irreducible, "tangle": tangle,
    "jumps": jumps, "cases": cases, "labels": labels, "exits": exits,
    "barriers": barriers, "parameters": parameters, "constant-words": words,
    "constants": constants, "shared": shared,
    "globals": lambda size: variables("global", size), "initializer": initializer,
    "lines": lines, "inlined": inlined,
}
