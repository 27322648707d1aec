//===- TeslaAsmBackend.cpp - Objects and fixups ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Resolves branch targets and writes ELF for EM_CUDA, of the class that the
/// target model has. A target is an absolute address, and code runs from the
/// start of its section, so it is known as soon as the section is laid out.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaFixupKinds.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Object/Variable.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAssembler.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCELFObjectWriter.h"
#include "llvm/MC/MCFixupKindInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/MC/MCValue.h"
#include "llvm/Support/EndianStream.h"

using namespace llvm;
using namespace heddle;

namespace {
class TeslaELFObjectWriter : public MCELFObjectTargetWriter {
public:
  explicit TeslaELFObjectWriter(const abi::TargetModel &Model)
      : MCELFObjectTargetWriter(Model.isELF64(), ELF::ELFOSABI_NONE,
                                Model.Machine, /*HasRelocationAddend=*/true),
        Model(Model) {}

protected:
  unsigned getRelocType(MCContext &Ctx, const MCValue &Target,
                        const MCFixup &Fixup, bool) const override {
    if (Fixup.getKind() >= FirstLiteralRelocationKind)
      return Fixup.getKind() - FirstLiteralRelocationKind;
    if (Fixup.getKind() ==
        MCFixup::getKindForSize(Model.GlobalPointerBits / 8, /*IsPCRel=*/false))
      return object::dataRelocation(Model);
    if (Fixup.getKind() == MCFixupKind(Tesla::fixup_imm32))
      return Target.getAccessVariant() == Tesla::HighWord
                 ? object::RelocImmediateHigh32
                 : object::RelocImmediate32;
    Ctx.reportError(Fixup.getLoc(), "this address cannot be relocated");
    return 0;
  }
  /// A loader has variables to name in messages, not sections.
  bool needsRelocateWithSymbol(const MCValue &, const MCSymbol &,
                               unsigned) const override {
    return true;
  }

private:
  const abi::TargetModel &Model;
};

class TeslaAsmBackend : public MCAsmBackend {
public:
  explicit TeslaAsmBackend(const abi::TargetModel &Model)
      : MCAsmBackend(endianness::little), Model(Model) {}

  unsigned getNumFixupKinds() const override {
    return Tesla::NumTargetFixupKinds;
  }
  std::optional<MCFixupKind> getFixupKind(StringRef Name) const override;
  const MCFixupKindInfo &getFixupKindInfo(MCFixupKind Kind) const override;
  bool evaluateTargetFixup(const MCAssembler &Asm, const MCFixup &Fixup,
                           const MCFragment *DF, const MCValue &Target,
                           const MCSubtargetInfo *STI, uint64_t &Value,
                           bool &WasForced) override;
  void applyFixup(const MCAssembler &Asm, const MCFixup &Fixup,
                  const MCValue &Target, MutableArrayRef<char> Data,
                  uint64_t Value, bool IsResolved,
                  const MCSubtargetInfo *STI) const override;
  bool writeNopData(raw_ostream &OS, uint64_t Count,
                    const MCSubtargetInfo *STI) const override;
  std::unique_ptr<MCObjectTargetWriter>
  createObjectTargetWriter() const override {
    return std::make_unique<TeslaELFObjectWriter>(Model);
  }

private:
  const abi::TargetModel &Model;
};
} // namespace

/// The kind of fixup that `.reloc` names.
std::optional<MCFixupKind> TeslaAsmBackend::getFixupKind(StringRef Name) const {
  unsigned Byte;
  if (!Name.consume_front(Tesla::ByteRelocation) || Name.size() != 1 ||
      Name.getAsInteger(10, Byte) || Byte >= 8)
    return std::nullopt;
  return MCFixupKind(unsigned(FirstLiteralRelocationKind) +
                     unsigned(object::RelocByte0) + Byte);
}

const MCFixupKindInfo &
TeslaAsmBackend::getFixupKindInfo(MCFixupKind Kind) const {
  static const MCFixupKindInfo Target = {"fixup_target", 0, 64,
                                         MCFixupKindInfo::FKF_IsTarget};
  static const MCFixupKindInfo Immediate = {"fixup_imm32", 0, 64, 0};
  static const MCFixupKindInfo Place = {"fixup_place", 0, 64,
                                        MCFixupKindInfo::FKF_IsTarget};
  if (Kind == MCFixupKind(Tesla::fixup_target))
    return Target;
  if (Kind == MCFixupKind(Tesla::fixup_imm32))
    return Immediate;
  if (Kind == MCFixupKind(Tesla::fixup_place))
    return Place;
  return MCAsmBackend::getFixupKindInfo(Kind);
}

