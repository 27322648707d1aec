//===- VerifyLevels.h - Hold code against its PTX ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_RUN_VERIFYLEVELS_H
#define HEDDLE_TOOLS_PTX_RUN_VERIFYLEVELS_H

#include "Options.h"
#include "heddle/PTXParser/AST.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/Support/SourceMgr.h"

namespace heddle {

namespace judge {
struct Outcome;
} // namespace judge

/// Runs each launch twice, as its PTX says and as it was compiled, and compares
/// what both leave in global memory.
class LevelCheck {
public:
  LevelCheck(const RunOptions &Options, llvm::raw_ostream &To);

  /// Reads the PTX, and has the launches of \p Options checked.
  llvm::Error prepare(RunOptions &Options);
  /// Whether a launch differed.
  bool hasFound() const { return Differences != 0; }

private:
  /// The bytes of the buffers, by their addresses.
  using Snapshot = std::vector<std::pair<uint64_t, std::vector<uint8_t>>>;

  llvm::Expected<sm::LaunchResult> run(const sm::Executable &Code,
                                       sm::GlobalMemory &Memory,
                                       const sm::LaunchConfig &Config);
  llvm::Error reportRefusal(const judge::Outcome &Of) const;
  void report(const sm::Program &P, const judge::Outcome &Of,
              const llvm::Twine &What, llvm::StringRef Note,
              const ptx::Instruction *At);
  void compare(const sm::Program &P, const judge::Outcome &Of,
               const sm::GlobalMemory &Memory, const Snapshot &Judged);

  llvm::SourceMgr Sources;
  Diagnostics Diags;
  llvm::raw_ostream &OS;
  std::unique_ptr<ptx::Module> Module;
  unsigned Differences = 0;
};

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_VERIFYLEVELS_H
