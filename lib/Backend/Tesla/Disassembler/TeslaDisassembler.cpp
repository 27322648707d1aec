//===- TeslaDisassembler.cpp - From words to instructions -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes one instruction. The lowest bits of the words select the form, and
/// each form has a generated table. Bits that a form does not use must be zero.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaNames.h"
#include "MCTargetDesc/TeslaSemKinds.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Backend/Tesla.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDecoderOps.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace heddle::tesla;

using DecodeStatus = MCDisassembler::DecodeStatus;

namespace {
class TeslaDisassembler : public MCDisassembler {
public:
  TeslaDisassembler(const MCSubtargetInfo &Chip, MCContext &Context,
                    const MCInstrInfo *Info)
      : MCDisassembler(Chip, Context), MII(Info), EveryChip(Chip) {
    EveryChip.setFeatureBits(FeatureBitset().set());
  }

  DecodeStatus getInstruction(MCInst &MI, uint64_t &Size,
                              ArrayRef<uint8_t> Bytes, uint64_t Address,
                              raw_ostream &Comments) const override;

private:
  DecodeStatus decodeShort(MCInst &MI, uint32_t Bits, uint64_t Address) const;
  DecodeStatus decodeLong(MCInst &MI, uint64_t Bits, uint64_t Address) const;
  DecodeStatus decodeControl(MCInst &MI, uint64_t Bits, uint64_t Address) const;
  DecodeStatus decodeTwoWords(MCInst &MI, uint64_t Bits,
                              uint64_t Address) const;

  std::unique_ptr<const MCInstrInfo> MII;
  /// Decoding ignores the chip, so that a refusal can name the right one.
  MCSubtargetInfo EveryChip;
};
} // namespace

//===----------------------------------------------------------------------===//
// Registers. The generated tables call these by name.
//===----------------------------------------------------------------------===//

/// Adds the register of class \p ClassID at \p Value, which counts in units of
/// the class's register divided by \p Group and starts at \p First.
template <unsigned ClassID, unsigned Group = 1, unsigned First = 0>
static DecodeStatus decodeRegister(MCInst &MI, uint64_t Value, uint64_t,
                                   const MCDisassembler *Decoder) {
  const MCRegisterInfo &MRI = *Decoder->getContext().getRegisterInfo();
  const MCRegisterClass &RC = MRI.getRegClass(ClassID);
  if (Value < First || Value % Group ||
      Value / Group - First >= RC.getNumRegs())
    return MCDisassembler::Fail;
  MI.addOperand(MCOperand::createReg(RC.getRegister(Value / Group - First)));
  return MCDisassembler::Success;
}
static constexpr auto DecodeGPR16RegisterClass =
    decodeRegister<Tesla::GPR16RegClassID>;
static constexpr auto DecodeGPR16LoRegisterClass =
    decodeRegister<Tesla::GPR16LoRegClassID>;
static constexpr auto DecodeGPR32RegisterClass =
    decodeRegister<Tesla::GPR32RegClassID>;
static constexpr auto DecodeGPR32LoRegisterClass =
    decodeRegister<Tesla::GPR32LoRegClassID>;
static constexpr auto DecodeGPR64RegisterClass =
    decodeRegister<Tesla::GPR64RegClassID, 2>;
static constexpr auto DecodeGPR128RegisterClass =
    decodeRegister<Tesla::GPR128RegClassID, 4>;
static constexpr auto DecodeCCRegisterClass =
    decodeRegister<Tesla::CCRegClassID>;
static constexpr auto DecodeARRegisterClass =
    decodeRegister<Tesla::ARRegClassID, 1, 1>;
static constexpr auto DecodeARZRegisterClass =
    decodeRegister<Tesla::ARZRegClassID>;

//===----------------------------------------------------------------------===//
// Operands. The generated tables call these by name.
//===----------------------------------------------------------------------===//

static DecodeStatus addImm(MCInst &MI, uint64_t Value) {
  MI.addOperand(MCOperand::createImm(Value));
  return MCDisassembler::Success;
}

static DecodeStatus decodeFlow(MCInst &MI, uint64_t Value, uint64_t,
                               const MCDisassembler *) {
  return Value > unsigned(FlowKind::Join) ? MCDisassembler::Fail
                                          : addImm(MI, Value);
}

