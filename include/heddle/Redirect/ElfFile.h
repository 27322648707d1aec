//===- ElfFile.h - An ELF file, read where it lies --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A reader of the parts of an ELF file that the redirection needs: its
/// symbols, the names of its sections, and whether it contains a text. LLVM's
/// reader is too large for a library that every program loads which heddle-run
/// starts.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_REDIRECT_ELFFILE_H
#define HEDDLE_REDIRECT_ELFFILE_H

#include <cstdint>
#include <elf.h>
#include <optional>
#include <string_view>
#include <vector>

namespace heddle::redirect {

struct ElfSymbol {
  std::string_view Name;
  uint64_t Address = 0;
  uint64_t Size = 0;
  bool IsFunction = false;
  /// Other files cannot refer to the symbol, so that a program runs without the
  /// name: strip may have removed it.
  bool IsLocal = false;
};

/// A file with 64-bit addresses and the host's byte order. No number in it is
/// believed: what does not fit is not there.
class ElfFile {
public:
  /// Maps the file at \p Path. Nothing if it is none, or for another machine.
  static std::optional<ElfFile> open(const char *Path);
  /// \p Bytes, which start where a page does and outlive this.
  static std::optional<ElfFile> read(std::string_view Bytes);

  ElfFile(ElfFile &&Other);
  ElfFile(const ElfFile &) = delete;
  ElfFile &operator=(const ElfFile &) = delete;
  ElfFile &operator=(ElfFile &&) = delete;
  ~ElfFile();

  /// The defined symbols of .symtab or, with \p Dynamic, of .dynsym.
  std::vector<ElfSymbol> symbols(bool Dynamic) const;
  bool hasSymbolTable() const { return find(unsigned(SHT_SYMTAB)); }
  bool hasSection(std::string_view Name) const { return find(Name); }
  /// Whether the constants, .rodata, have the characters of \p Text and a zero
  /// behind them; the whole file, if it does not say where those are.
  bool hasText(std::string_view Text) const;
  /// Whether \p Head, what a process has where the file's first page is to be,
  /// begins as the file does.
  bool startsAs(const void *Head) const;

  std::vector<Elf64_Phdr> segments() const;

private:
  explicit ElfFile(std::string_view Bytes) : Bytes(Bytes) {}
  const Elf64_Ehdr &header() const;
  template <typename T> const T *table(uint64_t Offset, uint64_t Count) const;
  const Elf64_Shdr *find(unsigned Type) const;
  const Elf64_Shdr *find(std::string_view Name) const;
  std::string_view contents(const Elf64_Shdr &Section) const;
  std::string_view string(const Elf64_Shdr &Strings, uint64_t At) const;

  std::string_view Bytes;
  const Elf64_Shdr *Sections = nullptr;
  unsigned NumSections = 0;
  bool IsMapped = false;
};

} // namespace heddle::redirect

#endif // HEDDLE_REDIRECT_ELFFILE_H
