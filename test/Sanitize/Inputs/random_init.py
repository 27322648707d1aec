#!/usr/bin/env python3
"""random_init.py SEED KERNELS CHIP FOLDER COMMAND...: no use of what is undefined is missed.

Makes kernels of random arithmetic on a value X. In one of two X is a register
that nothing was written to, and in its twin each thread has another X. What
differs between the threads of the twin depends on X, and must be found to be
undefined. Some of what does not depend on it must be found to be defined.
"""

import json
import random
import subprocess
import sys

RESULTS, THREADS = 24, 64

OPERATIONS = {
    "g80": """and.b32 or.b32 xor.b32 add.u32 sub.u32 mul.lo.u32 mul24.lo.u32
 min.u32 max.s32 shl.b32 shr.u32 shr.s32 not.b32 neg.s32 mad.lo.u32 selp setp
 cvt.u16 cvt.s8 add.u64 mul.wide.u16 sad.u32 abs.s32 mul.hi.u32""".split(),
    "tx1": """and.b32 or.b32 xor.b32 add.u32 sub.u32 mul.lo.u32 min.u32 max.s32
 shl.b32 shr.u32 shr.s32 not.b32 neg.s32 mad.lo.u32 selp setp cvt.u16 cvt.s8
 add.u64 mul.wide.u16 prmt.b32 bfe.u32 bfe.s32 bfi.b32 lop3.b32 shf.l.wrap.b32
 popc.b32 clz.b32 brev.b32 vadd sub.u64 shl.b64 min.s64 mul.hi.u32 sad.u32
 cvt.f16x2 add.f16x2""".split(),
}


class Kernel:
    def __init__(self, rng, chip):
        self.rng, self.chip = rng, chip
        self.lines, self.registers = [], ["%x", "%k"]
        self.stores = []
        self.next = 0

    def source(self):
        if self.rng.random() < 0.3:
            return str(self.rng.choice([0, 1, 2, 3, 7, 8, 15, 16, 31, 255, 256,
                                        65535, 0x7fffffff, 0x0f0f0f0f]))
        return self.rng.choice(self.registers[-8:])

    def field(self):
        """A position or length: a constant is at most 255."""
        s = self.source()
        return s if s.startswith("%") else str(int(s) & 255)

    def register(self):
        self.next += 1
        return f"%r{self.next}"

    def add(self):
        op, s, d = self.rng.choice(OPERATIONS[self.chip]), self.source, self.register()
        a = self.rng.choice(self.registers[-8:])
        L = self.lines
        if op in ("not.b32", "neg.s32", "abs.s32", "popc.b32", "clz.b32", "brev.b32"):
            L.append(f"{op} {d}, {a};")
        elif op in ("mad.lo.u32", "sad.u32"):
            L.append(f"{op} {d}, {a}, {s()}, {s()};")
        elif op in ("bfe.u32", "bfe.s32"):
            L.append(f"{op} {d}, {a}, {self.field()}, {self.field()};")
        elif op in ("prmt.b32", "shf.l.wrap.b32"):
            L.append(f"{op} {d}, {a}, {s()}, {s()};")
        elif op == "bfi.b32":
            L.append(f"{op} {d}, {a}, {s()}, {self.rng.randrange(32)}, {self.rng.randrange(32)};")
        elif op == "lop3.b32":
            L.append(f"{op} {d}, {a}, {s()}, {s()}, {self.rng.randrange(256)};")
        elif op == "setp":
            test = self.rng.choice(["lt.u32", "eq.u32", "ge.s32", "ne.u32", "gt.s32"])
            L.append(f"setp.{test} %p, {a}, {s()};")
            L.append(f"selp.b32 {d}, {s()}, {s()}, %p;")
        elif op == "selp":
            L.append(f"and.b32 {d}, {a}, {1 << self.rng.randrange(8)};")
            L.append(f"setp.ne.u32 %p, {d}, 0;")
            L.append(f"@%p add.u32 {d}, {s()}, 1;")
        elif op == "cvt.u16":
            L += [f"cvt.u16.u32 %h, {a};", f"cvt.u32.u16 {d}, %h;"]
        elif op == "cvt.s8":
            L.append(f"cvt.s32.s8 {d}, {a};")
        elif op in ("add.u64", "sub.u64", "min.s64"):
            L += [f"cvt.u64.u32 %d1, {a};", f"cvt.s64.s32 %d2, {self.rng.choice(self.registers[-8:])};",
                  f"shl.b64 %d2, %d2, {self.rng.randrange(40)};", f"{op} %d1, %d1, %d2;",
                  f"shr.u64 %d1, %d1, {self.rng.randrange(40)};", f"cvt.u32.u64 {d}, %d1;"]
        elif op == "shl.b64":
            L += [f"cvt.s64.s32 %d1, {a};", f"shl.b64 %d1, %d1, {s()};",
                  f"shr.s64 %d1, %d1, {self.rng.randrange(40)};", f"cvt.u32.u64 {d}, %d1;"]
        elif op == "mul.wide.u16":
            L += [f"cvt.u16.u32 %h, {a};", f"mul.wide.u16 {d}, %h, {self.rng.randrange(1, 300)};"]
        elif op == "vadd":
            L.append(f"vadd.u32.u32.u32 {d}, {a}.b{self.rng.randrange(4)}, {self.rng.choice(self.registers[-8:])}.h0;")
        elif op == "cvt.f16x2":
            L += [f"cvt.rn.f32.u32 %f1, {a};", f"cvt.rn.f32.u32 %f2, {self.rng.choice(self.registers[-8:])};",
                  f"cvt.rn.f16x2.f32 {d}, %f1, %f2;"]
        elif op == "add.f16x2":
            L.append(f"add.rn.f16x2 {d}, {a}, {self.rng.choice(self.registers[-8:])};")
        else:
            L.append(f"{op} {d}, {a}, {s()};")
        self.registers.append(d)

    def text(self, name, start):
        """The text, and the lines of the stores."""
        param = ".param .u64 xs, " if name == "twin" else ""
        lines = [f".visible .entry {name}(.param .u64 out, {param}.param .u32 k) {{",
                 ".reg .b32 %r<200>; .reg .b32 %x; .reg .b32 %k; .reg .b32 %t;",
                 ".reg .b16 %h; .reg .pred %p; .reg .b64 %d<4>; .reg .b64 %a<4>; .reg .f32 %f<4>;",
                 "ld.param.u64 %a0, [out]; ld.param.u32 %k, [k];"]
        if name == "twin":
            lines += ["mov.u32 %t, %tid.x; shl.b32 %t, %t, 2; cvt.u64.u32 %a2, %t;",
                      "ld.param.u64 %a1, [xs]; add.u64 %a1, %a1, %a2;",
                      "ld.global.u32 %x, [%a1]; add.u64 %a0, %a0, %a2;"]
        lines += self.lines
        stores = {}
        for n, register in enumerate(self.registers[-RESULTS:]):
            lines.append(f"st.volatile.global.u32 [%a0+{4 * THREADS * n}], {register};")
            stores[start + len(lines) - 1] = n
        return lines + ["ret;", "}"], stores


