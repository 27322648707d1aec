//===- Protocol.h - The debugger behind a protocol --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DEBUGGER_PROTOCOL_H
#define HEDDLE_DEBUGGER_PROTOCOL_H

#include "heddle/Debugger/Debugger.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace heddle::debugger {

/// The Debug Adapter Protocol. Its threads are warps.
class Protocol final : public FrontEnd {
public:
  /// \p WithProgram: launches are those of a program, which goes on behind
  /// each.
  explicit Protocol(llvm::raw_ostream &Out, bool WithProgram = false)
      : OS(Out), IsOfProgram(WithProgram) {}

  /// Answers until the client wants the launch; false: it is gone.
  bool prepare(LaunchSpec &Spec);
  /// The launch cannot start.
  void refuse(llvm::StringRef Why);

  void startLaunch(View &V, UserState &State) override;
  Resume atStop(View &V, const Stop &S, UserState &State) override;
  bool wantsPause(View &V, UserState &State) override;
  void tell(llvm::StringRef Text, UserState &State) override;
  void endProgram(const UserState &State, int ExitCode) override;
  void wake() override;
  void flush() override { OS.flush(); }
  void died(int Signal) override;

private:
  using Object = llvm::json::Object;
  /// A breakpoint as the client has it.
  struct Wanted {
    unsigned Id = 0;
    Origin SetBy = Origin::Line;
    /// The file of a line, or the name of a function.
    std::string Name;
    int64_t Line = 0;
    std::string Clauses, Hits, Message;
    /// Clauses and hits as the client has sent them.
    std::string Sent;
    uint64_t Since = 0;
    bool IsVerified = false;
    /// A command may have switched it off.
    bool IsEnabled = true;

    std::string place() const;
    bool isLike(const Wanted &Other) const;
  };
  /// The state that a request at a stop works on.
  struct Session {
    View &V;
    UserState &State;
    bool IsRunning = false;
    std::optional<Resume> Next = std::nullopt;
  };
  /// The kinds of variables that a frame has.
  enum class Scope : uint8_t { Locals, Registers, Stack, Memory, Machine };

  /// Numbers of the protocol: threads are warps, which count from 1.
  static constexpr int64_t WarpsPerBlock = 64;
  static int64_t threadOf(WarpName Name) {
    return int64_t(Name.Block) * WarpsPerBlock + Name.Warp + 1;
  }
  static WarpName warpOf(int64_t Thread) {
    return {uint64_t((Thread - 1) / WarpsPerBlock),
            unsigned((Thread - 1) % WarpsPerBlock)};
  }

  // Reading and writing messages.
  /// Nothing at the end of the input. What is no message is said, and passed
  /// over.
  std::optional<Object> receive();
  void send(Object Message);
  void event(llvm::StringRef Name, Object Body);
  void output(llvm::StringRef Category, llvm::StringRef Text);
  /// The client hears that all is over.
  void sayEnd(int ExitCode);
  void reply(const Object &Request, llvm::json::Value Body);
  void fail(const Object &Request, llvm::StringRef Why);

  // Requests before the launch.
  /// False: it is none of those that need no launch.
  bool answerBefore(const Object &Request, LaunchSpec &Spec);
  void takeLaunch(const Object &Request, LaunchSpec &Spec);
  llvm::Error readLaunch(const Object &Arguments, LaunchSpec &Spec);
  /// Reads the names of mistakes to stop at, of checkers that are in
  /// \p Running, and returns an answer for each.
  static llvm::json::Array
  readFilters(const Object &Arguments,
              const std::array<bool, sanitize::NumCheckers> &Running,
              Catches &To);
  /// The places where the client wants to stop, before there is a launch.
  llvm::json::Array takeFilters(const Object &Arguments,
                                const LaunchSpec &Spec);

  // Breakpoints.
  /// Takes the breakpoints of one file, or those of functions, in place of
  /// those that there were. Their times count from \p Since on.
  llvm::json::Array takeBreakpoints(const Object &Arguments, uint64_t Since);
  llvm::json::Array takeFunctions(const Object &Arguments, uint64_t Since);
  void take(Wanted W, std::vector<Wanted> &Old, llvm::json::Array &Answers);
  static llvm::Expected<Breakpoint> place(const Wanted &W, const View &V);
  /// Has the launch stop where the client wants. Returns why it never will at
  /// some of the breakpoints, by their numbers.
  std::map<int64_t, std::string> setBreakpoints(Session &S);
  void answerBreakpoints(const Object &Request, llvm::json::Array Answers,
                         Session &S);
  void dataBreakpointInfo(const Object &Request, Session &S);
  void dataBreakpoints(const Object &Request, Session &S);

  // Questions about the launch.
  bool answerQuestion(const Object &Request, llvm::StringRef Command,
                      Session &S);
  static llvm::json::Array threads(const Session &S);
  static llvm::json::Value frames(const Object &Arguments, const Session &S);
  llvm::json::Value scopes(const Object &Arguments, const Session &S);
  llvm::json::Value variables(const Object &Arguments, const Session &S);
  void evaluate(const Object &Request, Session &S);
  /// Makes what a command did to the client's breakpoints last.
  void keepChanges(const Session &S);
  void source(const Object &Request, const Session &S);
  void complete(const Object &Request, const Session &S);
  void exceptionInfo(const Object &Request);

  // Stops, and requests while the launch runs.
  /// Makes up for what other processes have done since this one was copied.
  void catchUp(const UserState &State);
  /// The launch stands in front of its first instruction. \p S may become a
  /// stop at a breakpoint of the kernel.
  void beginLaunch(Session &Now, Stop &S);
  /// Whether the launch is to stop for \p Request.
  bool answerRunning(const Object &Request, Session &S);
  void answer(const Object &Request, Session &S);
  bool answerGoing(const Object &Request, llvm::StringRef Command, Session &S);
  void reportStop(const Stop &S, Session &Now);
  /// Answers until the client wants to go on from \p S.
  Resume askAt(const Stop &S, Session &Now);

  /// Whether a program's launch goes on at \p S, and how.
  std::optional<Resume> passing(const Stop &S, const UserState &State);

  llvm::raw_ostream &OS;
  const bool IsOfProgram;
  int64_t Sequence = 0;
  /// The request that is answered when the launch stands in front of its first
  /// instruction.
  std::optional<Object> LaunchRequest;
  bool StopsOnEntry = false, IsConfigured = false;
  Resume::KindType Going = Resume::Continue;
  /// The client has gone while the launch ran.
  bool IsLeft = false;
  std::vector<Wanted> Breakpoints;
  /// Lists of variables that the client may ask for at this stop, by number.
  std::vector<std::pair<WarpName, Scope>> Lists;
  /// Nothing where the client has not said it.
  std::optional<Catches> Caught;
  Stop Last;
  unsigned NextId = 1;
};

} // namespace heddle::debugger

#endif // HEDDLE_DEBUGGER_PROTOCOL_H
