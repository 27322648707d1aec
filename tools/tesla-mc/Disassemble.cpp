//===- Disassemble.cpp - Words to text ------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaMC.h"
#include "heddle/Backend/InstructionDecoder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace heddle;

namespace {
/// The words of the input and where each was written.
struct Words {
  SmallVector<uint8_t, 0> Bytes;
  SmallVector<SMLoc, 0> Places;
};
} // namespace

/// Words of eight hexadecimal digits, with or without 0x, separated by spaces,
/// commas or lines. "//" starts a comment.
static bool readWords(SourceMgr &Sources, Words &W) {
  StringRef Text =
      Sources.getMemoryBuffer(Sources.getMainFileID())->getBuffer();
  bool Good = true;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    StringRef Code = Line.take_front(Line.find("//"));
    while (!(Code = Code.ltrim(" \t\r,")).empty()) {
      StringRef Word = Code.take_until(
          [](char C) { return is_contained(StringRef(" \t\r,"), C); });
      Code = Code.drop_front(Word.size());
      SMLoc Place = SMLoc::getFromPointer(Word.begin());
      StringRef Digits = Word;
      Digits.consume_front("0x");
      uint32_t Value;
      if (Digits.size() != 8 || Digits.getAsInteger(16, Value)) {
        Sources.PrintMessage(Place, SourceMgr::DK_Error,
                             "expected a word of eight hexadecimal digits");
        Good = false;
        // Text instead of words: one message a line tells it.
        break;
      }
      uint8_t Bytes[4];
      support::endian::write32le(Bytes, Value);
      W.Bytes.append(Bytes, Bytes + 4);
      W.Places.push_back(Place);
    }
  }
  return Good;
}

bool heddle::disassemble(SourceMgr &Sources, const MCToolOptions &Options,
                         raw_pwrite_stream &OS) {
  Words W;
  bool Good = readWords(Sources, W);
  tesla::InstructionDecoder Decoder(Options.Chip);

  for (uint64_t Address = 0; Address < W.Bytes.size();) {
    MCInst Inst;
    uint64_t Size = 0;
    std::string Reason;
    raw_string_ostream Why(Reason);
    ArrayRef<uint8_t> Bytes = ArrayRef(W.Bytes).drop_front(Address);
    if (!Decoder.decode(Inst, Size, Bytes, Address, Why)) {
      Sources.PrintMessage(W.Places[Address / 4], SourceMgr::DK_Error, Reason);
      Good = false;
    } else {
      OS << Decoder.text(Inst, Address);
      if (Options.ShowEncoding)
        for (unsigned I = 0; I != Size; I += 4)
          OS << (I ? " " : " // ")
             << format_hex_no_prefix(
                    support::endian::read32le(Bytes.data() + I), 8);
      OS << '\n';
    }
    Address += std::max<uint64_t>(Size, 4);
  }
  return Good;
}
