//===- PrintLayout.cpp - Who holds which element --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintLayout.h"
#include "heddle/Matrix/LayoutPicture.h"

using namespace llvm;

namespace heddle {

Expected<std::string> layoutOf(StringRef What) {
  std::string Text;
  if (What == "list") {
    for (const matrix::FragmentLayout &L : matrix::fragmentLayouts())
      Text += matrix::layoutName(L) + "\n";
    return Text;
  }
  const bool IsPicture = What.consume_back(",svg");
  const auto Operands = matrix::findLayouts(What);
  if (Operands.empty())
    return createStringError("option '--print-layout' knows no '" + What +
                             "'; --print-layout=list has all names");
  if (IsPicture)
    return matrix::layoutSVG(Operands);
  for (const matrix::FragmentLayout *L : Operands)
    Text += (Text.empty() ? "" : "\n") + matrix::layoutText(*L);
  return Text;
}

} // namespace heddle
