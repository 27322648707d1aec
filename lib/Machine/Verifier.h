//===- Verifier.h - What holds of programs and CTAs -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What who runs a program takes for granted, and does not look at again. The
/// answers are for assert: a sentence on the first thing that does not hold, or
/// nothing.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MACHINE_VERIFIER_H
#define HEDDLE_LIB_MACHINE_VERIFIER_H

#include <string>

namespace heddle::sm {

class Cta;
class Program;

/// Of a finished program: the guard at its end, addresses, targets, straight
/// runs, and rows of sources.
std::string problemOf(const Program &P);

/// Of a CTA whose warps have all been noted that stopped: who can run, who
/// waits, who has exited.
std::string problemOf(const Cta &C);

} // namespace heddle::sm

#endif // HEDDLE_LIB_MACHINE_VERIFIER_H
