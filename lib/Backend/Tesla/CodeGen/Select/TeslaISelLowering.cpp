//===- TeslaISelLowering.cpp - How NVVM IR becomes Tesla's DAG ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaISelLowering.h"
#include "Emit/TeslaConstantLayout.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaConditions.h"
#include "Target/TeslaMachineFunctionInfo.h"
#include "Target/TeslaSubtarget.h"
#include "Tesla.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Intrinsics/HeddleOps.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/CodeGen/FunctionLoweringInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace heddle;

TeslaTargetLowering::TeslaTargetLowering(const TargetMachine &TM,
                                         const TeslaSubtarget &STI)
    : TargetLowering(TM), Subtarget(STI) {
  setTypeActions();
  setArithmeticActions();
  setMemoryActions();
  setDoubleActions();
  setWideActions();
  computeRegisterProperties(STI.getRegisterInfo());
  setTargetDAGCombine({ISD::SELECT, ISD::MUL, ISD::SRA});
  setSchedulingPreference(Sched::RegPressure);
  setMinFunctionAlignment(Align(8));
}

void TeslaTargetLowering::setTypeActions() {
  addRegisterClass(MVT::i32, &Tesla::GPR32RegClass);
  addRegisterClass(MVT::f32, &Tesla::GPR32RegClass);
  if (Subtarget.hasF64())
    addRegisterClass(MVT::f64, &Tesla::GPR64RegClass);
  if (Subtarget.hasWideIntegers())
    addRegisterClass(MVT::i64, &Tesla::GPR64RegClass);
  // A comparison leaves 0 or -1, as the chip's set does.
  setBooleanContents(ZeroOrNegativeOneBooleanContent);
  setBooleanVectorContents(ZeroOrNegativeOneBooleanContent);
}

void TeslaTargetLowering::setArithmeticActions() {
  // There is no library: operations that builtins have not replaced in IR, as
  // the 64-bit shift that the DAG makes of a choice between two, are expanded
  // in place.
  for (int Call = 0; Call != RTLIB::UNKNOWN_LIBCALL; ++Call)
    setLibcallName(RTLIB::Libcall(Call), nullptr);
  for (unsigned Op :
       {ISD::SDIVREM,   ISD::UDIVREM,    ISD::UMUL_LOHI, ISD::SMUL_LOHI,
        ISD::ROTL,      ISD::ROTR,       ISD::CTPOP,     ISD::CTLZ,
        ISD::BSWAP,     ISD::BITREVERSE, ISD::SHL_PARTS, ISD::SRL_PARTS,
        ISD::SRA_PARTS, ISD::FSHL,       ISD::FSHR,      ISD::BR_CC,
        ISD::SELECT_CC, ISD::ABS,        ISD::UADDSAT,   ISD::USUBSAT,
        ISD::SADDO,     ISD::SSUBO,      ISD::UMULO,     ISD::SMULO})
    setOperationAction(Op, MVT::i32, Expand);
  // A conversion to u32, which has room for the largest.
  if (!Subtarget.hasWideAddresses())
    setOperationAction(ISD::ABS, MVT::i32, Legal);
  if (Subtarget.hasBitCounts())
    setOperationAction({ISD::CTPOP, ISD::CTLZ, ISD::BITREVERSE}, MVT::i32,
                       Legal);
  if (Subtarget.hasPermutes())
    setOperationAction({ISD::FSHL, ISD::FSHR, ISD::ROTL, ISD::ROTR, ISD::BSWAP},
                       MVT::i32, Legal);
  for (unsigned Op : {ISD::MUL, ISD::MULHU, ISD::MULHS})
    setOperationAction(Op, MVT::i32,
                       Subtarget.hasFullMultiplication() ? Legal : Custom);
  // LLVM's own expansion is a table in memory.
  setOperationAction(ISD::CTTZ, MVT::i32, Custom);
  for (unsigned Op :
       {ISD::SMIN, ISD::SMAX, ISD::UMIN, ISD::UMAX, ISD::SADDSAT, ISD::SSUBSAT})
    setOperationAction(Op, MVT::i32, Legal);
  for (unsigned Op :
       {ISD::UADDO, ISD::UADDO_CARRY, ISD::USUBO, ISD::USUBO_CARRY})
    setOperationAction(Op, MVT::i32, Custom);
  for (MVT VT : {MVT::i32, MVT::f32}) {
    setOperationAction(ISD::SELECT, VT, Custom);
    setOperationAction(ISD::SELECT_CC, VT, Expand);
    setOperationAction(ISD::BR_CC, VT, Expand);
  }
  // LLVM makes these of logic on the bits of a float; back to logic they go.
  setOperationAction({ISD::FNEG, ISD::FABS}, MVT::f32, Expand);
  setOperationAction(ISD::FCOPYSIGN, MVT::f32, Custom);
  setOperationAction(ISD::BR_CC, MVT::i64, Expand);
  setOperationAction(ISD::BR_JT, MVT::Other, Expand);
  setOperationAction(ISD::BRCOND, MVT::Other, Custom);
  setOperationAction(ISD::SIGN_EXTEND_INREG, MVT::i1, Expand);
  setOperationAction(
      {ISD::INTRINSIC_WO_CHAIN, ISD::INTRINSIC_W_CHAIN, ISD::INTRINSIC_VOID},
      MVT::Other, Custom);
  setOperationAction(ISD::INTRINSIC_WO_CHAIN, {MVT::i32, MVT::f32}, Custom);
  setOperationAction(ISD::INTRINSIC_W_CHAIN, MVT::i32, Custom);
}

