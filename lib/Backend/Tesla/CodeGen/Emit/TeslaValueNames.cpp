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
#include "MCTargetDesc/TeslaSemKinds.h"
#include "Select/TeslaCalls.h"
#include "Target/TeslaInstrSources.h"
#include "Target/TeslaMachineFunctionInfo.h"
#include "Target/TeslaSubtarget.h"
#include "Target/TeslaTargetMachine.h"
#include "heddle/ABI/TargetModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/Function.h"
#include <cassert>

using namespace llvm;
using namespace heddle;
using tesla::DataType;
using tesla::SemKind;
using tesla::SizeMode;
using tesla::ValueOrigin;

/// Levels of an expression; more fit no line anyway.
static constexpr unsigned MaxDepth = 5;

TeslaValueNames::TeslaValueNames(const MachineFunction &MF)
    : MF(MF), MRI(MF.getRegInfo()),
      Layout(MF.getInfo<TeslaMachineFunctionInfo>()->layout()) {}

//===----------------------------------------------------------------------===//
// Values that have a name
//===----------------------------------------------------------------------===//

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
  const MachineOperand *Second = teslaSource(*Def, 2);
  bool ByImmediate = Second && Second->isImm() && isTeslaPlain(*Def, 1);
  const MCInstrDesc &Desc = Def->getDesc();
  switch (tesla::semKind(Desc)) {
  case SemKind::Mov:
    return isTeslaShared(*Def, 1) &&
           (teslaSource(*Def, 1) + 2)->getImm() < int64_t(SizeMode::S16);
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

/// The name of a part of the thread's indices: %tid.
TeslaValueNames::MaybeTerm
TeslaValueNames::threadIndex(const MachineInstr &MI) const {
  SemKind Sem = tesla::semKind(MI.getDesc());
  bool IsAnd = Sem == SemKind::Logic && tesla::subOp(MI.getDesc()) == 0;
  const MachineOperand *Word = teslaSource(MI, 1), *By = teslaSource(MI, 2);
  if ((!IsAnd && Sem != SemKind::Shr) || isTeslaModified(MI) ||
      !Word->isReg() || isTeslaShared(MI, 1) || !By->isImm())
    return std::nullopt;
  if (isThreadWord(Word->getReg()) && Word->getSubReg() == 0) {
    if (IsAnd && By->getImm() == 0xffff)
      return Term{"%tid.x"};
    if (!IsAnd && By->getImm() == 26)
      return Term{"%tid.z"};
  }
  const MachineInstr *Upper = definition(Word->getReg());
  if (IsAnd && By->getImm() == 0x3ff && Upper &&
      tesla::semKind(Upper->getDesc()) == SemKind::Shr &&
      isTeslaPlain(*Upper, 1) && teslaSource(*Upper, 1)->isReg() &&
      isThreadWord(teslaSource(*Upper, 1)->getReg()) &&
      teslaSource(*Upper, 2)->isImm() && teslaSource(*Upper, 2)->getImm() == 16)
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
  assert(Index < teslaKernelOf(MF.getFunction()).arg_size() &&
         "a parameter that the kernel does not have");
  const Argument &A = *teslaKernelOf(MF.getFunction()).getArg(Index);
  std::string Name = A.hasName() ? tesla::shortName(A.getName())
                                 : "parameter " + std::to_string(Index + 1);
  if (A.hasByValAttr())
    return {"[" + Name + " + " + std::to_string(Offset) + "]"};
  if (Offset == 0)
    return {Name};
  return {Offset == 4 ? Name + ".hi" : Name + ".byte" + std::to_string(Offset)};
}

/// The word of shared memory at \p Address before a kernel starts, in the
/// header or the parameters. \p IsHalf: sixteen bits of it or eight.
TeslaValueNames::MaybeTerm TeslaValueNames::headerWordAt(uint64_t Address,
                                                         bool IsHalf) const {
  if (StringRef Name = headerName(teslaModel(MF.getTarget()).Launch, Address);
      !Name.empty())
    return Term{Name.str()};
  if (Address >= abi::SharedParams + Layout.ParamBytes)
    return std::nullopt;
  const auto *Behind = llvm::upper_bound(Layout.ParamAddress, Address);
  if (Behind == Layout.ParamAddress.begin())
    return std::nullopt;
  unsigned Index = Behind - Layout.ParamAddress.begin() - 1;
  const uint64_t Offset = Address - *std::prev(Behind);
  Term Word = parameterWord(Index, Offset);
  const Type *T = teslaKernelOf(MF.getFunction()).getArg(Index)->getType();
  if (IsHalf && Offset == 0 && T->getPrimitiveSizeInBits() > 16)
    Word.Text += ".lo16";
  return Word;
}

/// The word of shared memory where it is moved as a whole.
TeslaValueNames::MaybeTerm
TeslaValueNames::headerWord(const MachineInstr &MI) const {
  SemKind Sem = tesla::semKind(MI.getDesc());
  if ((Sem != SemKind::Mov && Sem != SemKind::LdShared) || MI.isCopy() ||
      !isTeslaShared(MI, 1) || teslaSource(MI, 1)->getReg() != Tesla::A0 ||
      isTeslaModified(MI))
    return std::nullopt;
  return headerWordAt((teslaSource(MI, 1) + 1)->getImm(), false);
}

/// The term of a value with a name of its own, without a look at operands.
TeslaValueNames::MaybeTerm TeslaValueNames::leaf(const MachineInstr &MI) const {
  if (MI.isImplicitDef())
    return Term{"undefined"};
  if (MI.isCopy()) {
    Register From = MI.getOperand(1).getReg();
    if (From == Tesla::R127)
      return Term::constant(0);
    if (isThreadWord(MI.getOperand(0).getReg()))
      return Term{"%tid"};
    return std::nullopt;
  }
  if (MI.isMoveImmediate()) {
    const MachineOperand &MO = MI.getOperand(1);
    if (MO.isImm())
      return Term::constant(MO.getImm());
    if (MO.isGlobal())
      return Term{"address of '" + tesla::shortName(MO.getGlobal()->getName()) +
                      "'",
                  Binding::Atom, MO.getOffset()};
    return std::nullopt;
  }
  if (tesla::semKind(MI.getDesc()) == SemKind::MovSpecial) {
    StringRef Name = tesla::nameOf(tesla::NameTable::SpecialRegister,
                                   teslaSource(MI, 1)->getImm());
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
    return Term::constant(0);
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
    return Term::constant(MO.getImm());
  Register Reg = MO.getReg();
  unsigned SubReg = MO.getSubReg();
  if (SubReg == Tesla::lo16 && isThreadWord(Reg))
    return {"%tid.x"};
  Term Whole = term(Reg, Depth);
  if (SubReg == 0 || (SubReg == Tesla::lo16 && isNarrow(Reg)))
    return Whole;
  if (Whole.Text.empty() && (SubReg == Tesla::lo16 || SubReg == Tesla::hi16))
    return Term::constant((Whole.Constant >> (SubReg == Tesla::hi16 ? 16 : 0)) &
                          0xffff);
  StringRef Name =
      MF.getSubtarget().getRegisterInfo()->getSubRegIndexName(SubReg);
  return {text(Whole, Binding::Atom) + "." + Name.str(), Binding::Atom, 0,
          Whole.Named};
}

/// The number in c1[] that the operands from \p MO on name; nothing if they
/// name another word of c[].
static std::optional<tesla::ValueTerm> literal(const MachineOperand *MO) {
  constexpr int64_t LiteralBank = 1, WordBytes = 4;
  if (MO[0].getImm() != LiteralBank || MO[1].getReg() != Tesla::A0 ||
      MO[2].getImm() % WordBytes != 0)
    return std::nullopt;
  const MachineFunction &MF = *MO->getParent()->getMF();
  ArrayRef<uint32_t> Words =
      MF.getInfo<TeslaMachineFunctionInfo>()->literals().words();
  uint64_t Index = uint64_t(MO[2].getImm() / WordBytes);
  if (Index >= Words.size())
    return std::nullopt;
  return tesla::ValueTerm::constant(Words[Index]);
}

/// Source \p Number of \p MI: a register, a number, or a word of s[] that never
/// changes.
TeslaValueNames::MaybeTerm TeslaValueNames::source(const MachineInstr &MI,
                                                   unsigned Number,
                                                   unsigned Depth) const {
  if (isTeslaPlain(MI, Number))
    return operand(*teslaSource(MI, Number), Depth);
  const MachineOperand *MO = teslaSource(MI, Number);
  if (MO &&
      tesla::sourceKind(MI.getDesc(), Number) == tesla::OperandKind::Const)
    return tesla::semKind(MI.getDesc()) == SemKind::LdConst ? std::nullopt
                                                            : literal(MO);
  if (!MO || !isTeslaShared(MI, Number) || MO->getReg() != Tesla::A0 ||
      tesla::semKind(MI.getDesc()) == SemKind::LdShared)
    return std::nullopt;
  return headerWordAt((MO + 1)->getImm(),
                      (MO + 2)->getImm() != int64_t(SizeMode::B32));
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
    if (Vector && isTeslaLoad(*Vector) && !headerWord(*Vector))
      return load(*Vector, Depth) + ", " +
             MF.getSubtarget().getRegisterInfo()->getSubRegIndexName(
                 From.getSubReg());
  }
  MaybeTerm Whole = leaf(*Def);
  if (Whole && Whole->Text.empty())
    if (std::string Text = floatText(MRI, Reg, Whole->Constant); !Text.empty())
      return Text;
  if (!Whole && isTeslaLoad(*Def))
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
                   (teslaSource(*Def, 1) + 1)->getImm() < abi::SharedParams
               ? ValueOrigin::SpecialRegister
               : ValueOrigin::Parameter;
  if (Def->isCopy())
    return Def->getOperand(1).getReg() == Tesla::R127 ? ValueOrigin::Constant
           : isThreadWord(Reg) ? ValueOrigin::SpecialRegister
                               : ValueOrigin::Computed;
  return isTeslaLoad(*Def) ? ValueOrigin::Load : ValueOrigin::Computed;
}
