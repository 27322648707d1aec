#!/usr/bin/env python3
"""PTX of two kernels that load and store values of every size at addresses of
every shape, by all lanes and by some: `global` in g[] and `shared` in s[].

A block has 64 threads, reads 4096 words of `from` and writes 64 KiB of `to`:
what it loads at the start, what it stores from 48 KiB on."""

SIZES = {"u8": 1, "s8": 1, "u16": 2, "s16": 2, "u32": 4, "v2.u32": 8,
         "v4.u32": 16}
# What lane %t accesses, in multiples of the size. Where lanes of a warp share a
# place, those of the other warp have other places.
SHAPES = {
    "in order": "mov.u32 %o, %t;",
    "uniform": "mov.u32 %o, 3;",
    "twice": "shl.b32 %o, %t, 1;",
    "backwards": "sub.u32 %o, 63, %t;",
    "any": "mul.lo.u32 %o, %t, 7; and.b32 %o, %o, 63;",
}
# Of words alone.
WORD_SHAPES = {
    "near": "xor.b32 %o, %t, 5;",
    "at the end": "xor.b32 %o, %t, 6; add.u32 %o, %o, 960;",
    "pairs": "shr.u32 %o, %t, 1; add.u32 %o, %o, %t;",
    "pairs with places in common":
        "and.b32 %o, %t, 33; shr.u32 %n, %t, 1; add.u32 %o, %o, %n;",
    "fours": "and.b32 %o, %t, 60; shr.u32 %o, %o, 1; add.u32 %o, %o, %t;",
    "fours with places in common":
        "and.b32 %o, %t, 35; shr.u32 %n, %t, 2; mad.lo.u32 %o, %n, 2, %o;",
}
ALL_SHAPES = SHAPES | WORD_SHAPES
STORES = 49152
lines, place = [], 0


def say(text):
    lines.append("  " + text)


def keep(value="%v"):
    """Stores a word where it is found."""
    global place
    say(f"st.global.u32 [%to+{place}], {value};")
    place += 256


def address(shape, size, space, base):
    """The register that has it, for the base of global memory."""
    say(ALL_SHAPES[shape] + f" mul.lo.u32 %o, %o, {size};")
    if space == "global":
        say(f"cvt.u64.u32 %w, %o; add.s64 %a, {base}, %w;")
        return "%a"
    say("mov.u32 %s, tile; add.u32 %s, %s, %o;")
    return "%s"


def load(space, kind, at):
    if kind == "v4.u32":
        say(f"ld.{space}.{kind} {{%v, %n, %o, %c}}, [{at}];")
        say("mad.lo.u32 %v, %v, 3, %n; mad.lo.u32 %v, %v, 5, %o;")
        say("mad.lo.u32 %v, %v, 7, %c;")
    elif kind == "v2.u32":
        say(f"ld.{space}.{kind} {{%v, %n}}, [{at}]; xor.b32 %v, %v, %n;")
    else:
        say(f"ld.{space}.{kind} %v, [{at}];")
    keep()


def store(space, kind, at):
    say("not.b32 %v, %t;")
    values = {"v2.u32": "{%v, %t}", "v4.u32": "{%v, %t, %t, %v}"}
    say(f"st.{space}.{kind} [{at}], {values.get(kind, '%v')};")


def stored(shape):
    """The sizes of the values: signed ones are stored as the others are."""
    if shape not in SHAPES:
        return {"u32": 4}
    return {kind: size for kind, size in SIZES.items() if kind[0] != "s"}


def look(space):
    """What the stores left, four lanes of it in one."""
    say("bar.sync 0; mul.wide.u32 %w, %t, 36; add.s64 %a, %x, %w;")
    say("mul.lo.u32 %o, %t, 36; mov.u32 %s, tile; add.u32 %s, %s, %o;")
    say(f"ld.{space}.u32 %v, [{'%a' if space == 'global' else '%s'}];")
    keep()
    say("bar.sync 0;")


def kernel(space):
    global place
    lines.clear()
    place = 0
    say("mad.lo.u32 %o, %t, 64, 0; mov.u32 %s, tile; add.u32 %s, %s, %o;")
    say("mov.u32 %n, %t;")
    for word in range(16):
        say("mad.lo.u32 %n, %n, 1664525, 1013904223;")
        say(f"st.shared.u32 [%s+{word * 4}], %n;")
    say("bar.sync 0;")
    for shape in ALL_SHAPES:
        for kind, size in SIZES.items():
            if shape in SHAPES or kind == "u32":
                load(space, kind, address(shape, size, space, "%from"))
        at = address(shape, 4, space, "%from")
        say("and.b32 %n, %t, 5; setp.ne.u32 %p, %n, 0; mov.u32 %v, 77;")
        say(f"@%p ld.{space}.u32 %v, [{at}];")
        keep()
    say("bar.sync 0;")
    for shape in ALL_SHAPES:
        # Which lane of a warp stores last is known, and not which warp.
        if shape == "uniform":
            continue
        for kind, size in stored(shape).items():
            store(space, kind, address(shape, size, space, "%x"))
            look(space)
        at = address(shape, 4, space, "%x")
        say(f"setp.gt.u32 %p, %t, 17; @%p st.{space}.u32 [{at}], 1234;")
        look(space)
    say("setp.lt.u32 %p, %t, 32;")
    say("@!%p bra end; st.global.u32 [%x], %t; end:")
    assert place <= STORES
    print(f".visible .entry {space}(.param .u64 from, .param .u64 to) {{" + """
  .reg .b64 %from, %to, %x, %a, %w;
  .reg .b32 %t, %c, %n, %v, %o, %s;
  .reg .pred %p;
  .shared .align 16 .b8 tile[4096];
  ld.param.u64 %from, [from];
  ld.param.u64 %x, [to];
  mov.u32 %t, %tid.x;
  mov.u32 %c, %ctaid.x;
  mad.wide.u32 %to, %c, 65536, %x;
  add.s64 %x, %to, """ + str(STORES) + """;
  mad.wide.u32 %to, %t, 4, %to;""")
    print("\n".join(lines))
    print("  ret;\n}")


print(""".version 7.0
.target sm_75
.address_size 64""")
for space in ("global", "shared"):
    kernel(space)
