//===- TeslaMCTargetDesc.h - Enums of the machine code layer ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Register, instruction, operand and feature enums of the Tesla target
/// (namespaces llvm::Tesla and llvm::Tesla::OpName), and the constructors that
/// the target registry wants.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAMCTARGETDESC_H
#define HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAMCTARGETDESC_H

#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCInstrDesc.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace llvm {
class MCAsmBackend;
class MCCodeEmitter;
class MCContext;
class MCInst;
class MCInstrDesc;
class MCInstrInfo;
class MCRegisterInfo;
class MCSubtargetInfo;
class MCTargetOptions;
class Target;
} // namespace llvm

namespace heddle::abi {
struct Chip;
struct TargetModel;
} // namespace heddle::abi

namespace llvm {
MCCodeEmitter *createTeslaMCCodeEmitter(const MCInstrInfo &MII, MCContext &Ctx);
MCAsmBackend *createTeslaAsmBackend(const Target &T, const MCSubtargetInfo &STI,
                                    const MCRegisterInfo &MRI,
                                    const MCTargetOptions &Options);
/// Writes objects as \p Model, which outlives it, has them.
MCAsmBackend *createTeslaAsmBackend(const heddle::abi::TargetModel &Model);

/// Whether the chip of \p STI has the instruction.
bool isTeslaInstAvailable(unsigned Opcode, const MCSubtargetInfo &STI);

/// The chip of the least compute capability that has the instruction.
const heddle::abi::Chip &lowestTeslaChip(unsigned Opcode);

/// Whether no silicon has the instruction.
bool isTeslaExtension(unsigned Opcode);

/// The error in the combination of \p MI's operands, if any: rules that single
/// operands cannot express.
std::optional<std::string> checkTeslaInst(const MCInst &MI,
                                          const MCInstrDesc &Desc);
} // namespace llvm

#define GET_REGINFO_ENUM
#include "TeslaGenRegisterInfo.inc"

#define GET_INSTRINFO_ENUM
#define GET_INSTRINFO_MC_HELPER_DECLS
#define GET_INSTRINFO_OPERAND_ENUM
#include "TeslaGenInstrInfo.inc"

#define GET_SUBTARGETINFO_ENUM
#include "TeslaGenSubtargetInfo.inc"

namespace llvm::Tesla {
/// The type of an operand, beyond LLVM's own types.
enum OperandType : unsigned {
  /// An immediate that is 0 where nothing is said.
  OPERAND_MODIFIER = MCOI::OPERAND_FIRST_TARGET
};

/// Index of the operand called \p Name (an OpName) in an MCInst of \p Opcode,
/// -1 if it has none. Defined by TableGen.
int16_t getNamedOperandIdx(uint16_t Opcode, uint16_t Name);
} // namespace llvm::Tesla

#endif // HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAMCTARGETDESC_H
