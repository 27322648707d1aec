//===- DecodedInstBuilder.h - Build decoded instructions --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MACHINE_DECODE_DECODEDINSTBUILDER_H
#define HEDDLE_LIB_MACHINE_DECODE_DECODEDINSTBUILDER_H

#include "MachineInst.h"
#include "heddle/Machine/Program.h"

namespace heddle::sm {

// The meaning of the target description's operations and types here.
bool isSignedType(tesla::DataType T);
MemType memType(tesla::DataType T);
CvtType cvtType(tesla::DataType T);
WideType wideType(tesla::DataType T);
/// Whether values of the type take two registers.
bool isDouble(tesla::DataType T);
/// Whether a value of the type fills a register.
bool isWide(tesla::DataType T);
/// Registers that an operand of the kind takes.
unsigned wordsOf(tesla::OperandKind K);

/// The names of the three sources.
inline constexpr unsigned SourceOperands[] = {llvm::Tesla::OpName::src1,
                                              llvm::Tesla::OpName::src2,
                                              llvm::Tesla::OpName::src3};

/// Negates a float, when a source is xored with it.
inline constexpr uint32_t SignBit = 0x80000000;

/// Fills in one DecodedInst. Branch targets stay byte addresses, in Target.
class DecodedInstBuilder {
public:
  DecodedInstBuilder(Program &Prog, const MachineInst &Inst, DecodedInst &Out)
      : P(Prog), M(Inst), I(Out) {}

  /// Empty, or why the SM cannot execute the instruction.
  std::string run();

private:
  // Rows of Operations.td name these as their decoder.
  void nop();
  void special(MoveOp Op, unsigned Sub0);
  void condition(MoveOp Op);
  void fromAddress(MoveOp Op);
  void fromSpecial(MoveOp Op);
  void move(MoveOp Wide, MoveOp Half);
  void shlAddress();
  void addAddress();
  void loadStore(MemoryOp Op);
  /// The latter takes, or gives back, the lock of a word.
  void shared(MemoryOp Plain, MemoryOp WithLock);
  void globalAccess(MemoryOp Op);
  void atomic();
  void add();
  void farAccess(MemoryOp Op);
  void product(IntegerOp Op);
  void farAtomic(MemoryOp Op);
  bool atomicKind();
  void extensionOf(Operation Op);
  template <class UnitOpT> void extension(UnitOpT Op) {
    extensionOf(operationOf(Op));
  }
  void integer(IntegerOp Wide, IntegerOp Half);
  void logic();
  void multiply16();
  void multiply24();
  void multiplyAdd();
  void sad();
  void floatBinary(FloatOp Op);
  void floatRounded(FloatOp Nearest, FloatOp Zero);
  void floatMad();
  void doubleBinary(DoubleOp Op);
  void doubleFma();
  void select();
  void matrix(MatrixOp Op);
  void preOp(FloatOp Op);
  void sfu(SfuOp Op);
  void quad();
  void convert();
  void convertWide();
  void slotFetch();
  void image(TextureOp Op);
  void vote();
  void flow(FlowKind Kind);
  void barrier();
  void barrierThreads();
  void helperLanes();
  void hostCall();
  template <class UnitOpT> void set(UnitOpT Op) {
    I.setOperation(operationOf(Op));
  }
  void refuse(const char *Why) { Complaint = Why; }

  // Parts that several cases share.
  void common();
  /// Source \p N of the handler from operand \p Operand.
  void source(unsigned N, unsigned Operand, tesla::OperandKind Kind);
  void sources(unsigned Count);
  void memorySource(unsigned N, unsigned Operand, bool Shared);
  void registerSource(unsigned N, unsigned Reg);
  void constantSource(unsigned N, uint32_t Value);
  void destination();
  void addSigns();
  void addFamily(unsigned Code, IntegerOp Op, IntegerOp WithCarry);
  void flag(InstFlags F, bool Set = true) {
    if (Set)
      I.Flags |= F;
  }
  void invert(unsigned N, bool Set, uint32_t Bits) {
    if (Set)
      I.Invert[N] ^= Bits;
  }

  Program &P;
  const MachineInst &M;
  DecodedInst &I;
  std::string Complaint;
  unsigned MemoryOperands = 0;
  /// A destination beyond the allocated registers: no effect at all.
  bool HasNoEffect = false;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_MACHINE_DECODE_DECODEDINSTBUILDER_H
