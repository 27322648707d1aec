//===- CubinLines.cpp - Source lines of machine code ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CubinLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/DataExtractor.h"
#include <map>

using namespace llvm;

namespace heddle::object {
namespace {

/// No program of NVIDIA's names as many.
constexpr size_t MostFiles = 10000;
constexpr size_t MostRows = 1000000;

class LineReader {
public:
  LineReader(StringRef Section, unsigned AddressBytes, StringRef Only)
      : Bytes(Section), OnlyFile(Only),
        Data(Section, /*IsLittleEndian=*/true, uint8_t(AddressBytes)) {}

  Expected<DebugLines> read();

private:
  Error readUnit(uint64_t &Next);
  Error readHead(uint64_t End);
  Error readFiles(uint64_t End);
  Error run(uint64_t End);
  Error extended(uint64_t End);
  void addFile(StringRef Name, uint64_t Folder);
  void addRow(bool IsEnd);
  void special(unsigned Code);
  void restart();

  StringRef Bytes, OnlyFile;
  DataExtractor Data;
  DataExtractor::Cursor At{0};
  DebugLines Result;
  size_t NumRows = 0;

  // The header of the unit at hand.
  uint64_t ProgramStart = 0;
  uint8_t Unit = 1, Range = 1, FirstSpecial = 1;
  int8_t Base = 0;
  std::vector<uint8_t> Operands;
  std::vector<StringRef> Folders;
  size_t FirstFile = 0;

