//===- TeslaISelDAGToDAG.cpp - Instruction selection ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Selection that patterns cannot express: addresses, wide accesses, the zero
/// register and which branches may diverge.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaForms.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Tesla.h"
#include "TeslaISelLowering.h"
#include "TeslaInstrBuilder.h"
#include "TeslaSubtarget.h"
#include "TeslaTargetMachine.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/CodeGen/FunctionLoweringInfo.h"
#include "llvm/CodeGen/SelectionDAGISel.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/InitializePasses.h"

#define DEBUG_TYPE "tesla-isel"
#define PASS_NAME "Tesla instruction selection"

using namespace llvm;
using namespace heddle;

/// Whether neither operand of \p Sum is a parameter, which can be a sum's
/// operand but would not be a product's addend.
static bool isSumOfRegisters(const SDNode *Sum) {
  return none_of(Sum->op_values(), [](SDValue V) {
    auto *Load = dyn_cast<LoadSDNode>(V);
    return isa<ConstantSDNode>(V) ||
           (Load && Load->getAddressSpace() == abi::Shared);
  });
}

/// Whether \p Sum adds to a product, which is one instruction if it adds a
/// whole word.
static bool addsToProduct(const SDNode *Sum) {
  return any_of(Sum->op_values(), [](SDValue V) {
    switch (V->getOpcode()) { // Over LLVM's and our opcodes.
    case TeslaISD::MUL_U16:
    case TeslaISD::MUL_S16:
    case TeslaISD::MUL_U24:
    case TeslaISD::MUL_S24:
      return V->hasOneUse();
    }
    return false;
  });
}

/// Whether all readers of \p Word, an extended half, can read the half instead:
/// products with a power of two, sums of registers, and conversions to f32. A
/// single reader always does, where a pattern asks.
static bool onlyFeedsHalves(const SDNode *Word) {
  if (Word->hasOneUse())
    return true;
  // The extension pays for one product that is taken apart from its sum.
  unsigned NumProducts = 0;
  return all_of(Word->uses(), [&](const SDNode *User) {
    switch (User->getOpcode()) { // Over LLVM's and our opcodes.
    case ISD::SHL: {
      auto *Count = dyn_cast<ConstantSDNode>(User->getOperand(1));
      return User->getOperand(0).getNode() == Word && Count &&
             isUInt<4>(Count->getZExtValue());
    }
    case ISD::ADD:
      NumProducts += addsToProduct(User);
      return isSumOfRegisters(User) && NumProducts <= 1;
    case ISD::INTRINSIC_WO_CHAIN:
      switch (User->getConstantOperandVal(0)) { // Over LLVM's intrinsics.
      case Intrinsic::nvvm_ui2f_rn:
      case Intrinsic::nvvm_ui2f_rm:
      case Intrinsic::nvvm_ui2f_rp:
      case Intrinsic::nvvm_ui2f_rz:
        return true;
      }
      return false;
    }
    return false;
  });
}

namespace {

class TeslaDAGToDAGISel : public SelectionDAGISel {
public:
  TeslaDAGToDAGISel(TeslaTargetMachine &TM, CodeGenOptLevel Level)
      : SelectionDAGISel(TM, Level) {}

  bool runOnMachineFunction(MachineFunction &Fn) override {
    Subtarget = &Fn.getSubtarget<TeslaSubtarget>();
    return SelectionDAGISel::runOnMachineFunction(Fn);
  }
  void PreprocessISelDAG() override;
  void Select(SDNode *N) override;

#include "TeslaGenDAGISel.inc"

private:
  bool selectConstantZero(SDNode *N);
  void selectBranch(SDNode *N);
  void selectFrameIndex(SDNode *N);
  void selectCall(SDNode *N);
  void selectReturn(SDNode *N);
  void selectPair(SDNode *N);
  void selectSplit(SDNode *N);
  bool isFar(const MemSDNode &Mem, SDValue Address);
  SmallVector<SDValue, 8> wideAddress(const MemSDNode &Mem, SDValue Address);
  void selectWideLoad(SDNode *N, unsigned Words);
  void selectWideStore(SDNode *N, unsigned Words);
  SDValue quad(ArrayRef<SDUse> Words, const SDLoc &DL);
  bool selectQuads(SDNode *N);
  void selectSlotFetch(SDNode *N, unsigned Opcode);

