//===- HeddleOps.td - What LLVM has no intrinsic for -------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVVM IR uses llvm.nvvm.* where LLVM has such an intrinsic. The rest are calls
// to the functions listed here, whose names start with "heddle.". The lifter
// declares them, passes and the code generator look them up. One record says
// everything: name, types, attributes, what the chip needs, how lanes differ and
// what is selected. From it come HeddleOps.h and, in the back end, the nodes,
// their lowering, legality and uniformity, and the patterns of one instruction.
//
//===----------------------------------------------------------------------===//

include "heddle/ABI/Features.td"

/// What a parameter or a result is. \p value: a bit pattern without 0.
class HeddleType<int value, string ir, list<string> result,
                 list<string> operand = result> {
  int Value = value;
  /// LLVM's name of the type in IR.
  string IR = ir;
  /// Value types of the results, or of the operands, that a node has for it.
  list<string> AsResult = result;
  list<string> AsOperand = operand;
}
def ValI32 : HeddleType<1, "i32", ["i32"]>;
def ValF32 : HeddleType<2, "float", ["f32"]>;
/// A constant.
def ValImm : HeddleType<3, "i32", [], ["i32"]>;
/// 0 or -1, which is a condition in $c to the chip; an operand has the code that
/// $c is tested with in front.
def ValCond : HeddleType<4, "i32", ["untyped"], ["i32", "untyped"]>;

/// What a call may touch.
class HeddleEffect;
/// Nothing: a function of its operands, free to be moved, merged and dropped.
def Pure : HeddleEffect;
/// State of the machine that no load sees: kept, and kept in order.
def Machine : HeddleEffect;
/// Everything: stores before it have happened when it runs, and it may not
/// return.
def Everything : HeddleEffect;

/// What becomes of a call in selection.
class HeddleSelection;
/// It has a node of its own.
def Node : HeddleSelection;
/// Nothing: it has done its work by then.
def Dropped : HeddleSelection;
/// A pass has replaced it; a call that is still there is refused.
def Replaced : HeddleSelection;

class HeddleOp<string name, list<HeddleType> results, list<HeddleType> params,
               HeddleEffect effect = Pure, bit convergent = 0> {
  /// The name of the function, without "heddle.".
  string Name = name;
  /// Two results are the low and the high word of an i64.
  list<HeddleType> Results = results;
  list<HeddleType> Params = params;
  HeddleEffect Effect = effect;
  /// Whether the instruction itself loads or stores.
  bit Loads = 0;
  bit Stores = 0;
  /// Lanes of a warp meet here.
  bit Convergent = convergent;
  /// Whether lanes may get different results from equal operands.
  bit Divergent = 0;
  /// What a chip must have to run it: at most one feature.
  list<Feature> Needs = [];
  HeddleSelection Selection = Replaced;
  /// The instruction that the node becomes; empty where patterns say it.
  string Instruction = "";
  /// What follows its operands.
  list<int> Modifiers = [];
  /// Whether the first two operands may change places.
  bit Commutative = 0;
}

/// Mixed into an operation that is one machine instruction, whose operands are
/// the parameters and then \p modifiers.
class Is<string instruction, list<int> modifiers = []> {
  HeddleSelection Selection = Node;
  string Instruction = instruction;
  list<int> Modifiers = modifiers;
}
/// Mixed into an operation with patterns of its own in TeslaPatterns.td.
class HasPatterns {
  HeddleSelection Selection = Node;
}

defset list<HeddleOp> HeddleOps = {

// f32 arithmetic of the chip. Source: tesla-isa.md 5.2.
/// a*b truncated to 24 significant bits, plus c, rounded to nearest even.
def MadF32 : HeddleOp<"mad.f32", [ValF32], [ValF32, ValF32, ValF32]>,
             Is<"FMAD_rrr">;
/// The negation, denormals flushed to zero and NaN made canonical.
def NegF32 : HeddleOp<"neg.f32", [ValF32], [ValF32]>, Is<"CVT_F32_F32_r", [1]>;

// Bits 16..47 of the product of the low 24 bits. llvm.nvvm.mul24 has the low
// part alone.
let Commutative = 1 in {
  def Mul24HiS32 : HeddleOp<"mul24.hi.s32", [ValI32], [ValI32, ValI32]>,
                   Is<"MULHI_S24_rr">;
  def Mul24HiU32 : HeddleOp<"mul24.hi.u32", [ValI32], [ValI32, ValI32]>,
                   Is<"MULHI_U24_rr">;
}

// A predicate, 0 or not 0, of each active lane to 0 or -1 in all of them.
let Needs = [Votes] in {
  def VoteAll : HeddleOp<"vote.all", [ValCond], [ValCond], Machine, 1>,
                HasPatterns;
  def VoteAny : HeddleOp<"vote.any", [ValCond], [ValCond], Machine, 1>,
                HasPatterns;
}

// Half precision in the low 16 bits of a word; NVVM rounds to nearest only.
def F2hRn : HeddleOp<"f2h.rn", [ValI32], [ValF32]>, HasPatterns;
def F2hRm : HeddleOp<"f2h.rm", [ValI32], [ValF32]>, HasPatterns;
def F2hRp : HeddleOp<"f2h.rp", [ValI32], [ValF32]>, HasPatterns;
def F2hRz : HeddleOp<"f2h.rz", [ValI32], [ValF32]>, HasPatterns;
def H2f : HeddleOp<"h2f", [ValF32], [ValI32]>, HasPatterns;

// Shared memory: loads the word at an address and tries to lock it. The result's
// low word is the value, its high word -1 where the lane got the lock, else 0.
// The lane that has the lock stores and unlocks; the others try again. Who gets
// a lock is up to the memory.
let Needs = [SharedLocks] in {
  let Divergent = 1, Loads = 1 in
  def LdsLock : HeddleOp<"lds.lock", [ValI32, ValCond], [ValI32], Everything, 1>,
                HasPatterns;
  let Stores = 1 in
  def StsUnlock : HeddleOp<"sts.unlock", [], [ValI32, ValI32], Everything, 1>,
                  HasPatterns;
}

/// Nothing. That lanes meet here keeps the optimizer from leading some around.
def Meet : HeddleOp<"meet", [], [], Machine, 1> { let Selection = Dropped; }

/// Ends the thread inside a device function. Gone after inlining.
def Exit : HeddleOp<"exit", [], [], Everything, 1>;

/// Kills the grid. It returns as far as LLVM knows, or LLVM would delete what
/// follows, and what leads to it.
def Trap : HeddleOp<"trap", [], [], Everything, 1>, Is<"TRAP">;
let Needs = [Breakpoints] in
def Brkpt : HeddleOp<"brkpt", [], [], Everything, 1>, Is<"BRKPT">;
/// Counts a performance monitor event, 0..15.
def Pmevent : HeddleOp<"pmevent", [], [ValImm], Machine>, Is<"PMEVENT">;
}
