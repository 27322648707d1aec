//===- Program.h - What the generator makes ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A random kernel as a tree of statements. It is a value: the reducer copies
/// it, cuts something off and looks whether the failure is still there. Every
/// tree the generator makes stays legal when statements are deleted or replaced
/// by their bodies.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_PROGRAM_H
#define HEDDLE_FUZZ_RANDOM_PROGRAM_H

#include "Images.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::ptxrandom {

struct Operation;

enum class StmtKind : uint8_t {
  /// Results = Op(Sources).
  Instruction,
  /// Instructions joined by the carry flag, in Bodies[0].
  Chain,
  /// A load or store as Mem says.
  Memory,
  /// Results or Sources are moved between registers and what the pointer in
  /// slot Number points to, as Mem says.
  PointerAccess,
  /// Pointers are stored from slot Number on.
  PointerStore,
  /// An atomic operation on global memory, by row Number of AtomicForms.
  Atomic,
  /// Results = function Number (Sources).
  Call,
  /// The same of the functions on arrays: Sources are the words of the
  /// arguments, Results the first words of the result. Trips calls one after
  /// another. IsVariant: the first argument is the result, too.
  ArrayCall,
  /// Bodies[0] if the guard holds, else Bodies[1].
  If,
  /// Bodies[0] again and again while the guard holds at its end.
  Loop,
  /// The case whose number Sources[0] & 7 has, and on to the next ones where
  /// FallsThrough says so.
  Switch,
  /// Bodies[0]; Leave may end it early.
  Region,
  /// Blocks with branches between them as Nodes says, from the first on.
  Graph,
  /// On to behind the statement labelled Number, or, of a loop, to the end of
  /// its body.
  Leave,
  /// End of the thread or the function.
  Return,
  /// All threads: own value to shared memory, barrier, the value of the thread
  /// Number further on.
  Exchange,
  /// All threads add to one shared word that starts as Number, and read the
  /// sum.
  SharedSum,
  /// Over the warp: Number 0 all, 1 any, 2 uni.
  Vote,
  Barrier,
  /// An access to an image, as Image says; Results or Sources are what moves.
  ImageAccess,
  /// By the lanes of a warp that came into the WarpBlock around, or by all: row
  /// Number of WarpForms.
  WarpOperation,
  /// Of each warp the lanes for which the guard holds run Bodies[0], the others
  /// Bodies[1]. With Trips Bodies[0] again and again, at most so often, by the
  /// lanes for which the guard held each time.
  WarpBlock,
};

/// Input is global memory that nobody writes, common to all threads. Of Global
/// and Shared each thread has a part. Numbers are initialized with f64 under
/// map_f64_to_f32, and nobody writes them.
enum class Space : uint8_t {
  Global,
  Input,
  Shared,
  Local,
  Const,
  ConstNumbers,
  GlobalNumbers,
};
inline constexpr unsigned NumSpaces = 7;

/// Element Index & (Count - 1) of a table of Count vectors.
struct Access {
  Space Where = Space::Shared;
  bool IsStore = false;
  /// The suffix: "u8", "s16", "f32".
  std::string Type;
  unsigned Bytes = 4;
  bool IsSigned = false;
  unsigned Lanes = 1;
  unsigned Count = 1;
  bool HasIndex = false;
  Reg Index;
  /// Bytes added by the instruction itself.
  unsigned Offset = 0;
  /// By a generic address.
  bool IsGeneric = false;
};

/// How pointers are moved from and to .local memory.
enum class SlotAccess : uint8_t {
  /// ld.local.u64 of a known address.
  Whole,
  /// Two words, as .v2.u32, that are split and joined.
  Words,
  /// Two as .v2.u64, when the first slot is even.
  Pair,
  /// By the slot's generic address.
  Generic,
  /// An address that additions make.
  Computed,
};

/// What a pointer is made of: 16 bytes of an array in a space, or, if From is
/// not negative, the pointer in that slot.
struct PointerSource {
  Access Element;
  int From = -1;
};

/// How a block of a graph ends: to Taken if the test holds, else to Otherwise.
/// The number of blocks stands for the end of the graph.
struct GraphNode {
  enum TestKind : uint8_t {
    /// Never holds.
    None,
    /// Condition.
    Predicate,
    /// The kernel's parameter is above Number.
    Parameter,
    /// (The count of turns + the parameter) & 3 is below Number.
    Turns,
  } Test = None;
  Guard Condition;
  unsigned Number = 0;
  unsigned Taken = 0, Otherwise = 0;
};

