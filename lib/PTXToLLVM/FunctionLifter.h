//===- FunctionLifter.h - State of lifting one function ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One function on its way from PTX to IR. Members are spread over files by
/// instruction family: Lift*.cpp. Every instruction becomes IR at the builder's
/// place; registers are allocas that the optimizer promotes.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_FUNCTIONLIFTER_H
#define HEDDLE_LIB_PTXTOLLVM_FUNCTIONLIFTER_H

#include "ModuleLifter.h"
#include "heddle/Intrinsics/HeddleOps.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"

namespace heddle {

class FunctionLifter {
public:
  FunctionLifter(ModuleLifter &Parent, const ptx::Function &Source,
                 llvm::Function &Target);

  void lift();

  /// How an instruction under a guard is lifted.
  enum class GuardStyle : uint8_t {
    /// Always executed; destinations keep their value by a select.
    Select,
    /// Branched around.
    Branch,
    /// The handler looks at the guard itself.
    Own,
  };

  struct Handler {
    ptx::Opcode Op;
    void (FunctionLifter::*Lift)(const ptx::Instruction &);
    GuardStyle Guard;
  };

private:
  using Instruction = ptx::Instruction;
  using Operand = ptx::Operand;
  using ScalarType = ptx::ScalarType;

  // FunctionLifter.cpp: frame, statements, guards.
  bool isKernelParameter(const ptx::Variable &Var) const;
  void createFrame();
  void createRegister(const ptx::Register &R);
  void createLocal(const ptx::Variable &Var);
  void liftBody(const ptx::Block &Body);
  void liftInstruction(const Instruction &I);
  void liftMapped(const Instruction &I);
  void liftPlain(const Instruction &I);
  void liftGuarded(const Instruction &I, const Handler &H);
  void startBlock(llvm::BasicBlock *Block);
  llvm::BasicBlock *blockOf(const ptx::Label &L);
  llvm::BasicBlock *newBlock(const llvm::Twine &Name);
  void setLocation(llvm::SMLoc Loc);
  void unsupported(const Instruction &I, const llvm::Twine &Detail = "");

  // Handlers.cpp.
  static const Handler *handlerFor(ptx::Opcode Op);

  // Availability.cpp.
  bool checkChip(const Instruction &I);

  // LiftOperands.cpp.
  llvm::Value *guardOf(const Instruction &I);
  llvm::Value *read(const Operand &Op) { return read(Op, Op.Type); }
  llvm::Value *read(const Operand &Op, ScalarType Type);
  llvm::Value *read(const Instruction &I, unsigned Index) {
    return read(I.Operands[Index]);
  }
  void write(const Operand &Op, llvm::Value *V) { write(Op, V, Op.Type); }
  void write(const Operand &Op, llvm::Value *V, ScalarType Type);
  void writeResult(const Instruction &I, llvm::Value *V) {
    write(I.Operands[0], V);
  }
  llvm::ArrayRef<llvm::AllocaInst *> slotsOf(const ptx::Register &R);
  llvm::AllocaInst *slot(const Operand &Op);
  llvm::Value *readSlots(llvm::ArrayRef<llvm::AllocaInst *> Slots);
  void writeSlots(llvm::ArrayRef<llvm::AllocaInst *> Slots, llvm::Value *V);
  llvm::Value *readWhole(const Operand &Op, ScalarType Type);
  void writeWhole(const Operand &Op, llvm::Value *V, ScalarType Type);
  llvm::Value *fitBits(llvm::Value *V, llvm::Type *To, bool Signed = false);
  llvm::Constant *constant(llvm::Type *Type, uint64_t Bits);
  llvm::Value *addressOf(const ptx::Decl &Symbol, llvm::SMRange Where);
  llvm::SmallVector<Operand, 4> elements(const Operand &Op,
                                         ScalarType Type) const;

  // Calls.
  llvm::Value *intrinsic(llvm::Intrinsic::ID ID,
                         llvm::ArrayRef<llvm::Value *> Args,
                         llvm::ArrayRef<llvm::Type *> Types = {});
  llvm::Value *op(HeddleOp Op, llvm::ArrayRef<llvm::Value *> Args = {});
  /// Keeps how the current instruction, which the chip lacks, is spelt.
  void noteSpelling();
  llvm::Value *builtin(const llvm::Twine &Name, llvm::Type *Result,
                       llvm::ArrayRef<llvm::Value *> Args);

