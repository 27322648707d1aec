//===- JobRunner.h - The launches of a job, one by one ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The launches of a job as runJob() runs them, for a door that runs some of
/// them itself, as a debugger does.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_JOBS_JOBRUNNER_H
#define HEDDLE_JOBS_JOBRUNNER_H

#include "heddle/Jobs/Job.h"
#include "heddle/Session/LaunchInputs.h"

namespace heddle::jobs {

/// Compiles, or reads, the modules of \p J as its launches need them. Null with
/// success when the PTX was refused, with the reasons on \p DiagnosticsOS.
llvm::Expected<std::unique_ptr<runtime::LoadedModule>>
loadModules(const Job &J, CompileOptions Compile,
            const session::Settings &Settings, llvm::raw_ostream &DiagnosticsOS,
            const DiagnosticOptions &Diagnostics = {});

/// The name of launch \p Index in reports: that of the kernel that it chose,
/// \p K, when the job names neither; its place when there is none.
std::string launchName(const JobLaunch &L, size_t Index,
                       const object::Kernel *K);

/// Runs launches in the order of the job, in one memory, where buffers with an
/// id stay until the last launch that names them.
///
/// \code
///   JobRunner Runner(J, Module, Memory);
///   Runner.load();
///   for (size_t I = 0; I != J.Launches.size(); ++I) {
///     auto Request = Session.request();
///     Runner.bind(I, Request);
///     auto Result = Session.launch(Module, Request, Memory, Runner.name());
///     Verdict V = Runner.end(Result);
///   }
/// \endcode
class JobRunner {
public:
  JobRunner(const Job &J, runtime::LoadedModule &Module,
            sm::GlobalMemory &Memory);
  ~JobRunner();

  /// Before the first buffer, so that a module's variables have the same places
  /// in every launch of every job.
  llvm::Error load() { return Module.load(Memory); }

  /// Begins launch \p Index, which is the one after the last that ended: makes
  /// its buffers and images, and fills in \p Request, which stays valid until
  /// the launch ends.
  llvm::Error bind(size_t Index, runtime::LaunchRequest &Request);
  /// The launch that is bound, its name, and its kernel; null: there is none.
  const JobLaunch &launch() const { return J.Launches[Bound->Index]; }
  const std::string &name() const { return Bound->Name; }
  const object::Kernel *kernel() const { return Bound->Kernel; }
  const session::LaunchInputs &inputs() const { return Bound->Inputs; }
  /// Holds \p Result, with which the launch that is bound came to its end, and
  /// what is in memory against what the job expects.
  Verdict judge(sm::LaunchResult Result);
  /// Judges, and ends the launch: frees buffers.
  Verdict end(sm::LaunchResult Result);

private:
  /// The arguments and images of a launch.
  struct BoundLaunch {
    BoundLaunch(size_t I, const object::Kernel *K,
                runtime::LoadedModule &Module, sm::GlobalMemory &Memory)
        : Index(I), Kernel(K), Inputs(Module, K, Memory) {}
    size_t Index;
    std::string Name;
    const object::Kernel *Kernel;
    session::LaunchInputs Inputs;
    /// The addresses of the launch's images; none for samplers.
    std::vector<abi::Address> ImageMemory;
  };
  struct NamedBuffer {
    abi::Address Address;
    uint64_t Size;
  };

  llvm::Expected<abi::Address>
  bufferFor(llvm::StringRef Id, uint64_t Size,
            const std::optional<llvm::SmallVector<uint8_t, 8>> &Init,
            bool IsUndefined, llvm::StringRef Name);
  llvm::Error bindArguments();
  llvm::Error bindTensorMaps();
  llvm::Error bindImages();
  /// Why buffers or images are not as expected; empty: they are.
  std::string mismatch() const;
  /// Frees the buffers of the launch that ran last, but for those that a later
  /// one names.
  void releaseBuffers();

  const Job &J;
  runtime::LoadedModule &Module;
  sm::GlobalMemory &Memory;
  /// By a buffer's id: the last launch that names it.
  llvm::StringMap<size_t> LastUse;
  llvm::StringMap<NamedBuffer> Buffers;
  /// The buffers of the last launch that have no id.
  llvm::SmallVector<abi::Address, 8> Nameless;
  std::optional<BoundLaunch> Bound;
};

} // namespace heddle::jobs

#endif // HEDDLE_JOBS_JOBRUNNER_H
