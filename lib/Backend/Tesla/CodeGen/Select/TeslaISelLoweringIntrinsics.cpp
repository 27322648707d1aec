//===- TeslaISelLoweringIntrinsics.cpp - Special registers and intrinsics -===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaSubtarget.h"
#include "Target/TeslaTargetMachine.h"
#include "TeslaISelLowering.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Intrinsics/HeddleOps.h"
#include "heddle/Intrinsics/Identifiers.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace heddle;

/// Index of $physid and $clock; tesla-isa.md section 1, "Special registers".
static constexpr unsigned SRegPhysId = 0;
static constexpr unsigned SRegClock = 1;
static constexpr unsigned SRegPm0 = 4;

/// The place where the launch puts the special register that \p IID reads; null
/// for one that it gives no value.
static const abi::IdentifierPlace *placeOf(const abi::LaunchState &Launch,
                                           unsigned IID) {
  std::optional<abi::Identifier> Id = identifierOf(IID);
  return Id ? &Launch[*Id] : nullptr;
}

/// Whether the result of \p Op is one f16 or bf16 in a word, with zeros above.
/// The results of set and narrow.pair fill the word, and that of widen is an
/// f32.
static bool givesOneHalf(const HeddleOpInfo &Op) {
  return (Op.Name.ends_with(".f16") || Op.Name.ends_with(".bf16")) &&
         !Op.Name.starts_with("set.") && !Op.Name.starts_with("narrow.pair.") &&
         !Op.Name.starts_with("widen.");
}

/// Products of indices fit the narrow multipliers, and halves are not masked
/// twice; this is how the combiner finds out.
void TeslaTargetLowering::computeKnownBitsForTargetNode(SDValue Op,
                                                        KnownBits &Known,
                                                        const APInt &,
                                                        const SelectionDAG &,
                                                        unsigned) const {
  Known.resetAll();
  if (const HeddleOpInfo *Operation = TeslaISD::operationOf(Op.getOpcode())) {
    if (givesOneHalf(*Operation) && Known.getBitWidth() == 32)
      Known.Zero.setBitsFrom(16);
    return;
  }
  // Special registers are words; an f64 has more bits than the table speaks of.
  if (Op.getOpcode() != ISD::INTRINSIC_WO_CHAIN || Known.getBitWidth() != 32)
    return;
  const abi::IdentifierPlace *Place = placeOf(
      teslaModel(getTargetMachine()).Launch, Op.getConstantOperandVal(0));
  if (Place && Place->Kind != abi::IdentifierPlace::Fixed &&
      Place->Bits < Known.getBitWidth())
    Known.Zero.setBitsFrom(Place->Bits);
}

namespace {
/// Bits of a special register of the chip.
struct RegisterPart {
  unsigned Index, Shift, Bits;
};
/// A counter, and how far its value is shifted to the left.
struct CounterRead {
  unsigned Index, Shift;
};
} // namespace

/// The special register of the chip that \p IID reads a part of.
static std::optional<RegisterPart> partOf(unsigned IID) {
  switch (IID) { // Over LLVM's intrinsics.
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    return RegisterPart{SRegPhysId, 0, 5};
  case Intrinsic::nvvm_read_ptx_sreg_warpid:
    return RegisterPart{SRegPhysId, 8, 8};
  case Intrinsic::nvvm_read_ptx_sreg_smid:
    return RegisterPart{SRegPhysId, 16, 8};
  default:
    return std::nullopt;
  }
}

/// The counter that \p IID reads.
static std::optional<CounterRead> counterOf(unsigned IID) {
  switch (IID) { // Over LLVM's intrinsics.
  case Intrinsic::nvvm_read_ptx_sreg_clock:
    // PTX's clock is the chip's times two, as nvcc has it.
    return CounterRead{SRegClock, 1};
  case Intrinsic::nvvm_read_ptx_sreg_pm0:
    return CounterRead{SRegPm0, 0};
  case Intrinsic::nvvm_read_ptx_sreg_pm1:
    return CounterRead{SRegPm0 + 1, 0};
  case Intrinsic::nvvm_read_ptx_sreg_pm2:
    return CounterRead{SRegPm0 + 2, 0};
  case Intrinsic::nvvm_read_ptx_sreg_pm3:
    return CounterRead{SRegPm0 + 3, 0};
  default:
    return std::nullopt;
  }
}

static bool isMembar(unsigned IID) {
  return IID == Intrinsic::nvvm_membar_cta ||
         IID == Intrinsic::nvvm_membar_gl || IID == Intrinsic::nvvm_membar_sys;
}

