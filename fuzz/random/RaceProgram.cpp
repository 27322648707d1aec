//===- RaceProgram.cpp - Programs whose threads share memory --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceProgram.h"
#include "llvm/ADT/bit.h"
#include <fmt/format.h>

namespace heddle::ptxrandom {

bool RaceStep::isRemovable() const {
  switch (Kind) {
  case Read:
  case Write:
  case Atomic:
    return false;
  case BlockBarrier:
  case PairBarrier:
  case ArriveBarrier:
  case WarpBarrier:
  case WarpShuffle:
  case ReleaseFence:
  case AcquireFence:
    return true;
  case Signal:
  case Wait:
    return IsOrdered;
  }
  return false;
}

bool RaceStep::accesses(unsigned Block, unsigned Thread) const {
  return (IsShared || Regions[Block]) && (Thread & GuardMask) == GuardValue;
}

unsigned RaceStep::offset(unsigned Thread, unsigned Threads) const {
  return ((((Thread * Mul + Add) ^ Flip) >> Shift) & (Threads - 1)) * Bytes;
}

namespace {

class RaceWriter {
public:
  RaceWriter(const RaceProgram &Of, bool WithoutStep)
      : P(Of), IsRemoved(WithoutStep) {}

  std::string run();

private:
  bool isOld() const { return P.Target < 20; }
  void head();
  void step(size_t N);
  void access(const RaceStep &S);
  void quad(const RaceStep &S, const char *Space, const std::string &Address);
  void flag(const RaceStep &S, bool IsOrdered, size_t N);
  void only(const RaceStep &S, unsigned Block, const std::string &What,
            size_t N);
  template <class... T>
  void line(fmt::format_string<T...> Text, T &&...Values) {
    Out += "  " + fmt::format(Text, std::forward<T>(Values)...) + ";\n";
  }

