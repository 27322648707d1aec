//===- Verifier.h - What holds of programs and CTAs -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The invariants that the code which runs a program takes for granted, and
/// does not check again. The answers are for assert: a sentence on the first
/// one that does not hold, or nothing.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MACHINE_STATE_VERIFIER_H
#define HEDDLE_LIB_MACHINE_STATE_VERIFIER_H

#include <string>

namespace heddle::sm {

class Cta;
class Program;

/// The inconsistency of a finished program, empty without: the guard at its
/// end, addresses, targets, straight runs, and rows of sources.
std::string problemOf(const Program &P);

/// The inconsistency of a CTA whose warps have all been noted that stopped,
/// empty without: which warps can run, wait, and have exited.
std::string problemOf(const Cta &C);

} // namespace heddle::sm

#endif // HEDDLE_LIB_MACHINE_STATE_VERIFIER_H
