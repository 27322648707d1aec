//===- Cubin.cpp - NVIDIA's objects of these chips ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin.h"
#include "heddle/ABI/Chips.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace heddle::object {

Error startCubin(Module &M, unsigned Sm) {
  const abi::Chip *Chip = abi::findChip(Sm);
  if (!Chip || !Chip->Silicon)
    return createStringError(
        std::errc::invalid_argument,
        "machine code for sm_%u, which is none of these chips: they are sm_10 "
        "to sm_13",
        Sm);
  M.Target = &abi::targetModel(*Chip);
  M.ComputeCapability = Sm;
  M.SideThatGoesOn = abi::FirstSide::Taken;
  return Error::success();
}

Error finishCubinKernel(Kernel &K) {
  KernelInfo &Info = K.Info;
  if (Info.SharedBytes < CubinParams)
    return createStringError("kernel '" + Info.Name + "' has " +
                             Twine(Info.SharedBytes) +
                             " bytes of shared memory, and the launch alone "
                             "takes " +
                             Twine(CubinParams));
  for (const KernelParam &P : Info.Params)
    if (uint64_t(P.Offset) + P.Size + CubinParams > Info.SharedBytes)
      return createStringError("kernel '" + Info.Name + "': parameter '" +
                               P.Name + "' ends beyond its shared memory");
  Info.DynamicSharedOffset = Info.SharedBytes;
  Info.ConstantBytes = uint32_t(K.Literals.size());
  return Error::success();
}

Error nameTexture(Module &M, uint32_t Slot, StringRef Name) {
  constexpr uint32_t MaxUnits = 128;
  if (Slot >= MaxUnits)
    return createStringError("texture '" + Name + "' has the number " +
                             Twine(Slot) + ", and there are " +
                             Twine(MaxUnits));
  // Slots are numbered without gaps.
  while (M.Images.size() <= Slot)
    M.Images.push_back({abi::ImageKind::Texture,
                        "texunit" + std::to_string(M.Images.size()),
                        {}});
  M.Images[Slot].Name = Name.str();
  return Error::success();
}

} // namespace heddle::object
