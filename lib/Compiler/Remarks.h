//===- Remarks.h - Optimization remarks of a compilation --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Collects the optimization remarks of a context, for people and as YAML.
/// Code is generated several times while registers are searched; what a
/// generation remarks is pending until it is taken, so that only the one that
/// was chosen is heard.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_REMARKS_H
#define HEDDLE_LIB_COMPILER_REMARKS_H

#include "heddle/Support/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace llvm {
class DiagnosticInfoOptimizationBase;
class LLVMContext;
} // namespace llvm

namespace heddle {

/// Remarks in the order of their coming.
struct RemarkList {
  struct Remark {
    /// "pass=inline", as behind -R.
    std::string Name;
    llvm::SMLoc Loc;
    std::string Text;
  };
  /// The remarks that --pass-remarks and its like let through.
  std::vector<Remark> Shown;
  /// All remarks, in LLVM's format.
  std::string YAML;
};

class RemarkCollector {
public:
  /// With \p WantsYAML, collects all remarks of \p Context and writes them as
  /// YAML. \p PlacesAreInIR: debug locations are not places of the main buffer.
  RemarkCollector(llvm::LLVMContext &Context, bool WantsYAML,
                  bool PlacesAreInIR);
  ~RemarkCollector();
  RemarkCollector(const RemarkCollector &) = delete;
  RemarkCollector &operator=(const RemarkCollector &) = delete;

  /// Adds a remark that the context's handler got; the YAML has it already.
  void add(const llvm::DiagnosticInfoOptimizationBase &DI,
           const Diagnostics &Diags);

  /// Takes the pending remarks; none is pending afterwards.
  RemarkList take();

  /// Prints \p List on \p Diags and appends its YAML to \p YAML.
  static void report(const RemarkList &List, Diagnostics &Diags,
                     std::string &YAML);

private:
  llvm::LLVMContext &Context;
  bool PlacesAreInIR;
  RemarkList Pending;
  llvm::raw_string_ostream Stream;
};

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_REMARKS_H
