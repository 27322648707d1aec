//===- QuadText.cpp - Exchanges of lanes as PTX ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// quadop gives each lane of four the value of one of them, and adds or
// subtracts one of its own; tesla-isa.md, section 4.3. PTX 1.4 has no such
// thing: each thread writes its value to a word of s[] and reads that of the
// lane that is asked for. Lanes of a warp execute both together.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"
#include "heddle/ABI/FloatOps.inc"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace heddle::decompile {

/// Threads of a CTA at most, and bytes of s[].
static constexpr unsigned MostThreads = 512, SharedLimit = 16384;

/// The operations of a lane: A + B, B - A, A - B, and B.
enum QuadOperation : uint8_t { QuadAdd, QuadSubr, QuadSub, QuadMove };

/// Whether all threads come to the node at hand, once: where some lanes of four
/// are elsewhere, the machine reads what their registers happen to hold.
bool KernelWriter::isReachedByAll() const {
  BitVector Seen(unsigned(F.Nodes.size()));
  SmallVector<uint32_t, 16> Open = {0};
  bool IsReached = false;
  while (!Open.empty()) {
    const uint32_t N = Open.pop_back_val();
    if (N == Node || Seen.test(N)) {
      IsReached |= N == Node;
      continue;
    }
    Seen.set(N);
    const FlowNode &It = F.Nodes[N];
    if (It.Exits || P.Code[It.PC].Exit)
      return false;
    for (uint32_t To : {It.Next, It.Taken})
      if (To != NoNode)
        Open.push_back(To);
  }
  // From here nothing comes back, by whatever way.
  Seen.reset();
  for (uint32_t To : {F.Nodes[Node].Next, F.Nodes[Node].Taken})
    if (To != NoNode)
      Open.push_back(To);
  while (!Open.empty()) {
    const uint32_t N = Open.pop_back_val();
    if (N == Node)
      return false;
    if (Seen.test(N))
      continue;
    Seen.set(N);
    for (uint32_t To : {F.Nodes[N].Next, F.Nodes[N].Taken})
      if (To != NoNode)
        Open.push_back(To);
  }
  return IsReached;
}

/// The place of a thread in its CTA, and its word and the first of its quad.
void KernelWriter::writeQuadStart() {
  std::string Place = temporary('t'), Value = temporary('t');
  always("cvt.u32.u16 " + Place + ", %tid.z");
  for (StringRef Dimension : {"y", "x"}) {
    always("cvt.u32.u16 " + Value + ", %ntid." + Dimension);
    always("mul24.lo.u32 " + Place + ", " + Place + ", " + Value);
    always("cvt.u32.u16 " + Value + ", %tid." + Dimension);
    always("add.u32 " + Place + ", " + Place + ", " + Value);
  }
  always("and.b32 %lane, " + Place + ", 3");
  always("mov.u32 %quad, quads");
  always("shl.b32 " + Value + ", " + Place + ", 2");
  always("add.u32 %own, %quad, " + Value);
  always("and.b32 " + Value + ", " + Value + ", 0xfffffff0");
  always("add.u32 %quad, %quad, " + Value);
}

void KernelWriter::writeQuadRegisters(raw_ostream &OS) const {
  OS << "  .reg .u32 %lane;\n  .reg .u32 %own;\n  .reg .u32 %quad;\n"
     << "  .shared .align 4 .b32 quads[" << MostThreads << "];\n";
}

void KernelWriter::quad() {
  const sm::DecodedInst &I = inst();
  if (!isReachedByAll())
    return refuse("lanes may be elsewhere when others exchange values");
  if (P.Kernel.Info.SharedBytes + 4 * MostThreads > SharedLimit)
    return refuse("s[] has no room for values that lanes exchange");
  UsesQuads = true;
  std::string A = hexText(0);
  const std::string B = source(1, As::Word);
  if (I.Sub[0] < 4) {
    const std::string Own = source(0, As::Word);
    A = temporary('t');
    std::string Word = Own;
    if (Own.front() != '%')
      always("mov.b32 " + (Word = temporary('t')) + ", " + Own);
    always("st.volatile.shared.u32 [%own], " + Word);
    always("ld.volatile.shared.u32 " + A + ", [%quad+" +
           Twine(4 * unsigned(I.Sub[0])) + "]");
  }
  // Bit N of each: lane N changes the sign, or takes its own value alone, which
  // is a sum with -0.
  uint32_t Negates[2] = {}, Moves = 0;
  for (unsigned Lane = 0; Lane != 4; ++Lane) {
    const unsigned Op = I.Sub[1] >> 2 * Lane & 3;
    Negates[0] |= uint32_t(Op == QuadSubr) << Lane;
    Negates[1] |= uint32_t(Op == QuadSub) << Lane;
    Moves |= uint32_t(Op == QuadMove) << Lane;
  }
  std::string Sides[2] = {A, B};
  for (auto [Side, Lanes] : zip(Sides, Negates)) {
    if (!Lanes)
      continue;
    std::string Sign = temporary('t'), To = temporary('t');
    always("mov.u32 " + Sign + ", " + hexText(Lanes));
    always("shr.u32 " + Sign + ", " + Sign + ", %lane");
    always("shl.b32 " + Sign + ", " + Sign + ", 31");
    always("xor.b32 " + To + ", " + Sign + ", " + Side);
    Side = To;
  }
  if (Moves) {
    std::string Bit = temporary('t'), Does = temporary('q'),
                To = temporary('t');
    always("mov.u32 " + Bit + ", " + hexText(Moves));
    always("shr.u32 " + Bit + ", " + Bit + ", %lane");
    always("and.b32 " + Bit + ", " + Bit + ", 1");
    always("setp.ne.u32 " + Does + ", " + Bit + ", 0");
    always("selp.b32 " + To + ", 0x80000000, " + Sides[0] + ", " + Does);
    Sides[0] = To;
  }
  // A number in a text is no f32.
  for (std::string &Side : Sides)
    if (Side.front() != '%') {
      std::string To = temporary('t');
      always("mov.b32 " + To + ", " + Side);
      Side = To;
    }
  Flags Of;
  Of.Kind = Flags::Float;
  result(
      As::Float,
      [&](const std::string &To) {
        emit("add.rn.f32 " + To + ", " + Sides[0] + ", " + Sides[1]);
      },
      &Of);
}

} // namespace heddle::decompile
