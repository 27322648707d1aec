//===- TeslaDwarf.h - Source lines as DWARF ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The line tables that -g asks for, in the form that debuggers and
/// llvm-dwarfdump read: a compile unit, its functions, and the lines. The
/// addresses are plain numbers, since tools that do not know the machine cannot
/// apply its relocations: they count as if the code sections of the kernels lay
/// one after another from address 0.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLADWARF_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLADWARF_H

#include "heddle/Object/KernelInfo.h"
#include "heddle/Object/PTXFile.h"
#include "heddle/Object/SourceMap.h"
#include "llvm/CodeGen/DIE.h"
#include "llvm/MC/MCDwarf.h"

namespace llvm {

class AsmPrinter;

class TeslaDwarf {
public:
  /// The tables of a module that was read from \p PTXName or, where \p Linked
  /// is not empty, of the modules that were linked.
  TeslaDwarf(StringRef PTXName, ArrayRef<heddle::object::PTXFile> Linked)
      : PTXName(PTXName), Linked(Linked.vec()) {}

  /// From here up to finishFunction's \p End is code of \p Name. Addresses are
  /// relative to the kernel.
  void startFunction(StringRef Name, uint32_t Start);
  void finishFunction(uint32_t End);
  /// The kernel that the functions so far belong to ends after \p Bytes.
  void finishKernel(ArrayRef<heddle::object::LineEntry> Lines, uint32_t Bytes);

  /// Writes the sections. \p Sources is empty where the PTX itself is the
  /// source.
  void emit(AsmPrinter &Printer, const heddle::object::SourceMap &Sources);

private:
  struct FunctionRange {
    std::string Name;
    uint32_t Start = 0, End = 0;
  };
  struct KernelLines {
    std::vector<heddle::object::LineEntry> Lines;
    uint32_t Start = 0, End = 0;
  };

  void emitInfo(AsmPrinter &Printer, StringRef UnitName) const;
  void emitLines(AsmPrinter &Printer,
                 const heddle::object::SourceMap &Sources) const;
  void emitSequence(MCContext &Context,
                    const heddle::object::SourceMap &Sources,
                    ArrayRef<unsigned> Files, const KernelLines &K,
                    SmallVectorImpl<char> &Out) const;

  std::string PTXName;
  std::vector<heddle::object::PTXFile> Linked;
  std::vector<FunctionRange> Functions;
  std::vector<KernelLines> Kernels;
  /// The start of the current kernel's code.
  uint32_t Base = 0;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLADWARF_H
