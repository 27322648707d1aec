//===- Machine.h - The state of a launch that is judged ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_JUDGE_MACHINE_H
#define HEDDLE_LIB_JUDGE_MACHINE_H

#include "heddle/Judge/Judge.h"
#include "heddle/Model/ChipFloat.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <memory>
#include <vector>

namespace heddle::judge {

using ptx::Instruction;
using ptx::Operand;
using ptx::ScalarType;

/// A function with its instructions in one list.
struct Code {
  const ptx::Function *Of = nullptr;
  std::vector<const Instruction *> List;
  llvm::DenseMap<const ptx::Label *, size_t> Labels;
  llvm::DenseMap<const ptx::Label *, const ptx::TargetsDirective *> Targets;
};

/// Addresses of other spaces as generic ones: what global memory does not use.
enum Window : uint64_t {
  ParamWindow = 0xc0000000,
  ConstWindow = 0xd0000000,
  SharedWindow = 0xe0000000,
  LocalWindow = 0xf0000000,
  WindowBytes = 0x10000000,
};

/// A call in progress.
struct Frame {
  const Code *Of = nullptr;
  size_t PC = 0;
  /// Four for each register, for those that are vectors.
  std::vector<uint64_t> Registers;
  /// The same of each, or none where there is no doubt anywhere.
  std::vector<Doubt> Doubts;
  /// Where variables of .local and .param are in the thread's own memory.
  llvm::DenseMap<const ptx::Decl *, uint64_t> Places;
  /// The size of that memory before the call.
  size_t Mark = 0;
};

enum class ThreadState : uint8_t { Runs, AtBarrier, AtMeeting, Exited };

struct Thread {
  std::array<uint32_t, 3> Id = {0, 0, 0};
  unsigned Number = 0;
  ThreadState State = ThreadState::Runs;
  bool Carry = false;
  /// It asked whether others have come, and they have not: they run next.
  bool HasGivenUp = false;
  /// The barrier that it waits at.
  unsigned Barrier = 0;
  std::vector<Frame> Frames;
  /// .local and .param variables of all frames.
  std::vector<uint8_t> Local;

  /// The inputs of the instruction at hand, and what the thread's own memory
  /// has.
  Doubt OfSources = Doubt::None, OfLocal = Doubt::None;
  /// The greater addend of a sum, by element.
  std::array<double, 2> Addend = {0, 0};

  unsigned lane() const { return Number % 32; }
  Frame &frame() { return Frames.back(); }
  const Instruction &next() const {
    return *Frames.back().Of->List[Frames.back().PC];
  }
};

struct Barrier {
  unsigned Arrived = 0;
  /// The same of each warp.
  llvm::SmallDenseMap<unsigned, unsigned, 4> ArrivedOfWarp;
  /// 0: all threads of the CTA.
  unsigned Expected = 0;
  /// The result that .red has gathered so far.
  unsigned Votes = 0, Voters = 0;
};

struct Cta {
  std::array<uint32_t, 3> Id = {0, 0, 0};
  std::vector<Thread> Threads;
  std::vector<uint8_t> Shared;
  /// By offset over 4.
  llvm::DenseMap<uint64_t, Doubt> Doubts;
  std::array<Barrier, 16> Barriers;
  bool IsDone = false;
  /// Changes of mbarriers, and how many rounds in a row there was none and
  /// every thread gave up.
  uint64_t BarrierChanges = 0;
  unsigned IdleRounds = 0;
};

struct Conversion;
struct Format;
struct Packing;

class Machine {
public:
  explicit Machine(const Launch &What) : How(What) {}

  Outcome run();

private:
  // Machine.cpp
  const Code *codeOf(const ptx::Function *F);
  bool placeShared();
  std::unique_ptr<Cta> makeCta(uint64_t Number);
  void noteNames();
  void enter(Thread &T, const Code &C);
  bool runCta(Cta &C);
  /// Whether it stopped to let others run.
  bool runThread(Thread &T, unsigned Steps);
  bool runRound(Cta &C, bool &HasRun);
  unsigned missing(const Barrier &B) const;
  bool releaseBarriers();
  void refuse(const llvm::Twine &Why);
  void fault(const llvm::Twine &Why);
  bool isOver() const { return Result.Kind != Outcome::Done; }

