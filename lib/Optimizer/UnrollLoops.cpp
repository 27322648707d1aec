//===- UnrollLoops.cpp - unroll-loops -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// No pass unrolls loops of its own accord: compilers in front have done so
/// where they think that it pays, and code of a chip without a large cache of
/// instructions is to stay small. A loop that the user names by a line of its
/// PTX gets as many copies of its body as the user says; LLVM's pass does the
/// work.
///
//===----------------------------------------------------------------------===//

#include "heddle/Optimizer/Passes.h"
#include "heddle/Optimizer/UnrollOption.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"
#include <memory>

#define DEBUG_TYPE "unroll-loops"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumUnrolled, "Loops that were unrolled");

namespace heddle {
namespace {

/// The innermost loop with code of a line, and the number of its bodies.
struct Request {
  unsigned Line = 0, Copies = 0;
};

class RequestParser : public cl::parser<Request> {
public:
  explicit RequestParser(cl::Option &O) : cl::parser<Request>(O) {}
  bool parse(cl::Option &O, StringRef, StringRef Text, Request &To) {
    constexpr unsigned MostCopies = 64;
    const auto [Line, Copies] = Text.split(':');
    if (Line.getAsInteger(10, To.Line) || Copies.getAsInteger(10, To.Copies) ||
        To.Line == 0 || To.Copies < 2 || To.Copies > MostCopies)
      return O.error(
          "takes LINE:N, a line of the PTX and 2 to 64 copies, not '" + Text +
          "'");
    return false;
  }
};

using RequestList = cl::list<Request, bool, RequestParser>;

/// Null before addUnrollOption().
RequestList *Requests = nullptr;

/// The innermost loops of \p F with code of \p Line.
SmallVector<Loop *, 2> loopsAt(Function &F, const LoopInfo &Loops,
                               unsigned Line) {
  SmallVector<Loop *, 2> Found;
  for (BasicBlock &B : F) {
    Loop *L = Loops.getLoopFor(&B);
    if (!L || is_contained(Found, L))
      continue;
    if (any_of(B, [Line](const Instruction &I) {
          const DebugLoc &Place = I.getDebugLoc();
          return Place && Place.getLine() == Line;
        }))
      Found.push_back(L);
  }
  // One that has others of these in it is not the innermost.
  erase_if(Found, [&](const Loop *L) {
    return any_of(Found, [L](const Loop *Other) {
      return Other != L && L->contains(Other);
    });
  });
  return Found;
}

/// Lanes of a warp meet at these: how often a loop runs must not be split into
/// the runs of two.
bool hasConvergent(const Loop &L) {
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B)
      if (const auto *Call = dyn_cast<CallBase>(&I);
          Call && Call->isConvergent())
        return true;
  return false;
}

/// Whether \p L has been unrolled. Where it is not known how often it runs, a
/// loop of one body behind it does what is left over, or each copy asks.
bool unroll(Loop &L, unsigned Copies, Function &F,
            FunctionAnalysisManager &AM) {
  LoopInfo &Loops = AM.getResult<LoopAnalysis>(F);
  DominatorTree &Tree = AM.getResult<DominatorTreeAnalysis>(F);
  ScalarEvolution &Evolution = AM.getResult<ScalarEvolutionAnalysis>(F);
  AssumptionCache &Assumptions = AM.getResult<AssumptionAnalysis>(F);
  OptimizationRemarkEmitter &Remarks =
      AM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  simplifyLoop(&L, &Tree, &Loops, &Evolution, &Assumptions, nullptr,
               /*PreserveLCSSA=*/false);
  formLCSSARecursively(L, Tree, &Loops, &Evolution);
  UnrollLoopOptions Options = {};
  Options.Count = Copies;
  Options.Force = true;
  Options.Runtime =
      !hasConvergent(L) && !Evolution.getSmallConstantTripCount(&L);
  Options.AllowExpensiveTripCount = true;
  return UnrollLoop(&L, Options, &Loops, &Evolution, &Tree, &Assumptions,
                    &AM.getResult<TargetIRAnalysis>(F), &Remarks,
                    /*PreserveLCSSA=*/true) != LoopUnrollResult::Unmodified;
}

} // namespace

void addUnrollOption() {
  static RequestList List(
      "unroll-loop", cl::Hidden, cl::value_desc("LINE:N"),
      cl::desc("N copies of the body of the innermost loop with code of this "
               "line of the PTX, from -O2 on"));
  Requests = std::addressof(List);
}

bool hasLoopsToUnroll() { return Requests && !Requests->empty(); }

PreservedAnalyses UnrollLoopsPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (!hasLoopsToUnroll())
    return PreservedAnalyses::all();
  FunctionAnalysisManager &Functions =
      AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  for (const Request &R : *Requests) {
    const auto Fail = [&](const char *Why) {
      M.getContext().emitError("-unroll-loop=" + Twine(R.Line) + ":" +
                               Twine(R.Copies) + ": " + Why);
    };
    bool IsFound = false;
    for (Function &F : M) {
      if (F.isDeclaration())
        continue;
      const SmallVector<Loop *, 2> Named =
          loopsAt(F, Functions.getResult<LoopAnalysis>(F), R.Line);
      for (Loop *L : Named) {
        LLVM_DEBUG(dbgs() << DEBUG_TYPE ": " << R.Copies << " copies of "
                          << *L);
        IsFound = true;
        if (unroll(*L, R.Copies, F, Functions))
          ++NumUnrolled;
        else
          Fail("LLVM cannot unroll the loop");
      }
      if (!Named.empty())
        Functions.invalidate(F, PreservedAnalyses::none());
    }
    if (!IsFound)
      Fail("no loop has code of this line");
  }
  return PreservedAnalyses::none();
}

} // namespace heddle
