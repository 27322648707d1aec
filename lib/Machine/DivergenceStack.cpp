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

bool DivergenceStack::canBreak() const {
  for (const StackEntry &E : llvm::reverse(Entries)) {
    if (E.Kind == EntryKind::Break)
      return true;
    if (E.Kind == EntryKind::Call)
      return false;
  }
  return false;
}

bool DivergenceStack::inCall() const {
  return llvm::any_of(
      Entries, [](const StackEntry &E) { return E.Kind == EntryKind::Call; });
}

} // namespace heddle::sm
