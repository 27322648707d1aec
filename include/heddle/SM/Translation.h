//===- Translation.h - Host code of a program -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the SM knows of a second engine: code of the host that runs a warp in
/// the interpreter's place, from some of the program's instructions on. It may
/// stop in front of any instruction, and the interpreter goes on there. Who
/// makes such code is not said here, so that the SM needs no code generator.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SM_TRANSLATION_H
#define HEDDLE_SM_TRANSLATION_H

#include <cstdint>
#include <memory>

namespace heddle::sm {

class Executable;
class Warp;

/// Host code of an executable's instructions. Immutable, shareable.
class TranslatedProgram {
public:
  virtual ~TranslatedProgram();

  /// Runs \p W, which is not split, from its place on for \p Budget
  /// instructions at most, and returns how many it issued, for all 32 lanes
  /// each. 0: there is no host code for the warp as it is, and the interpreter
  /// has to execute an instruction at least.
  virtual uint64_t run(Warp &W, uint64_t Budget) const = 0;

  /// The first instruction behind \p PC where run() may start.
  virtual uint32_t nextEntry(uint32_t PC) const = 0;
};

/// Makes host code.
class Translator {
public:
  virtual ~Translator();

  /// Null: \p E is not translated, and the interpreter runs all of it. \p E
  /// must outlive the result. May be called from several threads.
  virtual std::unique_ptr<TranslatedProgram>
  translate(const Executable &E) const = 0;
};

/// Has \p T translate \p E for all launches that follow, unless that was done
/// before. No launch of \p E may run meanwhile.
void translate(Executable &E, const Translator &T);

} // namespace heddle::sm

#endif // HEDDLE_SM_TRANSLATION_H
