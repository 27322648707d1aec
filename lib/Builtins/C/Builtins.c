//===- Builtins.c - All builtins as one unit ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One translation unit, so that one bitcode file is embedded.
//
//===----------------------------------------------------------------------===//

#include "Convert64.c"
#include "Division32.c"
#include "Division64.c"
#include "Division64Wide.c"
#include "DivisionF32.c"
#include "DivisionF64.c"
#include "FusedF32.c"
#include "TensorPlace.c"
#include "TensorTile.c"
