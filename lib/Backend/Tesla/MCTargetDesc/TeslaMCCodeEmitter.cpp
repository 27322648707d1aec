//===- TeslaMCCodeEmitter.cpp - From instructions to words ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Encodes an MCInst. TableGen generates the placement of fields; what is here
/// packs composite operands into them and reports values that do not fit.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaFixupKinds.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "heddle/ABI/Chips.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/EndianStream.h"

using namespace llvm;
using namespace heddle::tesla;

namespace {
class TeslaMCCodeEmitter : public MCCodeEmitter {
public:
  TeslaMCCodeEmitter(const MCInstrInfo &Info, MCContext &Context)
      : MII(Info), Ctx(Context) {}

  void encodeInstruction(const MCInst &MI, SmallVectorImpl<char> &CB,
                         SmallVectorImpl<MCFixup> &Fixups,
                         const MCSubtargetInfo &STI) const override;

private:
  /// Defined by TableGen.
  uint64_t getBinaryCodeForInstr(const MCInst &MI,
                                 SmallVectorImpl<MCFixup> &Fixups,
                                 const MCSubtargetInfo &STI) const;

  uint64_t getMachineOpValue(const MCInst &MI, const MCOperand &MO,
                             SmallVectorImpl<MCFixup> &Fixups,
                             const MCSubtargetInfo &STI) const;

  unsigned encodingOf(const MCOperand &MO) const {
    return Ctx.getRegisterInfo()->getEncodingValue(MO.getReg());
  }
  /// \p MO as an unsigned number below \p Limit.
  unsigned number(const MCInst &MI, const MCOperand &MO, uint64_t Limit,
                  const char *What) const;
  /// The low \p Width bits of \p MO.
  template <unsigned Width>
  uint64_t signedNumber(const MCInst &MI, const MCOperand &MO) const {
    if (!MO.isImm() || !isInt<Width>(MO.getImm())) {
      Ctx.reportError(MI.getLoc(), "constant out of range");
      return 0;
    }
    return uint64_t(MO.getImm()) & maskTrailingOnes<uint64_t>(Width);
  }
  /// The short and the immediate form have two bits for an address register.
  void checkNearBase(const MCInst &MI, const MCOperand &Base) const {
    if (encodingOf(Base) > 3)
      Ctx.reportError(MI.getLoc(), "this form reaches $a1 to $a3 only");
  }
  /// A byte offset in units of \p Unit.
  unsigned offset(const MCInst &MI, const MCOperand &MO, unsigned Unit,
                  unsigned Width) const;
  /// As above, with a sign.
  unsigned step(const MCInst &MI, const MCOperand &MO, unsigned Unit,
                unsigned Width) const;

