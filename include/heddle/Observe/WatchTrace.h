//===- WatchTrace.h - Writes to watched elements ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBSERVE_WATCHTRACE_H
#define HEDDLE_OBSERVE_WATCHTRACE_H

#include "heddle/ABI/Address.h"
#include "heddle/Machine/Observer.h"
#include "heddle/Machine/Program.h"
#include "heddle/Observe/TraceOptions.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>

namespace llvm {
class raw_ostream;
}

namespace heddle::sm {

/// An element of a buffer whose changes are reported.
struct WatchedElement {
  /// "y[3]".
  std::string Name;
  /// All of it lies in one buffer.
  abi::Address Address;
  uint32_t Bytes = 0;
  /// Writes its bytes as text.
  std::function<std::string(const uint8_t *)> Format;
};

/// A line for each instruction that writes to an element of g[].
class WatchTrace final : public Observer {
public:
  WatchTrace(llvm::raw_ostream &Stream, std::vector<WatchedElement> What,
             const TraceOptions &TraceOpts)
      : OS(Stream), Elements(std::move(What)), Options(TraceOpts) {}

  void startLaunch(const LaunchView &L) override;
  void issue(const Issue &E) override;
  void executed(const Issue &E) override;

private:
  struct Place {
    const WatchedElement &Element;
    const uint8_t *Data;
    /// Lanes that write to it, and what it was before.
    uint32_t Writers = 0;
    llvm::SmallVector<uint8_t, 8> Old;
  };

  void print(const Place &W, const Issue &E);

  llvm::raw_ostream &OS;
  const std::vector<WatchedElement> Elements;
  const TraceOptions Options;
  const Program *P = nullptr;
  llvm::SmallVector<Place, 2> Places;
  uint64_t Reports = 0;
};

} // namespace heddle::sm

#endif // HEDDLE_OBSERVE_WATCHTRACE_H
