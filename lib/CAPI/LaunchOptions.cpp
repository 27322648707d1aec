//===- LaunchOptions.cpp - How launches of a device run -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"
#include "heddle/Session/SettingTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
using namespace heddle::capi;

namespace {

/// Gives a function of the caller's all that is written.
class CallbackStream final : public llvm::raw_ostream {
public:
  CallbackStream(heddleOutputFn Fn, void *U)
      : llvm::raw_ostream(/*unbuffered=*/true), Function(Fn), User(U) {}

private:
  void write_impl(const char *Text, size_t Size) override {
    Position += Size;
    Function(User, Text, Size);
  }
  uint64_t current_pos() const override { return Position; }

  const heddleOutputFn Function;
  void *const User;
  uint64_t Position = 0;
};

} // namespace

/// What launches of a device are without further wishes.
static session::Settings defaultSettings() {
  session::Settings S;
  S.SuitsHostThreads = true;
  S.Engine.Said = session::EngineSettings::Interpreter;
  return S;
}

DeviceState::DeviceState(sm::AddressModel Model, uint64_t Limit)
    : Memory(Model, Limit), MemoryBytes(Limit) {
  // Nothing is read or written, so that nothing can fail.
  llvm::cantFail(open(defaultSettings(), nullptr, nullptr));
}

DeviceState::~DeviceState() { llvm::consumeError(finish()); }

llvm::Error DeviceState::open(session::Settings S, heddleOutputFn Where,
                              void *User) {
  std::unique_ptr<llvm::raw_ostream> OS;
  if (Where)
    OS = std::make_unique<CallbackStream>(Where, User);
  else
    OS = std::make_unique<llvm::raw_fd_ostream>(2, /*shouldClose=*/false,
                                                /*unbuffered=*/true);
  auto Made = session::Session::create(
      std::move(S), {"heddle", OS.get(), OS.get(), OS.get()});
  if (!Made)
    return Made.takeError();
  Session = std::move(*Made);
  Reports = std::move(OS);
  return llvm::Error::success();
}

llvm::Error DeviceState::finish() {
  if (IsFinished.exchange(true))
    return llvm::Error::success();
  return Session->finish().takeError();
}

/// Gives \p S all that \p O sets.
static llvm::Error apply(const heddleLaunchOptions_t &O, session::Settings &S) {
  if (O.FromEnvironment)
    if (llvm::Error E = session::setFromEnvironment(S))
      return E;
  const heddleSetting_t Named[] = {{"check", O.Check},
                                   {"engine", O.Engine},
                                   {"schedule", O.Schedule},
                                   {"stats", O.Stats},
                                   {"trace", O.Trace}};
  for (const heddleSetting_t &N : Named)
    if (N.Value)
      if (llvm::Error E = session::setByName(S, N.Name, N.Value))
        return E;
  for (const heddleSetting_t &N : llvm::ArrayRef(O.Settings, O.NumSettings)) {
    if (!N.Name || !N.Value)
      return llvm::createStringError("the name or value of a setting is null");
    if (llvm::Error E = session::setByName(S, N.Name, N.Value))
      return E;
  }
  return llvm::Error::success();
}

heddleError_t
heddleDeviceSetLaunchOptions(heddleDevice_t D,
                             const heddleLaunchOptions_t *Options) noexcept {
  if (!D || !Options)
    return isNull(__func__, D ? "Options" : "D");
  std::optional<heddleLaunchOptions_t> O = readStruct(Options);
  if (!O)
    return fail(heddleErrorInvalidValue,
                "heddleDeviceSetLaunchOptions: the options do not say their "
                "size (HEDDLE_INIT)");
  if (O->NumSettings && !O->Settings)
    return isNull(__func__, "Settings");
  DeviceState &State = *D->State;
  if (State.HasModules)
    return fail(heddleErrorInvalidValue,
                "heddleDeviceSetLaunchOptions: a module was loaded already");
  session::Settings S = defaultSettings();
  if (llvm::Error E = apply(*O, S))
    return fail(heddleErrorInvalidValue, std::move(E));
  if (llvm::Error E = State.open(std::move(S), O->Report, O->ReportUser))
    return fail(heddleErrorHost, std::move(E));
  return heddleSuccess;
}

size_t heddleDeviceGetNumFindings(heddleDevice_t D) noexcept {
  return D ? D->State->Session->numFindings() : 0;
}

heddleError_t heddleDeviceGetFinding(heddleDevice_t D, size_t Index,
                                     heddleFinding_t *Out) noexcept {
  if (!D)
    return isNull(__func__, "D");
  DeviceState &State = *D->State;
  if (Index >= State.Session->numFindings())
    return fail(heddleErrorNotFound, "there are not so many findings");
  const sanitize::Finding &F = State.Finding = State.Session->finding(Index);
  State.FindingText = State.Session->findingText(Index);
  heddleFinding_t T = {};
  T.Rule = sanitize::ruleName(F.TheRule).data();
  T.Check = sanitize::checkName(F.TheRule).data();
  T.Kernel = F.Kernel.c_str();
  T.Message = F.Message.c_str();
  T.Report = State.FindingText.c_str();
  T.File = F.SourceName.c_str();
  if (!F.Sides.empty()) {
    T.File = F.Sides.front().File.c_str();
    T.Line = F.Sides.front().Line;
    T.Column = F.Sides.front().Column;
  }
  T.Count = F.Count;
  return writeStruct(__func__, Out, T);
}

heddleError_t heddleDeviceFinish(heddleDevice_t D) noexcept {
  if (!D)
    return isNull(__func__, "D");
  if (llvm::Error E = D->State->finish())
    return fail(heddleErrorHost, std::move(E));
  return heddleSuccess;
}