SDValue TeslaTargetLowering::lowerSpecialRegister(unsigned IID, const SDLoc &DL,
                                                  SelectionDAG &DAG) const {
  auto Const = [&](uint64_t V) { return DAG.getConstant(V, DL, MVT::i32); };
  auto Field = [&](SDValue V, unsigned Shift, unsigned Bits) {
    if (Shift)
      V = DAG.getNode(ISD::SRL, DL, MVT::i32, V, Const(Shift));
    if (Shift + Bits < 32)
      V = DAG.getNode(ISD::AND, DL, MVT::i32, V, Const((1u << Bits) - 1));
    return V;
  };
  auto Tid = [&] {
    Register Reg =
        DAG.getMachineFunction().addLiveIn(Tesla::R0, &Tesla::GPR32LoRegClass);
    return DAG.getCopyFromReg(DAG.getEntryNode(), DL, Reg, MVT::i32);
  };
  auto Special = [&](unsigned Index) {
    return DAG.getNode(TeslaISD::MOV_SPECIAL, DL, MVT::i32,
                       DAG.getTargetConstant(Index, DL, MVT::i32));
  };
  if (const abi::IdentifierPlace *Place =
          placeOf(teslaModel(getTargetMachine()).Launch, IID)) {
    switch (Place->Kind) {
    case abi::IdentifierPlace::SharedHalf:
      return DAG.getExtLoad(ISD::ZEXTLOAD, DL, MVT::i32, DAG.getEntryNode(),
                            Const(Place->Where),
                            MachinePointerInfo(abi::Shared), MVT::i16, Align(2),
                            MachineMemOperand::MOInvariant |
                                MachineMemOperand::MODereferenceable);
    case abi::IdentifierPlace::SharedWord:
      return DAG.getLoad(MVT::i32, DL, DAG.getEntryNode(), Const(Place->Where),
                         MachinePointerInfo(abi::Shared), Align(4),
                         MachineMemOperand::MOInvariant |
                             MachineMemOperand::MODereferenceable);
    case abi::IdentifierPlace::SpecialRegister:
      return Special(Place->Where);
    case abi::IdentifierPlace::StartRegister:
      return Field(Tid(), Place->Where, Place->Bits);
    case abi::IdentifierPlace::Fixed:
      return Const(Place->Where);
    }
    llvm_unreachable("covered switch");
  }
  if (std::optional<RegisterPart> Part = partOf(IID))
    return Field(Special(Part->Index), Part->Shift, Part->Bits);
  if (IID == Intrinsic::nvvm_read_ptx_sreg_warpsize)
    return Const(abi::WarpSize);
  return SDValue();
}

/// Integer products that have a node; 0 for all else.
static unsigned productOpcode(unsigned IID) {
  switch (IID) { // Over LLVM's intrinsics.
  case Intrinsic::nvvm_mulhi_i:
  case Intrinsic::nvvm_mulhi_ll:
    return ISD::MULHS;
  case Intrinsic::nvvm_mulhi_ui:
  case Intrinsic::nvvm_mulhi_ull:
    return ISD::MULHU;
  case Intrinsic::nvvm_mul24_i:
    return TeslaISD::MUL_S24;
  case Intrinsic::nvvm_mul24_ui:
    return TeslaISD::MUL_U24;
  default:
    return 0;
  }
}

SDValue TeslaTargetLowering::lowerIntrinsic(SDValue Op,
                                            SelectionDAG &DAG) const {
  SDLoc DL(Op);
  bool HasChain = Op.getOpcode() != ISD::INTRINSIC_WO_CHAIN;
  unsigned IID = Op.getConstantOperandVal(HasChain ? 1 : 0);
  if (!HasChain) {
    if (SDValue V = lowerSpecialRegister(IID, DL, DAG))
      return V;
    if (unsigned Opcode = productOpcode(IID))
      return DAG.getNode(Opcode, DL, Op.getValueType(), Op.getOperand(1),
                         Op.getOperand(2));
    if (Op.getNumOperands() == 2 &&
        (Op.getValueType() == MVT::i64 ||
         Op.getOperand(1).getValueType() == MVT::i64))
      return convertWide(IID, Op.getOperand(1), DL, DAG);
    return Op;
  }
  SDValue Chain = Op.getOperand(0);
  if (std::optional<CounterRead> Counter = counterOf(IID)) {
    SDValue V = DAG.getNode(
        TeslaISD::MOV_COUNTER, DL, DAG.getVTList(MVT::i32, MVT::Other), Chain,
        DAG.getTargetConstant(Counter->Index, DL, MVT::i32));
    SDValue Out = V.getValue(1);
    if (Counter->Shift)
      V = DAG.getNode(ISD::SHL, DL, MVT::i32, V,
                      DAG.getConstant(Counter->Shift, DL, MVT::i32));
    return DAG.getMergeValues({V, Out}, DL);
  }
  if (isMembar(IID))
    return DAG.getNode(TeslaISD::MEMBAR, DL, MVT::Other, Chain);
  return Op;
}

bool llvm::isTeslaLoweredIntrinsic(unsigned IID) {
  return identifierOf(IID) || partOf(IID) || counterOf(IID) || isMembar(IID) ||
         productOpcode(IID) != 0 ||
         IID == Intrinsic::nvvm_read_ptx_sreg_warpsize;
}
