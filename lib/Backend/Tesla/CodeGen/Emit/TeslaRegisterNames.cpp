//===- TeslaRegisterNames.cpp - Where PTX registers are -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaRegisterNames.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaConditions.h"
#include "Target/TeslaRegisterInfo.h"
#include "heddle/Intrinsics/DebugMarks.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;
using namespace heddle;

void TeslaRegisterNames::start(const MachineFunction &MF) {
  TRI = MF.getSubtarget().getRegisterInfo();
  Block = nullptr;
  Assignments.emplace(MF.getFunction());
  InForce.assign(Assignments->variables().size(), 0);
  Shown.assign(Assignments->variables().size(), {});
}

/// The number of a function's body, or of a copy inlined at \p At. Its
/// registers are noted when it is first met.
unsigned TeslaRegisterNames::scopeOf(const DISubprogram &SP,
                                     const DILocation *At) {
  auto [It, IsNew] = Scopes.try_emplace({&SP, At}, Scopes.size());
  if (!IsNew)
    return It->second;
  for (const DINode *Node : SP.getRetainedNodes()) {
    const auto *Var = dyn_cast<DILocalVariable>(Node);
    if (!Var)
      continue;
    Registers[{Var, At}] = Map.Registers.size();
    Map.Registers.push_back(
        {Var->getName().str(), Var->getType()->getName().str(),
         uint32_t(Var->getType()->getSizeInBits()), It->second});
  }
  return It->second;
}

/// The machine register \p Reg as a place.
bool TeslaRegisterNames::findRegister(MCRegister Reg, Place &P) const {
  P.Number = TRI->getEncodingValue(Reg);
  if (Tesla::GPR16RegClass.contains(Reg))
    P.Kind = Place::Half;
  else if (Tesla::GPR32RegClass.contains(Reg))
    P.Kind = Place::Word;
  else if (Tesla::GPR64RegClass.contains(Reg))
    P.Kind = Place::Pair;
  else if (Tesla::GPR128RegClass.contains(Reg))
    P.Kind = Place::Quad;
  else if (Tesla::ARRegClass.contains(Reg))
    P.Kind = Place::Address;
  else
    // Only the readers of a condition code know its meaning.
    return false;
  return true;
}

/// Bits that a place of the kind of \p P has.
static unsigned bitsOf(const object::RegisterPlace &P) {
  switch (P.Kind) {
  case object::RegisterPlace::Half:
  case object::RegisterPlace::Address:
    return 16;
  case object::RegisterPlace::Word:
    return 32;
  case object::RegisterPlace::Condition:
    return 1;
  case object::RegisterPlace::Pair:
  case object::RegisterPlace::Local:
  case object::RegisterPlace::Constant:
  case object::RegisterPlace::Unassigned:
    return 64;
  case object::RegisterPlace::Quad:
    return 128;
  }
  llvm_unreachable("all kinds were handled");
}

static void setConstant(object::RegisterPlace &P, uint64_t Value) {
  P.Kind = object::RegisterPlace::Constant;
  P.Number = uint32_t(Value);
  P.High = uint32_t(Value >> 32);
}

/// How a debug value's place makes the value.
namespace {
struct Steps {
  /// Added to the address of a local word.
  uint64_t Offset = 0;
  /// The place is a $c, and the value a predicate.
  bool FromCondition = false;
};
} // namespace

/// The steps of \p Expr; nothing for steps that only a debugger with an
/// evaluator could do.
static std::optional<Steps> stepsOf(const DIExpression &Expr) {
  Steps S;
  SmallVector<uint64_t, 2> Others;
  for (DIExpression::ExprOperand Op : Expr.expr_ops())
    if (Op.getOp() == dwarf::DW_OP_plus_uconst)
      S.Offset += Op.getArg(0);
    else if (Op.getOp() != dwarf::DW_OP_LLVM_fragment &&
             Op.getOp() != dwarf::DW_OP_stack_value)
      Others.push_back(Op.getOp());
  S.FromCondition = ArrayRef(Others) == ArrayRef(tesla::ConditionExpression);
  if (!Others.empty() && !S.FromCondition)
    return std::nullopt;
  return S;
}

