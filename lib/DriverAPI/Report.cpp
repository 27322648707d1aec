//===- Report.cpp - What users read on stderr -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "heddle/Support/PerThread.h"
#include <cstdio>
#include <cstdlib>
#include <string>

namespace heddle::driver {

const char *errorName(int Error) {
  switch (Error) {
#define HEDDLE_DRIVER_ERROR(CODE, DRIVER, TEXT)                                \
  case CODE:                                                                   \
    return "CUDA_" #DRIVER;
#include "heddle-cuda/errors.def"
  default:
    return nullptr;
  }
}

const char *errorText(int Error) {
  switch (Error) {
#define HEDDLE_DRIVER_ERROR(CODE, DRIVER, TEXT)                                \
  case CODE:                                                                   \
    return TEXT;
#include "heddle-cuda/errors.def"
  default:
    return nullptr;
  }
}

void report(llvm::StringRef Text) {
  std::fwrite(Text.data(), 1, Text.size(), stderr);
}

bool isLogging() {
  const char *Value = std::getenv("HEDDLE_LOG");
  return Value && *Value && llvm::StringRef(Value) != "0";
}

namespace {
/// The reason why the thread's current call fails.
struct Explanation {
  std::string Text;
};
} // namespace

static std::string &explanation() { return PerThread<Explanation>::get().Text; }

void explain(llvm::StringRef Reason) { explanation() = Reason.str(); }

void logFailure(const char *Function, CUresult Error) {
  if (isLogging()) {
    const char *Name = errorName(Error);
    std::string Line = std::string("heddle: ") + Function + ": " +
                       (Name ? Name : std::to_string(Error).c_str());
    if (!explanation().empty())
      Line += ": " + explanation();
    report(Line + "\n");
  }
  explanation().clear();
}

} // namespace heddle::driver