  // LiftInteger.cpp.
  void liftAdd(const Instruction &I);
  void liftSub(const Instruction &I);
  void liftAddc(const Instruction &I);
  void liftSubc(const Instruction &I);
  void liftMul(const Instruction &I);
  void liftMad(const Instruction &I);
  void liftMadc(const Instruction &I);
  void liftMul24(const Instruction &I);
  void liftMad24(const Instruction &I);
  void liftSad(const Instruction &I);
  void liftNeg(const Instruction &I);
  void liftAbs(const Instruction &I);
  void liftMinMax(const Instruction &I);
  llvm::Value *addWithCarry(const Instruction &I, llvm::Value *A,
                            llvm::Value *B, llvm::Value *CarryIn);
  llvm::Value *multiply(const Instruction &I);
  llvm::Value *multiply24(const Instruction &I);
  llvm::Value *addTerm(const Instruction &I, llvm::Value *Product);

  // LiftDivision.cpp.
  void liftDiv(const Instruction &I);
  void liftRem(const Instruction &I);
  void liftDivRem(const Instruction &I, bool Remainder);

  // LiftFloat.cpp.
  bool isF32(const Instruction &I) const;
  bool isF64(const Instruction &I) const;
  void liftFloatAdd(const Instruction &I, bool Subtract);
  void liftFloatMul(const Instruction &I);
  void liftFloatMad(const Instruction &I);
  void liftFloatDiv(const Instruction &I);
  void liftFloatMinMax(const Instruction &I);
  void liftFma(const Instruction &I);
  void liftTestp(const Instruction &I);
  void liftCopysign(const Instruction &I);
  void liftApprox(const Instruction &I);
  llvm::Value *fused(const Instruction &I);
  llvm::Value *routine(const Instruction &I, const llvm::Twine &Name);
  void writeFloat(const Instruction &I, llvm::Value *V);
  llvm::Value *mark(const Instruction &I, llvm::Value *V);

  // LiftLogic.cpp.
  void liftBitwise(const Instruction &I);
  void liftNot(const Instruction &I);
  void liftCnot(const Instruction &I);
  void liftShift(const Instruction &I);
  llvm::Value *shiftLeft(llvm::Value *A, llvm::Value *Count);
  llvm::Value *shiftRight(llvm::Value *A, llvm::Value *Count, bool Signed);

  // LiftBits.cpp.
  void liftPopc(const Instruction &I);
  void liftClz(const Instruction &I);
  void liftBrev(const Instruction &I);
  void liftBfe(const Instruction &I);
  void liftBfi(const Instruction &I);
  void liftLop3(const Instruction &I);
  void liftBfind(const Instruction &I);
  void liftPrmt(const Instruction &I);
  llvm::Value *permutedByte(llvm::Value *Bytes, llvm::Value *Index);
  void liftBmsk(const Instruction &I);
  void liftSzext(const Instruction &I);
  void liftDp(const Instruction &I);
  void liftShf(const Instruction &I);
  llvm::Value *lowBits(llvm::Value *Count, llvm::Type *T);

  // LiftCompare.cpp.
  llvm::Value *compare(const Instruction &I, const Operand &A,
                       const Operand &B);
  llvm::Value *comparand(const Operand &Op);
  void liftSetp(const Instruction &I);
  void liftSet(const Instruction &I);
  void liftSelp(const Instruction &I);
  void liftSlct(const Instruction &I);

  // LiftConvert.cpp.
  void liftCvt(const Instruction &I);
  void liftCvta(const Instruction &I);
  llvm::Value *convertIntToInt(const Instruction &I, llvm::Value *V);
  llvm::Value *convertIntToFloat(const Instruction &I, llvm::Value *V);
  llvm::Value *convertFloatToInt(const Instruction &I, llvm::Value *V);
  llvm::Value *convertFloat(const Instruction &I, llvm::Value *V);
  llvm::Value *convertDouble(const Instruction &I, llvm::Value *V);
  llvm::Value *convertToFloat(const Instruction &I, llvm::Value *V);
  llvm::Value *doubleToOddFloat(llvm::Value *V);
  llvm::Value *liftTinyFloat(llvm::Value *V, bool FromDouble);
  llvm::Value *floatToHalf(const Instruction &I, llvm::Value *V);
  llvm::Value *saturate(llvm::Value *V);
  llvm::Value *saturateBits(llvm::Value *V);