  SDValue imm(uint64_t V, const SDLoc &DL) {
    return CurDAG->getTargetConstant(V, DL, MVT::i32);
  }
  SDValue addressRegister(SDValue Value, unsigned Shift, const SDLoc &DL);
  SDValue addressSum(SDValue Base, uint32_t Value, const SDLoc &DL);
  SDValue addressConstant(uint32_t Value, const SDLoc &DL);
  bool selectAddress(SDValue Addr, unsigned Unit, uint64_t Reach, SDValue &Base,
                     SDValue &Offset);

  /// s[] as an operand: five bits of offset, counted in units.
  template <unsigned Unit, unsigned Mode>
  bool selectShared(SDValue Addr, SDValue &Base, SDValue &Offset,
                    SDValue &ModeOp) {
    ModeOp = imm(Mode, SDLoc(Addr));
    return selectAddress(Addr, Unit, 32 * Unit, Base, Offset);
  }
  /// s[] as a store's destination and c[] as a load's source: all offsets.
  template <unsigned Unit>
  bool selectFarOffset(SDValue Addr, SDValue &Base, SDValue &Offset) {
    return selectAddress(Addr, Unit, 0x10000, Base, Offset);
  }
  bool selectLocal(SDValue Addr, SDValue &Base, SDValue &Offset);
  bool selectFar(SDValue Addr, SDValue &Base, SDValue &Offset) {
    return selectFarWithin(Addr, 24, Base, Offset);
  }
  bool selectFarAtom(SDValue Addr, SDValue &Base, SDValue &Offset) {
    return selectFarWithin(Addr, 10, Base, Offset);
  }
  bool selectFarWithin(SDValue Addr, unsigned Reach, SDValue &Base,
                       SDValue &Offset);

  const TeslaSubtarget *Subtarget = nullptr;
};

class TeslaDAGToDAGISelLegacy : public SelectionDAGISelLegacy {
public:
  static char ID;
  TeslaDAGToDAGISelLegacy(TeslaTargetMachine &TM, CodeGenOptLevel Level)
      : SelectionDAGISelLegacy(ID,
                               std::make_unique<TeslaDAGToDAGISel>(TM, Level)) {
  }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    // Without this analysis SelectionDAG takes everything for uniform.
    AU.addRequired<UniformityInfoWrapperPass>();
    SelectionDAGISelLegacy::getAnalysisUsage(AU);
  }
};

} // namespace

char TeslaDAGToDAGISelLegacy::ID = 0;

INITIALIZE_PASS_BEGIN(TeslaDAGToDAGISelLegacy, DEBUG_TYPE, PASS_NAME, false,
                      false)
INITIALIZE_PASS_DEPENDENCY(UniformityInfoWrapperPass)
INITIALIZE_PASS_END(TeslaDAGToDAGISelLegacy, DEBUG_TYPE, PASS_NAME, false,
                    false)

