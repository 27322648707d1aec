//===- IgnoredOptions.cpp - Options that only ptxas needs -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

namespace heddle {
namespace {

constexpr OptionRow ignored(const char *Name, OptionRow::KindType Kind) {
  return {0, Name, Kind, "", nullptr, OptionRow::Ignored};
}

constexpr OptionRow IgnoredRows[] = {
    ignored("allow-expensive-optimizations", OptionRow::Flag),
    ignored("compiler-stats", OptionRow::Flag),
    ignored("device-stack-protector", OptionRow::Flag),
    ignored("disable-optimizer-constants", OptionRow::Flag),
    ignored("ewp", OptionRow::Flag),
    ignored("extensible-whole-program", OptionRow::Flag),
    ignored("fast-compile", OptionRow::Flag),
    ignored("input-as-string", OptionRow::Flag),
    ignored("ias", OptionRow::Flag),
    ignored("legacy-bar-warp-wide-behavior", OptionRow::Flag),
    ignored("no-membermask-overlap", OptionRow::Flag),
    ignored("position-independent-code", OptionRow::Flag),
    ignored("pic", OptionRow::Flag),
    ignored("preserve-relocs", OptionRow::Flag),
    ignored("return-at-end", OptionRow::Flag),
    ignored("sp-bounds-check", OptionRow::Flag),
    ignored("suppress-debug-info", OptionRow::Flag),
    ignored("suppress-double-demote-warning", OptionRow::Flag),
    ignored("suppress-stack-size-warning", OptionRow::Flag),
    ignored("def-load-cache", OptionRow::Value),
    ignored("def-store-cache", OptionRow::Value),
    ignored("dlcm", OptionRow::Value),
    ignored("dscm", OptionRow::Value),
    ignored("flcm", OptionRow::Value),
    ignored("force-load-cache", OptionRow::Value),
    ignored("force-store-cache", OptionRow::Value),
    ignored("fscm", OptionRow::Value),
    ignored("m", OptionRow::Value),
    ignored("machine", OptionRow::Value),
    ignored("maxntid", OptionRow::Value),
    ignored("minnctapersm", OptionRow::Value),
    ignored("override-directive-values", OptionRow::Value),
    ignored("tool-name", OptionRow::Value),
};

} // namespace

llvm::ArrayRef<OptionRow> ignoredPtxasOptions() { return IgnoredRows; }

} // namespace heddle
