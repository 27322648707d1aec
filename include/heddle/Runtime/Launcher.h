//===- Launcher.h - Modules ready to launch ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A module whose kernels can be launched with typed arguments. A mistake of
/// the kernel or the launch comes back as a fault; an llvm::Error speaks of the
/// environment.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_LAUNCHER_H
#define HEDDLE_RUNTIME_LAUNCHER_H

#include "heddle/Compiler/Compiler.h"
#include "heddle/Machine/ImageTable.h"
#include "heddle/Machine/Program.h"
#include "heddle/Object/Module.h"
#include "heddle/Runtime/Elements.h"
#include "heddle/SM/Launch.h"
#include "heddle/Support/SourceTexts.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <mutex>

namespace heddle::runtime {

/// The value that is passed for one parameter.
struct ArgumentValue {
  enum KindType : uint8_t {
    /// A value of type Type in Bytes.
    Scalar,
    /// A whole parameter array in Bytes.
    RawBytes,
    /// The address of a buffer, as wide as the parameter.
    Pointer,
  };
  KindType Kind = Scalar;
  ElementType Type = ElementType::U32;
  llvm::SmallVector<uint8_t, 8> Bytes;
  abi::Address Address;
};

struct LaunchRequest {
  /// Mangled or demangled; may be empty when the module has one kernel.
  llvm::StringRef Entry;
  sm::Dim3 Grid, Block;
  /// CTAs of a cluster. Nothing: as the kernel says.
  std::optional<sm::Dim3> Cluster;
  uint32_t DynamicSharedBytes = 0;
  llvm::ArrayRef<ArgumentValue> Arguments;
  /// Null: the default geometry of the module's chip.
  const abi::Geometry *Geometry = nullptr;
  uint64_t MaxInstructions = sm::LaunchConfig().MaxInstructions;
  /// Null: nothing is bound.
  const sm::ImageTable *Images = nullptr;
  sm::ExecutionOptions Execution;
  /// Use as many host threads as suit the launch, in place of
  /// Execution.HostThreads.
  bool SuitsHostThreads = false;

  /// How many threads of the host suit the launch, one for each of its
  /// processors at most: starting one takes as long as some hundred threads of
  /// a small kernel. The launch may be beyond all limits.
  unsigned suitableHostThreads() const;
};

/// Lays \p Arguments out as \p Info says, with addresses of \p PointerBytes.
/// A wrong number or kind of arguments is a fault.
std::optional<sm::Fault> packArguments(unsigned PointerBytes,
                                       const object::KernelInfo &Info,
                                       llvm::ArrayRef<ArgumentValue> Arguments,
                                       llvm::SmallVectorImpl<uint8_t> &Block);

class LoadedModule {
public:
  explicit LoadedModule(object::Module Object);
  ~LoadedModule();

  const object::Module &object() const { return Object; }

  /// A number that no other module in the process has, also when this one is
  /// gone.
  uint64_t id() const { return Id; }

  /// Lets messages quote \p Text for the PTX file \p Name.
  void addSourceText(llvm::StringRef Name, llvm::StringRef Text) {
    Sources.add(Name, Text);
    HasTexts = true;
  }

  /// Line \p Line of the PTX file \p File, which is empty where the module is
  /// made of one, without the blanks around it; empty where that is not known.
  llvm::StringRef sourceLine(llvm::StringRef File, unsigned Line);
  /// All of the PTX file \p File; empty where that is not known.
  llvm::StringRef sourceText(llvm::StringRef File);

  /// For checkers, what the PTX says of order.
  void setOperations(std::optional<object::OperationMap> Operations) {
    Object.Operations = std::move(Operations);
  }

  /// Has the lanes of \p Side go on first where a warp parts at a branch. Comes
  /// before the first launch: decoded kernels keep their order.
  void setSideThatGoesOn(abi::FirstSide Side);

  /// The report of \p F with the lines of PTX and of what that was made from,
  /// as far as there are such files.
  std::string faultText(const sm::Fault &F);
  /// A line of PTX, or of a source that it was made from, with a caret below
  /// its column, as SourceTexts::excerpt gives it.
  std::string excerpt(llvm::StringRef File, unsigned Line, unsigned Column) {
    return Sources.excerpt(File, Line, Column);
  }