static DecodeStatus decodePred(MCInst &MI, uint64_t Value, uint64_t Address,
                               const MCDisassembler *Decoder) {
  unsigned Code = Value & 31, Reg = Value >> 5;
  if (nameOf(NameTable::Condition, Code).empty())
    return MCDisassembler::Fail;
  addImm(MI, Code);
  // Conditions that look at no register name one all the same in a few words.
  if ((Code != CondAlways && Code != CondNever) || Reg)
    return DecodeCCRegisterClass(MI, Reg, Address, Decoder);
  MI.addOperand(MCOperand::createReg(MCRegister()));
  return MCDisassembler::Success;
}

/// Rounding where only nearest and towards zero exist.
static DecodeStatus decodeRndNZ(MCInst &MI, uint64_t Value, uint64_t,
                                const MCDisassembler *) {
  Rounding R = Rounding(Value);
  return R == Rounding::Nearest || R == Rounding::Zero ? addImm(MI, Value)
                                                       : MCDisassembler::Fail;
}

static DecodeStatus decodeImm16(MCInst &MI, uint64_t Value, uint64_t,
                                const MCDisassembler *) {
  return Value > 0xffff ? MCDisassembler::Fail : addImm(MI, Value);
}

template <unsigned Width, unsigned Modes>
static DecodeStatus decodeSMem(MCInst &MI, uint64_t Value, uint64_t Address,
                               const MCDisassembler *Decoder) {
  constexpr unsigned BaseAt = Width + 2, StepAt = 2 * Width;
  unsigned Mode = Value >> Width & 3;
  if (!(Modes >> Mode & 1))
    return MCDisassembler::Fail;
  unsigned Base = Value >> BaseAt & maskTrailingOnes<uint64_t>(StepAt - BaseAt);
  const bool Steps = Value >> StepAt & 1;
  if ((Steps && !Base) || DecodeARZRegisterClass(MI, Base, Address, Decoder) ==
                              MCDisassembler::Fail)
    return MCDisassembler::Fail;
  int64_t Units = Steps ? SignExtend64<Width>(Value)
                        : Value & maskTrailingOnes<uint64_t>(Width);
  addImm(MI, Units * bytesOf(SizeMode(Mode)));
  return addImm(MI, Mode | (Steps ? PostIncrement : 0));
}

template <unsigned Unit, unsigned Width>
static DecodeStatus decodeAMem(MCInst &MI, uint64_t Value, uint64_t Address,
                               const MCDisassembler *Decoder) {
  uint64_t Offset = Value & 0xffff;
  if (!isUInt<Width>(Offset))
    return MCDisassembler::Fail;
  if (DecodeARZRegisterClass(MI, Value >> 16, Address, Decoder) ==
      MCDisassembler::Fail)
    return MCDisassembler::Fail;
  return addImm(MI, Offset * Unit);
}

/// The offset of a post-increment of \p Width bits.
template <unsigned Unit, unsigned Width>
static DecodeStatus addStep(MCInst &MI, uint64_t Field) {
  if (!isUInt<Width>(Field))
    return MCDisassembler::Fail;
  MI.addOperand(
      MCOperand::createImm(SignExtend64<Width>(Field) * int64_t(Unit)));
  return MCDisassembler::Success;
}

template <unsigned Unit, unsigned Width>
static DecodeStatus decodeStepMem(MCInst &MI, uint64_t Value, uint64_t Address,
                                  const MCDisassembler *Decoder) {
  if (DecodeARRegisterClass(MI, Value >> 16, Address, Decoder) ==
      MCDisassembler::Fail)
    return MCDisassembler::Fail;
  return addStep<Unit, Width>(MI, Value & 0xffff);
}

template <unsigned Unit, unsigned Width>
static DecodeStatus decodeStepCMem(MCInst &MI, uint64_t Value, uint64_t Address,
                                   const MCDisassembler *Decoder) {
  addImm(MI, Value >> 16 & 15);
  if (DecodeARRegisterClass(MI, Value >> 20, Address, Decoder) ==
      MCDisassembler::Fail)
    return MCDisassembler::Fail;
  return addStep<Unit, Width>(MI, Value & 0xffff);
}

