//===- LaunchMode.cpp - One launch from the command line ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "Launches.h"
#include "Reports.h"
#include "Stats.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Machine/BreakTrace.h"
#include "heddle/Machine/WatchTrace.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle {
namespace {

/// Buffers and argument values of one launch.
class CommandLineLaunch {
public:
  CommandLineLaunch(const RunOptions &Options, runtime::LoadedModule &Module)
      : Options(Options), Module(Module) {}

  Expected<int> run();

private:
  Error bindArguments(const object::Kernel &K);
  Error bindBuffer(const runtime::Argument &A, StringRef Name,
                   runtime::ArgumentValue &V);
  abi::Address inside(const runtime::Argument &A) const;
  Error setVariable(const SetRequest &R);
  std::optional<unsigned> parameterOf(const BufferName &Name) const;
  std::string noBuffer(unsigned Parameter) const;
  std::string label(const BufferName &Name) const;
  Expected<MutableArrayRef<uint8_t>> bufferOf(const BufferName &Name,
                                              StringRef Option);
  runtime::ElementType typeOf(const BufferName &Name,
                              std::optional<runtime::ElementType> Said) const;
  Expected<sm::WatchedElement> watched(const WatchRequest &R);
  /// Breakpoints and watched elements.
  Error addTraces(Execution &E);
  Error checkBreak(const sm::Breakpoint &B) const;
  Error printBuffer(const PrintRequest &R);
  Error writeBuffer(const OutRequest &R);
  /// False when the buffer is not as expected.
  Expected<bool> checkBuffer(const ExpectRequest &R);
  Expected<int> inspectBuffers();

  const RunOptions &Options;
  runtime::LoadedModule &Module;
  sm::GlobalMemory Memory;
  std::vector<runtime::ArgumentValue> Values;
  /// Null: there is no such kernel.
  const object::Kernel *Kernel = nullptr;
};

/// Where the buffer that \p A takes its address from is, plus the offset.
abi::Address CommandLineLaunch::inside(const runtime::Argument &A) const {
  return (Values[A.BufferOf].Address + A.Offset)
      .wrapped(Module.object().Target->GlobalPointerBits);
}

Error CommandLineLaunch::bindBuffer(const runtime::Argument &A, StringRef Name,
                                    runtime::ArgumentValue &V) {
  V.Kind = runtime::ArgumentValue::Pointer;
  if (A.Kind == runtime::Argument::SameBuffer) {
    bool IsBuffer = A.BufferOf + 1 < Values.size() &&
                    Values[A.BufferOf].Kind == runtime::ArgumentValue::Pointer;
    if (!IsBuffer)
      return createStringError("argument " + Twine(Values.size() - 1) +
                               ": no buffer was passed for parameter " +
                               Twine(A.BufferOf) + " before it");
    V.Address = inside(A);
    return Error::success();
  }
  Expected<abi::Address> Address = Memory.allocate(A.Size, Name);
  if (!Address)
    return Address.takeError();
  V.Address = *Address;
  if (!A.Bytes.empty())
    copy(A.Bytes, Memory.bytes(*Address).begin());
  return Error::success();
}

Error CommandLineLaunch::bindArguments(const object::Kernel &K) {
  // References into Values are kept while it grows otherwise.
  Values.reserve(Options.Arguments.size());
  for (const runtime::Argument &A : Options.Arguments) {
    size_t Index = Values.size();
    runtime::ArgumentValue &V = Values.emplace_back();
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
    case runtime::Argument::SameBuffer: {
      bool HasParam = Index < K.Info.Params.size();
      std::string Name = HasParam ? K.Info.Params[Index].Name
                                  : fmt::format("argument {}", Index);
      if (Error E = bindBuffer(A, Name, V))
        return E;
      break;
    }
    }
  }
  return Error::success();
}

/// What is shorter than the variable leaves the rest as the module has it.
Error CommandLineLaunch::setVariable(const SetRequest &R) {
  Expected<MutableArrayRef<uint8_t>> Bytes = Module.variable(R.Symbol, Memory);
  if (!Bytes)
    return createStringError("option '--set': " + toString(Bytes.takeError()));
  const runtime::Argument &A = R.Value;
  SmallVector<uint8_t, 8> Value = A.Bytes;
  if (A.Kind == runtime::Argument::NewBuffer) {
    if (A.Size <= Bytes->size())
      Value.resize(A.Size);
  } else if (A.Kind == runtime::Argument::SameBuffer) {
    BufferName Buffer{A.BufferOf, ""};
    if (Expected<MutableArrayRef<uint8_t>> B = bufferOf(Buffer, "set"); !B)
      return B.takeError();
    const abi::TargetModel &Target = *Module.object().Target;
    Value.resize(Target.GlobalPointerBits / 8);
    object::storePointer(Target, Value.data(), inside(A));
  }
  bool IsDouble = A.Kind == runtime::Argument::Scalar &&
                  A.Type == runtime::ElementType::F64;
  if (IsDouble && Module.object().MapsDoubles)
    runtime::mapDouble(Value);
  uint64_t Size = std::max<uint64_t>(A.Size, Value.size());
  if (Size > Bytes->size())
    return createStringError("option '--set': variable '" + R.Symbol +
                             "' has " + Twine(Bytes->size()) + " bytes, not " +
                             Twine(Size));
  copy(Value, Bytes->begin());
  return Error::success();
}

