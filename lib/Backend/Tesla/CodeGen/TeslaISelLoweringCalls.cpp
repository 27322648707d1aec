//===- TeslaISelLoweringCalls.cpp - Arguments, results, calls -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Both sides of a call, for kernels, device functions (TeslaCalls.h has the
/// convention) and the operations that are written as calls.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "TeslaCalls.h"
#include "TeslaConditions.h"
#include "TeslaISelLowering.h"
#include "TeslaMachineFunctionInfo.h"
#include "TeslaSubtarget.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Intrinsics/HeddleOps.h"
#include "llvm/CodeGen/MachineFrameInfo.h"

using namespace llvm;
using namespace heddle;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

SDValue TeslaTargetLowering::lowerKernelArguments(
    SDValue Chain, const SmallVectorImpl<ISD::InputArg> &Ins, const SDLoc &DL,
    SelectionDAG &DAG, SmallVectorImpl<SDValue> &InVals) const {
  const TeslaSharedLayout &Layout =
      DAG.getMachineFunction().getInfo<TeslaMachineFunctionInfo>()->layout();
  for (const ISD::InputArg &In : Ins) {
    uint32_t Address =
        Layout.ParamAddress[In.getOrigArgIndex()] + In.PartOffset;
    SDValue Ptr = DAG.getConstant(Address, DL, MVT::i32);
    if (In.Flags.isByVal()) {
      InVals.push_back(Ptr);
      continue;
    }
    EVT MemVT = In.ArgVT.getSizeInBits() < 32 ? In.ArgVT : EVT(MVT::i32);
    if (MemVT == MVT::i1)
      MemVT = MVT::i8;
    MachinePointerInfo Where(abi::Shared);
    auto Flags =
        MachineMemOperand::MOInvariant | MachineMemOperand::MODereferenceable;
    SDValue Load = DAG.getExtLoad(
        MemVT == MVT::i32 ? ISD::NON_EXTLOAD : ISD::ZEXTLOAD, DL, MVT::i32,
        Chain, Ptr, Where, MemVT, Align(MemVT.getStoreSize()), Flags);
    if (In.VT == MVT::f64) {
      SDValue High = DAG.getLoad(MVT::i32, DL, Chain,
                                 DAG.getConstant(Address + 4, DL, MVT::i32),
                                 Where, Align(4), Flags);
      InVals.push_back(pair(Load, High, DL, DAG));
      continue;
    }
    InVals.push_back(DAG.getBitcast(In.VT, Load));
  }
  return Chain;
}

//===----------------------------------------------------------------------===//
// Device functions
//===----------------------------------------------------------------------===//

/// The register of word \p N of the arguments or results.
static MCRegister wordRegister(unsigned N) {
  return Tesla::GPR32RegClass.getRegister(N + 1);
}

/// Appends \p V as words.
void TeslaTargetLowering::splitIntoWords(
    SDValue V, const SDLoc &DL, SelectionDAG &DAG,
    SmallVectorImpl<SDValue> &Words) const {
  if (V.getValueType() != MVT::f64) {
    Words.push_back(DAG.getBitcast(MVT::i32, V));
    return;
  }
  SDValue Parts =
      DAG.getNode(TeslaISD::SPLIT, DL, DAG.getVTList(MVT::i32, MVT::i32), V);
  Words.append({Parts, Parts.getValue(1)});
}

SDValue TeslaTargetLowering::LowerFormalArguments(
    SDValue Chain, CallingConv::ID, bool,
    const SmallVectorImpl<ISD::InputArg> &Ins, const SDLoc &DL,
    SelectionDAG &DAG, SmallVectorImpl<SDValue> &InVals) const {
  MachineFunction &MF = DAG.getMachineFunction();
  if (!isTeslaDeviceFunction(MF.getFunction()))
    return lowerKernelArguments(Chain, Ins, DL, DAG, InVals);
  unsigned Next = 0;
  auto Word = [&] {
    Register Reg = MF.addLiveIn(wordRegister(Next++), &Tesla::GPR32RegClass);
    return DAG.getCopyFromReg(Chain, DL, Reg, MVT::i32);
  };
  for (const ISD::InputArg &In : Ins) {
    SDValue Low = Word();
    InVals.push_back(In.VT == MVT::f64 ? pair(Low, Word(), DL, DAG)
                                       : DAG.getBitcast(In.VT, Low));
  }
  return Chain;
}

