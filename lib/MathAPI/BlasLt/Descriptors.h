//===- Descriptors.h - Descriptors of cuBLASLt ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_BLASLT_DESCRIPTORS_H
#define HEDDLE_MATHAPI_BLASLT_DESCRIPTORS_H

#include "../Common/Handles.h"
#include "heddle-cuda/blaslt_types.h"
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>

namespace heddle::math {

/// Where a descriptor has an attribute.
struct AttributePlace {
  void *Field = nullptr;
  size_t Bytes = 0;
};

#define HEDDLE_FIELD(NAME, NUMBER, TYPE, FIELD, DEFAULT) TYPE FIELD = DEFAULT;
#define HEDDLE_FIND(NAME, NUMBER, TYPE, FIELD, DEFAULT)                        \
  case NUMBER:                                                                 \
    return {&FIELD, sizeof(FIELD)};

/// A descriptor begins with a number that no other memory is likely to have: a
/// program may have one in memory of its own.
struct LtLayout {
  static constexpr uint64_t ItsMark = 0x6864'6c4c'6179'6f75;
  using Opaque = cublasLtMatrixLayoutOpaque_t;
  uint64_t Mark = ItsMark;
#define HEDDLE_BLASLT_LAYOUT HEDDLE_FIELD
#include "heddle-cuda/blaslt_attributes.def"
  AttributePlace find(unsigned Number) {
    switch (Number) {
#define HEDDLE_BLASLT_LAYOUT HEDDLE_FIND
#include "heddle-cuda/blaslt_attributes.def"
    }
    return {};
  }
};

struct LtMatmulDesc {
  static constexpr uint64_t ItsMark = 0x6864'6c44'6573'6372;
  using Opaque = cublasLtMatmulDescOpaque_t;
  uint64_t Mark = ItsMark;
#define HEDDLE_BLASLT_DESC HEDDLE_FIELD
#include "heddle-cuda/blaslt_attributes.def"
  AttributePlace find(unsigned Number) {
    switch (Number) {
#define HEDDLE_BLASLT_DESC HEDDLE_FIND
#include "heddle-cuda/blaslt_attributes.def"
    }
    return {};
  }
};

struct LtPreference {
  static constexpr uint64_t ItsMark = 0x6864'6c50'7265'6665;
  using Opaque = cublasLtMatmulPreferenceOpaque_t;
  uint64_t Mark = ItsMark;
#define HEDDLE_BLASLT_PREF HEDDLE_FIELD
#include "heddle-cuda/blaslt_attributes.def"
  AttributePlace find(unsigned Number) {
    switch (Number) {
#define HEDDLE_BLASLT_PREF HEDDLE_FIND
#include "heddle-cuda/blaslt_attributes.def"
    }
    return {};
  }
};

/// The one algorithm. How it would be run on a GPU changes nothing here.
struct LtAlgorithm {
  static constexpr uint64_t ItsMark = 0x6864'6c41'6c67'6f72;
  using Opaque = cublasLtMatmulAlgo_t;
  uint64_t Mark = ItsMark;
#define HEDDLE_BLASLT_CONFIG HEDDLE_FIELD
#include "heddle-cuda/blaslt_attributes.def"
  AttributePlace find(unsigned Number) {
    switch (Number) {
#define HEDDLE_BLASLT_CONFIG HEDDLE_FIND
#include "heddle-cuda/blaslt_attributes.def"
    }
    return {};
  }
};

/// The abilities of the one algorithm.
struct LtAbilities {
#define HEDDLE_BLASLT_CAP HEDDLE_FIELD
#include "heddle-cuda/blaslt_attributes.def"
  AttributePlace find(unsigned Number) {
    switch (Number) {
#define HEDDLE_BLASLT_CAP HEDDLE_FIND
#include "heddle-cuda/blaslt_attributes.def"
    }
    return {};
  }
};

#undef HEDDLE_FIELD
#undef HEDDLE_FIND

template <typename T>
using DescriptorHandles = Handles<T, typename T::Opaque *>;

/// Whether \p Place can be memory of the program: pages at 0 are not mapped,
/// and handles of created descriptors are no addresses.
inline bool mayBeMemory(const void *Place) {
  const uint64_t Number = reinterpret_cast<uint64_t>(Place);
  return Number >= 65536 && Number >> 56 == 0;
}

/// Writes \p Value into memory of the program.
template <typename T> void writeTo(typename T::Opaque *Place, const T &Value) {
  static_assert(sizeof(T) <= sizeof(typename T::Opaque));
  std::memcpy(Place, &Value, sizeof(T));
}

/// Returns the descriptor that was created as \p Place, or that is there; none
/// if there is none.
template <typename T> std::optional<T> read(const typename T::Opaque *Place) {
  auto *Handle = const_cast<typename T::Opaque *>(Place);
  if (std::shared_ptr<T> Created = DescriptorHandles<T>::get().find(Handle))
    return *Created;
  T Value;
  if (!mayBeMemory(Place))
    return std::nullopt;
  std::memcpy(&Value, Place, sizeof(T));
  return Value.Mark == T::ItsMark ? std::optional<T>(Value) : std::nullopt;
}

/// Gives the attribute \p Number of the descriptor at \p Place the value that
/// \p From has.
template <typename T>
cublasStatus_t setAttribute(typename T::Opaque *Place, unsigned Number,
                            const void *From, size_t Bytes) {
  std::optional<T> Value = read<T>(Place);
  const AttributePlace Found = Value ? Value->find(Number) : AttributePlace();
  if (!Found.Field || !From || Bytes != Found.Bytes)
    return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(Found.Field, From, Bytes);
  if (std::shared_ptr<T> Created = DescriptorHandles<T>::get().find(Place))
    *Created = *Value;
  else
    writeTo(Place, *Value);
  return CUBLAS_STATUS_SUCCESS;
}

/// Gives the program an attribute, or without memory for it, its size.
inline cublasStatus_t getAttribute(AttributePlace Found, void *To, size_t Bytes,
                                   size_t *Written) {
  if (!Found.Field || (!Bytes && !Written))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (Bytes && (!To || Bytes < Found.Bytes))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (Bytes)
    std::memcpy(To, Found.Field, Found.Bytes);
  if (Written)
    *Written = Found.Bytes;
  return CUBLAS_STATUS_SUCCESS;
}

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_BLASLT_DESCRIPTORS_H
