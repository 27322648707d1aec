//===- ModuleLifter.h - State of lifting a program --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The state that the function lifters of a program share: the module under
/// construction, the IR of module variables, debug information, and how
/// problems are reported. All modules of a program become one.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_MODULELIFTER_H
#define HEDDLE_LIB_PTXTOLLVM_MODULELIFTER_H

#include "heddle/ABI/Chips.h"
#include "heddle/ABI/ImageReference.h"
#include "heddle/ABI/LaunchLimits.h"
#include "heddle/PTXParser/AST.h"
#include "heddle/PTXToLLVM/Lift.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <optional>
#include <vector>

namespace heddle {

/// Whether \p Var is a texture, a sampler or a surface, which no memory holds.
bool isImage(const ptx::Variable &Var);
/// Whether \p Var is a parameter of a kernel that has the handle of one.
bool isImageParameter(const ptx::Variable &Var);
abi::ImageKind imageKind(const ptx::Variable &Var);

class ModuleLifter {
public:
  ModuleLifter(llvm::ArrayRef<const ptx::Module *> Sources, llvm::Module &M,
               const LiftOptions &Options, const abi::Chip &Chip,
               Diagnostics &Diags);

  void lift();

  /// The global that stands for \p Var, made when it is first met; null, after
  /// a report, for what cannot be lifted.
  llvm::GlobalVariable *globalFor(const ptx::Variable &Var);

  /// The slot of \p Var, a texture, a sampler or a surface.
  unsigned imageSlot(const ptx::Variable &Var);
  /// Notes what a fetch by the slot of \p Var returns; the chip's instruction
  /// does not say.
  void noteFetched(const ptx::Variable &Var, bool IsFloat);

  /// IR type of a value of \p Type: u, s and b are the same integer.
  llvm::Type *typeOf(ptx::ScalarType Type) const;

  /// Whether the chip computes in f64.
  bool hasDoubles() const { return Chip.has(abi::Feature::F64); }

  /// Whether \p F is of a module for sm_1x, which takes denormals of f32 for
  /// 0.
  bool flushesAll(const ptx::Function &F) const;
  /// Whether members of an exchange may be in different branches.
  bool hasIndependentLanes() const { return HasIndependentLanes; }

  /// Whether .f64 means .f32 throughout, as map_f64_to_f32 of .target asks.
  bool mapsDoubles() const { return Sources.front()->MapF64ToF32; }

  /// The alignment of \p Var: at least 16 for an array whose place the driver
  /// chooses on NVIDIA's chips: there variables come first in shared, local and
  /// constant memory, and programs move 16 bytes at a time from arrays that are
  /// declared as floats. Here other things may lie before them.
  llvm::Align alignmentOf(const ptx::Variable &Var) const;

  /// The function that stands for the device function \p F; its body is lifted
  /// when it is first called. Null, after a report at \p Where, for what
  /// cannot be called.
  llvm::Function *calleeFor(const ptx::Function &F, llvm::SMRange Where);

  /// The value of a pointer to \p F; reports at \p Where when that has no body.
  uint64_t functionAddress(const ptx::Function &F, llvm::SMRange Where);
  /// The functions with a body whose address the module takes.
  llvm::ArrayRef<const ptx::Function *> addressedFunctions();

  /// Notes a call, from which recursion is found.
  void noteCall(const ptx::Function &Caller, const ptx::Function &Callee,
                llvm::SMRange Where) {
    Calls.push_back({&Caller, &Callee, Where});
  }

  llvm::DISubprogram *subprogramFor(const ptx::Function &F);

  /// Notes that \p Slot holds \p Component of \p R in function \p In.
  void nameRegister(const ptx::Register &R, unsigned Component,
                    llvm::AllocaInst &Slot, llvm::DISubprogram &In);

  /// Warns, once a module, that fma.f32 is not what it says.
  void noteFmaAsMad(llvm::SMRange Where);

  /// Line and column of \p Loc, from 1.
  std::pair<unsigned, unsigned> position(llvm::SMLoc Loc) const;

