//===- ElfCubin.cpp - Cubins of CUDA 3.0 to 6.5 ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   .text.NAME            code; sh_info has the registers in its upper byte,
//   the
//                         number of the kernel's symbol below; sh_flags has the
//                         barriers from bit 20 on
//   .nv.info.NAME         attributes: what is known of parameters
//   .nv.shared.NAME       16 bytes, parameters, static shared variables
//   .nv.local.NAME        bytes of local memory of a thread
//   .nv.constant1.NAME    literals
//   .nv.constant0         the module's constants, and symbols for them
//   .nv.constant14        addresses of global variables, by relocations
//   .nv.global[.init]     global variables, and symbols for them
//
// Offsets in the file are not aligned, so everything is read byte by byte.
//
//===----------------------------------------------------------------------===//

#include "Cubin.h"
#include "CubinAttributes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::object {
namespace {

/// The values of EI_OSABI, and of EI_ABIVERSION for these chips, in NVIDIA's
/// files.
constexpr uint8_t CudaOSABI = 0x33, TeslaABIVersion = 2;
/// A texture among the types of symbols.
constexpr uint8_t TextureSymbol = 10;

Error malformed(const Twine &What) {
  return createStringError("malformed cubin: " + What);
}

struct Section {
  StringRef Name;
  uint32_t Type = 0, Link = 0, Info = 0;
  uint64_t Flags = 0, Size = 0, Align = 0;
  /// Empty for those without bytes in the file.
  StringRef Bytes;
};

struct Symbol {
  StringRef Name;
  uint64_t Value = 0, Size = 0;
  uint8_t Type = 0;
  uint16_t Section = 0;
};

class ElfReader {
public:
  explicit ElfReader(StringRef Bytes)
      : File(Bytes), Is64(Bytes[ELF::EI_CLASS] == ELF::ELFCLASS64),
        Data(Bytes, /*IsLittleEndian=*/true, Is64 ? 8 : 4) {}

  Expected<Module> read();

private:
  Error readSections();
  Error readSymbols();
  Error readGlobals();
  Error readConstants();
  Error readRelocations();
  Error readKernel(const Section &Text);
  Error addTexture(const CubinAttributes::Texture &T);

  const Section *find(StringRef Name) const {
    auto It = ByName.find(Name);
    return It == ByName.end() ? nullptr : &Sections[It->second];
  }
  std::vector<uint8_t> bytesOf(const Section *S) const {
    if (!S)
      return {};
    return std::vector<uint8_t>(S->Bytes.bytes_begin(), S->Bytes.bytes_end());
  }

