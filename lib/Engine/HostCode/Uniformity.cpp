//===- Uniformity.cpp - Registers that are the same in all lanes ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/HostCode/Uniformity.h"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/HostCode/OperandRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hostcode {

/// How many registers \p I computes a word of, lane by lane; 0: it is not one
/// of those that addresses are computed with.
static unsigned sourcesOf(const DecodedInst &I) {
  if (I.is(MoveOp::Mov32) || I.is(MoveOp::ShlAddress))
    return 1;
  if (I.is(IntegerOp::MulAdd) || I.is(IntegerOp::Product))
    return 3;
  const bool HasTwo = I.is(IntegerOp::Add32) || I.is(IntegerOp::Shl32) ||
                      I.is(IntegerOp::Shr32) || I.is(IntegerOp::Logic32) ||
                      I.is(IntegerOp::Set32) || I.is(IntegerOp::Min32) ||
                      I.is(IntegerOp::Max32) || I.is(IntegerOp::Mul16) ||
                      I.is(IntegerOp::Mul24) || I.is(IntegerOp::ProductHigh);
  // The others may differ from lane to lane.
  return HasTwo ? 2 : 0;
}

bool Uniformity::isUniform(const BitVector &Facts, const DecodedInst &I,
                           const Source &S) const {
  if (S.Base == ConstantRows)
    return true;
  for (const MemoryOperand &M : I.Mem)
    if (M.Space != MemoryOperand::None && M.Row == S.Row)
      return isUniformAddress(Facts, M.AddressReg);
  return S.Row < NumRows && Facts[S.Row];
}

void Uniformity::step(BitVector &Facts, const FlowNode &N) const {
  const DecodedInst &I = P.Code[N.PC];
  if (!I.isPlain() && !I.isBarrier() && !I.isHostCall())
    return;
  // The node behind it executes the instruction.
  if (I.Join && N.isPop() && !N.HasJoined)
    return;
  // In lanes that are left out it stays.
  const bool IsOfSome = N.IsMasked || I.isPredicated();
  bool Uniform = false;
  if (unsigned Sources = sourcesOf(I); Sources && !IsOfSome)
    Uniform = all_of(ArrayRef(I.Src).take_front(Sources),
                     [&](const Source &S) { return isUniform(Facts, I, S); });
  // Lanes have parts of one matrix.
  Uniform &= I.unit() != Unit::Matrix;
  if (!IsOfSome) {
    if (I.is(MoveOp::AddAddress))
      Uniform = isUniformAddress(Facts, I.Sub[1]);
    if (I.is(MoveOp::FromAddress))
      Uniform = isUniformAddress(Facts, I.Sub[0]);
    if ((I.is(MemoryOp::LoadShared) || I.is(MemoryOp::LoadConst)) &&
        I.memType() == MemType::B32)
      Uniform = isUniformAddress(Facts, I.Sub[0]);
    if ((I.is(MemoryOp::LoadFarShared) || I.is(MemoryOp::LoadFarConst)) &&
        I.memType() == MemType::B32)
      Uniform = isUniform(Facts, I, I.Src[0]);
  }
  const bool IsPlainMove = I.unit() == Unit::Move &&
                           !I.is(MoveOp::ToCondition) && !I.is(MoveOp::Vote);
  if (I.has(WritesCondition) || I.unit() == Unit::Exchange ||
      (I.unit() == Unit::Move && !IsPlainMove))
    Facts[NumRows + NumAddresses + I.CCDst] = Uniform && sourcesOf(I);
  if (I.is(MoveOp::AddAddress) || I.is(MoveOp::ShlAddress)) {
    Facts[NumRows + I.Sub[0]] = Uniform;
    return;
  }
  if (I.has(sm::StepsAddress) && IsOfSome)
    Facts[NumRows + I.Mem[0].AddressReg] = false;
  if (I.unit() == Unit::Memory && I.isStore())
    return;
  for (unsigned K = 0; K != operandRows(I) && I.DstRow + K < NumRows; ++K)
    if (!Uniform || K == 0)
      Facts[I.DstRow + K] = Uniform;
}

std::set<FlowGraph::Place> Uniformity::together() const {
  std::set<FlowGraph::Place> Places;
  for (uint32_t B = 0; B != G.Blocks.size(); ++B) {
    const NodeIndex Last = G.Blocks[B].Nodes.back();
    if (G.Nodes[Last].IsMasked || G.Nodes[Last].Otherwise == NoNode)
      continue;
    BitVector Facts = Blocks[B];
    for (NodeIndex N : G.Blocks[B].Nodes)
      step(Facts, G.Nodes[N]);
    if (isUniformCondition(Facts, P.Code[G.Nodes[Last].PC].CondReg))
      Places.insert(G.placeOf(Last));
  }
  return Places;
}

Uniformity::Uniformity(const FlowGraph &Graph, const Program &Prog,
                       unsigned RowCount)
    : G(Graph), P(Prog), NumRows(RowCount),
      Blocks(G.Blocks.size(),
             BitVector(RowCount + NumAddresses + NumConditions, true)) {
  // Forward from the start, where nothing is known, until nothing changes.
  Blocks[G.BlockOf[0]].reset();
  SetVector<uint32_t> Todo;
  for (uint32_t B = uint32_t(G.Blocks.size()); B-- != 0;)
    Todo.insert(B);
  while (!Todo.empty()) {
    const uint32_t B = Todo.pop_back_val();
    BitVector Facts = Blocks[B];
    for (NodeIndex N : G.Blocks[B].Nodes)
      step(Facts, G.Nodes[N]);
    G.Nodes[G.Blocks[B].Nodes.back()].forEachSuccessor([&](NodeIndex To) {
      BitVector &There = Blocks[G.BlockOf[To]];
      BitVector Both = There;
      Both &= Facts;
      if (Both == There)
        return;
      There = std::move(Both);
      Todo.insert(G.BlockOf[To]);
    });
  }
}

} // namespace heddle::hostcode
