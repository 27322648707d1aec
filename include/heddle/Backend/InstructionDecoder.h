//===- InstructionDecoder.h - Words to instructions and text ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The target's disassembler and printer for one chip, ready to use. Library
/// HeddleTeslaDisassembler.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BACKEND_INSTRUCTIONDECODER_H
#define HEDDLE_BACKEND_INSTRUCTIONDECODER_H

#include "heddle/Backend/TargetTables.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/MC/MCInst.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace llvm {
class MCDisassembler;
class MCInstPrinter;
} // namespace llvm

namespace heddle::tesla {

class InstructionDecoder {
public:
  /// Takes the chip's name and the features as TargetTables does.
  explicit InstructionDecoder(llvm::StringRef ChipName,
                              llvm::StringRef Features = "");
  InstructionDecoder(InstructionDecoder &&) noexcept;
  ~InstructionDecoder();

  const TargetTables &tables() const { return Tables; }

  /// Reads the instruction at the start of \p Bytes, which stand at byte
  /// \p Address of the kernel, and its \p Size in bytes. False when the chip
  /// has none that is encoded so; then \p Why says what is wrong.
  bool decode(llvm::MCInst &Inst, uint64_t &Size, llvm::ArrayRef<uint8_t> Bytes,
              uint64_t Address, llvm::raw_ostream &Why = llvm::nulls()) const;

  /// The instruction as one writes it, without the tab of a listing.
  std::string text(const llvm::MCInst &Inst, uint64_t Address) const;

private:
  TargetTables Tables;
  std::unique_ptr<llvm::MCContext> Context;
  std::unique_ptr<llvm::MCDisassembler> Disassembler;
  std::unique_ptr<llvm::MCInstPrinter> Printer;
};

} // namespace heddle::tesla

#endif // HEDDLE_BACKEND_INSTRUCTIONDECODER_H
