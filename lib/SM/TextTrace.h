//===- TextTrace.h - One line for each issued instruction -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_TEXTTRACE_H
#define HEDDLE_LIB_SM_TEXTTRACE_H

#include "Program.h"
#include "Watcher.h"

namespace heddle::sm {

class TextTrace final : public Watcher {
public:
  TextTrace(const Program &Prog, const TraceOptions &TraceOpts)
      : P(Prog), Options(TraceOpts), Printer(Prog) {}

  void startBlock(const Block &) override {}
  void turn(const Block &B, unsigned Number) override;
  void issue(const Issue &E) override;
  void executed(const Issue &E) override;
  void join(const Warp &W, const DecodedInst &I, uint32_t Arrived,
            uint32_t Now) override;
  void barrierReleased(const Block &B, unsigned Barrier) override;

private:
  /// Whether the line of the current warp is wanted and there is room for it.
  bool wanted();
  /// False: it was left out.
  bool line(const DecodedInst &I, uint32_t Mask, llvm::StringRef Note);
  const std::string &text(const DecodedInst &I);
  std::string mask(uint32_t Mask) const;

  const Program &P;
  const TraceOptions &Options;
  std::string Place;
  unsigned WarpNumber = 0;
  uint64_t Lines = 0;
  /// Whether the instruction last issued has a line.
  bool HasLine = false;
  InstructionPrinter Printer;
  /// Texts of instructions, and the registers that they have to do with, by
  /// their address.
  llvm::DenseMap<uint32_t, std::string> Texts;
  llvm::DenseMap<uint32_t, std::vector<RegisterUse>> Registers;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_TEXTTRACE_H
