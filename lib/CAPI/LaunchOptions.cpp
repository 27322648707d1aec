//===- LaunchOptions.cpp - How launches of a device run -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"
#include "heddle/Session/SettingTable.h"
#include "heddle/Support/GuardedCall.h"
#include "heddle/Support/PerThread.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
using namespace heddle::capi;

namespace {

/// Gives a function of the caller's all that is written.
class CallbackStream final : public llvm::raw_ostream {
public:
  CallbackStream(heddleOutputFn Fn, void *U,
                 std::optional<std::string> &TakesThrown)
      : llvm::raw_ostream(/*unbuffered=*/true), Function(Fn), User(U),
        Thrown(TakesThrown) {}

private:
  void write_impl(const char *Text, size_t Size) override {
    Position += Size;
    if (auto What = callGuarded([&] { Function(User, Text, Size); }))
      Thrown = std::move(What);
  }
  uint64_t current_pos() const override { return Position; }

  const heddleOutputFn Function;
  void *const User;
  std::optional<std::string> &Thrown;
  uint64_t Position = 0;
};

/// The finding that heddleDeviceGetFinding gave the thread last.
struct LastFinding {
  sanitize::Finding Of;
  std::string Text;
};

} // namespace

/// The settings of a device's launches without further wishes.
static session::Settings defaultSettings() {
  session::Settings S;
  S.SuitsHostThreads = true;
  return S;
}

DeviceState::DeviceState(sm::AddressModel Model, uint64_t Limit)
    : Memory(Model, Limit), MemoryBytes(Limit) {
  // The session reads and writes nothing, so that nothing can fail.
  llvm::cantFail(open(defaultSettings(), nullptr, nullptr));
}

DeviceState::~DeviceState() { llvm::consumeError(finish()); }

llvm::Error DeviceState::open(session::Settings S, heddleOutputFn Where,
                              void *User) {
  auto New = std::make_shared<Looks>();
  if (Where)
    New->Reports = std::make_unique<CallbackStream>(Where, User, New->Thrown);
  else
    New->Reports = std::make_unique<llvm::raw_fd_ostream>(
        2, /*shouldClose=*/false, /*unbuffered=*/true);
  llvm::raw_ostream *OS = New->Reports.get();
  auto Made = session::Session::create(std::move(S), {"heddle", OS, OS, OS});
  if (!Made)
    return Made.takeError();
  New->Session = std::move(*Made);
  std::lock_guard<std::mutex> Guard(Changing);
  Current = std::move(New);
  return llvm::Error::success();
}

llvm::Error DeviceState::finish() {
  std::shared_ptr<Looks> L = looks();
  if (L->IsFinished.exchange(true))
    return llvm::Error::success();
  if (llvm::Error E = L->Session->finish().takeError())
    return E;
  if (!L->Thrown)
    return llvm::Error::success();
  return llvm::createStringError("the function that gets reports has thrown: " +
                                 *L->Thrown);
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
  return D ? D->State->looks()->Session->numFindings() : 0;
}

heddleError_t heddleDeviceGetFinding(heddleDevice_t D, size_t Index,
                                     heddleFinding_t *Out) noexcept {
  if (!D || !Out)
    return isNull(__func__, D ? "Out" : "D");
  std::shared_ptr<DeviceState::Looks> L = D->State->looks();
  if (Index >= L->Session->numFindings())
    return fail(heddleErrorNotFound, "there are not so many findings");
  LastFinding &Last = PerThread<LastFinding>::get();
  const sanitize::Finding &F = Last.Of = L->Session->finding(Index);
  Last.Text = L->Session->findingText(Index);
  heddleFinding_t T = {};
  T.Rule = sanitize::ruleName(F.TheRule).data();
  T.Check = sanitize::checkName(F.TheRule).data();
  T.Kernel = F.Kernel.c_str();
  T.Message = F.Message.c_str();
  T.Report = Last.Text.c_str();
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
