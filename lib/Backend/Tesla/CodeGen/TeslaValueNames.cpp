//===- TeslaValueNames.cpp - What a virtual register holds ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaValueNames.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaNames.h"
#include "TeslaCalls.h"
#include "TeslaMachineFunctionInfo.h"
#include "TeslaSubtarget.h"
#include "TeslaTargetMachine.h"
#include "heddle/ABI/TargetModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace heddle;
using tesla::AddOp;
using tesla::DataType;
using tesla::OperandKind;
using tesla::SemKind;
using tesla::SizeMode;
using tesla::ValueOrigin;

/// Levels of an expression; more fit no line anyway.
static constexpr unsigned MaxDepth = 5;
/// Names of C++ kernels' parameters tell most at their ends.
static constexpr size_t MaxNameLength = 40;

TeslaValueNames::TeslaValueNames(const MachineFunction &MF)
    : MF(MF), MRI(MF.getRegInfo()),
      Layout(MF.getInfo<TeslaMachineFunctionInfo>()->layout()) {}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

static std::string shortName(StringRef Name) {
  if (Name.size() <= MaxNameLength)
    return Name.str();
  return "..." + Name.take_back(MaxNameLength - 3).str();
}

/// Small ones are counts and offsets, large ones masks and bit patterns.
static std::string number(int64_t Value) {
  if (Value > -65536 && Value < 65536)
    return std::to_string(Value);
  return "0x" + utohexstr(static_cast<uint32_t>(Value), true);
}

TeslaValueNames::Term TeslaValueNames::constant(int64_t Value) {
  return {"", Binding::Atom, SignExtend64<32>(Value), false};
}

std::string TeslaValueNames::text(const Term &T, Binding Least) {
  if (T.Text.empty())
    return number(T.Constant);
  if (T.Constant != 0) {
    Term Whole = T;
    Whole.Constant = 0;
    std::string Text = text(Whole, Binding::Sum) +
                       (T.Constant < 0 ? " - " : " + ") +
                       number(std::abs(T.Constant));
    return Least > Binding::Sum ? "(" + Text + ")" : Text;
  }
  return T.Level < Least ? "(" + T.Text + ")" : T.Text;
}

TeslaValueNames::Term TeslaValueNames::binary(const Term &A, StringRef Operator,
                                              const Term &B, Binding Level,
                                              Binding Operands) {
  return {text(A, Operands) + Operator.str() + text(B, Operands), Level, 0,
          A.Named || B.Named};
}

/// A base goes before an index.
TeslaValueNames::Term TeslaValueNames::sum(const Term &A, const Term &B) {
  constexpr StringLiteral Base = "address of";
  if (StringRef(B.Text).starts_with(Base) &&
      !StringRef(A.Text).starts_with(Base))
    return sum(B, A);
  Term TextA = A, TextB = B;
  TextA.Constant = TextB.Constant = 0;
  Term Sum = A.Text.empty() ? TextB
             : B.Text.empty()
                 ? TextA
                 : binary(TextA, " + ", TextB, Binding::Sum, Binding::Sum);
  Sum.Constant = SignExtend64<32>(A.Constant + B.Constant);
  return Sum;
}

TeslaValueNames::Term TeslaValueNames::difference(const Term &A,
                                                  const Term &B) {
  if (B.Text.empty())
    return sum(A, constant(-B.Constant));
  return {text(A, Binding::Sum) + " - " + text(B, Binding::Product),
          Binding::Sum, 0, A.Named || B.Named};
}

TeslaValueNames::Term TeslaValueNames::product(const Term &A, const Term &B) {
  if (A.Text.empty() && B.Text.empty())
    return constant(A.Constant * B.Constant);
  return binary(A, " * ", B, Binding::Product, Binding::Product);
}

//===----------------------------------------------------------------------===//
// What instructions say
//===----------------------------------------------------------------------===//

/// Source \p Number, from 1, of \p MI. An immediate may be called so or imm.
static const MachineOperand *source(const MachineInstr &MI, unsigned Number) {
  unsigned Opcode = MI.getOpcode();
  int Index = -1;
  if (Number == 1)
    Index = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::src1);
  else if (Number == 2)
    Index = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::src2);
  else
    Index = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::src3);
  if (Index < 0 && Number < 3)
    Index = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::imm);
  return Index < 0 ? nullptr : &MI.getOperand(Index);
}

