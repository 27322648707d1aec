//===- ObjectMutator.h - Damages objects on purpose -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_OBJECTMUTATOR_H
#define HEDDLE_FUZZ_OBJECTMUTATOR_H

#include "llvm/Support/Error.h"
#include <random>
#include <string>
#include <vector>

namespace heddle::fuzz {

/// A good object and where its parts are, so that small parts are hit as often
/// as large ones, and code most of all.
class MutableObject {
public:
  /// Of an ELF32 file the parts are known; others are changed anywhere. Fails
  /// where the tables of the former are damaged.
  static llvm::Expected<MutableObject> create(std::string Bytes);

  /// The object with one to eight places changed.
  std::string mutate(std::mt19937_64 &Random) const;

private:
  struct Range {
    size_t Begin, Size;
  };

  explicit MutableObject(std::string Bytes) : Bytes(std::move(Bytes)) {}
  void change(std::string &Copy, std::mt19937_64 &Random) const;

  std::string Bytes;
  std::vector<Range> Parts;
  std::vector<Range> Code;
};

} // namespace heddle::fuzz

#endif // HEDDLE_FUZZ_OBJECTMUTATOR_H
