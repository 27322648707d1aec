//===- ProgramKey.cpp - Which program host code is of ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/HostCode/ProgramKey.h"
#include "heddle/HostCode/KeyBuilder.h"
#include "heddle/SM/Executable.h"

using namespace llvm;

namespace heddle::hostcode {

static constexpr char Interface[] =
#include "Interface.inc"
    ;

StringRef interfaceKey() { return Interface; }

static void addInstruction(KeyBuilder &Key, const sm::DecodedInst &I) {
  static_assert(sizeof(sm::DecodedInst) == 76, "another member?");
  for (const sm::Source &S : I.Src)
    Key.addAll(S.Row, S.Base, S.Shift);
  Key.addAll(I.DstRow, I.DstShift, I.CCDst, I.Flags, I.Cond, I.CondReg,
             I.Invert[0], I.Invert[1], I.Imm, I.Sub[0], I.Sub[1], I.Sub[2],
             I.Op, I.Where, I.Access, I.Traits, I.Flow, I.Class, I.Latency,
             I.Join, I.Exit);
  for (const sm::MemoryOperand &M : I.Mem)
    Key.addAll(M.Space, M.Type, M.Bank, M.AddressReg, M.Offset, M.Row);
  Key.addAll(I.Run, I.Target, I.Address, I.Line);
}

std::string programKey(const sm::Executable &E) {
  KeyBuilder Key;
  Key.add(interfaceKey());
  Key.add(sm::hostIsaName(E.Isa));
  Key.addAll(E.P.registerRows(), E.P.Constants.size(), E.P.Code.size(),
             E.P.Module.SideThatGoesOn);
  for (const sm::ConstantRow &Row : E.P.Constants)
    for (uint32_t Word : Row.Words)
      Key.add(uint64_t(Word));
  for (const sm::DecodedInst &I : E.P.Code)
    addInstruction(Key, I);
  return Key.take();
}

} // namespace heddle::hostcode