struct Stmt;
using Block = std::vector<Stmt>;

struct Stmt {
  StmtKind Kind = StmtKind::Barrier;
  Guard Condition;
  const Operation *Op = nullptr;
  std::vector<Reg> Results;
  std::vector<Operand> Sources;
  Access Mem;
  /// PointerStore: one, or two for a pair.
  std::vector<PointerSource> Pointers;
  struct ImageAccess Image;
  SlotAccess Slots = SlotAccess::Whole;
  unsigned Number = 0;
  /// What a Leave can name; 0: nothing.
  unsigned Label = 0;
  /// Leave: to the end of the loop's body. Return: by a branch to the common
  /// end. Switch: compares as a tree. If: the sides in the other order. Atomic:
  /// on a word of the thread's own, in Mem.Where. Call: by an address from a
  /// table.
  bool IsVariant = false;
  /// If: the condition is that the kernel's parameter is above Number. Loop:
  /// runs (the parameter & 3) + 1 times.
  bool IsUniform = false;
  /// Loop: runs at most so often by a counter of its own; 0: until the fuel of
  /// the thread is used up.
  unsigned Trips = 0;
  /// Loop: the guard at the end is not there; only Leave ends it, or the count.
  bool IsEndless = false;
  /// Loop: when SideEntry holds the first round begins here in the body.
  Guard SideEntry;
  unsigned EntryIndex = 0;
  /// Graph: one for each body. Trips bounds the turns: a block that an edge
  /// goes back to counts, and ends the graph when there were so many.
  std::vector<GraphNode> Nodes;
  /// Switch, a case each.
  std::vector<bool> FallsThrough;
  std::vector<Block> Bodies;
};

/// What a function passes: its first registers of these classes.
struct Function {
  std::vector<RegClass> Parameters, Results;
  Block Body;
};

/// A function that takes arrays by value and returns one.
struct ArrayFunction {
  /// Result[To…] = Argument[From…] + Addend
  struct Piece {
    unsigned Bytes = 4, Argument = 0, From = 0, To = 0;
    uint32_t Addend = 0;
    /// The argument is read through a register with its address.
    bool IsIndirect = false;
  };

  /// Bytes, multiples of 8.
  std::vector<unsigned> Arguments;
  unsigned Result = 8;
  unsigned Align = 8;
  std::vector<Piece> Pieces;
  /// What the result holds elsewhere, a byte again and again; written first or
  /// last.
  uint8_t Fill = 0;
  bool FillsFirst = false;

  /// The bytes of the result.
  std::vector<uint8_t>
  evaluate(const std::vector<std::vector<uint8_t>> &Values) const;
  /// Marks the bytes of the result that a piece writes.
  std::vector<bool> written() const;
};

struct Program {
  uint64_t Seed = 0;
  /// "g80" …
  std::string Chip;
  /// PTX 4.2 with 64-bit addresses instead of 1.4.
  bool IsModern = false;
  /// PTX 9.0 for tx1 instead of 4.2.
  bool IsExtended = false;
  /// Pointers of 64 bits; always where IsModern.
  bool HasLongPointers = false;
  /// .target sm_1x, map_f64_to_f32.
  bool MapsDoubles = false;
  unsigned Threads = 64, Blocks = 1;
  /// Registers are loaded at start and stored at the end as vectors, by fewer
  /// instructions.
  bool MovesVectors = false;
  /// Registers that are not loaded are zero at start by instructions, and not
  /// because this SM starts with zeros.
  bool ClearsRegisters = false;
  /// 0: no limit.
  unsigned MaxRegisters = 0;
  /// Registers of each class.
  std::array<unsigned, NumClasses> Count = {};
  /// Called only by later ones and by the kernel.
  std::vector<Function> Functions;
  std::vector<ArrayFunction> ArrayFunctions;
  std::vector<ProgramImage> Images;
  /// .target texmode_independent: fetches name samplers.
  bool HasSamplers = false;
  Block Body;
  /// Registers stored at the end.
  std::vector<Reg> Outputs;
  /// The uniform parameter.
  uint32_t N = 0;
};

