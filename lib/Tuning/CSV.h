//===- CSV.h - Fields of comma-separated values -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TUNING_CSV_H
#define HEDDLE_LIB_TUNING_CSV_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace heddle::tuning {

/// \p Text as one field: in quotes, with its own quotes doubled, where it would
/// else be several (RFC 4180).
inline std::string fieldCSV(llvm::StringRef Text) {
  if (Text.find_first_of(",\"\r\n") == llvm::StringRef::npos)
    return Text.str();
  std::string Quoted = "\"";
  for (char C : Text)
    Quoted += C == '"' ? "\"\"" : std::string(1, C);
  return Quoted + '"';
}

} // namespace heddle::tuning

#endif // HEDDLE_LIB_TUNING_CSV_H
