//===- AST.h - The tree of a checked PTX module -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What parsing and checking leave of a PTX module. Every name is resolved: an
/// operand points at the Register, Variable, Label or Function it means. All
/// nodes live in the Module's allocator, names point into the source buffer,
/// nothing has a destructor to run.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTXPARSER_AST_H
#define HEDDLE_PTXPARSER_AST_H

#include "heddle/PTXParser/Forms.h"
#include "heddle/PTXParser/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/SMLoc.h"
#include <array>
#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::ptx {

struct Block;
struct Function;
struct Init;

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

enum class Linkage : uint8_t { Internal, Visible, Extern, Weak, Common };

/// Something with a name. Range covers the name where it is declared.
struct Decl {
  enum Kind : uint8_t { RegisterDecl, VariableDecl, LabelDecl, FunctionDecl };

  Kind DeclKind;
  /// Counts from 0 for each kind within a function (a module for functions and
  /// module variables), so that side tables can be vectors.
  unsigned Id = 0;
  llvm::StringRef Name;
  llvm::SMRange Range;

  Decl(Kind K, llvm::StringRef Name, llvm::SMRange Range)
      : DeclKind(K), Name(Name), Range(Range) {}
};

/// One register. Of `.reg .u32 %r<40>` only those that are used exist.
struct Register : Decl {
  ScalarType Type;
  /// 1, 2 or 4.
  uint8_t VectorWidth;

  Register(llvm::StringRef Name, llvm::SMRange Range, ScalarType Type,
           unsigned VectorWidth)
      : Decl(RegisterDecl, Name, Range), Type(Type), VectorWidth(VectorWidth) {}
  static bool classof(const Decl *D) { return D->DeclKind == RegisterDecl; }
};

/// A variable in .global, .const, .shared, .local, or a parameter.
struct Variable : Decl {
  StateSpace Space;
  ScalarType Type;
  /// 1, 2 or 4.
  uint8_t VectorWidth = 1;
  Linkage Link = Linkage::Internal;
  /// Of `.param .u64 .ptr .global .align 8 p`: where the pointer points, if
  /// said.
  bool IsPointer = false;
  StateSpace PointerSpace = StateSpace::Generic;
  unsigned PointerAlign = 0;
  /// In bytes: written, or natural.
  unsigned Align = 1;
  bool AlignIsExplicit = false;
  /// `a[]`: the first dimension is given by the launch or by the initializer;
  /// Dims then holds what the initializer says, or 0.
  bool IsUnsized = false;
  /// Parameter of a kernel or function (Index among them), or a .param
  /// variable that passes arguments to a call.
  bool IsParameter = false;
  unsigned Index = 0;
  /// Empty for a scalar.
  llvm::ArrayRef<uint64_t> Dims;
  /// Null when there is no initializer.
  const Init *Initializer = nullptr;
  /// Null for module scope.
  Function *Parent = nullptr;

  Variable(llvm::StringRef Name, llvm::SMRange Range, StateSpace Space,
           ScalarType Type)
      : Decl(VariableDecl, Name, Range), Space(Space), Type(Type) {}
  static bool classof(const Decl *D) { return D->DeclKind == VariableDecl; }

  /// Product of the dimensions; 1 for a scalar, 0 when unsized.
  uint64_t numElements() const;
  uint64_t elementSize() const { return storeSize(Type) * VectorWidth; }
  uint64_t byteSize() const { return numElements() * elementSize(); }
};

struct Label : Decl {
  Label(llvm::StringRef Name, llvm::SMRange Range)
      : Decl(LabelDecl, Name, Range) {}
  static bool classof(const Decl *D) { return D->DeclKind == LabelDecl; }
};

/// An initial value: a number in the bits of the variable's type, the address
/// of a symbol, or a braced list.
struct Init {
  enum Kind : uint8_t { Value, Address, List };

  Kind InitKind = Value;
  /// Address: generic(symbol) was written.
  bool IsGeneric = false;
  uint64_t Bits = 0;
  const Decl *Symbol = nullptr;
  int64_t Offset = 0;
  llvm::ArrayRef<Init> Elements;
  llvm::SMRange Range;
};

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// How an immediate was written.
enum class ImmediateKind : uint8_t { Int, UInt, F32, F64, Pred };

struct Operand {
  enum Kind : uint8_t {
    /// Reg, Component, Negated.
    RegisterOp,
    /// SReg, Component, Index.
    SpecialRegisterOp,
    /// Bits, Imm.
    ImmediateOp,
    /// Base (null, Register or Variable) + Offset.
    AddressOp,
    /// Elements: `{a, b}` or an argument list `(a, b)`.
    ListOp,
    /// Base is a Variable or Function whose address is meant, + Offset.
    SymbolOp,
    /// Base is a Label.
    LabelOp,
    /// `_`: the value is not wanted.
    SinkOp,
  };

