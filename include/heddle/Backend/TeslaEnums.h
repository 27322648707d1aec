//===- TeslaEnums.h - Enumerations of the target description ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The enumerations that TableGen makes of TeslaTypes.td, without any header of
/// LLVM.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BACKEND_TESLAENUMS_H
#define HEDDLE_BACKEND_TESLAENUMS_H

#include <cstdint>

namespace heddle::tesla {

// TableGen writes plain enums; a namespace each keeps their names apart.
namespace detail_data_type {
#define GET_DataType_DECL
#include "TeslaGenEnums.inc"
} // namespace detail_data_type
namespace detail_form {
#define GET_Form_DECL
#include "TeslaGenEnums.inc"
} // namespace detail_form
namespace detail_inst_class {
#define GET_InstClass_DECL
#include "TeslaGenEnums.inc"
} // namespace detail_inst_class
namespace detail_latency {
#define GET_LatencyClass_DECL
#include "TeslaGenEnums.inc"
} // namespace detail_latency
namespace detail_operand_kind {
#define GET_OperandKind_DECL
#include "TeslaGenEnums.inc"
} // namespace detail_operand_kind
using DataType = detail_data_type::DataType;
using Form = detail_form::Form;
using InstClass = detail_inst_class::InstClass;
using LatencyClass = detail_latency::LatencyClass;
using OperandKind = detail_operand_kind::OperandKind;

/// The operation of an instruction: a row of Operations.td. Names are in
/// MCTargetDesc/TeslaSemKinds.h, for those who need them: there are ever more.
enum class SemKind : uint16_t;

} // namespace heddle::tesla

#endif // HEDDLE_BACKEND_TESLAENUMS_H
