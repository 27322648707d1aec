//===- LiftSpecialRegisters.cpp - Special registers -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftSpecialRegisters.h"
#include "LiftCluster.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/ABI/ReservedShared.h"
#include "heddle/Intrinsics/Identifiers.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

namespace {
/// A register that has a value here.
struct RegisterRead {
  SpecialRegister Register;
  /// The intrinsic, without "llvm.nvvm.", component and number.
  StringLiteral Reads;
  bool HasComponents;
  /// How many there are whose name goes on with a number; 0 for one without.
  uint8_t Count;
};
/// A register that has a value where the chip has special registers for it.
struct FarRegisterRead {
  SpecialRegister Register;
  /// Empty for one that is always Number.
  StringLiteral Operation;
  /// The number of the chip's register, or how far a counter is shifted down.
  uint8_t Number;
};
} // namespace

#define GET_FarRegisterReads_IMPL
#define GET_SpecialRegisterReads_IMPL
#include "heddle/PTXParser/PTXTables.inc"

static const RegisterRead *readOf(SpecialRegister Register) {
  const RegisterRead *Found =
      find_if(SpecialRegisterReads, [Register](const RegisterRead &Row) {
        return Row.Register == Register;
      });
  return Found == std::end(SpecialRegisterReads) ? nullptr : Found;
}

/// The intrinsic for the component or number that \p Op asks for.
static Intrinsic::ID intrinsicOf(const RegisterRead &Read,
                                 const ptx::Operand &Op) {
  std::string Name = ("llvm.nvvm." + Read.Reads).str();
  if (Read.HasComponents)
    Name += {'.', "xyz"[Op.Component]};
  else if (Read.Count != 0)
    Name += std::to_string(Op.Index);
  Intrinsic::ID ID = llvm::Function::lookupIntrinsicID(Name);
  assert(ID != Intrinsic::not_intrinsic &&
         "PTXSpecialRegisters.td names no intrinsic");
  return ID;
}

/// The values that intrinsic \p ID takes in launches within \p Limits; none for
/// one about which nothing is known.
static std::optional<ConstantRange> rangeOf(const abi::LaunchLimits &Limits,
                                            Intrinsic::ID ID) {
  std::optional<abi::Identifier> Id = identifierOf(ID);
  auto Range = Id ? abi::identifierRange(Limits, *Id) : std::nullopt;
  if (!Range)
    return std::nullopt;
  auto [First, Last] = *Range;
  return ConstantRange::getNonEmpty(APInt(32, First), APInt(32, Last) + 1);
}

/// The value of \p Op that an operation or a number gives; null where neither
/// does.
static Value *readFar(LiftContext &C, const ptx::Operand &Op) {
  const auto *Read = find_if(FarRegisterReads, [&](const FarRegisterRead &Row) {
    return Row.Register == Op.SReg;
  });
  if (Read == std::end(FarRegisterReads))
    return nullptr;
  if (Read->Operation.empty())
    return C.Builder.getInt64(Read->Number);
  std::optional<HeddleOp> Operation = findHeddleOp(Read->Operation);
  assert(Operation && "PTXSpecialRegisters.td names no operation");
  if (heddleOpInfo(*Operation).params().empty())
    return C.Builder.CreateLShr(C.op(*Operation), Read->Number);
  Value *V = C.op(*Operation, {C.Builder.getInt32(Read->Number)});
  if (Op.SReg == SRegLaneId)
    cast<CallInst>(V)->addRangeRetAttr(
        ConstantRange(APInt(32, 0), APInt(32, abi::WarpSize)));
  return V;
}

/// Registers of clusters, where a chip knows of none.
static bool isOfClusters(SpecialRegister Register) {
  return Register == SRegClusterId || Register == SRegNClusterId;
}

/// Half \p Number of the address, the upper one first, that a driver gives a
/// cooperative launch in %envreg1 and %envreg2: two words, and in the second
/// one the CTAs count when the whole grid synchronizes, in a way that leaves it
/// ready for the next launch. A grid that nobody launched so has them, too.
static Value *gridWorkspaceHalf(LiftContext &C, unsigned Number) {
  llvm::Module &M = C.Parent.M;
  StringRef Name = "__heddle_grid_workspace";
  Type *Word = C.Builder.getInt32Ty();
  GlobalVariable *Workspace = M.getNamedGlobal(Name);
  if (!Workspace) {
    Type *Words = ArrayType::get(Word, 2);
    Workspace = new GlobalVariable(
        M, Words, /*isConstant=*/false, GlobalValue::InternalLinkage,
        Constant::getNullValue(Words), Name, /*InsertBefore=*/nullptr,
        GlobalValue::NotThreadLocal, abi::Global,
        /*isExternallyInitialized=*/true);
    Workspace->setAlignment(Align(8));
  }
  Value *Address = C.Builder.CreatePtrToInt(Workspace, C.Builder.getInt64Ty());
  if (Number == 1)
    Address = C.Builder.CreateLShr(Address, 32);
  return C.Builder.CreateTrunc(Address, Word);
}

