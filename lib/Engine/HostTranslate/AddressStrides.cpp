//===- AddressStrides.cpp - How far apart lanes' addresses are ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressStrides.h"
#include "HostState.h"
#include "MemoryLowering.h"
#include "Operands.h"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/WideOps.inc"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

/// A value that no stride has, and the largest stride that is looked for in the
/// lanes. Sums of strides may be larger.
constexpr uint32_t NoStride = 0x10000, LargestStride = 64;

AddressStrides::AddressStrides(const FlowGraph &Graph, const Program &Prog,
                               StateVariables &Vars, Function &Kernel)
    : G(Graph), P(Prog), State(Vars), F(Kernel), NumRows(P.registerRows()),
      Tracked(2 * NumRows), NodeEffects(G.Nodes.size()), Slots(2 * NumRows) {
  findTracked();
  findEffects();
  Live.emplace(G, NodeEffects, unsigned(Tracked.size()),
               Liveness::Scope::HostCode);
}

bool AddressStrides::executes(const FlowNode &N) const {
  const DecodedInst &I = P.Code[N.PC];
  return !N.Leaves && !N.isPop() && I.isPlain() &&
         (!N.IsMasked || !I.Join || N.HasJoined);
}

std::optional<AddressStrides::Key>
AddressStrides::addressOf(const DecodedInst &I) const {
  const Source &S = I.Src[0];
  if (!MemoryLowering::isFarAccess(I) || S.Base != WarpRows || S.Shift ||
      S.Row >= NumRows)
    return std::nullopt;
  return keyOf(S.Row, I.space() != Space::Shared);
}

std::optional<AddressStrides::Sum> AddressStrides::sumOf(NodeIndex N) const {
  const DecodedInst &I = P.Code[G.Nodes[N].PC];
  const bool IsPair = I.is(WideOp::Add);
  if ((!IsPair && !I.is(IntegerOp::Add32)) || G.Nodes[N].IsMasked ||
      I.isPredicated() || I.Invert[0] || I.Invert[1] || I.Imm ||
      I.has(Saturate) || I.has(HalfDst) || I.DstRow >= NumRows)
    return std::nullopt;
  Sum Made{keyOf(I.DstRow, IsPair), {}};
  for (unsigned K = 0; K != 2; ++K) {
    const Source &S = I.Src[K];
    if (S.Shift)
      return std::nullopt;
    if (S.Base == ConstantRows)
      continue;
    if (S.Row < NumRows) {
      Made.Terms[K] = keyOf(S.Row, IsPair);
      continue;
    }
    // An operand in memory, at one place for all lanes.
    if (IsPair || none_of(I.Mem, [&](const MemoryOperand &M) {
          return M.Space != MemoryOperand::None && M.Row == S.Row &&
                 M.AddressReg == 0;
        }))
      return std::nullopt;
  }
  return Made;
}

void AddressStrides::findTracked() {
  for (NodeIndex N = 0; N != G.Nodes.size(); ++N) {
    const DecodedInst &I = P.Code[G.Nodes[N].PC];
    if (executes(G.Nodes[N]) && !G.Nodes[N].IsMasked && !I.isPredicated())
      if (std::optional<Key> K = addressOf(I))
        Tracked.set(*K);
  }
  // And what these are sums of.
  for (bool Changed = Tracked.any(); Changed;) {
    Changed = false;
    for (NodeIndex N = 0; N != G.Nodes.size(); ++N) {
      std::optional<Sum> Made = executes(G.Nodes[N]) ? sumOf(N) : std::nullopt;
      if (!Made || !Tracked[Made->Result])
        continue;
      for (std::optional<Key> Term : Made->Terms)
        if (Term && !Tracked[*Term]) {
          Tracked.set(*Term);
          Changed = true;
        }
    }
  }
}

