//===- TeslaSemKinds.cpp - What the rows of operations say ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaBaseInfo.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

using namespace llvm;
using namespace heddle::tesla;

namespace {
/// A row of TeslaSemKinds.td.
struct SemKindInfo {
  uint8_t Number;
  InstClass Class;
};

using namespace detail_inst_class;
#define GET_SemKindTable_DECL
#define GET_SemKindTable_IMPL
#include "TeslaGenSearchableTables.inc"
} // namespace

InstClass heddle::tesla::instClass(SemKind Kind) {
  const SemKindInfo *Info = lookupSemKind(uint8_t(Kind));
  assert(Info && "each operation has a row");
  return Info->Class;
}
