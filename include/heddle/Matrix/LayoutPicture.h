//===- LayoutPicture.h - Pictures of fragments ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shows which lane has which element of an operand, from the rows of
/// Fragments.def.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_LAYOUTPICTURE_H
#define HEDDLE_MATRIX_LAYOUTPICTURE_H

#include "heddle/Matrix/FragmentLayout.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace heddle::matrix {

/// "mma.m16n8k16.b16.a"
std::string layoutName(const FragmentLayout &L);

/// Finds the operands of \p Name, which is an instruction and a shape, and
/// maybe a type: "mma.m16n8k16.f16" has those of 16 bits, and the accumulator.
/// A layoutName() has that operand alone.
std::vector<const FragmentLayout *> findLayouts(llvm::StringRef Name);

/// A table of rows and columns: in each place "lane:element".
std::string layoutText(const FragmentLayout &L);

/// The same tables as a picture, an operand beside the other, with a colour for
/// each lane of a group of eight.
std::string layoutSVG(llvm::ArrayRef<const FragmentLayout *> Operands);

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_LAYOUTPICTURE_H
