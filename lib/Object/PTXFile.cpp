//===- PTXFile.cpp - The PTX that code comes from -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/PTXFile.h"
#include "Encoding.h"

using namespace llvm;

namespace heddle::object {

/// "HPF" and "HPP", and the version of the encoding.
static constexpr uint32_t FilesMagic = 'H' | 'P' << 8 | 'F' << 16 | 1 << 24;
static constexpr uint32_t PartMagic = 'H' | 'P' << 8 | 'P' << 16 | 1 << 24;

SmallVector<char, 0> encodeFiles(ArrayRef<PTXFile> Files) {
  SmallVector<char, 0> Bytes;
  Writer W(Bytes);
  W.u32(FilesMagic);
  W.u32(Files.size());
  for (const PTXFile &F : Files) {
    W.string(F.Name);
    W.u32(F.FirstLine);
  }
  return Bytes;
}

Expected<std::vector<PTXFile>> decodeFiles(ArrayRef<uint8_t> Bytes) {
  Reader R(Bytes);
  R.check(R.u32() == FilesMagic, "not a list of files");
  std::vector<PTXFile> Files;
  uint32_t Last = 0;
  for (uint32_t N = R.count(/*MinEntryBytes=*/8); N-- != 0 && !R.failed();) {
    PTXFile F;
    F.Name = R.string();
    F.FirstLine = R.u32();
    R.check(Files.empty() ? F.FirstLine == 1 : F.FirstLine > Last,
            "the lines of files do not ascend");
    Last = F.FirstLine;
    Files.push_back(std::move(F));
  }
  R.check(R.rest() == 0, "bytes behind the list of files");
  if (R.failed())
    return R.takeError();
  return Files;
}

SmallVector<char, 0> encodePart(const Part &P) {
  SmallVector<char, 0> Bytes;
  Writer W(Bytes);
  W.u32(PartMagic);
  W.u32(P.FuseMulAdd);
  W.u32(P.FmaAsMad);
  W.u32(P.MaxRegisters);
  return Bytes;
}

Expected<Part> decodePart(ArrayRef<uint8_t> Bytes) {
  Reader R(Bytes);
  R.check(R.u32() == PartMagic, "not the options of a module to be linked");
  auto Flag = [&] {
    uint32_t Value = R.u32();
    R.check(Value <= 1,
            "an option of a module to be linked is neither 0 nor 1");
    return Value == 1;
  };
  Part P;
  P.FuseMulAdd = Flag();
  P.FmaAsMad = Flag();
  P.MaxRegisters = R.u32();
  R.check(R.rest() == 0, "bytes behind the options of a module to be linked");
  if (R.failed())
    return R.takeError();
  return P;
}

} // namespace heddle::object
