//===- TeslaForms.cpp - Other forms of an instruction ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaForms.h"
#include "TeslaBaseInfo.h"
#include "TeslaMCTargetDesc.h"
#include "llvm/MC/MCInstrDesc.h"
#include <cassert>

#define GET_INSTRMAP_INFO
#include "TeslaGenInstrInfo.inc"

using namespace llvm;
using namespace heddle::tesla;

namespace {
/// A map that TableGen made; -1 is none.
using Map = int (*)(uint16_t Opcode);

/// From the form with a register, and back to it.
struct Step {
  Map To, Back;
};

/// By source, then by what it becomes: s[], c[] or an immediate. Null where no
/// instruction of the chips can hold it.
constexpr Step SourceSteps[3][3] = {
    {{Tesla::getSharedSource1, Tesla::getSource1OfShared},
     {nullptr, nullptr},
     {Tesla::getImmSource1, Tesla::getSource1OfImm}},
    {{nullptr, nullptr},
     {Tesla::getConstSource2, Tesla::getSource2OfConst},
     {Tesla::getImmSource2, Tesla::getSource2OfImm}},
    {{nullptr, nullptr},
     {Tesla::getConstSource3, Tesla::getSource3OfConst},
     {nullptr, nullptr}}};
} // namespace

static std::optional<unsigned> follow(Map M, unsigned Opcode) {
  int Found = M ? M(Opcode) : -1;
  return Found < 0 ? std::nullopt : std::optional<unsigned>(Found);
}

/// The form of source \p Source of \p Inst; none where it has none or another
/// kind.
static std::optional<SourceForm> sourceForm(const MCInstrDesc &Inst,
                                            unsigned Source) {
  switch (sourceKind(Inst, Source)) {
  case OperandKind::Reg32:
  case OperandKind::Half:
  case OperandKind::Pair:
  case OperandKind::Quad:
    return SourceForm::Register;
  case OperandKind::Shared:
    return SourceForm::Shared;
  case OperandKind::Const:
    return SourceForm::Constant;
  case OperandKind::Imm:
    return SourceForm::Immediate;
  case OperandKind::None:
  case OperandKind::Cond:
  case OperandKind::Addr:
    return std::nullopt;
  }
  return std::nullopt;
}

/// The step between a register and \p Form.
static const Step &stepOf(unsigned Source, SourceForm Form) {
  assert(Form != SourceForm::Register && "no step");
  return SourceSteps[Source - 1][unsigned(Form) - 1];
}

std::optional<unsigned> heddle::tesla::withSource(const MCInstrDesc &Inst,
                                                  unsigned Source,
                                                  SourceForm Wanted) {
  assert(Source >= 1 && Source <= 3 && "instructions have three sources");
  std::optional<SourceForm> Is = sourceForm(Inst, Source);
  std::optional<unsigned> Opcode = Inst.getOpcode();
  if (!Is || Is == Wanted)
    return Is ? Opcode : std::nullopt;
  if (Is != SourceForm::Register)
    Opcode = follow(stepOf(Source, *Is).Back, *Opcode);
  if (!Opcode || Wanted == SourceForm::Register)
    return Opcode;
  return follow(stepOf(Source, Wanted).To, *Opcode);
}

std::optional<unsigned> heddle::tesla::withResults(const MCInstrDesc &Inst,
                                                   ResultForm Wanted) {
  unsigned Opcode = Inst.getOpcode();
  ResultForm Is = isBucket(Inst)   ? ResultForm::Condition
                  : writesCC(Inst) ? ResultForm::Both
                                   : ResultForm::Register;
  if (Is == Wanted)
    return Opcode;
  // Every form is one step from that which writes both.
  std::optional<unsigned> Both = Opcode;
  if (Is != ResultForm::Both)
    Both = follow(Is == ResultForm::Register ? Tesla::getBothOfDst
                                             : Tesla::getBothOfCC,
                  Opcode);
  if (!Both || Wanted == ResultForm::Both)
    return Both;
  return follow(Wanted == ResultForm::Register ? Tesla::getDstOfBoth
                                               : Tesla::getCCOfBoth,
                *Both);
}

std::optional<unsigned> heddle::tesla::reversedDifference(unsigned Opcode) {
  std::optional<unsigned> Reversed = follow(Tesla::getSubROfSub, Opcode);
  return Reversed ? Reversed : follow(Tesla::getSubOfSubR, Opcode);
}

std::optional<unsigned> heddle::tesla::shortForm(unsigned Opcode) {
  return follow(Tesla::getShort, Opcode);
}

std::optional<unsigned> heddle::tesla::longForm(unsigned Opcode) {
  return follow(Tesla::getLong, Opcode);
}

std::optional<unsigned> heddle::tesla::storeOf(unsigned Load) {
  return follow(Tesla::getStoreOf, Load);
}

std::optional<unsigned> heddle::tesla::localOf(unsigned Global) {
  return follow(Tesla::getLocalOf, Global);
}

unsigned heddle::tesla::emittedAs(unsigned Opcode) {
  return follow(Tesla::getEmittedAs, Opcode).value_or(Opcode);
}
