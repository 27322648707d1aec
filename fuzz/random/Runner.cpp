//===- Runner.cpp - Compiles and runs a program, and judges it ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runner.h"
#include "Writer.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/HostTranslate/Translator.h"
#include "heddle/Object/Module.h"
#include "heddle/Runtime/Image.h"
#include "heddle/Runtime/Launcher.h"
#include "heddle/SM/Translation.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <fmt/format.h>

using namespace llvm;

namespace heddle::ptxrandom {
namespace {

/// Warp-instructions of a launch; a program has far less than a thousandth.
constexpr uint64_t MaxInstructions = 20'000'000;

runtime::ArgumentValue pointer(abi::Address Address) {
  runtime::ArgumentValue V;
  V.Kind = runtime::ArgumentValue::Pointer;
  V.Address = Address;
  return V;
}

/// Copies \p Bytes into a new buffer.
abi::Address allocate(sm::GlobalMemory &Memory,
                      const std::vector<uint8_t> &Bytes, StringRef Name) {
  abi::Address Address = cantFail(Memory.allocate(Bytes.size(), Name));
  copy(Bytes, Memory.bytes(Address).begin());
  return Address;
}

/// Binds the images of \p P; the output buffer is at \p Out.
void bindImages(const Program &P, sm::GlobalMemory &Memory, abi::Address Out,
                runtime::ImageBindings &Bindings) {
  std::vector<abi::Address> Places;
  for (size_t I = 0; I != P.Images.size(); ++I) {
    const bool HasBytes =
        P.Images[I].Kind != abi::ImageKind::Sampler && !P.Images[I].IsOwn;
    Places.push_back(HasBytes ? allocate(Memory, imageBytes(P, I), imageName(I))
                              : Out);
  }
  for (size_t I = 0; I != P.Images.size(); ++I) {
    const ProgramImage &Image = P.Images[I];
    cantFail(Bindings.bind({Image.Kind, imageName(I), layoutOf(P, I), Image.How,
                            /*SaysCoordinates=*/true},
                           Places[I],
                           Image.Kind == abi::ImageKind::Sampler
                               ? MutableArrayRef<uint8_t>()
                               : Memory.bytes(Places[I])));
  }
}

runtime::ArgumentValue word(const void *Bytes, unsigned Count) {
  runtime::ArgumentValue V;
  V.Type = Count == 8 ? runtime::ElementType::U64 : runtime::ElementType::U32;
  V.Bytes.resize(Count);
  std::memcpy(V.Bytes.data(), Bytes, Count);
  return V;
}

/// By the interpreter if \p Engine is null.
Judgement launch(const Program &P, object::Module &&Object,
                 const RunnerOptions &Options, const sm::Translator *Engine,
                 Outcome &Result, sm::LaunchStats &Stats) {
  runtime::LoadedModule Module(std::move(Object));
  sm::GlobalMemory Memory;
  std::vector<uint8_t> Input = inputBytes(P);
  abi::Address Out =
      allocate(Memory, std::vector<uint8_t>(Input.size()), "out");
  abi::Address Common = allocate(Memory, commonBytes(P), "common");
  abi::Address In = allocate(Memory, Input, "in");
  std::vector<runtime::ArgumentValue> Arguments = {
      pointer(Out), pointer(Common), pointer(In), word(&P.N, 4)};
  runtime::ImageBindings Bindings(Module.object());
  bindImages(P, Memory, Out, Bindings);
  for (size_t I = 0; I != P.Images.size(); ++I)
    if (P.Images[I].HasHandle) {
      uint64_t Handle = *Bindings.handleOf(P.Images[I].Kind, imageName(I));
      Arguments.push_back(word(&Handle, 8));
    }
  runtime::LaunchRequest Request;
  Request.Grid.X = P.Blocks;
  Request.Block.X = P.Threads;
  Request.Arguments = Arguments;
  Request.Images = &Bindings.table();
  Request.MaxInstructions = MaxInstructions;
  Request.Execution.Engine = Engine;
  Request.Execution.Isa = Options.Isa;
  if (Engine || !Options.Translates)
    Request.Execution.HostThreads = Options.HostThreads;
  // In this order no engine runs warps in lock-step, so that both have the same
  // turns, and who waits for a lock tries as often.
  if (Options.Translates)
    Request.Execution.Order = sm::Schedule::Oldest;
  Expected<sm::LaunchResult> Launched = Module.launch(Request, Memory);
  if (!Launched)
    return {Verdict::Faulted, toString(Launched.takeError())};
  if (Launched->TheFault)
    return {Verdict::Faulted, Launched->TheFault->toText()};
  auto Bytes = [&](abi::Address Address) {
    return std::vector<uint8_t>(Memory.bytes(Address).begin(),
                                Memory.bytes(Address).end());
  };
  Result = {Bytes(Out), Bytes(Common)};
  Stats = Launched->Stats;
  return {};
}

std::string difference(const Program &P, const Outcome &A, const Outcome &B);

/// Runs \p Object by the interpreter and, if that is wanted, translated.
Judgement launchByAll(const Program &P, object::Module &&Object,
                      const RunnerOptions &Options, Outcome &Result) {
  sm::LaunchStats Stats, OtherStats;
  if (!Options.Translates)
    return launch(P, std::move(Object), Options, nullptr, Result, Stats);
  object::Module Copy = Object;
  Judgement J = launch(P, std::move(Object), Options, nullptr, Result, Stats);
  Outcome Other;
  Judgement K = launch(P, std::move(Copy), Options, &hostTranslator(P.Seed),
                       Other, OtherStats);
  if (J.Result != K.Result || J.Details != K.Details)
    return {Verdict::EnginesDiffer,
            "interpreted: " + J.Details + "; translated: " + K.Details};
  if (J.Result != Verdict::Agrees)
    return J;
  if (Result != Other)
    return {Verdict::EnginesDiffer,
            "interpreted and translated: " + difference(P, Result, Other)};
  if (Stats.WarpInstructions != OtherStats.WarpInstructions ||
      Stats.ThreadInstructions != OtherStats.ThreadInstructions)
    return {Verdict::EnginesDiffer,
            fmt::format("{} warp-instructions interpreted, {} translated",
                        Stats.WarpInstructions, OtherStats.WarpInstructions)};
  return J;
}

/// Which register of which thread lies at \p Place of the output.
std::string placeName(const Program &P, size_t Place) {
  size_t Thread = Place / ThreadBytes;
  unsigned Offset = unsigned(Place % ThreadBytes);
  if (Offset >= OwnOffset)
    return fmt::format("byte {} of thread {}'s memory", Offset - OwnOffset,
                       Thread);
  for (Reg R : P.Outputs) {
    unsigned First = registerOffset(R);
    unsigned Bytes = std::max(bitsOf(R.Class) / 8, 1u);
    if (Offset >= First && Offset < First + Bytes)
      return fmt::format("%{}{} of thread {}", registerLetter(R.Class), R.Index,
                         Thread);
  }
  return fmt::format("byte {} of thread {}", Offset, Thread);
}

std::string difference(const Program &P, const Outcome &A, const Outcome &B) {
  for (size_t I = 0; I != A.Output.size(); ++I)
    if (A.Output[I] != B.Output[I]) {
      // From the first byte of the word.
      size_t Word = I & ~size_t(3);
      uint32_t X, Y;
      std::memcpy(&X, &A.Output[Word], 4);
      std::memcpy(&Y, &B.Output[Word], 4);
      return fmt::format("{}: {:08x} and {:08x}", placeName(P, I), X, Y);
    }
  return "words of atomic operations";
}

/// Compiles \p PTX for \p P's chip at \p Level and runs it.
Judgement runPTX(const Program &P, StringRef PTX, unsigned Level,
                 const RunnerOptions &Options, Outcome &Result) {
  std::string Problem;
  std::optional<object::Module> Object =
      compile(PTX, P.Chip, Level, P.MaxRegisters, Problem);
  std::string Where = fmt::format("-O{}: ", Level);
  if (!Object) {
    bool IsAllocation = P.MaxRegisters &&
                        StringRef(Problem).contains("its code needs at least");
    return {IsAllocation ? Verdict::OutOfRegisters : Verdict::Refused,
            Where + Problem};
  }
  Judgement J = launchByAll(P, std::move(*Object), Options, Result);
  if (J.Result != Verdict::Agrees)
    J.Details = Where + J.Details;
  return J;
}

} // namespace

StringRef verdictName(Verdict V) {
  switch (V) {
  case Verdict::Agrees:
    return "agrees";
  case Verdict::Refused:
    return "refused";
  case Verdict::OutOfRegisters:
    return "out-of-registers";
  case Verdict::Faulted:
    return "faulted";
  case Verdict::LevelsDiffer:
    return "levels-differ";
  case Verdict::ModelDiffers:
    return "model-differs";
  case Verdict::EnginesDiffer:
    return "engines-differ";
  case Verdict::Crashed:
    return "crashed";
  case Verdict::TimedOut:
    return "timed-out";
  }
  return "";
}

std::optional<object::Module> compile(StringRef PTX, StringRef Chip,
                                      unsigned Level, unsigned MaxRegisters,
                                      std::string &Problem) {
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(PTX, "random.ptx"),
                             SMLoc());
  raw_string_ostream OS(Problem);
  Diagnostics Diags(Sources, OS);
  CompileOptions Options;
  Options.Arch = Chip.str();
  Options.OptLevel = Level;
  Options.MaxRegisters = MaxRegisters;
  Expected<std::unique_ptr<CompileResult>> Result = compilePTX(Options, Diags);
  Diags.finish();
  if (!Result)
    Problem += toString(Result.takeError());
  if (!Result || !*Result)
    return std::nullopt;
  const SmallVectorImpl<char> &Bytes = (*Result)->Output;
  Expected<object::Module> Object = object::readModule(
      MemoryBufferRef(StringRef(Bytes.data(), Bytes.size()), "random.ptx"));
  if (Object)
    return std::move(*Object);
  Problem += toString(Object.takeError());
  return std::nullopt;
}

