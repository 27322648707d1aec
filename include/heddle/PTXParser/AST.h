//===- AST.h - The tree of a checked PTX module -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The result of parsing and checking a PTX module. Every name is resolved: an
/// operand points at the Register, Variable, Label or Function it means. All
/// nodes live in the Module's allocator, names point into the source buffer,
/// nothing has a destructor to run.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTXPARSER_AST_H
#define HEDDLE_PTXPARSER_AST_H

#include "heddle/PTXParser/Stmt.h"
#include "llvm/Support/Allocator.h"
#include <array>

namespace heddle::ptx {

using Extent3 = std::array<unsigned, 3>;

/// Directives between a function's parameter list and its body.
struct FunctionDirectives : CallDirectives {
  std::optional<Extent3> MaxNTid, ReqNTid, ReqNCTAPerCluster;
  std::optional<unsigned> MinNCTAPerSM, MaxNCTAPerSM, MaxNReg, MaxClusterRank;
  bool ExplicitCluster = false;
  bool BlocksAreClusters = false;
  /// The first directive that changes how CTAs form clusters.
  llvm::SMRange Clusters;
  llvm::ArrayRef<llvm::StringRef> Pragmas;
};

struct Function : Decl {
  bool IsEntry = false;
  Linkage Link = Linkage::Internal;
  /// Variables in .param space; those of a .func may be Registers instead.
  llvm::ArrayRef<Decl *> Params, Returns;
  /// The .param declarations stand in the body, as PTX < 1.4 writes them.
  bool ParamsInBody = false;
  FunctionDirectives Directives;
  /// .attribute(.unified(a, b)), if said.
  const UnifiedId *Unified = nullptr;
  /// Null for a prototype.
  const Block *Body = nullptr;
  /// The definition that a prototype is followed by, the function that an alias
  /// stands for, or that of another module which this one gives way to.
  const Function *Definition = nullptr;

  /// Everything used or declared anywhere in the body; X->Id is the index.
  /// Parameters in registers are among Registers, those in .param are not
  /// among Variables.
  llvm::ArrayRef<Register *> Registers;
  llvm::ArrayRef<Variable *> Variables;
  llvm::ArrayRef<Label *> Labels;

  Function(llvm::StringRef Name, llvm::SMRange Range)
      : Decl(FunctionDecl, Name, Range) {}
  static bool classof(const Decl *D) { return D->DeclKind == FunctionDecl; }
};

/// The declaration in \p B that differs from \p A; null if their parameters and
/// results agree.
const Decl *signatureDifference(const Function &A, const Function &B);

/// A PTX or target version: 7.8 is 78, sm_90 is 90.
using Version = uint16_t;

struct Module {
  /// .version: 14 is 1.4.
  Version PTXVersion = 0;
  /// .target sm_NN: NN; TargetName as written, suffix included ("sm_90a").
  Version Target = 0;
  llvm::StringRef TargetName;
  /// Further words of .target: map_f64_to_f32, debug, texmode_unified …
  llvm::ArrayRef<llvm::StringRef> TargetOptions;
  bool MapF64ToF32 = false;
  /// 32 or 64; 0 when not written.
  unsigned AddressSize = 0;
  /// Everything at module scope in source order.
  llvm::ArrayRef<const Stmt *> Body;
  llvm::ArrayRef<Function *> Functions;
  llvm::ArrayRef<Variable *> Variables;
  llvm::StringRef FileName;
  /// Variables and functions that are .extern here may be defined in another
  /// module.
  bool IsPart = false;
  /// The place at which the first statement of Body may begin.
  llvm::SMLoc HeaderEnd;
  /// Every comment in source order, its markers included.
  llvm::ArrayRef<llvm::SMRange> Comments;

  llvm::BumpPtrAllocator Allocator;
};

} // namespace heddle::ptx

#endif // HEDDLE_PTXPARSER_AST_H
