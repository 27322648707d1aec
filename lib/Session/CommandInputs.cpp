//===- CommandInputs.cpp - Options with what a launch is given ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Session/LaunchInputs.h"
#include "heddle/Support/CommandLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace heddle::session {

static Expected<VariableInput> parseVariable(StringRef Text) {
  auto [Symbol, Value] = Text.split('=');
  if (Symbol.empty() || !Text.contains('='))
    return malformedValue("set", Text, "SYMBOL=ARG, as in gain=f32=0.5");
  Expected<runtime::Argument> A = runtime::parseArgument(Value);
  if (!A)
    return A.takeError();
  return VariableInput{Symbol.str(), std::move(*A)};
}

Error addVariable(StringRef Text, CommandInputs &To) {
  Expected<VariableInput> V = parseVariable(Text);
  if (!V)
    return V.takeError();
  To.Variables.push_back(std::move(*V));
  return Error::success();
}

Error addArgument(StringRef Text, CommandInputs &To) {
  Expected<runtime::Argument> A = runtime::parseArgument(Text);
  if (!A)
    return A.takeError();
  To.Arguments.push_back(std::move(*A));
  return Error::success();
}

StringRef imageOption(abi::ImageKind Kind) {
  switch (Kind) {
  case abi::ImageKind::Texture:
    return "tex";
  case abi::ImageKind::Sampler:
    return "sampler";
  case abi::ImageKind::Surface:
    return "surf";
  }
  llvm_unreachable("covered switch");
}

static Expected<ImageInput> parseImage(abi::ImageKind Kind, StringRef Text) {
  const bool IsSampler = Kind == abi::ImageKind::Sampler;
  const StringRef Option = imageOption(Kind);
  auto [Name, Rest] = Text.split('=');
  auto [Spec, Contents] = Rest.split(':');
  if (Name.empty() || !Text.contains('=') || (IsSampler && Rest.contains(':')))
    return malformedValue(Option, Text,
                          IsSampler
                              ? "NAME=OPTION,..., as in s=linear,wrap"
                              : "NAME=KIND,FORMAT,SIZE,OPTION...[:CONTENTS], "
                                "as in t=2d,u8x4,64x48,linear:@pixels");
  Expected<runtime::ImageSpec> S = runtime::parseImageSpec(Kind, Name, Spec);
  if (!S)
    return createStringError("option '--" + Option +
                             "': " + toString(S.takeError()));
  ImageInput R;
  R.Spec = std::move(*S);
  if (Rest.contains(':')) {
    Expected<runtime::Argument> A = runtime::parseContents(Contents);
    if (!A)
      return createStringError("option '--" + Option +
                               "': " + runtime::imageKindName(Kind) + " '" +
                               Name + "': " + toString(A.takeError()));
    R.Contents = std::move(*A);
  }
  return R;
}

Error addImage(abi::ImageKind Kind, StringRef Text, CommandInputs &To) {
  Expected<ImageInput> I = parseImage(Kind, Text);
  if (!I)
    return I.takeError();
  if (any_of(To.Images, [&](const ImageInput &Before) {
        return Before.Spec.Kind == Kind && Before.Spec.Name == I->Spec.Name;
      }))
    return createStringError("option '--" + imageOption(Kind) +
                             "': " + runtime::imageKindName(Kind) + " '" +
                             I->Spec.Name + "' is bound twice");
  To.Images.push_back(std::move(*I));
  return Error::success();
}

} // namespace heddle::session
