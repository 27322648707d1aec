//===- InstructionDecoder.cpp - Words to instructions and text ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Backend/InstructionDecoder.h"
#include "heddle/Backend/Tesla.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace heddle::tesla {

/// The target that knows its disassembler; see TargetTables for the threads.
static const Target &withDisassembler(const Target &T) {
  static const bool IsKnown = (initializeDisassembler(), true);
  (void)IsKnown;
  return T;
}

InstructionDecoder::InstructionDecoder(StringRef ChipName, StringRef Features)
    : Tables(ChipName, Features), Context(Tables.createContext()) {
  const Target &T = withDisassembler(Tables.Target);
  Disassembler.reset(T.createMCDisassembler(*Tables.Chip, *Context));
  Printer.reset(T.createMCInstPrinter(Tables.Chip->getTargetTriple(),
                                      /*SyntaxVariant=*/0, *Tables.AsmInfo,
                                      *Tables.Instructions, *Tables.Registers));
}

InstructionDecoder::InstructionDecoder(InstructionDecoder &&) noexcept =
    default;
InstructionDecoder::~InstructionDecoder() = default;

bool InstructionDecoder::decode(MCInst &Inst, uint64_t &Size,
                                ArrayRef<uint8_t> Bytes, uint64_t Address,
                                raw_ostream &Why) const {
  return Disassembler->getInstruction(Inst, Size, Bytes, Address, Why) ==
         MCDisassembler::Success;
}

std::string InstructionDecoder::text(const MCInst &Inst,
                                     uint64_t Address) const {
  std::string Text;
  raw_string_ostream OS(Text);
  Printer->printInst(&Inst, Address, /*Annot=*/"", *Tables.Chip, OS);
  return StringRef(Text).ltrim('\t').str();
}

} // namespace heddle::tesla
