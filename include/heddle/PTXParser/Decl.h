//===- Decl.h - Names that a PTX module declares ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registers, variables, labels, and the initial values of variables.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTXPARSER_DECL_H
#define HEDDLE_PTXPARSER_DECL_H

#include "heddle/PTXParser/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/SMLoc.h"

namespace heddle::ptx {

struct Function;
struct Init;

enum class Linkage : uint8_t { Internal, Visible, Extern, Weak, Common };

/// "visible": the word without its dot; empty for Internal.
llvm::StringRef linkageName(Linkage Link);

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

/// One register. A range such as `.reg .u32 %r<40>` has only those that are
/// used.
struct Register : Decl {
  ScalarType Type;
  /// 1, 2 or 4.
  uint8_t VectorWidth;
  /// Declared outside of functions, as PTX up to 2.3 may: of none of them, and
  /// its Id says nothing.
  bool IsModuleScope = false;

  Register(llvm::StringRef Name, llvm::SMRange Range, ScalarType Type,
           unsigned VectorWidth)
      : Decl(RegisterDecl, Name, Range), Type(Type), VectorWidth(VectorWidth) {}
  static bool classof(const Decl *D) { return D->DeclKind == RegisterDecl; }
};

/// The two halves of the number that .attribute(.unified(a, b)) gives.
struct UnifiedId {
  uint64_t First, Second;
};

/// A variable in .global, .const, .shared, .local, or a parameter.
struct Variable : Decl {
  StateSpace Space;
  ScalarType Type;
  /// 1, 2 or 4.
  uint8_t VectorWidth = 1;
  Linkage Link = Linkage::Internal;
  /// For `.param .u64 .ptr .global .align 8 p`: where the pointer points, if
  /// said.
  bool IsPointer = false;
  StateSpace PointerSpace = StateSpace::Generic;
  unsigned PointerAlign = 0;
  /// N of `.const[N]`; -1 without.
  int8_t ConstBank = -1;
  /// .attribute(.managed).
  bool IsManaged = false;
  /// .attribute(.unified(a, b)), if said.
  const UnifiedId *Unified = nullptr;
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
  /// The definition that the name stands for where this is only a declaration,
  /// or gives way to another definition.
  const Variable *Definition = nullptr;

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

/// `field = value` of a texture, sampler or surface reference.
struct OpaqueField {
  llvm::StringRef Name;
  /// `linear` and the like; empty for a number.
  llvm::StringRef Word;
  uint64_t Number = 0;
};

/// An initial value: a number in the bits of the variable's type, the address
/// of a symbol, a braced list, or the fields of an opaque variable.
struct Init {
  enum Kind : uint8_t { Value, Address, List, Fields };

  Kind InitKind = Value;
  /// Value: a floating-point number was written.
  bool IsFloat = false;
  /// Address: generic(symbol) was written.
  bool IsGeneric = false;
  /// Address: the one byte that `0xff00(symbol)` selects, 0 the lowest; -1 for
  /// the whole address.
  int8_t MaskByte = -1;
  uint64_t Bits = 0;
  const Decl *Symbol = nullptr;
  int64_t Offset = 0;
  llvm::ArrayRef<Init> Elements;
  llvm::ArrayRef<OpaqueField> FieldValues;
  llvm::SMRange Range;
};

} // namespace heddle::ptx

#endif // HEDDLE_PTXPARSER_DECL_H
