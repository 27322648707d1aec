//===- ModuleText.cpp - PTX of a module -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Decompile/Decompile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::decompile {

/// " = {0x1, 0x2}" of the bytes up to the last that is not zero.
static void writeBytes(ArrayRef<uint8_t> Bytes, raw_ostream &OS) {
  while (!Bytes.empty() && Bytes.back() == 0)
    Bytes = Bytes.drop_back();
  if (Bytes.empty())
    return;
  OS << " = {";
  ListSeparator Comma(", ");
  for (uint8_t Byte : Bytes)
    OS << Comma << unsigned(Byte);
  OS << '}';
}

static void writeConstants(const object::Module &M, raw_ostream &OS) {
  for (const object::ConstantSymbol &S : constantsOf(M)) {
    // The machine's code has offsets, so that each lies where it lay.
    const uint32_t Align = S.Offset ? S.Offset & -S.Offset : 16;
    OS << ".const .align " << std::min(Align, 16u) << " .b8 " << S.Name << '['
       << S.Size << ']';
    ArrayRef<uint8_t> Image(M.Constants);
    if (S.Offset < Image.size())
      writeBytes(Image.drop_front(S.Offset).take_front(
                     std::min<size_t>(S.Size, Image.size() - S.Offset)),
                 OS);
    OS << ";\n";
  }
}

static Error writeVariables(const object::Module &M, raw_ostream &OS) {
  if (!M.ConstantRelocations.empty())
    return createStringError("c0[] holds addresses, which PTX 1.4 cannot say");
  for (const object::Variable &V : M.Variables) {
    if (!V.Relocations.empty())
      return createStringError("variable '" + V.Name +
                               "' holds addresses, which PTX 1.4 cannot say");
    std::vector<uint8_t> Bytes(V.Parts.empty() ? 0 : V.Size);
    size_t From = 0;
    for (const object::VariablePart &Part : V.Parts) {
      std::copy_n(V.Init.begin() + From, Part.Size,
                  Bytes.begin() + Part.Offset);
      From += Part.Size;
    }
    OS << ".global .align " << V.Align << " .b8 " << V.Name << '[' << V.Size
       << ']';
    writeBytes(Bytes, OS);
    OS << ";\n";
  }
  for (const abi::ImageReference &Image : M.Images)
    OS << ".tex .u32 " << Image.Name << ";\n";
  return Error::success();
}

Expected<std::string> decompile(const object::Module &M) {
  const abi::Chip *Chip = abi::findChip(M.ComputeCapability);
  if (!Chip || !Chip->Silicon)
    return createStringError("only code for sm_10 to sm_13 is lifted");
  std::string Text;
  raw_string_ostream OS(Text);
  OS << ".version 1.4\n.target sm_" << M.ComputeCapability << '\n';
  for (auto [N, File] : enumerate(M.Files))
    OS << ".file " << N + 1 << " \"" << File.Name << "\"\n";
  writeConstants(M, OS);
  if (Error E = writeVariables(M, OS))
    return std::move(E);
  for (const object::Kernel &K : M.Kernels) {
    Expected<sm::ProgramPtr> P = sm::decodeKernel(M, K);
    if (!P)
      return P.takeError();
    Expected<Flow> F = flowOf(**P);
    if (!F)
      return createStringError("kernel '" + K.Info.Name + "', " +
                               toString(F.takeError()));
    OS << '\n';
    if (Error E = KernelWriter(**P, *F).write(OS))
      return std::move(E);
  }
  return Text;
}

} // namespace heddle::decompile
