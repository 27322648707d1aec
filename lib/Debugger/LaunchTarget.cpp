//===- LaunchTarget.cpp - The launch that is debugged ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchTarget.h"
#include "heddle/Compiler/Compiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::debugger {

Expected<std::unique_ptr<LaunchTarget>>
LaunchTarget::load(const LaunchSpec &Spec) {
  std::unique_ptr<LaunchTarget> T(new LaunchTarget(Spec));
  CompileOptions Compile;
  Compile.Arch = Spec.Arch;
  Compile.FallbackArch = "tx1";
  Compile.OptLevel = Spec.OptLevel;
  Compile.RegisterNames = true;
  if (!Spec.Entry.empty())
    Compile.Entries.push_back(Spec.Entry);
  std::string Messages;
  raw_string_ostream MessageStream(Messages);
  auto Module = runtime::loadModule({Spec.Program}, Compile, MessageStream);
  if (!Module)
    return Module.takeError();
  if (!*Module)
    return createStringError("'" + Spec.Program + "' was refused:\n" +
                             StringRef(Messages).rtrim());
  T->Module = std::move(*Module);
  T->Kernel = T->Module->findEntry(Spec.Entry);
  if (!T->Kernel)
    return createStringError(T->Module->unknownEntry(Spec.Entry).Message);
  T->Seen = std::make_unique<View>(*T->Module, *T->Kernel, T->Memory);
  if (Error E = T->bind())
    return std::move(E);
  return std::move(T);
}

Error LaunchTarget::bindBuffer(const runtime::Argument &A, StringRef Name) {
  runtime::ArgumentValue &V = Values.back();
  V.Kind = runtime::ArgumentValue::Pointer;
  if (A.Kind == runtime::Argument::SameBuffer) {
    if (A.BufferOf + 1 >= Values.size() ||
        Values[A.BufferOf].Kind != runtime::ArgumentValue::Pointer)
      return createStringError("argument " + Twine(Values.size() - 1) +
                               ": no buffer was passed for parameter " +
                               Twine(A.BufferOf) + " before it");
    V.Address = (Values[A.BufferOf].Address + A.Offset)
                    .wrapped(Module->object().Target->GlobalPointerBits);
  } else {
    Expected<abi::Address> Address = Memory.allocate(A.Size, Name);
    if (!Address)
      return Address.takeError();
    V.Address = *Address;
    copy(A.Bytes, Memory.bytes(*Address).begin());
  }
  Seen->addBuffer(
      Name, {V.Address.value(), A.Type.value_or(runtime::ElementType::B32)});
  return Error::success();
}

Error LaunchTarget::bind() {
  if (Error E = Module->load(Memory))
    return E;
  // References into Values are kept while it grows otherwise.
  Values.reserve(Spec.Arguments.size());
  for (const runtime::Argument &A : Spec.Arguments) {
    size_t Index = Values.size();
    runtime::ArgumentValue &V = Values.emplace_back();
    const auto &Params = Kernel->Info.Params;
    std::string Name = Index < Params.size()
                           ? Params[Index].Name
                           : ("argument " + Twine(Index)).str();
    switch (A.Kind) {
    case runtime::Argument::Scalar:
      V.Type = *A.Type;
      V.Bytes = A.Bytes;
      break;
    case runtime::Argument::RawBytes:
      V.Kind = runtime::ArgumentValue::RawBytes;
      V.Bytes = A.Bytes;
      break;
    case runtime::Argument::NewBuffer:
    case runtime::Argument::SameBuffer:
      if (Error E = bindBuffer(A, Name))
        return E;
      break;
    case runtime::Argument::Handle:
      return createStringError("argument " + Twine(Index) +
                               ": the debugger binds no textures, surfaces "
                               "and samplers");
    }
  }
  return Error::success();
}

Expected<LaunchEnd> LaunchTarget::run(std::unique_ptr<sm::Observer> Watcher) {
  session::Settings Settings;
  // Host code tells an observer nothing, and a second host thread would make
  // another order of each run.
  Settings.Engine.Said = session::EngineSettings::Interpreter;
  Settings.Execution.HostThreads = 1;
  auto Made = session::Session::create(
      Settings, {"ptx-dbg", &nulls(), &nulls(), &nulls()});
  if (!Made)
    return Made.takeError();
  Session = std::move(*Made);
  Session->add(std::move(Watcher));
  runtime::LaunchRequest Request = Session->request();
  Request.Entry = Spec.Entry;
  Request.Grid = Spec.Grid;
  Request.Block = Spec.Block;
  Request.DynamicSharedBytes = Spec.DynamicShared;
  Request.Arguments = Values;
  Expected<sm::LaunchResult> Result = Session->launch(*Module, Request, Memory);
  if (!Result)
    return Result.takeError();
  LaunchEnd End;
  End.Output = Result->Output;
  if (Result->TheFault)
    End.Fault = StringRef(Module->faultText(*Result->TheFault)).rtrim().str();
  return End;
}

} // namespace heddle::debugger
