//===- ComplexDoubleEntries.cpp - cuBLAS for Complex64 --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Batched.h"
#include "Call.h"
#include "Level1.h"
#include "Level2.h"
#include "Level2Updates.h"
#include "Level3.h"
#include "Routines.h"

#define HEDDLE_T Complex64
#define HEDDLE_SCOPE of_complex_double
#define HEDDLE_LETTER Z
#define HEDDLE_NORM Dz
#define HEDDLE_INDEX Iz
#define HEDDLE_MIXED Zd
#include "EntriesOfType.inc"