  StringRef File;
  const bool Is64;
  DataExtractor Data;
  Module M;
  std::vector<Section> Sections;
  StringMap<unsigned> ByName;
  std::vector<Symbol> Symbols;
  /// Maps the symbol of a variable in global memory to the variable's number.
  DenseMap<uint32_t, uint32_t> Variables;
};

/// The name at \p Offset of a string table.
StringRef nameAt(StringRef Table, uint64_t Offset) {
  if (Offset >= Table.size())
    return "";
  return Table.drop_front(Offset).take_until([](char C) { return C == 0; });
}

Error ElfReader::readSections() {
  DataExtractor::Cursor At(Is64 ? 0x28 : 0x20);
  const uint64_t Start = Data.getAddress(At);
  At.seek(Is64 ? 0x3a : 0x2e);
  const uint16_t EntrySize = Data.getU16(At), Count = Data.getU16(At),
                 NamesIn = Data.getU16(At);
  if (!At)
    return malformed(toString(At.takeError()));
  if (EntrySize < (Is64 ? 64 : 40))
    return malformed("section headers of " + Twine(EntrySize) + " bytes");
  std::vector<uint32_t> Names;
  for (unsigned N = 0; N != Count; ++N) {
    At.seek(Start + uint64_t(N) * EntrySize);
    Section S;
    Names.push_back(Data.getU32(At));
    S.Type = Data.getU32(At);
    S.Flags = Data.getAddress(At);
    (void)Data.getAddress(At);
    const uint64_t Offset = Data.getAddress(At);
    S.Size = Data.getAddress(At);
    S.Link = Data.getU32(At);
    S.Info = Data.getU32(At);
    S.Align = Data.getAddress(At);
    if (!At)
      return malformed(toString(At.takeError()));
    if (S.Type != ELF::SHT_NOBITS && S.Type != ELF::SHT_NULL) {
      if (Offset > File.size() || S.Size > File.size() - Offset)
        return malformed("section " + Twine(N) + " ends beyond the file");
      S.Bytes = File.substr(Offset, S.Size);
    }
    Sections.push_back(S);
  }
  if (NamesIn >= Sections.size())
    return malformed("it has no names of sections");
  for (auto [N, S] : enumerate(Sections)) {
    S.Name = nameAt(Sections[NamesIn].Bytes, Names[N]);
    ByName.try_emplace(S.Name, N);
  }
  return Error::success();
}

Error ElfReader::readSymbols() {
  const Section *Table = find(".symtab");
  const Section *Names = find(".strtab");
  if (!Table || !Names)
    return malformed("it has no symbols");
  const unsigned EntrySize = Is64 ? 24 : 16;
  DataExtractor Of(Table->Bytes, /*IsLittleEndian=*/true, Is64 ? 8 : 4);
  for (uint64_t N = 0; N != Table->Bytes.size() / EntrySize; ++N) {
    DataExtractor::Cursor At(N * EntrySize);
    Symbol S;
    S.Name = nameAt(Names->Bytes, Of.getU32(At));
    if (!Is64) {
      S.Value = Of.getU32(At);
      S.Size = Of.getU32(At);
    }
    S.Type = Of.getU8(At) & 15;
    (void)Of.getU8(At);
    S.Section = Of.getU16(At);
    if (Is64) {
      S.Value = Of.getU64(At);
      S.Size = Of.getU64(At);
    }
    cantFail(At.takeError());
    Symbols.push_back(S);
  }
  return Error::success();
}

/// Each symbol of .nv.global and .nv.global.init is a variable.
Error ElfReader::readGlobals() {
  for (auto [N, S] : enumerate(Symbols)) {
    if (S.Type != ELF::STT_OBJECT || S.Section >= Sections.size())
      continue;
    const Section &In = Sections[S.Section];
    const bool HasInit = In.Name == ".nv.global.init";
    if (!HasInit && In.Name != ".nv.global")
      continue;
    if (S.Value > In.Size || S.Size > In.Size - S.Value)
      return malformed("variable '" + S.Name + "' ends beyond its section");
    Variable V;
    V.Name = S.Name.str();
    V.Size = S.Size;
    V.Align = 16;
    if (HasInit) {
      StringRef Init = In.Bytes.substr(S.Value, S.Size);
      V.Parts.push_back({0, S.Size});
      V.Init.assign(Init.bytes_begin(), Init.bytes_end());
    }
    Variables[N] = uint32_t(M.Variables.size());
    M.Variables.push_back(std::move(V));
  }
  return Error::success();
}

/// c[] has 64 KB.
constexpr uint64_t BankBytes = 0x10000;

Error ElfReader::readConstants() {
  const Section *Bank = find(".nv.constant0");
  if (Bank && Bank->Bytes.size() > BankBytes)
    return malformed("constants of more than 64 KB");
  M.Constants = bytesOf(Bank);
  for (const Symbol &S : Symbols)
    if (Bank && S.Type == ELF::STT_OBJECT && S.Section < Sections.size() &&
        &Sections[S.Section] == Bank) {
      if (S.Value > Bank->Size || S.Size > Bank->Size - S.Value)
        return malformed("constant '" + S.Name + "' ends beyond its section");
      M.ConstantSymbols.push_back(
          {S.Name.str(), uint32_t(S.Value), uint32_t(S.Size)});
    }
  const Section *Addresses = find(".nv.constant14");
  if (Addresses && Addresses->Bytes.size() > BankBytes)
    return malformed("addresses of more than 64 KB");
  M.AddressTable = bytesOf(Addresses);
  return Error::success();
}

/// Reads .nv.constant14: relocations of SHT_REL, of type 1, each for a word
/// with an address.
Error ElfReader::readRelocations() {
  const Section *Table = find(".rel.nv.constant14");
  if (!Table)
    return Error::success();
  const unsigned EntrySize = Is64 ? 16 : 8;
  DataExtractor Of(Table->Bytes, /*IsLittleEndian=*/true, Is64 ? 8 : 4);
  for (uint64_t N = 0; N != Table->Bytes.size() / EntrySize; ++N) {
    DataExtractor::Cursor At(N * EntrySize);
    const uint64_t Offset = Of.getAddress(At), Info = Of.getAddress(At);
    cantFail(At.takeError());
    const uint32_t Type = Is64 ? uint32_t(Info) : uint32_t(Info & 0xff);
    const uint32_t Of14 = Is64 ? uint32_t(Info >> 32) : uint32_t(Info >> 8);
    auto Known = Variables.find(Of14);
    if (Type != RelocData32 || Known == Variables.end() ||
        M.AddressTable.size() < 4 || Offset > M.AddressTable.size() - 4)
      return malformed("relocation " + Twine(N) +
                       " of .nv.constant14 is of no address of a variable");
    M.AddressRelocations.push_back({uint32_t(Offset), Known->second});
  }
  return Error::success();
}

Error ElfReader::addTexture(const CubinAttributes::Texture &T) {
  if (T.Symbol >= Symbols.size() || Symbols[T.Symbol].Type != TextureSymbol)
    return malformed("texture " + Twine(T.Slot) + " has no symbol");
  if (Error E = nameTexture(M, T.Slot, Symbols[T.Symbol].Name))
    return malformed(toString(std::move(E)));
  return Error::success();
}

Error ElfReader::readKernel(const Section &Text) {
  Kernel K;
  KernelInfo &Info = K.Info;
  Info.Name = Text.Name.drop_front(TextPrefix.size()).str();
  const std::string Behind = "." + Info.Name;
  Info.Registers = Text.Info >> 24;
  Info.Barriers = uint32_t(Text.Flags >> 20 & 0x1f);
  K.Code.assign(Text.Bytes.bytes_begin(), Text.Bytes.bytes_end());
  auto SizeOf = [&](StringRef Prefix) -> uint64_t {
    const Section *S = find((Prefix + Behind).str());
    return S ? S->Size : 0;
  };
  constexpr uint64_t MostShared = 0x4000, MostLocal = 0x10000;
  const uint64_t Shared = SizeOf(".nv.shared"), Local = SizeOf(".nv.local");
  if (Shared > MostShared || Local > MostLocal)
    return malformed("kernel '" + Info.Name + "' has " + Twine(Shared) +
                     " bytes of shared and " + Twine(Local) +
                     " of local memory, more than the chips");
  // Kernels without parameters and variables may have none of it.
  Info.SharedBytes = std::max<uint32_t>(uint32_t(Shared), CubinParams);
  Info.LocalBytes = uint32_t(Local);
  K.Literals = bytesOf(find(".nv.constant1" + Behind));
  if (K.Literals.size() > BankBytes)
    return malformed("literals of more than 64 KB");
  const Section *About = find(".nv.info" + Behind);
  Info.KnowsParams = About != nullptr;
  if (About) {
    Expected<CubinAttributes> Attributes = readCubinAttributes(About->Bytes);
    if (!Attributes)
      return malformed("attributes of kernel '" + Info.Name +
                       "': " + toString(Attributes.takeError()));
    Info.Params = std::move(Attributes->Params);
    Info.StackDepth = Attributes->StackDepth;
    for (const CubinAttributes::Texture &T : Attributes->Textures)
      if (Error E = addTexture(T))
        return E;
  }
  if (Error E = finishCubinKernel(K))
    return malformed(toString(std::move(E)));
  M.Kernels.push_back(std::move(K));
  return Error::success();
}

Expected<Module> ElfReader::read() {
  DataExtractor::Cursor At(Is64 ? 0x30 : 0x24);
  const uint32_t Flags = Data.getU32(At);
  if (!At)
    return malformed("the file ends inside the ELF header");
  if (Error E = startCubin(M, Flags & 0xff))
    return std::move(E);
  for (Error (ElfReader::*Step)() :
       {&ElfReader::readSections, &ElfReader::readSymbols,
        &ElfReader::readGlobals, &ElfReader::readConstants,
        &ElfReader::readRelocations})
    if (Error E = (this->*Step)())
      return std::move(E);
  for (const Section &S : Sections)
    if (S.Name.starts_with(TextPrefix) && S.Type == ELF::SHT_PROGBITS)
      if (Error E = readKernel(S))
        return std::move(E);
  return std::move(M);
}

} // namespace

bool isElfCubin(StringRef Bytes) {
  return Bytes.size() > ELF::EI_ABIVERSION &&
         uint8_t(Bytes[ELF::EI_OSABI]) == CudaOSABI &&
         uint8_t(Bytes[ELF::EI_ABIVERSION]) == TeslaABIVersion;
}

Expected<Module> readElfCubin(StringRef Bytes) {
  return ElfReader(Bytes).read();
}

} // namespace heddle::object
