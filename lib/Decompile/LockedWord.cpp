//===- LockedWord.cpp - What becomes of a locked word ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LockedWord.h"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MemoryOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include <cassert>
#include <memory>

using namespace llvm;

namespace heddle::decompile {
namespace {

using sm::IntegerOp;
using sm::MoveOp;

/// Comparisons as bits of the instruction: less, equal, greater.
enum RelationBits : unsigned { Less = 1, Equal = 2, Greater = 4, AllBits = 7 };

/// The word and Plus, compared with Bound; that it is less, equal or greater is
/// in Relation.
struct WordTest {
  unsigned Relation = 0;
  bool IsSigned = false;
  uint32_t Plus = 0;
  AtomicOperand Bound;
};

/// A value as far as it is known of the word: the word and a number, something
/// that has nothing to do with the word, or one of two by a test.
struct WordValue {
  enum KindTy { Unknown, Word, Outside, Choice } Kind = Unknown;
  uint32_t Plus = 0;
  AtomicOperand From;
  WordTest Test;
  std::shared_ptr<const WordValue> Holds, Fails;

  bool isWord(uint32_t And) const { return Kind == Word && Plus == And; }
  bool isNumber(uint32_t N) const {
    return Kind == Outside && From.Number && *From.Number == N;
  }
};

class PathReader {
public:
  explicit PathReader(const LockedPath &Path) : Path(Path) {}

  /// Follows the word; false where that cannot be done.
  bool read();
  std::optional<WordUpdate> update() const;

private:
  const sm::DecodedInst &inst(uint32_t Node) const {
    return Path.P.Code[Path.F.Nodes[Node].PC];
  }
  bool touchesWord(uint32_t Node) const;
  bool keep(uint32_t Node);
  bool follow(uint32_t Node);
  WordValue valueOf(uint32_t Node, unsigned N) const;
  WordValue movedBy(uint32_t Node) const;
  const sm::MemoryOperand *memoryOf(const AtomicOperand &O) const;
  WordValue sumOf(uint32_t Node) const;
  std::optional<WordTest> testOf(uint32_t Node) const;
  std::optional<uint32_t> numberOf(uint32_t Node, unsigned N) const;
  bool isSettled(const AtomicOperand &O) const;
  bool isSame(const AtomicOperand &A, const AtomicOperand &B) const;
  bool isReadElsewhere() const;

