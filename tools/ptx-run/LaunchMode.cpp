//===- LaunchMode.cpp - One launch from the command line ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modes.h"
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
  Error setVariable(const SetRequest &R);
  Expected<MutableArrayRef<uint8_t>> bufferOf(const BufferName &Name,
                                              StringRef Option);
  Error printBuffer(const PrintRequest &R);
  Error writeBuffer(const OutRequest &R);
  /// False when the buffer is not as expected.
  Expected<bool> checkBuffer(const ExpectRequest &R);
  Expected<int> inspectBuffers();

  const RunOptions &Options;
  runtime::LoadedModule &Module;
  sm::GlobalMemory Memory;
  std::vector<runtime::ArgumentValue> Values;
};

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
    V.Address = Values[A.BufferOf].Address + A.Offset;
    return Error::success();
  }
  Expected<uint32_t> Address = Memory.allocate(A.Size, Name);
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
  Expected<MutableArrayRef<uint8_t>> Bytes =
      bufferOf(BufferName{0, R.Symbol}, "set");
  if (!Bytes)
    return Bytes.takeError();
  const runtime::Argument &A = R.Value;
  SmallVector<uint8_t, 8> Value = A.Bytes;
  if (A.Kind == runtime::Argument::NewBuffer) {
    if (A.Size <= Bytes->size())
      Value.resize(A.Size);
  } else if (A.Kind == runtime::Argument::SameBuffer) {
    BufferName Buffer{A.BufferOf, ""};
    if (Expected<MutableArrayRef<uint8_t>> B = bufferOf(Buffer, "set"); !B)
      return B.takeError();
    runtime::appendBits(runtime::ElementType::U32,
                        Values[A.BufferOf].Address + A.Offset, Value);
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

Expected<MutableArrayRef<uint8_t>>
CommandLineLaunch::bufferOf(const BufferName &Name, StringRef Option) {
  if (!Name.Symbol.empty()) {
    auto Bytes = Module.variable(Name.Symbol, Memory);
    if (!Bytes)
      return createStringError("option '--" + Option +
                               "': " + toString(Bytes.takeError()));
    return Bytes;
  }
  unsigned Parameter = Name.Parameter;
  if (Parameter >= Values.size() ||
      Values[Parameter].Kind != runtime::ArgumentValue::Pointer)
    return createStringError("option '--" + Option + "': parameter " +
                             Twine(Parameter) + " has no buffer");
  const sm::Buffer *B = Memory.find(Values[Parameter].Address);
  if (!B)
    return MutableArrayRef<uint8_t>();
  uint32_t Offset = Values[Parameter].Address - B->Address;
  return Memory.bytes(B->Address).drop_front(Offset);
}

Error CommandLineLaunch::printBuffer(const PrintRequest &R) {
  Expected<MutableArrayRef<uint8_t>> Bytes = bufferOf(R.What, "print");
  if (!Bytes)
    return Bytes.takeError();
  bool IsVariable = !R.What.Symbol.empty();
  std::optional<runtime::ElementType> Known;
  if (!IsVariable)
    Known = Options.Arguments[R.What.Parameter].Type;
  runtime::ElementType Type =
      R.Type.value_or(Known.value_or(runtime::ElementType::B32));
  unsigned Size = runtime::elementSize(Type);
  uint64_t Count = std::min<uint64_t>(R.Count, Bytes->size() / Size);
  raw_ostream &OS = linesOS(Options);
  OS << (IsVariable ? R.What.Symbol : std::to_string(R.What.Parameter)) << ':';
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
  std::string What = R.What.Symbol.empty()
                         ? fmt::format("parameter {}", R.What.Parameter)
                         : fmt::format("variable '{}'", R.What.Symbol);
  errs() << fmt::format("ptx-run: {} is not as expected: {}\n", What,
                        *Mismatch);
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

Expected<int> CommandLineLaunch::run() {
  const object::Kernel *K = Module.findEntry(Options.Entry);
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
