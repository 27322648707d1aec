//===- Uniformity.cpp - Registers that are the same in all lanes ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Uniformity.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

/// How many registers \p I computes a word of, lane by lane; 0: it is not one
/// of those that addresses are computed with.
static unsigned sourcesOf(const DecodedInst &I) {
  switch (I.Op) {
  case Operation::MoveMov32:
  case Operation::MoveShlAddress:
    return 1;
  case Operation::IntegerAdd32:
  case Operation::IntegerShl32:
  case Operation::IntegerShr32:
  case Operation::IntegerLogic32:
  case Operation::IntegerMin32:
  case Operation::IntegerMax32:
  case Operation::IntegerMul16:
  case Operation::IntegerMul24:
    return 2;
  case Operation::IntegerMulAdd:
    return 3;
  default: // The others may differ from lane to lane.
    return 0;
  }
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

void Uniformity::step(BitVector &Facts, const DecodedInst &I) const {
  if (I.Flow != FlowKind::Plain && !I.isBarrier() &&
      I.Flow != FlowKind::HostCall)
    return;
  bool Uniform = false;
  if (unsigned N = sourcesOf(I); N && !I.isPredicated())
    Uniform = all_of(ArrayRef(I.Src).take_front(N),
                     [&](const Source &S) { return isUniform(Facts, I, S); });
  if (!I.isPredicated()) {
    if (I.Op == Operation::MoveAddAddress)
      Uniform = isUniformAddress(Facts, I.Sub[1]);
    if (I.Op == Operation::MoveFromAddress)
      Uniform = isUniformAddress(Facts, I.Sub[0]);
    if ((I.Op == Operation::MemoryLoadShared ||
         I.Op == Operation::MemoryLoadConst) &&
        I.memType() == MemType::B32)
      Uniform = isUniformAddress(Facts, I.Sub[0]);
  }
  if (I.Op == Operation::MoveAddAddress || I.Op == Operation::MoveShlAddress) {
    Facts[NumRows + I.Sub[0]] = Uniform;
    return;
  }
  // In lanes that a predicate leaves out it stays.
  if (I.has(sm::StepsAddress) && I.isPredicated())
    Facts[NumRows + I.Mem[0].AddressReg] = false;
  // The widest results have four words.
  for (unsigned Row = I.DstRow; Row < NumRows && Row < I.DstRow + 4u; ++Row)
    if (!Uniform || Row == I.DstRow)
      Facts[Row] = Uniform;
}

Uniformity::Uniformity(const FlowGraph &G, const Program &Prog,
                       unsigned RowCount)
    : P(Prog), NumRows(RowCount),
      Blocks(G.Blocks.size(), BitVector(RowCount + 5, true)) {
  // Forward from the start, where nothing is known, until nothing changes.
  Blocks[G.BlockOf[0]].reset();
  std::vector<uint32_t> Todo;
  BitVector Waits(unsigned(G.Blocks.size()), true);
  for (uint32_t B = uint32_t(G.Blocks.size()); B-- != 0;)
    Todo.push_back(B);
  while (!Todo.empty()) {
    const uint32_t B = Todo.back();
    Todo.pop_back();
    Waits.reset(B);
    BitVector Facts = Blocks[B];
    for (NodeIndex N : G.Blocks[B].Nodes)
      step(Facts, P.Code[G.Nodes[N].PC]);
    const FlowNode &Last = G.Nodes[G.Blocks[B].Nodes.back()];
    for (NodeIndex To : {Last.Next, Last.Otherwise, Last.Resume}) {
      if (To == NoNode)
        continue;
      BitVector &There = Blocks[G.BlockOf[To]];
      BitVector Both = There;
      Both &= Facts;
      if (Both == There)
        continue;
      There = std::move(Both);
      if (!Waits[G.BlockOf[To]]) {
        Waits.set(G.BlockOf[To]);
        Todo.push_back(G.BlockOf[To]);
      }
    }
  }
}

} // namespace heddle::hosttranslate
