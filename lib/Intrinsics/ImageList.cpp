//===- ImageList.cpp - Textures of a program, in IR -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/ImageList.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static constexpr char ImageListName[] = "heddle.images";

void heddle::addImage(Module &M, const abi::ImageReference &Image) {
  LLVMContext &C = M.getContext();
  SmallVector<Metadata *, 4> Parts = {
      ConstantAsMetadata::get(
          ConstantInt::get(Type::getInt32Ty(C), unsigned(Image.Kind))),
      MDString::get(C, Image.Name)};
  for (const std::string &Setting : Image.Settings)
    Parts.push_back(MDString::get(C, Setting));
  M.getOrInsertNamedMetadata(ImageListName)->addOperand(MDNode::get(C, Parts));
}

std::vector<heddle::abi::ImageReference> heddle::imagesOf(const Module &M) {
  std::vector<abi::ImageReference> Images;
  const NamedMDNode *List = M.getNamedMetadata(ImageListName);
  if (!List)
    return Images;
  for (const MDNode *Node : List->operands()) {
    if (Node->getNumOperands() < 2)
      continue;
    auto *Kind = mdconst::dyn_extract_or_null<ConstantInt>(Node->getOperand(0));
    auto *Name = dyn_cast_or_null<MDString>(Node->getOperand(1));
    if (!Kind || !Name ||
        Kind->getValue().ugt(unsigned(abi::ImageKind::Surface)))
      continue;
    abi::ImageReference &Image = Images.emplace_back();
    Image.Kind = abi::ImageKind(Kind->getZExtValue());
    Image.Name = Name->getString().str();
    for (const MDOperand &Setting : drop_begin(Node->operands(), 2))
      if (auto *Text = dyn_cast_or_null<MDString>(Setting))
        Image.Settings.push_back(Text->getString().str());
  }
  return Images;
}