  template <unsigned Width>
  uint64_t encodeSMem(const MCInst &MI, unsigned OpNo,
                      SmallVectorImpl<MCFixup> &,
                      const MCSubtargetInfo &) const {
    // The fields: $a in three bits, or in two where the offset has four.
    constexpr unsigned BaseAt = Width + 2, StepAt = 2 * Width;
    unsigned Mode = number(MI, MI.getOperand(OpNo + 2), 8, "size mode");
    unsigned Unit = bytesOf(sizeMode(Mode));
    const MCOperand &Offset = MI.getOperand(OpNo + 1);
    const bool Steps = Mode & PostIncrement;
    if (Width == 4)
      checkNearBase(MI, MI.getOperand(OpNo));
    if (Steps && MI.getOperand(OpNo).getReg() == Tesla::A0)
      Ctx.reportError(MI.getLoc(), "there is no address register to increment");
    return uint64_t(Steps) << StepAt |
           encodingOf(MI.getOperand(OpNo)) << BaseAt | (Mode & 3) << Width |
           (Steps ? step(MI, Offset, Unit, Width)
                  : offset(MI, Offset, Unit, Width));
  }
  template <unsigned Unit, unsigned Width>
  uint64_t encodeCMem(const MCInst &MI, unsigned OpNo,
                      SmallVectorImpl<MCFixup> &,
                      const MCSubtargetInfo &) const {
    constexpr unsigned Field = Width == 7 ? 7 : 16;
    return encodingOf(MI.getOperand(OpNo + 1)) << (Field + 4) |
           number(MI, MI.getOperand(OpNo), 16, "c[] bank") << Field |
           offset(MI, MI.getOperand(OpNo + 2), Unit, Width);
  }
  template <unsigned Unit>
  uint64_t encodeShortCMem(const MCInst &MI, unsigned OpNo,
                           SmallVectorImpl<MCFixup> &,
                           const MCSubtargetInfo &) const {
    checkNearBase(MI, MI.getOperand(OpNo + 1));
    return encodingOf(MI.getOperand(OpNo + 1)) << 6 |
           number(MI, MI.getOperand(OpNo), 2, "c[] bank") << 5 |
           offset(MI, MI.getOperand(OpNo + 2), Unit, 5);
  }
  template <unsigned Unit, unsigned Width>
  uint64_t encodeAMem(const MCInst &MI, unsigned OpNo,
                      SmallVectorImpl<MCFixup> &,
                      const MCSubtargetInfo &) const {
    return encodingOf(MI.getOperand(OpNo)) << 16 |
           offset(MI, MI.getOperand(OpNo + 1), Unit, Width);
  }
  template <unsigned Unit, unsigned Width>
  uint64_t encodeStepMem(const MCInst &MI, unsigned OpNo,
                         SmallVectorImpl<MCFixup> &,
                         const MCSubtargetInfo &) const {
    return encodingOf(MI.getOperand(OpNo)) << 16 |
           step(MI, MI.getOperand(OpNo + 1), Unit, Width);
  }
  template <unsigned Unit, unsigned Width>
  uint64_t encodeStepCMem(const MCInst &MI, unsigned OpNo,
                          SmallVectorImpl<MCFixup> &,
                          const MCSubtargetInfo &) const {
    return encodingOf(MI.getOperand(OpNo + 1)) << 20 |
           number(MI, MI.getOperand(OpNo), 16, "c[] bank") << 16 |
           step(MI, MI.getOperand(OpNo + 2), Unit, Width);
  }
  template <unsigned Reach>
  uint64_t encodeFarMem(const MCInst &MI, unsigned OpNo,
                        SmallVectorImpl<MCFixup> &,
                        const MCSubtargetInfo &) const {
    return uint64_t(encodingOf(MI.getOperand(OpNo))) << Reach |
           signedNumber<Reach>(MI, MI.getOperand(OpNo + 1));
  }
  template <unsigned Width>
  uint64_t encodeSigned(const MCInst &MI, unsigned OpNo,
                        SmallVectorImpl<MCFixup> &,
                        const MCSubtargetInfo &) const {
    return signedNumber<Width>(MI, MI.getOperand(OpNo));
  }
  uint64_t encodeShortF32(const MCInst &MI, unsigned OpNo,
                          SmallVectorImpl<MCFixup> &,
                          const MCSubtargetInfo &) const {
    return uint32_t(MI.getOperand(OpNo).getImm()) >> 18;
  }
  uint64_t encodeGMem(const MCInst &MI, unsigned OpNo,
                      SmallVectorImpl<MCFixup> &,
                      const MCSubtargetInfo &) const {
    return number(MI, MI.getOperand(OpNo), 16, "g[] window") << 7 |
           encodingOf(MI.getOperand(OpNo + 1));
  }
  uint64_t encodePred(const MCInst &MI, unsigned OpNo,
                      SmallVectorImpl<MCFixup> &,
                      const MCSubtargetInfo &) const {
    const MCOperand &Reg = MI.getOperand(OpNo + 1);
    unsigned Code = number(MI, MI.getOperand(OpNo), 32, "condition");
    return (Reg.getReg() ? encodingOf(Reg) << 5 : 0) | Code;
  }
  uint64_t encodeImm32(const MCInst &MI, unsigned OpNo,
                       SmallVectorImpl<MCFixup> &,
                       const MCSubtargetInfo &) const;
  uint64_t encodeImm16(const MCInst &MI, unsigned OpNo,
                       SmallVectorImpl<MCFixup> &,
                       const MCSubtargetInfo &) const;
  uint64_t encodeTarget(const MCInst &MI, unsigned OpNo,
                        SmallVectorImpl<MCFixup> &Fixups,
                        const MCSubtargetInfo &) const;
  uint64_t encodeTexDst(const MCInst &MI, unsigned OpNo,
                        SmallVectorImpl<MCFixup> &,
                        const MCSubtargetInfo &) const {
    return number(MI, MI.getOperand(OpNo + 1), 16, "texture mask") << 7 |
           encodingOf(MI.getOperand(OpNo));
  }

  const MCInstrInfo &MII;
  MCContext &Ctx;
};
} // namespace

void TeslaMCCodeEmitter::encodeInstruction(const MCInst &MI,
                                           SmallVectorImpl<char> &CB,
                                           SmallVectorImpl<MCFixup> &Fixups,
                                           const MCSubtargetInfo &STI) const {
  const MCInstrDesc &Desc = MII.get(MI.getOpcode());
  if (!isTeslaInstAvailable(MI.getOpcode(), STI))
    Ctx.reportError(MI.getLoc(), Twine("instruction '") +
                                     MII.getName(MI.getOpcode()) +
                                     "' does not exist on " + STI.getCPU() +
                                     "; the lowest chip with it is " +
                                     lowestTeslaChip(MI.getOpcode()).Name);
  if (std::optional<std::string> Error = checkTeslaInst(MI, Desc))
    Ctx.reportError(MI.getLoc(), *Error);
  if (MI.getFlags() & Tesla::CheckPlace && Desc.getSize() == 8)
    Fixups.push_back(MCFixup::create(0, MCConstantExpr::create(0, Ctx),
                                     MCFixupKind(Tesla::fixup_place),
                                     MI.getLoc()));
  uint64_t Bits = getBinaryCodeForInstr(MI, Fixups, STI);
  if (Desc.getSize() == 4)
    support::endian::write<uint32_t>(CB, uint32_t(Bits), endianness::little);
  else
    support::endian::write<uint64_t>(CB, Bits, endianness::little);
}

