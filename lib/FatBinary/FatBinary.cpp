//===- FatBinary.cpp - Images for several devices in one ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/FatBinary/FatBinary.h"
#include "LZ4.h"
#include "heddle/Support/HostMemory.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::support;

namespace heddle::fatbinary {
namespace {

/// The smallest header of an entry, and where its fields are.
constexpr size_t EntryHeaderBytes = 64;
constexpr size_t HeaderBytesAt = 4, PayloadBytesAt = 8, CompressedBytesAt = 16,
                 ArchitectureAt = 28, FlagsAt = 40, DecompressedBytesAt = 56;

enum : uint16_t { KindPTX = 1, KindObject = 2 };
enum : uint64_t {
  FlagLZ4 = 0x2000,
  FlagZstd = 0x8000,
  FlagExact = 0x100000,
  FlagFamily = 0x200000
};

/// No image is larger: it would take hours to compile.
constexpr uint64_t MaxImageBytes = uint64_t(1) << 28;

/// The most that a block of each format can hold. LZ4 makes at most 255 bytes
/// of one (LZ4 Block Format Description, end of block conditions); a block of
/// Zstandard has four bytes at least and stands for 128 KiB at most (RFC 8878,
/// 3.1.1.2).
constexpr uint64_t MaxLZ4Ratio = 255;
constexpr uint64_t MinZstdBlock = 4, MaxZstdBlock = uint64_t(1) << 17;

uint64_t mostBytes(Entry::CompressionType Compression, uint64_t Compressed) {
  switch (Compression) {
  case Entry::Plain:
    return Compressed;
  case Entry::LZ4:
    return SaturatingMultiply(Compressed, MaxLZ4Ratio);
  case Entry::Zstd:
    return SaturatingMultiply(divideCeil(Compressed, MinZstdBlock),
                              MaxZstdBlock);
  }
  llvm_unreachable("covered switch");
}

uint16_t read16(StringRef S, size_t At) {
  return endian::read16le(S.data() + At);
}
uint32_t read32(StringRef S, size_t At) {
  return endian::read32le(S.data() + At);
}
uint64_t read64(StringRef S, size_t At) {
  return endian::read64le(S.data() + At);
}

Error damaged(const Twine &What) {
  return createStringError("fat binary: " + What);
}

/// The entry at the start of \p Rest, which its header and payload are then cut
/// off.
Expected<Entry> readEntry(StringRef &Rest) {
  if (Rest.size() < EntryHeaderBytes)
    return damaged("the header of an entry is cut off");
  uint64_t Header = read32(Rest, HeaderBytesAt);
  uint64_t Payload = read64(Rest, PayloadBytesAt);
  if (Header < EntryHeaderBytes || Header > Rest.size() ||
      Payload > Rest.size() - Header)
    return damaged("an entry is longer than what is left");
  Entry E;
  uint16_t Kind = read16(Rest, 0);
  uint64_t Flags = read64(Rest, FlagsAt);
  E.Kind = Kind == KindPTX      ? Entry::PTX
           : Kind == KindObject ? Entry::Object
                                : Entry::Other;
  E.Architecture = read32(Rest, ArchitectureAt);
  E.IsExact = Flags & FlagExact;
  E.IsFamily = Flags & FlagFamily;
  E.Payload = Rest.substr(Header, Payload);
  E.DecompressedBytes = read64(Rest, DecompressedBytesAt);
  if (Flags & (FlagLZ4 | FlagZstd)) {
    E.Compression = Flags & FlagLZ4 ? Entry::LZ4 : Entry::Zstd;
    uint64_t Compressed = read32(Rest, CompressedBytesAt);
    if (Compressed > Payload)
      return damaged("compressed bytes are cut off");
    E.Payload = E.Payload.take_front(Compressed);
  }
  Rest = Rest.drop_front(Header + Payload);
  return E;
}

} // namespace

Expected<std::string> Entry::contents() const {
  if (Compression == Plain)
    return Payload.str();
  if (DecompressedBytes > mostBytes(Compression, Payload.size()))
    return damaged(Twine(Payload.size()) +
                   " compressed bytes cannot hold an image of " +
                   Twine(DecompressedBytes));
  if (DecompressedBytes > MaxImageBytes)
    return damaged("an image of " + Twine(DecompressedBytes) +
                   " bytes is larger than the " + Twine(MaxImageBytes) +
                   " that one may have");
  if (!hasRoomFor(DecompressedBytes))
    return createStringError(std::make_error_code(std::errc::not_enough_memory),
                             "fat binary: no memory for an image of " +
                                 Twine(DecompressedBytes) + " bytes");
  std::string Result(DecompressedBytes, 0);
  bool IsWhole = false;
  if (Compression == LZ4) {
    IsWhole = unpackLZ4(Payload, MutableArrayRef(Result.data(), Result.size()));
  } else if (!compression::zstd::isAvailable()) {
    return createStringError("fat binary: it is packed by zstd, which LLVM was "
                             "built without");
  } else {
    size_t Size = Result.size();
    Error E = compression::zstd::decompress(
        arrayRefFromStringRef(Payload),
        reinterpret_cast<uint8_t *>(Result.data()), Size);
    IsWhole = !E && Size == DecompressedBytes;
    consumeError(std::move(E));
  }
  if (!IsWhole)
    return damaged("compressed bytes are damaged");
  return Result;
}

bool Entry::runsOn(unsigned Capability) const {
  if (IsExact)
    return Architecture == Capability;
  if (IsFamily)
    return Architecture / 10 == Capability / 10 && Architecture <= Capability;
  return Architecture <= Capability;
}

std::optional<uint64_t> containerBytes(StringRef Header) {
  if (Header.size() < ContainerHeaderBytes ||
      read32(Header, 0) != ContainerMagic)
    return std::nullopt;
  return SaturatingAdd(uint64_t(read16(Header, 6)), read64(Header, 8));
}

Expected<std::vector<Entry>> readContainer(StringRef Bytes) {
  std::optional<uint64_t> Size = containerBytes(Bytes);
  if (!Size)
    return damaged("there is no header");
  uint64_t Header = read16(Bytes, 6);
  if (Header < ContainerHeaderBytes || *Size > Bytes.size())
    return damaged("its entries are cut off");
  StringRef Rest = Bytes.substr(Header, *Size - Header);
  std::vector<Entry> Entries;
  while (!Rest.empty()) {
    Expected<Entry> E = readEntry(Rest);
    if (!E)
      return E.takeError();
    Entries.push_back(*E);
  }
  return Entries;
}

const Entry *choosePTX(ArrayRef<Entry> Entries, unsigned Capability) {
  const Entry *Best = nullptr;
  for (const Entry &E : Entries) {
    if (E.Kind != Entry::PTX || !E.runsOn(Capability))
      continue;
    // Code for one device alone uses more of it.
    auto Rank = [](const Entry &X) {
      return std::pair(X.Architecture, X.IsExact ? 2 : X.IsFamily ? 1 : 0);
    };
    if (!Best || Rank(*Best) < Rank(E))
      Best = &E;
  }
  return Best;
}

} // namespace heddle::fatbinary
