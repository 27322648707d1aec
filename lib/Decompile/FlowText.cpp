//===- FlowText.cpp - The structure of a kernel as text -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow.h"
#include "heddle/Decompile/Decompile.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cassert>

using namespace llvm;

namespace heddle::decompile {
namespace {

/// Instructions that run one after the other.
struct Block {
  uint32_t First = 0, Last = 0;
  SmallVector<uint32_t, 2> To, From;
  /// The blocks without which this one is not reached, itself among them.
  BitVector Dominators;
  /// The blocks of the loop that begins here; empty: none does.
  BitVector Loop;
};

class Blocks {
public:
  explicit Blocks(const Flow &Graph) : F(Graph) {
    split();
    findDominators();
    findLoops();
  }
  void print(const sm::Program &P, raw_ostream &OS) const;

private:
  void split();
  void findDominators();
  void findLoops();
  void printHead(const sm::Program &P, uint32_t B, raw_ostream &OS) const;

  const Flow &F;
  std::vector<Block> List;
  /// By node.
  std::vector<uint32_t> BlockOf;
};

void Blocks::split() {
  BitVector Starts(F.Nodes.size());
  Starts.set(0);
  auto Start = [&](uint32_t N) {
    if (N < F.Nodes.size())
      Starts.set(N);
  };
  for (auto [N, Node] : enumerate(F.Nodes)) {
    const bool Goes = Node.Next != NoNode && Node.Next != N + 1;
    if (Node.Taken != NoNode)
      Start(Node.Taken);
    if (Goes)
      Start(Node.Next);
    if (Node.Taken != NoNode || Node.Exits || Goes || Node.Next == NoNode)
      Start(uint32_t(N) + 1);
  }
  for (uint32_t N = 0; N != F.Nodes.size(); ++N) {
    if (Starts.test(N))
      List.push_back({N, N, {}, {}, {}, {}});
    assert(!List.empty() && "the first node starts a block");
    List.back().Last = N;
    BlockOf.push_back(uint32_t(List.size() - 1));
  }
  assert(BlockOf.size() == F.Nodes.size() && "a node is in no block");
  for (auto [B, It] : enumerate(List)) {
    const FlowNode &Last = F.Nodes[It.Last];
    for (uint32_t To : {Last.Next, Last.Taken})
      if (To != NoNode && !is_contained(It.To, BlockOf[To])) {
        It.To.push_back(BlockOf[To]);
        List[BlockOf[To]].From.push_back(uint32_t(B));
      }
  }
}

void Blocks::findDominators() {
  for (auto [B, It] : enumerate(List)) {
    It.Dominators.resize(unsigned(List.size()), B != 0);
    It.Dominators.set(unsigned(B));
  }
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (uint32_t B = 1; B < List.size(); ++B) {
      BitVector Now(unsigned(List.size()), true);
      for (uint32_t From : List[B].From)
        Now &= List[From].Dominators;
      Now.set(B);
      Changed |= Now != List[B].Dominators;
      List[B].Dominators = std::move(Now);
    }
  }
  assert(all_of(List, [](const Block &B) { return B.Dominators.test(0); }) &&
         "a block that is not reached");
}

/// A loop is what comes to a branch back without its start in between.
void Blocks::findLoops() {
  for (uint32_t B = 0; B != List.size(); ++B)
    for (uint32_t Head : List[B].To) {
      if (!List[B].Dominators.test(Head))
        continue;
      BitVector &Loop = List[Head].Loop;
      Loop.resize(unsigned(List.size()));
      Loop.set(Head);
      SmallVector<uint32_t, 8> Open = {B};
      while (!Open.empty()) {
        const uint32_t Now = Open.pop_back_val();
        if (Loop.test(Now))
          continue;
        Loop.set(Now);
        append_range(Open, List[Now].From);
      }
    }
}

void Blocks::printHead(const sm::Program &P, uint32_t B,
                       raw_ostream &OS) const {
  const Block &It = List[B];
  const FlowNode &First = F.Nodes[It.First], &Last = F.Nodes[It.Last];
  OS << "block " << B << ':';
  if (First.Copy)
    OS << " in call " << First.Copy << ',';
  ListSeparator To(", ");
  if (!It.To.empty())
    OS << " goes to ";
  for (uint32_t Next : It.To)
    OS << To << Next;
  if (Last.Exits)
    OS << (It.To.empty() ? " exits" : " or exits");
  unsigned Depth = 0;
  for (auto [Head, Other] : enumerate(List))
    if (Other.Loop.size() && Other.Loop.test(B)) {
      ++Depth;
      if (Head == B)
        OS << "; a loop of " << Other.Loop.count()
           << (Other.Loop.count() == 1 ? " block" : " blocks");
    }
  if (Depth)
    OS << "; depth " << Depth;
  if (P.Code[First.PC].Join)
    OS << "; lanes join";
  OS << '\n';
}

void Blocks::print(const sm::Program &P, raw_ostream &OS) const {
  sm::InstructionPrinter Printer(P);
  for (uint32_t B = 0; B != List.size(); ++B) {
    printHead(P, B, OS);
    for (uint32_t N = List[B].First; N <= List[B].Last; ++N) {
      const uint32_t Address = P.Code[F.Nodes[N].PC].Address;
      OS << "  " << format_hex_no_prefix(Address, 4) << ":  "
         << Printer.text(Address) << '\n';
    }
  }
}

} // namespace

Error printStructure(const object::Module &M, const object::Kernel &K,
                     raw_ostream &OS) {
  Expected<sm::ProgramPtr> P = sm::decodeKernel(M, K);
  if (!P)
    return P.takeError();
  Expected<Flow> F = flowOf(**P);
  if (!F)
    return createStringError("kernel '" + K.Info.Name + "', " +
                             toString(F.takeError()));
  OS << "// kernel " << K.Info.Name << '\n';
  Blocks(*F).print(**P, OS);
  return Error::success();
}

} // namespace heddle::decompile
