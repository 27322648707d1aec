//===- LaunchTarget.cpp - The launch that is debugged ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchTarget.h"
#include "heddle/Compiler/Compiler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

using namespace llvm;

namespace heddle::debugger {

Error checkSpec(const LaunchSpec &Spec) {
  if (jobs::isJobFile(Spec.Program)) {
    if (!Spec.Grid && !Spec.Block && !Spec.DynamicShared && Spec.Inputs.empty())
      return Error::success();
    return createStringError("'" + Spec.Program +
                             "' is a job, which says itself how large its "
                             "launches are and what they are given");
  }
  if (!Spec.Launch.empty())
    return createStringError("'" + Spec.Program +
                             "' is no job, which has launches to choose from");
  if (Spec.Grid && Spec.Block)
    return Error::success();
  return createStringError("a launch needs --grid and --block; there is no " +
                           Twine(Spec.Grid ? "block" : "grid"));
}

Expected<std::unique_ptr<LaunchTarget>>
LaunchTarget::load(const LaunchSpec &Spec) {
  if (Error E = checkSpec(Spec))
    return std::move(E);
  std::unique_ptr<LaunchTarget> T(new LaunchTarget(Spec));
  if (Error E = T->makeSession())
    return std::move(E);
  CompileOptions Compile;
  Compile.Arch = Spec.Arch;
  Compile.FallbackArch = "tx1";
  Compile.OptLevel = Spec.OptLevel;
  Compile.RegisterNames = true;
  if (Error E = jobs::isJobFile(Spec.Program) ? T->loadJob(Compile)
                                              : T->loadProgram(Compile))
    return std::move(E);
  assert(T->Seen && "nothing is there to look at");
  return std::move(T);
}

Error LaunchTarget::makeSession() {
  session::Settings Settings;
  // Host code tells an observer nothing, and a second host thread would make
  // another order of each run.
  Settings.Engine.Said = session::EngineSettings::Interpreter;
  Settings.Execution.HostThreads = 1;
  Settings.Checks = Spec.Checks;
  // Kernels that cannot be checked are named among the notes.
  auto Made = session::Session::create(
      Settings, {"ptx-dbg", &nulls(), &nulls(), &errs()});
  if (!Made)
    return Made.takeError();
  Session = std::move(*Made);
  return Error::success();
}

Error LaunchTarget::take(
    Expected<std::unique_ptr<runtime::LoadedModule>> Loaded,
    StringRef Messages) {
  if (!Loaded)
    return Loaded.takeError();
  if (!*Loaded)
    return createStringError("'" + Spec.Program + "' was refused:\n" +
                             Messages.rtrim());
  Module = std::move(*Loaded);
  return Error::success();
}

Error LaunchTarget::setKernel(StringRef Entry) {
  assert(Module && !Seen && "a launch has one kernel");
  Kernel = Module->findEntry(Entry);
  if (!Kernel)
    return createStringError(Module->unknownEntry(Entry).Message);
  Seen = std::make_unique<View>(*Module, *Kernel, Memory);
  Seen->setFindings(Session->found(), Spec.Checks.Wanted);
  return Error::success();
}

/// The elements of a buffer in the user's words; words where they say nothing.
runtime::ElementType LaunchTarget::elementsOf(size_t Parameter) const {
  assert(!Runner || Parameter < Runner->launch().Arguments.size());
  if (!Runner)
    return Spec.Inputs.Arguments[Parameter].Type.value_or(
        runtime::ElementType::B32);
  const jobs::JobArgument &A = Runner->launch().Arguments[Parameter];
  const bool SaysElements = A.Rule.Type != runtime::ElementType::U8;
  return SaysElements ? A.Rule.Type : runtime::ElementType::B32;
}

void LaunchTarget::nameBuffers(const session::LaunchInputs &From) {
  for (size_t I = 0; I != From.values().size(); ++I)
    if (From.isBuffer(I))
      Seen->addBuffer(From.parameterName(I),
                      {From.values()[I].Address.value(), elementsOf(I)});
}

Error LaunchTarget::loadProgram(const CompileOptions &Compile) {
  CompileOptions Options = Compile;
  session::prepare(Session->settings(), Options);
  Options.Launches.push_back({Spec.Entry, Spec.Block->count()});
  if (!Spec.Entry.empty())
    Options.Entries.push_back(Spec.Entry);
  std::string Messages;
  raw_string_ostream MessageStream(Messages);
  auto Loaded = runtime::loadModule({Spec.Program}, Options, MessageStream);
  if (Error E = take(std::move(Loaded), Messages))
    return E;
  if (Error E = setKernel(Spec.Entry))
    return E;
  if (Error E = Module->load(Memory))
    return E;
  Inputs = std::make_unique<session::LaunchInputs>(*Module, Kernel, Memory);
  if (Error E = Inputs->bind(Spec.Inputs))
    return E;
  nameBuffers(*Inputs);
  Seen->setInputs({Spec.Program});
  Request = Session->request();
  Request.Entry = Spec.Entry;
  Request.Grid = *Spec.Grid;
  Request.Block = *Spec.Block;
  Request.DynamicSharedBytes = Spec.DynamicShared;
  Request.Arguments = Inputs->values();
  Request.Images = &Inputs->images();
  return Error::success();
}

/// The launch of \p J that \p Spec means.
static Expected<size_t> chooseLaunch(const jobs::Job &J,
                                     const LaunchSpec &Spec) {
  if (J.Launches.empty())
    return createStringError("'" + Spec.Program + "' has no launch");
  size_t Number = 0;
  const bool IsNumber = !StringRef(Spec.Launch).getAsInteger(10, Number);
  std::string Known;
  for (auto [Index, L] : enumerate(J.Launches)) {
    const bool IsMeant = Spec.Launch.empty() || L.Name == Spec.Launch ||
                         (IsNumber && Number == Index);
    if (IsMeant && (Spec.Entry.empty() || L.Entry == Spec.Entry))
      return Index;
    Known += (Index ? ", '" : "'") + jobs::launchName(L, Index, nullptr) + "'";
  }
  return createStringError("'" + Spec.Program + "' has no launch '" +
                           (Spec.Launch.empty() ? Spec.Entry : Spec.Launch) +
                           "'; its launches are " + Known);
}

/// Memory is then as the launches of the job have left it.
Error LaunchTarget::runBefore(size_t Chosen) {
  assert(Chosen < Job.Launches.size() && "the job has no such launch");
  for (size_t Index = 0; Index != Chosen; ++Index) {
    runtime::LaunchRequest Before = Session->request();
    if (Error E = Runner->bind(Index, Before))
      return E;
    Expected<sm::LaunchResult> Result =
        Session->launch(*Module, Before, Memory, Runner->name());
    if (!Result)
      return Result.takeError();
    jobs::Verdict V = Runner->end(std::move(*Result));
    if (V.UnexpectedFault)
      return createStringError("launch '" + V.Name + "' before it faults:\n" +
                               StringRef(V.FaultText).rtrim());
  }
  return Error::success();
}

Error LaunchTarget::loadJob(const CompileOptions &Compile) {
  Expected<jobs::Job> Read = jobs::readJob(Spec.Program);
  if (!Read)
    return Read.takeError();
  Job = std::move(*Read);
  Expected<size_t> Chosen = chooseLaunch(Job, Spec);
  if (!Chosen)
    return Chosen.takeError();
  std::string Messages;
  raw_string_ostream MessageStream(Messages);
  auto Loaded =
      jobs::loadModules(Job, Compile, Session->settings(), MessageStream);
  if (Error E = take(std::move(Loaded), Messages))
    return E;
  if (Error E = setKernel(Job.Launches[*Chosen].Entry))
    return E;
  Runner = std::make_unique<jobs::JobRunner>(Job, *Module, Memory);
  if (Error E = Runner->load())
    return E;
  if (Error E = runBefore(*Chosen))
    return E;
  Request = Session->request();
  if (Error E = Runner->bind(*Chosen, Request))
    return E;
  nameBuffers(Runner->inputs());
  Seen->setInputs(Job.ModulePaths);
  return Error::success();
}

/// The job's word on the results, below \p Printed.
static std::string withVerdict(std::string Printed, const jobs::Verdict &V) {
  if (!Printed.empty() && !StringRef(Printed).ends_with("\n"))
    Printed += '\n';
  return Printed + "job: " + V.Name +
         (V.Passed ? ": passed" : ": failed: " + V.Reason);
}

Expected<LaunchEnd> LaunchTarget::run(std::unique_ptr<sm::Observer> Watcher) {
  Session->add(std::move(Watcher));
  // The observer came after the request was made.
  Request.Execution = Session->request().Execution;
  Expected<sm::LaunchResult> Result = Session->launch(*Module, Request, Memory);
  if (!Result)
    return Result.takeError();
  Session->finishFindings();
  LaunchEnd End;
  End.Output = Result->Output;
  if (Result->TheFault)
    End.Fault = StringRef(Module->faultText(*Result->TheFault)).rtrim().str();
  // Buffers stay, to be looked at.
  else if (Runner && !Result->Interrupted)
    End.Output =
        withVerdict(std::move(End.Output), Runner->judge(std::move(*Result)));
  return End;
}

} // namespace heddle::debugger