const sm::Translator &hostTranslator(uint64_t Seed) {
  auto Make = [](sm::Coverage Covered, bool InCalls) {
    hosttranslate::TranslatorOptions Options;
    Options.First = Options.Last = Covered;
    if (InCalls)
      Options.CallsFrom = 0;
    return hosttranslate::makeTranslator(std::move(Options));
  };
  using sm::Coverage;
  static const std::unique_ptr<sm::Translator> Engines[] = {
      Make(Coverage::Usual, false), Make(Coverage::Complete, false),
      Make(Coverage::Usual, true), Make(Coverage::Complete, true)};
  // Usual code without calls is what most kernels get, and is made fastest.
  constexpr unsigned Turns[] = {0, 1, 0, 2, 0, 3, 0, 1}, Length = 32;
  const uint64_t At = Seed % Length;
  return *Engines[At < std::size(Turns) ? Turns[At] : 0];
}

Judgement judge(const Program &P, const RunnerOptions &Options) {
  return judgePTX(P, writePTX(P), Options);
}

Judgement judgePTX(const Program &P, StringRef PTX,
                   const RunnerOptions &Options) {
  Outcome First;
  for (unsigned Level : Options.Levels) {
    Outcome Result;
    Judgement J = runPTX(P, PTX, Level, Options, Result);
    if (J.Result != Verdict::Agrees)
      return J;
    if (Level == Options.Levels.front()) {
      First = std::move(Result);
    } else if (Result != First) {
      std::string Text =
          fmt::format("-O{} and -O{}: {}", Options.Levels.front(), Level,
                      difference(P, First, Result));
      if (Options.UseModel) {
        Outcome Expected = evaluate(P, Options.Plant);
        Text += Expected == First    ? "; the first is right"
                : Expected == Result ? "; the second is right"
                                     : "; neither is right";
      }
      return {Verdict::LevelsDiffer, Text};
    }
  }
  if (!Options.UseModel)
    return {};
  Outcome Expected = evaluate(P, Options.Plant);
  if (Expected == First)
    return {};
  return {Verdict::ModelDiffers,
          "all levels and the model: " + difference(P, First, Expected)};
}

} // namespace heddle::ptxrandom