  // The machine's registers.
  uint64_t Address = 0, File = 1, Line = 1, Column = 0;
  LineSequence Sequence;
};

void LineReader::restart() {
  Address = Column = 0;
  File = Line = 1;
  Sequence = LineSequence();
}

void LineReader::addFile(StringRef Name, uint64_t Folder) {
  std::string Path = Name.str();
  if (Folder != 0 && Folder <= Folders.size() && !Name.starts_with("/"))
    Path = (Folders[Folder - 1] + "/" + Name).str();
  Result.Files.push_back(std::move(Path));
}

void LineReader::addRow(bool IsEnd) {
  DebugLine Row;
  Row.Address = Address;
  const size_t Known = Result.Files.size() - FirstFile;
  // The lines of the PTX that an object holds are of file 0, or of any.
  const uint64_t Number = OnlyFile.empty() ? File : 1;
  if (!IsEnd && Number != 0 && Number <= Known) {
    Row.File = uint32_t(FirstFile + Number - 1);
    Row.Line = uint32_t(Line);
    Row.Column = uint32_t(Column);
  }
  ++NumRows;
  Sequence.Rows.push_back(Row);
}

void LineReader::special(unsigned Code) {
  Code -= FirstSpecial;
  Address += uint64_t(Code / Range) * Unit;
  Line += uint64_t(int64_t(Base) + Code % Range);
  addRow(/*IsEnd=*/false);
}

/// The tables of folders and files end with an empty name.
Error LineReader::readFiles(uint64_t End) {
  Folders.clear();
  if (!OnlyFile.empty()) {
    if (Result.Files.empty())
      addFile(OnlyFile, 0);
    return Error::success();
  }
  FirstFile = Result.Files.size();
  while (At && At.tell() < End) {
    StringRef Name = Data.getCStrRef(At);
    if (Name.empty())
      break;
    Folders.push_back(Name);
  }
  while (At && At.tell() < End) {
    StringRef Name = Data.getCStrRef(At);
    if (Name.empty())
      break;
    const uint64_t Folder = Data.getULEB128(At);
    (void)Data.getULEB128(At);
    (void)Data.getULEB128(At);
    if (Result.Files.size() == MostFiles)
      return createStringError("it names too many files");
    addFile(Name, Folder);
  }
  return Error::success();
}

Error LineReader::readHead(uint64_t End) {
  const uint16_t Version = Data.getU16(At);
  if (At && (Version < 2 || Version > 4))
    return createStringError("line numbers of version " + Twine(Version));
  const uint32_t HeadBytes = Data.getU32(At);
  ProgramStart = At.tell() + HeadBytes;
  Unit = Data.getU8(At);
  if (Version == 4)
    (void)Data.getU8(At);
  (void)Data.getU8(At);
  Base = int8_t(Data.getU8(At));
  Range = Data.getU8(At);
  FirstSpecial = Data.getU8(At);
  if (At && (Range == 0 || FirstSpecial == 0 || ProgramStart > End))
    return createStringError("a line program without sense");
  Operands.assign(1, 0);
  for (unsigned N = 1; N < FirstSpecial; ++N)
    Operands.push_back(Data.getU8(At));
  return readFiles(ProgramStart);
}

Error LineReader::extended(uint64_t End) {
  const uint64_t Size = Data.getULEB128(At), Start = At.tell();
  if (!At || Size == 0 || Size > End - std::min(End, Start))
    return createStringError("an instruction ends beyond the line program");
  switch (Data.getU8(At)) {
  case dwarf::DW_LNE_end_sequence:
    addRow(/*IsEnd=*/true);
    Result.Sequences.push_back(std::move(Sequence));
    restart();
    break;
  case dwarf::DW_LNE_set_address:
    Sequence.AddressAt = At.tell();
    if (Size - 1 == 4 || Size - 1 == 8)
      Address = Data.getUnsigned(At, uint32_t(Size - 1));
    break;
  case dwarf::DW_LNE_define_file: {
    StringRef Name = Data.getCStrRef(At);
    if (Result.Files.size() < MostFiles)
      addFile(Name, Data.getULEB128(At));
    break;
  }
  default: // Of others the size is known.
    break;
  }
  At.seek(Start + Size);
  return Error::success();
}

Error LineReader::run(uint64_t End) {
  At.seek(ProgramStart);
  restart();
  while (At && At.tell() < End) {
    if (NumRows > MostRows)
      return createStringError("it has too many lines");
    const uint8_t Code = Data.getU8(At);
    if (Code >= FirstSpecial) {
      special(Code);
      continue;
    }
    switch (Code) {
    case 0:
      if (Error E = extended(End))
        return E;
      break;
    case dwarf::DW_LNS_copy:
      addRow(/*IsEnd=*/false);
      break;
    case dwarf::DW_LNS_advance_pc:
      Address += Data.getULEB128(At) * Unit;
      break;
    case dwarf::DW_LNS_advance_line:
      Line += uint64_t(Data.getSLEB128(At));
      break;
    case dwarf::DW_LNS_set_file:
      File = Data.getULEB128(At);
      break;
    case dwarf::DW_LNS_set_column:
      Column = Data.getULEB128(At);
      break;
    case dwarf::DW_LNS_const_add_pc:
      Address += uint64_t((255 - FirstSpecial) / Range) * Unit;
      break;
    case dwarf::DW_LNS_fixed_advance_pc:
      Address += Data.getU16(At);
      break;
    default: // The head tells how many operands others have.
      for (unsigned N = 0; N != Operands[Code]; ++N)
        (void)Data.getULEB128(At);
      break;
    }
  }
  return Error::success();
}

Error LineReader::readUnit(uint64_t &Next) {
  At.seek(Next);
  const uint64_t Size = Data.getU32(At);
  if (!At)
    return Error::success();
  Next = At.tell() + Size;
  if (Next > Bytes.size())
    return createStringError("a line program ends beyond its section");
  if (Error E = readHead(Next))
    return E;
  return At ? run(Next) : Error::success();
}

Expected<DebugLines> LineReader::read() {
  for (uint64_t Next = 0; At && Next + 4 <= Bytes.size();)
    if (Error E = readUnit(Next)) {
      consumeError(At.takeError());
      return std::move(E);
    }
  if (Error E = At.takeError())
    return std::move(E);
  return std::move(Result);
}

} // namespace

Expected<DebugLines> readDebugLines(StringRef Section, unsigned AddressBytes,
                                    StringRef OnlyFile) {
  return LineReader(Section, AddressBytes, OnlyFile).read();
}

/// Numbers the lines of all files in turn, as those of linked modules are.
static std::vector<PTXFile> numberFiles(const DebugLines &Lines) {
  std::vector<uint32_t> Most(Lines.Files.size());
  for (const LineSequence &S : Lines.Sequences)
    for (const DebugLine &Row : S.Rows)
      if (Row.Line != 0)
        Most[Row.File] = std::max(Most[Row.File], Row.Line);
  std::vector<PTXFile> Files;
  uint64_t First = 1;
  for (auto [Name, Count] : zip_equal(Lines.Files, Most)) {
    Files.push_back({Name, uint32_t(First)});
    First += uint64_t(Count) + 1;
  }
  if (First > UINT32_MAX)
    Files.clear();
  return Files;
}

void addLines(Module &M, const DebugLines &Lines,
              function_ref<Kernel *(const LineSequence &, uint64_t &)> Find) {
  const std::vector<PTXFile> Files = numberFiles(Lines);
  if (Files.empty())
    return;
  // The last of several rows for one address holds.
  std::map<Kernel *, std::map<uint32_t, LineEntry>> Rows;
  for (const LineSequence &S : Lines.Sequences) {
    uint64_t Base = 0;
    Kernel *K = Find(S, Base);
    if (!K)
      continue;
    for (const DebugLine &Row : S.Rows) {
      const uint64_t Address = Row.Address + Base;
      if (Address < K->Code.size())
        Rows[K][uint32_t(Address)] = {
            uint32_t(Address),
            Row.Line ? Files[Row.File].FirstLine + Row.Line - 1 : 0,
            Row.Column};
    }
  }
  for (auto &[K, Entries] : Rows)
    append_range(K->Lines, make_second_range(Entries));
  M.Files = Files;
  M.SourceName = Files.front().Name;
}

} // namespace heddle::object
