//===- ElfFile.cpp - An ELF file, read where it lies ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Redirect/ElfFile.h"
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::redirect {

#if defined(__x86_64__)
static constexpr unsigned ElfMachine = EM_X86_64;
#elif defined(__aarch64__)
static constexpr unsigned ElfMachine = EM_AARCH64;
#else
#error "jumps are not known for this host"
#endif

std::optional<ElfFile> ElfFile::open(const char *Path) {
  int File = ::open(Path, O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return std::nullopt;
  struct stat Status;
  void *Start = MAP_FAILED;
  if (!fstat(File, &Status) && S_ISREG(Status.st_mode) && Status.st_size > 0)
    Start = mmap(nullptr, Status.st_size, PROT_READ, MAP_PRIVATE, File, 0);
  close(File);
  if (Start == MAP_FAILED)
    return std::nullopt;
  std::optional<ElfFile> Result =
      read({static_cast<const char *>(Start), size_t(Status.st_size)});
  if (Result)
    Result->IsMapped = true;
  else
    munmap(Start, Status.st_size);
  return Result;
}

std::optional<ElfFile> ElfFile::read(std::string_view Bytes) {
  ElfFile Made(Bytes);
  if (Bytes.size() < sizeof(Elf64_Ehdr))
    return std::nullopt;
  const Elf64_Ehdr &H = Made.header();
  if (std::memcmp(H.e_ident, ELFMAG, SELFMAG) != 0 ||
      H.e_ident[EI_CLASS] != ELFCLASS64 || H.e_machine != ElfMachine)
    return std::nullopt;
  // Without sections it can still be a program.
  if (H.e_shentsize == sizeof(Elf64_Shdr)) {
    Made.Sections = Made.table<Elf64_Shdr>(H.e_shoff, H.e_shnum);
    Made.NumSections = Made.Sections ? H.e_shnum : 0;
  }
  return Made;
}

ElfFile::ElfFile(ElfFile &&Other)
    : Bytes(Other.Bytes), Sections(Other.Sections),
      NumSections(Other.NumSections), IsMapped(Other.IsMapped) {
  Other.IsMapped = false;
}

ElfFile::~ElfFile() {
  if (IsMapped)
    munmap(const_cast<char *>(Bytes.data()), Bytes.size());
}

const Elf64_Ehdr &ElfFile::header() const {
  return *reinterpret_cast<const Elf64_Ehdr *>(Bytes.data());
}

template <typename T>
const T *ElfFile::table(uint64_t Offset, uint64_t Count) const {
  if (!Count || Offset % alignof(T) || Offset > Bytes.size() ||
      Count > (Bytes.size() - Offset) / sizeof(T))
    return nullptr;
  return reinterpret_cast<const T *>(Bytes.data() + Offset);
}

const Elf64_Shdr *ElfFile::find(unsigned Type) const {
  for (unsigned I = 0; I != NumSections; ++I)
    if (Sections[I].sh_type == Type)
      return &Sections[I];
  return nullptr;
}

std::string_view ElfFile::contents(const Elf64_Shdr &Section) const {
  if (Section.sh_type == SHT_NOBITS || Section.sh_offset > Bytes.size() ||
      Section.sh_size > Bytes.size() - Section.sh_offset)
    return {};
  return Bytes.substr(Section.sh_offset, Section.sh_size);
}

std::string_view ElfFile::string(const Elf64_Shdr &Strings, uint64_t At) const {
  std::string_view All = contents(Strings);
  if (At >= All.size())
    return {};
  All.remove_prefix(At);
  size_t End = All.find('\0');
  return End == All.npos ? std::string_view() : All.substr(0, End);
}

std::vector<ElfSymbol> ElfFile::symbols(bool Dynamic) const {
  std::vector<ElfSymbol> Result;
  const Elf64_Shdr *Table = find(unsigned(Dynamic ? SHT_DYNSYM : SHT_SYMTAB));
  if (!Table || Table->sh_link >= NumSections)
    return Result;
  uint64_t Count = Table->sh_size / sizeof(Elf64_Sym);
  const auto *Symbols = table<Elf64_Sym>(Table->sh_offset, Count);
  if (!Symbols)
    return Result;
  Result.reserve(Count);
  for (uint64_t I = 0; I != Count; ++I) {
    const Elf64_Sym &S = Symbols[I];
    unsigned Type = ELF64_ST_TYPE(S.st_info);
    if (S.st_shndx == SHN_UNDEF || S.st_shndx >= SHN_LORESERVE ||
        Type > STT_FUNC)
      continue;
    Result.push_back({string(Sections[Table->sh_link], S.st_name), S.st_value,
                      S.st_size, Type == STT_FUNC,
                      ELF64_ST_BIND(S.st_info) == STB_LOCAL});
  }
  return Result;
}

const Elf64_Shdr *ElfFile::find(std::string_view Name) const {
  unsigned Names = header().e_shstrndx;
  if (Names >= NumSections)
    return nullptr;
  for (unsigned I = 0; I != NumSections; ++I)
    if (string(Sections[Names], Sections[I].sh_name) == Name)
      return &Sections[I];
  return nullptr;
}

bool ElfFile::hasText(std::string_view Text) const {
  const Elf64_Shdr *Constants = find(".rodata");
  std::string_view Where = Constants ? contents(*Constants) : Bytes;
  const char *At = Where.data(), *End = At + Where.size();
  while (const void *Found = memmem(At, End - At, Text.data(), Text.size())) {
    At = static_cast<const char *>(Found) + Text.size();
    if (At != End && !*At)
      return true;
  }
  return false;
}

bool ElfFile::startsAs(const void *Head) const {
  return !std::memcmp(Bytes.data(), Head, sizeof(Elf64_Ehdr));
}

std::vector<Elf64_Phdr> ElfFile::segments() const {
  const Elf64_Ehdr &H = header();
  if (H.e_phentsize != sizeof(Elf64_Phdr))
    return {};
  const auto *First = table<Elf64_Phdr>(H.e_phoff, H.e_phnum);
  return First ? std::vector<Elf64_Phdr>(First, First + H.e_phnum)
               : std::vector<Elf64_Phdr>();
}

} // namespace heddle::redirect
