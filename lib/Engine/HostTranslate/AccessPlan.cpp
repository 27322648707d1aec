//===- AccessPlan.cpp - Accesses that are tested at once ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPlan.h"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

void AccessPlan::add(NodeIndex Node, unsigned N, AccessGroup Access,
                     uint32_t Offset, MemType T) {
  const uint32_t Bytes = memBytes(T);
  assert(N < 3 && isPowerOf2_32(Bytes) && "no access of an instruction");
  auto *At = find_if(Open, [&](OpenGroup O) {
    const AccessGroup &G = Groups[O.Number];
    return G.Register == Access.Register && G.IsShared == Access.IsShared &&
           G.Bank == Access.Bank;
  });
  if (At != Open.end())
    Offset += At->Added;
  // An offset that is misaligned in itself would make the whole group go the
  // slow way.
  if (Offset % Bytes || Offset > 0xffff)
    return;
  if (At == Open.end()) {
    Access.First = Node;
    Open.push_back({unsigned(Groups.size()), 0});
    Groups.push_back(Access);
    At = &Open.back();
  }
  AccessGroup &G = Groups[At->Number];
  G.End = std::max(G.End, Offset + Bytes);
  G.Alignment = std::max(G.Alignment, Bytes);
  assert(isPowerOf2_32(G.Alignment) && G.End <= 0x10000 &&
         "one test is right for all of a group");
  Numbers[{Node, N}] = At->Number;
}

/// The address register that \p I changes; -1: none.
static int changedAddress(const DecodedInst &I) {
  if (I.is(MoveOp::AddAddress) || I.is(MoveOp::ShlAddress))
    return I.Sub[0];
  return I.has(StepsAddress) ? I.Mem[0].AddressReg : -1;
}

void AccessPlan::close(NodeIndex Node, const DecodedInst &I, bool IsMasked) {
  const int Changed = changedAddress(I);
  if (Changed < 0)
    return;
  auto IsChanged = [&](OpenGroup O) {
    return Groups[O.Number].Register == unsigned(Changed);
  };
  if (I.has(StepsAddress) && I.hasMemoryOperand() && !IsMasked &&
      !I.isPredicated()) {
    // Up to the end of the memory nothing wraps around, and neither does what
    // goes back to where it was.
    const int Step = I.Mem[0].Step;
    auto Stays = [&](OpenGroup O) { return int(O.Added) + Step >= 0; };
    erase_if(Open, [&](OpenGroup O) { return IsChanged(O) && !Stays(O); });
    const bool IsKnown = any_of(Open, IsChanged);
    for (OpenGroup &O : Open)
      if (IsChanged(O))
        O.Added += uint32_t(Step);
    if (IsKnown || Step >= 0)
      Steps.insert(Node);
    return;
  }
  erase_if(Open, IsChanged);
}

AccessPlan::AccessPlan(const FlowGraph &G, const FlowBlock &Block,
                       const Program &P, const Uniformity &Known,
                       BitVector Facts) {
  assert(!Block.Nodes.empty() && "a block without nodes");
  for (NodeIndex N : Block.Nodes) {
    const DecodedInst &I = P.Code[G.Nodes[N].PC];
    // Lanes that have joined cannot leave in front of the instruction.
    if (G.Nodes[N].Leaves || G.Nodes[N].HasJoined)
      return;
    for (unsigned K = 0; K != 2; ++K) {
      const MemoryOperand &M = I.Mem[K];
      const bool InShared = M.Space == MemoryOperand::Shared;
      if (M.Space != MemoryOperand::None && M.AddressReg != 0 &&
          Known.isUniformAddress(Facts, M.AddressReg))
        add(N, K, {M.AddressReg, InShared, InShared ? 0u : M.Bank}, M.Offset,
            M.Type);
    }
    const bool IsShared = I.is(MemoryOp::LoadShared);
    if ((IsShared || I.is(MemoryOp::LoadConst)) && I.Sub[0] != 0 &&
        !I.isPredicated() && Known.isUniformAddress(Facts, I.Sub[0]))
      add(N, 2, {I.Sub[0], IsShared, IsShared ? 0u : I.Sub[2]}, I.Imm,
          I.memType());
    close(N, I, G.Nodes[N].IsMasked);
    Known.step(Facts, G.Nodes[N]);
  }
}

const AccessGroup *AccessPlan::of(NodeIndex Node, unsigned N) const {
  assert(N < 3 && "no access of an instruction");
  auto At = Numbers.find({Node, N});
  return At == Numbers.end() ? nullptr : &Groups[At->second];
}

SmallVector<const AccessGroup *, 2> AccessPlan::testedAt(NodeIndex Node) const {
  SmallVector<const AccessGroup *, 2> List;
  for (unsigned N = 0; N != 3; ++N)
    if (const AccessGroup *G = of(Node, N);
        G && G->First == Node && !is_contained(List, G))
      List.push_back(G);
  return List;
}

} // namespace heddle::hosttranslate