  const LockedPath &Path;
  /// What rows hold that depends on the word, or is a number.
  DenseMap<unsigned, WordValue> Rows;
  /// Flags that depend on the word; nothing: it is not known how.
  DenseMap<unsigned, std::optional<WordTest>> Flags;
  SmallVector<uint32_t, 8> Followed;
};

std::optional<uint32_t> PathReader::numberOf(uint32_t Node, unsigned N) const {
  const sm::DecodedInst &I = inst(Node);
  const sm::Source &S = I.Src[N];
  if (S.Base == sm::ConstantRows)
    return Path.P.Constants[S.Row].Words[0];
  ArrayRef<uint8_t> Literals(Path.P.Kernel.Literals);
  for (const sm::MemoryOperand &M : I.Mem)
    if (M.Space == sm::MemoryOperand::Const && M.Row == S.Row && M.Bank == 1 &&
        !M.AddressReg && sm::memBytes(M.Type) == 4 &&
        M.Offset + 4u <= Literals.size())
      return support::endian::read32le(&Literals[M.Offset]);
  for (const sm::MemoryOperand &M : I.Mem)
    if (M.Space != sm::MemoryOperand::None && M.Row == S.Row)
      return std::nullopt;
  if (S.Row >= Path.P.Kernel.Info.Registers)
    return 0;
  return std::nullopt;
}

WordValue PathReader::valueOf(uint32_t Node, unsigned N) const {
  const sm::DecodedInst &I = inst(Node);
  const sm::Source &S = I.Src[N];
  WordValue V;
  V.From.Node = Node;
  V.From.Source = N;
  if (S.Shift)
    return V;
  V.From.Number = numberOf(Node, N);
  if (V.From.Number) {
    V.Kind = WordValue::Outside;
    return V;
  }
  for (const sm::MemoryOperand &M : I.Mem)
    if (M.Space != sm::MemoryOperand::None && M.Row == S.Row) {
      V.Kind = M.AddressReg || I.has(sm::StepsAddress) ? WordValue::Unknown
                                                       : WordValue::Outside;
      return V;
    }
  if (auto Known = Rows.find(S.Row); Known != Rows.end())
    return Known->second;
  V.Kind = WordValue::Outside;
  V.From.Row = S.Row;
  return V;
}

/// What a move, or a load of a literal, gives.
WordValue PathReader::movedBy(uint32_t Node) const {
  const sm::DecodedInst &I = inst(Node);
  if (I.is(MoveOp::Mov32))
    return valueOf(Node, 0);
  WordValue V;
  ArrayRef<uint8_t> Literals(Path.P.Kernel.Literals);
  if (I.is(sm::MemoryOp::LoadConst) && I.Sub[2] == 1 && !I.Sub[0] &&
      sm::memBytes(I.memType()) == 4 && I.Imm + 4u <= Literals.size()) {
    V.Kind = WordValue::Outside;
    V.From.Number = support::endian::read32le(&Literals[I.Imm]);
  }
  return V;
}

/// The word and a number.
WordValue PathReader::sumOf(uint32_t Node) const {
  const sm::DecodedInst &I = inst(Node);
  if (I.has(sm::Saturate))
    return {};
  for (unsigned N : {0u, 1u}) {
    WordValue V = valueOf(Node, N);
    const WordValue Other = valueOf(Node, 1 - N);
    if (V.Kind != WordValue::Word || I.Invert[N] || !Other.From.Number ||
        Other.Kind != WordValue::Outside)
      continue;
    const uint32_t Number = *Other.From.Number;
    V.Plus += I.Invert[1 - N] ? 0 - Number : Number;
    return V;
  }
  return {};
}

std::optional<WordTest> PathReader::testOf(uint32_t Node) const {
  const sm::DecodedInst &I = inst(Node);
  const WordValue A = valueOf(Node, 0), B = valueOf(Node, 1);
  const bool IsFirst = A.Kind == WordValue::Word;
  const WordValue &Word = IsFirst ? A : B, &Bound = IsFirst ? B : A;
  if (Word.Kind != WordValue::Word || Bound.Kind != WordValue::Outside)
    return std::nullopt;
  unsigned Relation = I.Sub[0] & AllBits;
  if (!IsFirst)
    Relation = (Relation & Equal) | (Relation & Less ? Greater : 0) |
               (Relation & Greater ? Less : 0);
  return WordTest{Relation, I.has(sm::Signed), Word.Plus, Bound.From};
}

bool PathReader::touchesWord(uint32_t Node) const {
  const sm::DecodedInst &I = inst(Node);
  for (unsigned Row : Path.W.access(Path.F.Nodes[Node].PC).Reads) {
    auto Known = Rows.find(Row);
    if (Known != Rows.end() && Known->second.Kind != WordValue::Outside)
      return true;
  }
  const ConditionSet Tests = testedBy(I);
  for (unsigned N = 0; N != Tests.size(); ++N)
    if (Tests.test(N) && Flags.contains(N / ConditionCodes))
      return true;
  return false;
}

/// A node that stays what it is.
bool PathReader::keep(uint32_t Node) {
  const sm::DecodedInst &I = inst(Node);
  const Webs::Access &A = Path.W.access(Path.F.Nodes[Node].PC);
  const bool IsWhole = Path.IsCertain(Node) && !A.IsHalf;
  for (unsigned Row : A.Writes) {
    auto Known = Rows.find(Row);
    if (Known == Rows.end())
      continue;
    if (!IsWhole && Known->second.Kind != WordValue::Outside)
      return false;
    Rows.erase(Known);
  }
  if (IsWhole && A.Writes.size() == 1) {
    WordValue V = movedBy(Node);
    if (V.Kind == WordValue::Outside && V.From.Number)
      Rows[A.Writes.front()] = V;
  }
  if (writesFlags(I) && Flags.contains(I.CCDst)) {
    if (!Path.IsCertain(Node))
      return false;
    Flags.erase(I.CCDst);
  }
  return true;
}

/// A node that computes something of the word.
bool PathReader::follow(uint32_t Node) {
  const sm::DecodedInst &I = inst(Node);
  const Webs::Access &A = Path.W.access(Path.F.Nodes[Node].PC);
  if (A.IsHalf || !I.isPlain() || I.Exit || I.has(sm::StepsAddress) ||
      A.Writes.size() > 1)
    return false;
  Followed.push_back(Node);
  WordValue New = I.is(IntegerOp::Add32) ? sumOf(Node) : movedBy(Node);
  if (!Path.IsCertain(Node)) {
    auto Flag = Flags.find(I.CondReg);
    if (Flag == Flags.end() || !Flag->second || writesFlags(I) ||
        A.Writes.empty())
      return false;
    // A comparison is -1 or 0.
    const bool IfHolds = holdsFor(I.Cond, false, true, false, false);
    if (IfHolds == holdsFor(I.Cond, true, false, false, false))
      return false;
    WordValue Old;
    if (auto Known = Rows.find(A.Writes.front()); Known != Rows.end()) {
      Old = Known->second;
    } else {
      Old.Kind = WordValue::Outside;
      Old.From.Node = Node;
      Old.From.Row = A.Writes.front();
    }
    WordValue Choice;
    Choice.Kind = WordValue::Choice;
    Choice.Test = *Flag->second;
    if (!IfHolds)
      Choice.Test.Relation = ~Choice.Test.Relation & AllBits;
    Choice.Holds = std::make_shared<WordValue>(std::move(New));
    Choice.Fails = std::make_shared<WordValue>(std::move(Old));
    New = std::move(Choice);
  }
  // What stays may read this one.
  if (New.Kind == WordValue::Outside)
    return false;
  for (unsigned Row : A.Writes)
    Rows[Row] = New;
  if (writesFlags(I))
    Flags[I.CCDst] =
        I.is(IntegerOp::Set32) ? testOf(Node) : std::optional<WordTest>();
  return true;
}

bool PathReader::read() {
  const unsigned Row = inst(Path.Lock).DstRow;
  if (Row >= Path.P.Kernel.Info.Registers)
    return false;
  Rows[Row].Kind = WordValue::Word;
  for (uint32_t Node : Path.Nodes) {
    const FlowNode &N = Path.F.Nodes[Node];
    // Lanes that leave have stored nothing, and may read what was computed.
    if (!Followed.empty() && N.Next != NoNode && N.Taken != NoNode)
      return false;
    if (!(touchesWord(Node) ? follow(Node) : keep(Node)))
      return false;
  }
  return !isReadElsewhere();
}

/// Whether something behind the unlock takes what the followed nodes leave.
bool PathReader::isReadElsewhere() const {
  const FlowNode &End = Path.F.Nodes[Path.Unlock];
  for (uint32_t Node : Followed) {
    for (unsigned Row : Path.W.access(Path.F.Nodes[Node].PC).Writes)
      if (Path.W.isReadBehind(End, Row))
        return true;
    if (writesFlags(inst(Node)) &&
        Path.Tested.isTested(Path.Unlock, inst(Node).CCDst))
      return true;
  }
  return false;
}

/// Whether \p O is at the unlock what it is at its node: what is kept between
/// them does not write it.
bool PathReader::isSettled(const AtomicOperand &O) const {
  if (O.Number || !O.Row)
    return true;
  for (uint32_t Node : make_range(find(Path.Nodes, O.Node), Path.Nodes.end()))
    if (!is_contained(Followed, Node) &&
        is_contained(Path.W.access(Path.F.Nodes[Node].PC).Writes, *O.Row))
      return false;
  return true;
}

/// The memory operand that \p O is, or null.
const sm::MemoryOperand *PathReader::memoryOf(const AtomicOperand &O) const {
  if (O.Number || O.Row)
    return nullptr;
  for (const sm::MemoryOperand &M : inst(O.Node).Mem)
    if (M.Space != sm::MemoryOperand::None &&
        M.Row == inst(O.Node).Src[O.Source].Row)
      return &M;
  return nullptr;
}

bool PathReader::isSame(const AtomicOperand &A, const AtomicOperand &B) const {
  if (A.Number || B.Number)
    return A.Number == B.Number;
  const sm::MemoryOperand *First = memoryOf(A), *Second = memoryOf(B);
  if (First && Second)
    return First->Space == Second->Space && First->Type == Second->Type &&
           First->Offset == Second->Offset && !First->AddressReg &&
           !Second->AddressReg &&
           (First->Space == sm::MemoryOperand::Shared ||
            First->Bank == Second->Bank);
  return A.Row && A.Row == B.Row && isSettled(A) && isSettled(B);
}

/// The bound from which on \p Test holds, where it holds from one on.
static std::optional<AtomicOperand> boundFrom(const WordTest &Test) {
  if (Test.IsSigned)
    return std::nullopt;
  AtomicOperand Bound = Test.Bound;
  if (Test.Relation == (Greater | Equal))
    return Bound;
  if (Test.Relation != Greater || !Bound.Number || *Bound.Number == UINT32_MAX)
    return std::nullopt;
  ++*Bound.Number;
  return Bound;
}

/// The other way round, so that \p V holds for more of the greater ones, or for
/// one alone.
static WordValue upwards(WordValue V) {
  if (V.Kind == WordValue::Choice &&
      (V.Test.Relation & Less || V.Test.Relation == (Less | Greater))) {
    V.Test.Relation = ~V.Test.Relation & AllBits;
    std::swap(V.Holds, V.Fails);
  }
  return V;
}

std::optional<WordUpdate> PathReader::update() const {
  const sm::Source &Stored = inst(Path.Unlock).Src[1];
  auto Found = Rows.find(Stored.Row);
  if (Stored.Shift || Stored.Base != sm::WarpRows || Found == Rows.end())
    return std::nullopt;
  const WordValue V = upwards(Found->second);
  if (V.Kind != WordValue::Choice)
    return std::nullopt;
  const WordValue &Holds = *V.Holds, &Fails = *V.Fails;
  WordUpdate U;
  U.Nodes = Followed;
  const std::optional<AtomicOperand> From = boundFrom(V.Test);
  if (V.Test.Relation == Equal && V.Test.Plus == 0 && Fails.isWord(0) &&
      Holds.Kind == WordValue::Outside) {
    U.Atomic = "cas.b32";
    U.Operands = {V.Test.Bound, Holds.From};
  } else if (From && V.Test.Plus == 0 && Holds.isNumber(0) && Fails.isWord(1)) {
    U.Atomic = "inc.u32";
    U.Operands = {*From};
  } else if (From && V.Test.Plus == UINT32_MAX && Fails.isWord(UINT32_MAX) &&
             Holds.Kind == WordValue::Outside && isSame(*From, Holds.From)) {
    // One less than 0 is beyond every bound.
    U.Atomic = "dec.u32";
    U.Operands = {Holds.From};
  } else if (Holds.Kind == WordValue::Outside &&
             Fails.Kind == WordValue::Choice) {
    // Of the two tests either may come last.
    const WordValue Inner = upwards(Fails);
    const bool IsZeroLast = V.Test.Relation == Equal;
    const WordTest &Zero = IsZeroLast ? V.Test : Inner.Test,
                   &Above = IsZeroLast ? Inner.Test : V.Test;
    if (Zero.Relation != Equal || Zero.Plus || Above.Plus ||
        Zero.Bound.Number != 0u || Above.Relation != Greater ||
        Above.IsSigned || Inner.Holds->Kind != WordValue::Outside ||
        !isSame(Inner.Holds->From, Holds.From) ||
        !isSame(Above.Bound, Holds.From) || !Inner.Fails->isWord(UINT32_MAX))
      return std::nullopt;
    U.Atomic = "dec.u32";
    U.Operands = {Holds.From};
  } else {
    return std::nullopt;
  }
  for (const AtomicOperand &O : U.Operands)
    if (!isSettled(O))
      return std::nullopt;
  return U;
}

} // namespace

std::optional<WordUpdate> findUpdate(const LockedPath &Path) {
  assert(Path.Unlock != NoNode && "a lock that is never released");
  PathReader Reader(Path);
  return Reader.read() ? Reader.update() : std::nullopt;
}

} // namespace heddle::decompile
