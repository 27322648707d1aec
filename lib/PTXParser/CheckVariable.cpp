//===- CheckVariable.cpp - What a variable may be -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/Support/ErrorHandling.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

/// Types that a declaration may name; some only exist in instructions.
static bool isDeclarable(ScalarType Type) {
  switch (Type) {
  case ScalarType::None:
  case ScalarType::B1:
  case ScalarType::BF16:
  case ScalarType::TF32:
  case ScalarType::BF16x2:
  case ScalarType::U16x2:
  case ScalarType::S16x2:
  case ScalarType::E4M3:
  case ScalarType::E5M2:
  case ScalarType::E4M3x2:
  case ScalarType::E5M2x2:
  case ScalarType::E2M1x2:
  case ScalarType::E2M3x2:
  case ScalarType::E3M2x2:
  case ScalarType::UE8M0x2:
  case ScalarType::E2M1x4:
  case ScalarType::E4M3x4:
  case ScalarType::E5M2x4:
  case ScalarType::E2M3x4:
  case ScalarType::E3M2x4:
  case ScalarType::F32x2:
    return false;
  case ScalarType::Pred:
  case ScalarType::B8:
  case ScalarType::B16:
  case ScalarType::B32:
  case ScalarType::B64:
  case ScalarType::B128:
  case ScalarType::U8:
  case ScalarType::U16:
  case ScalarType::U32:
  case ScalarType::U64:
  case ScalarType::S8:
  case ScalarType::S16:
  case ScalarType::S32:
  case ScalarType::S64:
  case ScalarType::F16:
  case ScalarType::F32:
  case ScalarType::F64:
  case ScalarType::F16x2:
  case ScalarType::TexRef:
  case ScalarType::SamplerRef:
  case ScalarType::SurfRef:
    return true;
  }
  llvm_unreachable("unknown scalar type");
}

bool Parser::checkType(const VariableSpec &Spec, StringRef Name,
                       SMRange Range) {
  std::string Quoted = ("'" + Name + "'").str();
  StringRef Type = typeName(Spec.Type);
  if (!isDeclarable(Spec.Type))
    return error(Range, Quoted + " cannot have the type '." + Type +
                            "': it exists in instructions only");
  if (Spec.Type == ScalarType::Pred && Spec.Space != StateSpace::Reg)
    return error(Range,
                 Quoted + " cannot be a predicate: predicates are registers");
  if (Spec.VectorWidth > 1 && Spec.Type == ScalarType::Pred)
    return error(Range, Quoted + " cannot be a vector of predicates");
  if (Spec.Type == ScalarType::B128)
    return needs(Range, "the type '.b128'", 83, 70);
  if (Spec.Type == ScalarType::F16x2)
    return needs(Range, "the type '.f16x2'", 42, 53);
  return isOpaque(Spec.Type) && checkOpaque(Spec, Name, Range);
}

bool Parser::checkSpec(const VariableSpec &Spec, StringRef Name,
                       SMRange Range) {
  std::string Quoted = ("'" + Name + "'").str();
  if (checkType(Spec, Name, Range))
    return true;
  if (Spec.VectorWidth > 1 && Spec.VectorWidth * storeSize(Spec.Type) > 16)
    return error(Range, "vector " + Quoted + " has " +
                            Twine(Spec.VectorWidth * storeSize(Spec.Type)) +
                            " bytes; at most 16 are allowed");
  if (Spec.Space == StateSpace::Tex &&
      ((Spec.Type != ScalarType::U32 && Spec.Type != ScalarType::U64) ||
       Spec.VectorWidth > 1))
    return error(Range,
                 Quoted + " is in .tex and must be a scalar .u32 or .u64");
  if (Spec.Attributes.IsManaged && Spec.Space != StateSpace::Global)
    return error(Range, Quoted + ": only .global variables can be '.managed'");
  if (Spec.Attributes.Unified && Spec.Space != StateSpace::Global)
    return error(Range, Quoted + ": only .global variables can be '.unified'");
  return false;
}

/// What depends on where \p V is declared.
bool Parser::checkScope(const Variable &V) {
  bool AtModule = V.Parent == nullptr;
  std::string Quoted = ("'" + V.Name + "'").str();
  if (AtModule && V.Space == StateSpace::Local && M.PTXVersion > 23)
    return error(V.Range, Quoted + ": .local variables at module scope ended "
                                   "with PTX version 2.3");
  if (AtModule && V.Space == StateSpace::Param)
    return error(V.Range, Quoted + ": a .param variable stands in a function");
  if (!AtModule && isOpaque(V.Type))
    return error(V.Range, Quoted + " of type '." + typeName(V.Type) +
                              "' stands at module scope or is a parameter of "
                              "a kernel");
  if (!AtModule && V.Space == StateSpace::Param && !V.IsParameter) {
    if (V.Parent->IsEntry && M.PTXVersion < 20)
      return error(V.Range, Quoted + ": since PTX version 1.4 the parameters "
                                     "of a kernel stand behind its name");
    return needs(V.Range, "a '.param' in a body", 20, 10);
  }
  return false;
}

bool Parser::checkVariable(const Variable &V) {
  std::string Quoted = ("'" + V.Name + "'").str();
  if (checkScope(V))
    return true;
  if (V.IsUnsized && !V.Initializer && V.Link != Linkage::Extern)
    return error(V.Range, "array " + Quoted +
                              " needs a length, an initializer or .extern");
  if (V.ConstBank > 0 && (V.Link != Linkage::Extern || !V.IsUnsized))
    return error(V.Range, Quoted + ": only unsized .extern arrays are in a "
                                   "constant bank above 0");
  if (V.Initializer && V.Link == Linkage::Extern)
    return error(V.Range,
                 Quoted + " is .extern and cannot have an initial value");
  if (V.Link == Linkage::Common && V.Space != StateSpace::Global)
    return error(V.Range, Quoted + ": only .global variables can be .common");
  if (V.Space == StateSpace::Shared && V.byteSize() > 228 * 1024)
    return error(V.Range, Quoted + " has " + Twine(V.byteSize()) +
                              " bytes; no chip has more than 232448 bytes of "
                              "shared memory");
  if (V.Space == StateSpace::Const && V.byteSize() > 64 * 1024)
    return error(V.Range, Quoted + " has " + Twine(V.byteSize()) +
                              " bytes; constant memory has 65536");
  return false;
}
