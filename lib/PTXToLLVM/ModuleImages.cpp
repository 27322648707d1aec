//===- ModuleImages.cpp - Textures, samplers and surfaces -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The variables that no memory holds: each has a slot, and what a launch binds
/// to that is up to the host.
///
//===----------------------------------------------------------------------===//

#include "ModuleLifter.h"
#include "heddle/Support/Diagnostics.h"
#include <array>

using namespace llvm;

namespace heddle {

using abi::ImageKind;
using ptx::ScalarType;

bool isImage(const ptx::Variable &Var) {
  return !Var.IsParameter &&
         (Var.Space == ptx::StateSpace::Tex || ptx::isOpaque(Var.Type));
}

bool isImageParameter(const ptx::Variable &Var) {
  return Var.IsParameter && ptx::isOpaque(Var.Type);
}

ImageKind imageKind(const ptx::Variable &Var) {
  if (Var.Type == ScalarType::SamplerRef)
    return ImageKind::Sampler;
  return Var.Type == ScalarType::SurfRef ? ImageKind::Surface
                                         : ImageKind::Texture;
}

static std::vector<std::string> settingsOf(const ptx::Variable &Var) {
  std::vector<std::string> Settings;
  if (Var.Initializer)
    for (const ptx::OpaqueField &Field : Var.Initializer->FieldValues)
      Settings.push_back((Field.Name + "=" +
                          (Field.Word.empty() ? std::to_string(Field.Number)
                                              : Field.Word.str()))
                             .str());
  return Settings;
}

/// Gives slots to all images that modules define: a launcher binds them by
/// names, and need not know which of them kernels use.
void ModuleLifter::collectImages() {
  std::array<unsigned, 3> Next = {0, 0, 0};
  for (const ptx::Module *Source : Sources)
    for (const ptx::Variable *Var : Source->Variables) {
      if (!isImage(*Var) || Var->Definition ||
          Var->Link == ptx::Linkage::Extern)
        continue;
      if (!Var->Dims.empty()) {
        unsupported(Var->Range, ": an array of images");
        continue;
      }
      const ImageKind Kind = imageKind(*Var);
      const unsigned Slot = Next[unsigned(Kind)]++;
      ImagePlaces[Var] = {Slot, Images.size()};
      Images.push_back({Kind, nameFor(*Var), settingsOf(*Var)});
      ImageNames.insert(Images.back().Name);
      const unsigned Limit =
          Kind == ImageKind::Sampler ? abi::SamplerSlots : abi::TextureSlots;
      if (Slot == Limit && !Chip.has(abi::Feature::Images))
        Diags.error(Var->Range.Start,
                    "'" + Var->Name + "' is one too many: " + Chip.Name +
                        " has " + Twine(Limit) + " slots for its kind",
                    Var->Range);
    }
}

const ModuleLifter::ImagePlace *
ModuleLifter::imagePlace(const ptx::Variable &Var) const {
  auto Place = ImagePlaces.find(Var.Definition ? Var.Definition : &Var);
  return Place == ImagePlaces.end() ? nullptr : &Place->second;
}

unsigned ModuleLifter::imageSlot(const ptx::Variable &Var) {
  if (const ImagePlace *Place = imagePlace(Var))
    return Place->Slot;
  const ptx::Variable &Known = Var.Definition ? *Var.Definition : Var;
  if (!Options.IsPart && Known.Link == ptx::Linkage::Extern)
    Diags.error(Known.Range.Start,
                "'" + Known.Name + "' is .extern, and no module defines it",
                Known.Range);
  return 0;
}

void ModuleLifter::noteFetched(const ptx::Variable &Var, bool IsFloat) {
  const ImagePlace *Place = imagePlace(Var);
  if (!Place)
    return;
  std::vector<std::string> &Settings = Images[Place->Index].Settings;
  const StringRef As = IsFloat ? abi::FetchedAsFloats : abi::FetchedAsIntegers;
  if (!is_contained(Settings, As))
    Settings.push_back(As.str());
}

} // namespace heddle