FunctionPass *llvm::createTeslaISelDag(TeslaTargetMachine &TM,
                                       CodeGenOptLevel Level) {
  return new TeslaDAGToDAGISelLegacy(TM, Level);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// The value that has the low \p Bits of \p Value, without extensions from
/// there on.
static SDValue lowBitsOf(SDValue Value, unsigned Bits) {
  for (;;) {
    unsigned Kept = 0;
    if (Value.getOpcode() == ISD::AND) {
      if (auto *Mask = dyn_cast<ConstantSDNode>(Value.getOperand(1)))
        Kept = Mask->getAPIntValue().countr_one();
    } else if (Value.getOpcode() == ISD::SIGN_EXTEND_INREG) {
      Kept = unsigned(
          cast<VTSDNode>(Value.getOperand(1))->getVT().getSizeInBits());
    }
    if (Kept < Bits)
      return Value;
    Value = Value.getOperand(0);
  }
}

/// $a = Value << Shift, of which 16 bits are kept.
SDValue TeslaDAGToDAGISel::addressRegister(SDValue Value, unsigned Shift,
                                           const SDLoc &DL) {
  Value = lowBitsOf(Value, 16 - Shift);
  SmallVector<SDValue, 5> Ops = {Value, imm(Shift, DL)};
  addDefaults(Ops, Tesla::SHL_A_ri, DL, *CurDAG);
  return SDValue(CurDAG->getMachineNode(Tesla::SHL_A_ri, DL, MVT::i16, Ops), 0);
}

/// $a = Base + Value, in 16 bits.
SDValue TeslaDAGToDAGISel::addressSum(SDValue Base, uint32_t Value,
                                      const SDLoc &DL) {
  SmallVector<SDValue, 5> Ops = {Base, imm(Value, DL)};
  addDefaults(Ops, Tesla::ADD_A_ri, DL, *CurDAG);
  return SDValue(CurDAG->getMachineNode(Tesla::ADD_A_ri, DL, MVT::i16, Ops), 0);
}

SDValue TeslaDAGToDAGISel::addressConstant(uint32_t Value, const SDLoc &DL) {
  SDValue Zero = CurDAG->getRegister(Tesla::A0, MVT::i16);
  return Value == 0 ? Zero : addressSum(Zero, Value, DL);
}

/// Splits \p Addr into $a and an offset below \p Reach that is a multiple of
/// \p Unit. The remainder stays in $a, misalignment included, so that the
/// access faults where the program says it should.
bool TeslaDAGToDAGISel::selectAddress(SDValue Addr, unsigned Unit,
                                      uint64_t Reach, SDValue &Base,
                                      SDValue &Offset) {
  SDLoc DL(Addr);
  // $a has 16 bits, and loading it is an instruction of its own.
  if (Subtarget->hasWideAddresses()) {
    auto *C = dyn_cast<ConstantSDNode>(Addr);
    uint64_t Value = C ? C->getZExtValue() : Reach;
    if (Value >= Reach || Value % Unit)
      return false;
  }
  if (auto *C = dyn_cast<ConstantSDNode>(Addr)) {
    uint64_t Value = C->getZExtValue();
    if (isUInt<16>(Value)) {
      uint64_t Part = Value % Reach / Unit * Unit;
      Base = addressConstant(Value - Part, DL);
      Offset = imm(Part, DL);
      return true;
    }
  }
  // Part goes into the access, Rest is added to $a, where neighbours share it.
  uint64_t Part = 0, Rest = 0;
  if (CurDAG->isBaseWithConstantOffset(Addr)) {
    int64_t Value = cast<ConstantSDNode>(Addr.getOperand(1))->getSExtValue();
    if (isInt<16>(Value) && Value % int64_t(Unit) == 0) {
      Part = Value < 0 ? 0 : uint64_t(Value) % Reach;
      Rest = uint64_t(Value - int64_t(Part)) & 0xffff;
      Addr = Addr.getOperand(0);
    }
  }
  unsigned Shift = 0;
  // A value that other blocks read is in a register, from which all make the
  // same address.
  auto IsExported = [](SDValue V) {
    return any_of(V->uses(), [](const SDNode *User) {
      return User->getOpcode() == ISD::CopyToReg;
    });
  };
  if (Addr.getOpcode() == ISD::SHL && !IsExported(Addr))
    if (auto *C = dyn_cast<ConstantSDNode>(Addr.getOperand(1));
        C && isUInt<4>(C->getZExtValue())) {
      Shift = C->getZExtValue();
      Addr = Addr.getOperand(0);
    }
  // A mask behind a shift is one in front of it, and $a shifts for nothing.
  if (!Shift && Addr.getOpcode() == ISD::AND && Addr.hasOneUse() &&
      Addr.getOperand(0).getOpcode() == ISD::SHL &&
      Addr.getOperand(0).hasOneUse()) {
    SDValue Shl = Addr.getOperand(0);
    auto *Mask = dyn_cast<ConstantSDNode>(Addr.getOperand(1));
    auto *Count = dyn_cast<ConstantSDNode>(Shl.getOperand(1));
    if (Mask && Count && isUInt<4>(Count->getZExtValue())) {
      Shift = Count->getZExtValue();
      SmallVector<SDValue, 5> Ops = {
          Shl.getOperand(0), imm(uint32_t(Mask->getZExtValue()) >> Shift, DL)};
      addDefaults(Ops, Tesla::AND_B32_ri, DL, *CurDAG);
      Addr = SDValue(
          CurDAG->getMachineNode(Tesla::AND_B32_ri, DL, MVT::i32, Ops), 0);
    }
  }
  Base = addressRegister(Addr, Shift, DL);
  if (Rest)
    Base = addressSum(Base, Rest, DL);
  Offset = imm(Part, DL);
  return true;
}

bool TeslaDAGToDAGISel::selectLocal(SDValue Addr, SDValue &Base,
                                    SDValue &Offset) {
  if (auto *FI = dyn_cast<FrameIndexSDNode>(Addr)) {
    Base = CurDAG->getRegister(Tesla::A0, MVT::i16);
    Offset = CurDAG->getTargetFrameIndex(FI->getIndex(), MVT::i32);
    return true;
  }
  return selectAddress(Addr, 1, 0x10000, Base, Offset);
}

/// A register and a signed offset of \p Reach bits.
bool TeslaDAGToDAGISel::selectFarWithin(SDValue Addr, unsigned Reach,
                                        SDValue &Base, SDValue &Offset) {
  SDLoc DL(Addr);
  int64_t Value = 0;
  if (CurDAG->isBaseWithConstantOffset(Addr))
    Value = cast<ConstantSDNode>(Addr.getOperand(1))->getSExtValue();
  else if (auto *C = dyn_cast<ConstantSDNode>(Addr);
           C && Addr.getValueType() == MVT::i32 &&
           isUIntN(Reach - 1, C->getZExtValue())) {
    Base = CurDAG->getRegister(Tesla::R127, MVT::i32);
    Offset = imm(C->getZExtValue(), DL);
    return true;
  }
  if (!isIntN(Reach, Value))
    Value = 0;
  Base = Value ? Addr.getOperand(0) : Addr;
  Offset = CurDAG->getTargetConstant(Value, DL, MVT::i32);
  return true;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// \p N, a mask of a mask, as one mask; null if it is none.
static SDValue oneMask(SDNode *N, SelectionDAG &DAG) {
  if (N->getOpcode() != ISD::AND || N->getValueType(0) != MVT::i32 ||
      N->getOperand(0).getOpcode() != ISD::AND)
    return SDValue();
  SDValue Inner = N->getOperand(0);
  auto *Outer = dyn_cast<ConstantSDNode>(N->getOperand(1));
  auto *First = dyn_cast<ConstantSDNode>(Inner.getOperand(1));
  if (!Outer || !First)
    return SDValue();
  SDLoc DL(N);
  return DAG.getNode(
      ISD::AND, DL, MVT::i32, Inner.getOperand(0),
      DAG.getConstant(Outer->getAPIntValue() & First->getAPIntValue(), DL,
                      MVT::i32));
}

/// Removes assertions on values, which have done their work, and would hide
/// from patterns how a value is made.
void TeslaDAGToDAGISel::PreprocessISelDAG() {
  if (Subtarget->hasWideAddresses() || OptLevel == CodeGenOptLevel::None)
    return;
  for (SDNode &N : make_early_inc_range(CurDAG->allnodes()))
    if (N.getOpcode() == ISD::AssertZext || N.getOpcode() == ISD::AssertSext)
      CurDAG->ReplaceAllUsesOfValueWith(SDValue(&N, 0), N.getOperand(0));
  CurDAG->RemoveDeadNodes();
  for (SDNode &N : make_early_inc_range(CurDAG->allnodes()))
    if (SDValue Mask = oneMask(&N, *CurDAG))
      CurDAG->ReplaceAllUsesOfValueWith(SDValue(&N, 0), Mask);
  CurDAG->RemoveDeadNodes();
}

/// Zero is $r127, which is never allocated.
bool TeslaDAGToDAGISel::selectConstantZero(SDNode *N) {
  bool IsZero = false;
  if (N->getValueType(0).getSizeInBits() != 32)
    return false;
  if (auto *C = dyn_cast<ConstantSDNode>(N))
    IsZero = C->isZero();
  else if (auto *F = dyn_cast<ConstantFPSDNode>(N))
    IsZero = F->isZero() && !F->isNegative();
  if (!IsZero)
    return false;
  SDValue Copy = CurDAG->getCopyFromReg(CurDAG->getEntryNode(), SDLoc(N),
                                        Tesla::R127, N->getValueType(0));
  ReplaceNode(N, Copy.getNode());
  return true;
}

void TeslaDAGToDAGISel::selectBranch(SDNode *N) {
  SDLoc DL(N);
  SDValue Ops[] = {N->getOperand(1), N->getOperand(2), N->getOperand(3),
                   N->getOperand(0)};
  // The condition may have been computed where it was uniform still.
  const UniformityInfo *UA = CurDAG->getUniformityInfo();
  const BasicBlock *Block = FuncInfo->MBB->getBasicBlock();
  bool Divergent = N->getOperand(3)->isDivergent() || !Block ||
                   attributes::Divergent.isSet(MF->getFunction()) ||
                   UA->isDivergent(Block->getTerminator());
  CurDAG->SelectNodeTo(N, Divergent ? Tesla::BRA_DIV : Tesla::BRA, MVT::Other,
                       Ops);
}

/// The address of a slot is known, or relative to the stack.
void TeslaDAGToDAGISel::selectFrameIndex(SDNode *N) {
  SDValue Index = CurDAG->getTargetFrameIndex(
      cast<FrameIndexSDNode>(N)->getIndex(), MVT::i32);
  if (!attributes::OnStack.isSet(MF->getFunction())) {
    CurDAG->SelectNodeTo(N, Tesla::MOV_B32_i, MVT::i32, Index);
    return;
  }
  SDLoc DL(N);
  SmallVector<SDValue, 4> Ops = {CurDAG->getRegister(Tesla::R9, MVT::i32),
                                 Index};
  addDefaults(Ops, Tesla::ADD_B32_ri, DL, *CurDAG);
  CurDAG->SelectNodeTo(N, Tesla::ADD_B32_ri, MVT::i32, Ops);
}

/// Puts the chain behind the operands, and glue last.
void TeslaDAGToDAGISel::selectCall(SDNode *N) {
  SmallVector<SDValue, 12> Ops(drop_begin(N->ops()));
  bool HasGlue = Ops.back().getValueType() == MVT::Glue;
  Ops.insert(HasGlue ? Ops.end() - 1 : Ops.end(), N->getOperand(0));
  CurDAG->SelectNodeTo(N, Tesla::CALL, N->getVTList(), Ops);
}

void TeslaDAGToDAGISel::selectReturn(SDNode *N) {
  SDLoc DL(N);
  SmallVector<SDValue, 12> Ops;
  addDefaults(Ops, Tesla::RET_U, DL, *CurDAG);
  append_range(Ops, drop_begin(N->ops()));
  bool HasGlue = Ops.back().getValueType() == MVT::Glue;
  Ops.insert(HasGlue ? Ops.end() - 1 : Ops.end(), N->getOperand(0));
  CurDAG->SelectNodeTo(N, Tesla::RET_U, MVT::Other, Ops);
}

static unsigned subRegister(unsigned Word) {
  static const unsigned Subs[] = {Tesla::sub0, Tesla::sub1, Tesla::sub2,
                                  Tesla::sub3};
  return Subs[Word];
}

void TeslaDAGToDAGISel::selectPair(SDNode *N) {
  SDLoc DL(N);
  SDValue Ops[] = {imm(Tesla::GPR64RegClass.getID(), DL), N->getOperand(0),
                   imm(Tesla::sub0, DL), N->getOperand(1),
                   imm(Tesla::sub1, DL)};
  CurDAG->SelectNodeTo(N, TargetOpcode::REG_SEQUENCE, MVT::f64, Ops);
}

void TeslaDAGToDAGISel::selectSplit(SDNode *N) {
  SDLoc DL(N);
  for (unsigned I = 0; I < 2; ++I)
    ReplaceUses(SDValue(N, I),
                CurDAG->getTargetExtractSubreg(subRegister(I), DL, MVT::i32,
                                               N->getOperand(0)));
  CurDAG->RemoveDeadNode(N);
}

/// The access of \p Words registers to global or local memory.
static unsigned farOpcode(unsigned Words, bool IsStore, unsigned Space) {
  bool IsQuad = Words == 4;
  switch (Space) {
  case abi::Global:
    return IsStore  ? IsQuad ? Tesla::STF_G_B128 : Tesla::STF_G_B64
           : IsQuad ? Tesla::LDF_G_B128
                    : Tesla::LDF_G_B64;
  case abi::Shared:
    return IsStore  ? IsQuad ? Tesla::STF_S_B128 : Tesla::STF_S_B64
           : IsQuad ? Tesla::LDF_S_B128
                    : Tesla::LDF_S_B64;
  case abi::Local:
    return IsStore  ? IsQuad ? Tesla::STF_L_B128 : Tesla::STF_L_B64
           : IsQuad ? Tesla::LDF_L_B128
                    : Tesla::LDF_L_B64;
  case abi::Constant:
    return IsQuad ? Tesla::LDF_C_B128 : Tesla::LDF_C_B64;
  }
  return IsStore  ? IsQuad ? Tesla::STF_A_B128 : Tesla::STF_A_B64
         : IsQuad ? Tesla::LDF_A_B128
                  : Tesla::LDF_A_B64;
}

static unsigned wideOpcode(unsigned Words, bool IsStore, bool IsGlobal) {
  unsigned Opcode = Words == 2 ? Tesla::LD_G_B64 : Tesla::LD_G_B128;
  if (!IsGlobal)
    Opcode = *tesla::localOf(Opcode);
  return IsStore ? *tesla::storeOf(Opcode) : Opcode;
}

/// Whether access \p Mem to \p Address is one with a far address: all of chips
/// that have them, but those to a thread's own frame.
bool TeslaDAGToDAGISel::isFar(const MemSDNode &Mem, SDValue Address) {
  return Subtarget->hasWideAddresses() &&
         !(Mem.getAddressSpace() == abi::Local &&
           (isa<FrameIndexSDNode>(Address) || isa<ConstantSDNode>(Address)));
}

/// The two operands that name the place of access \p Mem to \p Address.
SmallVector<SDValue, 8> TeslaDAGToDAGISel::wideAddress(const MemSDNode &Mem,
                                                       SDValue Address) {
  SDValue Base, Offset;
  if (isFar(Mem, Address)) {
    selectFar(Address, Base, Offset);
    return {Base, Offset};
  }
  if (Mem.getAddressSpace() == abi::Global)
    return {imm(abi::GlobalWindow, SDLoc(&Mem)), Address};
  selectLocal(Address, Base, Offset);
  return {Base, Offset};
}

void TeslaDAGToDAGISel::selectWideLoad(SDNode *N, unsigned Words) {
  SDLoc DL(N);
  auto *Mem = cast<MemSDNode>(N);
  bool IsGlobal = Mem->getAddressSpace() == abi::Global;
  unsigned Opcode =
      isFar(*Mem, N->getOperand(1))
          ? farOpcode(Words, /*IsStore=*/false, Mem->getAddressSpace())
          : wideOpcode(Words, /*IsStore=*/false, IsGlobal);
  SmallVector<SDValue, 8> Ops = wideAddress(*Mem, N->getOperand(1));
  addDefaults(Ops, Opcode, DL, *CurDAG);
  Ops.push_back(N->getOperand(0));
  MachineSDNode *Load =
      CurDAG->getMachineNode(Opcode, DL, MVT::Untyped, MVT::Other, Ops);
  CurDAG->setNodeMemRefs(Load, {Mem->getMemOperand()});
  for (unsigned I = 0; I < Words; ++I)
    ReplaceUses(SDValue(N, I),
                CurDAG->getTargetExtractSubreg(subRegister(I), DL, MVT::i32,
                                               SDValue(Load, 0)));
  ReplaceUses(SDValue(N, Words), SDValue(Load, 1));
  CurDAG->RemoveDeadNode(N);
}

void TeslaDAGToDAGISel::selectWideStore(SDNode *N, unsigned Words) {
  SDLoc DL(N);
  auto *Mem = cast<MemSDNode>(N);
  const TargetRegisterClass &RC =
      Words == 2 ? Tesla::GPR64RegClass : Tesla::GPR128RegClass;
  SmallVector<SDValue, 9> Parts(1, imm(RC.getID(), DL));
  for (unsigned I = 0; I < Words; ++I)
    Parts.append({N->getOperand(1 + I), imm(subRegister(I), DL)});
  SDValue Value(CurDAG->getMachineNode(TargetOpcode::REG_SEQUENCE, DL,
                                       MVT::Untyped, Parts),
                0);
  bool IsGlobal = Mem->getAddressSpace() == abi::Global;
  unsigned Opcode =
      isFar(*Mem, N->getOperand(1 + Words))
          ? farOpcode(Words, /*IsStore=*/true, Mem->getAddressSpace())
          : wideOpcode(Words, /*IsStore=*/true, IsGlobal);
  SmallVector<SDValue, 8> Ops = wideAddress(*Mem, N->getOperand(1 + Words));
  Ops.push_back(Value);
  addDefaults(Ops, Opcode, DL, *CurDAG);
  Ops.push_back(N->getOperand(0));
  MachineSDNode *Store = CurDAG->getMachineNode(Opcode, DL, MVT::Other, Ops);
  CurDAG->setNodeMemRefs(Store, {Mem->getMemOperand()});
  ReplaceNode(N, Store);
}

//===----------------------------------------------------------------------===//
// Textures and surfaces
//===----------------------------------------------------------------------===//

/// Four words in registers in a row.
SDValue TeslaDAGToDAGISel::quad(ArrayRef<SDUse> Words, const SDLoc &DL) {
  SmallVector<SDValue, 9> Parts(1, imm(Tesla::GPR128RegClass.getID(), DL));
  for (auto [I, Word] : enumerate(Words))
    Parts.append({Word.get(), imm(subRegister(I), DL)});
  return SDValue(CurDAG->getMachineNode(TargetOpcode::REG_SEQUENCE, DL,
                                        MVT::Untyped, Parts),
                 0);
}

/// The instruction of tx1 that has quads as operands and does \p Op; 0: there
/// is none.
static unsigned quadOpcode(HeddleOp Op) {
  switch (Op) { // Over all operations.
  case HeddleOp::Tex:
    return Tesla::TEXH;
  case HeddleOp::TexMore:
    return Tesla::TEXH_MORE;
  case HeddleOp::TexGrad:
    return Tesla::TEXH_GRAD;
  case HeddleOp::SurfLoad:
    return Tesla::SULD;
  case HeddleOp::SurfStore:
    return Tesla::SUST;
  case HeddleOp::SurfReduce32:
    return Tesla::SURED_32;
  case HeddleOp::SurfReduce64:
    return Tesla::SURED_64;
  case HeddleOp::ImageQuery:
    return Tesla::TXQ;
  case HeddleOp::MmaPair:
    return Tesla::MMA_PAIR;
  case HeddleOp::MmaQuad:
    return Tesla::MMA_QUAD;
  case HeddleOp::MmaMore:
    return Tesla::MMA_MORE;
  case HeddleOp::MatrixMove:
    return Tesla::MMOVE;
  default:
    return 0;
  }
}

/// A fetch by slots: of the texel only what is used is asked for, and comes
/// first.
void TeslaDAGToDAGISel::selectSlotFetch(SDNode *N, unsigned Opcode) {
  SDLoc DL(N);
  unsigned Mask = 0;
  for (unsigned I = 0; I < 4; ++I)
    Mask |= unsigned(N->hasAnyUseOfValue(I)) << I;
  // A fetch without uses may fault still.
  SDValue Ops[] = {quad(N->ops().slice(1, 4), DL),
                   imm(Mask ? Mask : 1, DL),
                   N->getOperand(5),
                   N->getOperand(6),
                   N->getOperand(7),
                   N->getOperand(0)};
  MachineSDNode *Fetch =
      CurDAG->getMachineNode(Opcode, DL, MVT::Untyped, MVT::Other, Ops);
  for (unsigned I = 0, Next = 0; I < 4; ++I)
    if (Mask & 1u << I)
      ReplaceUses(SDValue(N, I),
                  CurDAG->getTargetExtractSubreg(subRegister(Next++), DL,
                                                 MVT::i32, SDValue(Fetch, 0)));
  ReplaceUses(SDValue(N, 4), SDValue(Fetch, 1));
  CurDAG->RemoveDeadNode(N);
}

/// Operations on images and matrices; false: \p N is another.
bool TeslaDAGToDAGISel::selectQuads(SDNode *N) {
  const HeddleOpInfo *Info = TeslaISD::operationOf(N->getOpcode());
  if (!Info)
    return false;
  if (Info->Op == HeddleOp::SampleSlot || Info->Op == HeddleOp::FetchSlot) {
    selectSlotFetch(N, Info->Op == HeddleOp::FetchSlot ? Tesla::TEXFETCH_Q
                                                       : Tesla::TEXAUTO_Q);
    return true;
  }
  const unsigned Opcode = quadOpcode(Info->Op);
  if (!Opcode)
    return false;
  SDLoc DL(N);
  SmallVector<SDValue, 10> Ops;
  unsigned Next = 1;
  for (HeddleType Type : Info->params()) {
    const bool IsQuad = Type == HeddleType::ValQuad;
    Ops.push_back(IsQuad ? quad(N->ops().slice(Next, 4), DL)
                         : N->getOperand(Next));
    Next += IsQuad ? 4 : 1;
  }
  addDefaults(Ops, Opcode, DL, *CurDAG);
  Ops.push_back(N->getOperand(0));
  const unsigned Results = N->getNumValues() - 1;
  SmallVector<EVT, 2> Types;
  if (Results)
    Types.push_back(Results == 4 ? EVT(MVT::Untyped) : N->getValueType(0));
  Types.push_back(MVT::Other);
  MachineSDNode *Access =
      CurDAG->getMachineNode(Opcode, DL, CurDAG->getVTList(Types), Ops);
  for (unsigned I = 0; I < Results; ++I)
    ReplaceUses(SDValue(N, I), Results == 1 ? SDValue(Access, 0)
                                            : CurDAG->getTargetExtractSubreg(
                                                  subRegister(I), DL, MVT::i32,
                                                  SDValue(Access, 0)));
  ReplaceUses(SDValue(N, Results), SDValue(Access, Results ? 1 : 0));
  CurDAG->RemoveDeadNode(N);
  return true;
}

void TeslaDAGToDAGISel::Select(SDNode *N) {
  if (N->isMachineOpcode()) {
    N->setNodeId(-1);
    return;
  }
  switch (N->getOpcode()) { // Over LLVM's and our opcodes.
  case ISD::Constant:
  case ISD::ConstantFP:
    if (selectConstantZero(N))
      return;
    break;
  case ISD::FrameIndex:
    return selectFrameIndex(N);
  case TeslaISD::BRC:
    return selectBranch(N);
  case TeslaISD::CALL:
    return selectCall(N);
  case TeslaISD::RET:
    return selectReturn(N);
  case TeslaISD::PAIR:
    return selectPair(N);
  case TeslaISD::SPLIT:
    return selectSplit(N);
  case TeslaISD::LD_V2:
    return selectWideLoad(N, 2);
  case TeslaISD::LD_V4:
    return selectWideLoad(N, 4);
  case TeslaISD::ST_V2:
    return selectWideStore(N, 2);
  case TeslaISD::ST_V4:
    return selectWideStore(N, 4);
  }
  if (!selectQuads(N))
    SelectCode(N);
}
