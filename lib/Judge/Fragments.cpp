//===- Fragments.cpp - Matrices in registers of a warp --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fragments.h"
#include "llvm/ADT/Twine.h"

namespace heddle::judge {

using namespace ptx;

Extents extentsOf(const Instruction &I) {
  Extents E;
  llvm::StringRef Text = modifierName(I.modifier(GrpShape));
  for (auto [Letter, To] :
       {std::pair("m", &E.M), std::pair("n", &E.N), std::pair("k", &E.K)})
    if (Text.consume_front(Letter))
      Text.consumeInteger(10, *To);
  return E;
}

llvm::SmallVector<ElementType, 4> typesOf(const Instruction &I) {
  llvm::SmallVector<ElementType, 4> Found;
  for (const ModifierUse &Use : I.Modifiers)
    if (Use.Group == GrpElement)
      if (std::optional<ElementType> T =
              matrix::findElementType(modifierName(Use.Mod)))
        Found.push_back(*T);
  return Found;
}

void setVariantOf(MatrixForm &F, const Instruction &I) {
  if (F.A == ElementType::B1) {
    F.Family = MatrixVariants::BitOperations;
    F.Variant = I.has(ModAnd);
  } else if (F.A == ElementType::F64) {
    F.Family = MatrixVariants::Roundings;
    F.Variant = I.has(ModRm) ? 1 : I.has(ModRp) ? 2 : I.has(ModRz) ? 3 : 0;
  } else if (matrix::isInteger(F.A)) {
    F.Family = MatrixVariants::Saturations;
    F.Variant = I.has(ModSatfinite);
  }
}

std::string shapeText(const Extents &E, bool HasK) {
  return ("m" + llvm::Twine(E.M) + "n" + llvm::Twine(E.N) +
          (HasK ? "k" + llvm::Twine(E.K) : llvm::Twine()))
      .str();
}

llvm::StringRef wmmaLayoutType(ElementType T) {
  if (T == ElementType::F16 || T == ElementType::BF16 || T == ElementType::TF32)
    return matrix::elementTypeName(T);
  switch (matrix::elementBits(T)) {
  case 8:
    return "b8";
  case 4:
    return "b4";
  case 1:
    return "b1";
  default:
    return "b64";
  }
}

const FragmentLayout *inputLayout(const Instruction &I, const MatrixForm &F,
                                  const Extents &E, unsigned Which) {
  const ElementType T = Which ? F.B : F.A;
  const llvm::StringRef Name = Which ? "b" : "a";
  if (I.opcode() == OpWmmaMma)
    return matrix::findFragment("wmma", shapeText(E, true), Name,
                                wmmaLayoutType(T));
  const unsigned Bits = T == ElementType::B1 ? 1 : F.containerBits(T);
  const std::string Type = ("b" + llvm::Twine(Bits)).str();
  if (F.Unit != matrix::Quad)
    return matrix::findFragment(F.IsSparse ? "mma.sp" : "mma",
                                shapeText(E, true), Name, Type);
  // .row or .col, A's before B's.
  unsigned Seen = 0;
  Modifier Order = ModNone;
  for (const ModifierUse &Use : I.Modifiers)
    if (Use.Group == GrpLayout && Seen++ == Which)
      Order = Use.Mod;
  return matrix::findFragment("mma.quad", "m8n8k4",
                              (Name + "." + modifierName(Order)).str(), Type);
}

const FragmentLayout *sumLayout(const Instruction &I, const MatrixForm &F,
                                const Extents &E, ElementType T) {
  if (F.Unit == matrix::Quad)
    return matrix::findFragment("mma.quad", "m8n8k4", "c",
                                matrix::elementTypeName(T));
  return matrix::findFragment(I.opcode() == OpWmmaMma ? "wmma" : "mma",
                              shapeText(E, false), "c", "any");
}

} // namespace heddle::judge