/// Finds the place of the bits of the debug value \p MI; false: nowhere, or it
/// would have to be computed.
bool TeslaRegisterNames::findPlace(const MachineInstr &MI, Place &P,
                                   MCRegister &Reg) const {
  if (!MI.isNonListDebugValue())
    return false;
  if (isUnassigned(*MI.getDebugExpression())) {
    P.Kind = Place::Unassigned;
    return true;
  }
  std::optional<Steps> S = stepsOf(*MI.getDebugExpression());
  if (!S)
    return false;
  const MachineOperand &MO = MI.getDebugOperand(0);
  if (S->FromCondition) {
    if (!MO.isReg() || !Tesla::CCRegClass.contains(MO.getReg()))
      return false;
    Reg = MO.getReg();
    P.Kind = Place::Condition;
    P.Number = TRI->getEncodingValue(Reg);
    return S->Offset == 0 && P.Bits == 1;
  }
  if (MI.isIndirectDebugValue()) {
    // A slot of the frame, whose place is known.
    P.Kind = Place::Local;
    P.Number = uint32_t(S->Offset);
    return MO.isReg() && MO.getReg() == Tesla::A0;
  }
  if (S->Offset != 0)
    return false;
  if (MO.isImm())
    setConstant(P, uint64_t(MO.getImm()));
  else if (MO.isCImm() && MO.getCImm()->getBitWidth() <= 64)
    setConstant(P, MO.getCImm()->getZExtValue());
  else if (MO.isFPImm())
    setConstant(P,
                MO.getFPImm()->getValueAPF().bitcastToAPInt().getZExtValue());
  else if (MO.isReg() && MO.getReg()) {
    Reg = MO.getReg();
    return findRegister(Reg, P) && bitsOf(P) >= P.Bits;
  } else {
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The places of values
//===----------------------------------------------------------------------===//

/// Assignment \p Number is no longer where \p Matches says.
template <typename T>
void TeslaRegisterNames::forget(unsigned Number, T &&Matches) {
  auto It = Current.find(Number);
  if (It == Current.end())
    return;
  llvm::erase_if(It->second, Matches);
  Changed.insert(Assignments->all()[Number].Variable);
}

void TeslaRegisterNames::setValue(const MachineInstr &MI) {
  unsigned Number = MI.getDebugVariable()->getLine();
  if (Number == 0 || Number >= Assignments->all().size())
    return;
  unsigned Variable = Assignments->all()[Number].Variable;
  auto [Register, At] = Assignments->variables()[Variable];
  // There may be no instruction of its scope before.
  scopeOf(*Register->getScope()->getSubprogram(), At);
  auto It = Registers.find({Register, At});
  if (It == Registers.end())
    return;
  Located L;
  L.P.Register = It->second;
  uint32_t All = Map.Registers[It->second].Bits;
  L.P.Bits = All;
  if (auto Part = MI.getDebugExpression()->getFragmentInfo()) {
    L.P.FirstBit = Part->OffsetInBits;
    L.P.Bits = Part->SizeInBits;
  }
  // A widened value has more bits than its register, and whole parts of them.
  if (L.P.FirstBit >= All)
    return;
  L.P.Bits = std::min(L.P.Bits, All - L.P.FirstBit);
  forget(Number, [&](const Located &Old) {
    return Old.P.FirstBit < L.P.FirstBit + L.P.Bits &&
           L.P.FirstBit < Old.P.FirstBit + Old.P.Bits;
  });
  if (!findPlace(MI, L.P, L.Reg))
    return;
  Current[Number].push_back(L);
  Changed.insert(Variable);
  if (L.Reg)
    for (MCRegUnit Unit : TRI->regunits(L.Reg))
      ByUnit[Unit].push_back(Number);
}

void TeslaRegisterNames::clobber(MCRegister Reg) {
  for (MCRegUnit Unit : TRI->regunits(Reg))
    for (unsigned Number : std::exchange(ByUnit[Unit], {}))
      forget(Number, [&](const Located &Old) {
        return Old.Reg && TRI->regsOverlap(Old.Reg, Reg);
      });
}

void TeslaRegisterNames::clobber(const MachineInstr &MI) {
  for (const MachineOperand &MO : MI.operands())
    if (MO.isRegMask())
      for (const auto &[Number, Of] : Current)
        forget(Number, [&](const Located &Old) {
          return Old.Reg && MO.clobbersPhysReg(Old.Reg);
        });
    else if (MO.isReg() && MO.isDef() && MO.getReg())
      clobber(MO.getReg());
}

//===----------------------------------------------------------------------===//
// Which of them the registers have
//===----------------------------------------------------------------------===//

void TeslaRegisterNames::setInForce(unsigned Variable, unsigned Number) {
  if (std::exchange(InForce[Variable], Number) != Number)
    Changed.insert(Variable);
}

/// Goes to where \p To assignments of the block are in front.
void TeslaRegisterNames::moveTo(unsigned To) {
  ArrayRef<unsigned> Numbers = Assignments->in(*Block->getBasicBlock());
  const std::vector<TeslaAssignments::Assignment> &All = Assignments->all();
  for (; Position < To; ++Position) {
    unsigned Number = Numbers[Position];
    setInForce(All[Number].Variable, Number);
  }
  for (; Position > To; --Position) {
    const TeslaAssignments::Assignment &Last = All[Numbers[Position - 1]];
    setInForce(Last.Variable, Last.Before);
  }
}

/// Notes the position of \p MI in the order of the PTX. An instruction that has
/// no place there, a copy or a constant, belongs to the one in front of it.
void TeslaRegisterNames::setPosition(const MachineInstr &MI) {
  const BasicBlock *BB = Block->getBasicBlock();
  const DebugLoc &DL = MI.getDebugLoc();
  if (!BB || !DL)
    return;
  std::optional<TeslaAssignments::Span> Span = Assignments->find(*BB, *DL);
  if (!Span)
    return;
  for (unsigned Variable : Unsure)
    Changed.insert(Variable);
  Unsure.clear();
  moveTo(Span->First);
  for (unsigned N = Span->First; N != Span->Last; ++N)
    Unsure.insert(Assignments->all()[Assignments->in(*BB)[N]].Variable);
  for (unsigned Variable : Unsure)
    Changed.insert(Variable);
}

/// Values that hold at the start of a block are said there.
void TeslaRegisterNames::startBlock(const MachineBasicBlock &MBB) {
  Block = &MBB;
  Next = MBB.instr_begin();
  Current.clear();
  ByUnit.clear();
  Unsure.clear();
  Position = 0;
  ArrayRef<unsigned> AtStart;
  if (const BasicBlock *BB = MBB.getBasicBlock())
    AtStart = Assignments->atStart(*BB);
  for (unsigned V = 0, E = InForce.size(); V != E; ++V) {
    InForce[V] = AtStart.empty() ? 0 : AtStart[V];
    if (InForce[V] || !Shown[V].empty())
      Changed.insert(V);
  }
}

/// Notes the places of what changed: they hold from here on.
void TeslaRegisterNames::flush() {
  for (unsigned Variable : Changed) {
    Places Here;
    if (!Unsure.contains(Variable))
      Here = Current.lookup(InForce[Variable]);
    Places &Before = Shown[Variable];
    auto IsSame = [](const Located &A, const Located &B) {
      return A.P.FirstBit == B.P.FirstBit && A.P.Bits == B.P.Bits &&
             A.P.Kind == B.P.Kind && A.P.Number == B.P.Number &&
             A.P.High == B.P.High;
    };
    if (llvm::equal(Before, Here, IsSame))
      continue;
    for (Located &Old : Before)
      if (Old.P.Begin != Now) {
        Old.P.End = Now;
        Map.Places.push_back(Old.P);
      }
    for (Located &New : Here)
      New.P.Begin = Now;
    Before = std::move(Here);
  }
  Changed.clear();
}

void TeslaRegisterNames::visit(const MachineInstr &MI, unsigned Address) {
  Now = Address;
  if (MI.getParent() != Block)
    startBlock(*MI.getParent());
  for (; &*Next != &MI; ++Next)
    if (Next->isDebugValue())
      setValue(*Next);
    else if (!Next->isMetaInstruction())
      clobber(*Next);
  setPosition(MI);
  flush();
  const DebugLoc &DL = MI.getDebugLoc();
  unsigned Scope = 0;
  if (DL && DL.getLine() != 0)
    Scope = 1 + scopeOf(*DL->getScope()->getSubprogram(), DL.getInlinedAt());
  if (Map.Scopes.empty() || Map.Scopes.back().Scope != Scope)
    Map.Scopes.push_back({Address, Scope});
}

void TeslaRegisterNames::finish(unsigned Address) {
  Now = Address;
  Current.clear();
  for (unsigned V = 0, E = Shown.size(); V != E; ++V)
    Changed.insert(V);
  flush();
  Block = nullptr;
}

object::RegisterMap TeslaRegisterNames::take() {
  Scopes.clear();
  Registers.clear();
  return std::exchange(Map, {});
}