uint64_t TeslaMCCodeEmitter::getMachineOpValue(const MCInst &MI,
                                               const MCOperand &MO,
                                               SmallVectorImpl<MCFixup> &,
                                               const MCSubtargetInfo &) const {
  if (MO.isReg())
    return encodingOf(MO);
  if (MO.isImm())
    return MO.getImm();
  Ctx.reportError(MI.getLoc(), "operand must be a constant");
  return 0;
}

unsigned TeslaMCCodeEmitter::number(const MCInst &MI, const MCOperand &MO,
                                    uint64_t Limit, const char *What) const {
  if (MO.isImm() && uint64_t(MO.getImm()) < Limit)
    return unsigned(MO.getImm());
  Ctx.reportError(MI.getLoc(), Twine(What) + " out of range");
  return 0;
}

unsigned TeslaMCCodeEmitter::offset(const MCInst &MI, const MCOperand &MO,
                                    unsigned Unit, unsigned Width) const {
  unsigned Bytes =
      number(MI, MO, uint64_t(Unit) << Width, "offset of memory operand");
  if (Bytes % Unit)
    Ctx.reportError(MI.getLoc(), "offset of memory operand is misaligned");
  return Bytes / Unit;
}

unsigned TeslaMCCodeEmitter::step(const MCInst &MI, const MCOperand &MO,
                                  unsigned Unit, unsigned Width) const {
  if (!MO.isImm() || MO.getImm() % Unit ||
      !isIntN(Width, MO.getImm() / int64_t(Unit))) {
    Ctx.reportError(MI.getLoc(), "post-increment out of range");
    return 0;
  }
  return unsigned(MO.getImm() / int64_t(Unit)) &
         maskTrailingOnes<unsigned>(Width);
}

uint64_t TeslaMCCodeEmitter::encodeImm32(const MCInst &MI, unsigned OpNo,
                                         SmallVectorImpl<MCFixup> &Fixups,
                                         const MCSubtargetInfo &) const {
  const MCOperand &MO = MI.getOperand(OpNo);
  int64_t Value;
  if (MO.isImm())
    return uint32_t(MO.getImm());
  if (MO.isExpr() && MO.getExpr()->evaluateAsAbsolute(Value))
    return uint32_t(Value);
  if (MO.isExpr() && MII.get(MI.getOpcode()).getSize() == 8)
    Fixups.push_back(MCFixup::create(
        0, MO.getExpr(), MCFixupKind(Tesla::fixup_imm32), MI.getLoc()));
  else
    Ctx.reportError(MI.getLoc(), "immediate must be a constant");
  return 0;
}

uint64_t TeslaMCCodeEmitter::encodeImm16(const MCInst &MI, unsigned OpNo,
                                         SmallVectorImpl<MCFixup> &,
                                         const MCSubtargetInfo &) const {
  const MCOperand &MO = MI.getOperand(OpNo);
  int64_t Value;
  if (MO.isImm())
    return uint16_t(MO.getImm());
  if (MO.isExpr() && MO.getExpr()->evaluateAsAbsolute(Value))
    return uint16_t(Value);
  Ctx.reportError(MI.getLoc(), "immediate must be a constant");
  return 0;
}

uint64_t TeslaMCCodeEmitter::encodeTarget(const MCInst &MI, unsigned OpNo,
                                          SmallVectorImpl<MCFixup> &Fixups,
                                          const MCSubtargetInfo &) const {
  const MCOperand &MO = MI.getOperand(OpNo);
  if (MO.isImm()) {
    if (MO.getImm() & 3)
      Ctx.reportError(MI.getLoc(), "branch target is not a multiple of 4");
    return number(MI, MO, 1 << 24, "branch target") >> 2;
  }
  Fixups.push_back(MCFixup::create(
      0, MO.getExpr(), MCFixupKind(Tesla::fixup_target), MI.getLoc()));
  return 0;
}

#include "TeslaGenMCCodeEmitter.inc"

MCCodeEmitter *llvm::createTeslaMCCodeEmitter(const MCInstrInfo &MII,
                                              MCContext &Ctx) {
  return new TeslaMCCodeEmitter(MII, Ctx);
}
