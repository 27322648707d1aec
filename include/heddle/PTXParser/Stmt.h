//===- Stmt.h - Items of a body or of a module ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions and directives in source order.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTXPARSER_STMT_H
#define HEDDLE_PTXPARSER_STMT_H

#include "heddle/PTXParser/Operand.h"
#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::ptx {

struct Function;

/// One item of a body or of a module, in source order.
struct Stmt {
  enum Kind : uint8_t {
    InstructionStmt,
    LabelStmt,
    BlockStmt,
    RegistersStmt,
    VariableStmt,
    FunctionStmt,
    LocStmt,
    FileStmt,
    PragmaStmt,
    SectionStmt,
    TargetsStmt,
    PrototypeStmt,
    AliasStmt,
  };

  llvm::SMRange Range;
  Kind StmtKind;

  Stmt(Kind K, llvm::SMRange Range) : Range(Range), StmtKind(K) {}
};

/// A modifier with the slot of the form that it fills: `.and` is a BoolOp of
/// setp, and an AtomOp of atom.
struct ModifierUse {
  ModGroup Group;
  Modifier Mod;
};

struct Instruction : Stmt {
  bool GuardNegated = false;
  const InstForm *Form = nullptr;
  /// Modifiers that are not types, in the form's order.
  llvm::ArrayRef<ModifierUse> Modifiers;
  /// Types in order: cvt.DST.SRC, set.DST.SRC; the last governs the operands.
  llvm::ArrayRef<ScalarType> Types;
  /// Null when not guarded.
  const Register *Guard = nullptr;
  /// `ld.global.u32` as written.
  llvm::SMRange NameRange;
  /// In source order. A call always has: [0] ListOp of results, [1] callee,
  /// [2] ListOp of arguments, and [3] the prototype if one is written.
  llvm::ArrayRef<Operand> Operands;

  explicit Instruction(llvm::SMRange Range) : Stmt(InstructionStmt, Range) {}
  static bool classof(const Stmt *S) { return S->StmtKind == InstructionStmt; }

  /// `@!p`; empty when not guarded.
  llvm::SMRange guardRange() const;
  Opcode opcode() const { return Form->Op; }
  /// The modifier that fills \p Group, or ModNone.
  Modifier modifier(ModGroup Group) const;
  bool has(Modifier Mod) const;
  /// First and last type; None when the instruction has none.
  ScalarType type() const {
    return Types.empty() ? ScalarType::None : Types.back();
  }
  ScalarType firstType() const {
    return Types.empty() ? ScalarType::None : Types.front();
  }
  /// Space of a memory access; Generic if none is written.
  StateSpace space() const;
  /// N of .vN, else 1.
  unsigned vectorWidth() const;
  llvm::StringRef spelling() const {
    return {NameRange.Start.getPointer(),
            size_t(NameRange.End.getPointer() - NameRange.Start.getPointer())};
  }
};

/// Whether it adds the carry flag: addc, subc, madc.
bool takesCarry(const Instruction &I);

/// Prints the mnemonic with modifiers and types in the order of the form.
void printName(const Instruction &I, llvm::raw_ostream &OS);

struct LabelStatement : Stmt {
  const Label *L;
  LabelStatement(const Label *L, llvm::SMRange Range)
      : Stmt(LabelStmt, Range), L(L) {}
  static bool classof(const Stmt *S) { return S->StmtKind == LabelStmt; }
};

/// `{ … }`: a scope.
struct Block : Stmt {
  llvm::ArrayRef<const Stmt *> Body;
  explicit Block(llvm::SMRange Range) : Stmt(BlockStmt, Range) {}
  static bool classof(const Stmt *S) { return S->StmtKind == BlockStmt; }
};

/// Calls \p Visit for each statement of \p Body and, where one is a block, for
/// those in it, in source order. Blocks nest as deep as the user likes, so this
/// does not recurse.
void forEachStmt(const Block &Body,
                 llvm::function_ref<void(const Stmt &)> Visit);

/// `.reg .u32 a, %r<40>;` as written, for printing.
struct RegisterGroup {
  llvm::StringRef Name;
  /// N of `%r<N>`, or -1 for a single register.
  int64_t Count = -1;
  llvm::SMRange Range;
};
struct RegisterDeclaration : Stmt {
  ScalarType Type = ScalarType::None;
  uint8_t VectorWidth = 1;
  llvm::ArrayRef<RegisterGroup> Groups;
  explicit RegisterDeclaration(llvm::SMRange Range)
      : Stmt(RegistersStmt, Range) {}
  static bool classof(const Stmt *S) { return S->StmtKind == RegistersStmt; }
};

