//===- OldFatBinary.cpp - Fat binaries of CUDA 1.x to 3.x -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OldFatBinary.h"
#include "Image.h"
#include "llvm/Support/Endian.h"
#include <cstdint>
#include <cstring>
#include <optional>

using namespace llvm;

namespace heddle::driver {
namespace {

constexpr uint32_t OldMagic = 0x1ee55a01;

/// The structure of a host with 64 bits. Files as ELF came with version 4.
struct OldFatBinary {
  uint64_t Magic, Version, GPUInfoVersion;
  const void *Key, *Ident, *UsageMode;
  const void *PTX, *Text, *Debug, *DebugInfo;
  uint32_t Flags;
  const void *Exported, *Imported;
};
struct OldFatBinaryWithELF : OldFatBinary {
  const void *Dependends;
  uint32_t Characteristic;
  const void *ELF;
};
constexpr uint64_t FirstWithELF = 4;

/// A row of the tables of PTX and text; one without a profile ends them.
struct TextRow {
  const void *Profile, *Text;
};
/// A row of the list of ELF files.
struct ELFRow {
  const void *Profile, *Bytes, *Next;
  uint32_t Size;
};

/// Tables that are longer have lost their end.
constexpr unsigned MostRows = 256;

template <typename T> bool readAt(const void *Data, T &Into) {
  if (readable(Data, sizeof(T)).size() != sizeof(T))
    return false;
  std::memcpy(&Into, Data, sizeof(T));
  return true;
}

/// The number of "sm_13" and "compute_13".
std::optional<unsigned> architectureAt(const void *Profile) {
  std::optional<StringRef> Name = readableText(Profile);
  unsigned Number = 0;
  if (!Name || Name->rsplit('_').second.getAsInteger(10, Number))
    return std::nullopt;
  return Number;
}

bool addTexts(const void *Table, bool IsPTX, std::vector<OldEntry> &Entries) {
  const auto *Row = static_cast<const TextRow *>(Table);
  for (unsigned N = 0; Row && N != MostRows; ++N, ++Row) {
    TextRow R;
    if (!readAt(Row, R))
      return false;
    if (!R.Profile)
      return true;
    std::optional<unsigned> Architecture = architectureAt(R.Profile);
    std::optional<StringRef> Text = readableText(R.Text);
    if (!Architecture || !Text)
      return false;
    Entries.push_back({*Text, *Architecture, IsPTX});
  }
  return !Row;
}

bool addELFs(const void *First, std::vector<OldEntry> &Entries) {
  const void *Row = First;
  for (unsigned N = 0; Row && N != MostRows; ++N) {
    ELFRow R;
    if (!readAt(Row, R))
      return false;
    // A table ends as the others do; a list ends with its last row.
    if (!R.Profile)
      return true;
    std::optional<unsigned> Architecture = architectureAt(R.Profile);
    StringRef Bytes = readable(R.Bytes, R.Size);
    if (!Architecture || Bytes.size() != R.Size)
      return false;
    Entries.push_back({Bytes, *Architecture, /*IsPTX=*/false});
    Row = R.Next;
  }
  return !Row;
}

} // namespace

bool isOldFatBinary(StringRef Start) {
  return Start.size() >= sizeof OldMagic &&
         support::endian::read32le(Start.data()) == OldMagic;
}

bool readOldFatBinary(const void *Data, std::vector<OldEntry> &Entries) {
  OldFatBinary F;
  if (!readAt(Data, F))
    return false;
  if (!addTexts(F.PTX, /*IsPTX=*/true, Entries) ||
      !addTexts(F.Text, /*IsPTX=*/false, Entries))
    return false;
  if (F.Version < FirstWithELF)
    return true;
  OldFatBinaryWithELF WithELF;
  return readAt(Data, WithELF) && addELFs(WithELF.ELF, Entries);
}

} // namespace heddle::driver
