//===- MeasuredForm.h - Operands of measured instructions -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operands of the measurements in Inputs/h200-styles.txt, made anew. Each
/// block of operands has one of eight styles, in turn, which tell rules of
/// summation apart.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_MATRIX_MEASUREDFORM_H
#define HEDDLE_UNITTESTS_MATRIX_MEASUREDFORM_H

#include "heddle/Matrix/DotProduct.h"
#include "heddle/Support/SplitMix64.h"
#include <string>
#include <vector>

namespace heddle::matrix::test {

enum class Style : uint8_t {
  NearOne,
  AllExponents,
  Spread,
  Subnormal,
  FewTerms,
  Specials,
  NearOneCancelling,
  SpreadCancelling,
};

/// "mma.sp m16n8k32 f16 f32": an instruction, its shape, the types of A, of B
/// where that is another, and of C.
struct MeasuredForm {
  std::string Name;
  DotForm Form;
  bool IsSparse = false;
  unsigned Rows = 16, K = 0;

  static constexpr unsigned Columns = 8;
  unsigned kept() const { return IsSparse ? K / 2 : K; }
};

std::optional<MeasuredForm> parseMeasuredForm(llvm::StringRef Name);

/// The matrices of one launch, row by row; B by column.
struct Block {
  std::vector<std::vector<uint64_t>> A, B, C;
  /// A word for each lane.
  std::vector<uint32_t> Metadata;
};

/// The blocks of \p F, one after the other.
class BlockMaker {
public:
  explicit BlockMaker(const MeasuredForm &Form);

  Block next();

private:
  uint64_t value(ElementType T, Style S, int Scale);
  std::vector<std::vector<uint64_t>> matrix(ElementType T, Style S, int Scale,
                                            unsigned Rows, unsigned Columns);
  void cancel(Block &M);
  std::vector<uint32_t> metadata();

  const MeasuredForm &F;
  SplitMix64 Random;
  unsigned Count = 0;
};

} // namespace heddle::matrix::test

#endif // HEDDLE_UNITTESTS_MATRIX_MEASUREDFORM_H
