//===- MakeObject.h - Objects made by hand ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_OBJECT_MAKEOBJECT_H
#define HEDDLE_UNITTESTS_OBJECT_MAKEOBJECT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/BinaryFormat/ELF.h"
#include <cstring>
#include <string>
#include <vector>

namespace heddle::test {

struct Section {
  std::string Name;
  std::string Bytes;
  uint32_t Type = llvm::ELF::SHT_PROGBITS;
  uint32_t Link = 0;
  uint32_t Info = 0;
  uint32_t EntrySize = 0;
  uint32_t Align = 1;
  /// Of a section without bytes in the file.
  uint32_t ZeroBytes = 0;
};

/// The headers of a class of ELF files.
struct Elf32 {
  using Ehdr = llvm::ELF::Elf32_Ehdr;
  using Shdr = llvm::ELF::Elf32_Shdr;
  static constexpr unsigned char Class = llvm::ELF::ELFCLASS32;
};
struct Elf64 {
  using Ehdr = llvm::ELF::Elf64_Ehdr;
  using Shdr = llvm::ELF::Elf64_Shdr;
  static constexpr unsigned char Class = llvm::ELF::ELFCLASS64;
};

/// A relocatable file of class \p Elf with \p Sections and a section name
/// table.
template <typename Elf = Elf32>
std::string makeObject(llvm::ArrayRef<Section> Sections, uint32_t Flags = 10,
                       uint16_t Machine = llvm::ELF::EM_CUDA) {
  auto Append = [](std::string &Out, const auto &Value) {
    Out.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
  };
  std::string Names(1, '\0'), Contents;
  std::vector<typename Elf::Shdr> Headers(1);
  auto Add = [&](const Section &S) {
    typename Elf::Shdr H = {};
    H.sh_name = Names.size();
    H.sh_type = S.Type;
    H.sh_offset = sizeof(typename Elf::Ehdr) + Contents.size();
    H.sh_size = S.Bytes.size() + S.ZeroBytes;
    H.sh_link = S.Link;
    H.sh_info = S.Info;
    H.sh_entsize = S.EntrySize;
    H.sh_addralign = S.Align;
    Names += S.Name + '\0';
    Contents += S.Bytes;
    // Tables are read in place.
    Contents.resize((Contents.size() + 7) / 8 * 8);
    Headers.push_back(H);
  };
  for (const Section &S : Sections)
    Add(S);
  Add({".shstrtab", Names + ".shstrtab" + '\0', llvm::ELF::SHT_STRTAB});

  typename Elf::Ehdr E = {};
  memcpy(E.e_ident, llvm::ELF::ElfMagic, 4);
  E.e_ident[llvm::ELF::EI_CLASS] = Elf::Class;
  E.e_ident[llvm::ELF::EI_DATA] = llvm::ELF::ELFDATA2LSB;
  E.e_ident[llvm::ELF::EI_VERSION] = llvm::ELF::EV_CURRENT;
  E.e_type = llvm::ELF::ET_REL;
  E.e_machine = Machine;
  E.e_version = llvm::ELF::EV_CURRENT;
  E.e_flags = Flags;
  E.e_shoff = sizeof(E) + Contents.size();
  E.e_ehsize = sizeof(E);
  E.e_shentsize = sizeof(typename Elf::Shdr);
  E.e_shnum = Headers.size();
  E.e_shstrndx = Headers.size() - 1;
  std::string File;
  Append(File, E);
  File += Contents;
  for (const typename Elf::Shdr &H : Headers)
    Append(File, H);
  return File;
}

} // namespace heddle::test

#endif // HEDDLE_UNITTESTS_OBJECT_MAKEOBJECT_H
