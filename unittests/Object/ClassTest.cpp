//===- ClassTest.cpp - Objects of 64-bit targets --------------------------===//
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

/// The silicon's model with wide pointers: the class of a file follows these.
const heddle::abi::TargetModel &wideModel() {
  static const heddle::abi::TargetModel Model = [] {
    heddle::abi::TargetModel M = heddle::abi::targetModels().front();
    M.Triple = "wide";
    M.GlobalPointerBits = 64;
    return M;
  }();
  return Model;
}

template <typename... T> std::string structs(const T &...Values) {
  std::string Bytes;
  (Bytes.append(reinterpret_cast<const char *>(&Values), sizeof(Values)), ...);
  return Bytes;
}

ELF::Elf64_Sym symbol(uint32_t Name, uint64_t Value, uint64_t Size,
                      uint16_t Section) {
  ELF::Elf64_Sym S = {};
  S.st_name = Name;
  S.st_info = ELF::STT_OBJECT;
  S.st_shndx = Section;
  S.st_value = Value;
  S.st_size = Size;
  return S;
}

ELF::Elf64_Rela relocation(uint64_t Offset, uint32_t Symbol, uint32_t Type,
                           int64_t Addend) {
  ELF::Elf64_Rela R = {};
  R.r_offset = Offset;
  R.setSymbolAndType(Symbol, Type);
  R.r_addend = Addend;
  return R;
}

/// Numbers of sections(), counted as in the file.
enum : uint16_t { Text = 1, Info, Data, Zero, Constants, Strings, Symbols };

std::vector<Section> sections(uint32_t DataType = RelocData64,
                              uint64_t DataOffset = 8) {
  using namespace ELF;
  KernelInfo K;
  K.Name = "k";
  K.SharedBytes = K.DynamicSharedOffset = 16;
  auto Encoded = encodeKernelInfo(K);
  uint32_t Code[] = {0x10008001, 0x00000003}; // mov b32 $r0 0x0
  uint64_t Table[] = {1, 2, 3};
  ELF::Elf64_Sym Null = {};
  return {
      {".text.k", structs(Code)},
      {".heddle.info.k", std::string(Encoded.begin(), Encoded.end())},
      {".data.table", structs(Table), SHT_PROGBITS, 0, 0, 0, 8},
      {".bss.count", "", SHT_NOBITS, 0, 0, 0, 4, 64},
      {".heddle.const", structs(Table)},
      {".strtab", std::string("\0table\0count\0gain\0", 18), SHT_STRTAB},
      {".symtab",
       structs(Null, symbol(1, 0, 24, Data), symbol(7, 0, 64, Zero),
               symbol(13, 16, 8, Constants)),
       SHT_SYMTAB, Strings, 0, sizeof(Null)},
      {".rela.text.k", structs(relocation(0, 1, RelocImmediate32, 8)), SHT_RELA,
       Symbols, Text, sizeof(Elf64_Rela)},
      {".rela.data.table",
       structs(relocation(DataOffset, 2, DataType, int64_t(-1) << 40)),
       SHT_RELA, Symbols, Data, sizeof(Elf64_Rela)},
      {".rela.heddle.const", structs(relocation(0, 2, RelocData64, 0)),
       SHT_RELA, Symbols, Constants, sizeof(Elf64_Rela)},
  };
}

Expected<Module> read(const std::string &File,
                      const heddle::abi::TargetModel *Target = &wideModel()) {
  return readModule(MemoryBufferRef(File, "test"), Target);
}

std::string readError(const std::string &File,
                      const heddle::abi::TargetModel *Target = &wideModel()) {
  return toString(read(File, Target).takeError());
}

TEST(ObjectClass, WideObjectsAreRead) {
  Expected<Module> M = read(makeObject<Elf64>(sections()));
  ASSERT_TRUE(!!M) << toString(M.takeError());
  EXPECT_EQ(M->Target, &wideModel());
  ASSERT_EQ(M->Kernels.size(), 1u);
  EXPECT_EQ(M->Kernels[0].Info.Name, "k");
  EXPECT_EQ(M->Kernels[0].Code.size(), 8u);
  ASSERT_EQ(M->Kernels[0].Relocations.size(), 1u);
  EXPECT_EQ(M->Kernels[0].Relocations[0].Variable, 0u);
  EXPECT_EQ(M->Kernels[0].Relocations[0].Addend, 8);
  ASSERT_EQ(M->Variables.size(), 2u);
  EXPECT_EQ(M->Variables[0].Name, "table");
  EXPECT_EQ(M->Variables[0].Init.size(), 24u);
  ASSERT_EQ(M->Variables[0].Relocations.size(), 1u);
  EXPECT_EQ(M->Variables[0].Relocations[0].Offset, 8u);
  EXPECT_EQ(M->Variables[0].Relocations[0].Variable, 1u);
  EXPECT_EQ(M->Variables[0].Relocations[0].Addend, int64_t(-1) << 40);
  EXPECT_EQ(M->Variables[1].Size, 64u);
  ASSERT_EQ(M->ConstantSymbols.size(), 1u);
  EXPECT_EQ(M->ConstantSymbols[0].Name, "gain");
  EXPECT_EQ(M->ConstantSymbols[0].Offset, 16u);
  EXPECT_EQ(M->ConstantRelocations.size(), 1u);
}

