//===- translated.h - Kernels that are host code already --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/**
 * \file
 * What ptx-translate writes: an object for a Tesla chip with host code of its
 * kernels, to be linked into the program that launches them.
 *
 * \code
 *   ptx-translate saxpy.cubin -o saxpy.o      // has saxpy_translation
 *   cc main.c saxpy.o -lheddle
 *
 *   HEDDLE_TRANSLATION(saxpy_translation);
 *   heddleModuleLoadTranslation(D, &saxpy_translation, &M);
 *   heddleModuleGetKernel(M, "saxpy", &K);
 * \endcode
 *
 * Results, faults and limits are those of the interpreter, which goes on where
 * host code does not.
 */

#ifndef HEDDLE_C_TRANSLATED_H
#define HEDDLE_C_TRANSLATED_H

#include "heddle-c/heddle.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A kernel; all of it is between ptx-translate and the library. */
typedef struct heddleTranslatedKernel_t {
  const char *Name, *Key;
  void (*Function)(void);
  const uint32_t *Exits;
  uint64_t NumExitWords;
} heddleTranslatedKernel_t;

typedef struct heddleTranslation_t {
  size_t StructSize;
  /** What the code relies on; that of the library has to be the same. */
  const char *Interface;
  /** "sse2", "avx2", "avx512", "neon" or "portable". */
  const char *HostIsa;
  const void *Object;
  uint64_t ObjectSize;
  const heddleTranslatedKernel_t *Kernels;
  uint64_t NumKernels;
} heddleTranslation_t;

/** Declares what ptx-translate calls NAME. */
#ifdef __cplusplus
#define HEDDLE_TRANSLATION(NAME) extern "C" const heddleTranslation_t NAME
#else
#define HEDDLE_TRANSLATION(NAME) extern const heddleTranslation_t NAME
#endif

/** Loads the object of \p T; its kernels run by their host code. \p T must live
 *  as long as the module. heddleErrorNotSupported: another version of
 *  ptx-translate made it, or the host lacks its instruction set. */
HEDDLE_API heddleError_t
heddleModuleLoadTranslation(heddleDevice_t D, const heddleTranslation_t *T,
                            heddleModule_t *Out) HEDDLE_NOEXCEPT;

/** Whether there is host code for \p K. There is none for kernels that
 *  ptx-translate could not translate, and where variables that the kernel names
 *  have other addresses than they had for ptx-translate: those are interpreted.
 */
HEDDLE_API int heddleKernelIsTranslated(heddleKernel_t K) HEDDLE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
