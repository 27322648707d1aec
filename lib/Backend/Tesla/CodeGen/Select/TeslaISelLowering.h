//===- TeslaISelLowering.h - How NVVM IR becomes Tesla's DAG ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operations that the chips have, those that are expanded, and the nodes
/// that stand for the chips' own operations.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLAISELLOWERING_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLAISELLOWERING_H

#include "heddle/Intrinsics/HeddleOps.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/CodeGen/TargetLowering.h"

namespace llvm {
class TeslaSubtarget;

namespace TeslaISD {
enum NodeType : unsigned {
  FIRST_NUMBER = ISD::BUILTIN_OP_END,
  /// End of the thread; return to the caller; call.
  EXIT,
  RET,
  CALL,
  /// (a, b, l/e/g mask) -> $c holding true as S, false as Z.
  CMP_S,
  CMP_U,
  CMP_F,
  /// Comparisons of i64.
  CMP_WS,
  CMP_WU,
  /// chain, block, condition code, $c.
  BRC,
  /// (value if not, value if, condition code, $c).
  SELC,
  /// (a, b) -> sum or difference, $c with the carry.
  ADDCC,
  SUBCC,
  /// (a, b, $c) -> sum with carry, $c.
  ADDC,
  /// Shifts whose count the chip clamps.
  SHL,
  SHR,
  SAR,
  /// Products of the low halves, and of the low 24 bits.
  MUL_U16,
  MUL_S16,
  /// The first operand is signed, the second one is not.
  MUL_SU16,
  MUL_U24,
  MUL_S24,
  /// (low, high) -> f64, and back.
  PAIR,
  SPLIT,
  CMP_D,
  /// A special register that never changes, and one that does (with chain).
  MOV_SPECIAL,
  MOV_COUNTER,
  /// Orders memory accesses; emits nothing.
  MEMBAR,
  /// The operations of HeddleOps.td; the last that is not an access.
  FIRST_OPERATION,
  FIRST_MEMORY = ISD::FIRST_TARGET_MEMORY_OPCODE,
  LD_V2,
  LD_V4,
  ST_V2,
  ST_V4,
};

/// The node of \p Op.
constexpr unsigned operation(heddle::HeddleOp Op) {
  return FIRST_OPERATION + unsigned(Op);
}

/// The operation of HeddleOps.td that the node \p Opcode stands for, if it is
/// one.
inline const heddle::HeddleOpInfo *operationOf(unsigned Opcode) {
  unsigned N = Opcode - FIRST_OPERATION;
  return N < heddle::heddleOps().size() ? &heddle::heddleOps()[N] : nullptr;
}
} // namespace TeslaISD

/// A condition ready to be tested: $c and the code to test it with.
struct TeslaCondition {
  SDValue CC;
  unsigned Code;
};

/// Whether \p IID converts between a float and a 64-bit integer, which gt200
/// does in one instruction.
bool isTeslaWideConversion(unsigned IID);

/// Whether lowering has nodes for intrinsic \p IID, on every chip. Others are
/// selected by patterns.
bool isTeslaLoweredIntrinsic(unsigned IID);

class TeslaTargetLowering : public TargetLowering {
public:
  TeslaTargetLowering(const TargetMachine &TM, const TeslaSubtarget &STI);

  const char *getTargetNodeName(unsigned Opcode) const override;
  EVT getSetCCResultType(const DataLayout &, LLVMContext &,
                         EVT VT) const override {
    return VT.isVector() ? VT.changeVectorElementTypeToInteger() : MVT::i32;
  }
  SDValue LowerOperation(SDValue Op, SelectionDAG &DAG) const override;
  void ReplaceNodeResults(SDNode *N, SmallVectorImpl<SDValue> &Results,
                          SelectionDAG &DAG) const override;
  SDValue PerformDAGCombine(SDNode *N, DAGCombinerInfo &DCI) const override;

  SDValue LowerFormalArguments(SDValue Chain, CallingConv::ID, bool,
                               const SmallVectorImpl<ISD::InputArg> &Ins,
                               const SDLoc &DL, SelectionDAG &DAG,
                               SmallVectorImpl<SDValue> &InVals) const override;
  bool CanLowerReturn(CallingConv::ID, MachineFunction &MF, bool,
                      const SmallVectorImpl<ISD::OutputArg> &Outs,
                      LLVMContext &) const override;
  SDValue LowerReturn(SDValue Chain, CallingConv::ID, bool,
                      const SmallVectorImpl<ISD::OutputArg> &,
                      const SmallVectorImpl<SDValue> &, const SDLoc &DL,
                      SelectionDAG &DAG) const override;
  SDValue LowerCall(CallLoweringInfo &CLI,
                    SmallVectorImpl<SDValue> &InVals) const override;

