//===- Translator.cpp - From a kernel's machine code to host code ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/HostTranslate/Translator.h"
#include "CodeCache.h"
#include "HostCompiler.h"
#include "KernelModule.h"
#include "PerfMap.h"
#include "TranslationTime.h"
#include "heddle/HostCode/TranslatedKernel.h"
#include "heddle/SM/Executable.h"
#include "heddle/SM/Translation.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <atomic>
#include <cassert>
#include <ctime>
#include <mutex>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

namespace {

class KernelTranslator final : public Translator {
public:
  explicit KernelTranslator(TranslatorOptions Wanted)
      : Options(std::move(Wanted)), Cache(Options.CacheFolder) {}

  std::unique_ptr<TranslatedProgram> translate(const Executable &E,
                                               Coverage Wanted) const override {
    Expected<std::unique_ptr<TranslatedProgram>> T = tryTranslate(E, Wanted);
    if (T)
      return std::move(*T);
    note(E, "interpreted, as " + toString(T.takeError()));
    std::lock_guard<std::mutex> Lock(Mapping);
    Times[keysOf(E).of(Wanted)] = Forever;
    return nullptr;
  }

  bool startsAtOnce() const override { return !Options.WhenItPays; }

  Coverage firstCoverage() const override { return Options.First; }
  Coverage lastCoverage() const override { return Options.Last; }

  uint64_t nanosecondsFor(const Executable &E, Coverage Wanted) const override {
    constexpr uint64_t FromCache = 3000000;
    // Calls are about as fast as the interpreter, which makes them for several
    // warps at a time.
    if (sizeOf(E) >= Options.CallsFrom)
      return Forever;
    // What could not be made or loaded is not helped by what the cache has.
    const CacheKeys Keys = keysOf(E);
    uint64_t Time = knownTime(Keys.of(Wanted));
    if (Time >= Forever)
      return Forever;
    if (isCached(Keys.of(Wanted)) || isCached(Keys.of(betterThan(Wanted))))
      return FromCache;
    if (!Time) {
      const std::optional<FlowGraph> G = graphOf(E.P, Wanted);
      if (!G)
        return Forever;
      Time = timeOfSize(expectedSize(*G, E.P, E.Isa));
    }
    Time = scaled(Time);
    if (Wanted == Coverage::Usual)
      return Time;
    // Later runs find it, which are likely to need it, too.
    return mayReadCache() && !Options.CacheFolder.empty() ? Time / 8 : Time;
  }

  void note(const Executable &E, const std::string &Text) const override {
    if (Options.Note)
      Options.Note(E.P.Kernel.Info.Name, Text);
  }

private:
  Expected<std::unique_ptr<TranslatedProgram>>
  tryTranslate(const Executable &E, Coverage Wanted) const;

  /// Returns the coverage of code that serves as well as that for \p Wanted,
  /// and better: a kernel whose complete code is in the cache needs no usual
  /// code.
  Coverage betterThan(Coverage Wanted) const {
    return Wanted == Coverage::Short ? Wanted : Options.Last;
  }

  /// As many instructions with the widest vectors as are as much to compile as
  /// \p Count for \p E.
  static uint64_t widened(const Executable &E, uint64_t Count) {
    constexpr unsigned Widest = 16;
    return Count * Widest / (hasSemantics(E.Isa) ? vectorWidth(E.Isa) : Widest);
  }
  static uint64_t sizeOf(const Executable &E) {
    return widened(E, E.Code.size());
  }
  /// The nanoseconds of what cannot be made.
  static constexpr uint64_t Forever = uint64_t(1) << 50;
  /// Returns the time of host code that was found to take longer than expected,
  /// or to be impossible; 0: nobody looked.
  uint64_t knownTime(const std::string &Key) const {
    std::lock_guard<std::mutex> Lock(Mapping);
    auto At = Times.find(Key);
    return At == Times.end() ? 0 : At->second;
  }
  /// Whether the code is to be made that \p Built is about to become. Whoever
  /// was told that it takes much less is told to think again, once.
  bool isWanted(const Executable &E, const FlowGraph &G, Coverage Wanted,
                const KernelModule &Built) const {
    // To write the LLVM IR in vain costs a tenth of it, too.
    constexpr double Much = 1.4;
    const uint64_t Told = timeOfSize(expectedSize(G, E.P, E.Isa));
    const uint64_t Time = timeOfSize(Built.Size);
    if (!Options.WhenItPays || double(Time) < double(Told) * Much)
      return true;
    const std::string Key = keysOf(E).of(Wanted);
    std::lock_guard<std::mutex> Lock(Mapping);
    return !Times.try_emplace(Key, Time).second;
  }
  uint64_t scaled(uint64_t Estimate) const {
    return uint64_t(double(Estimate) * Slowness);
  }
  /// Takes \p Nanoseconds, which code took that was estimated to take
  /// \p Estimate, for what the next is to be expected to take.
  void learn(uint64_t Nanoseconds, uint64_t Estimate) const {
    assert(Estimate && "code takes some time to be made");
    const double Seen = double(Nanoseconds) / double(Estimate);
    Slowness = std::clamp((Slowness + Seen) / 2, 0.25, 4.0);
  }
  bool hasLines() const { return Options.PerfMap != nullptr; }
  CacheKeys keysOf(const Executable &E) const {
    return CacheKeys(E, hasLines());
  }
  /// IR and assembly are printed while code is made, so the cache is not read.
  bool mayReadCache() const { return !Options.IR && !Options.Assembly; }
  bool isCached(const std::string &Key) const {
    return mayReadCache() && Cache.has(Key);
  }
  /// Without an object, if it takes longer than nanosecondsFor() has said.
  Expected<CompiledKernel> makeCode(const Executable &E, const FlowGraph &G,
                                    Coverage Wanted) const;
  /// From the cache, by \p Key, or made and put there.
  Expected<CompiledKernel> findCode(const Executable &E, const FlowGraph &G,
                                    Coverage Wanted,
                                    const std::string &Key) const;

