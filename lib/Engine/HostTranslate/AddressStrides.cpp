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
#include <cassert>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

/// A value that no stride has, and the largest stride that is looked for in the
/// lanes, and factor. Sums of strides may be larger.
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

std::optional<uint32_t> AddressStrides::constantOf(const Source &S) const {
  if (S.Base != ConstantRows || S.Shift)
    return std::nullopt;
  return P.Constants[S.Row].Words[0];
}

bool AddressStrides::addTerm(Sum &Made, const DecodedInst &I, unsigned Number,
                             Term Like) const {
  const Source &S = I.Src[Number];
  assert(Number < std::size(I.Src) && "no source of an instruction");
  if (S.Shift)
    return false;
  if (S.Base == ConstantRows)
    return true;
  const bool OfPair = isPair(Made.Result) && !Like.IsWidened;
  if (S.Row < NumRows) {
    // What is widened is looked at behind the instruction.
    if (Like.IsWidened && (S.Row == I.DstRow || S.Row == I.DstRow + 1))
      return false;
    Like.Of = keyOf(S.Row, OfPair);
    Made.Terms.push_back(Like);
    return true;
  }
  // An operand in memory, at one place for all lanes.
  return !OfPair && any_of(I.Mem, [&](const MemoryOperand &M) {
    return M.Space != MemoryOperand::None && M.Row == S.Row &&
           M.AddressReg == 0;
  });
}

bool AddressStrides::addProduct(Sum &Made, const DecodedInst &I,
                                Term Like) const {
  const bool Shifts = I.is(IntegerOp::Shl32) || I.is(WideOp::Shl);
  for (unsigned Number : {1u, 0u}) {
    std::optional<uint32_t> Factor = constantOf(I.Src[Number]);
    if (!Factor || (Shifts && Number == 0))
      continue;
    if (Shifts)
      Factor = *Factor < 32 ? uint32_t(1) << *Factor : LargestStride + 1;
    // Larger ones leave no stride that anybody asks for.
    if (*Factor == 0 || *Factor > LargestStride)
      continue;
    Like.Factor = *Factor;
    return addTerm(Made, I, 1 - Number, Like);
  }
  // The product of what is the same in all lanes is the same.
  Sum Of{Made.Result, {}, {}, false};
  for (unsigned Number : {0u, 1u}) {
    const bool IsCount = Shifts && Number == 1;
    if (IsCount ? !constantOf(I.Src[1]) : !addTerm(Of, I, Number, Like))
      return false;
  }
  for (const Term &T : Of.Terms)
    Made.Factors.push_back(T.Of);
  return true;
}

std::optional<AddressStrides::Sum> AddressStrides::sumOf(NodeIndex N) const {
  assert(N < G.Nodes.size() && "no node of the graph");
  const DecodedInst &I = P.Code[G.Nodes[N].PC];
  if (G.Nodes[N].IsMasked || I.isPredicated() || I.Invert[0] || I.Invert[1] ||
      I.has(Saturate) || I.has(HalfDst) || I.DstRow >= NumRows)
    return std::nullopt;
  Sum Made{keyOf(I.DstRow, I.unit() == Unit::Wide), {}, {}, I.has(Signed)};
  const Term Plain, Widened{0, 1, true};
  bool IsKnown = false;
  if (I.is(WideOp::Add) || I.is(IntegerOp::Add32))
    IsKnown =
        !I.Imm && addTerm(Made, I, 0, Plain) && addTerm(Made, I, 1, Plain);
  else if (I.is(IntegerOp::Shl32) || I.is(WideOp::Shl))
    IsKnown = addProduct(Made, I, Plain);
  else if (I.is(IntegerOp::Product))
    IsKnown = addProduct(Made, I, Plain) && addTerm(Made, I, 2, Plain);
  else if (I.is(WideOp::MulWords))
    IsKnown = addProduct(Made, I, Widened);
  else if (I.is(WideOp::Mad))
    IsKnown = addProduct(Made, I, Widened) && addTerm(Made, I, 2, Plain);
  return IsKnown ? std::optional(std::move(Made)) : std::nullopt;
}

