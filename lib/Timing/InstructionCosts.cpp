//===- InstructionCosts.cpp - What instructions cost a board --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionCosts.h"
#include "CacheShapes.h"
#include "heddle/ABI/DoubleOps.inc"
#include "heddle/ABI/FloatOps.inc"
#include "heddle/ABI/HalfOps.inc"
#include "heddle/ABI/IeeeOps.inc"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MatrixOps.inc"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/WideOps.inc"
#include "heddle/Machine/RegisterResults.h"
#include "heddle/Matrix/MatrixForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::timing {

using sm::DecodedInst;
using sm::DoubleOp;
using sm::FloatOp;
using sm::FlowKind;
using sm::HalfOp;
using sm::IeeeOp;
using sm::IntegerOp;
using sm::MatrixOp;
using sm::MemoryOp;
using sm::MemoryOperand;
using sm::Unit;
using sm::WideOp;

namespace {

/// Condition codes and address registers, behind the registers.
constexpr unsigned NumConditions = 4, NumAddresses = 5;

template <class... UnitOpsT>
bool isOneOf(const DecodedInst &I, UnitOpsT... Of) {
  return (I.is(Of) || ...);
}

bool isMultiplyAdd(const DecodedInst &I) {
  return isOneOf(I, FloatOp::Mad, IntegerOp::MulAdd, IntegerOp::MulAddCarry,
                 IntegerOp::Product, IntegerOp::ProductHigh, IeeeOp::Fma,
                 HalfOp::Fma);
}

bool isLongOperation(const DecodedInst &I) {
  return isOneOf(I, WideOp::Mul, WideOp::MulHigh, WideOp::Mad, WideOp::MulWords,
                 MatrixOp::Multiply, MatrixOp::MultiplyMore, IeeeOp::Div,
                 IeeeOp::Rcp, IeeeOp::Sqrt);
}

bool isMultiplication(const DecodedInst &I) {
  return I.is(FloatOp::MulRN) || I.is(FloatOp::MulRZ) || I.is(IeeeOp::Mul);
}

bool isFunction(const DecodedInst &I) {
  return sm::InstClass(I.Class) == sm::InstClass::Special &&
         I.unit() != Unit::Float;
}

bool isDouble(const DecodedInst &I) {
  return sm::InstClass(I.Class) == sm::InstClass::Double;
}

bool reads(const DecodedInst &I, MemoryOperand::SpaceKind Space) {
  return I.Mem[0].Space == Space || I.Mem[1].Space == Space;
}

/// Whether its result is a word of s[], and not what becomes of one: operands
/// of arithmetic are read on the way through its pipeline.
bool loadsShared(const DecodedInst &I) {
  return (I.unit() == Unit::Memory && I.space() == sm::Space::Shared) ||
         (I.unit() == Unit::Move && reads(I, MemoryOperand::Shared));
}

/// Whether it goes to memory outside of the SM.
bool leavesSM(const DecodedInst &I) {
  if (I.unit() == Unit::Texture)
    return true;
  return I.unit() == Unit::Memory && I.space() != sm::Space::Shared &&
         I.space() != sm::Space::Const;
}

/// Whether what it accesses depends on what lanes compute.
bool dependsOnData(const DecodedInst &I) {
  for (const MemoryOperand &M : I.Mem)
    if (M.Space != MemoryOperand::None && M.AddressReg)
      return true;
  if (leavesSM(I))
    return true;
  return I.unit() == Unit::Memory && (I.isFar() || I.Sub[0] != 0);
}

/// The share of a thread in what its warp computes.
unsigned matrixFlopsOf(const DecodedInst &I) {
  // How large a product of tensor memory is, its operands say.
  if (I.is(MatrixOp::Move) || I.is(MatrixOp::TensorThread) ||
      I.is(MatrixOp::TensorWarp))
    return 0;
  constexpr unsigned Columns = 8;
  const matrix::MatrixForm F = matrix::matrixForm(I.Imm);
  const unsigned Products = F.Rows * Columns * F.K / (F.IsSparse ? 2 : 1);
  return 2 * Products / sm::Lanes;
}

unsigned flopsOf(const DecodedInst &I) {
  switch (I.unit()) {
  case Unit::Float:
    if (I.is(FloatOp::Mad))
      return 2;
    return I.is(FloatOp::AddRN) || I.is(FloatOp::AddRZ) || isMultiplication(I);
  case Unit::Ieee:
    if (I.is(IeeeOp::Fma))
      return 2;
    return I.is(IeeeOp::Add) || isMultiplication(I) || isLongOperation(I);
  case Unit::Double:
    if (I.is(DoubleOp::Fma))
      return 2;
    return I.is(DoubleOp::Add) || I.is(DoubleOp::Mul);
  case Unit::Half:
    if (I.is(HalfOp::Fma))
      return 2;
    return I.is(HalfOp::Add) || I.is(HalfOp::Sub) || I.is(HalfOp::Mul);
  case Unit::Sfu:
  case Unit::Function:
    return 1;
  case Unit::Matrix:
    return matrixFlopsOf(I);
  case Unit::Move:
  case Unit::Integer:
  case Unit::Wide:
  case Unit::Bits:
  case Unit::Exchange:
  case Unit::Format:
  case Unit::Convert:
  case Unit::Texture:
  case Unit::Memory:
  case Unit::Flow:
    return 0;
  }
  llvm_unreachable("covered switch");
}

/// Busy and latency of one on the SPs, but for its operands.
void setOnSPs(InstructionCost &C, const DecodedInst &I, const Board &B) {
  C.Busy = uint16_t(B.count(Parameter::SPBusy));
  C.Latency = uint16_t(B.count(isMultiplyAdd(I) ? Parameter::MadLatency
                                                : Parameter::AddLatency));
  if (isLongOperation(I)) {
    C.Busy = uint16_t(B.count(Parameter::MatrixBusy));
    C.Latency = uint16_t(C.Latency + C.Busy);
  } else if (I.unit() == Unit::Wide) {
    C.Busy = uint16_t(2 * C.Busy);
  }
  C.MayUseSFU = isMultiplication(I) && B.count(Parameter::SFUMulBusy) != 0;
  if (loadsShared(I)) {
    C.Latency = uint16_t(B.count(Parameter::SharedLatency));
    C.Result = Stall::Shared;
  } else if (reads(I, MemoryOperand::Shared) && isMultiplyAdd(I)) {
    C.Busy =
        uint16_t(std::max<unsigned>(C.Busy, B.count(Parameter::MadSharedBusy)));
  }
  if (reads(I, MemoryOperand::Const) || I.space() == sm::Space::Const)
    C.Latency = uint16_t(
        std::max<unsigned>(C.Latency, B.count(Parameter::ConstLatency)));
}

void setConstLines(InstructionCost &C, const DecodedInst &I) {
  for (const MemoryOperand &M : I.Mem)
    if (M.Space == MemoryOperand::Const && !M.AddressReg)
      C.ConstLines[C.NumConstLines++] = constLine(M.Bank, M.Offset);
  if (I.is(MemoryOp::LoadConst) && !I.Sub[0])
    C.ConstLines[C.NumConstLines++] = constLine(I.Sub[2], I.Imm);
}

InstructionCost costOf(const DecodedInst &I, const Board &B) {
  InstructionCost C;
  C.CodeLine = I.Address / L2LineBytes;
  C.HasDetail = dependsOnData(I) || I.isBarrier();
  if (leavesSM(I)) {
    C.Where = Port::Memory;
    C.Busy = uint16_t(B.count(Parameter::SPBusy));
    C.Result = I.isFetch() ? Stall::Texture : Stall::Global;
    C.IsStore = I.isStore();
  } else if (isDouble(I)) {
    C.Where = Port::Double;
    C.Busy = uint16_t(B.count(Parameter::DoubleBusy));
    C.Latency = uint16_t(B.count(Parameter::DoubleLatency));
    C.Result = Stall::Double;
  } else if (isFunction(I) && !isLongOperation(I)) {
    C.Where = Port::SFU;
    C.Busy = uint16_t(B.count(Parameter::SFUBusy));
    C.Latency = uint16_t(B.count(Parameter::SFULatency));
    C.Result = Stall::Sfu;
  } else {
    setOnSPs(C, I, B);
  }
  C.IsBranch = I.unit() == Unit::Flow && !I.isBarrier();
  if (C.IsBranch)
    C.Busy = uint16_t(B.count(Parameter::BranchBusy));
  setConstLines(C, I);
  return C;
}

} // namespace

