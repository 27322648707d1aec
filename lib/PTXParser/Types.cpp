//===- Types.cpp - PTX scalar types and state spaces ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/PTXParser/Types.h"
#include "llvm/Support/ErrorHandling.h"
#include <array>

using namespace heddle::ptx;
using llvm::StringRef;

namespace {
enum class Class : uint8_t { Other, Bits, Unsigned, Signed, Float };
struct TypeInfo {
  StringRef Name;
  unsigned Width;
  Class Kind;
};
} // namespace

static constexpr TypeInfo describe(ScalarType Type) {
  switch (Type) {
  case ScalarType::None:
    return {"", 0, Class::Other};
  case ScalarType::Pred:
    return {"pred", 1, Class::Other};
  case ScalarType::B1:
    return {"b1", 1, Class::Bits};
  case ScalarType::B8:
    return {"b8", 8, Class::Bits};
  case ScalarType::B16:
    return {"b16", 16, Class::Bits};
  case ScalarType::B32:
    return {"b32", 32, Class::Bits};
  case ScalarType::B64:
    return {"b64", 64, Class::Bits};
  case ScalarType::B128:
    return {"b128", 128, Class::Bits};
  case ScalarType::U8:
    return {"u8", 8, Class::Unsigned};
  case ScalarType::U16:
    return {"u16", 16, Class::Unsigned};
  case ScalarType::U32:
    return {"u32", 32, Class::Unsigned};
  case ScalarType::U64:
    return {"u64", 64, Class::Unsigned};
  case ScalarType::S8:
    return {"s8", 8, Class::Signed};
  case ScalarType::S16:
    return {"s16", 16, Class::Signed};
  case ScalarType::S32:
    return {"s32", 32, Class::Signed};
  case ScalarType::S64:
    return {"s64", 64, Class::Signed};
  case ScalarType::F16:
    return {"f16", 16, Class::Float};
  case ScalarType::F32:
    return {"f32", 32, Class::Float};
  case ScalarType::F64:
    return {"f64", 64, Class::Float};
  case ScalarType::BF16:
    return {"bf16", 16, Class::Float};
  case ScalarType::TF32:
    return {"tf32", 32, Class::Float};
  case ScalarType::F16x2:
    return {"f16x2", 32, Class::Float};
  case ScalarType::BF16x2:
    return {"bf16x2", 32, Class::Float};
  case ScalarType::U16x2:
    return {"u16x2", 32, Class::Unsigned};
  case ScalarType::S16x2:
    return {"s16x2", 32, Class::Signed};
  case ScalarType::E4M3:
    return {"e4m3", 8, Class::Float};
  case ScalarType::E5M2:
    return {"e5m2", 8, Class::Float};
  case ScalarType::E4M3x2:
    return {"e4m3x2", 16, Class::Float};
  case ScalarType::E5M2x2:
    return {"e5m2x2", 16, Class::Float};
  case ScalarType::E2M1x2:
    return {"e2m1x2", 8, Class::Float};
  case ScalarType::E2M3x2:
    return {"e2m3x2", 16, Class::Float};
  case ScalarType::E3M2x2:
    return {"e3m2x2", 16, Class::Float};
  case ScalarType::UE8M0x2:
    return {"ue8m0x2", 16, Class::Float};
  case ScalarType::E2M1x4:
    return {"e2m1x4", 16, Class::Float};
  case ScalarType::E4M3x4:
    return {"e4m3x4", 32, Class::Float};
  case ScalarType::E5M2x4:
    return {"e5m2x4", 32, Class::Float};
  case ScalarType::E2M3x4:
    return {"e2m3x4", 32, Class::Float};
  case ScalarType::E3M2x4:
    return {"e3m2x4", 32, Class::Float};
  case ScalarType::F32x2:
    return {"f32x2", 64, Class::Float};
  case ScalarType::TexRef:
    return {"texref", 64, Class::Other};
  case ScalarType::SamplerRef:
    return {"samplerref", 64, Class::Other};
  case ScalarType::SurfRef:
    return {"surfref", 64, Class::Other};
  }
  llvm_unreachable("unknown scalar type");
}

/// The rows of describe() as a table: types are asked about at every operand.
static constexpr auto Types = [] {
  constexpr unsigned Count = unsigned(ScalarType::SurfRef) + 1;
  std::array<TypeInfo, Count> Table{};
  for (unsigned I = 0; I != Count; ++I)
    Table[I] = describe(ScalarType(I));
  return Table;
}();

static const TypeInfo &info(ScalarType Type) { return Types[unsigned(Type)]; }

unsigned heddle::ptx::bitWidth(ScalarType Type) { return info(Type).Width; }

unsigned heddle::ptx::storeSize(ScalarType Type) {
  return (info(Type).Width + 7) / 8;
}

StringRef heddle::ptx::typeName(ScalarType Type) { return info(Type).Name; }

bool heddle::ptx::isSigned(ScalarType Type) {
  return info(Type).Kind == Class::Signed;
}

bool heddle::ptx::isUnsigned(ScalarType Type) {
  return info(Type).Kind == Class::Unsigned;
}

bool heddle::ptx::isBits(ScalarType Type) {
  return info(Type).Kind == Class::Bits;
}

bool heddle::ptx::isFloat(ScalarType Type) {
  return info(Type).Kind == Class::Float;
}

StringRef heddle::ptx::spaceName(StateSpace Space) {
  switch (Space) {
  case StateSpace::Generic:
    return "generic";
  case StateSpace::Reg:
    return "reg";
  case StateSpace::Const:
    return "const";
  case StateSpace::Global:
    return "global";
  case StateSpace::Local:
    return "local";
  case StateSpace::Param:
    return "param";
  case StateSpace::Shared:
    return "shared";
  case StateSpace::Tex:
    return "tex";
  }
  llvm_unreachable("unknown state space");
}
