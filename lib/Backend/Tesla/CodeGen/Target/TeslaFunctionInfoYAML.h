//===- TeslaFunctionInfoYAML.h - What passes know, in MIR -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// TeslaMachineFunctionInfo as the text of MIR has it, so that a pass run alone
/// finds what others found out before it:
///
///   machineFunctionInfo:
///     stackDepth: 2
///     pressure:
///       peak: 14
///       lines:
///         - { line: 9, registers: 14 }
///
/// Members that are as at the start of code generation are left out. The layout
/// of parameters and shared variables follows from the IR.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAFUNCTIONINFOYAML_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAFUNCTIONINFOYAML_H

#include "heddle/Backend/Pressure.h"
#include "llvm/CodeGen/MIRYamlMapping.h"

namespace llvm {
class Module;
class TeslaMachineFunctionInfo;

namespace yaml {

/// A call and the entries of the divergence stack below its own.
struct TeslaCallUse {
  std::string Callee;
  unsigned Below = 0;

  bool operator==(const TeslaCallUse &Other) const {
    return Callee == Other.Callee && Below == Other.Below;
  }
};

struct TeslaFunctionInfo final : public MachineFunctionInfo {
  TeslaFunctionInfo() = default;
  explicit TeslaFunctionInfo(const TeslaMachineFunctionInfo &Info);

  void mappingImpl(IO &YamlIO) override;
  /// Sets \p Info; the name of a function that \p M has not, if there is one.
  std::optional<std::string> apply(TeslaMachineFunctionInfo &Info,
                                   const Module &M) const;

  unsigned StackDepth = 0;
  uint64_t FrameBase = 0;
  uint64_t FrameEnd = 0;
  bool FrameFits = true;
  std::vector<uint32_t> Literals;
  std::vector<TeslaCallUse> Calls;
  heddle::tesla::KernelPressure Pressure;
};

} // namespace yaml
} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAFUNCTIONINFOYAML_H
