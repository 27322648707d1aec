//===- Emulation.cpp - What became routines, in IR ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/Emulation.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static constexpr char SpellingList[] = "heddle.spelling";
static constexpr char EmulatedList[] = "heddle.emulated";

bool heddle::wantsEmulationRemarks(const LLVMContext &C) {
  auto &Context = const_cast<LLVMContext &>(C);
  return Context.getLLVMRemarkStreamer() ||
         C.getDiagHandlerPtr()->isAnyRemarkEnabled(EmulationRemarks);
}

/// Adds a node of \p Place and \p Texts to the list \p Name.
static void addNode(Module &M, StringRef Name, heddle::LineAndColumn Place,
                    ArrayRef<StringRef> Texts) {
  LLVMContext &C = M.getContext();
  SmallVector<Metadata *, 5> Operands;
  for (unsigned N : {Place.first, Place.second})
    Operands.push_back(
        ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), N)));
  for (StringRef Text : Texts)
    Operands.push_back(MDString::get(C, Text));
  M.getOrInsertNamedMetadata(Name)->addOperand(MDNode::get(C, Operands));
}

/// Calls \p Visit for each node of the list \p Name that has \p NumTexts. Nodes
/// of another form are skipped.
static void forEachNode(
    const Module &M, StringRef Name, unsigned NumTexts,
    function_ref<void(heddle::LineAndColumn, ArrayRef<StringRef>)> Visit) {
  const NamedMDNode *List = M.getNamedMetadata(Name);
  if (!List)
    return;
  for (const MDNode *N : List->operands()) {
    if (N->getNumOperands() != 2 + NumTexts)
      continue;
    auto *Line = mdconst::dyn_extract_or_null<ConstantInt>(N->getOperand(0));
    auto *Column = mdconst::dyn_extract_or_null<ConstantInt>(N->getOperand(1));
    SmallVector<StringRef, 3> Texts;
    for (const MDOperand &Op : drop_begin(N->operands(), 2))
      if (auto *Text = dyn_cast_or_null<MDString>(Op))
        Texts.push_back(Text->getString());
    // The map keeps the greatest numbers for itself.
    constexpr uint64_t Most = UINT32_MAX - 2;
    if (Line && Column && Texts.size() == NumTexts)
      Visit({unsigned(Line->getLimitedValue(Most)),
             unsigned(Column->getLimitedValue(Most))},
            Texts);
  }
}

void heddle::addSpelling(Module &M, unsigned Line, unsigned Column,
                         StringRef Text) {
  addNode(M, SpellingList, {Line, Column}, Text);
}

DenseMap<heddle::LineAndColumn, StringRef>
heddle::spellingsOf(const Module &M) {
  DenseMap<LineAndColumn, StringRef> Known;
  forEachNode(M, SpellingList, 1,
              [&](LineAndColumn At, ArrayRef<StringRef> Texts) {
                Known[At] = Texts[0];
              });
  return Known;
}

void heddle::addEmulation(Module &M, LineAndColumn Place, const Emulation &E) {
  addNode(M, EmulatedList, Place, {E.What, E.Callee, E.Advice});
}

DenseMap<heddle::LineAndColumn, heddle::Emulation>
heddle::emulationsOf(const Module &M) {
  DenseMap<LineAndColumn, Emulation> Known;
  forEachNode(M, EmulatedList, 3,
              [&](LineAndColumn At, ArrayRef<StringRef> Texts) {
                Known[At] = {Texts[0], Texts[1], Texts[2]};
              });
  return Known;
}