bool TeslaTargetLowering::CanLowerReturn(
    CallingConv::ID, MachineFunction &MF, bool,
    const SmallVectorImpl<ISD::OutputArg> &Outs, LLVMContext &) const {
  unsigned Words = 0;
  for (const ISD::OutputArg &Out : Outs)
    Words += Out.VT == MVT::f64 ? 2 : 1;
  // An operation of HeddleOps.td is a call here, too: its pair of words comes
  // back in registers whatever the budget.
  return Words <= std::max(2u, teslaArgumentWords(MF.getFunction()));
}

SDValue
TeslaTargetLowering::LowerReturn(SDValue Chain, CallingConv::ID, bool,
                                 const SmallVectorImpl<ISD::OutputArg> &,
                                 const SmallVectorImpl<SDValue> &OutVals,
                                 const SDLoc &DL, SelectionDAG &DAG) const {
  if (!isTeslaDeviceFunction(DAG.getMachineFunction().getFunction()))
    return DAG.getNode(TeslaISD::EXIT, DL, MVT::Other, Chain);
  SmallVector<SDValue, 8> Words, Ops(1);
  for (SDValue V : OutVals)
    splitIntoWords(V, DL, DAG, Words);
  SDValue Glue;
  for (auto [N, Word] : enumerate(Words)) {
    Chain = DAG.getCopyToReg(Chain, DL, wordRegister(N), Word, Glue);
    Glue = Chain.getValue(1);
    Ops.push_back(DAG.getRegister(wordRegister(N), MVT::i32));
  }
  Ops[0] = Chain;
  if (Glue)
    Ops.push_back(Glue);
  return DAG.getNode(TeslaISD::RET, DL, MVT::Other, Ops);
}

/// Results as they come back in registers behind \p Call.
SDValue
TeslaTargetLowering::copyResults(SDValue Call, CallLoweringInfo &CLI,
                                 SmallVectorImpl<SDValue> &InVals) const {
  SelectionDAG &DAG = CLI.DAG;
  SDValue Chain = Call, Glue = Call.getValue(1);
  unsigned Next = 0;
  auto Word = [&] {
    SDValue V =
        DAG.getCopyFromReg(Chain, CLI.DL, wordRegister(Next++), MVT::i32, Glue);
    Chain = V.getValue(1);
    Glue = V.getValue(2);
    return V;
  };
  for (const ISD::InputArg &In : CLI.Ins) {
    SDValue Low = Word();
    InVals.push_back(In.VT == MVT::f64 ? pair(Low, Word(), CLI.DL, DAG)
                                       : DAG.getBitcast(In.VT, Low));
  }
  return Chain;
}