void TeslaTargetLowering::setMemoryActions() {
  if (Subtarget.hasGlobalAtomics64())
    setOperationAction(
        {ISD::ATOMIC_LOAD_ADD, ISD::ATOMIC_SWAP, ISD::ATOMIC_CMP_SWAP},
        MVT::i64, Custom);
  for (unsigned Op :
       {ISD::ATOMIC_LOAD_ADD, ISD::ATOMIC_LOAD_AND, ISD::ATOMIC_LOAD_OR,
        ISD::ATOMIC_LOAD_XOR, ISD::ATOMIC_LOAD_MIN, ISD::ATOMIC_LOAD_MAX,
        ISD::ATOMIC_LOAD_UMIN, ISD::ATOMIC_LOAD_UMAX, ISD::ATOMIC_SWAP,
        ISD::ATOMIC_CMP_SWAP, ISD::ATOMIC_LOAD_UINC_WRAP,
        ISD::ATOMIC_LOAD_UDEC_WRAP})
    setOperationAction(Op, MVT::i32, Legal);
  setOperationAction(ISD::GlobalAddress, {MVT::i32, MVT::i64}, Custom);
  // A float in memory is a word.
  setOperationPromotedToType(ISD::LOAD, MVT::f32, MVT::i32);
  setOperationPromotedToType(ISD::STORE, MVT::f32, MVT::i32);
  // Pairs and quads move in one access where the memory can.
  for (MVT VT : {MVT::i64, MVT::v2i32, MVT::v2f32, MVT::v4i32, MVT::v4f32,
                 MVT::v2i64, MVT::v2f64}) {
    setOperationAction(ISD::LOAD, VT, Custom);
    setOperationAction(ISD::STORE, VT, Custom);
  }
  for (unsigned Ext : {ISD::SEXTLOAD, ISD::ZEXTLOAD, ISD::EXTLOAD}) {
    setLoadExtAction(Ext, MVT::i32, MVT::i1, Promote);
    setLoadExtAction(Ext, MVT::i32, MVT::i8,
                     Ext == ISD::SEXTLOAD ? Custom : Legal);
    setLoadExtAction(Ext, MVT::i32, MVT::i16, Legal);
  }
  setTruncStoreAction(MVT::i32, MVT::i8, Legal);
  setTruncStoreAction(MVT::i32, MVT::i16, Legal);
}

const TargetRegisterClass *
TeslaTargetLowering::getRegClassFor(MVT VT, bool IsDivergent) const {
  if (VT == MVT::i16)
    return &Tesla::GPR16RegClass;
  return TargetLowering::getRegClassFor(VT, IsDivergent);
}