/// Atomic forms on global memory.
struct AtomicForm {
  const char *Op;
  const char *Type;
  RegClass Class;
  unsigned Sources;
  /// Lowest chip as an index into abi::chips().
  unsigned Chip;
  uint64_t (*Apply)(uint64_t Old, const uint64_t *Sources);
  /// The order of several makes no difference: may act on a word of all
  /// threads, as red.
  bool IsShared;
  /// Of floats, instead of Apply: the names of the operations that give what is
  /// left in global and in shared memory.
  const char *GlobalRow = nullptr, *SharedRow = nullptr;
};
extern const AtomicForm AtomicForms[];
/// The first ones are those of the silicon.
extern const unsigned NumAtomicForms, NumSiliconAtomicForms;

/// What the members of a warp give to an operation, by lanes.
struct WarpValues {
  uint32_t Members = 0;
  uint64_t Values[32] = {}, Second[32] = {};
  /// Of a shuffle: the clamp and the mask of the segments.
  uint64_t Control = 0;
};

struct WarpResult {
  uint64_t Value = 0;
  bool Truth = false;
};

/// Operations over the lanes of a warp.
struct WarpForm {
  const char *Name;
  /// The results: a word and whether there is such a lane, a predicate, a word,
  /// a word and a predicate, nothing.
  enum KindType : uint8_t { Shuffle, Vote, Lanes, LanesAndTruth, Meeting } Kind;
  RegClass Source;
  WarpResult (*Evaluate)(const WarpValues &Values, unsigned Lane);
};
extern const WarpForm WarpForms[];
extern const unsigned NumWarpForms;

/// Where things are in the buffers. Bytes of a thread in the input and in the
/// output buffer: registers, then words that only this thread touches.
inline constexpr unsigned ThreadBytes = 320;
inline constexpr unsigned OwnOffset = 256, OwnBytes = 64;
/// The word of atomic operations in the thread's part, global and shared.
inline constexpr unsigned AtomicOffset = 48, SharedAtomicOffset = 24;
/// Of a thread's part of .shared, of .local, and of the .const table.
inline constexpr unsigned SharedBytes = 32, LocalBytes = 64, ConstBytes = 256;
/// Registers that nothing writes: the thread's index and the parameter.
inline constexpr Reg ThreadIndex{RegClass::B32, 14},
    Parameter{RegClass::B32, 15};
/// f64 in each of the tables of numbers, and their bytes.
inline constexpr unsigned NumNumbers = 4, NumberBytes = 8;
/// Places for pointers in .local. Each keeps its space, as does each pair, so
/// that it can be told where paths meet, but for the last two: they are read
/// only behind a store.
inline constexpr unsigned NumSlots = 8, FirstScratchSlot = 6, SlotBytes = 8;
inline constexpr Space SlotSpaces[FirstScratchSlot] = {
    Space::Global, Space::Input, Space::Shared,
    Space::Shared, Space::Local, Space::Local};
/// Bytes that may be accessed from a pointer on.
inline constexpr unsigned ElementBytes = 16;
/// Rounds of loops without a count of their own, by the kernel and by a call.
inline constexpr unsigned KernelFuel = 40, FunctionFuel = 8;

/// Offset of \p R in a thread's part of the buffers.
unsigned registerOffset(Reg R);

/// Byte \p I of the .const table.
uint8_t constByte(const Program &P, unsigned I);

/// Bytes of \p Where that a thread may access.
unsigned spaceBytes(Space Where);

/// Bits of f64 number \p I of ConstNumbers or GlobalNumbers.
uint64_t numberBits(const Program &P, Space Where, unsigned I);

/// Contents of the input buffer: registers at start, then random words.
std::vector<uint8_t> inputBytes(const Program &P);

/// Of image \p Number: an own one is as large as the output buffer.
texture::TextureLayout layoutOf(const Program &P, size_t Number);

/// Contents of image \p Number, which is not an own one.
std::vector<uint8_t> imageBytes(const Program &P, size_t Number);

/// Contents of the buffer of common atomic words, 8 bytes a form.
std::vector<uint8_t> commonBytes(const Program &P);

/// True when an edge of graph \p S leads to block \p I from itself or a later
/// one.
bool isTurn(const Stmt &S, unsigned I);

/// Statements in \p B and below.
unsigned countStatements(const Block &B);

/// True when every thread of the CTA must come to \p S: it holds a barrier or a
/// vote.
bool isCollective(const Stmt &S);

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_PROGRAM_H
