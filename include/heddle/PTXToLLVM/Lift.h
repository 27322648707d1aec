//===- Lift.h - PTX to NVVM IR ----------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lifting of a checked PTX module to LLVM IR with NVPTX's address spaces,
/// llvm.nvvm.* intrinsics and the heddle.* functions. The IR never has
/// behaviour that is undefined in LLVM: PTX has no undefined behaviour.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTXTOLLVM_LIFT_H
#define HEDDLE_PTXTOLLVM_LIFT_H

#include "heddle/ABI/Limits.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace heddle {

class Diagnostics;

namespace abi {
struct Geometry;
} // namespace abi

namespace ptx {
struct Module;
} // namespace ptx

/// A register or a .local variable that may be read before it is written.
struct UndefinedValue {
  std::string Name;
  /// In the PTX, where it is read first, or declared.
  unsigned Line = 0, Column = 0;
  bool IsVariable = false;
};

struct LiftOptions {
  /// Name of the chip to lift for, as in heddle/ABI/Chips.h.
  std::string Chip = "g80";
  /// The kernels to lift; empty: all. Device functions come along where they
  /// are called.
  std::vector<std::string> Kernels;
  /// The geometry that launches run on; null: the chip's own.
  const abi::Geometry *Geometry = nullptr;
  /// Mark unrounded f32 mul and add, which PTX allows to be fused, for the pass
  /// that fuses them.
  bool FuseMulAdd = false;
  /// Compute fma.f32 as the chip's mad, which truncates the product.
  bool FmaAsMad = false;
  /// Register limit for kernels without .maxnreg; 0: none.
  unsigned MaxRegisters = 0;
  /// Register limits for the kernels of each buffer, in place of MaxRegisters
  /// where not empty.
  std::vector<unsigned> MaxRegistersByBuffer;
  /// Most bytes of .global variables: a mistyped length is to be an error, not
  /// a machine without memory.
  uint64_t MaxModuleBytes = abi::MaxModuleBytes;
  /// Keep track of what each PTX register holds, as debug records.
  bool RegisterNames = false;
  /// The module is a part of a program: what it declares .extern is external in
  /// the IR, too, and device functions that others may call are lifted.
  bool IsPart = false;
  /// Let the optimizer move no load to where there was none.
  bool Checks = false;
  /// If not null, a value that may be read before it is written comes from
  /// heddle.undefined, and is added here.
  std::vector<UndefinedValue> *Undefined = nullptr;
  /// Lift what .loc says of the sources, in all of the text.
  bool SourceLocations = true;
};

/// Lifts \p Source, which must have been parsed from a buffer of \p Diags.
/// Everything that cannot be lifted is reported there, all in one run; the
/// result is then null.
std::unique_ptr<llvm::Module> liftModule(const ptx::Module &Source,
                                         llvm::LLVMContext &Context,
                                         const LiftOptions &Options,
                                         Diagnostics &Diags);

/// Lifts \p Sources, which linkModules has gone over, to one module.
std::unique_ptr<llvm::Module>
liftModules(llvm::ArrayRef<std::unique_ptr<ptx::Module>> Sources,
            llvm::LLVMContext &Context, const LiftOptions &Options,
            Diagnostics &Diags);

} // namespace heddle

#endif // HEDDLE_PTXTOLLVM_LIFT_H
