//===- MaskOrigins.cpp - Where member masks come from ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskOrigins.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

const ptx::Operand *memberMaskOf(const Instruction &I) {
  switch (I.opcode()) {
  case OpBar:
  case OpBarrier:
    return I.has(ModWarp) ? &I.Operands.back() : nullptr;
  case OpShfl:
  case OpVote:
  case OpMatch:
    return I.has(ModSync) ? &I.Operands.back() : nullptr;
  // These instructions are always .sync.
  case OpRedux:
  case OpElect:
    return &I.Operands.back();
  default:
    return nullptr;
  }
}

/// Whether the first operand of \p I is its result. A wrong yes only adds a
/// writer, and so hides none.
static bool hasResult(const Instruction &I) {
  if (I.opcode() == OpBar || I.opcode() == OpBarrier)
    return I.has(ModRed);
  return I.opcode() != OpSt;
}

/// Whether what \p I makes is a mask if its sources are.
static bool isLogic(const Instruction &I) {
  switch (I.opcode()) {
  case OpMov:
  case OpAnd:
  case OpOr:
  case OpXor:
  case OpNot:
  case OpLop3:
  case OpSelp:
    return true;
  default:
    return false;
  }
}

static ArrayRef<ptx::Operand> sourcesOf(const Instruction &I) {
  return ArrayRef(I.Operands).drop_front(hasResult(I) && !I.Operands.empty());
}

MaskOrigins::MaskOrigins(const ptx::Block &Body) {
  forEachStmt(Body, [&](const Stmt &S) {
    const auto *I = dyn_cast<Instruction>(&S);
    if (I && !I->Operands.empty() && hasResult(*I))
      addWriter(I->Operands[0], *I);
  });
  findOrigins();
  if (!Origins.empty())
    findUses(Body);
}

void MaskOrigins::addWriter(const ptx::Operand &To, const Instruction &I) {
  if (To.isRegister())
    Writers[To.reg()].push_back(&I);
  for (const ptx::Operand &Part : To.Elements)
    addWriter(Part, I);
  if (To.Second)
    addWriter(*To.Second, I);
}

void MaskOrigins::findOrigins() {
  bool Changed = false;
  auto Add = [&](const Register *To, const Instruction *From) {
    Instructions &All = Origins[To];
    if (is_contained(All, From))
      return;
    All.push_back(From);
    Changed = true;
  };
  for (const auto &[R, All] : Writers)
    for (const Instruction *W : All)
      if (W->opcode() == OpActivemask)
        Add(R, W);
  while (std::exchange(Changed, false))
    for (const auto &[R, All] : Writers)
      for (const Instruction *W : All)
        if (isLogic(*W))
          for (const ptx::Operand &Op : sourcesOf(*W))
            if (Op.isRegister())
              for (const Instruction *From :
                   Instructions(Origins.lookup(Op.reg())))
                Add(R, From);
}

/// A use is what is neither a copy nor logic, whose result is looked at itself,
/// nor a member mask. A mask that is stored is not used yet. match asks which
/// lanes agree, of those that there are.
void MaskOrigins::findUses(const ptx::Block &Body) {
  forEachStmt(Body, [&](const Stmt &S) {
    const auto *I = dyn_cast<Instruction>(&S);
    if (!I || isLogic(*I) || I->opcode() == OpSt)
      return;
    const ptx::Operand *Mask = memberMaskOf(*I);
    for (const ptx::Operand &Op : sourcesOf(*I))
      if (&Op != Mask || I->opcode() == OpMatch)
        use(Op);
  });
}

void MaskOrigins::use(const ptx::Operand &Op) {
  if (const Register *R = Op.baseRegister())
    for (const Instruction *From : Origins.lookup(R))
      Used.insert(From);
  for (const ptx::Operand &Part : Op.Elements)
    use(Part);
}

/// Whether what \p Writer makes is something of an activemask.
bool MaskOrigins::isMade(const Instruction &Writer) const {
  return Writer.opcode() == OpActivemask ||
         (isLogic(Writer) &&
          any_of(sourcesOf(Writer), [&](const ptx::Operand &Op) {
            return Op.isRegister() && Origins.contains(Op.reg());
          }));
}

std::optional<uint32_t> MaskOrigins::constant(const ptx::Operand &Of) const {
  const ptx::Operand *Mask = &Of;
  // Copies of copies; each has but one writer, so they end.
  for (unsigned Copies = 0; Copies != 4 && !Mask->isImmediate(); ++Copies) {
    if (!Mask->isRegister())
      return std::nullopt;
    const Instructions All = Writers.lookup(Mask->reg());
    if (All.size() != 1 || All.front()->Guard || All.front()->opcode() != OpMov)
      return std::nullopt;
    Mask = &All.front()->Operands[1];
  }
  if (!Mask->isImmediate())
    return std::nullopt;
  return uint32_t(Mask->Bits);
}

bool MaskOrigins::isActiveMask(const ptx::Operand &Mask) const {
  if (!Mask.isRegister())
    return false;
  const Instructions From = Origins.lookup(Mask.reg());
  return !From.empty() && none_of(From, [&](const Instruction *I) {
    return Used.contains(I);
  }) && all_of(Writers.lookup(Mask.reg()), [&](const Instruction *W) {
    return isMade(*W);
  });
}

} // namespace heddle
