"""What a module may have many of that call or stand beside each other: functions and
kernels."""

from growth_modules import TOP, entry

DEVICE = """.visible .func (.param .b32 out) {name} (.param .b32 in)
{{
  .reg .b32 %x<4>;
  ld.param.b32 %x1, [in];
{work}{call}  xor.b32 %x1, %x1, {n};
  st.param.b32 [out], %x1;
  ret;
}}
"""
CALL = """{{ .param .b32 a; .param .b32 b; st.param.b32 [a], {register};
    call.uni (b), {name}, (a); ld.param.b32 {register}, [b]; }}
"""


LARGE = 50  # So many operations are not inlined.


def function(n, callees, operations=1):
    call = "".join("  " + CALL.format(name=f"f{c}", register="%x1") for c in callees)
    work = "".join(f"  mad.lo.u32 %x1, %x1, %x1, {n + k};\n" for k in range(operations))
    return DEVICE.format(name=f"f{n}", n=n, call=call, work=work)


def callchain(size):
    """Functions that each call the one before."""
    count = size // 8
    return (TOP + "".join(function(n, [n - 1] if n else []) for n in range(count))
            + entry([CALL.format(name=f"f{count - 1}", register="%r2")]))


def callstar(size):
    """A kernel that calls many functions once each."""
    count = size // 10
    return (TOP + "".join(function(n, []) for n in range(count))
            + entry(CALL.format(name=f"f{n}", register="%r2") for n in range(count)))


def calltree(size):
    """Functions that each call two that are further down, none of them inlined."""
    count = size // (LARGE + 11)
    return (TOP + "".join(function(n, [n // 2, n - 1] if n > 1 else [], LARGE)
                          for n in range(count))
            + entry([CALL.format(name=f"f{count - 1}", register="%r2")]))


def callkept(size):
    """A kernel that calls many functions that stay functions."""
    count = size // (LARGE + 9)
    return (TOP + "".join(function(n, [], LARGE) for n in range(count))
            + entry(CALL.format(name=f"f{n}", register="%r2") for n in range(count)))


def callsone(size):
    """One function called from many places."""
    return (TOP + function(0, [], LARGE)
            + entry(CALL.format(name="f0", register="%r2") for _ in range(size // 4)))


def kernels(size):
    """Many kernels of twenty instructions."""
    return TOP + "".join(
        entry([f"mad.lo.u32 %r2, %r2, %r{2 + k % 4}, {n + k};" for k in range(10)],
              name=f"grown{n}") for n in range(size // 20))


def shareds(size):
    """Many kernels that have variables of their own and call a common function."""
    return TOP + ".const .u32 table[64];\n" + function(0, [], LARGE) + "".join(
        entry([f".shared .u32 tile{n};", f"st.shared.u32 [tile{n}], %r2;",
               "ld.const.u32 %r3, [table+8];", CALL.format(name="f0", register="%r2")],
              name=f"grown{n}") for n in range(size // 20))


CALLS = {
    "call-chain": callchain, "call-star": callstar, "call-tree": calltree,
    "calls-kept": callkept, "calls-of-one": callsone, "kernels": kernels,
    "kernels-sharing": shareds,
}
