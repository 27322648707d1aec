//===- ObjectFuzzer.cpp - Any bytes as an object --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reader, disassembler, decoder and interpreter. The seeds are assembled from
// the tests of the SM.
//
//===----------------------------------------------------------------------===//

#include "TryObject.h"

using namespace heddle::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Outcomes Result;
  tryObject({reinterpret_cast<const char *>(Data), Size},
            /*MaxInstructions=*/2000, Result);
  return 0;
}
