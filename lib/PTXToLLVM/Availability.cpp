//===- Availability.cpp - What a chip of silicon lacks --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions that the target chip cannot execute and that no sequence of
/// others replaces. The message names the lowest chip that has them.
/// Source: tesla-isa.md section 6.
///
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "heddle/Support/Diagnostics.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

/// The feature that a chip must have; nothing where every chip will do.
using Needed = std::optional<abi::Feature>;

/// Instructions that a chip has or lacks, whatever their modifiers.
/// Instructions that every chip has are not listed.
static constexpr std::pair<Opcode, abi::Feature> InstructionFeatures[] = {
    {OpShfl, abi::Feature::WarpExchange},
    {OpMatch, abi::Feature::WarpExchange},
    {OpRedux, abi::Feature::WarpExchange},
    {OpActivemask, abi::Feature::WarpExchange},
    {OpFns, abi::Feature::WarpExchange},
    {OpElect, abi::Feature::WarpExchange},
    {OpMma, abi::Feature::Tensors},
    {OpMmaSp, abi::Feature::Tensors},
    {OpMmaSpOrderedMetadata, abi::Feature::Tensors},
    {OpWmmaLoad, abi::Feature::Tensors},
    {OpWmmaMma, abi::Feature::Tensors},
    {OpWmmaStore, abi::Feature::Tensors},
    {OpLdmatrix, abi::Feature::Tensors},
    {OpStmatrix, abi::Feature::Tensors},
    {OpMovmatrix, abi::Feature::Tensors},
    {OpCpAsync, abi::Feature::Tensors},
    {OpCpAsyncCommitGroup, abi::Feature::Tensors},
    {OpCpAsyncWaitAll, abi::Feature::Tensors},
    {OpCpAsyncWaitGroup, abi::Feature::Tensors},
    {OpCpAsyncMbarrierArrive, abi::Feature::Tensors},
    {OpMbarrierArrive, abi::Feature::Tensors},
    {OpMbarrierArriveDrop, abi::Feature::Tensors},
    {OpMbarrierCompleteTx, abi::Feature::Tensors},
    {OpMbarrierExpectTx, abi::Feature::Tensors},
    {OpMbarrierInit, abi::Feature::Tensors},
    {OpMbarrierInval, abi::Feature::Tensors},
    {OpMbarrierPendingCount, abi::Feature::Tensors},
    {OpMbarrierTestWait, abi::Feature::Tensors},
    {OpMbarrierTryWait, abi::Feature::Tensors},
    {OpBarrierCluster, abi::Feature::Tensors},
    {OpMapa, abi::Feature::Tensors},
    {OpGetctarank, abi::Feature::Tensors},
    {OpCpAsyncBulk, abi::Feature::Tensors},
    {OpCpAsyncBulkCommitGroup, abi::Feature::Tensors},
    {OpCpAsyncBulkPrefetch, abi::Feature::Tensors},
    {OpCpAsyncBulkPrefetchTensor, abi::Feature::Tensors},
    {OpCpAsyncBulkTensor, abi::Feature::Tensors},
    {OpCpAsyncBulkWaitGroup, abi::Feature::Tensors},
    {OpCpReduceAsyncBulk, abi::Feature::Tensors},
    {OpCpReduceAsyncBulkTensor, abi::Feature::Tensors},
    {OpRedAsync, abi::Feature::Tensors},
    {OpStAsync, abi::Feature::Tensors},
    {OpStBulk, abi::Feature::Tensors},
    {OpTensormapCpFenceproxy, abi::Feature::Tensors},
    {OpTensormapReplace, abi::Feature::Tensors},
    {OpClusterlaunchcontrolQueryCancel, abi::Feature::Tensors},
    {OpClusterlaunchcontrolTryCancel, abi::Feature::Tensors},
    {OpMultimemLdReduce, abi::Feature::Tensors},
    {OpMultimemRed, abi::Feature::Tensors},
    {OpMultimemSt, abi::Feature::Tensors},
    {OpTcgen05Alloc, abi::Feature::Tensors},
    {OpTcgen05Commit, abi::Feature::Tensors},
    {OpTcgen05Cp, abi::Feature::Tensors},
    {OpTcgen05Dealloc, abi::Feature::Tensors},
    {OpTcgen05FenceAfterThreadSync, abi::Feature::Tensors},
    {OpTcgen05FenceBeforeThreadSync, abi::Feature::Tensors},
    {OpTcgen05Ld, abi::Feature::Tensors},
    {OpTcgen05LdRed, abi::Feature::Tensors},
    {OpTcgen05Mma, abi::Feature::Tensors},
    {OpTcgen05MmaSp, abi::Feature::Tensors},
    {OpTcgen05MmaWs, abi::Feature::Tensors},
    {OpTcgen05MmaWsSp, abi::Feature::Tensors},
    {OpTcgen05RelinquishAllocPermit, abi::Feature::Tensors},
    {OpTcgen05Shift, abi::Feature::Tensors},
    {OpTcgen05St, abi::Feature::Tensors},
    {OpTcgen05WaitLd, abi::Feature::Tensors},
    {OpTcgen05WaitSt, abi::Feature::Tensors},
    {OpWgmmaCommitGroup, abi::Feature::Tensors},
    {OpWgmmaFence, abi::Feature::Tensors},
    {OpWgmmaMmaAsync, abi::Feature::Tensors},
    {OpWgmmaMmaAsyncSp, abi::Feature::Tensors},
    {OpWgmmaWaitGroup, abi::Feature::Tensors},
    {OpNanosleep, abi::Feature::Sleep},
    {OpBrkpt, abi::Feature::Breakpoints},
    {OpTld4, abi::Feature::Images},
    {OpTxq, abi::Feature::Images},
    {OpSuld, abi::Feature::Images},
    {OpSust, abi::Feature::Images},
    {OpSured, abi::Feature::Images},
    {OpSuq, abi::Feature::Images},
    {OpIstypep, abi::Feature::Images},
};