  // LiftMove.cpp.
  void liftMov(const Instruction &I);
  void liftMovVector(const Instruction &I);
  void liftPack(const Instruction &I);
  void liftUnpack(const Instruction &I);

  // LiftSpecialRegisters.cpp.
  llvm::Value *readSpecial(const Operand &Op);

  // LiftMemory.cpp.
  void liftLd(const Instruction &I);
  void liftSt(const Instruction &I);
  void liftLdParam(const Instruction &I);
  bool checkAccess(const Instruction &I);
  unsigned paramSpace() const;
  llvm::Value *registerPointer(const Operand &Address, unsigned AddressSpace);
  llvm::Value *paramMemory(const Operand &Op);
  llvm::Value *paramPointer(const Instruction &I, const Operand &Address,
                            unsigned Bytes);
  /// Elements that one load or store moves, and where.
  struct AccessPart {
    llvm::ArrayRef<Operand> Elements;
    unsigned Offset;
    unsigned Bytes;
  };
  llvm::SmallVector<AccessPart, 4>
  accessParts(const Instruction &I, llvm::ArrayRef<Operand> Elements) const;
  /// Element \p Index of vectors that go through memory as words.
  llvm::Value *unpack(llvm::Value *Packed, size_t Index, llvm::Type *Element);
  llvm::Value *pack(llvm::ArrayRef<Operand> Elements, llvm::Type *Element,
                    llvm::Type *To);
  void loadPart(const Instruction &I, const AccessPart &Part);
  void storePart(const Instruction &I, const AccessPart &Part);
  llvm::Value *pointer(const Instruction &I, const Operand &Address,
                       unsigned Bytes);
  void liftIgnored(const Instruction &I);

  // DeviceFunctions.cpp.
  void bindParameters();
  void returnResults();
  llvm::AllocaInst *frameMemory(uint64_t Bytes, unsigned Alignment,
                                const llvm::Twine &Name);
  llvm::Value *resultMemory(const ptx::Variable &Formal, const Operand &Actual,
                            llvm::ArrayRef<llvm::Value *> Args);
  void takeArray(const ptx::Variable &Formal, const Operand &Actual,
                 llvm::Value *Memory);
  llvm::Value *ownMemory(const ptx::Variable &Var);
  llvm::Value *argumentFor(const ptx::Decl &Formal, const Operand &Actual);
  void liftCall(const Instruction &I);

  // LiftAtomic.cpp.
  void liftAtom(const Instruction &I);
  void liftVote(const Instruction &I);

  // LiftControl.cpp.
  void liftBra(const Instruction &I);
  void liftExit(const Instruction &I);
  void liftBar(const Instruction &I);
  void liftMembar(const Instruction &I);
  void liftTrap(const Instruction &I);
  void liftBrkpt(const Instruction &I);
  void liftPmevent(const Instruction &I);
  void liftBrx(const Instruction &I);
  void leaveTo(const Instruction &I, llvm::BasicBlock *Target);

  ModuleLifter &Parent;
  const ptx::Function &Source;
  llvm::Function &Target;
  llvm::LLVMContext &Context;
  /// Folds what is trivial, so that -O0 starts from clean code.
  llvm::IRBuilder<llvm::InstSimplifyFolder> Builder;
  llvm::DISubprogram *Subprogram;

  /// By Register::Id; a slot for each component.
  std::vector<llvm::SmallVector<llvm::AllocaInst *, 1>> Registers;
  /// Of the registers at module scope that this function uses.
  llvm::DenseMap<const ptx::Register *,
                 llvm::SmallVector<llvm::AllocaInst *, 1>>
      ModuleRegisters;
  /// By Variable::Id; null for what is not in .local.
  std::vector<llvm::AllocaInst *> Locals;
  /// What the .param variables of device functions and calls lie in.
  llvm::DenseMap<const ptx::Variable *, llvm::Value *> ParamMemory;
  /// By Label::Id; made when they are first met.
  std::vector<llvm::BasicBlock *> Labels;
  llvm::BasicBlock *ReturnBlock = nullptr;
  /// The carry flag of add.cc and its like, made when it is first used.
  llvm::AllocaInst *carryFlag();
  llvm::AllocaInst *Carry = nullptr;
  /// While an instruction of GuardStyle::Select is lifted under a guard.
  llvm::Value *Guard = nullptr;
  /// Of the instruction that is lifted.
  llvm::StringRef Spelling;
};

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_FUNCTIONLIFTER_H