template <unsigned Unit, unsigned Width>
static DecodeStatus decodeCMem(MCInst &MI, uint64_t Value, uint64_t Address,
                               const MCDisassembler *Decoder) {
  constexpr unsigned Field = Width == 7 ? 7 : 16;
  uint64_t Offset = Value & maskTrailingOnes<uint64_t>(Field);
  if (!isUInt<Width>(Offset))
    return MCDisassembler::Fail;
  addImm(MI, Value >> Field & 15);
  if (DecodeARZRegisterClass(MI, Value >> (Field + 4), Address, Decoder) ==
      MCDisassembler::Fail)
    return MCDisassembler::Fail;
  return addImm(MI, Offset * Unit);
}

template <unsigned Unit>
static DecodeStatus decodeShortCMem(MCInst &MI, uint64_t Value,
                                    uint64_t Address,
                                    const MCDisassembler *Decoder) {
  addImm(MI, Value >> 5 & 1);
  if (DecodeARZRegisterClass(MI, Value >> 6, Address, Decoder) ==
      MCDisassembler::Fail)
    return MCDisassembler::Fail;
  return addImm(MI, (Value & 31) * Unit);
}

/// Special registers with a name that the silicon's field has no room for.
static DecodeStatus decodeFarSReg(MCInst &MI, uint64_t Value, uint64_t,
                                  const MCDisassembler *) {
  bool IsKnown =
      Value >= 16 && !nameOf(NameTable::SpecialRegister, Value).empty();
  return IsKnown ? addImm(MI, Value) : MCDisassembler::Fail;
}

template <unsigned Width>
static DecodeStatus decodeSigned(MCInst &MI, uint64_t Value, uint64_t,
                                 const MCDisassembler *) {
  MI.addOperand(MCOperand::createImm(SignExtend64<Width>(Value)));
  return MCDisassembler::Success;
}

static DecodeStatus decodeShortF32(MCInst &MI, uint64_t Value, uint64_t,
                                   const MCDisassembler *) {
  return addImm(MI, Value << 18);
}

template <unsigned Bits, unsigned Reach>
static DecodeStatus decodeFarMem(MCInst &MI, uint64_t Value, uint64_t Address,
                                 const MCDisassembler *Decoder) {
  uint64_t Reg = Value >> Reach;
  DecodeStatus Base = Bits == 64
                          ? DecodeGPR64RegisterClass(MI, Reg, Address, Decoder)
                          : DecodeGPR32RegisterClass(MI, Reg, Address, Decoder);
  if (Base == MCDisassembler::Fail)
    return Base;
  return decodeSigned<Reach>(MI, Value & maskTrailingOnes<uint64_t>(Reach),
                             Address, Decoder);
}

static DecodeStatus decodeGMem(MCInst &MI, uint64_t Value, uint64_t Address,
                               const MCDisassembler *Decoder) {
  addImm(MI, Value >> 7);
  return DecodeGPR32RegisterClass(MI, Value & 127, Address, Decoder);
}

static DecodeStatus decodeTarget(MCInst &MI, uint64_t Value, uint64_t,
                                 const MCDisassembler *) {
  return addImm(MI, Value << 2);
}

static DecodeStatus decodeTexDst(MCInst &MI, uint64_t Value, uint64_t Address,
                                 const MCDisassembler *Decoder) {
  // A block that runs past the last register names registers that do not exist.
  unsigned First = Value & 127, Mask = Value >> 7;
  if (!Mask || First + unsigned(popcount(Mask)) > 128)
    return MCDisassembler::Fail;
  DecodeGPR32RegisterClass(MI, First, Address, Decoder);
  return addImm(MI, Mask);
}

// The generated driver logs under this name.
#define DEBUG_TYPE "tesla-disassembler"
#include "TeslaGenDisassemblerTables.inc"

//===----------------------------------------------------------------------===//
// The disassembler
//===----------------------------------------------------------------------===//

