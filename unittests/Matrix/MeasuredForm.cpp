//===- MeasuredForm.cpp - Operands of measured instructions ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasuredForm.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cassert>

namespace heddle::matrix::test {

namespace {

/// Fields of a float; those of TF32 begin at bit 13.
struct Fields {
  ElementType Type;
  int Exponent, Mantissa, Low;
};

constexpr Fields Floats[] = {
    {ElementType::F16, 5, 10, 0},   {ElementType::BF16, 8, 7, 0},
    {ElementType::TF32, 8, 10, 13}, {ElementType::F32, 8, 23, 0},
    {ElementType::E4M3, 4, 3, 0},   {ElementType::E5M2, 5, 2, 0}};

} // namespace

static const Fields &fieldsOf(ElementType T) {
  const Fields *F = std::find_if(std::begin(Floats), std::end(Floats),
                                 [T](const Fields &E) { return E.Type == T; });
  assert(F != std::end(Floats) && "not measured");
  return *F;
}

static std::optional<MatrixUnit> unitOf(llvm::StringRef Instruction) {
  if (Instruction == "mma")
    return Mma;
  if (Instruction == "wgmma")
    return Wgmma;
  return std::nullopt;
}

std::optional<MeasuredForm> parseMeasuredForm(llvm::StringRef Name) {
  MeasuredForm F;
  F.Name = Name.str();
  const bool Saturates = Name.consume_back(".satfinite");
  llvm::SmallVector<llvm::StringRef, 5> Words;
  Name.split(Words, ' ');
  if (Words.size() < 4)
    return std::nullopt;
  F.IsSparse = Words[0].consume_back(".sp");
  std::optional<MatrixUnit> Unit = unitOf(Words[0]);
  unsigned Columns;
  if (!Words[1].consume_front("m") || Words[1].consumeInteger(10, F.Rows) ||
      !Words[1].consume_front("n") || Words[1].consumeInteger(10, Columns) ||
      !Words[1].consume_front("k") || Words[1].getAsInteger(10, F.K))
    return std::nullopt;
  std::optional<ElementType> A = findElementType(Words[2]),
                             B = findElementType(Words[Words.size() - 2]),
                             C = findElementType(Words.back());
  if (!Unit || !A || !B || !C || Columns != MeasuredForm::Columns)
    return std::nullopt;
  std::optional<DotForm> Form = dotForm(90, *Unit, *A, *B, *C);
  if (!Form)
    return std::nullopt;
  F.Form = *Form;
  F.Form.Saturates = Saturates;
  return F;
}

/// The first eight characters of the name, the first one lowest.
static uint64_t seedOf(llvm::StringRef Name) {
  uint64_t Seed = 0;
  for (unsigned I = 0; I != 8; ++I)
    Seed |= uint64_t(uint8_t(Name[I])) << 8 * I;
  return Seed;
}

BlockMaker::BlockMaker(const MeasuredForm &Form)
    : F(Form), Random(seedOf(Form.Name)) {}

/// A biased exponent; \p Draw has 16 random bits.
static int exponentOf(Style S, int Draw, int Scale, int Bias, int Last,
                      int Top) {
  switch (S) {
  case Style::NearOne:
  case Style::NearOneCancelling:
    return Bias + Draw % 5 - 2;
  case Style::AllExponents:
    return Draw % (Last + 1);
  case Style::Spread:
  case Style::SpreadCancelling:
    return Bias + Scale * (Draw % 25 - 12);
  case Style::Subnormal:
    return Scale == 1 ? Draw % 3 : std::max(0, Bias - 48 + Draw % 48);
  case Style::FewTerms:
    return Bias + Scale * (Draw / 4 % 25 - 12);
  case Style::Specials:
    return Draw % 64 == 0 ? Top : Bias + Draw % 3 - 1;
  }
  llvm_unreachable("covered switch");
}

/// An element; \p Scale 2 spreads the exponents of accumulators.
uint64_t BlockMaker::value(ElementType T, Style S, int Scale) {
  const uint64_t Bits = Random.next();
  if (isInteger(T)) {
    bool IsZero = S == Style::FewTerms && Bits >> 60 >= 4;
    return IsZero ? 0 : Bits & ((uint64_t(1) << elementBits(T)) - 1);
  }
  const Fields &L = fieldsOf(T);
  const int Bias = (1 << (L.Exponent - 1)) - 1, Top = (1 << L.Exponent) - 1;
  const int Last = T == ElementType::E4M3 ? Top : Top - 1;
  const int Draw = int(Bits >> 32 & 0xffff);
  uint64_t Mantissa = Bits & ((uint64_t(1) << L.Mantissa) - 1);
  if (S == Style::FewTerms && Draw & 3)
    return 0;
  if (S == Style::Specials && Draw % 64 == 0 && Draw % 192)
    Mantissa = 0;
  int Exponent = exponentOf(S, Draw, Scale, Bias, Last, Top);
  Exponent = std::clamp(Exponent, 0, S == Style::Specials ? Top : Last);
  if (T == ElementType::E4M3 && S != Style::Specials && Exponent == Top &&
      Mantissa == 7)
    Mantissa = 6;
  uint64_t Result = (Bits >> 63) << (elementBits(T) - 1) |
                    uint64_t(Exponent) << (L.Mantissa + L.Low) |
                    Mantissa << L.Low;
  // The unit drops what lies below a TF32.
  return Result | (Bits >> 24 & ((uint64_t(1) << L.Low) - 1));
}

std::vector<std::vector<uint64_t>> BlockMaker::matrix(ElementType T, Style S,
                                                      int Scale, unsigned Rows,
                                                      unsigned Columns) {
  std::vector<std::vector<uint64_t>> M(Rows, std::vector<uint64_t>(Columns));
  for (std::vector<uint64_t> &Row : M)
    for (uint64_t &V : Row)
      V = value(T, S, Scale);
  return M;
}

/// Makes pairs of terms that cancel, exactly or but for one bit of B.
void BlockMaker::cancel(Block &M) {
  const unsigned Terms = F.kept();
  std::vector<std::pair<uint64_t, unsigned>> Order(Terms);
  for (unsigned I = 0; I != Terms; ++I)
    Order[I] = {Random.next(), I};
  std::sort(Order.begin(), Order.end());
  const unsigned Pairs = std::min(Terms * 3 / 8, Terms / 2);
  for (unsigned I = 0; I != Pairs; ++I) {
    unsigned X = Order[2 * I].second, Y = Order[2 * I + 1].second;
    uint64_t Flip = (Random.next() & 1) << fieldsOf(F.Form.B).Low;
    for (std::vector<uint64_t> &Row : M.A)
      Row[Y] = Row[X] ^ uint64_t(1) << (elementBits(F.Form.A) - 1);
    for (unsigned C = 0; C != MeasuredForm::Columns; ++C)
      M.B[Y][C] = M.B[X][C] ^ Flip;
  }
}

std::vector<uint32_t> BlockMaker::metadata() {
  static constexpr uint32_t Wide[] = {4, 14}, All[] = {4, 8, 9, 12, 13, 14};
  llvm::ArrayRef<uint32_t> Legal = All;
  if (F.Form.A == ElementType::TF32)
    Legal = Wide;
  std::vector<uint32_t> Words(2 * F.Rows);
  for (uint32_t &W : Words) {
    uint64_t Bits = Random.next();
    for (unsigned I = 0; I != 8; ++I)
      W |= Legal[(Bits >> 8 * I & 255) % Legal.size()] << 4 * I;
  }
  return Words;
}

Block BlockMaker::next() {
  const Style S = Style(Count++ % 8);
  Block M;
  M.A = matrix(F.Form.A, S, 1, F.Rows, F.kept());
  M.B = matrix(F.Form.B, S, 1, F.K, MeasuredForm::Columns);
  M.C = matrix(F.Form.C, S, 2, F.Rows, MeasuredForm::Columns);
  if (S >= Style::NearOneCancelling && isFloat(F.Form.A))
    cancel(M);
  if (F.IsSparse)
    M.Metadata = metadata();
  return M;
}

} // namespace heddle::matrix::test