  /// Reports that \p Range, quoted, is not supported yet.
  void unsupported(llvm::SMRange Range, const llvm::Twine &Detail = "");

  /// Reports that the address of the function at \p Where is of no use.
  void refuseFunctionAddress(llvm::SMRange Where);

  /// At least one.
  const llvm::ArrayRef<const ptx::Module *> Sources;
  llvm::Module &M;
  llvm::LLVMContext &Context;
  const LiftOptions &Options;
  const abi::Chip &Chip;
  Diagnostics &Diags;
  /// How large launches get that code is made for.
  const abi::LaunchLimits Limits;

private:
  struct Call {
    const ptx::Function *Caller, *Callee;
    llvm::SMRange Where;
  };
  struct ImagePlace {
    unsigned Slot;
    /// The index in Images.
    size_t Index;
  };

  // ModuleVariables.cpp.
  std::string nameFor(const ptx::Variable &Var) const;
  bool isAlwaysThere(const ptx::Variable &Var) const;
  llvm::GlobalVariable *createExternal(const ptx::Variable &Var);
  llvm::GlobalVariable *createVariable(const ptx::Variable &Var);
  bool isInBytes(const ptx::Variable &Var) const;
  llvm::GlobalVariable *createShared(const ptx::Variable &Var);
  bool checkSize(const ptx::Variable &Var);
  llvm::Constant *initialValue(const ptx::Variable &Var, llvm::Type *Whole);
  llvm::Constant *initialElement(const ptx::Init &Value, llvm::Type *T);

  // ModuleImages.cpp.
  void collectImages();
  const ImagePlace *imagePlace(const ptx::Variable &Var) const;

  // DeviceFunctions.cpp.
  llvm::Function *declareDeviceFunction(const ptx::Function &F);
  /// Whether a module that is not here may define \p F.
  bool mayBeElsewhere(const ptx::Function &F) const;
  void reportUndefined(const ptx::Function &F, llvm::SMRange Where);
  /// Points at what is called \p Name in other modules, but only there.
  void noteHidden(llvm::StringRef Name);
  void liftDeviceFunctions();
  void checkRecursion();

  void collectNames(const ptx::Module &Source);
  /// \p Name of module scope, which only its module sees; other modules may
  /// have one of their own.
  std::string privateName(llvm::StringRef Name, llvm::SMRange Where) const;
  /// The file that \p Loc is in.
  llvm::DIFile *fileOf(llvm::SMLoc Loc) const;
  void addAttributes(llvm::Function &Target);
  /// Refuses what the header of \p F asks for and no chip does.
  bool checkDirectives(const ptx::Function &F);
  void liftKernel(const ptx::Function &F);
  llvm::Function *declareKernel(const ptx::Function &F);
  void addKernelAttributes(const ptx::Function &F, llvm::Function &Target);

  bool WarnedOfFma = false;
  /// Bytes so far of all variables of .global and of .const.
  uint64_t GlobalBytes = 0, ConstantBytes = 0;
  /// Names of functions and variables at module scope, and of those of them
  /// that all modules see.
  llvm::StringSet<> ModuleNames, SharedNames;
  /// 32 or 64; 0 where no module says.
  unsigned AddressSize = 0;
  llvm::DIBuilder Debug;
  /// The file of each buffer.
  llvm::SmallVector<llvm::DIFile *, 1> Files;
  llvm::SmallVector<bool, 1> FlushesAll;
  bool HasIndependentLanes = false;
  llvm::DenseMap<const ptx::Variable *, llvm::GlobalVariable *> Globals;
  llvm::DenseMap<const ptx::Variable *, ImagePlace> ImagePlaces;
  std::vector<abi::ImageReference> Images;
  llvm::StringSet<> ImageNames;
  llvm::DenseMap<const ptx::Function *, llvm::Function *> Callees;
  std::optional<std::vector<const ptx::Function *>> Addressed;
  /// Called, and still without body.
  llvm::SmallVector<const ptx::Function *, 4> Pending;
  llvm::SmallVector<Call, 8> Calls;
};

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_MODULELIFTER_H
