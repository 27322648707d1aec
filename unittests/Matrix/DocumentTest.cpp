//===- DocumentTest.cpp - The documented table of sums --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/SumRule.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace heddle::matrix;

namespace {

constexpr std::pair<MatrixUnit, const char *> Units[] = {{Quad, "m8n8k4"},
                                                         {Mma, "mma"},
                                                         {Wmma, "wmma"},
                                                         {Wgmma, "wgmma"},
                                                         {Tcgen05, "tcgen05"}};

std::string unitsOf(const SumRule &R) {
  std::string Names;
  for (auto [Unit, Name] : Units)
    if (R.Units & Unit)
      Names += (Names.empty() ? "" : ", ") + std::string(Name);
  return Names;
}

std::string numberOrDash(unsigned N) { return N ? std::to_string(N) : "–"; }

/// The row of docs/tensor.md.
std::string rowOf(const SumRule &R) {
  std::string Chips = "sm_" + std::to_string(R.FirstChip);
  if (R.LastChip != R.FirstChip)
    Chips += "–" + std::to_string(R.LastChip);
  std::string Row = "|";
  for (const std::string &Cell :
       {Chips, unitsOf(R), inputClassName(R.Inputs).str(),
        sumMethodName(R.Method).str(), numberOrDash(R.Terms),
        numberOrDash(R.FractionBits), numberOrDash(R.KeptBits),
        gradeName(R.Source).str()})
    Row += " " + Cell + " |";
  return Row;
}

/// The rows below the heading of the table.
std::vector<std::string> documentedRows() {
  auto File = llvm::MemoryBuffer::getFile(HEDDLE_DOCS "/tensor.md");
  EXPECT_TRUE(bool(File));
  std::vector<std::string> Rows;
  if (!File)
    return Rows;
  llvm::StringRef Rest = (*File)->getBuffer().split("\n## The table\n").second;
  Rest = Rest.split("|---|\n").second;
  while (Rest.starts_with("|")) {
    auto [Line, Below] = Rest.split('\n');
    Rows.push_back(Line.str());
    Rest = Below;
  }
  return Rows;
}

TEST(Document, HasTheRules) {
  std::vector<std::string> Expected;
  for (const SumRule &R : sumRules())
    Expected.push_back(rowOf(R));
  EXPECT_EQ(documentedRows(), Expected);
}

TEST(Rules, DoNotOverlap) {
  llvm::ArrayRef<SumRule> All = sumRules();
  for (size_t I = 0; I != All.size(); ++I)
    for (size_t J = I + 1; J != All.size(); ++J)
      EXPECT_FALSE(All[I].Inputs == All[J].Inputs &&
                   All[I].Units & All[J].Units &&
                   All[I].FirstChip <= All[J].LastChip &&
                   All[J].FirstChip <= All[I].LastChip)
          << rowOf(All[I]) << " and " << rowOf(All[J]);
}

} // namespace
