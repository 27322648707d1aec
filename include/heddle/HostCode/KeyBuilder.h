//===- KeyBuilder.h - Names of contents -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A hash of what is added, piece by piece, each told apart from the next.
/// Numbers are as long as they have to be, as hashing a kernel's instructions
/// would take longer than loading its code otherwise.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOSTCODE_KEYBUILDER_H
#define HEDDLE_HOSTCODE_KEYBUILDER_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include <string>

namespace heddle::hostcode {

class KeyBuilder {
public:
  void add(llvm::StringRef Text) {
    add(uint64_t(Text.size()));
    Bytes += Text;
  }
  /// As ULEB128: no number's bytes are the start of another's.
  void add(uint64_t Value) {
    constexpr uint64_t More = 0x80;
    for (; Value >= More; Value >>= 7)
      Bytes += char(Value | More);
    Bytes += char(Value);
  }
  template <class... T> void addAll(T... Values) {
    (add(uint64_t(Values)), ...);
  }
  /// 64 digits.
  std::string take() const {
    return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(Bytes)),
                       /*LowerCase=*/true);
  }

private:
  /// What is hashed, as one: piece by piece takes twice as long.
  std::string Bytes;
};

} // namespace heddle::hostcode

#endif // HEDDLE_HOSTCODE_KEYBUILDER_H
