//===- Translator.cpp - From a kernel's machine code to host code ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/HostTranslate/Translator.h"
#include "Executable.h"
#include "FlowGraph.h"
#include "HostCompiler.h"
#include "KernelBuilder.h"
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

  uint64_t run(Warp &W, uint64_t Budget) const override {
    if (W.active() != AllLanes)
      return 0;
    for (uint32_t Block : Entries[W.pc()])
      if (hasStack(W, G.Stacks[stackOf(Block)]))
        return runFrom(Block, W, Budget);
    return 0;
  }

  uint32_t nextEntry(uint32_t PC) const override { return Nexts[PC]; }

private:
  uint32_t stackOf(uint32_t Block) const {
    return G.Nodes[G.Blocks[Block].Nodes.front()].Stack;
  }

  static bool hasStack(const Warp &W, const DivergenceStack &S) {
    return W.stack().isLike(S) &&
           all_of(W.stack().entries(), [](const StackEntry &Entry) {
             return Entry.Mask == AllLanes;
           });
  }

  uint64_t runFrom(uint32_t Block, Warp &W, uint64_t Budget) const {
    uint32_t Exit;
    uint64_t Issued = Kernel(&W.lanes(), E.Code.data(), Budget, Block, &Exit);
    if (Issued == 0)
      return 0;
    const KernelExit &X = Exits[Exit];
    const FlowNode &N = G.Nodes[X.Node];
    if (N.Stack == stackOf(Block))
      W.moveTo(N.PC);
    else
      W.moveTo(N.PC, G.Stacks[N.Stack]);
    if (X.Faulted)
      W.fail(WarpFault::Access);
    return Issued;
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
      : Options(std::move(Wanted)) {}

  std::unique_ptr<TranslatedProgram>
  translate(const Executable &E) const override {
    Expected<std::unique_ptr<TranslatedProgram>> T = tryTranslate(E);
    if (T)
      return std::move(*T);
    if (Options.Note)
      Options.Note(E.P.Kernel.Info.Name, toString(T.takeError()));
    else
      consumeError(T.takeError());
    return nullptr;
  }

private:
  Expected<std::unique_ptr<TranslatedProgram>>
  tryTranslate(const Executable &E) const;

  const TranslatorOptions Options;
};

Expected<std::unique_ptr<TranslatedProgram>>
KernelTranslator::tryTranslate(const Executable &E) const {
  if (!hasSemantics(E.Isa))
    return createStringError("there is no bitcode for " + hostIsaName(E.Isa));
  if (E.Code.size() > MaxInstructions)
    return createStringError("it has more than " + Twine(MaxInstructions) +
                             " instructions");
  std::optional<FlowGraph> G = FlowGraph::build(E.P);
  if (!G)
    return createStringError("its calls are too deep");
  auto Context = std::make_unique<LLVMContext>();
  SemanticsModule Semantics(*Context, E.Isa);
  KernelBuilder Builder(Semantics, E, *G);
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
  Expected<HostCode> Code = compile(std::move(M), std::move(Context));
  if (!Code)
    return Code.takeError();
  Expected<void *> Kernel = Code->find(KernelName);
  if (!Kernel)
    return Kernel.takeError();
  return std::make_unique<TranslatedKernel>(
      E, std::move(*G), Builder.takeExits(), std::move(*Code),
      reinterpret_cast<KernelFunction>(*Kernel));
}

} // namespace

std::unique_ptr<Translator> makeTranslator(TranslatorOptions Options) {
  return std::make_unique<KernelTranslator>(std::move(Options));
}

} // namespace heddle::hosttranslate
