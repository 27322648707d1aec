//===- HeaderTest.c - The C API's headers are C ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle-c/heddle.h"
#include "heddle-c/jobs.h"
#include "heddle-c/translated.h"

size_t heddleTestSizeInC(void);

size_t heddleTestSizeInC(void) {
  heddleLaunchConfig_t Config;
  HEDDLE_INIT(Config);
  return Config.StructSize;
}
