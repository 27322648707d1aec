#!/usr/bin/env python3
"""long_division.py WIDTH...: a kernel of divisions, by LLVM's text.

Each of 64 threads divides a pair of numbers of each width by each other and by
constants. With --results, what Python makes of them, as ptx-run prints it.
"""

import random
import sys

PAIRS = 64
MASK = (1 << 64) - 1
OPERATIONS = ["udiv", "sdiv", "urem", "srem"]


def signed(number, width):
    return number - (1 << width) if number >> (width - 1) else number


def divide(operation, a, b, width):
    """The result in WIDTH bits; C and LLVM round towards zero."""
    if operation[0] == "s":
        a, b = signed(a, width), signed(b, width)
    quotient = abs(a) // abs(b)
    if (a < 0) != (b < 0):
        quotient = -quotient
    result = quotient if "div" in operation else a - quotient * b
    return result & ((1 << width) - 1)


def pairs(width):
    numbers = random.Random(width)
    top = 1 << (width - 1)
    edges = [1, 2, 3, 10, top, top - 1, 2 * top - 1, 2 * top - 2, MASK,
             MASK + 1, MASK + 2, 1 << 63]

    def number():
        if numbers.random() < 0.3:
            return numbers.choice(edges)
        return numbers.getrandbits(numbers.randint(1, width)) or 7

    for _ in range(PAIRS):
        a, b = number(), number()
        # The one quotient that has no place.
        yield a, 3 if (a, b) == (top, 2 * top - 1) else b


def divisors(width):
    """Of the other number, and of constants, with the operations on them."""
    powers = [1, 16, 1 << 40, 1 << (width - 2)]
    others = [10, 1000000007, (1 << (width - 2)) - 1]
    yield None, OPERATIONS
    for constant in powers + others:
        yield constant, OPERATIONS
        yield -constant, ["sdiv", "srem"]
    yield -(1 << (width - 1)), ["srem"]


def rows(width):
    for divisor, operations in divisors(width):
        for operation in operations:
            yield operation, divisor


def program(widths):
    print('target triple = "tesla64-nvidia-cuda"')
    print("declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
    count = 2 * PAIRS * sum(len(list(rows(w))) for w in widths)
    print("@out = addrspace(1) externally_initialized global "
          f"[{count} x i64] zeroinitializer, align 16")
    for w in widths:
        words = [f"i64 {part}" for pair in pairs(w) for number in pair
                 for part in (number & MASK, number >> 64)]
        print(f"@in{w} = addrspace(1) global [{len(words)} x i64] "
              f"[{', '.join(words)}], align 16")
    print("define ptx_kernel void @k() {\n"
          "  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
          "  %first = shl i32 %tid, 2\n  %place = shl i32 %tid, 1")
    at = 0
    for w in widths:
        print(f"  %p{w} = getelementptr i64, ptr addrspace(1) @in{w}, "
              "i32 %first")
        for n, name in enumerate("ab"):
            t = f"{name}{w}"
            print(f"  %low.p{t} = getelementptr i64, ptr addrspace(1) %p{w}, "
                  f"i32 {2 * n}\n"
                  f"  %high.p{t} = getelementptr i64, ptr addrspace(1) %p{w}, "
                  f"i32 {2 * n + 1}")
            for half in ("low", "high"):
                print(f"  %{half}.v{t} = load i64, ptr addrspace(1) "
                      f"%{half}.p{t}\n"
                      f"  %{half}.w{t} = zext i64 %{half}.v{t} to i128")
            print(f"  %up{t} = shl i128 %high.w{t}, 64\n"
                  f"  %all{t} = or i128 %up{t}, %low.w{t}")
            print(f"  %{t} = add i128 %all{t}, 0" if w == 128 else
                  f"  %{t} = trunc i128 %all{t} to i{w}")
        for n, (operation, divisor) in enumerate(rows(w)):
            t = f"{w}.{n}"
            print(f"  %r{t} = {operation} i{w} %a{w}, "
                  + (f"%b{w}" if divisor is None else str(divisor)))
            print(f"  %z{t} = or i128 %r{t}, 0" if w == 128 else
                  f"  %z{t} = zext i{w} %r{t} to i128")
            print(f"  %low{t} = trunc i128 %z{t} to i64\n"
                  f"  %up{t} = lshr i128 %z{t}, 64\n"
                  f"  %high{t} = trunc i128 %up{t} to i64\n"
                  f"  %at{t} = add i32 %place, {at}\n"
                  f"  %to{t} = getelementptr i64, ptr addrspace(1) @out, "
                  f"i32 %at{t}\n"
                  f"  store i64 %low{t}, ptr addrspace(1) %to{t}\n"
                  f"  %beside{t} = getelementptr i64, ptr addrspace(1) "
                  f"%to{t}, i32 1\n"
                  f"  store i64 %high{t}, ptr addrspace(1) %beside{t}")
            at += 2 * PAIRS
    print("  ret void\n}")


def results(widths):
    words = []
    for w in widths:
        known = list(pairs(w))
        for operation, divisor in rows(w):
            for a, b in known:
                b = b if divisor is None else divisor & ((1 << w) - 1)
                result = divide(operation, a, b, w)
                words += [result & MASK, result >> 64]
    print("out:", *words)


arguments = sys.argv[1:]
if arguments[0] == "--results":
    results([int(a) for a in arguments[1:]])
else:
    program([int(a) for a in arguments])
