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
#include "Target/TeslaConditions.h"
#include "Target/TeslaMachineFunctionInfo.h"
#include "Target/TeslaSubtarget.h"
#include "TeslaCalls.h"
#include "TeslaISelLowering.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
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
    if (In.VT == MVT::i64) {
      InVals.push_back(
          DAG.getLoad(MVT::i64, DL, Chain, Ptr, Where, Align(8), Flags));
      continue;
    }
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
  if (V.getValueType() == MVT::i64) {
    auto [Lo, Hi] = splitWide(V, DL, DAG);
    Words.append({Lo, Hi});
    return;
  }
  if (V.getValueType() != MVT::f64) {
    Words.push_back(DAG.getBitcast(MVT::i32, V));
    return;
  }
  SDValue Parts =
      DAG.getNode(TeslaISD::SPLIT, DL, DAG.getVTList(MVT::i32, MVT::i32), V);
  Words.append({Parts, Parts.getValue(1)});
}

/// A value of type \p VT from its first word and the next, if it has two.
SDValue TeslaTargetLowering::fromWords(MVT VT, SDValue Low,
                                       function_ref<SDValue()> Next,
                                       const SDLoc &DL,
                                       SelectionDAG &DAG) const {
  if (VT == MVT::f64)
    return pair(Low, Next(), DL, DAG);
  if (VT == MVT::i64)
    return wide(Low, Next(), DL, DAG);
  return DAG.getBitcast(VT, Low);
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
    InVals.push_back(fromWords(In.VT, Low, Word, DL, DAG));
  }
  return Chain;
}

bool TeslaTargetLowering::CanLowerReturn(
    CallingConv::ID, MachineFunction &MF, bool,
    const SmallVectorImpl<ISD::OutputArg> &Outs, LLVMContext &) const {
  unsigned Words = 0;
  for (const ISD::OutputArg &Out : Outs)
    Words += Out.VT == MVT::f64 || Out.VT == MVT::i64 ? 2 : 1;
  // An operation of HeddleOps.td is a call here, too: its pair or quad of words
  // comes back in registers whatever the budget.
  const unsigned Least =
      !Outs.empty() && Outs.front().ArgVT == MVT::v4i32 ? 4 : 2;
  return Words <= std::max(Least, teslaArgumentWords(MF.getFunction()));
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
    InVals.push_back(fromWords(In.VT, Low, Word, CLI.DL, DAG));
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
  if (attributes::ReadsTid.isSet(Callee)) {
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

/// Appends what a node has for the argument \p V.
void TeslaTargetLowering::appendOperand(HeddleType Type, SDValue V,
                                        const SDLoc &DL, SelectionDAG &DAG,
                                        SmallVectorImpl<SDValue> &Ops) const {
  switch (Type) {
  case HeddleType::ValI32:
  case HeddleType::ValF32:
  case HeddleType::ValI64:
    return Ops.push_back(V);
  case HeddleType::ValImm4:
  case HeddleType::ValImm8:
  case HeddleType::ValImm9:
  case HeddleType::ValPlace:
    return Ops.push_back(DAG.getTargetConstant(
        cast<ConstantSDNode>(V)->getZExtValue(), DL, MVT::i32));
  case HeddleType::ValCond: {
    TeslaCondition C = conditionOf(V, DL, DAG);
    Ops.append({DAG.getTargetConstant(C.Code, DL, MVT::i32), C.CC});
    return;
  }
  case HeddleType::ValQuad:
    break;
  }
  llvm_unreachable("it has come apart");
}

static MVT nodeResult(HeddleType Type) {
  switch (Type) {
  case HeddleType::ValI32:
    return MVT::i32;
  case HeddleType::ValF32:
    return MVT::f32;
  case HeddleType::ValI64:
    return MVT::i64;
  case HeddleType::ValCond:
    return MVT::Untyped;
  case HeddleType::ValImm4:
  case HeddleType::ValImm8:
  case HeddleType::ValImm9:
  case HeddleType::ValPlace:
  case HeddleType::ValQuad:
    break;
  }
  llvm_unreachable("no node has such a result");
}

SDValue TeslaTargetLowering::LowerCall(CallLoweringInfo &CLI,
                                       SmallVectorImpl<SDValue> &InVals) const {
  CLI.IsTailCall = false;
  if (std::optional<HeddleOp> Op = heddleOpOf(*CLI.CB))
    return lowerOperation(*Op, CLI, InVals);
  return lowerDeviceCall(CLI, InVals);
}

/// A call of heddle.* becomes what its row says. The legality pass has refused
/// calls that do not fit.
SDValue
TeslaTargetLowering::lowerOperation(HeddleOp Op, CallLoweringInfo &CLI,
                                    SmallVectorImpl<SDValue> &InVals) const {
  SelectionDAG &DAG = CLI.DAG;
  const SDLoc &DL = CLI.DL;
  const HeddleOpInfo &Info = heddleOpInfo(Op);
  assert(Info.Selection != HeddleSelection::Replaced);
  if (Info.Selection == HeddleSelection::Dropped)
    return CLI.Chain;
  bool HasChain = Info.Effect != HeddleEffect::Pure;
  SmallVector<SDValue, 6> Ops;
  if (HasChain)
    Ops.push_back(CLI.Chain);
  // The words of a quad have come apart, and are operands and results each.
  ArrayRef<SDValue> Values = CLI.OutVals;
  for (HeddleType Type : Info.params()) {
    unsigned Words = Type == HeddleType::ValQuad ? 4 : 1;
    for (SDValue V : Values.take_front(Words))
      appendOperand(Words == 1 ? Type : HeddleType(HeddleType::ValI32), V, DL,
                    DAG, Ops);
    Values = Values.drop_front(Words);
  }
  SmallVector<HeddleType, 4> Results = Info.results();
  if (Results.size() == 1 && Results[0] == HeddleType::ValQuad)
    Results.assign(4, HeddleType::ValI32);
  SmallVector<EVT, 5> Types;
  for (HeddleType Type : Results)
    Types.push_back(nodeResult(Type));
  if (HasChain)
    Types.push_back(MVT::Other);
  SDValue Node =
      DAG.getNode(TeslaISD::operation(Op), DL, DAG.getVTList(Types), Ops);
  for (auto [N, Type] : enumerate(Results)) {
    SDValue V = Node.getValue(N);
    bool IsCondition = Type == HeddleType::ValCond;
    InVals.push_back(IsCondition ? booleanOf({V, tesla::CondLG}, DL, DAG) : V);
  }
  // Type legalization has not taken the i64 apart.
  if (Results.size() == 2 && CLI.Ins.size() == 1) {
    SDValue High = InVals.pop_back_val();
    InVals.back() = wide(InVals.back(), High, DL, DAG);
  }
  return HasChain ? Node.getValue(Results.size()) : CLI.Chain;
}
