//===- SumRule.cpp - How each chip adds products --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/SumRule.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

namespace heddle::matrix {

static constexpr SumRule Rules[] = {
#define HEDDLE_SUM_RULE(FIRST, LAST, UNITS, CLASS, METHOD, TERMS, FRACTION,    \
                        KEPT, GRADE)                                           \
  {FIRST, LAST,     UNITS, InputClass::CLASS, SumMethod::METHOD,               \
   TERMS, FRACTION, KEPT,  Grade::GRADE},
#include "heddle/Matrix/SumRules.def"
};

llvm::ArrayRef<SumRule> sumRules() { return Rules; }

llvm::StringRef inputClassName(InputClass C) {
  switch (C) {
  case InputClass::F16:
    return "f16";
  case InputClass::BF16:
    return "bf16";
  case InputClass::TF32:
    return "tf32";
  case InputClass::F8:
    return "f8";
  case InputClass::F6F4:
    return "f6, f4";
  case InputClass::MXF8:
    return "mxf8f6f4";
  case InputClass::MXF4:
    return "mxf4";
  case InputClass::F64:
    return "f64";
  case InputClass::I8:
    return "s8, u8";
  case InputClass::I4:
    return "s4, u4";
  case InputClass::B1:
    return "b1";
  }
  llvm_unreachable("covered switch");
}

llvm::StringRef sumMethodName(SumMethod M) {
  switch (M) {
  case SumMethod::Fused:
    return "fused";
  case SumMethod::ThroughF16:
    return "through f16";
  case SumMethod::FmaChain:
    return "fma of f32";
  case SumMethod::DoubleChain:
    return "fma of f64";
  case SumMethod::Scaled:
    return "scaled";
  case SumMethod::ScaledGroups:
    return "scaled groups";
  case SumMethod::Integer:
    return "exact";
  case SumMethod::Bits:
    return "counted";
  }
  llvm_unreachable("covered switch");
}

llvm::StringRef gradeName(Grade G) {
  switch (G) {
  case Grade::Measured:
    return "S";
  case Grade::Published:
    return "P";
  case Grade::Assembler:
    return "O";
  case Grade::Manual:
    return "M";
  }
  llvm_unreachable("covered switch");
}

/// The class of two elements \p T; nothing of accumulators and scale factors.
static std::optional<InputClass> classOf(ElementType T) {
  switch (T) {
  case ElementType::F16:
    return InputClass::F16;
  case ElementType::BF16:
    return InputClass::BF16;
  case ElementType::TF32:
    return InputClass::TF32;
  case ElementType::F64:
    return InputClass::F64;
  case ElementType::E4M3:
  case ElementType::E5M2:
    return InputClass::F8;
  case ElementType::E3M2:
  case ElementType::E2M3:
  case ElementType::E2M1:
    return InputClass::F6F4;
  case ElementType::S8:
  case ElementType::U8:
    return InputClass::I8;
  case ElementType::S4:
  case ElementType::U4:
    return InputClass::I4;
  case ElementType::B1:
    return InputClass::B1;
  case ElementType::F32:
  case ElementType::S32:
  case ElementType::UE8M0:
  case ElementType::UE4M3:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

std::optional<InputClass> inputClassOf(ElementType A, ElementType B) {
  std::optional<InputClass> Left = classOf(A), Right = classOf(B);
  if (!Left || !Right)
    return std::nullopt;
  auto IsNarrow = [](InputClass C) {
    return C == InputClass::F8 || C == InputClass::F6F4;
  };
  if (IsNarrow(*Left) && IsNarrow(*Right))
    return std::max(*Left, *Right);
  return *Left == *Right ? Left : std::nullopt;
}

const SumRule *findSumRule(unsigned Chip, MatrixUnit Unit, InputClass Inputs) {
  for (const SumRule &R : Rules)
    if (R.FirstChip <= Chip && Chip <= R.LastChip && R.Units & Unit &&
        R.Inputs == Inputs)
      return &R;
  return nullptr;
}

} // namespace heddle::matrix