/// The parameter that \p Name means, as in the kernel's body, where parameters
/// hide variables; none for a variable.
std::optional<unsigned>
CommandLineLaunch::parameterOf(const BufferName &Name) const {
  if (Name.Symbol.empty())
    return Name.Parameter;
  if (Kernel)
    for (auto [Index, P] : enumerate(Kernel->Info.Params))
      if (P.Name == Name.Symbol)
        return unsigned(Index);
  return std::nullopt;
}

/// That \p Parameter has none, and which have.
std::string CommandLineLaunch::noBuffer(unsigned Parameter) const {
  auto NameOf = [&](size_t Index) {
    bool IsNamed = Kernel && Index < Kernel->Info.Params.size();
    return IsNamed ? Kernel->Info.Params[Index].Name : std::string();
  };
  std::string Known;
  for (auto [Index, V] : enumerate(Values))
    if (V.Kind == runtime::ArgumentValue::Pointer)
      Known +=
          (Known.empty() ? "; buffers have '" : ", '") + NameOf(Index) + "'";
  std::string Name = NameOf(Parameter);
  return fmt::format("parameter {}{} has no buffer{}", Parameter,
                     Name.empty() ? "" : fmt::format(" ('{}')", Name), Known);
}

/// "buffer 'y' (parameter 2)", "variable 'total'".
std::string CommandLineLaunch::label(const BufferName &Name) const {
  std::optional<unsigned> Parameter = parameterOf(Name);
  if (!Parameter)
    return fmt::format("variable '{}'", Name.Symbol);
  if (!Kernel || *Parameter >= Kernel->Info.Params.size())
    return fmt::format("parameter {}", *Parameter);
  return fmt::format("buffer '{}' (parameter {})",
                     Kernel->Info.Params[*Parameter].Name, *Parameter);
}

Expected<MutableArrayRef<uint8_t>>
CommandLineLaunch::bufferOf(const BufferName &Name, StringRef Option) {
  std::optional<unsigned> Parameter = parameterOf(Name);
  if (!Parameter) {
    auto Bytes = Module.variable(Name.Symbol, Memory);
    if (!Bytes)
      return createStringError("option '--" + Option +
                               "': " + toString(Bytes.takeError()));
    return Bytes;
  }
  if (*Parameter >= Values.size() ||
      Values[*Parameter].Kind != runtime::ArgumentValue::Pointer)
    return createStringError("option '--" + Option +
                             "': " + noBuffer(*Parameter));
  const sm::Buffer *B = Memory.find(Values[*Parameter].Address);
  if (!B)
    return MutableArrayRef<uint8_t>();
  uint64_t Offset = Values[*Parameter].Address - B->Address;
  return Memory.bytes(B->Address).drop_front(Offset);
}

/// What an option said, else what the argument said, else bits.
runtime::ElementType
CommandLineLaunch::typeOf(const BufferName &Name,
                          std::optional<runtime::ElementType> Said) const {
  std::optional<unsigned> Parameter = parameterOf(Name);
  if (!Said && Parameter && *Parameter < Options.Arguments.size())
    Said = Options.Arguments[*Parameter].Type;
  return Said.value_or(runtime::ElementType::B32);
}

