//===- DetailsTest.cpp - Details of sums as silicon makes them ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/DotProduct.h"
#include "heddle/Matrix/SparseSelection.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

using namespace heddle::matrix;

namespace {

struct SparseForm {
  unsigned K, Selector;
};

struct Group {
  DotForm Form;
  std::optional<SparseForm> Sparse;
};

MatrixUnit unitOf(llvm::StringRef Name) {
  if (Name == "quad")
    return Quad;
  if (Name == "wmma")
    return Wmma;
  return Name == "wgmma" ? Wgmma : Mma;
}

using Words = llvm::SmallVector<llvm::StringRef, 8>;

/// Of the words behind "form".
std::optional<Group> parseGroup(llvm::ArrayRef<llvm::StringRef> W) {
  std::optional<ElementType> A = findElementType(W[1]),
                             B = findElementType(W[2]),
                             C = findElementType(W[3]);
  if (!A || !B || !C)
    return std::nullopt;
  std::optional<DotForm> F = dotForm(90, unitOf(W[0]), *A, *B, *C);
  if (!F)
    return std::nullopt;
  Group G = {*F, std::nullopt};
  for (W = W.drop_front(4); !W.empty(); W = W.drop_front()) {
    if (W[0] == "satfinite") {
      G.Form.Saturates = true;
    } else if (W[0] == "and") {
      G.Form.IsAnd = true;
    } else if (W[0] == "rm") {
      G.Form.Rounding = llvm::RoundingMode::TowardNegative;
    } else {
      SparseForm S;
      if (W[0] != "sparse" || W.size() != 3 || W[1].getAsInteger(10, S.K) ||
          W[2].getAsInteger(10, S.Selector))
        return std::nullopt;
      G.Sparse = S;
      break;
    }
  }
  return G;
}

uint64_t hexadecimal(llvm::StringRef Digits) {
  uint64_t V = 0;
  EXPECT_FALSE(Digits.getAsInteger(16, V)) << Digits.str();
  return V;
}

/// Elements of \p T one behind the other; of B1, too, each is a digit.
std::vector<uint64_t> elements(ElementType T, llvm::StringRef Digits) {
  const unsigned Each = std::max(1u, elementBits(T) / 4);
  std::vector<uint64_t> E;
  for (; !Digits.empty(); Digits = Digits.drop_front(Each))
    E.push_back(hexadecimal(Digits.take_front(Each)));
  return E;
}

/// Checks one line of results.
void checkSum(const Group &G, llvm::ArrayRef<llvm::StringRef> W) {
  unsigned Row = 0;
  std::vector<uint32_t> Metadata(32);
  if (G.Sparse) {
    ASSERT_FALSE(W[0].getAsInteger(10, Row));
    for (unsigned I = 0; I != 4; ++I)
      Metadata[4 * (Row % 8) + I] = uint32_t(hexadecimal(W[1 + I]));
    W = W.drop_front(5);
  }
  ASSERT_EQ(W.size(), 4u);
  std::vector<uint64_t> A = elements(G.Form.A, W[1]),
                        B = elements(G.Form.B, W[2]);
  if (G.Sparse) {
    ASSERT_EQ(B.size(), G.Sparse->K);
    auto Kept = keptElements(G.Form.A, Row, G.Sparse->Selector, Metadata, B);
    B.assign(Kept.begin(), Kept.end());
  }
  ASSERT_EQ(A.size(), B.size());
  EXPECT_EQ(dotProduct(G.Form, A, B, hexadecimal(W[0])), hexadecimal(W[3]));
}

/// HEDDLE_MATRIX_DETAILS names another file, which may have more.
TEST(Measured, Details) {
  const char *Path = std::getenv("HEDDLE_MATRIX_DETAILS");
  auto File = llvm::MemoryBuffer::getFile(
      Path ? Path : HEDDLE_TEST_INPUTS "/h200-details.txt");
  ASSERT_TRUE(bool(File)) << "no file of results";
  llvm::SmallVector<llvm::StringRef, 0> Lines;
  (*File)->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
  std::optional<Group> G;
  unsigned Sums = 0;
  for (size_t I = 0; I != Lines.size(); ++I) {
    if (Lines[I].starts_with("#"))
      continue;
    SCOPED_TRACE("line " + std::to_string(I + 1));
    Words W;
    Lines[I].split(W, ' ');
    if (W[0] == "form") {
      G = parseGroup(llvm::ArrayRef(W).drop_front());
      ASSERT_TRUE(G);
      continue;
    }
    checkSum(*G, W);
    ++Sums;
  }
  EXPECT_GE(Sums, 381u);
}

} // namespace
