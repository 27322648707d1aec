//===- DoubleEntries.cpp - cuBLAS for double ------------------------------===//
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

#define HEDDLE_T double
#define HEDDLE_SCOPE of_double
#define HEDDLE_LETTER D
#define HEDDLE_NORM D
#define HEDDLE_INDEX Id
#include "EntriesOfType.inc"