Expected<sm::WatchedElement> CommandLineLaunch::watched(const WatchRequest &R) {
  Expected<MutableArrayRef<uint8_t>> Bytes = bufferOf(R.What, "watch");
  if (!Bytes)
    return Bytes.takeError();
  std::string Name = R.What.Symbol.empty() && Kernel &&
                             R.What.Parameter < Kernel->Info.Params.size()
                         ? Kernel->Info.Params[R.What.Parameter].Name
                         : R.What.Symbol;
  runtime::ElementType Type = typeOf(R.What, R.Type);
  unsigned Size = runtime::elementSize(Type);
  uint64_t Count = Bytes->size() / Size;
  if (R.Index >= Count)
    return createStringError("option '--watch': " + label(R.What) + " has " +
                             Twine(Count) + " elements of type " +
                             runtime::elementName(Type));
  std::optional<abi::Address> Address =
      Memory.addressOf(Bytes->data() + R.Index * Size);
  if (!Address)
    return createStringError("option '--watch': " + label(R.What) +
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

/// A breakpoint that nothing can reach is a mistake.
Error CommandLineLaunch::checkBreak(const sm::Breakpoint &B) const {
  if (!Kernel)
    return Error::success();
  if (Error E = checkIndex("thread", B.Thread, *Options.Block))
    return E;
  if (Error E = checkIndex("block", B.Block, *Options.Grid))
    return E;
  uint32_t Next = 0;
  for (const object::LineEntry &L : Kernel->Lines) {
    if (L.Line == B.Line)
      return Error::success();
    if (L.Line > B.Line && (Next == 0 || L.Line < Next))
      Next = L.Line;
  }
  std::string Hint =
      Next ? fmt::format("; the next that has is {}", Next) : std::string();
  return createStringError("option '--break': line " + Twine(B.Line) +
                           " has no code in kernel '" + Kernel->Info.Name +
                           "'" + Hint);
}

Error CommandLineLaunch::printBuffer(const PrintRequest &R) {
  Expected<MutableArrayRef<uint8_t>> Bytes = bufferOf(R.What, "print");
  if (!Bytes)
    return Bytes.takeError();
  bool IsNamed = !R.What.Symbol.empty();
  runtime::ElementType Type = typeOf(R.What, R.Type);
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
  Expected<MutableArrayRef<uint8_t>> Bytes = bufferOf(R.What, "out");
  if (!Bytes)
    return Bytes.takeError();
  return writeOutputFile(R.Path, toStringRef(ArrayRef<uint8_t>(*Bytes)));
}

Expected<bool> CommandLineLaunch::checkBuffer(const ExpectRequest &R) {
  Expected<MutableArrayRef<uint8_t>> Got = bufferOf(R.What, "expect");
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
                                   label(R.What), *Mismatch);
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

Error CommandLineLaunch::addTraces(Execution &To) {
  sm::TraceOptions Trace = Options.Trace;
  Trace.MaxLines = Options.TraceLimit.value_or(Trace.MaxLines);
  for (const sm::Breakpoint &B : Options.Breaks)
    if (Error E = checkBreak(B))
      return E;
  if (!Options.Breaks.empty())
    To.add(std::make_unique<sm::BreakTrace>(reportOS(Options), Options.Breaks,
                                            Trace));
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
  if (Error E = Module.load(Memory))
    return std::move(E);
  if (Error E = bindArguments(*K))
    return std::move(E);
  for (const SetRequest &R : Options.Sets)
    if (Error E = setVariable(R))
      return std::move(E);
  Expected<Execution> Execution = Execution::create(Options);
  if (!Execution)
    return Execution.takeError();
  if (Error E = addTraces(*Execution))
    return std::move(E);
  runtime::LaunchRequest Request;
  Request.Execution = Execution->Options;
  Request.Entry = Options.Entry;
  Request.Grid = *Options.Grid;
  Request.Block = *Options.Block;
  Request.DynamicSharedBytes = Options.DynamicSharedBytes;
  Request.Arguments = Values;
  Request.Geometry = Options.Geometry;
  Request.MaxInstructions = Options.MaxInstructions;
  Expected<sm::LaunchResult> Result = Module.launch(Request, Memory);
  if (!Result)
    return Result.takeError();
  if (Result->Interrupted) {
    reportInterrupt(*Execution->Watch, *Result->Interrupted);
    return Interrupted;
  }
  // A kernel that is called wrongly did nothing wrong itself.
  if (Result->TheFault && isMisuse(Result->TheFault->Kind))
    return createStringError(Result->TheFault->Message);
  if (Error E = Execution->finish())
    return std::move(E);
  if (Result->TheFault)
    reportFault(*Result->TheFault, Module.faultText(*Result->TheFault),
                Options);
  if (Error E =
          writeStats(Options, NamedStats{K->Info.Name, Result->Stats,
                                         Options.Input, Result->TheFault}))
    return std::move(E);
  // The fault of a launch that never started is the only thing to tell.
  if (Result->TheFault && Result->Stats.WarpInstructions == 0)
    return Faulted;
  Expected<int> Exit = inspectBuffers();
  if (!Exit || !Result->TheFault)
    return Exit;
  return Faulted;
}

} // namespace

Expected<int> runLaunch(const RunOptions &Options) {
  if (Error E = checkFiles(Options))
    return std::move(E);
  // The code is made for this launch.
  CompileOptions Compile = Options.Compile;
  Compile.Geometry = Options.Geometry;
  Compile.Launches.push_back({Options.Entry, Options.Block->count()});
  auto Module =
      runtime::loadModule(Options.Input, Compile, errs(), Options.Diagnostics);
  if (!Module)
    return Module.takeError();
  if (!*Module)
    return Refused;
  return CommandLineLaunch(Options, **Module).run();
}

} // namespace heddle
