//===- TeslaAsmBackend.cpp - Objects and fixups ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Resolves branch targets and writes ELF32 for EM_CUDA. A target is an
/// absolute address, and code runs from the start of its section, so it is
/// known as soon as the section is laid out.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaFixupKinds.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAssembler.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCELFObjectWriter.h"
#include "llvm/MC/MCFixupKindInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/MC/MCValue.h"
#include "llvm/Support/EndianStream.h"

using namespace llvm;

namespace {
class TeslaELFObjectWriter : public MCELFObjectTargetWriter {
public:
  TeslaELFObjectWriter()
      : MCELFObjectTargetWriter(/*Is64Bit=*/false, ELF::ELFOSABI_NONE,
                                ELF::EM_CUDA, /*HasRelocationAddend=*/true) {}

protected:
  unsigned getRelocType(MCContext &Ctx, const MCValue &, const MCFixup &Fixup,
                        bool) const override {
    // R_CUDA_32 and R_CUDA_64; data only, such as line tables.
    if (Fixup.getKind() == FK_Data_4)
      return 1;
    if (Fixup.getKind() == FK_Data_8)
      return 2;
    Ctx.reportError(Fixup.getLoc(), "this address cannot be relocated");
    return 0;
  }
};

class TeslaAsmBackend : public MCAsmBackend {
public:
  TeslaAsmBackend() : MCAsmBackend(endianness::little) {}

  unsigned getNumFixupKinds() const override {
    return Tesla::NumTargetFixupKinds;
  }
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
    return std::make_unique<TeslaELFObjectWriter>();
  }
};
} // namespace

const MCFixupKindInfo &
TeslaAsmBackend::getFixupKindInfo(MCFixupKind Kind) const {
  static const MCFixupKindInfo Target = {"fixup_target", 0, 64,
                                         MCFixupKindInfo::FKF_IsTarget};
  if (Kind == MCFixupKind(Tesla::fixup_target))
    return Target;
  return MCAsmBackend::getFixupKindInfo(Kind);
}

bool TeslaAsmBackend::evaluateTargetFixup(
    const MCAssembler &Asm, const MCFixup &Fixup, const MCFragment *DF,
    const MCValue &Target, const MCSubtargetInfo *, uint64_t &Value, bool &) {
  MCContext &Ctx = Asm.getContext();
  Value = 0;
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
  if (Kind != MCFixupKind(Tesla::fixup_target)) {
    if (Kind >= FirstLiteralRelocationKind)
      return;
    unsigned Bytes = getFixupKindInfo(Kind).TargetSize / 8;
    for (unsigned I = 0; I != Bytes; ++I)
      Data[Offset + I] |= char(Value >> (8 * I));
    return;
  }
  if (Value > 0xfffffc || Value & 3) {
    Asm.getContext().reportError(
        Fixup.getLoc(), "branch target must be a multiple of 4 below 16 MiB");
    return;
  }
  uint64_t Word = Value >> 2;
  uint64_t Bits = (Word & 0xffff) << 11 | (Word >> 16) << 46;
  for (unsigned I = 0; I != 8; ++I)
    Data[Offset + I] |= char(Bits >> (8 * I));
}

bool TeslaAsmBackend::writeNopData(raw_ostream &OS, uint64_t Count,
                                   const MCSubtargetInfo *) const {
  // There is no 4-byte nop that every chip decodes.
  if (Count % 8)
    return false;
  for (; Count; Count -= 8)
    support::endian::write<uint64_t>(OS, 0xe0000780f0000001,
                                     endianness::little);
  return true;
}

MCAsmBackend *llvm::createTeslaAsmBackend(const Target &,
                                          const MCSubtargetInfo &,
                                          const MCRegisterInfo &,
                                          const MCTargetOptions &) {
  return new TeslaAsmBackend();
}