DecodeStatus TeslaDisassembler::decodeShort(MCInst &MI, uint32_t Bits,
                                            uint64_t Address) const {
  if (Bits & 2)
    return decodeInstruction(DecoderTableShortControl32, MI, Bits, Address,
                             this, EveryChip);
  DecodeStatus Status = decodeInstruction(DecoderTableShort32, MI, Bits,
                                          Address, this, EveryChip);
  // The carry is that of $c0, without a field.
  if (Status == Success && hasCarryIn(MII->get(MI.getOpcode()))) {
    int CarryIn = Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::cin);
    MI.insert(MI.begin() + CarryIn, MCOperand::createReg(Tesla::C0));
  }
  return Status;
}

DecodeStatus TeslaDisassembler::decodeLong(MCInst &MI, uint64_t Bits,
                                           uint64_t Address) const {
  DecodeStatus Status =
      decodeInstruction(DecoderTableLong64, MI, Bits, Address, this, EveryChip);
  if (Status != Success)
    return Status;
  // The $c field is both the register of the predicate and an operand.
  unsigned Opcode = MI.getOpcode();
  int CarryIn = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::cin);
  int Pred = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::pred);
  if (CarryIn >= 0 && MI.getOperand(Pred + 1).getReg())
    MI.getOperand(Pred + 1).setReg(MI.getOperand(CarryIn).getReg());
  // The sources of a texture fetch start at the same register.
  if (semKind(MII->get(Opcode)) == SemKind::Tex) {
    unsigned First = Bits >> 2 & 127, Sources = (Bits >> 22 & 3) + 1;
    if (First + Sources > 128)
      return Fail;
  }
  return Success;
}

DecodeStatus TeslaDisassembler::decodeControl(MCInst &MI, uint64_t Bits,
                                              uint64_t Address) const {
  DecodeStatus Status = decodeInstruction(DecoderTableControl64, MI, Bits,
                                          Address, this, EveryChip);
  // A condition that the chip does not look at is the opcode's, without a
  // field.
  if (Status == Success &&
      Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::ignored) >= 0)
    addImm(MI, Bits >> 39 & 31);
  return Status;
}

/// Control, immediate or long.
DecodeStatus TeslaDisassembler::decodeTwoWords(MCInst &MI, uint64_t Bits,
                                               uint64_t Address) const {
  if ((Bits & 3) == 3)
    return decodeControl(MI, Bits, Address);
  if ((Bits >> 32 & 3) == 3)
    return decodeInstruction(DecoderTableImmediate64, MI, Bits, Address, this,
                             EveryChip);
  return decodeLong(MI, Bits, Address);
}

DecodeStatus TeslaDisassembler::getInstruction(MCInst &MI, uint64_t &Size,
                                               ArrayRef<uint8_t> Bytes,
                                               uint64_t Address,
                                               raw_ostream &Comments) const {
  Size = 0;
  if (Bytes.size() < 4) {
    Comments << "incomplete instruction";
    return Fail;
  }
  Size = 4;
  const bool IsShort = !(Bytes[0] & 1);
  if (!IsShort && Bytes.size() < 8) {
    Comments << "incomplete long instruction";
    return Fail;
  }
  if (!IsShort)
    Size = 8;
  if (!IsShort && Address % 8) {
    Comments << "long instruction at an address that is not a multiple of 8";
    return Fail;
  }
  DecodeStatus Status =
      IsShort
          ? decodeShort(MI, support::endian::read32le(Bytes.data()), Address)
          : decodeTwoWords(MI, support::endian::read64le(Bytes.data()),
                           Address);
  if (Status != Success) {
    Comments << "not an instruction of these chips";
    return Fail;
  }
  if (isTeslaInstAvailable(MI.getOpcode(), STI))
    return Success;
  Comments << "the lowest chip with this instruction is "
           << lowestTeslaChip(MI.getOpcode()).Name;
  return Fail;
}

static MCDisassembler *createDisassembler(const Target &T,
                                          const MCSubtargetInfo &STI,
                                          MCContext &Ctx) {
  return new TeslaDisassembler(STI, Ctx, T.createMCInstrInfo());
}

void heddle::tesla::initializeDisassembler() {
  TargetRegistry::RegisterMCDisassembler(getTheTeslaTarget(),
                                         createDisassembler);
}
