//===- LZ4.cpp - Blocks of LZ4 --------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block is a row of sequences: bytes as they are, and then bytes that were
// there before, some distance back. Source: LZ4 block format description of the
// LZ4 project.
//
//===----------------------------------------------------------------------===//

#include "LZ4.h"
#include "llvm/Support/Endian.h"
#include <cstdint>
#include <cstring>

using namespace llvm;

namespace heddle::fatbinary {
namespace {

class Unpacker {
public:
  Unpacker(StringRef Block, MutableArrayRef<char> Target)
      : Rest(Block), To(Target) {}

  bool run() {
    while (!Rest.empty()) {
      const auto Token = uint8_t(Rest.front());
      Rest = Rest.drop_front();
      if (!copyLiterals(Token >> 4))
        return false;
      // The last sequence has nothing from before.
      if (Rest.empty())
        return Done == To.size();
      if (!copyBack(Token & 15))
        return false;
    }
    return false;
  }

private:
  /// Adds what follows a length of 15. Returns false at the end.
  bool readLength(uint64_t &Length) {
    if (Length != 15)
      return true;
    for (uint8_t Byte = 255; Byte == 255; Length += Byte) {
      if (Rest.empty())
        return false;
      Byte = uint8_t(Rest.front());
      Rest = Rest.drop_front();
    }
    return true;
  }

  bool copyLiterals(uint64_t Length) {
    if (!readLength(Length) || Length > Rest.size() ||
        Length > To.size() - Done)
      return false;
    std::memcpy(To.data() + Done, Rest.data(), Length);
    Rest = Rest.drop_front(Length);
    Done += Length;
    return true;
  }

  bool copyBack(uint64_t Length) {
    constexpr uint64_t Least = 4;
    if (Rest.size() < 2)
      return false;
    const uint64_t Distance = support::endian::read16le(Rest.data());
    Rest = Rest.drop_front(2);
    if (!readLength(Length))
      return false;
    Length += Least;
    if (Distance == 0 || Distance > Done || Length > To.size() - Done)
      return false;
    // Byte by byte: what is copied may begin within itself.
    for (uint64_t N = 0; N != Length; ++N, ++Done)
      To[Done] = To[Done - Distance];
    return true;
  }

  StringRef Rest;
  MutableArrayRef<char> To;
  size_t Done = 0;
};

} // namespace

bool unpackLZ4(StringRef Block, MutableArrayRef<char> To) {
  return Unpacker(Block, To).run();
}

} // namespace heddle::fatbinary