static bool isShared(StateSpace Space) { return Space == StateSpace::Shared; }

static Needed featureOfAtomic(const Instruction &I) {
  ScalarType Type = I.type();
  if (isFloat(Type) || bitWidth(Type) == 16)
    return abi::Feature::WiderAtomics;
  // The space of a generic access is found later.
  if (bitWidth(Type) != 64)
    return isShared(I.space()) ? abi::Feature::SharedLocks
                               : abi::Feature::GlobalAtomics;
  Modifier Op = I.modifier(GrpAtomOp);
  bool InHardware = Op == ModAdd || Op == ModExch || Op == ModCas;
  return InHardware && !isShared(I.space()) ? abi::Feature::GlobalAtomics64
                                            : abi::Feature::WiderAtomics;
}

static bool isHalf(ScalarType Type) {
  return isFloat(Type) && Type != ScalarType::F32 && Type != ScalarType::F64;
}

static bool isPackedInteger(ScalarType Type) {
  return Type == ScalarType::U16x2 || Type == ScalarType::S16x2;
}

static Needed featureOfTypes(const Instruction &I, bool MapsDoubles) {
  if (!MapsDoubles && is_contained(I.Types, ScalarType::F64))
    return abi::Feature::F64;
  // Conversions between f16 and f32 exist, arithmetic does not.
  bool IsConversion = I.opcode() == OpCvt;
  for (ScalarType Type : I.Types) {
    if (isPackedInteger(Type))
      return abi::Feature::PackedIntegers;
    if (isHalf(Type) && !IsConversion)
      return abi::Feature::HalfArithmetic;
  }
  return std::nullopt;
}

/// Operands of a barrier that its encoding has no room for; empty if it has.
static StringRef barrierOperands(const Instruction &I) {
  if (I.opcode() != OpBar && I.opcode() != OpBarrier)
    return "";
  if (I.Operands.size() > 1)
    return " with a number of threads";
  return I.Operands[0].isImmediate() ? "" : " with a barrier from a register";
}

static bool roundsUpOrDown(const Instruction &I) {
  return I.type() == ScalarType::F32 && (I.has(ModRm) || I.has(ModRp));
}

/// The silicon's fetches have a slot and coordinates, and give words.
static Needed featureOfFetch(const Instruction &I) {
  const Operand &Image = I.Operands[1];
  const Modifier Geometry = I.modifier(GrpGeometry);
  auto HasSlot = [](const Operand &Op) {
    const Variable *Var = Op.baseVariable();
    return Var && !Var->IsParameter;
  };
  const bool HasSlots =
      HasSlot(Image) && (!Image.Second || HasSlot(*Image.Second));
  if (HasSlots && I.modifier(GrpMipMode) == ModNone && I.Operands.size() == 2 &&
      !I.Operands[0].Second && !isHalf(I.firstType()) && Geometry != ModCube &&
      Geometry != ModAcube && Geometry != Mod2dms && Geometry != ModA2dms)
    return std::nullopt;
  return abi::Feature::Images;
}

static Needed featureOf(const Instruction &I, bool MapsDoubles) {
  Opcode Op = I.opcode();
  const auto *Row = find_if(InstructionFeatures,
                            [=](const auto &Of) { return Of.first == Op; });
  if (Row != std::end(InstructionFeatures))
    return Row->second;
  if (Op == OpAtom || Op == OpRed)
    return featureOfAtomic(I);
  if (Op == OpTex)
    return featureOfFetch(I);
  if (Op == OpVote)
    return I.has(ModBallot) ? abi::Feature::WarpExchange : abi::Feature::Votes;
  if (Op == OpBar || Op == OpBarrier) {
    if (I.has(ModSync) && !I.has(ModWarp) && barrierOperands(I).empty())
      return std::nullopt;
    return abi::Feature::PartialBarriers;
  }
  if (Op == OpPmevent) {
    if (I.has(ModMask))
      return abi::Feature::EventMasks;
    return std::nullopt;
  }
  if ((Op == OpAdd || Op == OpSub || Op == OpMul) && roundsUpOrDown(I))
    return abi::Feature::DirectedRounding;
  return featureOfTypes(I, MapsDoubles);
}

bool checkChip(LiftContext &C, const Instruction &I) {
  Needed Feature = featureOf(I, C.Parent.mapsDoubles());
  if (!Feature || C.Parent.Chip.has(*Feature))
    return true;
  C.error(I.NameRange, "'" + I.spelling() + "'" + barrierOperands(I) +
                           " is not supported on " + C.Parent.Chip.Name +
                           "; the lowest chip that has it is " +
                           abi::describeChip(abi::lowestChipWith(*Feature)));
  return false;
}

} // namespace heddle
