//===- Requests.cpp - Values of ptx-run's options -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Requests.h"

using namespace llvm;

namespace heddle {
namespace {

Error malformed(StringRef Option, StringRef Text, StringRef Form) {
  return createStringError("option '--" + Option + "' takes " + Form +
                           ", not '" + Text + "'");
}

} // namespace

Expected<sm::Dim3> parseDim(StringRef Name, StringRef Text) {
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ',');
  sm::Dim3 D;
  uint32_t *Fields[] = {&D.X, &D.Y, &D.Z};
  bool Ok = Parts.size() <= 3;
  for (size_t I = 0; Ok && I != Parts.size(); ++I)
    Ok = !Parts[I].getAsInteger(10, *Fields[I]);
  if (!Ok)
    return malformed(Name, Text, "X[,Y[,Z]]");
  return D;
}

Expected<PrintRequest> parsePrint(StringRef Text) {
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ':');
  PrintRequest R;
  bool Ok = Parts.size() <= 3 && !Parts[0].getAsInteger(10, R.Parameter);
  if (Ok && Parts.size() > 1) {
    R.Type = runtime::parseElementType(Parts[1]);
    Ok = R.Type.has_value();
  }
  if (Ok && Parts.size() > 2)
    Ok = !Parts[2].getAsInteger(10, R.Count);
  if (!Ok)
    return malformed("print", Text, "INDEX[:TYPE[:N]]");
  return R;
}

Expected<OutRequest> parseOut(StringRef Text) {
  auto [Index, Path] = Text.split(':');
  OutRequest R;
  R.Path = Path.str();
  if (Index.getAsInteger(10, R.Parameter) || Path.empty())
    return malformed("out", Text, "INDEX:FILE");
  return R;
}

Expected<ExpectRequest> parseExpect(StringRef Text) {
  constexpr char Form[] = "INDEX:FILE[:TYPE[:TOL]]";
  auto [Index, Rest] = Text.split(':');
  SmallVector<StringRef, 3> Parts;
  Rest.split(Parts, ':');
  ExpectRequest R;
  R.Path = Parts[0].str();
  if (Index.getAsInteger(10, R.Parameter) || R.Path.empty() || Parts.size() > 3)
    return malformed("expect", Text, Form);
  if (Parts.size() > 1) {
    std::optional<runtime::ElementType> Type =
        runtime::parseElementType(Parts[1]);
    if (!Type)
      return malformed("expect", Text, Form);
    R.Rule.Type = *Type;
  }
  if (Parts.size() > 2) {
    R.Rule.Rule = runtime::CompareRule::Near;
    if (Parts[2].getAsDouble(R.Rule.Tolerance) || R.Rule.Tolerance < 0)
      return malformed("expect", Text, Form);
  }
  return R;
}

} // namespace heddle