  /// The kernel called \p Name, mangled, demangled, or demangled without its
  /// parameter list; the only one if \p Name is empty. Null when there is none
  /// or more than one.
  const object::Kernel *findEntry(llvm::StringRef Name) const;

  /// "no kernel is called 'x'; the module has 'a', 'b'"
  sm::Fault unknownEntry(llvm::StringRef Name) const;

  /// Gives the .global variables their places in \p Memory and writes their
  /// addresses into code and data. Happens once: what kernels leave in
  /// variables is there for the next launch, and later calls must pass the same
  /// memory. With \p PlaceConstants c0[] has its bytes there, too, so that the
  /// .const variables have addresses that a host can copy from and to.
  llvm::Error load(sm::GlobalMemory &Memory, bool PlaceConstants = false);
  /// Gives the kernel of \p Code's name, which had none, its code, and writes
  /// the addresses of variables there. Comes behind load().
  void addCode(const object::Kernel &Code);
  /// Frees what load() has allocated. Nothing can be launched any more.
  void unload(sm::GlobalMemory &Memory);

  /// The address of object().Variables[\p Index], after loading.
  abi::Address variableAddress(size_t Index) const { return Addresses[Index]; }
  /// The address of c0[], if loading has placed it.
  std::optional<abi::Address> constantAddress() const { return ConstantBank; }

  /// The bytes of .global or .const variable \p Name, after loading. Fails with
  /// the names that there are.
  llvm::Expected<llvm::MutableArrayRef<uint8_t>>
  variable(llvm::StringRef Name, sm::GlobalMemory &Memory);

  /// Loads the module where nobody has. Under map_f64_to_f32 scalars of type
  /// f64 are passed as the f32 that the kernel reads.
  llvm::Expected<sm::LaunchResult> launch(const LaunchRequest &Request,
                                          sm::GlobalMemory &Memory);

  /// Launches \p K with its block of parameters as \p Params has it; the entry
  /// and the arguments of \p Request do not count. Safe to call from several
  /// host threads.
  llvm::Expected<sm::LaunchResult> launchPacked(const object::Kernel &K,
                                                llvm::ArrayRef<uint8_t> Params,
                                                const LaunchRequest &Request,
                                                sm::GlobalMemory &Memory);

private:
  /// A kernel decoded, and bound to host instruction sets and engines.
  struct DecodedKernel {
    sm::ProgramPtr Program;
    std::map<std::pair<sm::HostIsa, const sm::Translator *>, sm::ExecutablePtr>
        Bound;
  };

  llvm::Expected<const sm::Executable *>
  executable(const object::Kernel &K, const sm::ExecutionOptions &Execution);

  llvm::Error place(sm::GlobalMemory &Memory, bool PlaceConstants);
  uint64_t addressFor(const object::Relocation &R) const;
  void patch(object::Kernel &K) const;

  const uint64_t Id;
  /// Guards the members below, until the module is loaded and a kernel decoded.
  std::mutex Lock;
  /// The object, with relocations applied once it is loaded. Constants is the
  /// live c0[], unless ConstantBank says where that is.
  object::Module Object;
  SourceTexts Sources;
  /// Whether Sources was given any: an object has the lines of PTX only.
  bool HasTexts = false;
  bool IsLoaded = false;
  /// The address of each of Object.Variables.
  std::vector<abi::Address> Addresses;
  std::optional<abi::Address> ConstantBank;
  llvm::ArrayRef<uint8_t> ConstantBytes;
  /// Kernels decoded so far, by name.
  llvm::StringMap<DecodedKernel> Kernels;
};

/// Reads \p Paths: an object, or IR, which is compiled, or PTX and objects that
/// are linked. Null with success when the PTX was refused, with the reasons on
/// \p DiagnosticsOS.
llvm::Expected<std::unique_ptr<LoadedModule>>
loadModule(llvm::ArrayRef<std::string> Paths, const CompileOptions &Options,
           llvm::raw_ostream &DiagnosticsOS,
           const DiagnosticOptions &DiagOptions = {});

} // namespace heddle::runtime

#endif // HEDDLE_RUNTIME_LAUNCHER_H