  // Operands.cpp
  uint64_t &slot(Thread &T, const ptx::Register &R, int Component);
  uint64_t read(Thread &T, const Operand &O, ScalarType Type);
  uint64_t read(Thread &T, const Operand &O) { return read(T, O, O.Type); }
  uint64_t special(const Thread &T, const Operand &O);
  uint64_t addressOf(Thread &T, const ptx::Decl &D, bool IsGeneric);
  void write(Thread &T, const Operand &O, uint64_t Value, ScalarType Type);
  void writeResult(Thread &T, const Instruction &I, uint64_t Value,
                   ScalarType Type);
  /// A value of 128 bits, the low half first.
  using WideWord = std::array<uint64_t, 2>;
  WideWord readWide(Thread &T, const Operand &O);
  void writeWide(Thread &T, const Operand &O, const WideWord &Value);

  // Functions.cpp
  void noteFunctions();
  uint64_t addressOf(const ptx::Function &F);
  /// Null: there is none.
  const ptx::Function *functionAt(uint64_t Address) const;

  // Memory.cpp
  /// \p Align 0: all bytes.
  uint8_t *place(Thread &T, ptx::StateSpace Space, uint64_t Address,
                 unsigned Bytes, bool IsWrite, unsigned Align = 0);
  /// The address that an operand has in \p Space, or in what becomes of it.
  uint64_t addressIn(Thread &T, ptx::StateSpace &Space, const Operand &O);
  uint8_t *operandPlace(Thread &T, const Instruction &I, const Operand &O,
                        unsigned Bytes, bool IsWrite);
  uint8_t *placeIn(Thread &T, ptx::StateSpace Space, const Operand &O,
                   unsigned Bytes, bool IsWrite, unsigned Align = 0);
  void load(Thread &T, const Instruction &I);
  void store(Thread &T, const Instruction &I);
  void atomic(Thread &T, const Instruction &I);
  void wideAtomic(Thread &T, const Instruction &I);
  void move(Thread &T, const Instruction &I);
  void convertAddress(Thread &T, const Instruction &I);

  // Async.cpp
  void copyAsync(Thread &T, const Instruction &I);
  void barrierWord(Thread &T, const Instruction &I);

  // Bulk.cpp
  bool isInCta(const Instruction &I);
  void completeBytes(Thread &T, const Operand &Barrier, uint64_t Bytes);
  void bulkCopy(Thread &T, const Instruction &I);
  void bulkReduce(Thread &T, const Instruction &I);
  void tensorCopy(Thread &T, const Instruction &I);

  // Doubts.cpp
  /// The result of the instruction at hand has the doubt \p Of.
  void raise(Doubt Of);
  /// The result is an approximation.
  void approximate();
  void startDoubts(Thread &T, const Instruction &I);
  void endDoubts(Thread &T, const Instruction &I);
  /// The memory at \p Address is read or written.
  void touch(Thread &T, ptx::StateSpace Space, uint64_t Address, unsigned Bytes,
             bool IsWrite);
  Doubt doubtOf(Thread &T, const Operand &O);
  void setDoubts(Thread &T, const Operand &O, Doubt Of);
  void weighAddends(Thread &T, const Instruction &I);
  bool isNear(Thread &T, const Instruction &I);
  Doubt resultDoubt(Thread &T, const Instruction &I, Doubt Of);

  // Control.cpp
  /// False: the thread does not go on to the next instruction.
  bool control(Thread &T, const Instruction &I, bool &IsControl);
  void arrive(Thread &T, const Instruction &I);

  // Calls.cpp
  void call(Thread &T, const Instruction &I);
  void leave(Thread &T);

  // Meetings.cpp
  bool meet();
  bool meetIn(llvm::MutableArrayRef<Thread> Warp);
  void meetAt(llvm::ArrayRef<Thread *> Members, const Instruction &I);
  void exchange(llvm::ArrayRef<Thread *> Members, const Instruction &I);
  uint64_t reduce(llvm::ArrayRef<uint64_t> V, const Instruction &I);

  // Matrix.cpp
  std::vector<uint64_t> registersOf(Thread &T, const Operand &O, unsigned Bits);
  void writeRegisters(Thread &T, const Operand &O,
                      llvm::ArrayRef<uint64_t> From, unsigned Bits);
  void multiply(llvm::ArrayRef<Thread *> Members, const Instruction &I);
  void moveMatrices(llvm::ArrayRef<Thread *> Members, const Instruction &I);
  void moveFragment(Thread &T, const Instruction &I);

  // Wgmma.cpp
  void multiplyShared(llvm::ArrayRef<Thread *> Members, const Instruction &I);

