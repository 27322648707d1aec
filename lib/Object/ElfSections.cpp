//===- ElfSections.cpp - Sections of an ELF file --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElfSections.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/DataExtractor.h"
#include <cassert>

using namespace llvm;

namespace heddle::object {

Error malformedCubin(const Twine &What) {
  return createStringError("malformed cubin: " + What);
}

namespace {

StringRef nameAt(StringRef Table, uint64_t Offset) {
  if (Offset >= Table.size())
    return "";
  return Table.drop_front(Offset).take_until([](char C) { return C == 0; });
}

class TableReader {
public:
  explicit TableReader(StringRef Bytes)
      : File(Bytes), Is64(Bytes[ELF::EI_CLASS] == ELF::ELFCLASS64),
        Data(of(Bytes)) {}

  Error readSections();
  void readSymbols();
  void readRelocations();

  ElfSections Result;

private:
  DataExtractor of(StringRef Bytes) const {
    return DataExtractor(Bytes, /*IsLittleEndian=*/true, Is64 ? 8 : 4);
  }
  void readRelocations(const ElfSection &Table);

  StringRef File;
  const bool Is64;
  DataExtractor Data;
};

Error TableReader::readSections() {
  DataExtractor::Cursor At(Is64 ? 0x30 : 0x24);
  Result.Is64 = Is64;
  Result.Flags = Data.getU32(At);
  At.seek(Is64 ? 0x28 : 0x20);
  const uint64_t Start = Data.getAddress(At);
  At.seek(Is64 ? 0x3a : 0x2e);
  const uint16_t EntrySize = Data.getU16(At), Count = Data.getU16(At),
                 NamesIn = Data.getU16(At);
  if (!At) {
    consumeError(At.takeError());
    return malformedCubin("the file ends inside the ELF header");
  }
  if (EntrySize < (Is64 ? 64 : 40))
    return malformedCubin("section headers of " + Twine(EntrySize) + " bytes");
  std::vector<uint32_t> Names;
  for (unsigned N = 0; N != Count; ++N) {
    At.seek(Start + uint64_t(N) * EntrySize);
    ElfSection S;
    Names.push_back(Data.getU32(At));
    S.Type = Data.getU32(At);
    S.Flags = Data.getAddress(At);
    (void)Data.getAddress(At);
    const uint64_t Offset = Data.getAddress(At);
    S.Size = Data.getAddress(At);
    S.Link = Data.getU32(At);
    S.Info = Data.getU32(At);
    if (!At)
      return malformedCubin(toString(At.takeError()));
    if (S.Type != ELF::SHT_NOBITS && S.Type != ELF::SHT_NULL) {
      if (Offset > File.size() || S.Size > File.size() - Offset)
        return malformedCubin("section " + Twine(N) + " ends beyond the file");
      S.Bytes = File.substr(Offset, S.Size);
    }
    Result.Sections.push_back(S);
  }
  if (NamesIn >= Result.Sections.size())
    return malformedCubin("it has no names of sections");
  for (auto [N, S] : enumerate(Result.Sections)) {
    S.Name = nameAt(Result.Sections[NamesIn].Bytes, Names[N]);
    Result.ByName.try_emplace(S.Name, N);
  }
  return Error::success();
}

void TableReader::readSymbols() {
  const auto Table = find_if(Result.Sections, [](const ElfSection &S) {
    return S.Type == ELF::SHT_SYMTAB;
  });
  if (Table == Result.Sections.end())
    return;
  const ElfSection *Names = Table->Link < Result.Sections.size()
                                ? &Result.Sections[Table->Link]
                                : nullptr;
  if (!Names || Names->Type != ELF::SHT_STRTAB)
    Names = Result.find(".strtab");
  const unsigned EntrySize = Is64 ? 24 : 16;
  const DataExtractor Of = of(Table->Bytes);
  for (uint64_t N = 0; N != Table->Bytes.size() / EntrySize; ++N) {
    DataExtractor::Cursor At(N * EntrySize);
    ElfSymbol S;
    S.Name = nameAt(Names ? Names->Bytes : StringRef(), Of.getU32(At));
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
    Result.Symbols.push_back(S);
  }
}

void TableReader::readRelocations(const ElfSection &Table) {
  const bool HasAddend = Table.Type == ELF::SHT_RELA;
  const unsigned EntrySize = (Is64 ? 8 : 4) * (HasAddend ? 3 : 2);
  const DataExtractor Of = of(Table.Bytes);
  for (uint64_t N = 0; N != Table.Bytes.size() / EntrySize; ++N) {
    DataExtractor::Cursor At(N * EntrySize);
    ElfRelocation R;
    R.Section = Table.Info;
    R.Offset = Of.getAddress(At);
    const uint64_t Info = Of.getAddress(At);
    R.Type = Is64 ? uint32_t(Info) : uint32_t(Info & 0xff);
    R.Symbol = Is64 ? uint32_t(Info >> 32) : uint32_t(Info >> 8);
    if (HasAddend)
      R.Addend = Is64 ? int64_t(Of.getU64(At)) : int32_t(Of.getU32(At));
    cantFail(At.takeError());
    Result.Relocations.push_back(R);
  }
}

void TableReader::readRelocations() {
  for (const ElfSection &S : Result.Sections)
    if (S.Type == ELF::SHT_REL || S.Type == ELF::SHT_RELA)
      readRelocations(S);
}

} // namespace

Expected<ElfSections> readElfSections(StringRef File) {
  assert(File.size() > ELF::EI_CLASS && "nobody looked whether this is ELF");
  TableReader R(File);
  if (Error E = R.readSections())
    return std::move(E);
  R.readSymbols();
  R.readRelocations();
  return std::move(R.Result);
}

} // namespace heddle::object
