//===- ObjectMutator.cpp - Damages objects on purpose ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectMutator.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include <algorithm>
#include <cstring>

using namespace heddle::fuzz;
using namespace llvm;

Expected<MutableObject> MutableObject::create(std::string Bytes) {
  MutableObject Result(std::move(Bytes));
  const bool IsELF32 = StringRef(Result.Bytes).starts_with(ELF::ElfMagic) &&
                       Result.Bytes.size() > ELF::EI_CLASS &&
                       uint8_t(Result.Bytes[ELF::EI_CLASS]) == ELF::ELFCLASS32;
  if (!IsELF32) {
    constexpr size_t Least = 4;
    if (Result.Bytes.size() < Least)
      return createStringError("too short to be changed");
    Result.Parts = {{0, Result.Bytes.size()}};
    return Result;
  }
  auto File = object::ELFFile<object::ELF32LE>::create(Result.Bytes);
  if (!File)
    return File.takeError();
  auto Sections = File->sections();
  if (!Sections)
    return Sections.takeError();
  const auto &Header = File->getHeader();
  Result.Parts = {
      {0, Header.e_ehsize},
      {Header.e_shoff, size_t(Header.e_shnum) * Header.e_shentsize}};
  for (const auto &Section : *Sections) {
    Range Place = {Section.sh_offset, Section.sh_size};
    if (Section.sh_type == ELF::SHT_NOBITS || Place.Size == 0)
      continue;
    Result.Parts.push_back(Place);
    if (Section.sh_flags & ELF::SHF_EXECINSTR)
      Result.Code.push_back(Place);
  }
  return Result;
}

/// Any of 0 to \p Count - 1.
static size_t pick(std::mt19937_64 &Random, size_t Count) {
  return Random() % Count;
}

void MutableObject::change(std::string &Copy, std::mt19937_64 &Random) const {
  bool InCode = !Code.empty() && Random() % 2;
  const std::vector<Range> &From = InCode ? Code : Parts;
  const Range &Part = From[pick(Random, From.size())];
  size_t At = Part.Begin + pick(Random, Part.Size);
  size_t WordAt = std::min(At / 4 * 4, Copy.size() - 4);
  auto SetWord = [&](uint32_t Word) {
    std::memcpy(&Copy[WordAt], &Word, sizeof(Word));
  };
  static constexpr uint32_t Limits[] = {
      0,      1,      0x7f,    0x80,       0xff,       0x100,      0x7fff,
      0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffc, 0xffffffff};
  switch (Random() % 6) {
  case 0:
    Copy[At] = char(Copy[At] ^ (1 << Random() % 8));
    break;
  case 1:
    Copy[At] = char(Random());
    break;
  case 2:
    SetWord(Limits[pick(Random, std::size(Limits))]);
    break;
  case 3:
    SetWord(uint32_t(Random()));
    break;
  case 4: {
    // A word from somewhere else of the same part.
    size_t Source = Part.Begin + pick(Random, Part.Size) / 4 * 4;
    std::memmove(&Copy[WordAt], &Copy[std::min(Source, Copy.size() - 4)], 4);
    break;
  }
  case 5:
    Copy[At] = char(Copy[At] + (Random() % 2 ? 1 : -1));
    break;
  }
}

std::string MutableObject::mutate(std::mt19937_64 &Random) const {
  std::string Copy = Bytes;
  for (unsigned Changes = 1 + Random() % 8; Changes != 0; --Changes)
    change(Copy, Random);
  if (Random() % 64 == 0)
    Copy.resize(pick(Random, Copy.size()));
  return Copy;
}
