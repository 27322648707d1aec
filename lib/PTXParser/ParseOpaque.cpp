//===- ParseOpaque.cpp - Opaque variables and attributes ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueParser.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;

/// `.managed` or `.unified(a, b)`.
bool ValueParser::parseOneAttribute(VariableAttributes &Attributes) {
  if (!T.is(Tok::Directive))
    return expectedHere("'.managed' or '.unified'");
  SMRange Word = T.range();
  if (T.word() == "managed") {
    next();
    Attributes.IsManaged = true;
    return Actions.needs(Word, Feature::Managed);
  }
  if (T.word() != "unified")
    return errorHere("unknown attribute '" + T.text() +
                     "'; '.managed' and '.unified' are known");
  next();
  auto *Id = make<UnifiedId>();
  if (Actions.needs(Word, Feature::Unified) || expect(Tok::LParen, "'('") ||
      parseUnsigned(Id->First, "a number") || expect(Tok::Comma, "','") ||
      parseUnsigned(Id->Second, "a number"))
    return true;
  Attributes.Unified = Id;
  return expect(Tok::RParen, "')'");
}

bool ValueParser::parseAttribute(VariableAttributes &Attributes) {
  SMRange Word = T.range();
  next();
  if (Actions.needs(Word, Feature::Attribute) || expect(Tok::LParen, "'('"))
    return true;
  do {
    if (parseOneAttribute(Attributes))
      return true;
  } while (accept(Tok::Comma));
  return expect(Tok::RParen, "',' or ')'");
}

namespace {
/// A field of the opaque types in Types, and the words it takes besides a
/// number.
struct FieldInfo {
  StringRef Name;
  bool OfTexture, OfSurface, OfSampler;
  StringRef Words;
};
} // namespace

static constexpr StringRef FilterModes = "nearest linear";
static constexpr StringRef AddressModes =
    "wrap mirror clamp_ogl clamp_to_edge clamp_to_border";
static constexpr FieldInfo Fields[] = {
    {"width", true, true, false, ""},
    {"height", true, true, false, ""},
    {"depth", true, true, false, ""},
    {"channel_data_type", true, true, false, ""},
    {"channel_order", true, true, false, ""},
    {"normalized_coords", true, false, false, ""},
    {"force_unnormalized_coords", false, false, true, ""},
    {"array_size", true, true, false, ""},
    {"num_mipmap_levels", true, false, false, ""},
    {"num_samples", true, false, false, ""},
    {"memory_layout", false, true, false, ""},
    {"filter_mode", true, false, true, FilterModes},
    {"addr_mode_0", true, false, true, AddressModes},
    {"addr_mode_1", true, false, true, AddressModes},
    {"addr_mode_2", true, false, true, AddressModes}};

/// A number, or one of \p Words.
bool ValueParser::parseOpaqueValue(OpaqueField &Field, StringRef Words) {
  if (Words.empty() || !T.is(Tok::Identifier)) {
    int64_t Number;
    if (parseInteger(Number, "a number"))
      return true;
    Field.Number = Number;
    return false;
  }
  llvm::SmallVector<StringRef, 5> Known;
  Words.split(Known, ' ');
  if (!llvm::is_contained(Known, T.text()))
    return errorHere("unknown value '" + T.text() + "' of '" + Field.Name +
                     "'; expected one of: " + Words);
  Field.Word = T.text();
  next();
  return false;
}

/// `name = value`
bool ValueParser::parseOpaqueField(OpaqueField &Field, const Variable &V) {
  if (!T.is(Tok::Identifier))
    return expectedHere("a field of '." + typeName(V.Type) + "'");
  const FieldInfo *Info = llvm::find_if(
      Fields, [&](const FieldInfo &F) { return F.Name == T.text(); });
  bool Has = Info != std::end(Fields) &&
             (V.Type == ScalarType::TexRef    ? Info->OfTexture
              : V.Type == ScalarType::SurfRef ? Info->OfSurface
                                              : Info->OfSampler);
  if (!Has)
    return errorHere("'." + typeName(V.Type) + "' has no field '" + T.text() +
                     "'");
  Field.Name = Info->Name;
  next();
  return expect(Tok::Equal, "'='") || parseOpaqueValue(Field, Info->Words);
}

bool ValueParser::parseOpaqueInit(Init &Out, const Variable &V) {
  SMRange Open = T.range();
  if (expect(Tok::LBrace, "'{'"))
    return true;
  ++OpenBraces;
  Out.InitKind = Init::Fields;
  llvm::SmallVector<OpaqueField, 16> Values;
  do {
    if (parseOpaqueField(Values.emplace_back(), V))
      return true;
  } while (accept(Tok::Comma));
  if (expect(Tok::RBrace, "',' or '}'"))
    return true;
  --OpenBraces;
  Out.FieldValues = copy(Values);
  Out.Range = rangeFrom(Open.Start);
  return false;
}
