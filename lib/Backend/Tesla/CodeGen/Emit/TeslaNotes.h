//===- TeslaNotes.h - Sections beside the code ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An object carries more than code and variables: for a kernel its resources,
/// lines, literals and names of registers, for the module its images, the chip
/// and the geometry that it was compiled for, and its sources. Each is a
/// section that heddle/Object encodes and reads.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLANOTES_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLANOTES_H

#include "heddle/Object/Module.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {

class MCStreamer;
class MCSymbol;
class Module;
class TargetMachine;

class TeslaNotes {
public:
  explicit TeslaNotes(MCStreamer &Out) : Out(Out) {}

  /// An entry of the line map and the place in the code that it starts at.
  struct LineMark {
    MCSymbol *Label;
    heddle::object::LineEntry Entry;
  };

  // Notes for one kernel.
  void emitInfo(const heddle::object::KernelInfo &Info);
  /// \p Kernel is the symbol of the kernel \p Name, which addresses count from.
  void emitLines(StringRef Name, const MCSymbol *Kernel,
                 ArrayRef<LineMark> Lines);
  /// c1[] of the kernel.
  void emitLiterals(StringRef Name, ArrayRef<uint32_t> Words);
  void emitRegisterNames(StringRef Name,
                         const heddle::object::RegisterMap &Map);

  // Notes for the module.
  /// The images that a loader has to bind.
  void emitImages(const Module &M);
  /// The chip that the module asks for, which reports weigh its code on.
  void emitArch(const Module &M);
  /// The geometry that the module was compiled for. A launch is held against it
  /// where it is not the chip's own.
  void emitGeometry(const Module &M, const TargetMachine &TM);
  /// The places of .loc, which faults name.
  void emitSources(const heddle::object::SourceMap &Sources);
  /// The name of the PTX file, and the files of all modules where several were
  /// linked.
  void emitFiles(StringRef Source, ArrayRef<heddle::object::PTXFile> Files);

private:
  void startSection(const Twine &Name);
  void emit(const Twine &Name, ArrayRef<char> Bytes);

  MCStreamer &Out;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLANOTES_H
