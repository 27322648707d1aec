//===- WriterImages.cpp - Accesses to images as PTX -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriterImpl.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::ptxrandom {

using abi::ImageKind;

void Writer::declareImages() {
  static const char *const Types[] = {"texref", "samplerref", "surfref"};
  for (size_t I = 0; I != P.Images.size(); ++I) {
    if (!P.Images[I].HasVariable)
      continue;
    if (P.IsModern)
      Text += fmt::format(".global .{} {};\n",
                          Types[unsigned(P.Images[I].Kind)], imageName(I));
    else
      Text += fmt::format(".tex .u{} {};\n", Wide, imageName(I));
  }
}

std::string Writer::handleParameters() {
  std::string Out;
  for (size_t I = 0; I != P.Images.size(); ++I)
    if (P.Images[I].HasHandle)
      Out += fmt::format(", .param .u64 h{}", I);
  return Out;
}

/// The name of a register with what \p O is.
std::string Writer::imageWord(const ImageOperand &O, bool IsFloat) {
  if (O.IsRaw && !O.From.IsImmediate)
    return nameOf(O.From.R);
  if (O.IsRaw && IsFloat) {
    std::string To = fmt::format("%g{}", NextFloat++);
    line("mov.f32 {}, {};", To, operandText(O.From));
    return To;
  }
  std::string To = fmt::format("%c{}", NextWord++);
  if (O.IsRaw) {
    line("mov.b32 {}, {};", To, operandText(O.From));
    return To;
  }
  // Immediates are left to the compiler, too.
  if (O.From.IsImmediate)
    line("mov.b32 {}, {};", To, operandText(O.From));
  line("and.b32 {}, {}, {};", To, O.From.IsImmediate ? To : operandText(O.From),
       O.Mask);
  if (O.Step != 1)
    line("mul.lo.u32 {0}, {0}, {1};", To, O.Step);
  if (O.Add)
    line("add.s32 {0}, {0}, {1};", To, int32_t(O.Add));
  if (O.PerThread) {
    std::string Part = fmt::format("%c{}", NextWord++);
    line("mul.lo.u32 {}, %thread, {};", Part, O.PerThread);
    line("add.s32 {0}, {0}, {1};", To, Part);
  }
  if (!IsFloat)
    return To;
  std::string Float = fmt::format("%g{}", NextFloat++);
  line("cvt.rn.f32.s32 {}, {};", Float, To);
  if (O.Shift)
    line("mul.rn.f32 {0}, {0}, 0f{1:08X};", Float, (127 - O.Shift) << 23);
  return Float;
}

std::vector<std::string>
Writer::imageWords(const std::vector<ImageOperand> &Words, bool IsFloat) {
  std::vector<std::string> Out;
  Out.reserve(Words.size());
  for (const ImageOperand &O : Words)
    Out.push_back(imageWord(O, IsFloat));
  return Out;
}

void Writer::loadHandle(unsigned Image, ImageAccess::WayType Way,
                        const char *To) {
  if (Way == ImageAccess::Parameter)
    line("ld.param.u64 {}, [h{}];", To, Image);
  else
    line("mov.u64 {}, {};", To, imageName(Image));
}

/// What stands in the brackets before the place.
std::string Writer::imageText(const ImageAccess &A) {
  std::string Image = imageName(A.Image);
  if (A.Way != ImageAccess::Name) {
    loadHandle(A.Image, A.Way, "%handle0");
    Image = "%handle0";
  }
  if (A.Other) {
    loadHandle(*A.Other, ImageAccess::Parameter, "%handle1");
    line("selp.b64 %handle0, {}, {}, %p{};",
         A.Choice.IsNegated ? "%handle1" : "%handle0",
         A.Choice.IsNegated ? "%handle0" : "%handle1", A.Choice.Pred);
  }
  if (!A.Sampler)
    return Image;
  if (P.Images[*A.Sampler].HasVariable)
    return Image + ", " + imageName(*A.Sampler);
  loadHandle(*A.Sampler, ImageAccess::Parameter, "%handle2");
  return Image + ", %handle2";
}

