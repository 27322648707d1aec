//===- FatBinary.h - Images for several devices in one ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the containers that nvcc puts into programs: entries of PTX text and
/// objects for several architectures, plain or compressed.
///
///   container  u32 0xba55ed50, u16 version, u16 bytes of this header,
///              u64 bytes of the entries behind it
///   entry      u16 kind, u16, u32 bytes of this header, u64 bytes of the
///              payload, u32 compressed bytes of it, ... u32 architecture at
///              28, u64 flags at 40, u64 decompressed bytes at 56
///
/// Source: comparing containers that nvcc 12 and 13 make with other options.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FATBINARY_FATBINARY_H
#define HEDDLE_FATBINARY_FATBINARY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::fatbinary {

/// The first word of a container, and of the wrapper that points to it.
inline constexpr uint32_t ContainerMagic = 0xba55ed50;
inline constexpr uint32_t WrapperMagic = 0x466243b1;
inline constexpr size_t ContainerHeaderBytes = 16;

struct Entry {
  enum KindType : uint8_t {
    PTX,
    Object,
    /// Something else, such as IR for linking.
    Other,
  };
  enum CompressionType : uint8_t { Plain, LZ4, Zstd };
  KindType Kind = Other;
  CompressionType Compression = Plain;
  /// 75 of sm_75 and compute_75.
  unsigned Architecture = 0;
  /// sm_90a: for that architecture alone; sm_100f: for its family.
  bool IsExact = false, IsFamily = false;
  /// The image as it is stored, without padding.
  llvm::StringRef Payload;
  uint64_t DecompressedBytes = 0;

  /// The image itself. Fails where the payload is damaged, or where the process
  /// has no memory for it, which is std::errc::not_enough_memory.
  llvm::Expected<std::string> contents() const;
  /// Whether code for it runs on a device of compute capability \p Capability.
  bool runsOn(unsigned Capability) const;
};

/// The bytes of a container, its header included, as the header says; \p Header
/// has ContainerHeaderBytes. Nothing where it begins no container.
std::optional<uint64_t> containerBytes(llvm::StringRef Header);

/// The entries of the container that \p Bytes begins with. They refer to it.
llvm::Expected<std::vector<Entry>> readContainer(llvm::StringRef Bytes);

/// The PTX that a device of compute capability \p Capability would compile:
/// the latest that runs on it; null: there is none.
const Entry *choosePTX(llvm::ArrayRef<Entry> Entries, unsigned Capability);

} // namespace heddle::fatbinary

#endif // HEDDLE_FATBINARY_FATBINARY_H
