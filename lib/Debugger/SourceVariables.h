//===- SourceVariables.h - Variables of what PTX was made from --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// nvcc -G writes DWARF into PTX, as bytes and labels, which is about the PTX:
/// scopes are between labels, and places are names of registers, of parameters
/// and of variables. So it is read with lines of the PTX for addresses.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DEBUGGER_SOURCEVARIABLES_H
#define HEDDLE_LIB_DEBUGGER_SOURCEVARIABLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"
#include <memory>
#include <string>
#include <vector>

namespace heddle::debugger {

class SourceVariables {
public:
  /// Where a variable is.
  struct Place {
    enum KindType : uint8_t {
      Unknown,
      /// In the register of the PTX called Symbol.
      Register,
      /// Offset bytes behind the parameter or variable called Symbol.
      Memory,
    };
    KindType Kind = Unknown;
    std::string Symbol;
    uint64_t Offset = 0;
  };
  struct Variable {
    std::string Name;
    bool IsParameter = false;
    llvm::DWARFDie Type;
    /// The lines of the PTX in which it can be seen; End is the first behind.
    uint32_t Begin = 0, End = 0;
    struct Part {
      uint32_t Begin, End;
      Place At;
    };
    std::vector<Part> Places;
    /// Where it is in front of line \p Line; null: nowhere.
    const Place *at(uint32_t Line) const;
  };

  /// Reads the DWARF of the PTX \p Text. Null where it has none.
  static std::shared_ptr<const SourceVariables> read(llvm::StringRef Text);

  /// Those that line \p Line of the PTX sees, outer scopes first.
  std::vector<const Variable *> visible(uint32_t Line) const;
  bool has(llvm::StringRef Name) const;

  static uint64_t sizeOf(const Variable &V);
  /// "s32", "f64"; empty for what is no number.
  static std::string scalarType(const Variable &V);
  /// The same of what a pointer points to.
  static std::string pointeeType(const Variable &V);
  /// "7", "{x = 1, y = 2}", "{0, 1, 2}".
  static std::string valueText(const Variable &V,
                               llvm::ArrayRef<uint8_t> Bytes);

private:
  void collect(const llvm::DWARFDie &Scope, uint32_t Begin, uint32_t End,
               unsigned Depth);
  void add(const llvm::DWARFDie &Die, uint32_t Begin, uint32_t End);
  Place placeOf(llvm::ArrayRef<uint8_t> Expression) const;

  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> Sections;
  std::unique_ptr<llvm::DWARFContext> Context;
  /// Stands for an address beyond all lines.
  std::vector<std::string> Symbols;
  std::vector<Variable> Variables;
};

} // namespace heddle::debugger

#endif // HEDDLE_LIB_DEBUGGER_SOURCEVARIABLES_H