static bool isShared(const MachineInstr &MI, unsigned Number) {
  return tesla::sourceKind(MI.getDesc(), Number) == OperandKind::Shared;
}

/// Whether source \p Number is a register or an immediate, and not a word of
/// memory.
static bool isPlain(const MachineInstr &MI, unsigned Number) {
  OperandKind Kind = tesla::sourceKind(MI.getDesc(), Number);
  const MachineOperand *MO = source(MI, Number);
  return MO && Kind != OperandKind::Shared && Kind != OperandKind::Const &&
         (MO->isImm() || (MO->isReg() && MO->getReg().isValid()));
}

/// Whether modifiers or a condition make \p MI more than its operation.
static bool isModified(const MachineInstr &MI) {
  unsigned Opcode = MI.getOpcode();
  int Pred = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::pred);
  if (Pred >= 0 && MI.getOperand(Pred).getImm() != tesla::CondAlways)
    return true;
  int Sat = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::sat);
  return (Sat >= 0 && MI.getOperand(Sat).getImm() != 0) ||
         tesla::hasCarryIn(MI.getDesc());
}

/// A copy, or a word that leaves memory: moves of s[] and loads.
static bool isLoad(const MachineInstr &MI) {
  const MCInstrDesc &Desc = MI.getDesc();
  switch (tesla::semKind(Desc)) {
  case SemKind::Mov:
    return !MI.isCopy() && isShared(MI, 1);
  case SemKind::LdConst:
  case SemKind::LdShared:
  case SemKind::LdLocal:
  case SemKind::LdGlobal:
  case SemKind::Atom:
  case SemKind::Tex:
    return true;
  default: // Over a generated enum.
    return false;
  }
}

const MachineInstr *TeslaValueNames::definition(Register Reg) const {
  return Reg.isVirtual() ? MRI.getUniqueVRegDef(Reg) : nullptr;
}

/// $r0 at a kernel's entry: tid.x, tid.y and tid.z in 16, 10 and 6 bits.
bool TeslaValueNames::isThreadWord(Register Reg) const {
  const MachineInstr *Def = definition(Reg);
  return Def && Def->isCopy() && Def->getOperand(1).getReg() == Tesla::R0 &&
         Def->getParent() == &MF.front() &&
         !isTeslaDeviceFunction(MF.getFunction());
}

/// Whether the upper half of \p Reg is zero by its definition.
bool TeslaValueNames::isNarrow(Register Reg) const {
  const MachineInstr *Def = definition(Reg);
  if (!Def || Def->isCopy())
    return false;
  const MachineOperand *Second = source(*Def, 2);
  bool ByImmediate = Second && Second->isImm() && isPlain(*Def, 1);
  const MCInstrDesc &Desc = Def->getDesc();
  switch (tesla::semKind(Desc)) {
  case SemKind::Mov:
    return isShared(*Def, 1) &&
           (source(*Def, 1) + 2)->getImm() < int64_t(SizeMode::S16);
  case SemKind::Logic:
    return ByImmediate && tesla::subOp(Desc) == 0 &&
           isUInt<16>(Second->getImm());
  case SemKind::Shr:
    return ByImmediate && tesla::resultType(Desc) == DataType::U32 &&
           Second->getImm() >= 16;
  default: // Over a generated enum.
    return false;
  }
}

/// Of special registers: tid.
TeslaValueNames::MaybeTerm
TeslaValueNames::threadIndex(const MachineInstr &MI) const {
  SemKind Sem = tesla::semKind(MI.getDesc());
  bool IsAnd = Sem == SemKind::Logic && tesla::subOp(MI.getDesc()) == 0;
  const MachineOperand *Word = source(MI, 1), *By = source(MI, 2);
  if ((!IsAnd && Sem != SemKind::Shr) || isModified(MI) || !Word->isReg() ||
      isShared(MI, 1) || !By->isImm())
    return std::nullopt;
  if (isThreadWord(Word->getReg()) && Word->getSubReg() == 0) {
    if (IsAnd && By->getImm() == 0xffff)
      return Term{"%tid.x"};
    if (!IsAnd && By->getImm() == 26)
      return Term{"%tid.z"};
  }
  const MachineInstr *Upper = definition(Word->getReg());
  if (IsAnd && By->getImm() == 0x3ff && Upper &&
      tesla::semKind(Upper->getDesc()) == SemKind::Shr && isPlain(*Upper, 1) &&
      source(*Upper, 1)->isReg() && isThreadWord(source(*Upper, 1)->getReg()) &&
      source(*Upper, 2)->isImm() && source(*Upper, 2)->getImm() == 16)
    return Term{"%tid.y"};
  return std::nullopt;
}