TargetLoweringBase::LegalizeTypeAction
TeslaTargetLowering::getPreferredVectorAction(MVT VT) const {
  if (VT.isScalableVector())
    return TargetLoweringBase::getPreferredVectorAction(VT);
  return VT.getVectorNumElements() == 1 ? TypeScalarizeVector : TypeSplitVector;
}

const char *TeslaTargetLowering::getTargetNodeName(unsigned Opcode) const {
  if (const HeddleOpInfo *Operation = TeslaISD::operationOf(Opcode))
    return Operation->Name.data();
#define NODE(N)                                                                \
  case TeslaISD::N:                                                            \
    return "TeslaISD::" #N;
  switch (static_cast<TeslaISD::NodeType>(Opcode)) {
    NODE(EXIT)
    NODE(RET)
    NODE(CALL)
    NODE(CMP_S)
    NODE(CMP_U)
    NODE(CMP_F)
    NODE(CMP_WS)
    NODE(CMP_WU)
    NODE(BRC)
    NODE(SELC)
    NODE(ADDCC)
    NODE(SUBCC)
    NODE(ADDC)
    NODE(SHL)
    NODE(SHR)
    NODE(SAR)
    NODE(MUL_U16)
    NODE(MUL_S16)
    NODE(MUL_SU16)
    NODE(MUL_U24)
    NODE(MUL_S24)
    NODE(PAIR)
    NODE(SPLIT)
    NODE(CMP_D)
    NODE(MOV_SPECIAL)
    NODE(MOV_COUNTER)
    NODE(MEMBAR)
    NODE(LD_V2)
    NODE(LD_V4)
    NODE(ST_V2)
    NODE(ST_V4)
  case TeslaISD::FIRST_NUMBER:
  case TeslaISD::FIRST_OPERATION:
  case TeslaISD::FIRST_MEMORY:
    break;
  }
#undef NODE
  return nullptr;
}

