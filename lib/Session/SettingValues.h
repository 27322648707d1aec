//===- SettingValues.h - What values of settings say ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Readers of values that are more than a number or a flag. Errors name the
/// option and the forms that it takes.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SESSION_SETTINGVALUES_H
#define HEDDLE_LIB_SESSION_SETTINGVALUES_H

#include "heddle/Session/Settings.h"
#include "heddle/Support/OptionTable.h"

namespace heddle::session {

llvm::Error setBranchOrder(llvm::StringRef Text,
                           std::optional<abi::FirstSide> &Slot);
llvm::Error setAsync(llvm::StringRef Text, std::optional<bool> &IsLate);
llvm::Error setTensorArch(llvm::StringRef Text, unsigned &Chip);
llvm::Error setTimeout(llvm::StringRef Text, sm::ExecutionOptions &To);
llvm::Error setHostIsa(llvm::StringRef Text, sm::ExecutionOptions &To);
llvm::Error setTextureCache(llvm::StringRef Text, sm::TextureCacheShape &To);
llvm::Error setHostThreads(Settings &To, llvm::StringRef Name,
                           const ParsedOption &O);
llvm::Error setVerbose(Settings &To, llvm::StringRef Name,
                       const ParsedOption &O);
llvm::Error setEngine(llvm::StringRef Text, EngineSettings &To);
llvm::Error setHostCode(llvm::StringRef Text, EngineSettings &To);
llvm::Error setEmit(llvm::StringRef Text, EngineSettings &To);
/// Reads rr, oldest, random:SEED, explore:N[:SEED] or replay:FILE.
llvm::Error setSchedule(llvm::StringRef Text, Settings &To);
/// Reads FILE or text[:FILE].
llvm::Error setTrace(llvm::StringRef Text, TraceSettings &To);
/// Reads [text|json[:FILE]].
llvm::Error setStats(const ParsedOption &O, StatsSettings &To);
/// Reads the name of a policy by which an SM picks warps.
llvm::Error setTimePolicy(llvm::StringRef Text, TimeSettings &To);
/// Reads names of checkers, or all or none.
llvm::Error setCheck(llvm::StringRef Text, CheckSettings &To);
/// Reads the name of one tool of Compute Sanitizer.
llvm::Error setCheckTool(llvm::StringRef Text, CheckSettings &To);
/// Reads text, json or sarif, and :FILE.
llvm::Error setCheckFormat(llvm::StringRef Text, CheckSettings &To);
llvm::Error setWarpSynchronous(llvm::StringRef Text,
                               sanitize::CheckOptions &To);

} // namespace heddle::session

#endif // HEDDLE_LIB_SESSION_SETTINGVALUES_H