void AddressStrides::findEffects() {
  if (Tracked.none())
    return;
  for (NodeIndex N = 0; N != G.Nodes.size(); ++N) {
    const FlowNode &Node = G.Nodes[N];
    if (!executes(Node))
      continue;
    const DecodedInst &I = P.Code[Node.PC];
    Effects &Mine = NodeEffects[N];
    if (!Node.IsMasked && !I.isPredicated())
      if (std::optional<Key> K = addressOf(I))
        Mine.Reads.push_back(*K);
    if (std::optional<Sum> Made = sumOf(N); Made && Tracked[Made->Result])
      for (std::optional<Key> Term : Made->Terms)
        if (Term)
          Mine.Reads.push_back(*Term);
    const CalledOperands Operands =
        operandsOf(I, State, /*Full=*/false, /*WithEntry=*/true);
    for (Variable V : Operands.Writes) {
      const unsigned Row = V / State.chunks();
      if (Row >= NumRows)
        continue;
      for (Key K : {keyOf(Row, false), keyOf(Row, true),
                    Row ? keyOf(Row - 1, true) : keyOf(Row, true)})
        if (Tracked[K] && !is_contained(Mine.Kills, K))
          Mine.Kills.push_back(K);
    }
  }
}

void AddressStrides::startBlock(uint32_t Number) {
  Behind.clear();
  if (Tracked.none())
    return;
  const std::vector<NodeIndex> &Nodes = G.Blocks[Number].Nodes;
  BitVector Needed = Live->behind(G.Nodes[Nodes.back()]);
  for (NodeIndex N : reverse(Nodes)) {
    for (Key K : NodeEffects[N].Kills) {
      if (Needed[K])
        Behind[N].push_back(K);
      Needed.reset(K);
    }
    for (Key K : NodeEffects[N].Reads)
      Needed.set(K);
  }
}

AllocaInst *AddressStrides::slot(Key K) {
  if (!Slots[K]) {
    BasicBlock &Entry = F.getEntryBlock();
    IRBuilder<> B(&Entry, Entry.begin());
    Slots[K] = B.CreateAlloca(B.getInt32Ty(), nullptr, "stride");
  }
  return Slots[K];
}

Value *AddressStrides::of(IRBuilderBase &B, const DecodedInst &I) {
  std::optional<Key> K = addressOf(I);
  return K ? B.CreateLoad(B.getInt32Ty(), slot(*K)) : nullptr;
}

Value *AddressStrides::strideOf(IRBuilderBase &B, Words Low, Words High) const {
  const unsigned Width = State.chunkType()->getNumElements();
  auto Splat = [&](Value *Word) { return B.CreateVectorSplat(Width, Word); };
  Value *First = B.CreateExtractElement(Low[0], uint64_t(0));
  Value *Step = B.CreateSub(B.CreateExtractElement(Low[0], 1), First);
  SmallVector<uint32_t, 16> Numbers;
  for (unsigned Lane = 0; Lane != Width; ++Lane)
    Numbers.push_back(Lane);
  Value *Want = B.CreateAdd(
      Splat(First), B.CreateMul(Splat(Step), ConstantDataVector::get(
                                                 B.getContext(), Numbers)));
  Value *Next = Splat(B.CreateMul(Step, B.getInt32(Width)));
  Value *Agree = nullptr;
  auto Compare = [&](Value *A, Value *Other) {
    Value *Bits = B.CreateICmpEQ(A, Other);
    Agree = Agree ? B.CreateAnd(Agree, Bits) : Bits;
  };
  for (unsigned C = 0; C != State.chunks(); ++C) {
    if (C)
      Want = B.CreateAdd(Want, Next);
    Compare(Low[C], Want);
  }
  Value *Good = B.CreateICmpULE(Step, B.getInt32(LargestStride));
  if (!High.empty()) {
    Value *Same = Splat(B.CreateExtractElement(High[0], uint64_t(0)));
    for (Value *Chunk : High)
      Compare(Chunk, Same);
    // The upper words are what they are by a carry in none of the lanes.
    Good = B.CreateAnd(
        Good, B.CreateICmpULE(First, B.getInt32(~(LargestStride * Lanes))));
  }
  Good = B.CreateAnd(Good, areAllSet(B, Agree));
  return B.CreateSelect(Good, Step, B.getInt32(NoStride));
}

