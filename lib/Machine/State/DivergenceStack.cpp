//===- DivergenceStack.cpp - Where lanes wait for each other --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/DivergenceStack.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>

namespace heddle::sm {

const char *entryName(EntryKind Kind) {
  switch (Kind) {
  case EntryKind::Branch:
    return "branch";
  case EntryKind::Call:
    return "call";
  case EntryKind::Break:
    return "break";
  case EntryKind::Join:
    return "join";
  }
  llvm_unreachable("covered switch");
}

bool DivergenceStack::hasScope(abi::Leaving How) const {
  return abi::findScope(How, llvm::reverse(Entries),
                        [](const StackEntry &E) { return E.Kind; }) >= 0;
}

uint32_t DivergenceStack::lanes() const {
  uint32_t All = 0;
  for (const StackEntry &E : Entries)
    All |= E.Mask;
  return All;
}

void DivergenceStack::keep(uint32_t Mask) {
  for (StackEntry &E : Entries)
    E.Mask &= Mask;
  llvm::erase_if(Entries, [](const StackEntry &E) {
    return E.Kind == EntryKind::Branch && !E.Mask;
  });
}

void DivergenceStack::setMasks(llvm::ArrayRef<uint32_t> Masks) {
  assert(Masks.size() >= Entries.size() && "entries without masks");
  for (auto [Entry, Mask] : llvm::zip_first(Entries, Masks))
    Entry.Mask = Mask;
}

bool DivergenceStack::isLike(const DivergenceStack &Other) const {
  return llvm::equal(Entries, Other.Entries,
                     [](const StackEntry &A, const StackEntry &B) {
                       return A.Kind == B.Kind && A.Target == B.Target;
                     });
}

void DivergenceStack::absorb(const DivergenceStack &Other) {
  assert(isLike(Other) && "stacks of different places");
  for (auto [Mine, Theirs] : llvm::zip_equal(Entries, Other.Entries))
    Mine.Mask |= Theirs.Mask;
}

} // namespace heddle::sm
