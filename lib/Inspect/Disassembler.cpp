//===- Disassembler.cpp - Microinstructions of a kernel -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/Chips.h"
#include "heddle/Backend/InstructionDecoder.h"
#include "heddle/Inspect/Listing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::inspect {

struct Disassembler::Implementation {
  tesla::InstructionDecoder Decoder;
};

Disassembler::Disassembler(std::unique_ptr<Implementation> I)
    : Impl(std::move(I)) {}
Disassembler::~Disassembler() = default;

Expected<std::unique_ptr<Disassembler>>
Disassembler::create(const object::Module &M) {
  const abi::Chip *Chip = abi::findChip(M.ComputeCapability);
  if (!Chip)
    return createStringError("no disassembler for compute capability " +
                             Twine(M.ComputeCapability));
  auto I = std::make_unique<Implementation>(
      Implementation{tesla::InstructionDecoder(Chip->Name)});
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
    Result.IsValid = Impl->Decoder.decode(Inst, Size, Rest, Address);
    if (Result.IsValid) {
      Result.Text = singleSpaced(Impl->Decoder.text(Inst, Address));
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
