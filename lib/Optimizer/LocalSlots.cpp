//===- LocalSlots.cpp - Known places in .local ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalSlots.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace heddle {

/// `or` with bits that the place of \p Base is known not to have adds them:
/// compilers write the second half of an aligned pair so.
static std::optional<int64_t> orDistance(const LocalSlot &Base, Value *Bits) {
  auto *C = dyn_cast<ConstantInt>(Bits);
  uint64_t Align = Base.Variable->getAlign().value();
  if (!C || C->getValue().uge(Align))
    return std::nullopt;
  uint64_t Known = uint64_t(int64_t(Base.Offset)) % Align;
  if (Known & C->getZExtValue())
    return std::nullopt;
  return C->getSExtValue();
}

std::optional<LocalSlot> findLocalSlot(Value *Address) {
  int64_t Offset = 0;
  while (!isa<AllocaInst>(Address)) {
    auto *Step = dyn_cast<Operator>(Address);
    if (!Step)
      return std::nullopt;
    switch (Step->getOpcode()) {
    case Instruction::Trunc:
    case Instruction::ZExt:
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
      break;
    case Instruction::Add:
    case Instruction::Sub: {
      auto *Distance = dyn_cast<ConstantInt>(Step->getOperand(1));
      if (!Distance)
        return std::nullopt;
      // Only the low 32 bits of the offset count, so that wrapping around is no
      // harm.
      uint64_t Bytes = Distance->getSExtValue();
      Offset = Step->getOpcode() == Instruction::Add ? uint64_t(Offset) + Bytes
                                                     : uint64_t(Offset) - Bytes;
      break;
    }
    case Instruction::Or: {
      std::optional<LocalSlot> Base = findLocalSlot(Step->getOperand(0));
      std::optional<int64_t> Distance =
          Base ? orDistance(*Base, Step->getOperand(1)) : std::nullopt;
      if (!Distance)
        return std::nullopt;
      return LocalSlot{Base->Variable,
                       int32_t(Base->Offset + *Distance + Offset)};
    }
    case Instruction::GetElementPtr: {
      APInt Distance(32, 0);
      const DataLayout &Layout = cast<Instruction>(Step)->getDataLayout();
      if (!cast<GEPOperator>(Step)->accumulateConstantOffset(Layout, Distance))
        return std::nullopt;
      Offset += Distance.getSExtValue();
      break;
    }
    default:
      return std::nullopt;
    }
    Address = Step->getOperand(0);
  }
  // Addresses are 32 bits wide, and so is their arithmetic.
  return LocalSlot{cast<AllocaInst>(Address), int32_t(Offset)};
}

int pointerOperandIndex(const Instruction &I) {
  if (isa<LoadInst>(I))
    return LoadInst::getPointerOperandIndex();
  if (isa<StoreInst>(I))
    return StoreInst::getPointerOperandIndex();
  if (isa<AtomicRMWInst>(I))
    return AtomicRMWInst::getPointerOperandIndex();
  if (isa<AtomicCmpXchgInst>(I))
    return AtomicCmpXchgInst::getPointerOperandIndex();
  return -1;
}

std::optional<LocalSlot> accessedSlot(Instruction &I) {
  if (!isa<LoadInst, StoreInst>(I))
    return std::nullopt;
  auto Slot = findLocalSlot(getLoadStorePointerOperand(&I));
  if (!Slot)
    return std::nullopt;
  const DataLayout &Layout = I.getDataLayout();
  auto Size = Slot->Variable->getAllocationSize(Layout);
  int64_t Bytes = Layout.getTypeStoreSize(getLoadStoreType(&I));
  // A misaligned access is left to fault.
  if (!Size || Slot->Offset < 0 ||
      Slot->Offset + Bytes > int64_t(Size->getFixedValue()) ||
      commonAlignment(Slot->Variable->getAlign(), Slot->Offset) <
          getLoadStoreAlignment(&I))
    return std::nullopt;
  return Slot;
}

} // namespace heddle
