//===- PTXHeader.cpp - What a PTX module says it is for -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PTXHeader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::driver {

/// Drops blanks and comments.
static StringRef skip(StringRef Text) {
  for (;;) {
    Text = Text.ltrim();
    if (Text.starts_with("//"))
      Text = Text.drop_front(std::min(Text.find('\n'), Text.size()));
    else if (Text.starts_with("/*"))
      Text = Text.drop_front(
          std::min(SaturatingAdd(Text.find("*/"), size_t(2)), Text.size()));
    else
      return Text;
  }
}

PTXHeader readPTXHeader(StringRef Text) {
  PTXHeader H;
  Text = skip(Text);
  unsigned Major = 0, Minor = 0;
  if (!Text.consume_front(".version"))
    return H;
  Text = skip(Text);
  if (Text.consumeInteger(10, Major) || !Text.consume_front(".") ||
      Text.consumeInteger(10, Minor))
    return H;
  H.Version = Major * 10 + Minor;
  Text = skip(Text);
  if (!Text.consume_front(".target"))
    return H;
  Text = skip(Text);
  if (!Text.consume_front("sm_") && !Text.consume_front("compute_"))
    return H;
  if (Text.consumeInteger(10, H.Capability))
    return H;
  H.IsExact = Text.starts_with("a");
  H.IsFamily = Text.starts_with("f");
  return H;
}

bool PTXHeader::runsOn(unsigned Device) const {
  if (IsExact)
    return Capability == Device;
  if (IsFamily)
    return Capability / 10 == Device / 10 && Capability <= Device;
  return Capability <= Device;
}

} // namespace heddle::driver
