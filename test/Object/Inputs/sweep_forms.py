"""Lifts every form of instruction that the disassembler knows, and runs what comes out.

sweep_forms.py OUT VECTORS CHIP FLIPS: the forms are the words of VECTORS, and FLIPS
times each with bits flipped by chance, that are instructions of CHIP. Each is lifted
to PTX or refused with its address, its text and a reason. Those that compute are
executed on numbers by chance, machine code and lifted PTX, and leave the same in all
registers and flags. Prints what differs, and how many there were of each kind.
"""

import collections
import os
import random
import re
import struct
import subprocess
import sys

import make_cubin

SM = {"g80": 10, "g84": 11, "gt215": 12, "gt200": 13}
# $r12 to $r15 are the frame's.
REGISTERS, SAVED, LANES = 16, 12, 32
IN_BYTES, OUT_BYTES, SCRATCH_BYTES = SAVED * LANES * 4, (SAVED + 2) * LANES * 4, LANES * 16
PARAMS = [(4 * n, 4) for n in range(8)]
SHARED = 16 + 32 + 1024
# Where a thread goes, what it finds outside of a warp, and clocks; tests of their own have them.
NOT_RUN = r"\b(bra|call|ret|break|breakaddr|joinat|preret|quadon|quadpop|bar|trap|brkpt|exit|join|tex\w+|lock|unlock|pmevent)\b|\$(clock|pm\d|physid|sr\d)|\$a7"
REFUSED = r"ptx-objdump: error: '[^']*': kernel 'k', at 0x[0-9a-f]+: '(.*)': (.+)|ptx-objdump: error: .*, at 0x[0-9a-f]+: (.+)"
SPECIAL = [0, 1, 2, 31, 32, 33, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFF, 0x800000, 0xFFFFFF, 0x7FFFFFFF,
           0x80000000, 0x80000001, 0xFFFFFFFF, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x4F000000,
           0xCF000000, 0x4F800000, 0x3F000000, 0x40200000, 0x3C00, 0x7C00, 0x7FF00000, 0x3FF00000, 0xBFF00000, 0x40000000]


# What the vectors have one form of.
MORE = ["quadop f32 add subr sub mov2 $r1 l0 $r2 $r3", "quadop f32 mov2 add subr sub $r1 l3 $r2 $r3", "quadop f32 sub sub sub sub $r4 l2 $r2 $r2",
        "quadop f32 subr add subr add $r1 dx $r2 $r3", "(lg $c0) quadop f32 subr subr add add $r3 l1 $r3 $r2"]


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def must(*command, **more):
    done = run(*command, **more)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr[:2000]}")
    return done.stdout


def texts_of(path, chip, flips):
    """The instructions that words are, each once; numbers of registers count."""
    chance = random.Random(chip)
    words = []
    for line in open(path):
        if line.startswith("#"):
            continue
        parts = line.split("\t")[0].split()
        word, bits = int("".join(reversed(parts)), 16), 32 * len(parts)
        words.append((word, len(parts)))
        for _ in range(flips):
            other = word
            for _ in range(chance.randint(1, 3)):
                other ^= 1 << chance.randrange(2, bits)
            words.append((other, len(parts)))
    lines = [" ".join(f"{word >> 32 * n & 0xffffffff:08x}" for n in range(count)) for word, count in words]
    # A short one alone would leave the next at half a word.
    lines = [line + "\n" + line if " " not in line else line for line in lines]
    shown = run("tesla-mc", "-disassemble", "-mcpu=" + chip, input="\n".join(lines) + "\n").stdout
    known = [text for text in MORE if run("tesla-mc", "-mcpu=" + chip, input=text + "\n").returncode == 0]
    return known + list(dict.fromkeys(line.strip() for line in shown.splitlines() if line.strip()))


def assemble(chip, kernels):
    """The bytes of each kernel, a list of lines."""
    text = "".join(f"k{n}:\n" + "\n".join(lines) + "\n" for n, lines in enumerate(kernels))
    shown = must("tesla-mc", "-mcpu=" + chip, "-show-encoding", input=text)
    codes = []
    for line in shown.splitlines():
        if re.match(r"k\d+:", line):
            codes.append(b"")
        elif found := re.search(r"encoding: \[([^]]*)\]", line):
            codes[-1] += bytes(int(byte, 16) for byte in found[1].split(","))
    return codes


