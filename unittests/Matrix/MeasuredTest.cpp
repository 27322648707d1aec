//===- MeasuredTest.cpp - Sums as silicon makes them ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasuredForm.h"
#include "heddle/Matrix/SparseSelection.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace heddle::matrix;
using namespace heddle::matrix::test;

namespace {

/// Results of a form, every Step-th one.
struct Measurement {
  MeasuredForm Form;
  unsigned Step = 1;
  std::vector<uint64_t> Results;
};

/// Reads "step N", and for each form a line "form NAME" and lines of results in
/// hexadecimal digits, 8 each, or 4 of f16. "#" begins a comment.
std::vector<Measurement> readMeasurements(llvm::StringRef Text) {
  std::vector<Measurement> All;
  unsigned Step = 1;
  llvm::SmallVector<llvm::StringRef, 0> Lines;
  Text.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines) {
    if (Line.starts_with("#"))
      continue;
    if (Line.consume_front("step ")) {
      EXPECT_FALSE(Line.getAsInteger(10, Step)) << Line.str();
      continue;
    }
    if (Line.consume_front("form ")) {
      std::optional<MeasuredForm> F = parseMeasuredForm(Line);
      EXPECT_TRUE(F) << Line.str();
      if (!F)
        return {};
      All.push_back({*F, Step, {}});
      continue;
    }
    unsigned Digits = elementBits(All.back().Form.Form.D) / 4;
    for (; !Line.empty(); Line = Line.drop_front(Digits)) {
      uint64_t V;
      EXPECT_FALSE(Line.take_front(Digits).getAsInteger(16, V)) << Line.str();
      All.back().Results.push_back(V);
    }
  }
  return All;
}

/// Operands of result \p Index of a block, as the lanes of its warps hold them:
/// four results a lane.
struct Operands {
  std::vector<uint64_t> A, B;
  uint64_t C;
};

Operands operandsOf(const MeasuredForm &F, const Block &M, unsigned Index) {
  unsigned Warp = Index / 128, Lane = Index / 4 % 32, I = Index % 4;
  unsigned Row = Lane / 4 + 8 * (I / 2), Column = 2 * (Lane % 4) + I % 2;
  Operands O;
  O.A = M.A[16 * Warp + Row];
  O.C = M.C[16 * Warp + Row][Column];
  for (unsigned K = 0; K != F.K; ++K)
    O.B.push_back(M.B[K][Column]);
  if (F.IsSparse) {
    auto Kept = keptElements(
        F.Form.A, Row, 0, llvm::ArrayRef(M.Metadata).slice(32 * Warp, 32), O.B);
    O.B.assign(Kept.begin(), Kept.end());
  }
  return O;
}

/// Differing results.
unsigned countDifferences(const Measurement &M) {
  const unsigned PerBlock = M.Form.Rows * MeasuredForm::Columns;
  BlockMaker Maker(M.Form);
  Block Current = Maker.next();
  unsigned Made = 1, Differences = 0;
  for (size_t I = 0; I != M.Results.size(); ++I) {
    unsigned Index = unsigned(I) * M.Step;
    for (; Made <= Index / PerBlock; ++Made)
      Current = Maker.next();
    Operands O = operandsOf(M.Form, Current, Index % PerBlock);
    uint64_t Ours = dotProduct(M.Form.Form, O.A, O.B, O.C);
    if (Ours != M.Results[I] && Differences++ == 0)
      ADD_FAILURE() << M.Form.Name << ": result " << Index << " is " << std::hex
                    << Ours << ", the chip has " << M.Results[I];
  }
  return Differences;
}

/// HEDDLE_MATRIX_RESULTS names another file, which may have all results.
TEST(Measured, EightStyles) {
  const char *Path = std::getenv("HEDDLE_MATRIX_RESULTS");
  auto File = llvm::MemoryBuffer::getFile(
      Path ? Path : HEDDLE_TEST_INPUTS "/h200-styles.txt");
  ASSERT_TRUE(bool(File)) << "no file of results";
  std::vector<Measurement> All = readMeasurements((*File)->getBuffer());
  EXPECT_EQ(All.size(), 45u);
  for (const Measurement &M : All) {
    unsigned Differences = countDifferences(M);
    EXPECT_EQ(Differences, 0u) << M.Form.Name;
    if (Path)
      llvm::outs() << M.Form.Name << ": " << Differences << " of "
                   << M.Results.size() << " differ\n";
  }
}

} // namespace
