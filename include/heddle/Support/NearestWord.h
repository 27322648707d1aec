//===- NearestWord.h - What a misspelt word stands for ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For "did you mean": options, fields of jobs, names of warnings. PTX has
/// rules of its own, lib/PTXParser/NearestName.h.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_NEARESTWORD_H
#define HEDDLE_SUPPORT_NEARESTWORD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace heddle {

/// The first of \p Known that is nearest to \p Word, or an empty string when
/// all of them are other words rather than slips.
llvm::StringRef nearestWord(llvm::StringRef Word,
                            llvm::ArrayRef<llvm::StringRef> Known);

/// \p Number with the digits that its letters look like: "2O" is "20", "l3" is
/// "13".
std::string digitsForLetters(llvm::StringRef Number);

} // namespace heddle

#endif // HEDDLE_SUPPORT_NEARESTWORD_H