/// {layer, x, y, z}, of four where there are three.
std::string Writer::placeText(const ImageAccess &A) {
  std::vector<std::string> Words = imageWords(A.Layer, false);
  for (const std::string &Word : imageWords(A.Place, !A.IsInteger))
    Words.push_back(Word);
  if (Words.size() == 3)
    Words.push_back(Words.back());
  return "{" + list(Words) + "}";
}

/// What stands behind the address: level or gradients, offsets, a depth.
std::string Writer::tailText(const ImageAccess &A) {
  std::string Out;
  auto Add = [&](std::vector<std::string> Words, bool IsVector) {
    if (Words.empty())
      return;
    if (Words.size() == 3)
      Words.push_back(Words.back());
    Out += IsVector ? ", {" + list(Words) + "}" : ", " + list(Words);
  };
  Add(imageWords(A.Level, !A.IsInteger), false);
  Add(imageWords(A.GradientX, true), true);
  Add(imageWords(A.GradientY, true), true);
  Add(imageWords(A.Offsets, false), true);
  Add(imageWords(A.Depth, true), false);
  return Out;
}

static const char *questionName(abi::ImageQuery Q) {
  using abi::ImageQuery;
  switch (Q) { // Those that programs ask.
  case ImageQuery::Width:
    return "width";
  case ImageQuery::Height:
    return "height";
  case ImageQuery::Depth:
    return "depth";
  case ImageQuery::ArraySize:
    return "array_size";
  default:
    return "num_mipmap_levels";
  }
}

static const char *reductionName(abi::SurfaceReduction Kind) {
  static const char *const Names[] = {"add", "min", "max", "min",
                                      "max", "and", "or"};
  return Names[unsigned(Kind)];
}

/// The instruction's name, of one that moves \p Elements.
std::string Writer::imageOpcode(const ImageAccess &A, size_t Elements) {
  static const char *const Modes[] = {"", ".level", ".grad", ""};
  static const char *const Bounds[] = {"trap", "clamp", "zero"};
  const char *Geometry = geometryName(A.Geometry);
  const char *Coordinate = A.IsInteger ? "s32" : "f32";
  std::string Vector = Elements > 1 ? fmt::format(".v{}", Elements) : "";
  std::string Form = A.IsFormatted ? ".p" : ".b";
  switch (A.Op) {
  case ImageAccess::Fetch:
    return fmt::format("tex{}.{}{}.{}.{}", Modes[unsigned(A.Mode)], Geometry,
                       Vector, A.Type, Coordinate);
  case ImageAccess::Gather:
    return fmt::format("tld4.{}.{}.v4.{}.f32", "rgba"[A.Component], Geometry,
                       A.Type);
  case ImageAccess::Query:
    return fmt::format(
        "{}{}.{}.b32",
        P.Images[A.Image].Kind == ImageKind::Surface ? "suq" : "txq",
        A.Level.empty() ? "" : ".level", questionName(A.Question));
  case ImageAccess::Load:
  case ImageAccess::Store:
    return fmt::format("{}{}.{}{}.{}.{}", A.mnemonic(), Form, Geometry, Vector,
                       A.Type, Bounds[unsigned(A.Bounds)]);
  case ImageAccess::Reduce:
    return fmt::format("sured{}.{}.{}.{}.{}", Form, reductionName(A.Reduction),
                       Geometry, A.Type, Bounds[unsigned(A.Bounds)]);
  }
  llvm_unreachable("covered switch");
}

void Writer::imageAccess(const Stmt &S) {
  const ImageAccess &A = S.Image;
  NextWord = NextFloat = 0;
  const std::string Image = imageText(A);
  const bool IsQuery = A.Op == ImageAccess::Query;
  const std::string Address =
      "[" + Image + (IsQuery ? "" : ", " + placeText(A)) + "]";
  const std::string Tail = tailText(A);
  const bool IsWrite =
      A.Op == ImageAccess::Store || A.Op == ImageAccess::Reduce;
  const size_t Elements = IsWrite ? S.Sources.size() : S.Results.size();
  std::string Data = IsWrite ? list(texts(S.Sources)) : list(names(S.Results));
  if (Elements > 1)
    Data = "{" + Data + "}";
  line("{}{} {}, {}{};", guardText(S.Condition), imageOpcode(A, Elements),
       IsWrite ? Address : Data, IsWrite ? Data : Address, Tail);
}

} // namespace heddle::ptxrandom
