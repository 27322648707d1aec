//===- ProgramDebug.cpp - A program's launches in the debugger ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramDebug.h"
#include "Driver.h"
#include "Report.h"
#include "heddle/Debugger/Protocol.h"
#include "heddle/Debugger/Streams.h"
#include "heddle/Debugger/Terminal.h"
#include "heddle/Support/Number.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/raw_ostream.h"
#include <arpa/inet.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace llvm;

namespace heddle::driver {
namespace {

bool HasSharedMemory = false;

StringRef wantedDebugger() {
  const char *Value = std::getenv("HEDDLE_DEBUG");
  StringRef Text = Value ? Value : "";
  return Text == "0" ? "" : Text;
}

/// The port of "dap:PORT"; 0: any.
std::optional<uint16_t> portOf(StringRef Text) {
  std::optional<uint64_t> Number;
  if (Text.consume_front("dap:"))
    Number = parseNumber(Text, UINT16_MAX);
  return Number ? std::optional(uint16_t(*Number)) : std::nullopt;
}

/// A file that is closed at the end of its scope.
class OwnedFile {
public:
  explicit OwnedFile(int F) : File(F) {}
  ~OwnedFile() {
    if (File >= 0)
      close(File);
  }
  OwnedFile(const OwnedFile &) = delete;
  OwnedFile &operator=(const OwnedFile &) = delete;
  operator int() const { return File; }

private:
  const int File;
};

/// Writes to a connection. A client that is gone ends nobody by SIGPIPE: there
/// is nothing more to read of it, either, which ends what is shown.
class ConnectionStream final : public raw_ostream {
public:
  explicit ConnectionStream(int F) : File(F) {}
  ~ConnectionStream() override { flush(); }

private:
  void write_impl(const char *Data, size_t Size) override {
    Position += Size;
    while (Size != 0) {
      const ssize_t Sent = send(File, Data, Size, MSG_NOSIGNAL);
      if (Sent < 0 && errno == EINTR)
        continue;
      if (Sent <= 0)
        return;
      Data += Sent;
      Size -= size_t(Sent);
    }
  }
  uint64_t current_pos() const override { return Position; }