  void computeKnownBitsForTargetNode(SDValue Op, KnownBits &Known,
                                     const APInt &DemandedElts,
                                     const SelectionDAG &DAG,
                                     unsigned Depth) const override;
  bool isSDNodeSourceOfDivergence(const SDNode *N, FunctionLoweringInfo *FLI,
                                  UniformityInfo *UA) const override;
  /// i16 is not a legal type, but halves of registers are operands.
  const TargetRegisterClass *getRegClassFor(MVT VT,
                                            bool IsDivergent) const override;
  LegalizeTypeAction getPreferredVectorAction(MVT VT) const override;
  MVT getScalarShiftAmountTy(const DataLayout &, EVT) const override {
    return MVT::i32;
  }
  /// Words are registers, those of i128, too: the combiner would narrow what
  /// is computed of a word of i64 and widen that again for ever.
  bool isTruncateFree(EVT From, EVT To) const override {
    if (!isTypeLegal(MVT::i64))
      return false;
    return (To == MVT::i32 && (From == MVT::i64 || From == MVT::i128)) ||
           (To == MVT::i64 && From == MVT::i128);
  }
  bool isZExtFree(EVT From, EVT To) const override {
    return isTypeLegal(MVT::i64) && From == MVT::i32 && To == MVT::i64;
  }
  bool isOffsetFoldingLegal(const GlobalAddressSDNode *) const override {
    return true;
  }
  bool shouldReduceLoadWidth(SDNode *, ISD::LoadExtType, EVT) const override {
    return false;
  }
  /// Any literal is an immediate move.
  bool isFPImmLegal(const APFloat &, EVT, bool) const override { return true; }
  bool convertSelectOfConstantsToMath(EVT) const override { return false; }
  bool isReassocProfitable(SelectionDAG &DAG, SDValue N0,
                           SDValue N1) const override;
  bool isIntDivCheap(EVT, AttributeList) const override { return false; }
  void finalizeLowering(MachineFunction &MF) const override;

private:
  // TeslaISelLoweringCalls.cpp.
  SDValue lowerKernelArguments(SDValue Chain,
                               const SmallVectorImpl<ISD::InputArg> &Ins,
                               const SDLoc &DL, SelectionDAG &DAG,
                               SmallVectorImpl<SDValue> &InVals) const;
  void splitIntoWords(SDValue V, const SDLoc &DL, SelectionDAG &DAG,
                      SmallVectorImpl<SDValue> &Words) const;
  SDValue fromWords(MVT VT, SDValue Low, function_ref<SDValue()> Next,
                    const SDLoc &DL, SelectionDAG &DAG) const;
  SDValue copyResults(SDValue Call, CallLoweringInfo &CLI,
                      SmallVectorImpl<SDValue> &InVals) const;
  SDValue lowerDeviceCall(CallLoweringInfo &CLI,
                          SmallVectorImpl<SDValue> &InVals) const;
  void appendOperand(heddle::HeddleType Type, SDValue V, const SDLoc &DL,
                     SelectionDAG &DAG, SmallVectorImpl<SDValue> &Ops) const;
  SDValue lowerOperation(heddle::HeddleOp Op, CallLoweringInfo &CLI,
                         SmallVectorImpl<SDValue> &InVals) const;

  void setTypeActions();
  void setArithmeticActions();
  void setMemoryActions();

  TeslaCondition conditionOf(SDValue Bool, const SDLoc &DL,
                             SelectionDAG &DAG) const;
  SDValue lowerSelect(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerBrCond(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerCarryOp(SDValue Op, SelectionDAG &DAG) const;
  SDValue carryNode(SDNode *N, SelectionDAG &DAG) const;
  SDValue carryIn(SDValue Bool, bool IsBorrow, const SDLoc &DL,
                  SelectionDAG &DAG) const;
  // TeslaISelLoweringWide.cpp.
  void setWideActions();
  SDValue wide(SDValue Lo, SDValue Hi, const SDLoc &DL,
               SelectionDAG &DAG) const;
  std::pair<SDValue, SDValue> splitWide(SDValue Wide, const SDLoc &DL,
                                        SelectionDAG &DAG) const;
  SDValue lowerSignExtendInReg(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerWideSelect(SDValue Op, SelectionDAG &DAG) const;

  void setDoubleActions();
  SDValue pair(SDValue Lo, SDValue Hi, const SDLoc &DL,
               SelectionDAG &DAG) const;
  std::pair<SDValue, SDValue> split(SDValue Double, const SDLoc &DL,
                                    SelectionDAG &DAG) const;
  SDValue lowerDouble(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerCopySign(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerDoubleLoad(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerDoubleStore(SDValue Op, SelectionDAG &DAG) const;
  SDValue convertWide(unsigned IID, SDValue Src, const SDLoc &DL,
                      SelectionDAG &DAG) const;
  void replaceAtomic64(SDNode *N, SmallVectorImpl<SDValue> &Results,
                       SelectionDAG &DAG) const;
  SDValue booleanOf(TeslaCondition C, const SDLoc &DL, SelectionDAG &DAG) const;
  SDValue lowerMul(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerLoad(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerStore(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerGlobalAddress(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerIntrinsic(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerSpecialRegister(unsigned IID, const SDLoc &DL,
                               SelectionDAG &DAG) const;

  const TeslaSubtarget &Subtarget;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_SELECT_TESLAISELLOWERING_H
