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
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
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

/// The bytes that stand at the start of \p Rest, whatever they are. Bit 0 of
/// the first word says that a second one follows, which an address that has no
/// room for both belies.
static ArrayRef<uint8_t> wordsAt(ArrayRef<uint8_t> Rest, uint32_t Address) {
  const bool IsLong = Rest[0] & 1 && Address % 8 == 0;
  return Rest.take_front(std::min<size_t>(Rest.size(), IsLong ? 8 : 4));
}

/// As an assembler takes them: ".long 0x1, 0x2 // why".
static std::string dataText(ArrayRef<uint8_t> Bytes, StringRef Why) {
  std::string Text;
  raw_string_ostream OS(Text);
  const bool IsWords = Bytes.size() % 4 == 0;
  OS << (IsWords ? ".long " : ".byte ");
  ListSeparator Comma;
  for (size_t N = 0; N < Bytes.size(); N += IsWords ? 4 : 1)
    OS << Comma
       << format_hex(IsWords ? support::endian::read32le(&Bytes[N]) : Bytes[N],
                     IsWords ? 10 : 4);
  OS << " // " << Why;
  return Text;
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
    std::string Why;
    raw_string_ostream WhyOS(Why);
    Result.IsValid = Impl->Decoder.decode(Inst, Size, Rest, Address, WhyOS);
    if (Result.IsValid) {
      Result.Bytes = Rest.take_front(Size);
      Result.Text = singleSpaced(Impl->Decoder.text(Inst, Address));
    } else {
      Result.Bytes = wordsAt(Rest, Address);
      Result.Text = dataText(Result.Bytes, Why);
    }
    Visit(Result);
    Address += Result.Bytes.size();
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
