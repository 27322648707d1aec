//===- Webs.cpp - Values of registers that belong together ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Webs.h"
#include "heddle/ABI/TextureOps.inc"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/RegisterResults.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <numeric>

using namespace llvm;

namespace heddle::decompile {

/// $a0 to $a4.
static constexpr unsigned AddressRegisters = 5;

/// Adds the rows of \p Uses below \p Registers to \p To; returns whether one of
/// them is a half.
static bool addRows(ArrayRef<sm::RegisterUse> Uses, unsigned Registers,
                    SmallVectorImpl<unsigned> &To) {
  bool IsPart = false;
  for (const sm::RegisterUse &U : Uses) {
    IsPart |= U.Kind == sm::RegisterUse::Half;
    sm::rowsOf(U).append(Registers, To);
    if (U.Kind == sm::RegisterUse::Address) {
      assert(U.Number < AddressRegisters && "no address register");
      To.push_back(Registers + U.Number);
    }
  }
  return IsPart;
}

std::vector<Webs::Access> Webs::accesses(const sm::Program &P) const {
  std::vector<Access> All(P.Code.size());
  sm::InstructionPrinter Printer(P);
  const auto Results = sm::registerResults(P);
  for (auto [PC, I] : enumerate(P.Code)) {
    Access &A = All[PC];
    // An instruction without effect writes beyond the kernel's registers.
    if (I.isNop() || I.Flow == sm::FlowKind::Illegal)
      continue;
    addRows(Printer.operands(I.Address), Registers, A.Reads);
    A.IsHalf = addRows(Results[PC], Registers, A.Writes);
    if (I.is(sm::TextureOp::Fetch))
      for (unsigned N = 0; N != I.Sub[0]; ++N)
        A.Reads.push_back(I.DstRow + N);
    if (I.has(sm::StepsAddress)) {
      A.Writes.push_back(addressRow(I.Mem[0].AddressReg));
      A.Reads.push_back(A.Writes.back());
    }
    A.IsPart = A.IsHalf || I.isPredicated();
  }
  return All;
}

void Webs::findLive(const Flow &F) {
  assert(all_of(F.Nodes,
                [&](const FlowNode &N) { return N.PC < Accesses.size(); }) &&
         "a node of another program");
  Live.assign(F.Nodes.size(), BitVector(Rows));
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (size_t N = F.Nodes.size(); N-- != 0;) {
      const FlowNode &Node = F.Nodes[N];
      BitVector Now(Rows);
      for (uint32_t Successor : {Node.Next, Node.Taken})
        if (Successor != NoNode)
          Now |= Live[Successor];
      const Access &A = Accesses[Node.PC];
      for (unsigned Row : A.Writes)
        Now[Row] = A.IsPart;
      for (unsigned Row : A.Reads)
        Now.set(Row);
      if (Now != Live[N]) {
        Live[N] = std::move(Now);
        Changed = true;
      }
    }
  }
}

unsigned Webs::find(unsigned N) const {
  while (Parent[N] != N)
    N = Parent[N] = Parent[Parent[N]];
  return N;
}

void Webs::join(unsigned A, unsigned B) { Parent[find(A)] = find(B); }

Webs::Webs(const sm::Program &P, const Flow &F)
    : Registers(P.Kernel.Info.Registers),
      Rows(P.Kernel.Info.Registers + AddressRegisters) {
  Accesses = accesses(P);
  findLive(F);
  Parent.resize(F.Nodes.size() * Rows * 2);
  std::iota(Parent.begin(), Parent.end(), 0);
  for (auto [N, Node] : enumerate(F.Nodes)) {
    const Access &A = Accesses[Node.PC];
    for (unsigned Row = 0; Row != Rows; ++Row) {
      if (A.IsPart || !is_contained(A.Writes, Row))
        join(number(N, Row, false), number(N, Row, true));
      for (uint32_t Successor : {Node.Next, Node.Taken})
        if (Successor != NoNode && Live[Successor].test(Row))
          join(number(N, Row, true), number(Successor, Row, false));
    }
  }
}

} // namespace heddle::decompile
