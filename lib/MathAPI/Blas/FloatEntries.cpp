//===- FloatEntries.cpp - cuBLAS for float --------------------------------===//
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

#define HEDDLE_T float
#define HEDDLE_SCOPE of_float
#define HEDDLE_LETTER S
#define HEDDLE_NORM S
#define HEDDLE_INDEX Is
#include "EntriesOfType.inc"
