//===- NamedWarning.h - A pass warns at a PTX line --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OPTIMIZER_NAMEDWARNING_H
#define HEDDLE_OPTIMIZER_NAMEDWARNING_H

#include "llvm/IR/DiagnosticInfo.h"
#include <string>

namespace heddle {

/// A warning of a pass to LLVM's diagnostic handler, with its name in
/// Warnings.def.
class NamedWarning final : public llvm::DiagnosticInfoWithLocationBase {
public:
  /// About \p I, at its place in the PTX.
  NamedWarning(llvm::StringRef Name, const llvm::Instruction &I,
               const llvm::Twine &Message);

  llvm::StringRef name() const { return Name; }
  llvm::StringRef message() const { return Message; }

  void print(llvm::DiagnosticPrinter &DP) const override;
  static bool classof(const llvm::DiagnosticInfo *DI);

private:
  std::string Name, Message;
};

} // namespace heddle

#endif // HEDDLE_OPTIMIZER_NAMEDWARNING_H
