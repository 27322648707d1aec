//===- Context.cpp - Contexts ---------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Driver.h"
#include <cstdio>

namespace heddle::driver {

void Context::keepPrinted(const std::string &Text) {
  // A program may launch for hours before it waits for anything.
  constexpr size_t MostKept = size_t(1) << 26;
  Printed += Text;
  if (Printed.size() > MostKept)
    flushPrinted();
}

void Context::flushPrinted() {
  if (Printed.empty())
    return;
  std::fwrite(Printed.data(), 1, Printed.size(), stdout);
  std::fflush(stdout);
  Printed.clear();
}

CUresult Context::synchronize() {
  Tasks &Behind = Driver::get().Behind;
  if (Behind.any()) {
    // Another thread may destroy it meanwhile.
    const std::shared_ptr<Context> Kept = Driver::get().Contexts.find(Self);
    Behind.wait(Behind.allOf(Self));
    flushPrinted();
    return Failed;
  }
  flushPrinted();
  return Failed;
}

CUresult Context::synchronize(const Stream &S) {
  Tasks &Behind = Driver::get().Behind;
  const std::shared_ptr<Context> Kept = Driver::get().Contexts.find(Self);
  if (Behind.any())
    Behind.wait(Behind.given(S));
  flushPrinted();
  return Failed;
}

} // namespace heddle::driver