/// The stride of \p K as its lanes are.
Value *AddressStrides::look(IRBuilderBase &B, Key K, Effects &E) {
  auto Row = [&](unsigned Of) {
    SmallVector<Value *, 8> Chunks;
    for (unsigned C = 0; C != State.chunks(); ++C) {
      const Variable V = State.rowChunk(Of, C);
      E.Reads.push_back(V);
      Chunks.push_back(B.CreateLoad(State.chunkType(), State.slot(V, F)));
    }
    return Chunks;
  };
  const SmallVector<Value *, 8> Low = Row(rowOf(K));
  SmallVector<Value *, 8> High;
  if (isPair(K))
    High = Row(rowOf(K) + 1);
  return strideOf(B, Low, High);
}

Function *AddressStrides::lookInMemory(bool AtPair) {
  Function *&Look = Looks[AtPair];
  if (Look)
    return Look;
  LLVMContext &Context = F.getContext();
  IRBuilder<> B(Context);
  Look = Function::Create(
      FunctionType::get(B.getInt32Ty(), {B.getPtrTy()}, false),
      GlobalValue::InternalLinkage, "heddle_stride", F.getParent());
  // Compiled for the same processor.
  Look->setAttributes(
      AttributeList::get(Context, AttributeList::FunctionIndex,
                         AttrBuilder(Context, F.getAttributes().getFnAttrs())));
  Look->addFnAttr(Attribute::NoInline);
  B.SetInsertPoint(BasicBlock::Create(Context, "", Look));
  auto Row = [&](unsigned Number) {
    SmallVector<Value *, 8> Chunks;
    for (unsigned C = 0; C != State.chunks(); ++C)
      Chunks.push_back(B.CreateAlignedLoad(
          State.chunkType(),
          B.CreateConstInBoundsGEP1_64(
              B.getInt8Ty(), Look->getArg(0),
              uint64_t(State.placeOf(State.rowChunk(Number, C)).Offset)),
          Align(State.chunkBytes())));
    return Chunks;
  };
  const SmallVector<Value *, 8> Low = Row(0);
  SmallVector<Value *, 8> High;
  if (AtPair)
    High = Row(1);
  B.CreateRet(strideOf(B, Low, High));
  return Look;
}

SmallVector<Variable> AddressStrides::readBehind(NodeIndex N) const {
  SmallVector<Variable> Read;
  auto At = Behind.find(N);
  if (At == Behind.end())
    return Read;
  const std::optional<Sum> Made = sumOf(N);
  for (Key K : At->second)
    for (unsigned Row = 0; Row != (isPair(K) ? 2u : 1u); ++Row)
      for (unsigned C = 0; C != State.chunks(); ++C)
        if (!Made || Made->Result != K)
          Read.push_back(State.rowChunk(rowOf(K) + Row, C));
  return Read;
}

void AddressStrides::appendBehind(IRBuilderBase &B, NodeIndex N, Effects &E) {
  auto At = Behind.find(N);
  if (At == Behind.end())
    return;
  const std::optional<Sum> Made = sumOf(N);
  Effects Mine;
  for (Key K : At->second) {
    Value *Stride;
    if (Made && Made->Result == K) {
      Stride = B.getInt32(0);
      for (std::optional<Key> Term : Made->Terms)
        if (Term)
          Stride =
              B.CreateAdd(Stride, B.CreateLoad(B.getInt32Ty(), slot(*Term)));
      Stride = B.CreateBinaryIntrinsic(Intrinsic::umin, Stride,
                                       B.getInt32(NoStride));
    } else {
      Stride = look(B, K, Mine);
    }
    B.CreateStore(Stride, slot(K));
  }
  E.add(Mine);
}

void AddressStrides::appendEntry(IRBuilderBase &B, uint32_t Block,
                                 Value *Rows) {
  if (Tracked.none())
    return;
  // Many registers count at an entry, and few entries are taken often.
  for (Key K : Live->before(G.Blocks[Block].Nodes.front()).set_bits()) {
    Value *Row = B.CreateConstInBoundsGEP1_64(
        B.getInt8Ty(), Rows,
        uint64_t(State.placeOf(State.rowChunk(rowOf(K), 0)).Offset));
    B.CreateStore(B.CreateCall(lookInMemory(isPair(K)), Row), slot(K));
  }
}

} // namespace heddle::hosttranslate
