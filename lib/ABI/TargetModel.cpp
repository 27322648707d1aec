//===- TargetModel.cpp - What code, objects and the SM agree on -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ABI/TargetModel.h"
#include "heddle/ABI/Chips.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include <cassert>

using namespace llvm;

namespace heddle::abi {

using Place = IdentifierPlace;

/// Source: tesla-isa.md section 1, "Launch state".
static constexpr LaunchState SiliconLaunch = {{{
    {Place::StartRegister, 0, 16}, // %tid
    {Place::StartRegister, 16, 10},
    {Place::StartRegister, 26, 6},
    {Place::SharedHalf, 0x02, 16}, // %ntid
    {Place::SharedHalf, 0x04, 16},
    {Place::SharedHalf, 0x06, 16},
    {Place::SharedHalf, 0x0c, 16}, // %ctaid
    {Place::SharedHalf, 0x0e, 16},
    {Place::Fixed, 0, 1},
    {Place::SharedHalf, 0x08, 16}, // %nctaid
    {Place::SharedHalf, 0x0a, 16},
    {Place::Fixed, 1, 1},
    {Place::SharedHalf, 0x00, 16}, // %gridid
}}};

/// The places are those of the silicon, with room for larger grids.
static constexpr LaunchState Tx1Launch = {{{
    {Place::StartRegister, 0, 16}, // %tid
    {Place::StartRegister, 16, 10},
    {Place::StartRegister, 26, 6},
    {Place::SharedHalf, 0x02, 16}, // %ntid
    {Place::SharedHalf, 0x04, 16},
    {Place::SharedHalf, 0x06, 16},
    {Place::SharedWord, 0x08, 32}, // %ctaid
    {Place::SharedHalf, 0x0c, 16},
    {Place::SharedHalf, 0x0e, 16},
    {Place::SpecialRegister, NctaidRegister, 32}, // %nctaid
    {Place::SpecialRegister, NctaidRegister + 1, 16},
    {Place::SpecialRegister, NctaidRegister + 2, 16},
    {Place::SharedHalf, 0x00, 16}, // %gridid
}}};

static constexpr TargetModel Models[] = {
    // i64 is not a native integer.
    {"tesla-nvidia-cuda",
     "e-p:32:32-i64:64-f64:64-v16:16-v32:32-v64:64-v128:128-n32-A5-G1", 32,
     ELF::EM_CUDA, SiliconLaunch},
    {"tesla64-nvidia-cuda",
     "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-i64:64-i128:128-f64:64-v16:16-"
     "v32:32-v64:64-v128:128-n32:64-A5-G1",
     64, ELF::EM_CUDA, Tx1Launch},
};

ArrayRef<TargetModel> targetModels() { return Models; }

const TargetModel *findTargetModel(StringRef Triple) {
  const auto *It =
      find_if(Models, [&](const TargetModel &M) { return Triple == M.Triple; });
  return It == std::end(Models) ? nullptr : It;
}

const TargetModel &targetModelOrDefault(StringRef Triple) {
  const TargetModel *M = findTargetModel(Triple);
  return M ? *M : Models[0];
}

const TargetModel &targetModel(const Chip &C) {
  const TargetModel *M = findTargetModel(C.Triple);
  assert(M && "Chips.td names a triple that has no model");
  return *M;
}

const char *identifierName(Identifier Id) {
  static constexpr const char *Names[] = {
#define HEDDLE_IDENTIFIER(ID, NAME, INTRINSIC) NAME,
#include "heddle/ABI/Identifiers.def"
  };
  return Names[static_cast<size_t>(Id)];
}

} // namespace heddle::abi
