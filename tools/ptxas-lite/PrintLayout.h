//===- PrintLayout.h - Who holds which element ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTXAS_LITE_PRINTLAYOUT_H
#define HEDDLE_TOOLS_PTXAS_LITE_PRINTLAYOUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace heddle {

/// The layouts that \p What names, as text or, with ",svg" behind the name, as
/// a picture; "list": the names that there are.
llvm::Expected<std::string> layoutOf(llvm::StringRef What);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTXAS_LITE_PRINTLAYOUT_H