def launch(command, file, entry, threads, arguments):
    done = subprocess.run([*command, file, f"--entry={entry}", "--grid=1", f"--block={threads}",
                           f"--arg=buf=zeros:{4 * THREADS * RESULTS}", *arguments],
                          capture_output=True, text=True)
    if done.returncode not in (0, 5):
        sys.exit(f"{file}, {entry}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def main():
    seed, kernels, chip, folder, command = (int(sys.argv[1]), int(sys.argv[2]), sys.argv[3],
                                            sys.argv[4], sys.argv[5:])
    defined = 0
    for number in range(seed, seed + kernels):
        rng = random.Random(number)
        kernel = Kernel(rng, chip)
        for _ in range(40):
            kernel.add()
        header = ([".version 7.0", ".target sm_80", ".address_size 64"] if chip == "tx1"
                  else [".version 1.4", ".target sm_10"])
        first, stores = kernel.text("undefined", len(header) + 1)
        second, _ = kernel.text("twin", 0)
        file = f"{folder}/{number}.ptx"
        text = "\n".join(header + first + second) + "\n"
        if chip != "tx1":
            text = text.replace(".visible .entry", ".entry")
        open(file, "w").write(text)
        k = rng.getrandbits(32)
        xs = [0, 0xffffffff, 1, 0x80000000] + [rng.getrandbits(32) for _ in range(THREADS - 4)]
        level = f"-O{rng.choice([0, 3])}"
        values = launch(command, file, "twin", THREADS,
                        [level, f"--arg=buf=u32:{','.join(map(str, xs))}", f"--arg=u32={k}", "--print=0:u32"])
        numbers = [int(v) for line in values.splitlines() if ":" in line
                   for v in line.split(":", 1)[1].split()]
        report = launch(command, file, "undefined", 1,
                        [level, f"--arg=u32={k}", "--check=init", "--check-format=json"])
        found = {stores.get(f["sides"][0]["line"]) for f in json.loads(report)["findings"]}
        for n in set(stores.values()):
            of = set(numbers[THREADS * n:THREADS * (n + 1)])
            if len(of) > 1 and n not in found:
                sys.exit(f"{file} at {level}: result {n} is undefined, which was not found")
            defined += len(of) == 1 and n not in found
    if not defined:
        sys.exit("all was found to be undefined")


main()
