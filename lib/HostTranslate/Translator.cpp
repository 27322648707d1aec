//===- Translator.cpp - From a kernel's machine code to host code ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/HostTranslate/Translator.h"
#include "CodeCache.h"
#include "Executable.h"
#include "FlowGraph.h"
#include "HostCompiler.h"
#include "KernelBuilder.h"
#include "Uniformity.h"
#include "heddle/Machine/Warp.h"
#include "heddle/SM/Translation.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

namespace {

/// Kernels beyond this take longer to translate than most take to run.
constexpr size_t MaxInstructions = 50000;

class TranslatedKernel final : public TranslatedProgram {
public:
  TranslatedKernel(const Executable &Exe, FlowGraph Graph,
                   std::vector<KernelExit> ExitList, HostCode Holder,
                   KernelFunction Entry)
      : E(Exe), G(std::move(Graph)), Exits(std::move(ExitList)),
        Code(std::move(Holder)), Kernel(Entry) {
    Entries.resize(E.Code.size());
    for (uint32_t N = 0; N != G.Blocks.size(); ++N)
      if (G.Blocks[N].IsEntry)
        Entries[G.Nodes[G.Blocks[N].Nodes.front()].PC].push_back(N);
    Nexts.resize(E.Code.size());
    uint32_t Next = uint32_t(E.Code.size());
    for (uint32_t PC = uint32_t(E.Code.size()); PC-- != 0;) {
      Nexts[PC] = Next;
      if (!Entries[PC].empty())
        Next = PC;
    }
  }

  Progress run(Warp &W, uint64_t Budget) const override {
    const bool HasAll = W.active() == AllLanes;
    for (uint32_t Block : Entries[W.pc()]) {
      const FlowNode &First = G.Nodes[G.Blocks[Block].Nodes.front()];
      const DivergenceStack &Stack = G.Stacks[First.Stack];
      if (First.IsMasked ? W.stack().isLike(Stack)
                         : HasAll && hasStack(W, Stack))
        return runFrom(Block, W, Budget);
    }
    return {};
  }

  uint32_t nextEntry(uint32_t PC) const override { return Nexts[PC]; }

private:
  static bool hasStack(const Warp &W, const DivergenceStack &S) {
    return W.stack().isLike(S) &&
           all_of(W.stack().entries(), [](const StackEntry &Entry) {
             return Entry.Mask == AllLanes;
           });
  }

  /// The kernel has no type in front of it for a sanitizer to look at.
  [[clang::no_sanitize("function")]] Progress runFrom(uint32_t Block, Warp &W,
                                                      uint64_t Budget) const {
    KernelState State;
    const FlowNode &First = G.Nodes[G.Blocks[Block].Nodes.front()];
    if (First.IsMasked) {
      const Warp::GoneLanes Gone = W.goneLanes();
      State.Exited = Gone.Exited;
      State.Returned = Gone.Returned;
      State.Broke = Gone.Broke;
      for (auto [Entry, Lanes] : zip_first(W.stack().entries(), State.Waiting))
        Lanes = Entry.Mask;
    }
    const uint64_t Issued =
        Kernel(&W.lanes(), E.Code.data(), Budget, Block, &State);
    if (Issued == 0)
      return {};
    const KernelExit &X = Exits[State.Exit];
    const FlowNode &N = G.Nodes[X.Node];
    if (N.IsMasked) {
      DivergenceStack Held = G.Stacks[N.Stack];
      Held.setMasks(State.Waiting);
      W.moveTo(N.PC, Held, {State.Exited, State.Returned, State.Broke});
    } else if (First.IsMasked) {
      W.moveTo(N.PC, G.Stacks[N.Stack], {});
    } else if (N.Stack == First.Stack) {
      W.moveTo(N.PC);
    } else {
      W.moveTo(N.PC, G.Stacks[N.Stack]);
    }
    if (X.Faulted)
      W.fail(WarpFault::Access);
    return {Issued, Issued * Lanes - State.Idle};
  }

  const Executable &E;
  const FlowGraph G;
  const std::vector<KernelExit> Exits;
  const HostCode Code;
  const KernelFunction Kernel;
  /// By instruction: the blocks that start there and may be entered.
  std::vector<SmallVector<uint32_t, 1>> Entries;
  std::vector<uint32_t> Nexts;
};

class KernelTranslator final : public Translator {
public:
  explicit KernelTranslator(TranslatorOptions Wanted)
      : Options(std::move(Wanted)), Cache(Options.CacheFolder) {}

