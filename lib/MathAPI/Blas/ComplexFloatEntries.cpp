//===- ComplexFloatEntries.cpp - cuBLAS for Complex32 ---------------------===//
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

#define HEDDLE_T Complex32
#define HEDDLE_SCOPE of_complex_float
#define HEDDLE_LETTER C
#define HEDDLE_NORM Sc
#define HEDDLE_INDEX Ic
#define HEDDLE_MIXED Cs
#include "EntriesOfType.inc"