  // Compute.cpp
  void execute(Thread &T, const Instruction &I);

  // Integers.cpp, Bits.cpp
  void integer(Thread &T, const Instruction &I);
  void halves(Thread &T, const Instruction &I);
  void dot(Thread &T, const Instruction &I);
  void bits(Thread &T, const Instruction &I);
  void logic(Thread &T, const Instruction &I);

  // Video.cpp
  uint64_t videoWord(Thread &T, const Operand &O);
  void video(Thread &T, const Instruction &I);
  void videoMad(Thread &T, const Instruction &I);
  void videoLanes(Thread &T, const Instruction &I);

  // Compare.cpp
  void compare(Thread &T, const Instruction &I);
  void choose(Thread &T, const Instruction &I);

  // Convert.cpp, ConvertPacked.cpp
  void convert(Thread &T, const Instruction &I);
  void convertPair(Thread &T, const Instruction &I);
  void packIntegers(Thread &T, const Instruction &I);

  // Float.cpp
  void real(Thread &T, const Instruction &I);
  void testProperty(Thread &T, const Instruction &I);
  uint64_t single(const Instruction &I, const std::array<uint64_t, 3> &V);
  uint64_t rootOrQuotient(const Instruction &I, float A, float B);
  uint64_t singleOfChip(const Instruction &I, llvm::ArrayRef<uint64_t> V);
  uint64_t twice(const Instruction &I, llvm::ArrayRef<uint64_t> V);
  uint64_t function(const Instruction &I, uint32_t V);

  // Narrow.cpp
  /// None: the judge does not know the instruction.
  std::optional<uint64_t> element(const Instruction &I, const Format &F,
                                  std::array<uint64_t, 3> V);
  void mixed(Thread &T, const Instruction &I);
  void packed(Thread &T, const Instruction &I, const Packing &P);

  const Launch &How;
  Outcome Result;
  const Instruction *Current = nullptr;
  llvm::DenseMap<const ptx::Function *, std::unique_ptr<Code>> Codes;
  llvm::DenseMap<const ptx::Decl *, uint64_t> SharedPlaces;
  std::map<uint64_t, const ptx::Function *> FunctionsAt;
  /// Names that several variables have, in functions or outside of them; the
  /// loader has a name of its own for each.
  llvm::StringSet<> SharedNames;
  uint64_t SharedBytes = 0;
  Cta *Now = nullptr;
  /// There is a doubt somewhere; nothing is kept of them before.
  bool HasDoubts = false;
  /// The doubts of what the instruction at hand computes or loads.
  Doubt Raised = Doubt::None;
  /// Words that it writes; null: of the thread's own memory.
  struct WrittenWords {
    llvm::DenseMap<uint64_t, Doubt> *Of;
    uint64_t First, Last;
    /// Nothing is left of what was there.
    bool IsAll;
  };
  llvm::SmallVector<WrittenWords, 4> Written;
};

/// The low \p Bits bits.
inline uint64_t low(uint64_t V, unsigned Bits) {
  return Bits >= 64 ? V : V & ((uint64_t(1) << Bits) - 1);
}
inline int64_t extended(uint64_t V, unsigned Bits) {
  return Bits >= 64 ? int64_t(V) : int64_t(V << (64 - Bits)) >> (64 - Bits);
}

/// From one arithmetic type to another, as cvt does.
struct Conversion {
  ScalarType To, From;
  /// ModNone, or a mode of either rounding.
  ptx::Modifier Mode = ptx::ModNone;
  bool Saturates = false, Flushes = false, HasIeee = false;
  bool HasRelu = false, StaysFinite = false;
};
Conversion conversionOf(const Instruction &I, bool HasIeee);
/// None: the judge does not know the types.
std::optional<uint64_t> converted(const Conversion &How, uint64_t V);

bool compares(ptx::Modifier Op, ScalarType Type, uint64_t A, uint64_t B,
              bool Flushes);
/// A denormal is a zero of its sign.
uint32_t flushed(uint32_t V);
/// The word that an atomic operation leaves; none: the judge does not know it.
std::optional<uint64_t> updated(const Instruction &I, uint64_t Old, uint64_t B,
                                uint64_t C, bool HasIeee, bool IsGlobal);
model::Rounding roundingOf(const Instruction &I);
/// Operations of whole warps, without a mask of members.
bool isWarpWide(ptx::Opcode Op);

} // namespace heddle::judge

#endif // HEDDLE_LIB_JUDGE_MACHINE_H