SDValue
TeslaTargetLowering::lowerDeviceCall(CallLoweringInfo &CLI,
                                     SmallVectorImpl<SDValue> &InVals) const {
  SelectionDAG &DAG = CLI.DAG;
  const SDLoc &DL = CLI.DL;
  MachineFunction &MF = DAG.getMachineFunction();
  MF.getFrameInfo().setHasCalls(true);
  const Function &Callee = *CLI.CB->getCalledFunction();
  SDValue Chain = CLI.Chain, Glue;
  SmallVector<SDValue, 12> Words,
      Ops = {SDValue(), DAG.getTargetGlobalAddress(&Callee, DL, MVT::i32)};
  for (SDValue V : CLI.OutVals)
    splitIntoWords(V, DL, DAG, Words);
  auto Pass = [&](MCRegister Reg, SDValue Word) {
    Chain = DAG.getCopyToReg(Chain, DL, Reg, Word, Glue);
    Glue = Chain.getValue(1);
    Ops.push_back(DAG.getRegister(Reg, MVT::i32));
  };
  if (Callee.hasFnAttribute(TeslaReadsTidAttribute)) {
    Register Own = MF.addLiveIn(Tesla::R0, &Tesla::GPR32LoRegClass);
    SDValue Tid = DAG.getCopyFromReg(DAG.getEntryNode(), DL, Own, MVT::i32);
    Pass(Tesla::R0, Tid);
  }
  for (auto [N, Word] : enumerate(Words))
    Pass(wordRegister(N), Word);
  Ops.push_back(DAG.getRegisterMask(
      Subtarget.getRegisterInfo()->getCallPreservedMask(MF, CallingConv::C)));
  Ops[0] = Chain;
  if (Glue)
    Ops.push_back(Glue);
  SDValue Call = DAG.getNode(TeslaISD::CALL, DL,
                             DAG.getVTList(MVT::Other, MVT::Glue), Ops);
  return copyResults(Call, CLI, InVals);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The rounding code of an f32 to f16 conversion.
static unsigned halfRounding(HeddleOp Op) {
  if (Op == HeddleOp::F2hRm)
    return 1;
  if (Op == HeddleOp::F2hRp)
    return 2;
  return Op == HeddleOp::F2hRz ? 3 : 0;
}

SDValue TeslaTargetLowering::LowerCall(CallLoweringInfo &CLI,
                                       SmallVectorImpl<SDValue> &InVals) const {
  CLI.IsTailCall = false;
  if (std::optional<HeddleOp> Op = heddleOpOf(*CLI.CB))
    return lowerOperation(*Op, CLI, InVals);
  return lowerDeviceCall(CLI, InVals);
}

/// heddle.* calls are operations.
SDValue
TeslaTargetLowering::lowerOperation(HeddleOp Op, CallLoweringInfo &CLI,
                                    SmallVectorImpl<SDValue> &InVals) const {
  SelectionDAG &DAG = CLI.DAG;
  const SDLoc &DL = CLI.DL;
  auto Value = [&](unsigned Opcode) {
    InVals.push_back(
        DAG.getNode(Opcode, DL, CLI.Ins[0].VT, ArrayRef(CLI.OutVals)));
    return CLI.Chain;
  };
  auto Effect = [&](unsigned Opcode) {
    SmallVector<SDValue, 2> Ops(1, CLI.Chain);
    for (SDValue V : CLI.OutVals) {
      auto *C = cast<ConstantSDNode>(V);
      Ops.push_back(DAG.getTargetConstant(C->getZExtValue(), DL, MVT::i32));
    }
    return DAG.getNode(Opcode, DL, MVT::Other, Ops);
  };
  switch (Op) {
  case HeddleOp::MadF32:
    return Value(TeslaISD::FMAD);
  case HeddleOp::NegF32:
    return Value(TeslaISD::FNEG);
  case HeddleOp::Mul24HiS32:
    return Value(TeslaISD::MUL24HI_S);
  case HeddleOp::Mul24HiU32:
    return Value(TeslaISD::MUL24HI_U);
  case HeddleOp::VoteAll:
  case HeddleOp::VoteAny: {
    unsigned Opcode =
        Op == HeddleOp::VoteAll ? TeslaISD::VOTE_ALL : TeslaISD::VOTE_ANY;
    SDValue Chain = CLI.Chain;
    InVals.push_back(lowerVote(Opcode, CLI.OutVals[0], Chain, DL, DAG));
    return Chain;
  }
  case HeddleOp::F2hRn:
  case HeddleOp::F2hRm:
  case HeddleOp::F2hRp:
  case HeddleOp::F2hRz:
    InVals.push_back(
        DAG.getNode(TeslaISD::F2H, DL, MVT::i32, CLI.OutVals[0],
                    DAG.getTargetConstant(halfRounding(Op), DL, MVT::i32)));
    return CLI.Chain;
  case HeddleOp::LdsLock: {
    SDValue Lock =
        DAG.getNode(TeslaISD::LDS_LOCK, DL,
                    DAG.getVTList(MVT::i32, MVT::Untyped, MVT::Other),
                    {CLI.Chain, CLI.OutVals[0]});
    SDValue Got = DAG.getNode(
        TeslaISD::SELC, DL, MVT::i32, DAG.getConstant(0, DL, MVT::i32),
        DAG.getAllOnesConstant(DL, MVT::i32),
        DAG.getTargetConstant(tesla::CondLG, DL, MVT::i32), Lock.getValue(1));
    // An i64 comes back as two words.
    InVals.append({Lock, Got});
    return Lock.getValue(2);
  }
  case HeddleOp::StsUnlock:
    return DAG.getNode(TeslaISD::STS_UNLOCK, DL, MVT::Other, CLI.Chain,
                       CLI.OutVals[0], CLI.OutVals[1]);
  case HeddleOp::H2f:
    return Value(TeslaISD::H2F);
  case HeddleOp::Meet:
    // It has done its work on the way here.
    return CLI.Chain;
  case HeddleOp::Exit:
    llvm_unreachable("the optimizer has replaced it");
  case HeddleOp::Trap:
    return Effect(TeslaISD::TRAP);
  case HeddleOp::Brkpt:
    return Effect(TeslaISD::BRKPT);
  case HeddleOp::Pmevent:
    return Effect(TeslaISD::PMEVENT);
  }
  llvm_unreachable("all heddle operations are covered");
}
