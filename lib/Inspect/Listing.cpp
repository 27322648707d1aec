//===- Listing.cpp - Code as text beside its PTX --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Inspect/Listing.h"
#include "heddle/ABI/Chips.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::inspect {
namespace {

/// Text of each line of a file, for lookups by number.
class SourceLines {
public:
  explicit SourceLines(StringRef Source) { Source.split(Lines, '\n'); }
  StringRef line(uint32_t Number) const {
    if (Number == 0 || Number > Lines.size())
      return "";
    return Lines[Number - 1];
  }

private:
  SmallVector<StringRef, 0> Lines;
};

void printWords(ArrayRef<uint8_t> Bytes, raw_ostream &OS) {
  if (Bytes.size() < 4) {
    OS.indent(17);
    return;
  }
  OS << format_hex_no_prefix(support::endian::read32le(Bytes.data()), 8) << ' ';
  if (Bytes.size() > 4)
    OS << format_hex_no_prefix(support::endian::read32le(Bytes.data() + 4), 8);
  else
    OS.indent(8);
}

} // namespace

void printListing(const object::Module &M, const object::Kernel &K,
                  const Disassembler &D, ArrayRef<StringRef> Sources,
                  raw_ostream &OS) {
  SmallVector<SourceLines, 1> Files;
  for (StringRef Source : Sources)
    Files.emplace_back(Source);
  const abi::Chip *Chip = abi::findChip(M.ComputeCapability);
  OS << "// kernel " << K.Info.Name << ", " << (Chip ? Chip->Name : "?") << ", "
     << K.Info.Registers << " registers, " << K.Code.size() << " bytes";
  if (!M.SourceName.empty())
    OS << ", from " << M.SourceName;
  OS << '\n' << K.Info.Name << ":\n";

  uint32_t ShownLine = 0;
  D.disassemble(K.Code, [&](const Disassembler::Instruction &I) {
    object::LineEntry Place = K.lineOf(I.Address);
    uint32_t Line = Place.Line;
    if (Line != 0 && Line != ShownLine) {
      OS << "// " << M.lineText(Line);
      std::string Origin = M.Sources.text(Line, Place.Column);
      if (!Origin.empty())
        OS << " (" << Origin << ")";
      object::Module::Place InPTX = M.placeOf(Line);
      std::string Text;
      if (InPTX.FileIndex < Files.size())
        Text = singleSpaced(Files[InPTX.FileIndex].line(InPTX.Line));
      if (!Text.empty())
        OS << ": " << Text;
      OS << '\n';
      ShownLine = Line;
    }
    OS << "  " << format_hex_no_prefix(I.Address, 4) << ":  ";
    printWords(I.Bytes, OS);
    OS << "  " << I.Text << '\n';
  });
}

} // namespace heddle::inspect
