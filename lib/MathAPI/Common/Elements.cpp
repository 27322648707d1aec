//===- Elements.cpp - Elements of any type as numbers ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace heddle::math {
namespace {

/// A float of at most 16 bits.
struct SmallFormat {
  unsigned ExponentBits, FractionBits;
  /// E4M3 has no infinity, and one NaN of each sign.
  bool HasInfinity;
  /// Numbers that are too large become the largest one.
  bool Saturates;

  int bias() const { return (1 << (ExponentBits - 1)) - 1; }
  unsigned largest() const {
    const unsigned Top = (1u << (ExponentBits + FractionBits)) - 1;
    return HasInfinity ? Top - (1u << FractionBits) : Top - 1;
  }
  unsigned infinity() const { return largest() + 1; }
  unsigned nan() const { return (1u << (ExponentBits + FractionBits)) - 1; }

  double decode(unsigned Bits) const {
    const unsigned Size = ExponentBits + FractionBits;
    const double Sign = (Bits >> Size) & 1 ? -1 : 1;
    const unsigned Rest = Bits & ((1u << Size) - 1);
    if (Rest > largest())
      return HasInfinity && Rest == infinity()
                 ? Sign * std::numeric_limits<double>::infinity()
                 : std::numeric_limits<double>::quiet_NaN();
    const int Exponent = int(Rest >> FractionBits);
    const unsigned Fraction = Rest & ((1u << FractionBits) - 1);
    const unsigned Significand =
        Exponent ? Fraction | (1u << FractionBits) : Fraction;
    return Sign *
           std::ldexp(double(Significand),
                      std::max(Exponent, 1) - bias() - int(FractionBits));
  }

  unsigned encode(double Value) const {
    const unsigned Sign =
        std::signbit(Value) ? 1u << (ExponentBits + FractionBits) : 0;
    const double Size = std::fabs(Value);
    if (std::isnan(Value))
      return Sign | nan();
    const unsigned TooLarge = Sign | (Saturates ? largest() : infinity());
    if (std::isinf(Size))
      return TooLarge;
    int Exponent = Size == 0 ? 1 - bias() : std::ilogb(Size);
    Exponent = std::max(Exponent, 1 - bias());
    if (Exponent > bias() + 1)
      return TooLarge;
    // To the nearest, in units of the last place; a carry goes into the
    // exponent by itself.
    const double Units =
        std::nearbyint(std::ldexp(Size, int(FractionBits) - Exponent));
    const unsigned Bits =
        unsigned(Units) + (unsigned(Exponent + bias() - 1) << FractionBits);
    return Bits > largest() ? TooLarge : Sign | Bits;
  }
};

constexpr SmallFormat Half = {5, 10, true, false};
constexpr SmallFormat BFloat = {8, 7, true, false};
constexpr SmallFormat E4M3 = {4, 3, false, true};
constexpr SmallFormat E5M2 = {5, 2, true, true};

template <typename T> T loadAs(const void *Data, size_t Index) {
  T Value;
  std::memcpy(&Value, static_cast<const char *>(Data) + Index * sizeof(T),
              sizeof(T));
  return Value;
}

template <typename T> void storeAs(void *Data, size_t Index, T Value) {
  std::memcpy(static_cast<char *>(Data) + Index * sizeof(T), &Value, sizeof(T));
}

/// Zero stands for what is not a number.
template <typename T> T toInteger(double Value) {
  if (std::isnan(Value))
    return 0;
  return T(std::clamp(std::nearbyint(Value),
                      double(std::numeric_limits<T>::min()),
                      double(std::numeric_limits<T>::max())));
}

} // namespace

unsigned elementBytes(cudaDataType_t Type) {
  switch (int(Type)) {
  case CUDA_R_8I:
  case CUDA_R_8U:
  case CUDA_R_8F_E4M3:
  case CUDA_R_8F_E5M2:
    return 1;
  case CUDA_R_16F:
  case CUDA_R_16BF:
    return 2;
  case CUDA_R_32F:
  case CUDA_R_32I:
    return 4;
  case CUDA_R_64F:
  case CUDA_C_32F:
    return 8;
  case CUDA_C_64F:
    return 16;
  }
  return 0;
}

bool isComplexType(cudaDataType_t Type) {
  return Type == CUDA_C_32F || Type == CUDA_C_64F;
}

double loadElement(cudaDataType_t Type, const void *Data, size_t Index) {
  switch (Type) {
  case CUDA_R_32F:
    return double(loadAs<float>(Data, Index));
  case CUDA_R_64F:
    return loadAs<double>(Data, Index);
  case CUDA_R_16F:
    return Half.decode(loadAs<uint16_t>(Data, Index));
  case CUDA_R_16BF:
    return double(
        llvm::bit_cast<float>(uint32_t(loadAs<uint16_t>(Data, Index)) << 16));
  case CUDA_R_8I:
    return loadAs<int8_t>(Data, Index);
  case CUDA_R_8U:
    return loadAs<uint8_t>(Data, Index);
  case CUDA_R_32I:
    return loadAs<int32_t>(Data, Index);
  case CUDA_R_8F_E4M3:
    return E4M3.decode(loadAs<uint8_t>(Data, Index));
  case CUDA_R_8F_E5M2:
    return E5M2.decode(loadAs<uint8_t>(Data, Index));
  case CUDA_C_32F:
  case CUDA_C_64F:
    break;
  }
  return 0;
}

void storeElement(cudaDataType_t Type, void *Data, size_t Index, double Value) {
  switch (Type) {
  case CUDA_R_32F:
    return storeAs(Data, Index, float(Value));
  case CUDA_R_64F:
    return storeAs(Data, Index, Value);
  case CUDA_R_16F:
    return storeAs(Data, Index, uint16_t(Half.encode(Value)));
  case CUDA_R_16BF:
    return storeAs(Data, Index, uint16_t(BFloat.encode(Value)));
  case CUDA_R_8I:
    return storeAs(Data, Index, toInteger<int8_t>(Value));
  case CUDA_R_8U:
    return storeAs(Data, Index, toInteger<uint8_t>(Value));
  case CUDA_R_32I:
    return storeAs(Data, Index, toInteger<int32_t>(Value));
  case CUDA_R_8F_E4M3:
    return storeAs(Data, Index, uint8_t(E4M3.encode(Value)));
  case CUDA_R_8F_E5M2:
    return storeAs(Data, Index, uint8_t(E5M2.encode(Value)));
  case CUDA_C_32F:
  case CUDA_C_64F:
    break;
  }
}

} // namespace heddle::math
