//===- Encoding.h - Fields of metadata sections as bytes --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers are u32 little-endian, strings and lists have a u32 count in front.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OBJECT_ENCODING_H
#define HEDDLE_LIB_OBJECT_ENCODING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"
#include <string>

namespace heddle::object {

class Writer {
public:
  explicit Writer(llvm::SmallVectorImpl<char> &Out) : Out(Out) {}

  void u32(uint32_t Value) {
    char Bytes[4];
    llvm::support::endian::write32le(Bytes, Value);
    Out.append(Bytes, Bytes + 4);
  }
  void string(llvm::StringRef S) {
    u32(S.size());
    Out.append(S.begin(), S.end());
  }

private:
  llvm::SmallVectorImpl<char> &Out;
};

/// Reads fields and remembers the first failure; after it all reads give zero,
/// so that callers check once at the end.
class Reader {
public:
  explicit Reader(llvm::ArrayRef<uint8_t> Bytes) : Bytes(Bytes) {}

  uint32_t u32() {
    if (Bytes.size() < 4) {
      fail("metadata is truncated");
      return 0;
    }
    uint32_t Value = llvm::support::endian::read32le(Bytes.data());
    Bytes = Bytes.drop_front(4);
    return Value;
  }

  std::string string() {
    uint32_t Size = u32();
    if (Size > Bytes.size()) {
      fail("metadata is truncated inside a string");
      return {};
    }
    std::string S(Bytes.begin(), Bytes.begin() + Size);
    Bytes = Bytes.drop_front(Size);
    return S;
  }

  /// A count of entries of at least \p MinEntryBytes each: bounded by what is
  /// left, so that a damaged count cannot make the reader allocate.
  uint32_t count(uint32_t MinEntryBytes) {
    uint32_t Count = u32();
    if (Count > Bytes.size() / MinEntryBytes) {
      fail("metadata is truncated inside a list");
      return 0;
    }
    return Count;
  }

  void fail(const llvm::Twine &Message) {
    if (Failure.empty())
      Failure = Message.str();
    Bytes = {};
  }
  void check(bool Condition, const llvm::Twine &Message) {
    if (!Condition)
      fail(Message);
  }
  bool failed() const { return !Failure.empty(); }
  size_t rest() const { return Bytes.size(); }
  llvm::Error takeError() const {
    return llvm::createStringError(llvm::Twine(Failure));
  }

private:
  llvm::ArrayRef<uint8_t> Bytes;
  std::string Failure;
};

} // namespace heddle::object

#endif // HEDDLE_LIB_OBJECT_ENCODING_H