  Error addToMap(const Program &P, MemoryBufferRef Object,
                 const void *Kernel) const;

  const TranslatorOptions Options;
  const CodeCache Cache;
  /// How much longer this host takes than estimated, as the kernels so far
  /// tell.
  mutable std::atomic<double> Slowness = 1;
  /// Guards Options.PerfMap and Times: several kernels may be translated at
  /// once.
  mutable std::mutex Mapping;
  /// By the key in the cache.
  mutable StringMap<uint64_t> Times;
};

/// The processor time of the calling thread.
static uint64_t translationClock() {
  timespec Now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return uint64_t(Now.tv_sec) * 1000000000 + uint64_t(Now.tv_nsec);
}

Expected<CompiledKernel> KernelTranslator::makeCode(const Executable &E,
                                                    const FlowGraph &G,
                                                    Coverage Wanted) const {
  Expected<std::unique_ptr<TargetMachine>> Machine = hostMachine(E.Isa);
  if (!Machine)
    return Machine.takeError();
  const uint64_t Start = translationClock();
  LLVMContext Context;
  const bool InCalls = sizeOf(E) >= Options.CallsFrom;
  KernelModule Built =
      buildKernelModule(Context, E, G, Wanted, {hasLines(), InCalls});
  if (!InCalls && !isWanted(E, G, Wanted, Built))
    return CompiledKernel();
  optimize(Built, **Machine);
  Module &M = *Built.M;
  if (Options.IR)
    *Options.IR << M;
  if (Options.Assembly)
    writeAssembly(M, **Machine, *Options.Assembly);
  Expected<std::unique_ptr<MemoryBuffer>> Object = compile(M, **Machine);
  if (!Object)
    return Object.takeError();
  if (!InCalls)
    learn(translationClock() - Start, timeOfSize(Built.Size));
  return CompiledKernel{std::move(*Object), std::move(Built.Exits)};
}

Expected<CompiledKernel>
KernelTranslator::findCode(const Executable &E, const FlowGraph &G,
                           Coverage Wanted, const std::string &Key) const {
  if (mayReadCache())
    if (std::optional<CompiledKernel> Kept = Cache.find(Key)) {
      note(E, "host code from " + Options.CacheFolder);
      return std::move(*Kept);
    }
  Expected<CompiledKernel> Made = makeCode(E, G, Wanted);
  if (Made && Made->Object)
    Cache.store(Key, *Made);
  return Made;
}

Error KernelTranslator::addToMap(const Program &P, MemoryBufferRef Object,
                                 const void *Kernel) const {
  std::lock_guard<std::mutex> Lock(Mapping);
  return writePerfMap(*Options.PerfMap, Object, P,
                      reinterpret_cast<uintptr_t>(Kernel));
}

Expected<std::unique_ptr<TranslatedProgram>>
KernelTranslator::tryTranslate(const Executable &E, Coverage Wanted) const {
  if (!hasSemantics(E.Isa))
    return createStringError("this build makes no host code for " +
                             hostIsaName(E.Isa));
  const CacheKeys Keys = keysOf(E);
  const Coverage Better = betterThan(Wanted);
  const Coverage Covered = isCached(Keys.of(Better)) ? Better : Wanted;
  Expected<FlowGraph> G = flowToTranslate(E.P, Covered);
  if (!G)
    return G.takeError();
  assert(!G->Blocks.empty() && "a kernel has an instruction");
  Expected<CompiledKernel> Compiled =
      findCode(E, *G, Covered, Keys.of(Covered));
  if (!Compiled)
    return Compiled.takeError();
  if (!Compiled->Object)
    return nullptr;
  std::unique_ptr<MemoryBuffer> Object;
  if (Options.PerfMap)
    Object = MemoryBuffer::getMemBufferCopy(Compiled->Object->getBuffer());
  Expected<HostCode> Code = load(std::move(Compiled->Object));
  if (!Code)
    return Code.takeError();
  Expected<void *> Kernel = Code->find(KernelName);
  if (!Kernel)
    return Kernel.takeError();
  if (Object)
    if (Error Err = addToMap(E.P, *Object, *Kernel))
      return std::move(Err);
  return makeTranslatedKernel(E, std::move(*G), Covered, Compiled->Exits,
                              reinterpret_cast<KernelFunction>(*Kernel),
                              std::make_shared<HostCode>(std::move(*Code)));
}

} // namespace

bool makesCodeFor(sm::HostIsa Isa) { return hasSemantics(Isa); }

std::unique_ptr<Translator> makeTranslator(TranslatorOptions Options) {
  return std::make_unique<KernelTranslator>(std::move(Options));
}

} // namespace heddle::hosttranslate
