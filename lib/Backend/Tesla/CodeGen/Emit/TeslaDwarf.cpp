//===- TeslaDwarf.cpp - Source lines as DWARF -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaDwarf.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace heddle;

/// The version of DWARF; every tool in use reads 4.
static constexpr unsigned Version = 4;
static constexpr dwarf::FormParams Form = {Version, /*AddrSize=*/4,
                                           dwarf::DWARF32};

void TeslaDwarf::startFunction(StringRef Name, uint32_t Start) {
  Functions.push_back({Name.str(), Base + Start, Base + Start});
}

void TeslaDwarf::finishFunction(uint32_t End) {
  Functions.back().End = Base + End;
}

void TeslaDwarf::finishKernel(ArrayRef<object::LineEntry> Lines,
                              uint32_t Bytes) {
  Kernels.push_back({Lines.vec(), Base, Base + Bytes});
  Base += Bytes;
}

void TeslaDwarf::emitInfo(AsmPrinter &Printer, StringRef UnitName) const {
  BumpPtrAllocator Alloc;
  auto Number = [&](DIE &D, dwarf::Attribute A, dwarf::Form F, uint64_t V) {
    D.addValue(Alloc, A, F, DIEInteger(V));
  };
  auto String = [&](DIE &D, dwarf::Attribute A, StringRef S) {
    D.addValue(Alloc, A, dwarf::DW_FORM_string,
               new (Alloc) DIEInlineString(S, Alloc));
  };
  auto Range = [&](DIE &D, uint32_t Start, uint32_t End) {
    Number(D, dwarf::DW_AT_low_pc, dwarf::DW_FORM_addr, Start);
    Number(D, dwarf::DW_AT_high_pc, dwarf::DW_FORM_data4, End - Start);
  };
  DIE &Unit = *DIE::get(Alloc, dwarf::DW_TAG_compile_unit);
  String(Unit, dwarf::DW_AT_producer, "Heddle");
  Number(Unit, dwarf::DW_AT_language, dwarf::DW_FORM_data2,
         dwarf::DW_LANG_C_plus_plus);
  String(Unit, dwarf::DW_AT_name, UnitName);
  SmallString<128> Folder;
  if (!sys::fs::current_path(Folder))
    String(Unit, dwarf::DW_AT_comp_dir, Folder);
  Number(Unit, dwarf::DW_AT_stmt_list, dwarf::DW_FORM_sec_offset, 0);
  Range(Unit, 0, Base);
  for (const FunctionRange &F : Functions) {
    DIE &Function = Unit.addChild(DIE::get(Alloc, dwarf::DW_TAG_subprogram));
    String(Function, dwarf::DW_AT_name, F.Name);
    Number(Function, dwarf::DW_AT_external, dwarf::DW_FORM_flag_present, 1);
    Range(Function, F.Start, F.End);
  }

  // Length, version, offset of the abbreviations, size of an address.
  constexpr unsigned HeaderBytes = 4 + 2 + 4 + 1;
  DIEAbbrevSet Abbreviations(Alloc);
  unsigned End =
      Unit.computeOffsetsAndAbbrevs(Form, Abbreviations, HeaderBytes);
  const MCObjectFileInfo &Sections = *Printer.OutContext.getObjectFileInfo();
  Abbreviations.Emit(&Printer, Sections.getDwarfAbbrevSection());
  MCStreamer &OS = *Printer.OutStreamer;
  OS.switchSection(Sections.getDwarfInfoSection());
  OS.emitInt32(End - 4);
  OS.emitInt16(Version);
  OS.emitInt32(0);
  OS.emitInt8(Form.AddrSize);
  Printer.emitDwarfDIE(Unit);
}

/// The rows of one kernel, as a program for the state machine of a line table.
void TeslaDwarf::emitSequence(MCContext &Context,
                              const object::SourceMap &Sources,
                              ArrayRef<unsigned> Files, const KernelLines &K,
                              SmallVectorImpl<char> &Out) const {
  raw_svector_ostream OS(Out);
  MCDwarfLineTableParams Parameters;
  // Extended: the zero, how long it is, the operation.
  OS << char(0) << char(1 + Form.AddrSize) << char(dwarf::DW_LNE_set_address);
  for (unsigned B = 0; B != Form.AddrSize; ++B)
    OS << char(K.Start >> (8 * B));
  unsigned File = 1, Line = 1, Column = 0;
  uint32_t Address = K.Start;
  for (const object::LineEntry &L : K.Lines) {
    unsigned NextFile = Files.front(), NextLine = L.Line, NextColumn = L.Column;
    if (Sources.empty() && !Linked.empty()) {
      size_t N = partition_point(Linked,
                                 [&](const object::PTXFile &F) {
                                   return F.FirstLine <= L.Line;
                                 }) -
                 Linked.begin();
      if (N != 0) {
        NextFile = Files[N - 1];
        NextLine = L.Line - Linked[N - 1].FirstLine + 1;
      }
    } else if (!Sources.empty()) {
      const object::SourceLocation *Where = Sources.find(L.Line, L.Column);
      NextFile = Where ? Files[Where->File] : File;
      NextLine = Where ? Where->Line : 0;
      NextColumn = Where ? Where->Column : 0;
    }
    // Several PTX places may come from one.
    bool IsSame = File == NextFile && Line == NextLine && Column == NextColumn;
    if (IsSame && &L != &K.Lines.front())
      continue;
    if (std::exchange(File, NextFile) != NextFile) {
      OS << char(dwarf::DW_LNS_set_file);
      encodeULEB128(File, OS);
    }
    if (std::exchange(Column, NextColumn) != NextColumn) {
      OS << char(dwarf::DW_LNS_set_column);
      encodeULEB128(Column, OS);
    }
    uint32_t At = K.Start + L.Address;
    MCDwarfLineAddr::encode(Context, Parameters,
                            int64_t(NextLine) - int64_t(Line), At - Address,
                            Out);
    Line = NextLine;
    Address = At;
  }
  MCDwarfLineAddr::encode(Context, Parameters, /*LineDelta=*/INT64_MAX,
                          K.End - Address, Out);
}

void TeslaDwarf::emitLines(AsmPrinter &Printer,
                           const object::SourceMap &Sources) const {
  MCContext &Context = Printer.OutContext;
  MCDwarfLineTableHeader Header;
  SmallVector<unsigned, 4> Files;
  auto AddFile = [&](StringRef Name) {
    // The names are copies: the callee splits them.
    StringRef Folder, File = Name;
    Files.push_back(cantFail(
        Header.tryGetFile(Folder, File, std::nullopt, std::nullopt, Version)));
  };
  for (const std::string &Name : Sources.Files)
    AddFile(Name.empty() ? "<unknown>" : Name);
  if (Files.empty() && Linked.empty())
    AddFile(PTXName);
  if (Files.empty())
    for (const object::PTXFile &F : Linked)
      AddFile(F.Name);
  SmallString<0> Program;
  for (const KernelLines &K : Kernels)
    emitSequence(Context, Sources, Files, K, Program);

  MCStreamer &OS = *Printer.OutStreamer;
  OS.switchSection(Context.getObjectFileInfo()->getDwarfLineSection());
  std::optional<MCDwarfLineStr> NoStrings;
  MCSymbol *End = Header.Emit(&OS, MCDwarfLineTableParams(), NoStrings).second;
  OS.emitBytes(Program);
  OS.emitLabel(End);
}

void TeslaDwarf::emit(AsmPrinter &Printer, const object::SourceMap &Sources) {
  emitInfo(Printer, Sources.Files.empty() ? PTXName : Sources.Files.front());
  emitLines(Printer, Sources);
}
