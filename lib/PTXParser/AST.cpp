//===- AST.cpp - The tree of a checked PTX module -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/PTXParser/AST.h"
#include "FormTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;

llvm::StringRef heddle::ptx::linkageName(Linkage Link) {
  switch (Link) {
  case Linkage::Internal:
    return "";
  case Linkage::Visible:
    return "visible";
  case Linkage::Extern:
    return "extern";
  case Linkage::Weak:
    return "weak";
  case Linkage::Common:
    return "common";
  }
  llvm_unreachable("unknown linkage");
}

uint64_t Variable::numElements() const {
  uint64_t Count = 1;
  for (uint64_t Dim : Dims)
    Count *= Dim;
  return Count;
}

SMRange Instruction::guardRange() const {
  assert(Range.Start.getPointer() <= NameRange.Start.getPointer() &&
         "a guard stands in front of the name");
  const char *Start = Range.Start.getPointer();
  llvm::StringRef Text(Start, NameRange.Start.getPointer() - Start);
  return {Range.Start, SMLoc::getFromPointer(Text.rtrim().end())};
}

Modifier Instruction::modifier(ModGroup Group) const {
  for (ModifierUse Use : Modifiers)
    if (Use.Group == Group)
      return Use.Mod;
  return ModNone;
}

bool Instruction::has(Modifier Mod) const {
  for (ModifierUse Use : Modifiers)
    if (Use.Mod == Mod)
      return true;
  return false;
}

StateSpace heddle::ptx::spaceOf(Modifier Mod) {
  return modifierInfo(Mod).Space;
}

StateSpace Instruction::space() const { return spaceOf(modifier(GrpSpace)); }

bool heddle::ptx::takesCarry(const Instruction &I) {
  return I.opcode() == OpAddc || I.opcode() == OpSubc || I.opcode() == OpMadc;
}

unsigned Instruction::vectorWidth() const {
  Modifier Width = modifier(GrpVector);
  return Width == ModNone ? 1 : modifierInfo(Width).Number;
}

uint16_t PartSelector::parse(llvm::StringRef Word) {
  if (Word.size() < 2 || Word.size() > 5 || (Word[0] != 'b' && Word[0] != 'h'))
    return 0;
  bool IsBytes = Word[0] == 'b';
  Word = Word.drop_front();
  uint16_t Code = 0x8000 | (IsBytes ? 0x4000 : 0) | (Word.size() - 1) << 12;
  for (unsigned I = 0; I != Word.size(); ++I) {
    if (Word[I] < '0' || Word[I] > (IsBytes ? '7' : '3'))
      return 0;
    Code |= (Word[I] - '0') << (3 * I);
  }
  return Code;
}

llvm::raw_ostream &heddle::ptx::operator<<(llvm::raw_ostream &OS,
                                           PartSelector Part) {
  OS << (Part.isBytes() ? ".b" : ".h");
  for (unsigned I = 0; I != Part.size(); ++I)
    OS << Part[I];
  return OS;
}

void heddle::ptx::printName(const Instruction &I, llvm::raw_ostream &OS) {
  OS << mnemonic(I.opcode());
  size_t NextType = 0;
  llvm::SmallBitVector Printed(I.Modifiers.size());
  for (const SlotDesc &Slot : I.Form->Slots) {
    if (Slot.Group == GrpType) {
      assert(NextType < I.Types.size() && "a type for each slot of one");
      OS << '.' << typeName(I.Types[NextType++]);
      continue;
    }
    // A reordered instruction has its modifiers in the order written.
    for (auto [Index, Use] : llvm::enumerate(I.Modifiers))
      if (Use.Group == Slot.Group && !Printed[Index] &&
          llvm::is_contained(Slot.Mods, Use.Mod)) {
        OS << '.' << modifierName(Use.Mod);
        Printed.set(Index);
        break;
      }
  }
}

void heddle::ptx::forEachStmt(const Block &Body,
                              llvm::function_ref<void(const Stmt &)> Visit) {
  // The statements of each open block that are still to be visited.
  llvm::SmallVector<llvm::ArrayRef<const Stmt *>, 8> Open = {Body.Body};
  while (!Open.empty()) {
    if (Open.back().empty()) {
      Open.pop_back();
      continue;
    }
    const Stmt &S = *Open.back().front();
    Open.back() = Open.back().drop_front();
    Visit(S);
    if (const auto *Inner = llvm::dyn_cast<Block>(&S))
      Open.push_back(Inner->Body);
  }
}

static bool sameParam(const Decl &A, const Decl &B) {
  if (A.DeclKind != B.DeclKind)
    return false;
  if (const auto *R = llvm::dyn_cast<Register>(&A)) {
    const auto *S = llvm::cast<Register>(&B);
    return R->Type == S->Type && R->VectorWidth == S->VectorWidth;
  }
  const auto *V = llvm::cast<Variable>(&A), *W = llvm::cast<Variable>(&B);
  return V->Type == W->Type && V->VectorWidth == W->VectorWidth &&
         V->Align == W->Align && V->Dims == W->Dims;
}

const Decl *heddle::ptx::signatureDifference(const Function &A,
                                             const Function &B) {
  if (A.IsEntry != B.IsEntry || A.Params.size() != B.Params.size() ||
      A.Returns.size() != B.Returns.size())
    return &B;
  for (auto [X, Y] :
       llvm::zip_equal(llvm::concat<Decl *const>(A.Params, A.Returns),
                       llvm::concat<Decl *const>(B.Params, B.Returns)))
    if (!sameParam(*X, *Y))
      return Y;
  return nullptr;
}
