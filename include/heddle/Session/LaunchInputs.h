//===- LaunchInputs.h - What one launch is given ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The values of a launch's parameters with the buffers and images behind them,
/// as command lines, jobs and the debugger bind them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SESSION_LAUNCHINPUTS_H
#define HEDDLE_SESSION_LAUNCHINPUTS_H

#include "heddle/Machine/GlobalMemory.h"
#include "heddle/Runtime/Argument.h"
#include "heddle/Runtime/Image.h"
#include "heddle/Runtime/Launcher.h"

namespace heddle::session {

/// SYMBOL=ARG: what a variable of the module starts with.
struct VariableInput {
  std::string Symbol;
  runtime::Argument Value;
};

/// NAME=SPEC[:CONTENTS]: a texture, a sampler or a surface.
struct ImageInput {
  runtime::ImageSpec Spec;
  /// The contents of the texels; zeros where none are given.
  std::optional<runtime::Argument> Contents;
};

/// The option that images of \p Kind have, without dashes: "tex", "sampler",
/// "surf".
llvm::StringRef imageOption(abi::ImageKind Kind);

/// The inputs of a launch, as a command line says them.
struct CommandInputs {
  std::vector<runtime::Argument> Arguments;
  std::vector<VariableInput> Variables;
  std::vector<ImageInput> Images;

  bool empty() const {
    return Arguments.empty() && Variables.empty() && Images.empty();
  }
};

/// Each reads the value of its option, ARG, SYMBOL=ARG or
/// NAME=SPEC[:CONTENTS], and adds it. Errors name the option.
llvm::Error addArgument(llvm::StringRef Text, CommandInputs &To);
llvm::Error addVariable(llvm::StringRef Text, CommandInputs &To);
llvm::Error addImage(abi::ImageKind Kind, llvm::StringRef Text,
                     CommandInputs &To);

class LaunchInputs {
public:
  /// \p K is null where no kernel has the name that is launched. All three
  /// outlive the inputs, and the module is loaded into \p Memory.
  LaunchInputs(runtime::LoadedModule &Module, const object::Kernel *K,
               sm::GlobalMemory &Memory)
      : Module(Module), Kernel(K), Memory(Memory), Images(Module.object()) {}

  /// Binds all that a command line says. Errors name the option.
  llvm::Error bind(const CommandInputs &From);

  // The value of the next parameter.
  void addScalar(runtime::ElementType Type, llvm::ArrayRef<uint8_t> Bytes);
  void addRawBytes(llvm::ArrayRef<uint8_t> Bytes);
  void addAddress(abi::Address Address);
  /// A handle of an image that is bound by the time of finish().
  void addHandle(abi::ImageKind Kind, llvm::StringRef Name);
  /// In place of the value that parameter \p Index was given before.
  void setRawBytes(size_t Index, llvm::ArrayRef<uint8_t> Bytes);

  /// Binds an image whose texels are \p Bytes at \p Address.
  llvm::Error bindImage(const runtime::ImageSpec &S, abi::Address Address,
                        llvm::MutableArrayRef<uint8_t> Bytes);
  /// Gives handles their values, once all images are bound.
  llvm::Error finish();
  /// Fails where neither the module nor an argument names the image: that is a
  /// slip.
  llvm::Error checkIsNamed(const runtime::ImageSpec &S) const;

  llvm::ArrayRef<runtime::ArgumentValue> values() const { return Values; }
  const sm::ImageTable &images() const { return Images.table(); }

  /// The name of parameter \p Index, "argument 3" where the kernel has none.
  std::string parameterName(size_t Index) const;
  /// Whether parameter \p Index was given the address of a buffer.
  bool isBuffer(size_t Index) const {
    return Index < Values.size() &&
           Values[Index].Kind == runtime::ArgumentValue::Pointer;
  }
  /// The message that parameter \p Index has no buffer, and which ones have.
  std::string noBuffer(size_t Index) const;
  /// The bytes of the buffer that parameter \p Index was given, from the
  /// address on; none where it has no bytes. It must be a buffer.
  llvm::MutableArrayRef<uint8_t> bufferOf(size_t Index) const;
  /// The texels of an image that has any.
  std::optional<llvm::MutableArrayRef<uint8_t>>
  imageBytes(llvm::StringRef Name) const;

private:
  struct WantedHandle {
    size_t Index;
    abi::ImageKind Kind;
    std::string Name;
  };

  llvm::Error bindArgument(const runtime::Argument &A);
  llvm::Error bindNewBuffer(const runtime::Argument &A);
  llvm::Error setVariable(const VariableInput &V);
  llvm::Error bindImageInput(const ImageInput &I);
  /// Texels that are in the buffer of a parameter.
  llvm::Expected<llvm::MutableArrayRef<uint8_t>>
  texelsInBuffer(const runtime::Argument &Contents, uint64_t Size) const;
  llvm::Expected<llvm::MutableArrayRef<uint8_t>> newTexels(const ImageInput &I,
                                                           uint64_t Size);
  /// The address of the buffer that \p A refers to, plus the offset.
  abi::Address inside(const runtime::Argument &A) const;

  runtime::LoadedModule &Module;
  const object::Kernel *Kernel;
  sm::GlobalMemory &Memory;
  std::vector<runtime::ArgumentValue> Values;
  std::vector<WantedHandle> Handles;
  runtime::ImageBindings Images;
  /// By name; not of samplers.
  llvm::StringMap<llvm::MutableArrayRef<uint8_t>> ImageBytes;
};

} // namespace heddle::session

#endif // HEDDLE_SESSION_LAUNCHINPUTS_H
