//===- EntryPoints.cpp - What libcuda exports -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of it is made from the tables. The functions that there are not take no
// parameters here: who calls them with some reads only the result.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Calls.h"
#include "Entry.h"

using namespace heddle::driver;

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default"))) CUresult

#define HEDDLE_DEFINE(NAME, CALL, NEEDS, PER_THREAD, PARAMS, ARGS)             \
  HEDDLE_EXPORT NAME PARAMS {                                                  \
    return enter(#NAME, Needs::NEEDS, PER_THREAD,                              \
                 [&] { return calls::CALL ARGS; });                            \
  }
#define HEDDLE_DEFINE_Plain(NAME, CALL, NEEDS, PARAMS, ARGS)                   \
  HEDDLE_DEFINE(NAME, CALL, NEEDS, false, PARAMS, ARGS)
#define HEDDLE_DEFINE_Ptsz(NAME, CALL, NEEDS, PARAMS, ARGS)                    \
  HEDDLE_DEFINE(NAME, CALL, NEEDS, false, PARAMS, ARGS)                        \
  HEDDLE_DEFINE(NAME##_ptsz, CALL, NEEDS, true, PARAMS, ARGS)
#define HEDDLE_DEFINE_Ptds(NAME, CALL, NEEDS, PARAMS, ARGS)                    \
  HEDDLE_DEFINE(NAME, CALL, NEEDS, false, PARAMS, ARGS)                        \
  HEDDLE_DEFINE(NAME##_ptds, CALL, NEEDS, true, PARAMS, ARGS)

#define HEDDLE_CU(BASE, SUFFIX, SINCE, VARIANT, NEEDS, PARAMS, ARGS)           \
  HEDDLE_DEFINE_##VARIANT(cu##BASE##SUFFIX, BASE##SUFFIX, NEEDS, PARAMS, ARGS)
#include "heddle-cuda/driver_functions.def"

#define HEDDLE_REFUSE(NAME)                                                    \
  HEDDLE_EXPORT NAME() { return refuseUnsupported(#NAME); }
#define HEDDLE_REFUSE_Plain(NAME) HEDDLE_REFUSE(NAME)
#define HEDDLE_REFUSE_Ptsz(NAME) HEDDLE_REFUSE(NAME) HEDDLE_REFUSE(NAME##_ptsz)
#define HEDDLE_REFUSE_Ptds(NAME) HEDDLE_REFUSE(NAME) HEDDLE_REFUSE(NAME##_ptds)

#define HEDDLE_CU_UNSUPPORTED(BASE, SUFFIX, SINCE, VARIANT)                    \
  HEDDLE_REFUSE_##VARIANT(cu##BASE##SUFFIX)
#include "heddle-cuda/unsupported_functions.def"

#define HEDDLE_ADDRESS(NAME) reinterpret_cast<void *>(&NAME)
#define HEDDLE_OTHER_Plain(NAME) nullptr
#define HEDDLE_OTHER_Ptsz(NAME) HEDDLE_ADDRESS(NAME##_ptsz)
#define HEDDLE_OTHER_Ptds(NAME) HEDDLE_ADDRESS(NAME##_ptds)
#define HEDDLE_ROW(BASE, SUFFIX, SINCE, VARIANT)                               \
  {"cu" #BASE, SINCE, HEDDLE_ADDRESS(cu##BASE##SUFFIX),                        \
   HEDDLE_OTHER_##VARIANT(cu##BASE##SUFFIX)},

static const EntryPoint Rows[] = {
#define HEDDLE_CU(BASE, SUFFIX, SINCE, VARIANT, NEEDS, PARAMS, ARGS)           \
  HEDDLE_ROW(BASE, SUFFIX, SINCE, VARIANT)
#include "heddle-cuda/driver_functions.def"
#define HEDDLE_CU_UNSUPPORTED(BASE, SUFFIX, SINCE, VARIANT)                    \
  HEDDLE_ROW(BASE, SUFFIX, SINCE, VARIANT)
#include "heddle-cuda/unsupported_functions.def"
};

llvm::ArrayRef<EntryPoint> heddle::driver::entryPoints() { return Rows; }
