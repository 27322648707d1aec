//===- CodeJSON.h - Machine code of an object for the page ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXPLAIN_CODEJSON_H
#define HEDDLE_LIB_EXPLAIN_CODEJSON_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace heddle {
struct CompileResult;
}

namespace heddle::explain {

/// By kernel: what its page has of the code, the live registers and what
/// occupancy they mean.
llvm::Expected<llvm::StringMap<llvm::json::Object>>
codeOf(const CompileResult &Result);

/// Optimization remarks by function, of LLVM's YAML.
llvm::Expected<llvm::StringMap<llvm::json::Array>>
remarksOf(llvm::StringRef YAML);

/// Adds what --stats=json wrote of launches to \p Kernels, which are by name.
/// Fails where that is no such file, or of other code.
llvm::Error addExecuted(llvm::StringRef Stats,
                        llvm::StringMap<llvm::json::Object> &Kernels);

} // namespace heddle::explain

#endif // HEDDLE_LIB_EXPLAIN_CODEJSON_H
