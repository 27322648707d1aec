//===- LaunchMode.cpp - One launch from the command line ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "LaunchBuffers.h"
#include "Launches.h"
#include "Reports.h"
#include "heddle/Machine/Cluster.h"
#include "heddle/Object/CodeImages.h"
#include "heddle/Observe/BreakTrace.h"
#include "heddle/Observe/WatchTrace.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle {
namespace {

/// One launch, with the requests to show and check memory before and after it.
class CommandLineLaunch {
public:
  CommandLineLaunch(const RunOptions &Options, runtime::LoadedModule &Module)
      : Options(Options), Module(Module), Buffers(Options, Module) {}

  Expected<int> run();

private:
  Expected<sm::WatchedElement> watched(const WatchRequest &R);
  /// Adds breakpoints and watched elements.
  Error addTraces(session::Session &To);
  Expected<sm::Breakpoint> breakpoint(const BreakRequest &R) const;
  Error checkBreak(const sm::Breakpoint &B) const;
  Error printBuffer(const PrintRequest &R);
  Error writeBuffer(const OutRequest &R);
  /// False when the buffer is not as expected.
  Expected<bool> checkBuffer(const ExpectRequest &R);
  Expected<int> inspectBuffers();

  const RunOptions &Options;
  runtime::LoadedModule &Module;
  LaunchBuffers Buffers;
  /// Null: there is no such kernel.
  const object::Kernel *Kernel = nullptr;
};

Expected<sm::WatchedElement> CommandLineLaunch::watched(const WatchRequest &R) {
  Expected<MutableArrayRef<uint8_t>> Bytes = Buffers.find(R.What, "watch");
  if (!Bytes)
    return Bytes.takeError();
  std::string Name = R.What.Symbol.empty() && Kernel &&
                             R.What.Parameter < Kernel->Info.Params.size()
                         ? Kernel->Info.Params[R.What.Parameter].Name
                         : R.What.Symbol;
  runtime::ElementType Type = Buffers.typeOf(R.What, R.Type);
  unsigned Size = runtime::elementSize(Type);
  uint64_t Count = Bytes->size() / Size;
  if (R.Index >= Count)
    return createStringError("option '--watch': " + Buffers.label(R.What) +
                             " has " + Twine(Count) + " elements of type " +
                             runtime::elementName(Type));
  std::optional<abi::Address> Address =
      Buffers.memory().addressOf(Bytes->data() + R.Index * Size);
  if (!Address)
    return createStringError("option '--watch': " + Buffers.label(R.What) +
                             " is constant");
  return sm::WatchedElement{fmt::format("{}[{}]", Name, R.Index), *Address,
                            Size, [Type](const uint8_t *Element) {
                              return runtime::formatElement(Type, Element);
                            }};
}

/// An error when \p Index, of what \p Kind says, lies outside \p Size.
Error checkIndex(StringRef Kind,
                 const std::optional<std::array<uint32_t, 3>> &Index,
                 const sm::Dim3 &Size) {
  if (!Index ||
      ((*Index)[0] < Size.X && (*Index)[1] < Size.Y && (*Index)[2] < Size.Z))
    return Error::success();
  return createStringError(fmt::format(
      "option '--break': there is no {} ({},{},{}) in {}x{}x{} of them", Kind,
      (*Index)[0], (*Index)[1], (*Index)[2], Size.X, Size.Y, Size.Z));
}

/// The breakpoint with its line as the object's lines count.
Expected<sm::Breakpoint>
CommandLineLaunch::breakpoint(const BreakRequest &R) const {
  const object::Module &M = Module.object();
  if (R.File.empty())
    return R.Point;
  if (M.Files.empty() && M.SourceName == R.File)
    return R.Point;
  for (const object::PTXFile &F : M.Files)
    if (F.Name == R.File) {
      sm::Breakpoint B = R.Point;
      B.Line += F.FirstLine - 1;
      if (M.placeOf(B.Line).File == F.Name)
        return B;
    }
  return createStringError("option '--break': there is no line " +
                           Twine(R.Point.Line) + " of '" + R.File + "'");
}

/// A breakpoint that nothing can reach is a mistake.
Error CommandLineLaunch::checkBreak(const sm::Breakpoint &B) const {
  if (!Kernel)
    return Error::success();
  if (Error E = checkIndex("thread", B.Thread, *Options.Block))
    return E;
  if (Error E = checkIndex("block", B.Block,
                           sm::gridInBlocks(Kernel->Info, *Options.Grid)))
    return E;
  uint32_t Next = 0;
  for (const object::LineEntry &L : Kernel->Lines) {
    if (L.Line == B.Line)
      return Error::success();
    if (L.Line > B.Line && (Next == 0 || L.Line < Next))
      Next = L.Line;
  }
  const object::Module &M = Module.object();
  std::string Hint = Next ? "; the next that has is " + M.lineText(Next) : "";
  return createStringError("option '--break': " + M.lineText(B.Line) +
                           " has no code in kernel '" + Kernel->Info.Name +
                           "'" + Hint);
}

Error CommandLineLaunch::printBuffer(const PrintRequest &R) {
  Expected<MutableArrayRef<uint8_t>> Bytes = Buffers.find(R.What, "print");
  if (!Bytes)
    return Bytes.takeError();
  bool IsNamed = !R.What.Symbol.empty();
  runtime::ElementType Type = Buffers.typeOf(R.What, R.Type);
  unsigned Size = runtime::elementSize(Type);
  uint64_t Count = std::min<uint64_t>(R.Count, Bytes->size() / Size);
  raw_ostream &OS = linesOS(Options);
  OS << (IsNamed ? R.What.Symbol : std::to_string(R.What.Parameter)) << ':';
  for (uint64_t I = 0; I != Count; ++I)
    OS << ' ' << runtime::formatElement(Type, Bytes->data() + I * Size);
  OS << '\n';
  return Error::success();
}

Error CommandLineLaunch::writeBuffer(const OutRequest &R) {
  Expected<MutableArrayRef<uint8_t>> Bytes = Buffers.find(R.What, "out");
  if (!Bytes)
    return Bytes.takeError();
  return writeOutputFile(R.Path, toStringRef(ArrayRef<uint8_t>(*Bytes)));
}

Expected<bool> CommandLineLaunch::checkBuffer(const ExpectRequest &R) {
  Expected<MutableArrayRef<uint8_t>> Got = Buffers.find(R.What, "expect");
  if (!Got)
    return Got.takeError();
  Expected<SmallVector<uint8_t, 8>> Want = runtime::readBytes(R.Path);
  if (!Want)
    return Want.takeError();
  std::optional<std::string> Mismatch =
      runtime::findMismatch(R.Rule, *Got, *Want);
  if (!Mismatch)
    return true;
  reportOS(Options) << fmt::format("ptx-run: {} is not as expected: {}\n",
                                   Buffers.label(R.What), *Mismatch);
  return false;
}

/// After the launch, faulted or not: buffers stay readable.
Expected<int> CommandLineLaunch::inspectBuffers() {
  for (const PrintRequest &R : Options.Prints)
    if (Error E = printBuffer(R))
      return std::move(E);
  for (const OutRequest &R : Options.Outs)
    if (Error E = writeBuffer(R))
      return std::move(E);
  int Exit = Done;
  for (const ExpectRequest &R : Options.Expects) {
    Expected<bool> Ok = checkBuffer(R);
    if (!Ok)
      return Ok.takeError();
    if (!*Ok)
      Exit = ExpectationFailed;
  }
  return Exit;
}

/// Whether the command line, not the kernel, is at fault.
bool isMisuse(sm::FaultKind Kind) {
  return Kind == sm::FaultKind::MissingArgument ||
         Kind == sm::FaultKind::ArgumentCount ||
         Kind == sm::FaultKind::ArgumentType;
}

Error CommandLineLaunch::addTraces(session::Session &To) {
  sm::TraceOptions Trace = Options.Settings.Trace.Options;
  Trace.MaxLines = Options.Settings.Trace.Limit.value_or(Trace.MaxLines);
  std::vector<sm::Breakpoint> Breaks;
  for (const BreakRequest &R : Options.Breaks) {
    Expected<sm::Breakpoint> B = breakpoint(R);
    if (!B)
      return B.takeError();
    if (Error E = checkBreak(*B))
      return E;
    Breaks.push_back(*B);
  }
  if (!Breaks.empty())
    To.add(std::make_unique<sm::BreakTrace>(reportOS(Options),
                                            std::move(Breaks), Trace));
  std::vector<sm::WatchedElement> Elements;
  for (const WatchRequest &R : Options.Watches) {
    Expected<sm::WatchedElement> Element = watched(R);
    if (!Element)
      return Element.takeError();
    Elements.push_back(std::move(*Element));
  }
  if (!Elements.empty())
    To.add(std::make_unique<sm::WatchTrace>(reportOS(Options),
                                            std::move(Elements), Trace));
  return Error::success();
}

Expected<int> CommandLineLaunch::run() {
  const object::Kernel *K = Kernel = Module.findEntry(Options.Entry);
  if (!K)
    return createStringError(
        Module.unknownEntry(Options.Entry).Message +
        (Options.Entry.empty() ? "; name one with --entry" : ""));
  for (const std::string &Text : object::assumptionsOf(*K))
    errs() << "ptx-run: warning: " << Text << '\n';
  if (Error E = Buffers.bind(*K))
    return std::move(E);
  LaunchWatch Watch(mayShowProgress(Options));
  Expected<std::unique_ptr<session::Session>> Made = makeSession(Options);
  if (!Made)
    return Made.takeError();
  session::Session &Session = **Made;
  if (Error E = addTraces(Session))
    return std::move(E);
  runtime::LaunchRequest Request = Session.request();
  Request.Execution.Monitor = &Watch;
  Request.Entry = Options.Entry;
  Request.Grid = *Options.Grid;
  Request.Block = *Options.Block;
  Request.DynamicSharedBytes = Options.DynamicSharedBytes;
  Request.Arguments = Buffers.inputs().values();
  Request.Images = &Buffers.inputs().images();
  Expected<sm::LaunchResult> Result =
      Session.launch(Module, Request, Buffers.memory());
  if (!Result)
    return Result.takeError();
  linesOS(Options) << Result->Output;
  linesOS(Options).flush();
  if (Result->Interrupted) {
    reportInterrupt(Watch, *Result->Interrupted);
    if (Error E = Session.finishPerfMap())
      return std::move(E);
    return Interrupted;
  }
  // A kernel that is called wrongly did nothing wrong itself.
  if (Result->TheFault && isMisuse(Result->TheFault->Kind))
    return createStringError(Result->TheFault->Message);
  if (Error E = Session.finishTraces())
    return std::move(E);
  ArrayRef<sm::Fault> Faults;
  if (Result->TheFault)
    Faults = *Result->TheFault;
  Expected<bool> HasFindings = Session.reportFindings(Faults);
  if (!HasFindings)
    return HasFindings.takeError();
  Expected<bool> HasSchedule = Session.reportSchedules();
  if (!HasSchedule)
    return HasSchedule.takeError();
  if (Result->TheFault)
    reportFault(*Result->TheFault, Module.faultText(*Result->TheFault),
                Options);
  if (Error E = Session.reportStats())
    return std::move(E);
  // The fault of a launch that never started is the only thing to tell.
  if (Result->TheFault && Result->Stats.WarpInstructions == 0)
    return Faulted;
  Expected<int> Exit = inspectBuffers();
  if (!Exit)
    return Exit;
  if (Result->TheFault)
    return Faulted;
  return *HasFindings || *HasSchedule ? Found : *Exit;
}

} // namespace

Expected<int> runLaunch(const RunOptions &Options) {
  if (Error E = checkFiles(Options))
    return std::move(E);
  // The code is made for this launch.
  CompileOptions Compile = Options.Compile;
  session::prepare(Options.Settings, Compile);
  Compile.Launches.push_back({Options.Entry, Options.Block->count()});
  if (!Options.Entry.empty())
    Compile.Entries.push_back(Options.Entry);
  auto Module =
      runtime::loadModule(Options.Inputs, Compile, errs(), Options.Diagnostics);
  if (!Module)
    return Module.takeError();
  if (!*Module)
    return Refused;
  return CommandLineLaunch(Options, **Module).run();
}

} // namespace heddle
