//===- Tool.h - The machine code layer as functions -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Assembles, disassembles, encodes and prints in memory.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_MC_TOOL_H
#define HEDDLE_UNITTESTS_MC_TOOL_H

#include "heddle/Backend/InstructionDecoder.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCCodeEmitter.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::test {

class Tool {
public:
  /// \p Features: as for llc, "+pre-returns".
  explicit Tool(llvm::StringRef Chip, llvm::StringRef Features = "");
  ~Tool();

  struct Assembled {
    std::vector<uint64_t> Words;
    /// First error, empty if none.
    std::string Error;
  };
  /// A statement a line.
  Assembled assemble(llvm::StringRef Text);

  /// Null if the word is refused; then \p Reason says why.
  std::optional<llvm::MCInst> decode(uint64_t Word,
                                     std::string *Reason = nullptr);
  std::string print(const llvm::MCInst &Inst);
  /// Null if the emitter reports an error.
  std::optional<uint64_t> encode(const llvm::MCInst &Inst);

  const llvm::MCInstrInfo &instructions() const {
    return *tables().Instructions;
  }
  const llvm::MCRegisterInfo &registers() const { return *tables().Registers; }
  const llvm::MCSubtargetInfo &chip() const { return *tables().Chip; }

private:
  const tesla::TargetTables &tables() const { return Decoder.tables(); }

  llvm::MCTargetOptions Options;
  tesla::InstructionDecoder Decoder;
  std::unique_ptr<llvm::MCContext> Ctx;
  std::unique_ptr<llvm::MCCodeEmitter> Emitter;
};

} // namespace heddle::test

#endif // HEDDLE_UNITTESTS_MC_TOOL_H
