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
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOSTCODE_KEYBUILDER_H
#define HEDDLE_HOSTCODE_KEYBUILDER_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/SHA256.h"

namespace heddle::hostcode {

class KeyBuilder {
public:
  void add(llvm::StringRef Text) {
    add(uint64_t(Text.size()));
    Hash.update(Text);
  }
  void add(uint64_t Value) {
    uint8_t Bytes[8];
    llvm::support::endian::write64le(Bytes, Value);
    Hash.update(Bytes);
  }
  template <class... T> void addAll(T... Values) {
    (add(uint64_t(Values)), ...);
  }
  /// 64 digits.
  std::string take() { return llvm::toHex(Hash.final(), /*LowerCase=*/true); }

private:
  llvm::SHA256 Hash;
};

} // namespace heddle::hostcode

#endif // HEDDLE_HOSTCODE_KEYBUILDER_H