def write_cubin(path, chip, codes):
    parts = [{"name": name, "sm": SM[chip], "params": PARAMS, "registers": REGISTERS, "shared": SHARED, "local": 512, "code": code,
              "literals": struct.pack("<128I", *(SPECIAL * 4)[:128])} for name, code in codes]
    found = {".heddle.const": struct.pack("<192I", *(SPECIAL * 6)[:192])}
    with open(path, "wb") as file:
        file.write(make_cubin.write_elf(found, parts, 1, False))


def start():
    return ["shl b32 $r0 $r0 0x2", "st b32 l[0x0] $r0", "shl $a1 $r0 0x0", "st b32 s[$a1+0x30] $r0", "st b32 s[$a1+0xb0] $r0"]


def frame(text, number, flags, sm):
    """The instruction between loads of all registers and stores of them and of flags."""
    lines = ["ld b32 $r12 l[0x0]", "add b32 $r12 b32 s[0x10] $r12", f"add b32 $r12 $r12 {IN_BYTES * number:#x}"]
    for n in range(SAVED):
        lines += [f"ld b32 $r{n} g14[$r12]", f"add b32 $r12 $r12 {4 * LANES:#x}"]
    for n in range(4):
        lines += [f"mov $c{n} $r{n + 5}"]
    lines += ["and b32 $r13 $r4 0x3c", "or b32 $r13 $r13 0x40", "shl $a1 $r13 0x0", "and b32 $r13 $r5 0x3c", "or b32 $r13 $r13 0x40", "shl $a2 $r13 0x0",
              "mov b32 $r13 0x2a", "mov b32 $r14 0x3fc00000", "mov b32 $r15 0x80000007"]
    if found := re.search(r"g14\[\$r(\d+)\]", text):
        lines += ["ld b32 $r12 l[0x0]", "shl b32 $r12 $r12 0x2", f"add b32 $r{found[1]} b32 s[0x18] $r12"]
    # A short instruction is half a word of the machine.
    lines += [text] * (2 if text.startswith("short ") else 1)
    written = sorted(set(re.findall(r"\$c(\d)", text)))
    lines += ["mov b32 $r12 0x0", "mov b32 $r14 0x0"] if flags != "raw" else []
    if flags == "raw":
        lines += [f"mov $r{12 + 2 * n} $c{number}" for n, number in enumerate((written + ["0", "0"])[:2])]
    elif flags == "codes":
        for at, register in zip((12, 14), written):
            for bit, code in enumerate(("l", "e", "le", "g", "lg", "ge", "leu", "s", "ns")):
                lines += [f"mov b32 $r13 {1 << bit:#x}", f"({code} $c{register}) or b32 $r{at} $r{at} $r13"]
    lines += ["ld b32 $r13 l[0x0]", "add b32 $r13 b32 s[0x14] $r13", f"add b32 $r13 $r13 {OUT_BYTES * number:#x}"]
    for n in list(range(SAVED)) + [12, 14]:
        lines += [f"st b32 g14[$r13] $r{n}", f"add b32 $r13 $r13 {4 * LANES:#x}"]
    return lines


def is_run(text):
    """Whether it can be executed between loads and stores, on memory that is there."""
    if re.search(NOT_RUN, text):
        return False
    if re.search(r"\bst .*\bs\[0x[0-2]?[0-9a-f]\]", text):
        return False
    if (base := re.search(r"g(\d+)\[\$r(\d+)\]", text)) and (base[1] != "14" or int(base[2]) >= SAVED):
        return False
    if (local := re.search(r"\bl\[(?:\$a\d\+?)?(?:0x([0-9a-f]+))?\]", text)) and int(local[1] or "0", 16) % (16 if re.search("b64|b128", text) else 4):
        return False
    return all(int(offset, 16) < 0x180 for offset in re.findall(r"\b[scl]\d*\[(?:\$a\d(?:\+\+)?\+?)?(0x[0-9a-f]+)\]", text))


