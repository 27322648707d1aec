//===- KernelNames.cpp - How users name kernels ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/KernelNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <tuple>

using namespace llvm;

namespace heddle::object {

NameFit fitName(StringRef Name, StringRef Kernel) {
  if (Name == Kernel)
    return NameFit::Exact;
  std::string Full = demangle(Kernel);
  if (Name == Full)
    return NameFit::Full;
  return Name == StringRef(Full).split('(').first ? NameFit::Short
                                                  : NameFit::None;
}

StringRef nameInPTX(StringRef Variable) {
  auto [Front, Last] = Variable.rsplit('.');
  while (!Last.empty() && all_of(Last, isDigit))
    std::tie(Front, Last) = Front.rsplit('.');
  return Last.empty() ? Front : Last;
}

} // namespace heddle::object