SDValue TeslaTargetLowering::LowerOperation(SDValue Op,
                                            SelectionDAG &DAG) const {
  switch (Op.getOpcode()) { // Over LLVM's opcodes.
  case ISD::SELECT:
    if (Op.getValueType() == MVT::f64)
      return lowerDouble(Op, DAG);
    if (Op.getValueType() == MVT::i64)
      return lowerWideSelect(Op, DAG);
    return lowerSelect(Op, DAG);
  case ISD::BITCAST:
  case ISD::ConstantFP:
  case ISD::FNEG:
  case ISD::FABS:
    return lowerDouble(Op, DAG);
  case ISD::FCOPYSIGN:
    return lowerCopySign(Op, DAG);
  case ISD::BRCOND:
    return lowerBrCond(Op, DAG);
  case ISD::UADDO:
  case ISD::UADDO_CARRY:
  case ISD::USUBO:
  case ISD::USUBO_CARRY:
    return lowerCarryOp(Op, DAG);
  case ISD::CTTZ: {
    // The ones below the lowest one.
    SDLoc DL(Op);
    SDValue X = Op.getOperand(0);
    SDValue Below = DAG.getNode(ISD::ADD, DL, MVT::i32, X,
                                DAG.getAllOnesConstant(DL, MVT::i32));
    return DAG.getNode(ISD::CTPOP, DL, MVT::i32,
                       DAG.getNode(ISD::AND, DL, MVT::i32,
                                   DAG.getNOT(DL, X, MVT::i32), Below));
  }
  case ISD::MUL:
  case ISD::MULHU:
  case ISD::MULHS:
    return lowerMul(Op, DAG);
  case ISD::LOAD:
    return lowerLoad(Op, DAG);
  case ISD::STORE:
    return lowerStore(Op, DAG);
  case ISD::SIGN_EXTEND_INREG:
    return lowerSignExtendInReg(Op, DAG);
  case ISD::GlobalAddress:
    return lowerGlobalAddress(Op, DAG);
  case ISD::INTRINSIC_WO_CHAIN:
  case ISD::INTRINSIC_W_CHAIN:
  case ISD::INTRINSIC_VOID:
    return lowerIntrinsic(Op, DAG);
  }
  llvm_unreachable("operation is not marked Custom");
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

TeslaCondition TeslaTargetLowering::conditionOf(SDValue Bool, const SDLoc &DL,
                                                SelectionDAG &DAG) const {
  SDVTList CCType = DAG.getVTList(MVT::Untyped);
  if (Bool.getOpcode() == ISD::SETCC &&
      isTypeLegal(Bool.getOperand(0).getValueType())) {
    SDValue L = Bool.getOperand(0), R = Bool.getOperand(1);
    ISD::CondCode Code = cast<CondCodeSDNode>(Bool.getOperand(2))->get();
    bool IsWide = L.getValueType() == MVT::i64;
    unsigned Opcode = IsWide && ISD::isUnsignedIntSetCC(Code) ? TeslaISD::CMP_WU
                      : IsWide                                ? TeslaISD::CMP_WS
                      : L.getValueType() == MVT::f64          ? TeslaISD::CMP_D
                      : L.getValueType() == MVT::f32          ? TeslaISD::CMP_F
                      : ISD::isUnsignedIntSetCC(Code)         ? TeslaISD::CMP_U
                                                              : TeslaISD::CMP_S;
    unsigned Set = L.getValueType().isFloatingPoint()
                       ? tesla::floatSetCondition(Code)
                       : tesla::intSetCondition(Code);
    SDValue Mask = DAG.getTargetConstant(Set, DL, MVT::i32);
    SDValue CC = DAG.getNode(Opcode, DL, CCType, {L, R, Mask});
    // A predicate that is only tested has no other place.
    DAG.transferDbgValues(Bool, CC, /*OffsetInBits=*/0, /*SizeInBits=*/0,
                          /*InvalidateDbg=*/false);
    return {CC, tesla::CondLG};
  }
  if (Bool.getOpcode() == ISD::XOR && isAllOnesConstant(Bool.getOperand(1))) {
    TeslaCondition C = conditionOf(Bool.getOperand(0), DL, DAG);
    return {C.CC, tesla::invertCondition(C.Code)};
  }
  SDValue Zero = DAG.getConstant(0, DL, MVT::i32);
  SDValue Mask =
      DAG.getTargetConstant(tesla::intSetCondition(ISD::SETNE), DL, MVT::i32);
  return {DAG.getNode(TeslaISD::CMP_S, DL, CCType, {Bool, Zero, Mask}),
          tesla::CondLG};
}

SDValue TeslaTargetLowering::lowerSelect(SDValue Op, SelectionDAG &DAG) const {
  SDLoc DL(Op);
  EVT VT = Op.getValueType();
  TeslaCondition C = conditionOf(Op.getOperand(0), DL, DAG);
  SDValue True = DAG.getBitcast(MVT::i32, Op.getOperand(1));
  SDValue False = DAG.getBitcast(MVT::i32, Op.getOperand(2));
  SDValue Sel = DAG.getNode(TeslaISD::SELC, DL, MVT::i32, False, True,
                            DAG.getTargetConstant(C.Code, DL, MVT::i32), C.CC);
  return DAG.getBitcast(VT, Sel);
}

SDValue TeslaTargetLowering::lowerBrCond(SDValue Op, SelectionDAG &DAG) const {
  SDLoc DL(Op);
  TeslaCondition C = conditionOf(Op.getOperand(1), DL, DAG);
  return DAG.getNode(TeslaISD::BRC, DL, MVT::Other, Op.getOperand(0),
                     Op.getOperand(2),
                     DAG.getTargetConstant(C.Code, DL, MVT::i32), C.CC);
}

/// Gives many users of a copy the value instead. MachineCSE does so one by one,
/// and looks at all of them each time.
static void skipCopies(MachineFunction &MF) {
  constexpr unsigned Many = 500;
  MachineRegisterInfo &MRI = MF.getRegInfo();
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB)) {
      if (!MI.isFullCopy())
        continue;
      Register To = MI.getOperand(0).getReg(), From = MI.getOperand(1).getReg();
      if (!To.isVirtual() || !From.isVirtual() ||
          !hasNItemsOrMore(MRI.use_nodbg_begin(To), MRI.use_nodbg_end(),
                           Many) ||
          !MRI.constrainRegClass(From, MRI.getRegClass(To)))
        continue;
      MI.eraseFromParent();
      MRI.replaceRegWith(To, From);
      MRI.clearKillFlags(From);
    }
}

