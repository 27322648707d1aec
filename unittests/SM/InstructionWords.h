//===- InstructionWords.h - Words of every opcode ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_SM_INSTRUCTIONWORDS_H
#define HEDDLE_UNITTESTS_SM_INSTRUCTIONWORDS_H

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "WordRunner.h"
#include "heddle/Backend/InstructionDecoder.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/TargetRegistry.h"
#include <map>

namespace heddle::sm::test {

/// Whether SemKindTest judges \p Kind. What it leaves out steers warps or ties
/// them together, and has tests of its own, named in the definition.
bool isJudgedByWord(tesla::SemKind Kind);

/// The machine description, to name what a word is.
class InstructionWords {
public:
  explicit InstructionWords(const std::string &Chip = "gt200") : Decoder(Chip) {
    Emitter.reset(
        tables().Target.createMCCodeEmitter(instructions(), *Context));
  }

  /// The opcode of \p W; 0 when it is no instruction.
  unsigned opcode(const Word &W) const {
    uint8_t Bytes[8];
    std::memcpy(Bytes, &W.W0, 4);
    std::memcpy(Bytes + 4, &W.W1, 4);
    llvm::MCInst Inst;
    uint64_t Size;
    llvm::ArrayRef Code(Bytes, W.isShort() ? 4 : 8);
    return Decoder.decode(Inst, Size, Code, 0) ? Inst.getOpcode() : 0;
  }
  /// The published encodings, and the simplest instruction of each opcode, of
  /// what SemKindTest judges; by opcode.
  std::map<unsigned, std::vector<Word>> words() const;
  /// The same of all that the chip has.
  std::map<unsigned, std::vector<Word>> allWords() const;
  tesla::SemKind kind(unsigned Opcode) const {
    return tesla::semKind(instructions().get(Opcode));
  }
  const llvm::MCInstrInfo &instructions() const {
    return *tables().Instructions;
  }

private:
  std::optional<Word> simplest(unsigned Opcode) const;
  /// Of the opcodes and words that \p IsWanted.
  std::map<unsigned, std::vector<Word>>
  wordsOf(llvm::function_ref<bool(unsigned)> IsWanted,
          llvm::function_ref<bool(const Word &)> HasRule) const;

  const tesla::TargetTables &tables() const { return Decoder.tables(); }

  tesla::InstructionDecoder Decoder;
  std::unique_ptr<llvm::MCContext> Context = tables().createContext();
  std::unique_ptr<llvm::MCCodeEmitter> Emitter;
};

} // namespace heddle::sm::test

#endif // HEDDLE_UNITTESTS_SM_INSTRUCTIONWORDS_H
