//===- PassRecorder.h - What each pass left behind --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps, for each function, its text behind each pass that changed it, with
/// the line of the PTX that each line is from. Lines that are the same anywhere
/// are kept once.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXPLAIN_PASSRECORDER_H
#define HEDDLE_EXPLAIN_PASSRECORDER_H

#include "heddle/Support/PassObserver.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::explain {

struct TextLine {
  /// Index in PassRecorder::texts().
  uint32_t Text = 0;
  /// Line of the PTX; 0: none.
  uint32_t Place = 0;

  bool operator==(const TextLine &L) const = default;
};

struct Counts {
  unsigned Instructions = 0, Loads = 0, Stores = 0;
  /// Most registers of 32 bits that are live at once; none where counting takes
  /// too long.
  std::optional<unsigned> Registers;
};

/// A function behind a pass.
struct Step {
  enum StageType : uint8_t { Optimizer, CodeGenIR, MachineCode };
  std::string Pass;
  StageType Stage = Optimizer;
  /// Number of the code generation, for the latter two.
  unsigned Generation = 0;
  bool HasChanged = false;
  /// Registers are virtual ones; of machine code.
  bool IsBeforeAllocation = false;
  /// As the last pass left it where this one changed nothing.
  Counts Has;
  /// Empty where nothing has changed.
  std::vector<TextLine> Lines;
};

class PassRecorder final : public PassObserver {
public:
  void afterPass(llvm::StringRef Pass, llvm::Function &F) override;
  void afterPass(llvm::StringRef Pass, const llvm::MachineFunction &F) override;
  void afterIdlePass(llvm::StringRef Pass, llvm::Function &F) override;
  unsigned startGeneration() override;
  void keepGeneration(unsigned Number) override { Kept = Number; }

  /// Returns the steps that led to the final code.
  std::vector<const Step *> stepsOf(llvm::StringRef Function) const;
  /// In the order in which they were first seen.
  const std::vector<std::string> &functions() const { return Names; }
  const std::vector<std::string> &texts() const { return Texts; }

private:
  struct History {
    std::vector<Step> Steps;
    /// The last texts of the IR and of the machine code.
    std::vector<TextLine> LastOf[2];
    uint64_t LastHash[2] = {0, 0};
    Counts LastCounts[2];
  };
  uint32_t number(llvm::StringRef Text);
  /// The lines of an instruction, which \p Print prints unless one of \p Hash
  /// has been. Those of IR are shown without metadata.
  llvm::ArrayRef<uint32_t>
  linesOf(uint64_t Hash, bool IsIR,
          llvm::function_ref<void(llvm::raw_ostream &)> Print);
  /// Adds a step where the code is as it was, by its hash. Otherwise its text
  /// is to be added, and the hash is kept.
  bool addUnchanged(llvm::StringRef Function, const Step &S, uint64_t Hash);
  void add(llvm::StringRef Function, Step S, std::vector<TextLine> Lines,
           llvm::function_ref<Counts()> Count);

  Step stepOfIR(llvm::StringRef Pass) const;
  History &historyOf(llvm::StringRef Function);

  /// By place in Names.
  std::vector<History> Histories;
  std::vector<std::string> Names;
  llvm::StringMap<size_t> Places;
  llvm::StringMap<uint32_t> Numbers;
  std::vector<std::string> Texts;
  /// By the hashes of instructions, where their lines are in KnownLines; most
  /// have one, and a kernel many instructions.
  struct LineRange {
    uint32_t First, Count;
  };
  llvm::DenseMap<uint64_t, LineRange> Known;
  std::vector<uint32_t> KnownLines;
  unsigned Generation = 0, Kept = 0;
  /// The number of values that were given a name.
  unsigned NumNamed = 0;
};

} // namespace heddle::explain

#endif // HEDDLE_EXPLAIN_PASSRECORDER_H
