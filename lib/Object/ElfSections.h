//===- ElfSections.h - Sections of an ELF file ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sections, symbols and relocations of files that no rule of LLVM's readers
/// holds for: sections of CUDA 3.x are not aligned.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OBJECT_ELFSECTIONS_H
#define HEDDLE_LIB_OBJECT_ELFSECTIONS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace heddle::object {

/// The error of a file of NVIDIA's whose tables or contents contradict
/// themselves.
llvm::Error malformedCubin(const llvm::Twine &What);

struct ElfSection {
  llvm::StringRef Name;
  uint32_t Type = 0, Link = 0, Info = 0;
  uint64_t Flags = 0, Size = 0;
  /// Empty for those without bytes in the file.
  llvm::StringRef Bytes;
};

struct ElfSymbol {
  llvm::StringRef Name;
  uint64_t Value = 0, Size = 0;
  uint8_t Type = 0;
  uint16_t Section = 0;
};

struct ElfRelocation {
  /// The number of the section that it changes, and the place in there.
  uint32_t Section = 0;
  uint64_t Offset = 0;
  uint32_t Type = 0, Symbol = 0;
  int64_t Addend = 0;
};

struct ElfSections {
  bool Is64 = false;
  uint32_t Flags = 0;
  std::vector<ElfSection> Sections;
  /// Empty where the file has no table of them.
  std::vector<ElfSymbol> Symbols;
  std::vector<ElfRelocation> Relocations;

  /// The first section called \p Name, or null.
  const ElfSection *find(llvm::StringRef Name) const {
    auto It = ByName.find(Name);
    return It == ByName.end() ? nullptr : &Sections[It->second];
  }
  /// The section that \p S is in, or null.
  const ElfSection *sectionOf(const ElfSymbol &S) const {
    return S.Section < Sections.size() ? &Sections[S.Section] : nullptr;
  }

  llvm::StringMap<unsigned> ByName;
};

/// Reads the tables of a little-endian file, whose identification is known to
/// be that of one.
llvm::Expected<ElfSections> readElfSections(llvm::StringRef File);

} // namespace heddle::object

#endif // HEDDLE_LIB_OBJECT_ELFSECTIONS_H