  std::unique_ptr<TranslatedProgram>
  translate(const Executable &E) const override {
    Expected<std::unique_ptr<TranslatedProgram>> T = tryTranslate(E);
    if (T)
      return std::move(*T);
    note(E, "interpreted, as " + toString(T.takeError()));
    return nullptr;
  }

  bool startsAtOnce() const override { return !Options.WhenItPays; }

  uint64_t nanosecondsFor(const Executable &E) const override {
    // docs/translator.md: the slowest of the benchmark kernels.
    constexpr uint64_t Once = 15000000, Each = 500000, FromCache = 3000000;
    if (mayReadCache() && Cache.has(cacheKey(E)))
      return FromCache;
    return Once + Each * E.Code.size();
  }

  void note(const Executable &E, const std::string &Text) const override {
    if (Options.Note)
      Options.Note(E.P.Kernel.Info.Name, Text);
  }

private:
  Expected<std::unique_ptr<TranslatedProgram>>
  tryTranslate(const Executable &E) const;

  /// Who wants to see how host code comes to be has it made.
  bool mayReadCache() const { return !Options.IR && !Options.Assembly; }
  Expected<CompiledKernel> makeCode(const Executable &E,
                                    const FlowGraph &G) const;
  /// From the cache, or made and put there.
  Expected<CompiledKernel> findCode(const Executable &E,
                                    const FlowGraph &G) const;

  const TranslatorOptions Options;
  const CodeCache Cache;
};

Expected<CompiledKernel> KernelTranslator::makeCode(const Executable &E,
                                                    const FlowGraph &G) const {
  LLVMContext Context;
  SemanticsModule Semantics(Context, E.Isa);
  KernelBuilder Builder(Semantics, E, G);
  Builder.build();
  std::unique_ptr<Module> M = Semantics.take();
  assert(!verifyModule(*M, &errs()) && "host code is ill-formed");
  Expected<std::unique_ptr<TargetMachine>> Machine = hostMachine();
  if (!Machine)
    return Machine.takeError();
  optimize(*M, **Machine);
  if (Options.IR)
    *Options.IR << *M;
  if (Options.Assembly)
    writeAssembly(*M, **Machine, *Options.Assembly);
  Expected<std::unique_ptr<MemoryBuffer>> Object = compile(*M, **Machine);
  if (!Object)
    return Object.takeError();
  return CompiledKernel{std::move(*Object), Builder.takeExits()};
}

Expected<CompiledKernel> KernelTranslator::findCode(const Executable &E,
                                                    const FlowGraph &G) const {
  const std::string Key =
      Options.CacheFolder.empty() ? std::string() : cacheKey(E);
  if (mayReadCache())
    if (std::optional<CompiledKernel> Kept = Cache.find(Key)) {
      note(E, "host code from " + Options.CacheFolder);
      return std::move(*Kept);
    }
  Expected<CompiledKernel> Made = makeCode(E, G);
  if (Made)
    Cache.store(Key, *Made);
  return Made;
}

/// Nothing need be written for lanes that part where they cannot.
std::optional<FlowGraph> graphOf(const Program &P) {
  const std::optional<FlowGraph> All = FlowGraph::build(P, {});
  if (!All)
    return std::nullopt;
  return FlowGraph::build(P, Uniformity(*All, P, P.registerRows()).together());
}

Expected<std::unique_ptr<TranslatedProgram>>
KernelTranslator::tryTranslate(const Executable &E) const {
  if (!hasSemantics(E.Isa))
    return createStringError("there is no bitcode for " + hostIsaName(E.Isa));
  if (E.Code.size() > MaxInstructions)
    return createStringError("it has more than " + Twine(MaxInstructions) +
                             " instructions");
  std::optional<FlowGraph> G = graphOf(E.P);
  if (!G)
    return createStringError("its calls are too deep");
  Expected<CompiledKernel> Compiled = findCode(E, *G);
  if (!Compiled)
    return Compiled.takeError();
  Expected<HostCode> Code = load(std::move(Compiled->Object));
  if (!Code)
    return Code.takeError();
  Expected<void *> Kernel = Code->find(KernelName);
  if (!Kernel)
    return Kernel.takeError();
  return std::make_unique<TranslatedKernel>(
      E, std::move(*G), std::move(Compiled->Exits), std::move(*Code),
      reinterpret_cast<KernelFunction>(*Kernel));
}

} // namespace

std::unique_ptr<Translator> makeTranslator(TranslatorOptions Options) {
  return std::make_unique<KernelTranslator>(std::move(Options));
}

} // namespace heddle::hosttranslate
