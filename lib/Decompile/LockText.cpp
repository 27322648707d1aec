//===- LockText.cpp - Atomics on s[], as text -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"
#include "llvm/ADT/StringExtras.h"
#include <utility>

using namespace llvm;

namespace heddle::decompile {

/// Whoever is alone has the word: what others would find locked does not come
/// between in the end.
void KernelWriter::lock() {
  const sm::DecodedInst &I = inst();
  const LockedSection &S = *Locked.at(Node);
  if (!S.Problem.empty())
    return refuse(S.Problem);
  if (S.Operation == NoNode) {
    const std::string Seen = "%k" + utostr(S.Number);
    const Reference At = shared(I.Sub[0], I.Imm, 4);
    always("ld.volatile." + At.Space + ".u32 " + Seen + ", " + At.Text);
    if (hasResult()) {
      Writers[W.behind(Node, I.DstRow)] |= NotReduced;
      always("mov.b32 " + nameOf(W.behind(Node, I.DstRow), As::Word) + ", " +
             Seen);
    }
  }
  for (unsigned Code = 0; Code != ConditionCodes; ++Code)
    if (Tested.isTested(Node, I.CCDst, Code))
      set(predicate(I.CCDst, Code), holdsWhenLocked(Code));
}

std::string KernelWriter::operandText(const AtomicOperand &O) {
  if (O.Number)
    return hexText(*O.Number);
  const uint32_t Here = std::exchange(Node, O.Node);
  std::string Text = O.Row ? rowSource(*O.Row, As::Word) : source(O.Source);
  Node = Here;
  return Text;
}

/// The operation gives its own result behind it, if anybody takes that.
void KernelWriter::writeAtomic(const LockedSection &S) {
  const sm::DecodedInst &Store = P.Code[F.Nodes[S.Unlock].PC];
  const sm::DecodedInst &Load = P.Code[F.Nodes[S.Lock].PC];
  const Reference At = shared(Store.Sub[0], Store.Imm, 4);
  std::string Operands;
  for (const AtomicOperand &O : S.Operands)
    Operands += ", " + operandText(O);
  const unsigned Row = Load.DstRow;
  std::string To = temporary('t');
  if (Row < P.Kernel.Info.Registers) {
    const unsigned Web = W.behind(S.Lock, Row);
    Writers[Web] |= NotReduced;
    To = nameOf(Web, As::Word);
  }
  emit("atom." + At.Space + "." + S.Atomic + " " + To + ", " + At.Text +
       Operands);
}

void KernelWriter::unlock() {
  const sm::DecodedInst &I = inst();
  const LockedSection *S = Locked.at(Node);
  if (!S)
    return refuse("no instruction has locked the word");
  if (!S->Problem.empty())
    return refuse(S->Problem);
  if (S->Place == Node)
    return writeAtomic(*S);
  if (S->Operation != NoNode)
    return;
  const std::string Seen = "%k" + utostr(S->Number), Found = temporary('t'),
                    Again = temporary('q');
  const Reference At = shared(I.Sub[0], I.Imm, 4);
  if (I.Src[1].Shift)
    return refuse("a word of which half a register is stored");
  const std::string Data = source(1, As::Word);
  if (!Guard.empty())
    always("setp.ne.u32 " + Again + ", 0, 0");
  emit("atom." + At.Space + ".cas.b32 " + Found + ", " + At.Text + ", " + Seen +
       ", " + Data);
  emit("setp.ne.u32 " + Again + ", " + Found + ", " + Seen);
  always("@" + Again + " bra " + label(S->Lock));
}

} // namespace heddle::decompile
