//===- VariableTest.cpp - Variables and relocations of objects ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MakeObject.h"
#include "heddle/Object/Module.h"
#include "llvm/Support/Endian.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace heddle::object;
using namespace heddle::test;

namespace {

/// Numbers of sampleSections(), counted as in the file: 0 is the null section.
enum : uint32_t {
  TextIndex = 1,
  InfoIndex,
  DataIndex,
  ZeroIndex,
  ConstIndex,
  StringsIndex,
  SymbolsIndex,
  TextRelocIndex,
  DataRelocIndex,
  ConstRelocIndex,
};

std::string words(ArrayRef<uint32_t> Values) {
  std::string Bytes;
  for (uint32_t V : Values) {
    char Word[4];
    support::endian::write32le(Word, V);
    Bytes.append(Word, 4);
  }
  return Bytes;
}

std::string symbol(uint32_t Name, uint32_t Value, uint32_t Size,
                   uint32_t Section) {
  return words({Name, Value, Size, uint32_t(ELF::STT_OBJECT) | Section << 16});
}

std::string relocation(uint32_t Offset, uint32_t Symbol, uint32_t Type,
                       int32_t Addend) {
  return words({Offset, Symbol << 8 | Type, uint32_t(Addend)});
}

std::string infoBytes() {
  KernelInfo Info;
  Info.Name = "k";
  Info.SharedBytes = Info.DynamicSharedOffset = 16;
  auto Bytes = encodeKernelInfo(Info);
  return std::string(Bytes.begin(), Bytes.end());
}

std::vector<Section> sampleSections() {
  using namespace ELF;
  return {
      // mov b32 $r0 0x0 and a nop
      {".text.k", words({0x10008001, 0x00000003, 0xf0000001, 0xe0000780})},
      {".heddle.info.k", infoBytes()},
      {".data.table", words({1, 2, 3}), SHT_PROGBITS, 0, 0, 0, 8},
      {".bss.count", "", SHT_NOBITS, 0, 0, 0, 4, 64},
      {".heddle.const", words({7, 8})},
      {".strtab", std::string("\0table\0count\0gain\0", 18), SHT_STRTAB},
      {".symtab",
       words({0, 0, 0, 0}) + symbol(1, 0, 12, DataIndex) +
           symbol(7, 0, 64, ZeroIndex) + symbol(13, 4, 4, ConstIndex),
       SHT_SYMTAB, StringsIndex, 0, 16},
      {".rela.text.k", relocation(0, 1, RelocImmediate32, 8), SHT_RELA,
       SymbolsIndex, TextIndex, 12},
      {".rela.data.table", relocation(4, 2, RelocData32, -4), SHT_RELA,
       SymbolsIndex, DataIndex, 12},
      {".rela.heddle.const", relocation(0, 2, RelocData32, 0), SHT_RELA,
       SymbolsIndex, ConstIndex, 12},
  };
}

Expected<Module> read(const std::string &File) {
  return readModule(MemoryBufferRef(File, "test"));
}

/// Why the sample is refused after \p Change.
template <typename T> std::string refusal(T Change) {
  std::vector<Section> Sections = sampleSections();
  Change(Sections);
  return toString(read(makeObject(Sections)).takeError());
}

TEST(Variables, AreRead) {
  Expected<Module> M = read(makeObject(sampleSections()));
  ASSERT_TRUE(!!M) << toString(M.takeError());
  ASSERT_EQ(M->Variables.size(), 2u);
  EXPECT_EQ(M->Variables[0].Name, "table");
  EXPECT_EQ(M->Variables[0].Size, 12u);
  EXPECT_EQ(M->Variables[0].Align, 8u);
  EXPECT_EQ(M->Variables[0].Init.size(), 12u);
  ASSERT_EQ(M->Variables[0].Relocations.size(), 1u);
  EXPECT_EQ(M->Variables[0].Relocations[0].Offset, 4u);
  EXPECT_EQ(M->Variables[0].Relocations[0].Variable, 1u);
  EXPECT_EQ(M->Variables[0].Relocations[0].Addend, -4);
  EXPECT_EQ(M->Variables[1].Name, "count");
  EXPECT_EQ(M->Variables[1].Size, 64u);
  EXPECT_TRUE(M->Variables[1].Init.empty());
  EXPECT_EQ(M->Constants.size(), 8u);
  ASSERT_EQ(M->ConstantSymbols.size(), 1u);
  EXPECT_EQ(M->ConstantSymbols[0].Name, "gain");
  EXPECT_EQ(M->ConstantSymbols[0].Offset, 4u);
  EXPECT_EQ(M->ConstantRelocations.size(), 1u);
  ASSERT_EQ(M->Kernels[0].Relocations.size(), 1u);
  EXPECT_EQ(M->Kernels[0].Relocations[0].Variable, 0u);
  EXPECT_EQ(M->Kernels[0].Relocations[0].Addend, 8);
}

std::string parts(ArrayRef<uint64_t> Numbers) {
  std::string Bytes;
  for (uint64_t V : Numbers)
    Bytes += words({uint32_t(V), uint32_t(V >> 32)});
  return Bytes;
}

/// The sample, whose table has 1000 bytes and parts as \p Numbers say, given as
/// offset and size.
std::vector<Section> sectionsInParts(ArrayRef<uint64_t> Numbers) {
  std::vector<Section> Sections = sampleSections();
  Sections[SymbolsIndex - 1].Bytes.replace(16, 16,
                                           symbol(1, 0, 1000, DataIndex));
  Sections.push_back({".heddle.parts.table", parts(Numbers)});
  return Sections;
}

TEST(Variables, HavePartsThatAreStored) {
  std::string File = makeObject(sampleSections());
  Expected<Module> Whole = read(File);
  ASSERT_TRUE(!!Whole) << toString(Whole.takeError());
  ASSERT_EQ(Whole->Variables[0].Parts.size(), 1u);
  EXPECT_EQ(Whole->Variables[0].Parts[0].Offset, 0u);
  EXPECT_EQ(Whole->Variables[0].Parts[0].Size, 12u);
  EXPECT_TRUE(Whole->Variables[1].Parts.empty());

  File = makeObject(sectionsInParts({8, 8, 996, 4}));
  Expected<Module> M = read(File);
  ASSERT_TRUE(!!M) << toString(M.takeError());
  const Variable &Table = M->Variables[0];
  EXPECT_EQ(Table.Size, 1000u);
  EXPECT_EQ(Table.Init.size(), 12u);
  ASSERT_EQ(Table.Parts.size(), 2u);
  EXPECT_EQ(Table.Parts[1].Offset, 996u);
  EXPECT_EQ(Table.Parts[1].Size, 4u);
}

TEST(Variables, PartsAreChecked) {
  auto Refusal = [](ArrayRef<uint64_t> Numbers) {
    std::string File = makeObject(sectionsInParts(Numbers));
    return toString(read(File).takeError());
  };
  const std::string Outside = "malformed object: a part of variable 'table' "
                              "lies outside it, or in another part";
  EXPECT_EQ(Refusal({0, 8, 997, 4}), Outside);
  EXPECT_EQ(Refusal({0, 8, 4, 4}), Outside);
  EXPECT_EQ(Refusal({0, 8, ~uint64_t(0), 4}), Outside);
  EXPECT_EQ(Refusal({0, 8, 8, ~uint64_t(0)}), Outside);
  EXPECT_EQ(Refusal({0, 8}), "malformed object: the parts of variable 'table' "
                             "have 8 bytes, and its section has 12");
  EXPECT_EQ(Refusal({0, 12, 20}),
            "malformed object: the parts of variable 'table' are cut off");
  EXPECT_EQ(Refusal({}),
            "malformed object: the parts of variable 'table' are cut off");
  auto Named = [](const char *Name) {
    return refusal(
        [=](std::vector<Section> &S) { S.push_back({Name, parts({0, 12})}); });
  };
  EXPECT_EQ(Named(".heddle.parts.table"), "");
  EXPECT_EQ(Named(".heddle.parts.count"),
            "malformed object: there are parts of 'count', which is no "
            "variable with contents");
  std::vector<Section> Twice = sectionsInParts({0, 12});
  Twice.push_back(Twice.back());
  std::string File = makeObject(Twice);
  EXPECT_EQ(toString(read(File).takeError()),
            "malformed object: the parts of variable 'table' are given twice");
}

TEST(Variables, EveryTruncationFails) {
  std::string File = makeObject(sampleSections());
  for (size_t Size = 0; Size != File.size(); ++Size)
    ASSERT_NE(toString(read(File.substr(0, Size)).takeError()), "")
        << "at " << Size;
}

/// What is read although a byte differs can still be loaded without looking.
TEST(Variables, EveryFlippedByteIsReadOrRefused) {
  std::string File = makeObject(sampleSections());
  for (size_t I = 0; I != File.size(); ++I)
    for (int Flip : {0x01, 0x02, 0x10, 0x80, 0xff}) {
      std::string Damaged = File;
      Damaged[I] ^= static_cast<char>(Flip);
      Expected<Module> M = read(Damaged);
      if (!M) {
        consumeError(M.takeError());
        continue;
      }
      for (const Kernel &K : M->Kernels)
        for (const Relocation &R : K.Relocations) {
          EXPECT_LE(R.Offset + 8, K.Code.size());
          EXPECT_LT(R.Variable, M->Variables.size());
        }
      for (const Variable &V : M->Variables)
        for (const Relocation &R : V.Relocations) {
          EXPECT_LE(R.Offset + (R.Byte < 0 ? 4 : 1), V.Init.size());
          EXPECT_LT(R.Variable, M->Variables.size());
        }
      for (const ConstantSymbol &S : M->ConstantSymbols)
        EXPECT_LE(uint64_t(S.Offset) + S.Size, M->Constants.size());
    }
}

TEST(Variables, SayWhatIsWrong) {
  using List = std::vector<Section> &;
  EXPECT_EQ(refusal([](List S) { S[DataIndex - 1].Align = 24; }),
            "malformed object: variable 'table' is aligned to 24 bytes");
  EXPECT_EQ(refusal([](List S) { S[ZeroIndex - 1].Name = ".bss.table"; }),
            "malformed object: two variables are called 'table'");
  EXPECT_EQ(refusal([](List S) { S[ConstIndex - 1].Bytes.resize(65540); }),
            "malformed object: constant memory of 65540 bytes is larger than "
            "a bank");
  EXPECT_EQ(refusal([](List S) { S[ConstIndex - 1].Bytes.resize(4); }),
            "malformed object: variable 'gain' lies outside constant memory");
  auto TextRelocation = [](uint32_t Offset, uint32_t Symbol, uint32_t Type) {
    return refusal([=](List S) {
      S[TextRelocIndex - 1].Bytes = relocation(Offset, Symbol, Type, 0);
    });
  };
  EXPECT_EQ(TextRelocation(12, 1, RelocImmediate32),
            "malformed object: a relocation lies outside its section");
  EXPECT_EQ(TextRelocation(8, 1, RelocImmediate32),
            "malformed object: a relocation changes an instruction that has "
            "no immediate");
  EXPECT_EQ(TextRelocation(0, 1, RelocData32),
            "malformed object: relocation of unknown type 1");
  EXPECT_EQ(TextRelocation(0, 3, RelocImmediate32),
            "malformed object: a relocation names no variable of this module");
  EXPECT_EQ(refusal([](List S) { S[DataRelocIndex - 1].Info = InfoIndex; }),
            "malformed object: section '.heddle.info.k' has unresolved "
            "relocations");
  for (uint32_t Beyond : {11u, 100u, ~0u - 1, ~0u})
    EXPECT_EQ(refusal([=](List S) { S[DataRelocIndex - 1].Info = Beyond; }),
              Beyond == 11
                  ? "malformed object: section '.shstrtab' has unresolved "
                    "relocations"
                  : "malformed object: relocations belong to no section");
  EXPECT_EQ(refusal([](List S) { S[DataRelocIndex - 1].Link = DataIndex; }),
            "malformed object: relocations without a symbol table");
  EXPECT_EQ(refusal([](List S) { S[DataRelocIndex - 1].Info = ZeroIndex; }),
            "malformed object: a relocation lies outside its section");
}

TEST(Variables, ImmediatesArePatched) {
  uint8_t Code[8];
  support::endian::write64le(Code, 0x0fffffff103f8001);
  patchImmediate(Code, 0x12345678);
  uint64_t Bits = support::endian::read64le(Code);
  uint32_t Low = Bits, High = Bits >> 32;
  EXPECT_EQ((Low >> 16 & 0x3f) | (High >> 2 & 0x3ffffff) << 6, 0x12345678u);
  EXPECT_EQ(Low & ~0x3f0000u, 0x10008001u & ~0x3f0000u);
  EXPECT_EQ(High & 3, 3u);
}

} // namespace
