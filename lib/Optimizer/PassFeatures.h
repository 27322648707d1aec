//===- PassFeatures.h - Which pass makes up for what ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The column FEATURE of Passes.def by the type of the pass.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OPTIMIZER_PASSFEATURES_H
#define HEDDLE_LIB_OPTIMIZER_PASSFEATURES_H

#include "heddle/ABI/Chips.h"
#include "heddle/Optimizer/Passes.h"
#include <optional>

namespace heddle {

/// The feature for whose absence \p PassT makes up; nothing for passes that are
/// not ours or that every chip needs.
template <typename PassT> constexpr std::optional<abi::Feature> lackOf() {
  using namespace abi::features;
  [[maybe_unused]] constexpr std::nullopt_t Always = std::nullopt;
#define HEDDLE_MODULE_PASS(NAME, CONSTRUCTOR, FEATURE, SUMMARY)                \
  if constexpr (std::is_same_v<PassT, decltype(CONSTRUCTOR)>)                  \
    return FEATURE;
#define HEDDLE_FUNCTION_PASS(NAME, CONSTRUCTOR, FEATURE, SUMMARY)              \
  if constexpr (std::is_same_v<PassT, decltype(CONSTRUCTOR)>)                  \
    return FEATURE;
#include "Passes.def"
  return std::nullopt;
}

} // namespace heddle

#endif // HEDDLE_LIB_OPTIMIZER_PASSFEATURES_H
