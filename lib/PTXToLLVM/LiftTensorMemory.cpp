//===- LiftTensorMemory.cpp - tcgen05 -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operations on tensor memory are those of the machine, whose operands
/// heddle/ABI/TensorUnit.h describes. They happen when they are issued, so that
/// waits and fences have nothing to do, and a commit is an arrival.
///
//===----------------------------------------------------------------------===//

#include "LiftBulkCopy.h"
#include "LiftCluster.h"
#include "LiftImage.h"
#include "LiftMatrix.h"
#include "LiftMemory.h"
#include "heddle/ABI/TensorUnit.h"

using namespace llvm;

namespace heddle {

using namespace ptx;
using abi::TensorOp;

/// The results of \p Op, whose words \p Operands are; those that are missing
/// are 0.
static Value *tensorOp(LiftContext &C, TensorOp Op, Words Operands) {
  Operands.resize(abi::NumMultiplyWords, C.Builder.getInt32(0));
  const ArrayRef<Value *> All = Operands;
  return C.op(abi::isOfWarp(Op) ? HeddleOp::TensorWarp : HeddleOp::TensorThread,
              {quadOf(C, All.slice(0, 4)), quadOf(C, All.slice(4, 4)),
               quadOf(C, All.slice(8, 4)), quadOf(C, All.slice(12, 4)),
               C.Builder.getInt32(unsigned(Op))});
}

/// The address of tensor memory in \p Op, `[a]`.
static Value *tensorAddress(LiftContext &C, const Operand &Op) {
  return clusterAddressIn(C, Op);
}

static bool isPair(const Instruction &I) { return I.has(ModCtaGroup2); }

/// The words of the i64 \p V.
static std::pair<Value *, Value *> wordsOf(LiftContext &C, Value *V) {
  IRBuilderBase &B = C.Builder;
  return {B.CreateTrunc(V, B.getInt32Ty()),
          B.CreateTrunc(B.CreateLShr(V, 32), B.getInt32Ty())};
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

/// The warp tries until there is room, and one lane writes where.
void liftTensorAllocate(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  Value *To = pointer(C, I, I.Operands[0], 4), *Columns = C.read(I, 1);
  if (!To)
    return;
  BasicBlock *Loop = C.newBlock("allocate"), *Got = C.newBlock("allocated"),
             *First = C.newBlock("first"), *Next = C.newBlock("next");
  C.startBlock(Loop);
  Value *Result = tensorOp(C, TensorOp::Allocate, {Columns});
  B.CreateCondBr(B.CreateIsNull(wordOf(C, Result, 1)), Loop, Got);
  B.SetInsertPoint(Got);
  B.CreateCondBr(B.CreateIsNull(laneOf(C)), First, Next);
  B.SetInsertPoint(First);
  B.CreateAlignedStore(wordOf(C, Result, 0), To, Align(4));
  C.startBlock(Next);
}

void liftTensorFree(LiftContext &C, const Instruction &I) {
  tensorOp(C, TensorOp::Free, {C.read(I, 0), C.read(I, 1)});
}

void liftTensorRelinquish(LiftContext &C, const Instruction &) {
  tensorOp(C, TensorOp::Relinquish, {});
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

static abi::TensorShape accessShapeOf(const Instruction &I) {
  switch (I.modifier(GrpShape)) { // Over those of loads and stores.
  case Mod16x64b:
    return abi::TensorShape::Lanes16x64b;
  case Mod16x128b:
    return abi::TensorShape::Lanes16x128b;
  case Mod16x256b:
    return abi::TensorShape::Lanes16x256b;
  case Mod16x32bx2:
    return abi::TensorShape::Lanes16x32bx2;
  default:
    assert(I.has(Mod32x32b) && "the form says so");
    return abi::TensorShape::Lanes32x32b;
  }
}

/// A machine instruction has four registers.
constexpr unsigned RegistersEach = 4;

/// The operands of registers \p First and so on, \p Count of them.
static Words accessWords(LiftContext &C, const Instruction &I, Value *Address,
                         Value *Apart, size_t First, size_t Count) {
  IRBuilderBase &B = C.Builder;
  const bool IsPacked = I.modifier(GrpPack) != ModNone;
  return {
      Address,
      B.getInt32(abi::accessMode(accessShapeOf(I), IsPacked, unsigned(Count))),
      B.getInt32(unsigned(First)), Apart};
}

/// The distance of the halves of 16x32bx2, operand number \p N.
static Value *apartOf(LiftContext &C, const Instruction &I, unsigned N) {
  return I.has(Mod16x32bx2) ? C.fitBits(C.read(I, N), C.Builder.getInt32Ty())
                            : C.Builder.getInt32(0);
}

/// The registers that a load, whose address is operand number \p At, reads.
static Words load(LiftContext &C, const Instruction &I, unsigned At,
                  size_t Count) {
  Value *Address = tensorAddress(C, I.Operands[At]);
  Value *Apart = apartOf(C, I, At + 1);
  Words Found;
  for (size_t First = 0; First < Count; First += RegistersEach) {
    const size_t Here = std::min<size_t>(RegistersEach, Count - First);
    Value *Quad = tensorOp(C, TensorOp::Load,
                           accessWords(C, I, Address, Apart, First, Here));
    for (unsigned N = 0; N != Here; ++N)
      Found.push_back(wordOf(C, Quad, N));
  }
  return Found;
}

void liftTensorLoad(LiftContext &C, const Instruction &I) {
  const size_t Count = C.elements(I.Operands[0], ScalarType::B32).size();
  writeWords(C, I.Operands[0], load(C, I, 1, Count), 32);
}

/// The least or the greatest of \p V in each lane.
static Value *reduce(LiftContext &C, const Instruction &I,
                     ArrayRef<Value *> V) {
  IRBuilderBase &B = C.Builder;
  const bool IsMin = I.has(ModMin), IsFloat = I.has(ModF32);
  auto Of = [&](Value *Word) -> Value * {
    if (!IsFloat)
      return Word;
    if (I.has(ModAbs))
      Word = B.CreateAnd(Word, 0x7fffffff);
    return B.CreateBitCast(Word, B.getFloatTy());
  };
  const Intrinsic::ID ID = I.has(ModS32)
                               ? (IsMin ? Intrinsic::smin : Intrinsic::smax)
                               : (IsMin ? Intrinsic::umin : Intrinsic::umax);
  const std::string Name = (Twine(IsMin ? "min." : "max.") +
                            (I.has(ModNaN) ? "nan." : "") + "ieee.f32")
                               .str();
  Value *Result = Of(V.front());
  for (Value *Word : V.drop_front())
    Result = IsFloat ? C.op(Name, {Result, Of(Word), B.getInt32(0)})
                     : B.CreateBinaryIntrinsic(ID, Result, Word);
  return Result;
}

void liftTensorLoadReduce(LiftContext &C, const Instruction &I) {
  const size_t Count = C.elements(I.Operands[0], ScalarType::B32).size();
  const Words Found = load(C, I, 2, Count);
  writeWords(C, I.Operands[0], Found, 32);
  if (I.Operands[1].OpKind != Operand::SinkOp)
    C.write(I.Operands[1], reduce(C, I, Found));
}

void liftTensorStore(LiftContext &C, const Instruction &I) {
  Value *Address = tensorAddress(C, I.Operands[0]);
  Value *Apart = apartOf(C, I, 1);
  const Words All = readWords(C, I.Operands.back(), 32);
  for (size_t First = 0; First < All.size(); First += RegistersEach) {
    const size_t Here = std::min<size_t>(RegistersEach, All.size() - First);
    Words Operands = accessWords(C, I, Address, Apart, First, Here);
    append_range(Operands, ArrayRef(All).slice(First, Here));
    tensorOp(C, TensorOp::Store, Operands);
  }
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static abi::TensorCopy copyOf(const Instruction &I) {
  switch (I.modifier(GrpShape)) { // Over those of copies.
  case Mod128x256b:
    return abi::TensorCopy::Rows128x256b;
  case Mod4x256b:
    return abi::TensorCopy::Rows4x256b;
  case Mod128x128b:
    return abi::TensorCopy::Rows128x128b;
  case Mod64x128b:
    return I.has(ModWarpx20213) ? abi::TensorCopy::Rows64Halves
                                : abi::TensorCopy::Rows64Pairs;
  default:
    assert(I.has(Mod32x128b) && "the form says so");
    return abi::TensorCopy::Rows32;
  }
}

void liftTensorCopyIn(LiftContext &C, const Instruction &I) {
  const abi::TensorUnpack Unpack = I.has(ModB4x16P64) ? abi::TensorUnpack::Bits4
                                   : I.has(ModB6x16P32)
                                       ? abi::TensorUnpack::Bits6
                                       : abi::TensorUnpack::None;
  const auto [Low, High] = wordsOf(C, C.read(I, 1));
  tensorOp(C, TensorOp::Copy,
           {tensorAddress(C, I.Operands[0]),
            C.Builder.getInt32(abi::copyMode(copyOf(I), Unpack, isPair(I))),
            Low, High});
}

void liftTensorShift(LiftContext &C, const Instruction &I) {
  tensorOp(C, TensorOp::Shift,
           {tensorAddress(C, I.Operands[0]),
            C.Builder.getInt32(isPair(I) ? abi::CopyIsPair : 0)});
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static abi::TensorKind kindOf(const Instruction &I) {
  switch (I.modifier(GrpKind)) { // Over the kinds of tcgen05.mma.
  case ModKindTf32:
    return abi::TensorKind::TF32;
  case ModKindF8f6f4:
    return abi::TensorKind::F8F6F4;
  case ModKindI8:
    return abi::TensorKind::I8;
  case ModKindMxf8f6f4:
    return abi::TensorKind::MXF8F6F4;
  case ModKindMxf4:
    return abi::TensorKind::MXF4;
  case ModKindMxf4nvf4:
    return abi::TensorKind::MXF4NVF4;
  default:
    assert(I.has(ModKindF16) && "the form says so");
    return abi::TensorKind::F16;
  }
}

static unsigned factorsOf(const Instruction &I) {
  if (!I.has(ModBlockScale))
    return 0;
  if (I.has(ModScaleVec4X) || I.has(ModBlock16))
    return 4;
  return I.has(ModKindMxf8f6f4) ? 1 : 2;
}

/// The bits of the mode that the instruction's name has.
static uint32_t modeOf(const Instruction &I) {
  const bool IsStationary =
                 I.opcode() == OpTcgen05MmaWs || I.opcode() == OpTcgen05MmaWsSp,
             IsSparse =
                 I.opcode() == OpTcgen05MmaSp || I.opcode() == OpTcgen05MmaWsSp;
  return (isPair(I) ? abi::MultiplyIsPair : 0u) |
         (IsStationary ? abi::MultiplyIsStationary : 0u) |
         (IsSparse ? abi::MultiplyIsSparse : 0u) |
         (I.has(ModAshift) ? abi::MultiplyShiftsA : 0u) |
         uint32_t(kindOf(I)) << abi::MultiplyKindShift |
         factorsOf(I) << abi::MultiplyFactorsShift;
}

void liftTensorMultiply(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  uint32_t Mode = modeOf(I);
  Words W(abi::NumMultiplyWords, B.getInt32(0));
  unsigned Next = 0;
  W[abi::WordD] = tensorAddress(C, I.Operands[Next++]);
  if (const Operand &A = I.Operands[Next++]; A.OpKind == Operand::AddressOp) {
    Mode |= abi::MultiplyHasTensorA;
    W[abi::WordA] = tensorAddress(C, A);
  } else {
    std::tie(W[abi::WordA], W[abi::WordA + 1]) = wordsOf(C, C.read(A));
  }
  std::tie(W[abi::WordB], W[abi::WordB + 1]) = wordsOf(C, C.read(I, Next++));
  if (Mode & abi::MultiplyIsSparse)
    W[abi::WordMetadata] = tensorAddress(C, I.Operands[Next++]);
  W[abi::WordDescription] = C.read(I, Next++);
  if (I.Operands[Next].OpKind == Operand::ListOp) {
    Mode |= abi::MultiplyHasDisabledLanes;
    copy(readWords(C, I.Operands[Next++], 32), W.begin() + abi::WordMore);
  } else if (factorsOf(I)) {
    W[abi::WordScaleA] = tensorAddress(C, I.Operands[Next++]);
    W[abi::WordScaleB] = tensorAddress(C, I.Operands[Next++]);
  }
  Value *Adds = B.CreateZExt(C.read(I, Next++), B.getInt32Ty());
  if (Next != I.Operands.size()) {
    if (Mode & abi::MultiplyIsStationary) {
      Mode |= abi::MultiplyHasZeroColumns;
      std::tie(W[abi::WordMore], W[abi::WordMore + 1]) =
          wordsOf(C, C.read(I, Next));
    } else {
      Mode |= uint32_t(I.Operands[Next].Bits) << abi::MultiplyScaleShift;
    }
  }
  static_assert(abi::MultiplyAdds == 1, "the predicate is the bit");
  W[abi::WordMode] = B.CreateOr(Adds, B.getInt32(Mode));
  tensorOp(C, TensorOp::Multiply, W);
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

/// All that the thread has started is done, and the mbarrier is told.
void liftTensorCommit(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  const Operand &Op = I.Operands[0];
  Value *Barrier =
      I.has(ModSharedCluster)
          ? genericOfCluster(C, clusterAddressIn(C, Op))
          : genericAddress(C, pointerInto(C, StateSpace::Generic, Op, 8));
  Value *One = B.getInt64(1);
  if (!I.has(ModMulticastCluster)) {
    updateBarrierAt(C, Barrier, One);
    return;
  }
  forRanks(C, C.read(I, 1), [&](Value *Rank) {
    updateBarrierAt(C, genericInRank(C, Barrier, Rank), One);
  });
}

/// Waits and fences.
void liftTensorOrder(LiftContext &, const Instruction &) {}

} // namespace heddle