/// Marks the debug values that give a predicate a $c: once that is spilled, its
/// register does not tell any more.
void TeslaTargetLowering::finalizeLowering(MachineFunction &MF) const {
  skipCopies(MF);
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB) {
      if (!MI.isNonListDebugValue() || !MI.getDebugOperand(0).isReg() ||
          MI.getDebugExpression()->getNumElements() != 0)
        continue;
      Register Reg = MI.getDebugOperand(0).getReg();
      if (Reg.isVirtual() &&
          Tesla::CCRegClass.hasSubClassEq(MRI.getRegClass(Reg)))
        MI.getDebugExpressionOp().setMetadata(DIExpression::get(
            MF.getFunction().getContext(), tesla::ConditionExpression));
    }
  TargetLowering::finalizeLowering(MF);
}

/// 0 or -1.
SDValue TeslaTargetLowering::booleanOf(TeslaCondition C, const SDLoc &DL,
                                       SelectionDAG &DAG) const {
  return DAG.getNode(TeslaISD::SELC, DL, MVT::i32,
                     DAG.getConstant(0, DL, MVT::i32),
                     DAG.getAllOnesConstant(DL, MVT::i32),
                     DAG.getTargetConstant(C.Code, DL, MVT::i32), C.CC);
}

//===----------------------------------------------------------------------===//
// Carries
//===----------------------------------------------------------------------===//

/// The node with sum and $c for one of the four overflow operations. Building
/// it twice gives the same node.
SDValue TeslaTargetLowering::carryNode(SDNode *N, SelectionDAG &DAG) const {
  SDLoc DL(N);
  SDVTList VTs = DAG.getVTList(MVT::i32, MVT::Untyped);
  SDValue A = N->getOperand(0), B = N->getOperand(1);
  switch (N->getOpcode()) { // Over LLVM's opcodes.
  case ISD::UADDO:
    return DAG.getNode(TeslaISD::ADDCC, DL, VTs, A, B);
  case ISD::USUBO:
    return DAG.getNode(TeslaISD::SUBCC, DL, VTs, A, B);
  case ISD::UADDO_CARRY:
    return DAG.getNode(TeslaISD::ADDC, DL, VTs, A, B,
                       carryIn(N->getOperand(2), false, DL, DAG));
  case ISD::USUBO_CARRY:
    // There is no subtract with borrow: a + ~b + C.
    return DAG.getNode(TeslaISD::ADDC, DL, VTs, A, DAG.getNOT(DL, B, MVT::i32),
                       carryIn(N->getOperand(2), true, DL, DAG));
  }
  llvm_unreachable("not a carry operation");
}

/// $c whose C is the carry, or the absence of a borrow.
SDValue TeslaTargetLowering::carryIn(SDValue Bool, bool IsBorrow,
                                     const SDLoc &DL, SelectionDAG &DAG) const {
  unsigned Opcode = Bool.getOpcode();
  bool IsAdd = Opcode == ISD::UADDO || Opcode == ISD::UADDO_CARRY;
  bool IsSub = Opcode == ISD::USUBO || Opcode == ISD::USUBO_CARRY;
  if (Bool.getResNo() == 1 && (IsBorrow ? IsSub : IsAdd))
    return carryNode(Bool.getNode(), DAG).getValue(1);
  // The combiner makes a carry of the summand 1, and calls it 1.
  if (auto *Known = dyn_cast<ConstantSDNode>(Bool); Known && !Known->isZero())
    Bool = DAG.getAllOnesConstant(DL, MVT::i32);
  // -1 + -1 carries, 0 + 0 does not.
  if (IsBorrow)
    Bool = DAG.getNOT(DL, Bool, MVT::i32);
  return DAG
      .getNode(TeslaISD::ADDCC, DL, DAG.getVTList(MVT::i32, MVT::Untyped), Bool,
               Bool)
      .getValue(1);
}

