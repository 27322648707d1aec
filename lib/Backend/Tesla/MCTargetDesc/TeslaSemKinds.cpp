//===- TeslaSemKinds.cpp - What the rows of operations say ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaSemKinds.h"
#include "TeslaBaseInfo.h"
#include "llvm/Support/ErrorHandling.h"

using namespace heddle::tesla;

InstClass heddle::tesla::instClass(SemKind Kind) {
  switch (Kind) {
#define HEDDLE_SEM_KIND(NAME, NUMBER, CLASS)                                   \
  case SemKind::NAME:                                                          \
    return InstClass::CLASS;
#include "heddle/ABI/SemKinds.inc"
  }
  llvm_unreachable("covered switch");
}