def lift(out, chip, code):
    path = os.path.join(out, "one.cubin")
    write_cubin(path, chip, [("k", code)])
    done = run("ptx-objdump", "--ptx", path)
    if done.returncode == 0:
        return None
    reason = re.match(REFUSED, done.stderr)
    if done.returncode != 2 or not reason:
        sys.exit(f"exit {done.returncode}: {done.stderr}")
    return reason[2] or reason[3]


def number(chance):
    kind = chance.randrange(10)
    if kind < 3:
        return chance.getrandbits(32)
    if kind < 6:
        return struct.unpack("<I", struct.pack("<f", chance.choice((1, -1)) * chance.uniform(1, 2) * 2.0 ** chance.randint(-30, 34)))[0]
    return chance.choice(SPECIAL) if kind < 8 else chance.randint(-40, 300) & 0xFFFFFFFF


def execute(out, chip, chosen):
    """The instructions that leave something else behind, of machine code and of lifted PTX."""
    chance = random.Random(7)
    with open(os.path.join(out, "in"), "wb") as file:
        file.write(struct.pack(f"<{len(chosen) * IN_BYTES // 4}I", *(number(chance) for _ in range(len(chosen) * IN_BYTES // 4))))
    lines = start()
    for n, (text, flags) in enumerate(chosen):
        lines += frame(text, n, flags, SM[chip])
    code = assemble(chip, [lines + ["exit nop"]])[0]
    first, lifted = os.path.join(out, "all.cubin"), os.path.join(out, "all.ptx")
    write_cubin(first, chip, [("k", code)])
    with open(lifted, "w") as file:
        file.write(must("ptx-objdump", "--ptx", first))
    results = []
    for module in (first, lifted):
        files = [os.path.join(out, end) for end in ("out", "scratch")]
        must("ptx-run", module, "-arch", f"sm_{SM[chip]}", "--grid=1", f"--block={LANES}", "--arg=buf=@" + os.path.join(out, "in"),
             f"--arg=buf=zeros:{OUT_BYTES * len(chosen)}", f"--arg=buf=zeros:{SCRATCH_BYTES}", "--arg=u32=0x40490fdb", "--arg=u32=7",
             "--arg=u32=0x8000ffff", "--arg=u32=0xbf000000", "--arg=u32=0x00030002", "--out=1:" + files[0], "--out=2:" + files[1])
        results.append([open(path, "rb").read() for path in files])
    wrong = []
    for n, (text, flags) in enumerate(chosen):
        one, two = (struct.unpack_from(f"<{OUT_BYTES // 4}I", r[0], n * OUT_BYTES) for r in results)
        if one != two:
            at = next(i for i in range(len(one)) if one[i] != two[i])
            wrong.append(f"{text} ({flags}): $r{at // LANES} of lane {at % LANES}: {one[at]:#x}, lifted {two[at]:#x}")
    if results[0][1] != results[1][1]:
        wrong.append("the scratch buffers differ")
    return wrong


def main():
    out, vectors, chip, flips = sys.argv[1:5]
    os.makedirs(out, exist_ok=True)
    count, chosen, reasons = collections.Counter(), [], collections.Counter()
    for text in texts_of(vectors, chip, int(flips)):
        runs = is_run(text)
        lines = [text] * (2 if text.startswith("short ") else 1)
        for flags in ("raw", "codes", "none") if runs else ("alone",):
            if runs and flags != "none" and not re.search(r"\$c\d", text):
                continue
            code = assemble(chip, [start() + frame(text, 0, flags, SM[chip]) + ["exit nop"] if runs else lines + ["exit nop"]])[0]
            reason = lift(out, chip, code)
            if reason is None:
                break
            reasons[reason] += flags in ("none", "alone")
        count["lifted" if reason is None else "refused"] += 1
        if reason is None and runs:
            chosen.append((text, flags))
        elif os.environ.get("VERBOSE"):
            print(f"{text}: {reason or 'lifted, not run'}")
    wrong = []
    for at in range(0, len(chosen), 60):
        wrong += execute(out, chip, chosen[at : at + 60])
    for line in wrong:
        print(line)
    for reason, times in sorted(reasons.items()):
        if times:
            print(f"  {times} refused: {reason}")
    print(f"{count['lifted']} forms lifted, {count['refused']} refused; {len(chosen)} run, {len(wrong)} differ")


main()
