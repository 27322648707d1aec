//===- FunctionAttributes.h - What functions of IR say ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The attributes of functions by which the lifter, the passes and the code
/// generator tell each other what a PTX directive asked for or what one of them
/// found out: each with its name in IR and the type of its value.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTRINSICS_FUNCTIONATTRIBUTES_H
#define HEDDLE_INTRINSICS_FUNCTIONATTRIBUTES_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>

namespace llvm {
class Function;
}

namespace heddle {

/// The base of all function attributes: a name.
class FunctionAttribute {
public:
  constexpr explicit FunctionAttribute(const char *Name) : Name(Name) {}

  constexpr const char *name() const { return Name; }
  bool isSet(const llvm::Function &F) const;
  /// Makes \p To say what \p From says; nothing where that does not.
  void copy(const llvm::Function &From, llvm::Function &To) const;

protected:
  const char *Name;
};

class FlagAttribute : public FunctionAttribute {
public:
  using FunctionAttribute::FunctionAttribute;
  void set(llvm::Function &F) const;
};

class TextAttribute : public FunctionAttribute {
public:
  using FunctionAttribute::FunctionAttribute;
  /// Empty where \p F does not say.
  llvm::StringRef get(const llvm::Function &F) const;
  void set(llvm::Function &F, llvm::StringRef Text) const;
};

class NumberAttribute : public FunctionAttribute {
public:
  using FunctionAttribute::FunctionAttribute;
  /// \p Default where \p F does not say; what is no number is reported on its
  /// context.
  uint64_t get(const llvm::Function &F, uint64_t Default = 0) const;
  void set(llvm::Function &F, uint64_t Value) const;
};

/// Three extents; those that are not written are 0.
class ExtentAttribute : public FunctionAttribute {
public:
  using FunctionAttribute::FunctionAttribute;
  /// The three extents; all zero where \p F has no such attribute.
  std::array<uint32_t, 3> get(const llvm::Function &F) const;
  /// The product of the extents, of which one of zero counts as one. Zero where
  /// \p F has no such attribute.
  uint64_t count(const llvm::Function &F) const;
  void set(llvm::Function &F, const std::array<uint32_t, 3> &Extent) const;
};

namespace attributes {

/// LLVM's own, which holds a chip's name.
inline constexpr TextAttribute TargetChip("target-cpu");
/// Bits of the addresses of a function's PTX, where that says so.
inline constexpr NumberAttribute AddressSize("heddle-address-size");
/// Registers that the allocator may use, whatever limits them.
inline constexpr NumberAttribute RegisterBudget("heddle-maxrregcount");
/// .maxnreg, .minnctapersm, .maxntid and .reqntid of a kernel.
inline constexpr NumberAttribute MaxNReg("heddle-maxnreg");
inline constexpr NumberAttribute MinCTAsPerSM("heddle-minnctapersm");
inline constexpr ExtentAttribute MaxNTid("heddle-maxntid");
inline constexpr ExtentAttribute ReqNTid("heddle-reqntid");
/// .reqnctapercluster.
inline constexpr ExtentAttribute ReqCluster("heddle-reqcluster");
/// .blocksareclusters: the grid of a launch counts clusters.
inline constexpr FlagAttribute BlocksAreClusters("heddle-blocks-are-clusters");
/// The name of the kernel that a device function is for.
inline constexpr TextAttribute KernelOf("heddle-kernel");
/// A device function that reads the thread's indices, or calls one that does.
inline constexpr FlagAttribute ReadsTid("heddle-reads-tid");
/// A device function whose frame lies on a stack: it may be active twice, or is
/// called by one that may.
inline constexpr FlagAttribute OnStack("heddle-on-stack");
/// A function with a block that was too long, and is in pieces.
inline constexpr FlagAttribute HasPieces("heddle-has-pieces");
/// A function all of whose branches count as divergent.
inline constexpr FlagAttribute Divergent("heddle-divergent");

} // namespace attributes
} // namespace heddle

#endif // HEDDLE_INTRINSICS_FUNCTIONATTRIBUTES_H