uint32_t constLine(unsigned Bank, uint64_t Address) {
  // Banks hold up to 64 KiB, or more where addresses are not cut.
  return uint32_t(Bank << 26 | (Address / ConstLineBytes & 0x3ffffff));
}

KernelCosts::KernelCosts(const sm::Program &P, const Board &B)
    : RegisterRows(P.registerRows()) {
  NumRegisters = RegisterRows + NumConditions + NumAddresses;
  sm::InstructionPrinter Printer(P);
  const std::vector<std::vector<sm::RegisterUse>> Written =
      sm::registerResults(P);
  FlopsBefore.push_back(0);
  findSeen(P);
  for (auto [N, I] : llvm::enumerate(P.Code)) {
    InstructionCost C = costOf(I, B);
    addRegisters(C, I, Printer.operands(I.Address), Written[N]);
    Costs.push_back(C);
    Flops.push_back(uint16_t(flopsOf(I)));
    FlopsBefore.push_back(FlopsBefore.back() + (Seen[N] ? 0 : Flops.back()));
  }
}

unsigned KernelCosts::addUses(llvm::ArrayRef<sm::RegisterUse> Uses) {
  const size_t Before = Registers.size();
  for (const sm::RegisterUse &U : Uses) {
    sm::rowsOf(U).append(RegisterRows, Registers);
    if (U.Kind == sm::RegisterUse::Condition && U.Number < NumConditions)
      Registers.push_back(uint16_t(RegisterRows + U.Number));
    else if (U.Kind == sm::RegisterUse::Address && U.Number &&
             U.Number < NumAddresses)
      Registers.push_back(uint16_t(RegisterRows + NumConditions + U.Number));
  }
  return unsigned(Registers.size() - Before);
}