SDValue TeslaTargetLowering::lowerCarryOp(SDValue Op, SelectionDAG &DAG) const {
  SDLoc DL(Op);
  SDNode *N = Op.getNode();
  bool IsSub =
      N->getOpcode() == ISD::USUBO || N->getOpcode() == ISD::USUBO_CARRY;
  SDValue Sum = carryNode(N, DAG);
  unsigned Code = IsSub ? tesla::CondNC : tesla::CondC;
  SDValue Bool = booleanOf({Sum.getValue(1), Code}, DL, DAG);
  return DAG.getMergeValues({Sum, Bool}, DL);
}

//===----------------------------------------------------------------------===//
// Addresses of variables
//===----------------------------------------------------------------------===//

SDValue TeslaTargetLowering::lowerGlobalAddress(SDValue Op,
                                                SelectionDAG &DAG) const {
  auto *GA = cast<GlobalAddressSDNode>(Op);
  const auto &Info =
      *DAG.getMachineFunction().getInfo<TeslaMachineFunctionInfo>();
  const auto *GV = cast<GlobalVariable>(GA->getGlobal());
  if (GV->getAddressSpace() == abi::Global) {
    // Known when the module is loaded.
    auto Word = [&](unsigned Flags) {
      SDValue Address = DAG.getTargetGlobalAddress(GV, SDLoc(Op), MVT::i32,
                                                   GA->getOffset(), Flags);
      return SDValue(
          DAG.getMachineNode(Tesla::MOV_B32_i, SDLoc(Op), MVT::i32, Address),
          0);
    };
    if (Op.getValueType() == MVT::i32)
      return Word(0);
    return wide(Word(0), Word(TeslaHighWord), SDLoc(Op), DAG);
  }
  if (GV->getAddressSpace() == abi::Constant) {
    return DAG.getConstant(Info.constants().Address.lookup(GV) +
                               GA->getOffset(),
                           SDLoc(Op), MVT::i32);
  }
  assert(GV->getAddressSpace() == abi::Shared &&
         "the legality pass lets no other variable through");
  return DAG.getConstant(Info.layout().Variables.lookup(GV) + GA->getOffset(),
                         SDLoc(Op), MVT::i32);
}

//===----------------------------------------------------------------------===//
// Divergence
//===----------------------------------------------------------------------===//

bool TeslaTargetLowering::isSDNodeSourceOfDivergence(const SDNode *N,
                                                     FunctionLoweringInfo *FLI,
                                                     UniformityInfo *UA) const {
  if (const HeddleOpInfo *Operation = TeslaISD::operationOf(N->getOpcode()))
    return Operation->Divergent;
  switch (N->getOpcode()) { // Over LLVM's opcodes.
  case ISD::CopyFromReg: {
    Register Reg = cast<RegisterSDNode>(N->getOperand(1))->getReg();
    if (Reg.isPhysical())
      return true;
    if (const Value *V = FLI->getValueFromVirtualReg(Reg))
      return UA->isDivergent(V);
    // $r0 holds the thread's indices.
    return true;
  }
  case ISD::LOAD: {
    // Parameters and the launch header are the same for all threads.
    const auto *L = cast<LoadSDNode>(N);
    return !(L->isInvariant() && L->getAddressSpace() == abi::Shared);
  }
  case ISD::INTRINSIC_W_CHAIN:
  case ISD::ATOMIC_LOAD_ADD:
  case ISD::ATOMIC_LOAD_AND:
  case ISD::ATOMIC_LOAD_OR:
  case ISD::ATOMIC_LOAD_XOR:
  case ISD::ATOMIC_LOAD_MIN:
  case ISD::ATOMIC_LOAD_MAX:
  case ISD::ATOMIC_LOAD_UMIN:
  case ISD::ATOMIC_LOAD_UMAX:
  case ISD::ATOMIC_SWAP:
  case ISD::ATOMIC_CMP_SWAP:
  case ISD::ATOMIC_LOAD_UINC_WRAP:
  case ISD::ATOMIC_LOAD_UDEC_WRAP:
  case TeslaISD::MOV_SPECIAL:
  case TeslaISD::MOV_COUNTER:
  case TeslaISD::LD_V2:
  case TeslaISD::LD_V4:
    return true;
  }
  return false;
}