/// Shared memory that a driver keeps for itself in each CTA, from sm_80 on:
/// cooperative groups of several warps meet in its second half. A kernel has it
/// where it asks for it. Null for all other registers.
static Value *readReservedShared(LiftContext &C, SpecialRegister Register) {
  constexpr uint32_t Bytes = abi::ReservedSharedBytes;
  uint32_t Offset = 0;
  if (Register == SRegReservedSmemCap)
    return C.Builder.getInt32(Bytes);
  if (Register == SRegReservedSmem1)
    Offset = Bytes / 2;
  else if (Register == SRegReservedSmemEnd)
    Offset = Bytes;
  else if (Register != SRegReservedSmemBegin && Register != SRegReservedSmem0)
    return nullptr;
  llvm::Module &M = C.Parent.M;
  StringRef Name = abi::ReservedSharedName;
  GlobalVariable *Reserved = M.getNamedGlobal(Name);
  if (!Reserved) {
    Type *Content = ArrayType::get(C.Builder.getInt8Ty(), Bytes);
    Reserved = new GlobalVariable(
        M, Content, /*isConstant=*/false, GlobalValue::InternalLinkage,
        UndefValue::get(Content), Name, /*InsertBefore=*/nullptr,
        GlobalValue::NotThreadLocal, abi::Shared);
    Reserved->setAlignment(Align(16));
  }
  Value *Address = C.Builder.CreatePtrToInt(Reserved, C.Builder.getInt32Ty());
  return C.Builder.CreateAdd(Address, C.Builder.getInt32(Offset));
}

Value *readSpecial(LiftContext &C, const ptx::Operand &Op) {
  bool HasFar = C.Parent.Chip.has(abi::Feature::SpecialRegisters);
  if (HasFar && Op.SReg == SRegEnvReg && (Op.Index == 1 || Op.Index == 2))
    return gridWorkspaceHalf(C, Op.Index);
  if (HasFar)
    if (Value *V = readReservedShared(C, Op.SReg))
      return V;
  if (C.Parent.Chip.has(abi::Feature::Tensors) && Op.Component >= -1)
    if (Value *V = readOfCluster(C, Op))
      return V;
  const RegisterRead *Read = readOf(Op.SReg);
  bool IsVector = Read && Read->HasComponents;
  if (HasFar && Op.Component != 3 && !(IsVector && Op.Component < 0))
    if (Value *V = readFar(C, Op))
      return V;
  if (HasFar && Op.Component == 3)
    return C.Builder.getInt32(0);
  if (!HasFar && isOfClusters(Op.SReg))
    Read = nullptr;
  if (!Read || (Read->HasComponents && Op.Component < 0)) {
    C.Parent.unsupported(Op.Range, Op.SReg == SRegEnvReg
                                       ? ": no driver gives it a value here"
                                       : "");
    return C.Builder.getInt32(0);
  }
  // .w of all of them reads zero.
  if (Op.Component == 3)
    return C.Builder.getInt32(0);
  Intrinsic::ID ID = intrinsicOf(*Read, Op);
  Value *V = C.intrinsic(ID, {});
  if (std::optional<ConstantRange> Range = rangeOf(C.Parent.Limits, ID))
    cast<CallInst>(V)->addRangeRetAttr(*Range);
  return V;
}

Value *threadInCta(LiftContext &C) {
  IRBuilderBase &B = C.Builder;
  auto Read = [&](Intrinsic::ID ID) { return C.intrinsic(ID, {}); };
  Value *Row =
      B.CreateAdd(Read(Intrinsic::nvvm_read_ptx_sreg_tid_y),
                  B.CreateMul(Read(Intrinsic::nvvm_read_ptx_sreg_tid_z),
                              Read(Intrinsic::nvvm_read_ptx_sreg_ntid_y)));
  return B.CreateAdd(
      Read(Intrinsic::nvvm_read_ptx_sreg_tid_x),
      B.CreateMul(Row, Read(Intrinsic::nvvm_read_ptx_sreg_ntid_x)));
}

} // namespace heddle
