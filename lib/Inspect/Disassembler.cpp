//===- Disassembler.cpp - Microinstructions of a kernel -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Chips.h"
#include "heddle/ABI/DataLayout.h"
#include "heddle/Backend/Tesla.h"
#include "heddle/Inspect/Listing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace heddle::inspect {

struct Disassembler::Implementation {
  MCTargetOptions Options;
  std::unique_ptr<MCRegisterInfo> Registers;
  std::unique_ptr<MCAsmInfo> AsmInfo;
  std::unique_ptr<MCSubtargetInfo> Subtarget;
  std::unique_ptr<MCInstrInfo> Instructions;
  std::unique_ptr<MCContext> Context;
  std::unique_ptr<MCDisassembler> Decoder;
  std::unique_ptr<MCInstPrinter> Printer;
};

Disassembler::Disassembler(std::unique_ptr<Implementation> I)
    : Impl(std::move(I)) {}
Disassembler::~Disassembler() = default;

Expected<std::unique_ptr<Disassembler>>
Disassembler::create(const object::Module &M) {
  const abi::Chip *Chip = abi::findChip(M.ComputeCapability);
  if (!Chip || !Chip->Silicon)
    return createStringError("no disassembler for compute capability " +
                             Twine(M.ComputeCapability));
  tesla::initializeTargetInfo();
  tesla::initializeTargetMC();
  tesla::initializeDisassembler();
  std::string Message;
  Triple TT(abi::SiliconTriple);
  const Target *T = TargetRegistry::lookupTarget(TT.str(), Message);
  if (!T)
    return createStringError(Message);

  auto I = std::make_unique<Implementation>();
  I->Registers.reset(T->createMCRegInfo(TT.str()));
  I->AsmInfo.reset(T->createMCAsmInfo(*I->Registers, TT.str(), I->Options));
  I->Subtarget.reset(T->createMCSubtargetInfo(TT.str(), Chip->Name, ""));
  I->Instructions.reset(T->createMCInstrInfo());
  I->Context = std::make_unique<MCContext>(
      TT, I->AsmInfo.get(), I->Registers.get(), I->Subtarget.get());
  I->Decoder.reset(T->createMCDisassembler(*I->Subtarget, *I->Context));
  I->Printer.reset(T->createMCInstPrinter(TT, 0, *I->AsmInfo, *I->Instructions,
                                          *I->Registers));
  return std::unique_ptr<Disassembler>(new Disassembler(std::move(I)));
}

void Disassembler::disassemble(
    ArrayRef<uint8_t> Code,
    function_ref<void(const Instruction &)> Visit) const {
  for (uint32_t Address = 0; Address < Code.size();) {
    ArrayRef<uint8_t> Rest = Code.drop_front(Address);
    MCInst Inst;
    uint64_t Size = 0;
    Instruction Result;
    Result.Address = Address;
    Result.IsValid =
        Impl->Decoder->getInstruction(Inst, Size, Rest, Address, nulls()) !=
            MCDisassembler::Fail &&
        Size != 0;
    if (Result.IsValid) {
      raw_string_ostream OS(Result.Text);
      Impl->Printer->printInst(&Inst, Address, "", *Impl->Subtarget, OS);
      Result.Text = singleSpaced(Result.Text);
    } else {
      // Bit 0 of the first word says that a second word follows.
      Size = (Rest[0] & 1) != 0 && Rest.size() >= 8 ? 8 : 4;
      Result.Text = "(not an instruction)";
    }
    Result.Bytes = Rest.take_front(Size);
    Visit(Result);
    Address += Size;
  }
}

std::string singleSpaced(StringRef Text) {
  SmallVector<StringRef, 8> Words;
  for (StringRef Rest = Text; !(Rest = Rest.ltrim()).empty();) {
    size_t End = Rest.find_first_of(" \t");
    Words.push_back(Rest.substr(0, End));
    Rest = Rest.substr(Words.back().size());
  }
  return join(Words, " ");
}

unsigned countInstructions(const object::Kernel &K, const Disassembler &D) {
  unsigned Count = 0;
  D.disassemble(K.Code, [&](const Disassembler::Instruction &) { ++Count; });
  return Count;
}

} // namespace heddle::inspect
