//===- Findings.h - What checkers found -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A finding is what is wrong with a kernel though the launch goes on. Equal
/// ones are counted, not repeated.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SANITIZE_FINDINGS_H
#define HEDDLE_SANITIZE_FINDINGS_H

#include "heddle/Machine/Fault.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace heddle::sanitize {

/// The mistake that a finding is about; "race-shared" names it in suppressions
/// and reports.
enum class Rule : uint8_t {
#define HEDDLE_RULE(ID, NAME, CHECK, TEXT) ID,
#include "heddle/Sanitize/Rules.def"
};

/// "race-shared"
llvm::StringRef ruleName(Rule R);
/// "race"
llvm::StringRef checkName(Rule R);
/// A sentence that says what the rule is about.
llvm::StringRef ruleText(Rule R);

/// An instruction, and the thread that executes it.
struct FindingSide {
  /// The PTX file; linked modules have several.
  std::string File;
  /// PTX place; Line 0 when there is none.
  uint32_t Line = 0, Column = 0;
  /// The places in the source, as of a fault.
  std::vector<sm::FaultSource> Sources;
  uint32_t PC = 0;
  std::string Instruction;
  std::array<uint32_t, 3> Thread = {0, 0, 0}, Block = {0, 0, 0};
  /// The side is a place at which nothing is executed; What describes the
  /// place.
  bool IsPlace = false;
  /// "write"
  std::string What;
  uint32_t Bytes = 0;
  /// "0x1 -> 0x2", "sees 0x1"; empty where nothing is known.
  std::string Values;
};

struct Finding {
  Rule TheRule = Rule();
  std::string Kernel;
  /// The file of the first side.
  std::string SourceName;
  /// One line, lower case, no full stop.
  std::string Message;
  /// "shared variable 'sums' + 128".
  std::string Place;
  /// A sentence that says what is missing.
  std::string Missing;
  /// First the one that brought it up, then the one that it collides with.
  std::vector<FindingSide> Sides;
  /// How often it was seen.
  uint64_t Count = 1;
};

/// Findings that nobody wants to hear of.
struct Suppression {
  /// A rule, or a check with all its rules.
  std::string What;
  /// PTX line of one of its sides; 0: any.
  uint32_t Line = 0;
};

/// Reads a file of suppressions, one a line: RULE, CHECK, and behind a colon a
/// PTX line; what follows # is a comment. Errors name \p Path and the line.
llvm::Expected<std::vector<Suppression>>
parseSuppressions(llvm::StringRef Path, llvm::StringRef Text);

/// Findings of a run, which may have several launches.
class Findings {
public:
  /// At most \p Max different ones are kept.
  explicit Findings(uint64_t Most, std::vector<Suppression> Unwanted = {})
      : Max(Most), Suppressed(std::move(Unwanted)) {}

  /// Adds a finding on the instructions at \p First and \p Second of \p Kernel,
  /// whose PTX lines are \p Lines. \p Make is called for the first of its kind.
  void add(Rule R, llvm::StringRef Kernel, uint32_t First, uint32_t Second,
           std::array<uint32_t, 2> Lines, llvm::function_ref<Finding()> Make);

  /// Findings added from here on are of another module, which may have kernels
  /// of the same names.
  void startModule(uint64_t Id) { Module = Id; }

  /// \p Fn is called by finish(): it may add what is known at the end only.
  void addLast(std::function<void()> Fn) { AtEnd.push_back(std::move(Fn)); }
  /// Must be called after the last launch.
  void finish();

  const std::vector<Finding> &list() const { return List; }
  bool empty() const { return List.empty() && !Dropped; }
  /// Different ones beyond the most that are kept.
  uint64_t dropped() const { return Dropped; }
  /// The rules of findings, new or repeated, since this was last asked.
  std::set<Rule> takeRecent() { return std::exchange(Recent, {}); }

private:
  using Key = std::tuple<uint64_t, Rule, std::string, uint32_t, uint32_t>;

  const uint64_t Max;
  uint64_t Module = 0;
  uint64_t Dropped = 0;
  const std::vector<Suppression> Suppressed;
  std::vector<Finding> List;
  std::vector<std::function<void()>> AtEnd;
  /// By key, the index in List; these two stand for findings that a suppression
  /// drops, and for those beyond the most that are kept.
  static constexpr size_t IsUnwanted = SIZE_MAX, IsBeyond = SIZE_MAX - 1;
  std::map<Key, size_t> Known;
  std::set<Rule> Recent;
};

/// FILE:LINE:COL: race: MESSAGE with its line, then the sides, and what is
/// missing.
std::string findingText(const Finding &F, sm::QuoteLineFn Quote);
llvm::json::Value findingJSON(const Finding &F);

/// {"schema": 1, "findings": [...]}
llvm::json::Value findingsJSON(const Findings &All);
/// A log in SARIF 2.1.0, with the faults of launches, too. Relative paths begin
/// at \p Folder.
llvm::json::Value findingsSARIF(const Findings &All,
                                llvm::ArrayRef<sm::Fault> Faults,
                                llvm::StringRef Folder);

} // namespace heddle::sanitize

#endif // HEDDLE_SANITIZE_FINDINGS_H