TEST(ObjectClass, IsThatOfTheTarget) {
  std::string Narrow = makeObject({}), Wide = makeObject<Elf64>({});
  EXPECT_EQ(readError(Wide), "");
  EXPECT_EQ(readError(Narrow, nullptr), "");
  EXPECT_EQ(readError(Narrow),
            "not an object of these chips: a 32-bit ELF file, and those of "
            "g80, which is wide, have 64 bits");
  EXPECT_EQ(readError(Wide, nullptr),
            "not an object of these chips: a 64-bit ELF file, and those of "
            "g80, which is tesla-nvidia-cuda, have 32 bits");
  EXPECT_EQ(readError(makeObject<Elf64>({}, 10, ELF::EM_X86_64)),
            "not an object of these chips: ELF machine 62, expected 190 "
            "(EM_CUDA)");
}

TEST(ObjectClass, SaysWhatItsChipWasAskedForAs) {
  constexpr uint32_t Tx1 = 20;
  std::string Asked = makeObject<Elf64>({{".heddle.arch", "sm_90a"}}, Tx1);
  Expected<Module> M = readModule(MemoryBufferRef(Asked, "object"));
  ASSERT_TRUE(!!M) << toString(M.takeError());
  EXPECT_EQ(M->Arch, "sm_90a");
  EXPECT_EQ(readError(makeObject<Elf64>({}, Tx1), nullptr), "");
  // No target, an earlier chip's, the chip's own name.
  for (const char *Name : {"sm_74", "sm_13", "tx1", ""})
    EXPECT_EQ(
        readError(makeObject<Elf64>({{".heddle.arch", Name}}, Tx1), nullptr),
        "malformed object: its chip is not '" + std::string(Name) + "'");
  EXPECT_EQ(readError(makeObject({{".heddle.arch", "sm_75"}}), nullptr),
            "malformed object: its chip is not 'sm_75'");
}

TEST(ObjectClass, AddressesInDataAreAsWideAsPointers) {
  EXPECT_EQ(readError(makeObject<Elf64>(sections(RelocData32))),
            "malformed object: relocation of unknown type 1");
  EXPECT_EQ(readError(makeObject<Elf64>(sections(RelocData64, 16))), "");
  // Four of its eight bytes lie inside.
  EXPECT_EQ(readError(makeObject<Elf64>(sections(RelocData64, 20))),
            "malformed object: a relocation lies outside its section");
}

TEST(ObjectClass, PointersAreStoredWhole) {
  uint8_t Bytes[8];
  storePointer(8, Bytes, heddle::abi::Address(0x123456789a));
  EXPECT_EQ(support::endian::read64le(Bytes), 0x123456789au);
}

TEST(ObjectClass, EveryTruncationFails) {
  std::string File = makeObject<Elf64>(sections());
  for (size_t Size = 0; Size != File.size(); ++Size)
    ASSERT_NE(readError(File.substr(0, Size)), "") << "at " << Size;
}

/// What is read although a byte differs can still be loaded without looking.
TEST(ObjectClass, EveryFlippedByteIsReadOrRefused) {
  std::string File = makeObject<Elf64>(sections());
  for (size_t I = 0; I != File.size(); ++I)
    for (int Flip : {0x01, 0x02, 0x10, 0x80, 0xff}) {
      std::string Damaged = File;
      Damaged[I] ^= static_cast<char>(Flip);
      Expected<Module> M = read(Damaged);
      if (!M) {
        consumeError(M.takeError());
        continue;
      }
      for (const Variable &V : M->Variables)
        for (const Relocation &R : V.Relocations) {
          EXPECT_LT(R.Variable, M->Variables.size());
          EXPECT_LE(uint64_t(R.Offset) + 8, V.Init.size());
        }
    }
}

} // namespace
