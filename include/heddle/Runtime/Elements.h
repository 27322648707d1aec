//===- Elements.h - Typed views of buffers ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The element types that arguments, job files and prints speak of, and how
/// their values are read from text and written to it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_ELEMENTS_H
#define HEDDLE_RUNTIME_ELEMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace heddle::runtime {

enum class ElementType : uint8_t {
  U8,
  S8,
  B8,
  U16,
  S16,
  B16,
  F16,
  U32,
  S32,
  B32,
  F32,
  U64,
  S64,
  B64,
  F64,
};

/// "u32" -> U32; none for anything else.
std::optional<ElementType> parseElementType(llvm::StringRef Name);

llvm::StringRef elementName(ElementType Type);
unsigned elementSize(ElementType Type);
bool isFloat(ElementType Type);
bool isSigned(ElementType Type);

/// Reads one value: decimal, 0x… and 0b… integers in the type's range; decimal
/// and hexadecimal floats, inf, nan, and PTX's 0f… and 0d… bit patterns.
/// Appends its little-endian bytes to \p Out.
llvm::Error parseElement(ElementType Type, llvm::StringRef Text,
                         llvm::SmallVectorImpl<uint8_t> &Out);

/// The element at \p Bytes, zero-extended, as bits.
uint64_t loadBits(ElementType Type, const uint8_t *Bytes);

/// Appends the low bytes of \p Bits to \p Out.
void appendBits(ElementType Type, uint64_t Bits,
                llvm::SmallVectorImpl<uint8_t> &Out);

/// The value of an F16, F32 or F64 element.
double loadFloat(ElementType Type, const uint8_t *Bytes);

/// Makes of the f64 in \p Bytes what memory holds of it under map_f64_to_f32:
/// the nearest f32, then four zero bytes.
void mapDouble(llvm::MutableArrayRef<uint8_t> Bytes);

/// The element as text: decimal, floats with as many digits as their type
/// needs, untyped bits in hexadecimal.
std::string formatElement(ElementType Type, const uint8_t *Bytes);

} // namespace heddle::runtime

#endif // HEDDLE_RUNTIME_ELEMENTS_H
