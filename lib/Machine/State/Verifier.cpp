//===- Verifier.cpp - What holds of programs and CTAs ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verifier.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle::sm {

/// Rows that every program has, of zeros.
static constexpr unsigned ZeroRows = 4;

/// Whether \p S is a row that there is; operands of less than all words of a
/// wide register are looked at by their first word.
static bool isRow(const Program &P, const Source &S) {
  return S.Base == ConstantRows ? S.Row < P.Constants.size()
                                : S.Row < P.registerRows() + ScratchRows;
}

/// Whether \p I says of its operation what the table says.
static bool hasProperties(const DecodedInst &I) {
  const OperationInfo &Info = infoOf(I.Op);
  return I.Where == Info.Where && I.Access == Info.Access &&
         I.Traits == Info.Traits;
}

/// The first thing that is wrong with instruction \p N; null for nothing.
static const char *problemAt(const Program &P, size_t N) {
  const DecodedInst &I = P.Code[N];
  if (N && I.Address <= P.Code[N - 1].Address)
    return "does not lie behind the one before it";
  if (!hasProperties(I))
    return "has the properties of another operation";
  if (I.Target != NoTarget && I.Target >= P.Code.size())
    return "has a target behind the end";
  const bool IsPlain = I.isPlain() && !I.Join && !I.Exit && !I.isOfMbarrier() &&
                       !P.meetsAcross(I);
  if (IsPlain != (I.Run != 0))
    return "is in a straight run, or in none, by mistake";
  if (I.Run > 1 && P.Code[N + 1].Run != I.Run - 1)
    return "has a run of another length than the one behind it";
  if (I.Flow == FlowKind::Illegal)
    return nullptr;
  if (!llvm::all_of(I.Src, [&](const Source &S) { return isRow(P, S); }))
    return "reads a row that there is not";
  return nullptr;
}

std::string problemOf(const Program &P) {
  const size_t Size = P.Code.size();
  if (Size == 0)
    return "a program without the guard at its end";
  const DecodedInst &Guard = P.Code.back();
  if (Guard.Flow != FlowKind::Illegal || Guard.Run != 0 ||
      Guard.Address != P.Kernel.Code.size())
    return "the last instruction is not the guard";
  for (size_t N = 0; N != ZeroRows; ++N)
    if (N >= P.Constants.size() ||
        llvm::any_of(P.Constants[N].Words, [](uint32_t W) { return W != 0; }))
      return "row " + llvm::utostr(N) + " is not zero";
  for (size_t N = 0; N != Size; ++N)
    if (const char *Problem = problemAt(P, N))
      return "instruction " + llvm::utostr(N) + " " + Problem;
  for (const auto &[Index, Text] : P.Complaints)
    if (Index >= Size || P.Code[Index].Flow != FlowKind::Illegal)
      return "a complaint about instruction " + llvm::utostr(Index) +
             ", which is a legal one: " + Text;
  return "";
}

std::string problemOf(const Cta &C) {
  const unsigned NumWarps = C.numWarps();
  if (NumWarps == 0 || NumWarps > Cta::MaxWarps)
    return "a CTA of " + llvm::utostr(NumWarps) + " warps";
  if (C.runnable() & ~(~uint64_t(0) >> (Cta::MaxWarps - NumWarps)))
    return "a warp can run that there is not";
  unsigned Living = 0;
  for (unsigned N = 0; N != NumWarps; ++N) {
    const Warp &W = C.warp(N);
    const bool CanRun = C.runnable() >> N & 1;
    // A CTA asks whenever a warp stops, so that text is made for problems
    // alone.
    const auto Of = [N](const char *Problem) {
      return "warp " + llvm::utostr(N) + Problem;
    };
    Living += W.state() != WarpState::Done;
    if (&W.cta() != &C || W.number() != N)
      return Of(" is another one's");
    if (!CanRun && W.state() == WarpState::Running)
      return Of(" runs, and may not");
    if (W.state() == WarpState::AtBarrier && W.barrier() >= NumBarriers)
      return Of(" is at a barrier that there is not");
    if (W.active() & ~W.valid())
      return Of(" has active lanes without threads");
  }
  // A warp that has exited and was not noted still counts.
  if (C.living() < Living || C.living() > NumWarps)
    return llvm::utostr(C.living()) + " warps count as living, and " +
           llvm::utostr(Living) + " have not exited";
  return "";
}

} // namespace heddle::sm
