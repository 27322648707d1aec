//===- InitMemory.h - What of memory is undefined ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shared and local memory start undefined, and have a bit for each bit, with
/// an origin for each word that holds a value that was undefined when it was
/// stored. Global memory has bits for the bytes that start undefined: buffers
/// whose host says so, and blocks of the device heap. A value stored there
/// counts as defined, since an undefined one is reported where it is stored.
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_INITMEMORY_H
#define HEDDLE_LIB_SANITIZE_INITMEMORY_H

#include "WarpShadow.h"
#include "llvm/ADT/BitVector.h"
#include <cstring>
#include <map>
#include <memory>

namespace heddle::sanitize {

/// The undefined bits of up to 16 bytes, from the lowest on, and why; origin 0:
/// since nobody wrote them.
struct OpenBytes {
  uint32_t Bits[4] = {0, 0, 0, 0};
  OriginRef Origin = 0;

  bool any() const { return Bits[0] | Bits[1] | Bits[2] | Bits[3]; }
};

/// s[] of a CTA.
class SharedShadow {
public:
  /// Undefined from \p From to \p Size.
  void start(uint32_t From, uint32_t Size);
  /// \p Bytes bytes, a power of two, at a multiple of that.
  OpenBytes read(uint64_t Address, unsigned Bytes) const;
  void write(uint64_t Address, unsigned Bytes, const OpenBytes &To);
  bool has(uint64_t Address, unsigned Bytes) const {
    return hasRange(Address, Bytes, Bytes);
  }
  /// As has(), for several elements of \p Each bytes.
  bool hasRange(uint64_t Address, unsigned Bytes, unsigned Each) const {
    return Address % Each == 0 && Address + Bytes <= Bits.size();
  }
  /// Whether all of it is defined.
  bool isDefined() const { return OpenWords == 0; }
  /// Whether \p Bytes bytes at an address are. \p Bytes is at most 4, or a
  /// multiple of that.
  bool isDefined(uint64_t Address, unsigned Bytes) const;
  void define(uint64_t Address, unsigned Bytes);

private:
  uint32_t wordAt(uint64_t Address) const {
    uint32_t Word;
    std::memcpy(&Word, Bits.data() + Address / 4 * 4, sizeof(Word));
    return Word;
  }

  std::vector<uint8_t> Bits;
  /// Words with something undefined.
  size_t OpenWords = 0;
  /// The origins of words; empty while nothing undefined was stored.
  std::vector<OriginRef> Origins;
};

/// l[] of a warp, which has the same words of all lanes side by side.
class LocalShadow {
public:
  void clear() { Chunks.clear(); }
  OpenBytes read(unsigned Lane, uint64_t Address, unsigned Bytes);
  void write(unsigned Lane, uint64_t Address, unsigned Bytes,
             const OpenBytes &To);

private:
  static constexpr unsigned Words = 16;
  struct Chunk {
    Chunk() {
      for (Row &R : Bits)
        R.Words.fill(~uint32_t(0));
    }
    std::array<Row, Words> Bits, Origins;
  };
  Chunk &chunk(uint64_t Address);

  std::vector<std::unique_ptr<Chunk>> Chunks;
};

/// The parts of g[] that start undefined.
class GlobalShadow {
public:
  bool empty() const { return Regions.empty(); }
  void clear() { Regions.clear(); }
  /// All of these \p Size bytes are undefined from here on.
  void add(uint64_t Address, uint64_t Size);
  void remove(uint64_t Address) { Regions.erase(Address); }
  /// Takes over what \p From knows of the \p Size bytes; returns whether it
  /// knows them.
  bool take(GlobalShadow &From, uint64_t Address, uint64_t Size);
  /// Goes on with all regions of \p From within the \p Size bytes.
  void takeAll(GlobalShadow &From, uint64_t Address, uint64_t Size);
  bool knows(uint64_t Address) const { return Regions.count(Address); }
  OpenBytes read(uint64_t Address, unsigned Bytes) const;
  void define(uint64_t Address, unsigned Bytes);

private:
  /// Null where all is defined.
  const llvm::BitVector *find(uint64_t Address, uint64_t &Offset) const;

  /// By address: bytes that are undefined.
  std::map<uint64_t, llvm::BitVector> Regions;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_INITMEMORY_H
