//===- TextureText.cpp - Fetches as PTX -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"
#include "heddle/ABI/TextureOps.inc"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace heddle::decompile {

/// The result's type is that of the image; code tells it only by what becomes
/// of the texels.
void KernelWriter::fetchTexture() {
  const sm::DecodedInst &I = inst();
  if (!I.is(sm::TextureOp::Fetch) || I.Invert[0] != 0)
    return refuse("PTX 1.4 has no offsets of texels");
  const unsigned Slot = I.Imm & 0xff, Count = I.Sub[0];
  if (Slot >= P.Module.Images.size() || Count == 0 || Count > 3)
    return refuse("no texture of one to three dimensions with this number");
  const bool IsInteger = I.Sub[1] & sm::FetchInteger;
  std::vector<std::string> To;
  unsigned Row = I.DstRow;
  bool AllFloat = true;
  for (unsigned N = 0; N != 4; ++N) {
    if (!(I.Sub[2] >> N & 1)) {
      To.push_back(temporary('t'));
      continue;
    }
    const unsigned Web = W.behind(Node, Row++);
    Writers[Web] |= NotReduced;
    AllFloat &= isFloat(Web);
    To.push_back(nameOf(Web, As::Any));
  }
  std::vector<std::string> At;
  for (unsigned N = 0; N != Count; ++N)
    At.push_back(rowSource(I.DstRow + N, IsInteger ? As::Word : As::Float));
  // Three coordinates are written as four.
  if (Count == 3)
    At.push_back(At.back());
  if (!AllFloat)
    Untyped.insert({Slot, Count});
  emit("tex." + Twine(Count) + "d.v4." + (AllFloat ? "f32." : "u32.") +
       (IsInteger ? "s32 {" : "f32 {") + join(To, ", ") + "}, [" +
       P.Module.Images[Slot].Name + ", {" + join(At, ", ") + "}]");
}

/// A module whose fetches of a texture are of one type takes no image of the
/// other. Where words are all that the code shows, a fetch of floats that is
/// never executed lets it take both.
void KernelWriter::writeTexelTypes() {
  Guard.clear();
  if (!Untyped.empty())
    always("exit");
  for (auto [Slot, Count] : Untyped) {
    const std::string &Name = P.Module.Images[Slot].Name;
    const std::string Zero = temporary('t');
    SmallVector<std::string, 4> To;
    for (unsigned N = 0; N != 4; ++N)
      To.push_back(temporary('t'));
    Lines.push_back("  // The texels of " + Name + " are words of any type.");
    always("mov.b32 " + Zero + ", 0");
    const SmallVector<std::string, 4> At(Count == 1   ? 1
                                         : Count == 2 ? 2
                                                      : 4,
                                         Zero);
    always("tex." + utostr(Count) + "d.v4.f32.f32 {" + join(To, ", ") + "}, [" +
           Name + ", {" + join(At, ", ") + "}]");
    always("exit");
  }
}

} // namespace heddle::decompile
