//===- VectorsTest.cpp - Encodings of independent provenance --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tool.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>
#include <map>

using namespace llvm;
using namespace heddle::test;

namespace {
struct Row {
  uint64_t Word;
  std::string Text;
  std::string Chip;
};

struct Vectors {
  /// Rows of two words: long, immediate and control instructions.
  std::vector<Row> Long;
  /// Rows of one word. Their text here says so, as that of a long form may be
  /// the same.
  std::vector<Row> Short;
};

Vectors readVectors() {
  auto File = MemoryBuffer::getFile(HEDDLE_TEST_INPUTS "/encoding-vectors.tsv");
  Vectors Rows;
  if (!File)
    return Rows;
  SmallVector<StringRef, 0> Lines;
  (*File)->getBuffer().split(Lines, '\n');
  for (StringRef Line : Lines) {
    SmallVector<StringRef, 3> Columns;
    Line.split(Columns, '\t');
    auto [W0, W1] = Columns[0].split(' ');
    uint64_t Low, High = 0;
    if (Line.starts_with("#") || W0.getAsInteger(16, Low) ||
        (!W1.empty() && W1.getAsInteger(16, High)))
      continue;
    StringRef Chip = Columns.size() > 2 ? Columns[2] : "";
    (W1.empty() ? Rows.Short : Rows.Long)
        .push_back({Low | High << 32,
                    (W1.empty() ? "short " : "") + Columns[1].str(),
                    Chip.empty() ? "gt200" : Chip.str()});
  }
  return Rows;
}

std::vector<Row> allRows() {
  Vectors All = readVectors();
  All.Long.insert(All.Long.end(), All.Short.begin(), All.Short.end());
  return All.Long;
}

TEST(Vectors, AreThere) {
  Vectors All = readVectors();
  EXPECT_EQ(All.Long.size(), 270u);
  EXPECT_EQ(All.Short.size(), 29u);
  // The lowest bit tells the sizes apart.
  for (const Row &R : All.Long)
    EXPECT_EQ(R.Word & 1, 1u) << R.Text;
  for (const Row &R : All.Short)
    EXPECT_EQ(R.Word & 1, 0u) << R.Text;
}

TEST(Vectors, Assemble) {
  std::map<std::string, Tool> Tools;
  for (const Row &R : allRows()) {
    Tool &Chip = Tools.try_emplace(R.Chip, R.Chip).first->second;
    Tool::Assembled A = Chip.assemble(R.Text);
    EXPECT_EQ(A.Error, "") << R.Text;
    ASSERT_EQ(A.Words.size(), 1u) << R.Text;
    EXPECT_EQ(A.Words[0], R.Word) << R.Text;
  }
}

TEST(Vectors, Disassemble) {
  std::map<std::string, Tool> Tools;
  for (const Row &R : allRows()) {
    Tool &Chip = Tools.try_emplace(R.Chip, R.Chip).first->second;
    std::string Reason;
    std::optional<MCInst> Inst = Chip.decode(R.Word, &Reason);
    ASSERT_TRUE(Inst) << R.Text << ": " << Reason;
    EXPECT_EQ(Chip.print(*Inst), R.Text);
  }
}

// What g80 refuses it refuses in both directions, naming the same chip.
TEST(Vectors, OlderChipsRefuse) {
  Tool G80("g80");
  unsigned Refused = 0;
  for (const Row &R : allRows()) {
    std::string Reason;
    if (G80.decode(R.Word, &Reason))
      continue;
    ++Refused;
    StringRef Chip = StringRef(Reason).rsplit(' ').second;
    EXPECT_TRUE(Chip == "g84" || Chip == "gt215" || Chip == "gt200") << Reason;
    Tool::Assembled A = G80.assemble(R.Text);
    EXPECT_TRUE(A.Words.empty()) << R.Text;
    EXPECT_EQ(StringRef(A.Error).rsplit(' ').second, Chip) << R.Text;
  }
  EXPECT_GT(Refused, 40u);
}
} // namespace