/// A half-word of the launch header.
static StringRef headerName(const abi::LaunchState &Launch, uint64_t Address) {
  for (size_t I = 0; I != abi::NumIdentifiers; ++I)
    if (const abi::IdentifierPlace &P = Launch.Places[I];
        P.Kind == abi::IdentifierPlace::SharedHalf && P.Where == Address)
      return abi::identifierName(abi::Identifier(I));
  return "";
}

/// Parameter \p Index, or where it is larger than a word the one at \p Offset.
TeslaValueNames::Term TeslaValueNames::parameterWord(unsigned Index,
                                                     uint64_t Offset) const {
  const Argument &A = *teslaKernelOf(MF.getFunction()).getArg(Index);
  std::string Name = A.hasName() ? shortName(A.getName())
                                 : "parameter " + std::to_string(Index + 1);
  if (A.hasByValAttr())
    return {"[" + Name + " + " + std::to_string(Offset) + "]"};
  if (Offset == 0)
    return {Name};
  return {Offset == 4 ? Name + ".hi" : Name + ".byte" + std::to_string(Offset)};
}

/// What shared memory holds before a kernel starts: header and parameters.
TeslaValueNames::MaybeTerm
TeslaValueNames::headerWord(const MachineInstr &MI) const {
  SemKind Sem = tesla::semKind(MI.getDesc());
  if ((Sem != SemKind::Mov && Sem != SemKind::LdShared) || MI.isCopy() ||
      !isShared(MI, 1) || source(MI, 1)->getReg() != Tesla::A0 ||
      isModified(MI))
    return std::nullopt;
  uint64_t Address = (source(MI, 1) + 1)->getImm();
  if (StringRef Name = headerName(teslaModel(MF.getTarget()).Launch, Address);
      !Name.empty())
    return Term{Name.str()};
  if (Address >= abi::SharedParams + Layout.ParamBytes)
    return std::nullopt;
  auto Behind = llvm::upper_bound(Layout.ParamAddress, Address);
  if (Behind == Layout.ParamAddress.begin())
    return std::nullopt;
  return parameterWord(Behind - Layout.ParamAddress.begin() - 1,
                       Address - *std::prev(Behind));
}