/// The registers whose strides count for that of \p Made.
SmallVector<AddressStrides::Key, 4> AddressStrides::readBy(const Sum &Made) {
  SmallVector<Key, 4> Keys(Made.Factors.begin(), Made.Factors.end());
  for (const Term &T : Made.Terms)
    Keys.push_back(T.Of);
  return Keys;
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
      for (Key K : readBy(*Made))
        if (!Tracked[K]) {
          Tracked.set(K);
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
      append_range(Mine.Reads, readBy(*Made));
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
  assert(!Nodes.empty() && "a block of the graph has nodes");
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
  assert(K < Slots.size() && "no register, and no pair");
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
  assert(Low.size() == State.chunks() &&
         (High.empty() || High.size() == Low.size()) &&
         "words of all lanes, or none");
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
  for (Key K : At->second) {
    if (Made && Made->Result == K) {
      for (const Term &T : Made->Terms)
        if (T.IsWidened)
          Read.push_back(State.rowChunk(rowOf(T.Of), 0));
      continue;
    }
    for (unsigned Row = 0; Row != (isPair(K) ? 2u : 1u); ++Row)
      for (unsigned C = 0; C != State.chunks(); ++C)
        Read.push_back(State.rowChunk(rowOf(K) + Row, C));
  }
  return Read;
}

Value *AddressStrides::widened(IRBuilderBase &B, const Term &T, bool IsSigned,
                               Value *Stride, Effects &E) {
  assert(T.IsWidened && !isPair(T.Of) && "a word becomes a pair");
  const Variable V = State.rowChunk(rowOf(T.Of), 0);
  E.Reads.push_back(V);
  Value *First = B.CreateExtractElement(
      B.CreateLoad(State.chunkType(), State.slot(V, F)), uint64_t(0));
  // No lane's word is beyond the largest one then.
  const uint32_t Last = (~uint32_t(0) >> IsSigned) - LargestStride * Lanes;
  Value *Good = B.CreateICmp(IsSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE,
                             First, B.getInt32(Last));
  Good = B.CreateAnd(Good, B.CreateICmpULE(Stride, B.getInt32(LargestStride)));
  return B.CreateSelect(Good, Stride, B.getInt32(NoStride));
}

Value *AddressStrides::strideOfSum(IRBuilderBase &B, const Sum &Made,
                                   Effects &E) {
  auto Of = [&](Key K) -> Value * {
    return B.CreateLoad(B.getInt32Ty(), slot(K));
  };
  Value *Stride = B.getInt32(0);
  for (const Term &T : Made.Terms) {
    Value *Mine = Of(T.Of);
    if (T.IsWidened)
      Mine = widened(B, T, Made.IsSigned, Mine, E);
    Stride = B.CreateAdd(Stride, B.CreateMul(Mine, B.getInt32(T.Factor)));
  }
  for (Key K : Made.Factors)
    Stride =
        B.CreateSelect(B.CreateIsNull(Of(K)), Stride, B.getInt32(NoStride));
  return B.CreateBinaryIntrinsic(Intrinsic::umin, Stride, B.getInt32(NoStride));
}

void AddressStrides::appendBehind(IRBuilderBase &B, NodeIndex N, Effects &E) {
  auto At = Behind.find(N);
  if (At == Behind.end())
    return;
  const std::optional<Sum> Made = sumOf(N);
  // All of them before any is stored, as one may be a term of another.
  SmallVector<Value *, 4> Strides;
  Effects Mine;
  for (Key K : At->second)
    Strides.push_back(Made && Made->Result == K ? strideOfSum(B, *Made, Mine)
                                                : look(B, K, Mine));
  for (auto [K, Stride] : zip_equal(At->second, Strides))
    B.CreateStore(Stride, slot(K));
  E.add(Mine);
}

void AddressStrides::appendEntry(IRBuilderBase &B, uint32_t Block,
                                 Value *Rows) {
  if (Tracked.none())
    return;
  assert(G.Blocks[Block].IsEntry && "nobody comes from the interpreter here");
  // Many registers count at an entry, and few entries are taken often.
  for (Key K : Live->before(G.Blocks[Block].Nodes.front()).set_bits()) {
    Value *Row = B.CreateConstInBoundsGEP1_64(
        B.getInt8Ty(), Rows,
        uint64_t(State.placeOf(State.rowChunk(rowOf(K), 0)).Offset));
    B.CreateStore(B.CreateCall(lookInMemory(isPair(K)), Row), slot(K));
  }
}

} // namespace heddle::hosttranslate
