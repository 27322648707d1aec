//===- TeslaSemKinds.h - The names of SemKinds ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For sources that name a SemKind. No header includes this: each row that
/// Operations.td gains changes it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLASEMKINDS_H
#define HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLASEMKINDS_H

#include "heddle/Backend/TeslaEnums.h"

namespace heddle::tesla {

enum class SemKind : uint16_t {
#define HEDDLE_SEM_KIND(NAME, NUMBER, CLASS) NAME = NUMBER,
#include "heddle/ABI/SemKinds.inc"
};

} // namespace heddle::tesla

#endif // HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLASEMKINDS_H