  const RaceProgram &P;
  const bool IsRemoved;
  std::string Out;
};

} // namespace

void RaceWriter::head() {
  Out = fmt::format(
      "// seed {}: grid {}, block {}\n.version {}\n.target sm_{}\n", P.Seed,
      P.Blocks, P.threads(), isOld() ? "1.4" : "7.0", P.Target);
  if (!isOld())
    Out += ".address_size 64\n.visible ";
  Out += fmt::format(".entry k(.param .u64 data, .param .u64 flags, "
                     ".param .u64 out) {{\n"
                     "  .reg .u32 %r<20>;\n  .reg .u64 %rd<20>;\n"
                     "  .reg .pred %p<4>;\n  .shared .align 16 .b8 s[{}];\n",
                     P.regionBytes());
  const char *Read = isOld() ? "cvt.u32.u16" : "mov.u32";
  line("{} %r0, %tid.x", Read);
  line("{} %r1, %ctaid.x", Read);
  line("ld.param.u64 %rd0, [data]");
  line("ld.param.u64 %rd1, [flags]");
  line("mov.u32 %r2, s");
  // What was read, so that no read is in vain.
  line("mov.u32 %r3, 0");
  line("mov.u64 %rd3, 0");
}

void RaceWriter::quad(const RaceStep &S, const char *Space,
                      const std::string &Address) {
  if (S.Kind == RaceStep::Write) {
    line("add.u32 %r8, %r3, %r0");
    line("@%p0 st.{}.v4.u32 [{}], {{%r8, %r0, %r8, %r3}}", Space, Address);
    return;
  }
  for (unsigned N = 10; N != 14; ++N)
    line("mov.u32 %r{}, 0", N);
  line("@%p0 ld.{}.v4.u32 {{%r10, %r11, %r12, %r13}}, [{}]", Space, Address);
  for (unsigned N = 10; N != 14; ++N)
    line("add.u32 %r3, %r3, %r{}", N);
}

void RaceWriter::access(const RaceStep &S) {
  const unsigned Bits = S.Bytes * 8;
  line("mul.lo.u32 %r4, %r0, {}", S.Mul);
  line("add.u32 %r4, %r4, {}", S.Add);
  line("xor.b32 %r4, %r4, {}", S.Flip);
  line("shr.u32 %r4, %r4, {}", S.Shift);
  line("and.b32 %r4, %r4, {}", P.threads() - 1);
  line("mul.lo.u32 %r4, %r4, {}", S.Bytes);
  line("and.b32 %r5, %r0, {}", S.GuardMask);
  line("setp.eq.u32 %p0, %r5, {}", S.GuardValue);
  std::string Address = "%r6";
  if (S.IsShared) {
    line("add.u32 %r6, %r2, %r4");
  } else {
    // A region beyond all is nobody's.
    line("mov.u32 %r7, {}", MaxRaceBlocks);
    for (unsigned Block = 0; Block != P.Blocks; ++Block)
      if (S.Regions[Block]) {
        line("setp.eq.u32 %p1, %r1, {}", Block);
        line("selp.u32 %r7, {}, %r7, %p1", *S.Regions[Block]);
      }
    line("setp.lt.and.u32 %p0, %r7, {}, %p0", MaxRaceBlocks);
    line("mul.lo.u32 %r7, %r7, {}", P.regionBytes());
    line("add.u32 %r7, %r7, %r4");
    line("cvt.u64.u32 %rd4, %r7");
    line("add.u64 %rd4, %rd0, %rd4");
    Address = "%rd4";
  }
  const char *Space = S.IsShared ? "shared" : "global";
  const char *Value = S.Bytes == 8 ? "%rd5" : "%r8";
  if (S.Bytes == 16)
    return quad(S, Space, Address);
  switch (S.Kind) {
  case RaceStep::Read:
    line("mov.u{} {}, 0", S.Bytes == 8 ? 64 : 32, Value);
    line("@%p0 ld.{}.u{} {}, [{}]", Space, Bits, Value, Address);
    if (S.Bytes == 8)
      line("add.u64 %rd3, %rd3, %rd5");
    else
      line("add.u32 %r3, %r3, %r8");
    return;
  case RaceStep::Write:
    line("add.u32 %r8, %r3, %r0");
    if (S.Bytes == 8)
      line("cvt.u64.u32 %rd5, %r8");
    line("@%p0 st.{}.u{} [{}], {}", Space, Bits, Address, Value);
    return;
  default:
    line("mov.u32 %r8, 0");
    line("@%p0 atom.{}.add.u32 %r8, [{}], 1", Space, Address);
    line("add.u32 %r3, %r3, %r8");
  }
}

/// Thread 0 of a block does \p What, which may be several lines.
void RaceWriter::only(const RaceStep &, unsigned Block, const std::string &What,
                      size_t N) {
  line("setp.eq.u32 %p0, %r0, 0");
  line("setp.eq.and.u32 %p0, %r1, {}, %p0", Block);
  line("@!%p0 bra SKIP{}", N);
  Out += What;
  Out += fmt::format("SKIP{}:\n", N);
}

void RaceWriter::flag(const RaceStep &S, bool IsOrdered, size_t N) {
  const unsigned Offset = S.Flag * 4;
  if (S.Kind == RaceStep::Signal) {
    const char *How = IsOrdered     ? "release.gpu"
                      : S.IsOrdered ? "relaxed.gpu"
                                    : "volatile";
    only(S, S.From,
         fmt::format("  st.{}.global.u32 [%rd1+{}], 1;\n", How, Offset), N);
    return;
  }
  const char *How = IsOrdered     ? "acquire.gpu"
                    : S.IsOrdered ? "relaxed.gpu"
                                  : "volatile";
  only(S, S.Into,
       fmt::format("WAIT{0}:\n  ld.{1}.global.u32 %r9, [%rd1+{2}];\n"
                   "  setp.eq.u32 %p1, %r9, 0;\n  @%p1 bra WAIT{0};\n",
                   N, How, Offset),
       N);
}

void RaceWriter::step(size_t N) {
  const RaceStep &S = P.Steps[N];
  const bool IsGone = IsRemoved && N == P.Removed;
  if (IsGone && !S.IsOrdered) {
    Out += "  // removed\n";
    return;
  }
  switch (S.Kind) {
  case RaceStep::Read:
  case RaceStep::Write:
  case RaceStep::Atomic:
    return access(S);
  case RaceStep::BlockBarrier:
    return line("bar.sync 0");
  case RaceStep::PairBarrier:
    line("shr.u32 %r4, %r0, 6");
    line("add.u32 %r4, %r4, 1");
    return line("bar.sync %r4, 64");
  case RaceStep::ArriveBarrier:
    line("setp.lt.u32 %p0, %r0, {}", P.threads() / 2);
    line("@%p0 bra ARRIVE{}", N);
    line("bar.sync {}, {}", S.Barrier, P.threads());
    line("bra SKIP{}", N);
    Out += fmt::format("ARRIVE{}:\n", N);
    line("bar.arrive {}, {}", S.Barrier, P.threads());
    Out += fmt::format("SKIP{}:\n", N);
    return;
  case RaceStep::WarpBarrier:
    return line("bar.warp.sync 0xffffffff");
  case RaceStep::WarpShuffle:
    line("shfl.sync.bfly.b32 %r4, %r3, 1, 31, 0xffffffff");
    return line("xor.b32 %r3, %r3, %r4");
  case RaceStep::ReleaseFence:
    return only(S, S.From, "  membar.gl;\n", N);
  case RaceStep::AcquireFence:
    return only(S, S.Into, "  membar.gl;\n", N);
  case RaceStep::Signal:
  case RaceStep::Wait:
    return flag(S, S.IsOrdered && !IsGone, N);
  }
}

std::string RaceWriter::run() {
  head();
  for (size_t N = 0; N != P.Steps.size(); ++N)
    step(N);
  for (const char *Half : {"%rd3", "%rd4"}) {
    line("shr.u64 %rd4, %rd3, 32");
    line("cvt.u32.u64 %r4, {}", Half);
    line("add.u32 %r3, %r3, %r4");
  }
  line("mad.lo.u32 %r4, %r1, {}, %r0", P.threads());
  line("mul.lo.u32 %r4, %r4, 4");
  line("cvt.u64.u32 %rd4, %r4");
  line("ld.param.u64 %rd2, [out]");
  line("add.u64 %rd4, %rd2, %rd4");
  line("st.global.u32 [%rd4], %r3");
  line("{}", isOld() ? "exit" : "ret");
  return Out + "}\n";
}

std::string writeRaces(const RaceProgram &P, bool IsRemoved) {
  return RaceWriter(P, IsRemoved).run();
}

} // namespace heddle::ptxrandom