struct VariableDeclaration : Stmt {
  const Variable *Var;
  VariableDeclaration(const Variable *Var, llvm::SMRange Range)
      : Stmt(VariableStmt, Range), Var(Var) {}
  static bool classof(const Stmt *S) { return S->StmtKind == VariableStmt; }
};

struct FunctionStatement : Stmt {
  const Function *Func;
  FunctionStatement(const Function *Func, llvm::SMRange Range)
      : Stmt(FunctionStmt, Range), Func(Func) {}
  static bool classof(const Stmt *S) { return S->StmtKind == FunctionStmt; }
};

/// `, function_name NAME [+ N], inlined_at FILE LINE COLUMN` of a .loc.
struct InlinedLocation {
  /// A label of .section .debug_str.
  llvm::StringRef FunctionName;
  uint64_t NameOffset = 0;
  /// The place of the call.
  unsigned File = 0, Line = 0, Column = 0;
};

/// `.loc FILE LINE COLUMN`.
struct LocDirective : Stmt {
  unsigned File = 0, Line = 0, Column = 0;
  /// Null unless the line was inlined.
  const InlinedLocation *Inlined = nullptr;
  explicit LocDirective(llvm::SMRange Range) : Stmt(LocStmt, Range) {}
  static bool classof(const Stmt *S) { return S->StmtKind == LocStmt; }
};

/// `.file N "name" [, time, size]`.
struct FileDirective : Stmt {
  unsigned Number = 0;
  llvm::StringRef Name;
  bool HasTimeAndSize = false;
  uint64_t Time = 0, Size = 0;
  explicit FileDirective(llvm::SMRange Range) : Stmt(FileStmt, Range) {}
  static bool classof(const Stmt *S) { return S->StmtKind == FileStmt; }
};

/// `.pragma "…", "…";`
struct PragmaDirective : Stmt {
  llvm::ArrayRef<llvm::StringRef> Strings;
  explicit PragmaDirective(llvm::SMRange Range) : Stmt(PragmaStmt, Range) {}
  static bool classof(const Stmt *S) { return S->StmtKind == PragmaStmt; }
};

/// `.section NAME { … }`, and the older @@DWARF lines: kept as text.
struct SectionDirective : Stmt {
  llvm::StringRef Text;
  explicit SectionDirective(llvm::SMRange Range) : Stmt(SectionStmt, Range) {}
  static bool classof(const Stmt *S) { return S->StmtKind == SectionStmt; }
};

/// `NAME: .branchtargets a, b;` or `.calltargets f, g;`.
struct TargetsDirective : Stmt {
  const Label *Name;
  bool IsCall = false;
  llvm::ArrayRef<const Decl *> Targets;
  TargetsDirective(const Label *Name, llvm::SMRange Range)
      : Stmt(TargetsStmt, Range), Name(Name) {}
  static bool classof(const Stmt *S) { return S->StmtKind == TargetsStmt; }
};

/// The directives about its calls that a function or a prototype may have.
struct CallDirectives {
  bool NoReturn = false;
  std::optional<unsigned> AbiPreserve, AbiPreserveControl;
};

/// `NAME: .callprototype (ret) _ (params);`
struct PrototypeDirective : Stmt {
  const Label *Name;
  llvm::ArrayRef<Decl *> Returns, Params;
  CallDirectives Directives;
  PrototypeDirective(const Label *Name, llvm::SMRange Range)
      : Stmt(PrototypeStmt, Range), Name(Name) {}
  static bool classof(const Stmt *S) { return S->StmtKind == PrototypeStmt; }
};

/// `.alias NAME, TARGET;`
struct AliasDirective : Stmt {
  const Function *Alias;
  const Function *Target;
  AliasDirective(const Function *Alias, const Function *Target,
                 llvm::SMRange Range)
      : Stmt(AliasStmt, Range), Alias(Alias), Target(Target) {}
  static bool classof(const Stmt *S) { return S->StmtKind == AliasStmt; }
};

} // namespace heddle::ptx

#endif // HEDDLE_PTXPARSER_STMT_H