/// What has a name of its own, without a look at operands.
TeslaValueNames::MaybeTerm TeslaValueNames::leaf(const MachineInstr &MI) const {
  if (MI.isImplicitDef())
    return Term{"undefined"};
  if (MI.isCopy()) {
    Register From = MI.getOperand(1).getReg();
    if (From == Tesla::R127)
      return constant(0);
    if (isThreadWord(MI.getOperand(0).getReg()))
      return Term{"%tid"};
    return std::nullopt;
  }
  if (MI.isMoveImmediate()) {
    const MachineOperand &MO = MI.getOperand(1);
    if (MO.isImm())
      return constant(MO.getImm());
    if (MO.isGlobal())
      return Term{"address of '" + shortName(MO.getGlobal()->getName()) + "'",
                  Binding::Atom, MO.getOffset()};
    return std::nullopt;
  }
  if (tesla::semKind(MI.getDesc()) == SemKind::MovSpecial) {
    StringRef Name = tesla::nameOf(tesla::NameTable::SpecialRegister,
                                   source(MI, 1)->getImm());
    // PTX has no name for these: %smid and its like are parts of $physid, and
    // %clock counts twice as fast as $clock.
    if (Name.starts_with("$pm"))
      return Term{"%" + Name.drop_front().str()};
    return Term{Name.str()};
  }
  if (MaybeTerm Header = headerWord(MI))
    return Header;
  return threadIndex(MI);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// A value by the line of PTX that makes it.
TeslaValueNames::Term TeslaValueNames::reference(Register Reg) const {
  for (const MachineInstr &Def : MRI.def_instructions(Reg))
    if (const DebugLoc &Place = Def.getDebugLoc(); Place && Place.getLine())
      return {"@" + std::to_string(Place.getLine()), Binding::Atom, 0, false};
  return {"...", Binding::Atom, 0, false};
}

TeslaValueNames::Term TeslaValueNames::term(Register Reg,
                                            unsigned Depth) const {
  if (Reg == Tesla::R127 || Reg == Tesla::A0)
    return constant(0);
  if (!Reg.isVirtual())
    return {"...", Binding::Atom, 0, false};
  const MachineInstr *Def = definition(Reg);
  if (!Def)
    return reference(Reg);
  if (MaybeTerm Leaf = leaf(*Def))
    return *Leaf;
  if (Depth != 0)
    if (MaybeTerm Whole = expression(*Def, Depth - 1))
      return *Whole;
  return reference(Reg);
}

TeslaValueNames::Term TeslaValueNames::operand(const MachineOperand &MO,
                                               unsigned Depth) const {
  if (MO.isImm())
    return constant(MO.getImm());
  Register Reg = MO.getReg();
  unsigned SubReg = MO.getSubReg();
  if (SubReg == Tesla::lo16 && isThreadWord(Reg))
    return {"%tid.x"};
  Term Whole = term(Reg, Depth);
  if (SubReg == 0 || (SubReg == Tesla::lo16 && isNarrow(Reg)))
    return Whole;
  if (Whole.Text.empty() && (SubReg == Tesla::lo16 || SubReg == Tesla::hi16))
    return constant((Whole.Constant >> (SubReg == Tesla::hi16 ? 16 : 0)) &
                    0xffff);
  StringRef Name =
      MF.getSubtarget().getRegisterInfo()->getSubRegIndexName(SubReg);
  return {text(Whole, Binding::Atom) + "." + Name.str(), Binding::Atom, 0,
          Whole.Named};
}

/// \p A and \p B joined by the add family's operation in \p MI.
TeslaValueNames::MaybeTerm TeslaValueNames::addition(const MachineInstr &MI,
                                                     const Term &A,
                                                     const Term &B) const {
  switch (AddOp(tesla::subOp(MI.getDesc()) & 3)) {
  case AddOp::Add:
    return sum(A, B);
  case AddOp::Sub:
    return difference(A, B);
  case AddOp::SubR:
    return difference(B, A);
  case AddOp::AddC:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

static bool isHalf(const MachineOperand *MO, unsigned SubReg) {
  return MO && MO->isReg() && MO->getSubReg() == SubReg;
}

/// The addend of a * b + c, or no register of a * b, where \p MI multiplies the
/// upper half of \p High by the lower one of \p Low; nothing if it does not.
static std::optional<Register> crossProduct(const MachineInstr *MI,
                                            Register High, Register Low) {
  if (!MI || MI->isCopy())
    return std::nullopt;
  SemKind Sem = tesla::semKind(MI->getDesc());
  bool IsMad = Sem == SemKind::Mad16 && tesla::subOp(MI->getDesc()) == 0;
  bool IsMul = Sem == SemKind::Mul16 && tesla::subOp(MI->getDesc()) == 0;
  if ((!IsMad && !IsMul) || isModified(*MI))
    return std::nullopt;
  const MachineOperand *A = source(*MI, 1), *B = source(*MI, 2);
  if (isHalf(A, Tesla::lo16))
    std::swap(A, B);
  if (!isHalf(A, Tesla::hi16) || !isHalf(B, Tesla::lo16) ||
      A->getReg() != High || B->getReg() != Low)
    return std::nullopt;
  return IsMad ? source(*MI, 3)->getReg() : Register();
}

/// A 32-bit product: a.lo * b.lo + ((a.hi * b.lo + b.hi * a.lo) << 16).
/// Instruction selection leaves out what is zero.
TeslaValueNames::MaybeTerm TeslaValueNames::wideProduct(const MachineInstr &MI,
                                                        unsigned Depth) const {
  const MachineOperand *A = source(MI, 1), *B = source(MI, 2);
  const MachineOperand *Upper = source(MI, 3);
  if (tesla::subOp(MI.getDesc()) != 0 || !isHalf(A, Tesla::lo16) ||
      !isHalf(B, Tesla::lo16) || !Upper || !Upper->isReg())
    return std::nullopt;
  const MachineInstr *Shift = definition(Upper->getReg());
  if (!Shift || tesla::semKind(Shift->getDesc()) != SemKind::Shl ||
      isModified(*Shift) || !isPlain(*Shift, 1) ||
      !source(*Shift, 1)->isReg() || !source(*Shift, 2)->isImm() ||
      source(*Shift, 2)->getImm() != 16)
    return std::nullopt;
  const MachineInstr *Last = definition(source(*Shift, 1)->getReg());
  for (unsigned Swap = 0; Swap != 2; ++Swap, std::swap(A, B)) {
    std::optional<Register> Rest = crossProduct(Last, A->getReg(), B->getReg());
    if (!Rest)
      continue;
    // a.hi * b.lo alone: what is left of b is its lower half.
    if (!*Rest)
      return product(term(A->getReg(), Depth), operand(*B, Depth));
    if (crossProduct(definition(*Rest), B->getReg(), A->getReg()) == Register())
      return product(term(A->getReg(), Depth), term(B->getReg(), Depth));
  }
  return std::nullopt;
}

TeslaValueNames::MaybeTerm
TeslaValueNames::multiplication(const MachineInstr &MI, unsigned Depth) const {
  const MCInstrDesc &Desc = MI.getDesc();
  SemKind Sem = tesla::semKind(Desc);
  bool IsMad = Sem == SemKind::Mad16 || Sem == SemKind::Mad24;
  constexpr unsigned High = 8, Saturates = 4;
  if (tesla::subOp(Desc) & (IsMad ? High | Saturates : High))
    return std::nullopt;
  if (Sem == SemKind::Mad16)
    if (MaybeTerm Wide = wideProduct(MI, Depth))
      return Wide;
  if (!isPlain(MI, 1) || !isPlain(MI, 2))
    return std::nullopt;
  Term A = operand(*source(MI, 1), Depth), B = operand(*source(MI, 2), Depth);
  // Of wider factors the upper bits do not count; say so.
  Term Product = Sem == SemKind::Mul24 || Sem == SemKind::Mad24
                     ? Term{"mul24(" + text(A) + ", " + text(B) + ")",
                            Binding::Atom, 0, A.Named || B.Named}
                     : product(A, B);
  if (!IsMad)
    return Product;
  if (!isPlain(MI, 3) || !source(MI, 3)->isReg())
    return std::nullopt;
  return addition(MI, Product, operand(*source(MI, 3), Depth));
}

/// Short shifts to the left scale indices.
TeslaValueNames::Term TeslaValueNames::shift(const MachineInstr &MI,
                                             unsigned Depth) const {
  Term A = operand(*source(MI, 1), Depth), B = operand(*source(MI, 2), Depth);
  SemKind Sem = tesla::semKind(MI.getDesc());
  bool IsLeft = Sem == SemKind::Shl || Sem == SemKind::ShlA;
  if (IsLeft && B.Text.empty() && B.Constant == 0)
    return A;
  if (IsLeft && A.Text == "$clock" && text(B) == "1")
    return {"%clock"};
  if (IsLeft && B.Text.empty() && B.Constant > 0 && B.Constant < 16)
    return product(A, constant(int64_t(1) << B.Constant));
  return binary(A, IsLeft ? " << " : " >> ", B, Binding::Bits, Binding::Atom);
}

TeslaValueNames::MaybeTerm TeslaValueNames::logic(const MachineInstr &MI,
                                                  unsigned Depth) const {
  static constexpr StringLiteral Operators[] = {" & ", " | ", " ^ "};
  unsigned Operation = tesla::subOp(MI.getDesc());
  if (Operation >= std::size(Operators))
    return std::nullopt;
  auto Source = [&](unsigned Number, unsigned NotName) {
    Term T = operand(*source(MI, Number), Depth);
    int Not = Tesla::getNamedOperandIdx(MI.getOpcode(), NotName);
    if (Not >= 0 && MI.getOperand(Not).getImm())
      T = {"~" + text(T, Binding::Atom), Binding::Atom, 0, T.Named};
    return T;
  };
  return binary(Source(1, Tesla::OpName::not1), Operators[Operation],
                Source(2, Tesla::OpName::not2), Binding::Bits, Binding::Atom);
}

/// The value of \p MI over its operands, where a reader gains by that: integer
/// arithmetic as addresses and indices are made of.
TeslaValueNames::MaybeTerm TeslaValueNames::expression(const MachineInstr &MI,
                                                       unsigned Depth) const {
  if (MI.isCopy())
    return operand(MI.getOperand(1), Depth);
  if (isModified(MI) || isLoad(MI))
    return std::nullopt;
  SemKind Sem = tesla::semKind(MI.getDesc());
  if (Sem == SemKind::Mul16 || Sem == SemKind::Mad16 || Sem == SemKind::Mul24 ||
      Sem == SemKind::Mad24)
    return multiplication(MI, Depth);
  if (!isPlain(MI, 1))
    return std::nullopt;
  if (Sem == SemKind::Mov || Sem == SemKind::MovFromA)
    return operand(*source(MI, 1), Depth);
  if (!isPlain(MI, 2))
    return std::nullopt;
  switch (Sem) {
  case SemKind::Add:
  case SemKind::AddA:
    return addition(MI, operand(*source(MI, 1), Depth),
                    operand(*source(MI, 2), Depth));
  case SemKind::Shl:
  case SemKind::ShlA:
  case SemKind::Shr:
    return shift(MI, Depth);
  case SemKind::Logic:
    return logic(MI, Depth);
  default: // Over a generated enum.
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// The variable that \p V is an address in, by the additions that made it.
static const GlobalVariable *variableOf(const Value *V, unsigned Depth = 6) {
  if (const auto *Variable = dyn_cast_or_null<GlobalVariable>(V))
    return Variable;
  const auto *Op = dyn_cast_or_null<Operator>(V);
  if (!Op || Depth == 0)
    return nullptr;
  switch (Op->getOpcode()) { // Over LLVM's opcodes.
  case Instruction::Add:
    if (const GlobalVariable *Left = variableOf(Op->getOperand(0), Depth - 1))
      return Left;
    return variableOf(Op->getOperand(1), Depth - 1);
  case Instruction::GetElementPtr:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
    return variableOf(Op->getOperand(0), Depth - 1);
  default:
    return nullptr;
  }
}

static const GlobalVariable *variableOf(const MachineInstr &MI) {
  return MI.hasOneMemOperand()
             ? variableOf((*MI.memoperands_begin())->getValue())
             : nullptr;
}

static StringRef loadName(SemKind Sem) {
  switch (Sem) {
  case SemKind::LdConst:
    return "ld.const";
  case SemKind::LdLocal:
    return "ld.local";
  case SemKind::LdGlobal:
    return "ld.global";
  case SemKind::Atom:
    return "atom.global";
  case SemKind::Tex:
    return "tex";
  default: // Over a generated enum: moves of s[], too.
    return "ld.shared";
  }
}

/// Shared addresses count from the variable where there is one. The address of
/// a constant or a stack slot is the compiler's own: the variable has to do.
std::string TeslaValueNames::loadAddress(const MachineInstr &MI,
                                         unsigned Depth) const {
  SemKind Sem = tesla::semKind(MI.getDesc());
  const GlobalVariable *Variable = variableOf(MI);
  std::string Name = Variable ? shortName(Variable->getName()) : "";
  if (Sem == SemKind::LdGlobal || Sem == SemKind::Atom)
    return " [" + text(operand(*(source(MI, 1) + 1), Depth)) + "]";
  if (Sem != SemKind::Mov && Sem != SemKind::LdShared)
    return Variable ? " '" + Name + "'" : "";
  Term Address = sum(operand(*source(MI, 1), Depth),
                     constant((source(MI, 1) + 1)->getImm()));
  if (auto *At = Layout.Variables.find(Variable); At != Layout.Variables.end())
    Address = sum({Name}, sum(Address, constant(-int64_t(At->second))));
  return " [" + text(Address) + "]";
}

std::string TeslaValueNames::load(const MachineInstr &MI,
                                  unsigned Depth) const {
  std::string Text = loadName(tesla::semKind(MI.getDesc())).str();
  std::string Address = loadAddress(MI, Depth);
  const DebugLoc &Place = MI.getDebugLoc();
  std::string Line = Place && Place.getLine()
                         ? ", line " + std::to_string(Place.getLine())
                         : "";
  if (Text.size() + Address.size() + Line.size() > MaxLength && Depth == 0)
    Address.clear();
  return Text + Address + Line;
}

//===----------------------------------------------------------------------===//
// Whole values
//===----------------------------------------------------------------------===//

/// A pair or quad that is put together word by word.
std::string TeslaValueNames::tuple(Register Reg, unsigned Depth) const {
  SmallVector<std::string, 4> Words(4);
  for (const MachineInstr &Def : MRI.def_instructions(Reg)) {
    const MachineOperand &Result = Def.getOperand(0);
    if (!Result.isReg() || Result.getReg() != Reg)
      return "";
    static constexpr unsigned WordIndices[] = {Tesla::sub0, Tesla::sub1,
                                               Tesla::sub2, Tesla::sub3};
    auto *Index = llvm::find(WordIndices, Result.getSubReg());
    if (Index == std::end(WordIndices))
      return "";
    std::string &Word = Words[Index - std::begin(WordIndices)];
    MaybeTerm Leaf = leaf(Def);
    MaybeTerm Whole = Leaf ? Leaf : expression(Def, Depth);
    if (!Word.empty() || !Whole || (!Whole->Named && !Whole->Text.empty()))
      return "";
    Word = text(*Whole);
  }
  while (!Words.empty() && Words.back().empty())
    Words.pop_back();
  if (Words.empty() || llvm::is_contained(Words, ""))
    return "";
  return "{" + join(Words, ", ") + "}";
}

/// The bits \p Value as an f32, where all that reads \p Reg computes with such.
static std::string floatText(const MachineRegisterInfo &MRI, Register Reg,
                             int64_t Value) {
  for (const MachineInstr &Use : MRI.use_nodbg_instructions(Reg))
    if (Use.isCopy() || tesla::sourceType(Use.getDesc()) != DataType::F32)
      return "";
  SmallString<16> Text;
  APFloat(APFloat::IEEEsingle(), APInt(32, static_cast<uint32_t>(Value)))
      .toString(Text);
  return std::string(Text);
}

std::string TeslaValueNames::describe(Register Reg, unsigned Depth) const {
  const MachineInstr *Def = definition(Reg);
  if (!Def)
    return tuple(Reg, Depth);
  // A word of a vector that was loaded.
  if (Def->isCopy() && Def->getOperand(1).getSubReg()) {
    const MachineOperand &From = Def->getOperand(1);
    const MachineInstr *Vector = definition(From.getReg());
    if (Vector && isLoad(*Vector) && !headerWord(*Vector))
      return load(*Vector, Depth) + ", " +
             MF.getSubtarget().getRegisterInfo()->getSubRegIndexName(
                 From.getSubReg());
  }
  MaybeTerm Whole = leaf(*Def);
  if (Whole && Whole->Text.empty())
    if (std::string Text = floatText(MRI, Reg, Whole->Constant); !Text.empty())
      return Text;
  if (!Whole && isLoad(*Def))
    return load(*Def, Depth);
  if (!Whole)
    Whole = expression(*Def, Depth);
  return Whole && (Whole->Named || Whole->Text.empty()) ? text(*Whole) : "";
}

std::string TeslaValueNames::name(Register Reg) const {
  for (unsigned Depth = MaxDepth; Depth != 0; Depth /= 2)
    if (std::string Text = describe(Reg, Depth); Text.size() <= MaxLength)
      return Text;
  std::string Text = describe(Reg, 0);
  return Text.size() <= MaxLength ? Text : "";
}

ValueOrigin TeslaValueNames::origin(Register Reg) const {
  const MachineInstr *Def = definition(Reg);
  if (!Def)
    return ValueOrigin::Computed;
  if (Def->isMoveImmediate())
    return ValueOrigin::Constant;
  if (tesla::semKind(Def->getDesc()) == SemKind::MovSpecial ||
      threadIndex(*Def))
    return ValueOrigin::SpecialRegister;
  if (MaybeTerm Header = headerWord(*Def))
    return StringRef(Header->Text).starts_with("%") &&
                   (source(*Def, 1) + 1)->getImm() < abi::SharedParams
               ? ValueOrigin::SpecialRegister
               : ValueOrigin::Parameter;
  if (Def->isCopy())
    return Def->getOperand(1).getReg() == Tesla::R127 ? ValueOrigin::Constant
           : isThreadWord(Reg) ? ValueOrigin::SpecialRegister
                               : ValueOrigin::Computed;
  return isLoad(*Def) ? ValueOrigin::Load : ValueOrigin::Computed;
}