  Kind OpKind = SinkOp;
  /// What the instruction takes here: `wide(T)` and the like are worked out.
  /// A register may be wider than this, or of another class of this size.
  ScalarType Type = ScalarType::None;
  /// `!p`.
  bool Negated = false;
  /// 0..3 for .x .y .z .w, -1 without.
  int8_t Component = -1;
  ImmediateKind Imm = ImmediateKind::Int;
  SpecialRegister SReg = SpecialRegister(0);
  /// N of `%envregN`, `%pmN`.
  unsigned Index = 0;
  /// Immediate: the bits of the value in Type (an integer wrapped to its
  /// width, a real rounded to f32 or f64), or 64 bits when Type is None.
  uint64_t Bits = 0;
  const Decl *Base = nullptr;
  int64_t Offset = 0;
  llvm::ArrayRef<Operand> Elements;
  /// `d|p`: the second result, a RegisterOp or SinkOp; else null.
  const Operand *Second = nullptr;
  llvm::SMRange Range;

  bool isRegister() const { return OpKind == RegisterOp; }
  bool isImmediate() const { return OpKind == ImmediateOp; }
  /// RegisterOp: the register.
  const Register *reg() const { return llvm::cast<Register>(Base); }
  /// AddressOp with a register, or RegisterOp; else null.
  const Register *baseRegister() const {
    return llvm::dyn_cast_or_null<Register>(Base);
  }
  /// AddressOp or SymbolOp with a variable; else null.
  const Variable *baseVariable() const {
    return llvm::dyn_cast_or_null<Variable>(Base);
  }
  const Label *label() const { return llvm::cast<Label>(Base); }
};

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

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
  };

  Kind StmtKind;
  llvm::SMRange Range;

  Stmt(Kind K, llvm::SMRange Range) : StmtKind(K), Range(Range) {}
};

/// A modifier with the slot of the form that it fills: `.and` is a BoolOp of
/// setp, and an AtomOp of atom.
struct ModifierUse {
  ModGroup Group;
  Modifier Mod;
};

struct Instruction : Stmt {
  const InstForm *Form = nullptr;
  /// Modifiers that are not types, in the form's order.
  llvm::ArrayRef<ModifierUse> Modifiers;
  /// Types in order: cvt.DST.SRC, set.DST.SRC; the last governs the operands.
  llvm::ArrayRef<ScalarType> Types;
  /// Null when not guarded.
  const Register *Guard = nullptr;
  bool GuardNegated = false;
  llvm::SMRange GuardRange;
  /// `ld.global.u32` as written.
  llvm::SMRange NameRange;
  /// In source order. A call always has: [0] ListOp of results, [1] callee,
  /// [2] ListOp of arguments, and [3] the prototype if one is written.
  llvm::ArrayRef<Operand> Operands;

  explicit Instruction(llvm::SMRange Range) : Stmt(InstructionStmt, Range) {}
  static bool classof(const Stmt *S) { return S->StmtKind == InstructionStmt; }

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
  /// 2 or 4 for .v2 and .v4, else 1.
  unsigned vectorWidth() const;
  llvm::StringRef spelling() const {
    return {NameRange.Start.getPointer(),
            size_t(NameRange.End.getPointer() - NameRange.Start.getPointer())};
  }
};

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

/// `.loc FILE LINE COLUMN [, …]`. What follows the three numbers is Rest.
struct LocDirective : Stmt {
  unsigned File = 0, Line = 0, Column = 0;
  llvm::StringRef Rest;
  explicit LocDirective(llvm::SMRange Range) : Stmt(LocStmt, Range) {}
  static bool classof(const Stmt *S) { return S->StmtKind == LocStmt; }
};

/// `.file N "name" [, time, size]`.
struct FileDirective : Stmt {
  unsigned Number = 0;
  llvm::StringRef Name;
  llvm::StringRef Rest;
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

/// `NAME: .callprototype (ret) _ (params);`
struct PrototypeDirective : Stmt {
  const Label *Name;
  llvm::ArrayRef<Decl *> Returns, Params;
  bool NoReturn = false;
  PrototypeDirective(const Label *Name, llvm::SMRange Range)
      : Stmt(PrototypeStmt, Range), Name(Name) {}
  static bool classof(const Stmt *S) { return S->StmtKind == PrototypeStmt; }
};

//===----------------------------------------------------------------------===//
// Functions and modules
//===----------------------------------------------------------------------===//

using Extent3 = std::array<unsigned, 3>;

/// Directives between a function's parameter list and its body.
struct FunctionDirectives {
  std::optional<Extent3> MaxNTid, ReqNTid;
  std::optional<unsigned> MinNCTAPerSM, MaxNCTAPerSM, MaxNReg;
  bool NoReturn = false;
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
  /// Null for a prototype.
  const Block *Body = nullptr;
  /// For a prototype followed by its body: the definition.
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

  llvm::BumpPtrAllocator Allocator;
};

} // namespace heddle::ptx

#endif // HEDDLE_PTXPARSER_AST_H
