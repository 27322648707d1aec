//===- TextTrace.h - One line for each issued instruction -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBSERVE_TEXTTRACE_H
#define HEDDLE_OBSERVE_TEXTTRACE_H

#include "heddle/Machine/Observer.h"
#include "heddle/Machine/Program.h"
#include "heddle/Observe/TraceOptions.h"

namespace llvm {
class raw_ostream;
}

namespace heddle::sm {

class TextTrace final : public Observer {
public:
  TextTrace(llvm::raw_ostream &Stream, const TraceOptions &TraceOpts)
      : OS(Stream), Options(TraceOpts) {}

  void startLaunch(const LaunchView &L) override;
  void turn(const Warp &W) override;
  void issue(const Issue &E) override;
  void executed(const Issue &E) override;
  void join(const Warp &W, const DecodedInst &I, uint32_t Arrived,
            uint32_t Now) override;
  void barrierReleased(const Cta &C, unsigned Barrier) override;

private:
  /// Whether the line of the current warp is wanted and there is room for it.
  bool wanted();
  /// False: it was left out.
  bool line(const DecodedInst &I, uint32_t Mask, llvm::StringRef Note);
  const std::string &text(const DecodedInst &I);
  std::string mask(uint32_t Mask) const;

  llvm::raw_ostream &OS;
  const TraceOptions Options;
  const Program *P = nullptr;
  std::string Place;
  unsigned WarpNumber = 0;
  uint64_t Lines = 0;
  /// Whether the instruction last issued has a line.
  bool HasLine = false;
  std::optional<InstructionPrinter> Printer;
  /// Texts of instructions, and the registers that they have to do with, by
  /// their address.
  llvm::DenseMap<uint32_t, std::string> Texts;
  llvm::DenseMap<uint32_t, std::vector<RegisterUse>> Registers;
};

} // namespace heddle::sm

#endif // HEDDLE_OBSERVE_TEXTTRACE_H
