//===- TeslaISelAddresses.cpp - Selection of addresses --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits addresses into what an instruction holds and what is computed, and
/// selects accesses of several words.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaForms.h"
#include "TeslaISelDAGToDAG.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/LaunchState.h"
#include <cassert>

using namespace llvm;
using namespace heddle;

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
  assert(Shift < 16 && "nothing of the value is left");
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
// Accesses of several words
//===----------------------------------------------------------------------===//

/// The access of \p Words registers to global or local memory.
static unsigned farOpcode(unsigned Words, bool IsStore, unsigned Space) {
  assert((Words == 2 || Words == 4) && "accesses are of pairs or quads");
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