bool TeslaAsmBackend::evaluateTargetFixup(
    const MCAssembler &Asm, const MCFixup &Fixup, const MCFragment *DF,
    const MCValue &Target, const MCSubtargetInfo *, uint64_t &Value, bool &) {
  MCContext &Ctx = Asm.getContext();
  Value = 0;
  if (Fixup.getKind() == MCFixupKind(Tesla::fixup_place)) {
    uint64_t Address = Asm.getFragmentOffset(*DF) + Fixup.getOffset();
    if (Address % 8)
      Ctx.reportError(Fixup.getLoc(),
                      "long instruction at 0x" + Twine::utohexstr(Address) +
                          ", which is not a multiple of 8: short ones come "
                          "in pairs");
    return true;
  }
  const MCSymbolRefExpr *Ref = Target.getSymA();
  if (Target.getSymB()) {
    Ctx.reportError(Fixup.getLoc(), "branch target must be one symbol");
    return true;
  }
  if (!Ref) {
    Value = Target.getConstant();
    return true;
  }
  const MCSymbol &Symbol = Ref->getSymbol();
  if (!Symbol.isInSection()) {
    Ctx.reportError(Fixup.getLoc(),
                    "branch target '" + Symbol.getName() + "' is not defined");
    return true;
  }
  if (&Symbol.getSection() != DF->getParent()) {
    Ctx.reportError(Fixup.getLoc(), "branch target '" + Symbol.getName() +
                                        "' is in another section");
    return true;
  }
  Value = Asm.getSymbolOffset(Symbol) + Target.getConstant();
  return true;
}

void TeslaAsmBackend::applyFixup(const MCAssembler &Asm, const MCFixup &Fixup,
                                 const MCValue &, MutableArrayRef<char> Data,
                                 uint64_t Value, bool,
                                 const MCSubtargetInfo *) const {
  unsigned Offset = Fixup.getOffset();
  MCFixupKind Kind = Fixup.getKind();
  auto Merge = [&](uint64_t Bits, unsigned Bytes) {
    for (unsigned I = 0; I != Bytes; ++I)
      Data[Offset + I] |= char(Bits >> (8 * I));
  };
  if (Kind == MCFixupKind(Tesla::fixup_place))
    return;
  if (Kind == MCFixupKind(Tesla::fixup_imm32))
    return Merge(object::immediateBits(uint32_t(Value)), 8);
  if (Kind != MCFixupKind(Tesla::fixup_target)) {
    if (Kind < FirstLiteralRelocationKind)
      Merge(Value, getFixupKindInfo(Kind).TargetSize / 8);
    return;
  }
  if (Value > 0xfffffc || Value & 3) {
    Asm.getContext().reportError(
        Fixup.getLoc(), "branch target must be a multiple of 4 below 16 MiB");
    return;
  }
  uint64_t Word = Value >> 2;
  Merge((Word & 0xffff) << 11 | (Word >> 16) << 46, 8);
}

bool TeslaAsmBackend::writeNopData(raw_ostream &OS, uint64_t Count,
                                   const MCSubtargetInfo *) const {
  // The first bytes are behind data, which is no instruction.
  OS.write_zeros(Count % 4);
  // There is no 4-byte nop that every chip decodes: short mov b32 $r0 $r0.
  if (Count & 4)
    support::endian::write<uint32_t>(OS, 0x10008000, endianness::little);
  for (Count /= 8; Count; --Count)
    support::endian::write<uint64_t>(OS, 0xe0000780f0000001,
                                     endianness::little);
  return true;
}

MCAsmBackend *llvm::createTeslaAsmBackend(const abi::TargetModel &Model) {
  return new TeslaAsmBackend(Model);
}

MCAsmBackend *llvm::createTeslaAsmBackend(const Target &,
                                          const MCSubtargetInfo &STI,
                                          const MCRegisterInfo &,
                                          const MCTargetOptions &) {
  return createTeslaAsmBackend(
      abi::targetModelOrDefault(STI.getTargetTriple().str()));
}
