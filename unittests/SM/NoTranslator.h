//===- NoTranslator.h - Host code that does nothing -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A translator for tests of who chooses the engine, and when.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_SM_NOTRANSLATOR_H
#define HEDDLE_UNITTESTS_SM_NOTRANSLATOR_H

#include "heddle/SM/Translation.h"
#include <algorithm>
#include <memory>

namespace heddle::sm::test {

/// Leaves everything to the interpreter.
class NoCode final : public TranslatedProgram {
public:
  Progress run(Warp &, uint64_t) const override { return {}; }
  GroupProgress runGroup(llvm::ArrayRef<Warp *>,
                         llvm::MutableArrayRef<uint64_t>) const override {
    return {};
  }
  uint32_t nextEntry(uint32_t PC) const override { return PC + 1; }
  Coverage coverage() const override { return Coverage::Usual; }
};

/// Makes code in no time.
class NoTranslator final : public Translator {
public:
  explicit NoTranslator(bool AtOnce) : StartsAtOnce(AtOnce) {}

  std::unique_ptr<TranslatedProgram> translate(const Executable &,
                                               Coverage Wanted) const override {
    if (Time < LeastTime) {
      Time = LeastTime;
      return nullptr;
    }
    Made = Wanted;
    return std::make_unique<NoCode>();
  }
  Coverage firstCoverage() const override { return Coverage::Usual; }
  Coverage lastCoverage() const override { return Last; }
  bool startsAtOnce() const override { return StartsAtOnce; }
  uint64_t nanosecondsFor(const Executable &, Coverage Wanted) const override {
    ++Asked;
    if (Wanted == Coverage::Short)
      return std::max(Time, TimeForShort);
    return Wanted == Coverage::Complete ? std::max(Time, TimeForAll) : Time;
  }

  mutable unsigned Asked = 0;
  mutable Coverage Made = Coverage::Usual;
  Coverage Last = Coverage::Usual;
  mutable uint64_t Time = 0;
  uint64_t TimeForAll = 0, TimeForShort = 0;
  /// What it finds out when it starts.
  uint64_t LeastTime = 0;

private:
  const bool StartsAtOnce;
};

} // namespace heddle::sm::test

#endif // HEDDLE_UNITTESTS_SM_NOTRANSLATOR_H