  const int File;
  uint64_t Position = 0;
};

/// Waits for a client at \p Port of this machine, and returns its connection.
Expected<int> accept(uint16_t Port) {
  auto Fail = [](const Twine &What) -> Error {
    return createStringError("HEDDLE_DEBUG: " + What + ": " + sys::StrError());
  };
  const OwnedFile Server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (Server < 0)
    return Fail("no socket");
  const int Yes = 1;
  setsockopt(Server, SOL_SOCKET, SO_REUSEADDR, &Yes, sizeof Yes);
  sockaddr_in Address = {};
  Address.sin_family = AF_INET;
  Address.sin_port = htons(Port);
  Address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t Size = sizeof Address;
  auto *Generic = reinterpret_cast<sockaddr *>(&Address);
  if (bind(Server, Generic, Size) || listen(Server, 1) ||
      getsockname(Server, Generic, &Size))
    return Fail("cannot listen at port " + Twine(Port));
  report("heddle: the debugger waits for its client at 127.0.0.1:" +
         std::to_string(ntohs(Address.sin_port)) + "\n");
  int Client = -1;
  do
    Client = accept4(Server, nullptr, nullptr, SOCK_CLOEXEC);
  while (Client < 0 && errno == EINTR);
  return Client < 0 ? Fail("no client") : Expected<int>(Client);
}

/// The debugger's front end, which the first launch makes. Never destroyed, as
/// the driver.
struct Debugging {
  std::unique_ptr<raw_ostream> Out;
  std::unique_ptr<debugger::FrontEnd> Front;
  std::optional<debugger::ProgramDebugger> Shown;
};

/// The process whose launches are shown.
pid_t Owner = 0;

/// Null: nobody looks on, which was said.
Debugging *makeDebugging() {
  auto *D = new Debugging;
  std::optional<uint16_t> Port = portOf(wantedDebugger());
  if (!Port) {
    if (Error E = debugger::openCommands())
      report("heddle: " + toString(std::move(E)) + "\n");
    D->Out = std::make_unique<raw_fd_ostream>(STDOUT_FILENO, false);
    D->Front = std::make_unique<debugger::Terminal>(*D->Out, true);
    D->Shown.emplace(*D->Front);
    return D;
  }
  Expected<int> Client = accept(*Port);
  if (!Client) {
    report("heddle: " + toString(Client.takeError()) + "\n");
    return nullptr;
  }
  debugger::readFrom(*Client);
  debugger::endReadsAtInterrupt();
  D->Out = std::make_unique<ConnectionStream>(*Client);
  auto Protocol = std::make_unique<debugger::Protocol>(*D->Out, true);
  debugger::LaunchSpec Program;
  Program.Checks = Driver::get().Session->settings().Checks;
  const bool IsThere = Protocol->prepare(Program);
  D->Front = std::move(Protocol);
  if (!IsThere) {
    report("heddle: the debugger's client has left; launches are not shown\n");
    return nullptr;
  }
  D->Shown.emplace(*D->Front);
  Owner = getpid();
  // What runs at the end has to be there then.
  if (Dl_info Self; dladdr(&Owner, &Self))
    dlopen(Self.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  on_exit(
      [](int Status, void *Of) {
        // A copy that the program has made of itself is another program.
        if (getpid() == Owner)
          static_cast<Debugging *>(Of)->Shown->end(Status);
      },
      D);
  return D;
}

/// Has the user name buffers by the parameters that point to them.
void nameBuffers(const object::Kernel &K, ArrayRef<uint8_t> Params,
                 debugger::View &V) {
  for (const object::KernelParam &P : K.Info.Params) {
    uint64_t Address = 0;
    if (P.Size > sizeof Address || uint64_t(P.Offset) + P.Size > Params.size())
      continue;
    std::memcpy(&Address, Params.data() + P.Offset, P.Size);
    if (V.global().find(abi::Address(Address)))
      V.addBuffer(P.Name, {Address, runtime::ElementType::B32});
  }
}

/// A launch of the session, as the debugger wants it made.
Expected<debugger::LaunchEnd> runInCopy(const Module &Code,
                                        const object::Kernel &K,
                                        ArrayRef<uint8_t> Params,
                                        runtime::LaunchRequest Request,
                                        std::unique_ptr<sm::Observer> Watcher) {
  Driver &D = Driver::get();
  D.Session->add(std::move(Watcher));
  Request.Execution.Observers = D.Session->request().Execution.Observers;
  Expected<sm::LaunchResult> Result = D.Session->launchPacked(
      *Code.Loaded, K, Params, Request, D.Memory->global());
  if (!Result)
    return Result.takeError();
  debugger::LaunchEnd End;
  End.Output = Result->Output;
  if (Result->TheFault)
    End.Fault =
        StringRef(Code.Loaded->faultText(*Result->TheFault)).rtrim().str();
  return End;
}

} // namespace

bool isDebugging() {
  // Each launch asks.
  static const bool IsWanted = !wantedDebugger().empty();
  return IsWanted;
}

Error checkDebugging() {
  StringRef Wanted = wantedDebugger();
  if (Wanted.empty() || Wanted == "1" || portOf(Wanted))
    return Error::success();
  return createStringError("HEDDLE_DEBUG: '" + Wanted +
                           "' is neither 1 nor dap:PORT");
}

void noteSharedMemory() { HasSharedMemory = true; }

void showLaunch(const Module &Code, const object::Kernel &K,
                ArrayRef<uint8_t> Params,
                const runtime::LaunchRequest &Request) {
  Driver &D = Driver::get();
  if (HasSharedMemory) {
    report("heddle: the launch is not shown in the debugger: the program has "
           "memory that it may share with other processes\n");
    return;
  }
  static Debugging *Only = makeDebugging();
  if (!Only || Only->Shown->isDetached())
    return;
  debugger::View V(*Code.Loaded, K, D.Memory->global());
  V.setOfProgram();
  V.setInputs({Code.Loaded->object().SourceName});
  V.setFindings(D.Session->found(), D.Session->settings().Checks.Wanted);
  nameBuffers(K, Params, V);
  Expected<bool> GoesOn =
      Only->Shown->show(V, [&](std::unique_ptr<sm::Observer> Watcher) {
        return runInCopy(Code, K, Params, Request, std::move(Watcher));
      });
  if (!GoesOn)
    report("heddle: " + toString(GoesOn.takeError()) + "\n");
  else if (!*GoesOn)
    // As the user of a debugger ends a program: in the middle.
    std::_Exit(0);
}

} // namespace heddle::driver
