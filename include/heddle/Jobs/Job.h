//===- Job.h - Job files ----------------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A job is a module and a list of launches with their arguments and expected
/// results, in JSON. docs/Jobs.md describes the schema.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_JOBS_JOB_H
#define HEDDLE_JOBS_JOB_H

#include "heddle/Runtime/Compare.h"
#include "heddle/Runtime/Image.h"
#include "heddle/Runtime/TensorMap.h"
#include "heddle/Session/Session.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle::jobs {

/// A texture, sampler or surface, the contents that it starts with, and those
/// that it must have in the end.
struct JobImage {
  runtime::ImageSpec Spec;
  std::optional<llvm::SmallVector<uint8_t, 8>> Init;
  std::optional<llvm::SmallVector<uint8_t, 8>> Want;
  runtime::Expectation Rule;
  /// An id as of a buffer, with which the image may share memory.
  std::string Id;
};

struct JobArgument {
  bool IsBuffer = false;
  /// A handle of what has the name; empty: it is none.
  std::string Handle;
  abi::ImageKind HandleKind = abi::ImageKind::Texture;
  /// A scalar's type and bytes.
  runtime::ElementType Type = runtime::ElementType::U32;
  llvm::SmallVector<uint8_t, 8> Bytes;
  /// The map of a tensor in the buffer of argument MapOf.
  std::optional<runtime::TensorMapSpec> Map;
  uint32_t MapOf = 0;
  /// A buffer's size, first contents and expected contents.
  uint64_t Size = 0;
  std::optional<llvm::SmallVector<uint8_t, 8>> Init;
  std::optional<llvm::SmallVector<uint8_t, 8>> Want;
  /// Checkers take the bytes of a new buffer for bytes that nobody wrote.
  bool IsUndefined = false;
  runtime::Expectation Rule;
  /// Buffers of one id are one buffer; empty: a buffer of its own.
  std::string Id;
};

struct JobLaunch {
  /// The entry if the job says nothing; empty when it does not name that,
  /// either.
  std::string Name;
  /// Empty: the only kernel of the module.
  std::string Entry;
  sm::Dim3 Grid, Block;
  uint32_t DynamicSharedBytes = 0;
  std::vector<JobArgument> Arguments;
  std::vector<JobImage> Images;
  /// Name of the fault that must be reported; empty: none may be.
  std::string ExpectFault;
};

struct Job {
  /// Paths with the folder of the job file in front; several modules are
  /// linked.
  std::vector<std::string> ModulePaths;
  std::string Arch;
  std::vector<JobLaunch> Launches;
  /// All files that were read, and the modules.
  std::vector<std::string> Files;
};

/// Whether \p Path is a job by its name or its first character, as an input
/// that may also be PTX or an object.
bool isJobFile(llvm::StringRef Path);

/// Reads a job file and the data files it names. Errors name the file and the
/// field.
llvm::Expected<Job> readJob(llvm::StringRef Path);

/// Gives each launch CTAs of \p Block threads, and as many of them as its own
/// grid has threads for, rounded up in each dimension.
llvm::Error setBlocks(Job &J, const sm::Dim3 &Block);

/// The registers and local memory of a thread.
struct ThreadUse {
  uint32_t Registers = 0, LocalBytes = 0;
  /// Instructions that spill, counted statically.
  uint32_t SpillStores = 0, SpillLoads = 0;
};

/// The outcome of one launch.
struct Verdict {
  std::string Name;
  /// The kernel that the launch means; empty where there is none.
  std::string Kernel;
  bool Passed = false;
  /// The launch did not run, because one before it faulted.
  bool Skipped = false;
  /// Why it failed, in one line.
  std::string Reason;
  /// A fault that was not expected, and its report.
  std::optional<sm::Fault> UnexpectedFault;
  std::string FaultText;
  /// The output of the launch's printf.
  std::string Output;
  /// Any fault, expected or not.
  std::optional<sm::Fault> TheFault;
  sm::LaunchStats Stats;
  double Seconds = 0;
  /// The use of a thread of the kernel; empty where there is no kernel.
  std::optional<ThreadUse> Use;
};

struct JobOptions {
  /// Arch overrides the job's.
  CompileOptions Compile;
  DiagnosticOptions Diagnostics;
  /// Watches the launches and may stop them. Null: nobody.
  sm::LaunchMonitor *Monitor = nullptr;
};

struct JobResult {
  std::vector<Verdict> Verdicts;
  /// The PTX was refused though no launch expected that.
  bool Refused = false;
  /// A launch faulted though it did not expect that; the launches after it did
  /// not run.
  bool Faulted = false;
  /// The reason of an interruption as in sm::LaunchResult: the launch was
  /// stopped, and there is no verdict on it and on those behind it.
  std::optional<std::string> Interrupted;
};

/// Runs the launches in order, as \p Session has it; \p Report sees each
/// verdict as it is reached.
llvm::Expected<JobResult>
runJob(const Job &J, const JobOptions &Options, session::Session &Session,
       llvm::raw_ostream &DiagnosticsOS,
       llvm::function_ref<void(const Verdict &)> Report);

} // namespace heddle::jobs

#endif // HEDDLE_JOBS_JOB_H
