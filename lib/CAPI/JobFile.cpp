//===- JobFile.cpp - The C API's jobs -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"
#include "heddle-c/jobs.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Compiler/CommandLine.h"
#include "heddle/Jobs/Job.h"
#include "heddle/Session/SettingTable.h"
#include "heddle/Support/GuardedCall.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
using namespace heddle::capi;
namespace json = llvm::json;

namespace {

/// The options of a job, and the channels that its reports end up in.
struct JobCall {
  CompileOptions Compile;
  session::Settings Settings;
  std::string Reports, Documents, Log;

  llvm::Error set(const heddleSetting_t &Option);
};

} // namespace

llvm::Error JobCall::set(const heddleSetting_t &Option) {
  if (!Option.Name || !Option.Value)
    return llvm::createStringError("the name or value of an option is null");
  const llvm::StringRef Name = Option.Name, Value = Option.Value;
  const auto *Row = compileOptionTable().find(Name);
  if (!Row)
    return session::setByName(Settings, Name, Value);
  if (llvm::Error E = Row->Set(Compile, Row->Row.Name,
                               {0, Value.str(), /*HasValue=*/!Value.empty()}))
    return E;
  return Compile.Arch.empty()
             ? llvm::Error::success()
             : abi::checkArch(Compile.Arch, /*AllowVirtual=*/false);
}

static json::Object verdictAsJSON(const jobs::Verdict &V,
                                  std::optional<double> Microseconds) {
  json::Object O{{"name", json::fixUTF8(V.Name)},
                 {"kernel", json::fixUTF8(V.Kernel)},
                 {"passed", V.Passed},
                 {"skipped", V.Skipped},
                 {"reason", json::fixUTF8(V.Reason)},
                 {"seconds", V.Seconds},
                 {"warp_instructions", V.Stats.WarpInstructions},
                 {"thread_instructions", V.Stats.ThreadInstructions}};
  if (V.TheFault)
    O["fault"] = sm::faultName(V.TheFault->Kind);
  if (V.Use) {
    O["registers"] = V.Use->Registers;
    O["spill_stores"] = V.Use->SpillStores;
    O["spill_loads"] = V.Use->SpillLoads;
    O["local_bytes"] = V.Use->LocalBytes;
  }
  if (const std::optional<sm::Residency> &R = V.Stats.Resident) {
    O["ctas_per_sm"] = R->CTAsPerSM;
    O["warps_per_sm"] = R->WarpsPerSM;
    O["max_warps_per_sm"] = R->MaxWarps;
  }
  if (Microseconds)
    O["microseconds"] = *Microseconds;
  return O;
}

/// Gives \p V the findings that were made since the last launch.
static void takeFindings(jobs::Verdict &V, session::Session &Session) {
  const std::string Findings = Session.recentFindings();
  if (Findings.empty())
    return;
  V.Reason = V.Passed ? Findings : V.Reason + "; " + Findings;
  V.Passed = false;
}

/// Runs \p J and returns the document.
static llvm::Expected<json::Object> runJob(const jobs::Job &J, JobCall &Call) {
  llvm::raw_string_ostream Reports(Call.Reports), Documents(Call.Documents),
      Log(Call.Log);
  auto Made = session::Session::create(
      Call.Settings, {"heddle", &Reports, &Documents, &Reports});
  if (!Made)
    return Made.takeError();
  session::Session &Session = **Made;
  json::Array Verdicts;
  auto Note = [&](const jobs::Verdict &Reached) {
    jobs::Verdict V = Reached;
    takeFindings(V, Session);
    Verdicts.push_back(verdictAsJSON(
        V, V.Skipped ? std::nullopt : Session.lastMicroseconds()));
  };
  jobs::JobOptions Options;
  Options.Compile = Call.Compile;
  llvm::Expected<jobs::JobResult> Result =
      jobs::runJob(J, Options, Session, Log, Note);
  if (!Result)
    return Result.takeError();
  // Findings that come only after the last launch belong to none of them.
  Session.finishFindings();
  jobs::Verdict Last;
  Last.Name = "after the last launch";
  Last.Passed = true;
  takeFindings(Last, Session);
  if (!Last.Passed)
    Verdicts.push_back(verdictAsJSON(Last, std::nullopt));
  const bool HasFindings = Session.numFindings() != 0;
  if (llvm::Expected<bool> Reported = Session.finish(); !Reported)
    return Reported.takeError();
  return json::Object{{"verdicts", std::move(Verdicts)},
                      {"refused", Result->Refused},
                      {"faulted", Result->Faulted},
                      {"found", HasFindings || !Last.Passed},
                      {"log", json::fixUTF8(Call.Log)},
                      {"reports", json::fixUTF8(Call.Reports)}};
}

heddleError_t heddleRunJob(const char *Path, const heddleSetting_t *Options,
                           size_t NumOptions, heddleOutputFn Out,
                           void *User) noexcept {
  if (!Path || !Out)
    return isNull(__func__, Path ? "Out" : "Path");
  if (NumOptions && !Options)
    return isNull(__func__, "Options");
  JobCall Call;
  for (const heddleSetting_t &O : llvm::ArrayRef(Options, NumOptions))
    if (llvm::Error E = Call.set(O))
      return fail(heddleErrorInvalidValue, std::move(E));
  llvm::Expected<jobs::Job> Job = jobs::readJob(Path);
  if (!Job)
    return fail(heddleErrorHost, Job.takeError());
  llvm::Expected<json::Object> Document = runJob(*Job, Call);
  if (!Document)
    return fail(heddleErrorHost, Document.takeError());
  // Documents that are not JSON, as of host code, are reports as the others.
  llvm::Expected<json::Value> Stats = json::parse(Call.Documents);
  if (Stats)
    (*Document)["stats"] = std::move(*Stats);
  else
    llvm::consumeError(Stats.takeError());
  std::string Text;
  llvm::raw_string_ostream(Text) << json::Value(std::move(*Document));
  if (auto Thrown = callGuarded([&] { Out(User, Text.data(), Text.size()); }))
    return fail(heddleErrorHost,
                "heddleRunJob: the function that gets the document has "
                "thrown: " +
                    *Thrown);
  return heddleSuccess;
}
