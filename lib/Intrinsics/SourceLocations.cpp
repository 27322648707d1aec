//===- SourceLocations.cpp - What .loc says, in IR ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/SourceLocations.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static constexpr char LocationListName[] = "heddle.loc";

void heddle::addSourceMark(Module &M, unsigned Line, unsigned Column,
                           DILocation *Where) {
  LLVMContext &C = M.getContext();
  auto Number = [&](unsigned N) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), N));
  };
  M.getOrInsertNamedMetadata(LocationListName)
      ->addOperand(MDNode::get(C, {Number(Line), Number(Column), Where}));
}

void heddle::forEachSourceMark(
    const Module &M,
    function_ref<void(unsigned, unsigned, const DILocation *)> Visit) {
  const NamedMDNode *List = M.getNamedMetadata(LocationListName);
  if (!List)
    return;
  for (const MDNode *Mark : List->operands()) {
    if (Mark->getNumOperands() != 3)
      continue;
    auto *Line = mdconst::dyn_extract_or_null<ConstantInt>(Mark->getOperand(0));
    auto *Column =
        mdconst::dyn_extract_or_null<ConstantInt>(Mark->getOperand(1));
    const Metadata *Where = Mark->getOperand(2);
    if (Line && Column && (!Where || isa<DILocation>(Where)))
      Visit(unsigned(Line->getLimitedValue(UINT32_MAX)),
            unsigned(Column->getLimitedValue(UINT32_MAX)),
            cast_or_null<DILocation>(Where));
  }
}