void KernelCosts::addRegisters(InstructionCost &C, const DecodedInst &I,
                               llvm::ArrayRef<sm::RegisterUse> Read,
                               llvm::ArrayRef<sm::RegisterUse> Written) {
  C.Registers = uint32_t(Registers.size());
  C.NumReads = uint8_t(addUses(Read));
  C.NumWrites = uint8_t(addUses(Written));
  if (I.has(sm::StepsAddress)) {
    Registers.push_back(
        uint16_t(RegisterRows + NumConditions + I.Mem[0].AddressReg));
    ++C.NumWrites;
  }
}

void KernelCosts::findSeen(const sm::Program &P) {
  // Where lanes of a warp go on by turns, nothing follows from the code.
  const bool SeesAll = P.PartsWarps || P.MeetsAcross;
  Seen.assign(P.Code.size(), SeesAll);
  Seen.front() = Seen.back() = true;
  for (auto [N, I] : llvm::enumerate(P.Code)) {
    const bool Ends = !I.isPlain() || I.Exit;
    if (Ends || I.Join || dependsOnData(I) || (I.isPredicated() && flopsOf(I)))
      Seen[N] = true;
    if (Ends && N + 1 < P.Code.size())
      Seen[N + 1] = true;
    if (!I.isPlain() && I.Target < P.Code.size())
      Seen[I.Target] = true;
  }
}

} // namespace heddle::timing
