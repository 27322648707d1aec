//===- TeslaEnums.td - The enumerations by themselves ------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of TeslaTypes.td that heddle/Backend/TeslaEnums.h shows.
//
//===----------------------------------------------------------------------===//

include "llvm/TableGen/SearchableTable.td"
include "heddle/ABI/OperationClasses.td"

include "TeslaTypes.td"
