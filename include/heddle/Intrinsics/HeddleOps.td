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
// everything: name, types, attributes. Results vary over the lanes of a warp only
// as operands do.
//
//===----------------------------------------------------------------------===//

include "llvm/TableGen/SearchableTable.td"

/// What a call may touch.
class HeddleEffect;
/// Nothing: a function of its operands, free to be moved, merged and dropped.
def Pure : HeddleEffect;
/// State of the machine that no load sees: kept, and kept in order.
def Machine : HeddleEffect;
/// Everything: stores before it have happened when it runs, and it may not
/// return.
def Everything : HeddleEffect;

class HeddleOp<string name, string result, string params,
               HeddleEffect effect = Pure, bit convergent = 0> {
  /// The name of the function, without "heddle.".
  string Name = name;
  /// LLVM types: void, i1, i32, i64, float.
  string Result = result;
  /// The same, separated by commas.
  string Params = params;
  HeddleEffect Effect = effect;
  /// Lanes of a warp meet here.
  bit Convergent = convergent;
}

// f32 arithmetic of the chip. Source: tesla-isa.md 5.2.
/// a*b truncated to 24 significant bits, plus c, rounded to nearest even.
def MadF32 : HeddleOp<"mad.f32", "float", "float,float,float">;
/// The negation, denormals flushed to zero and NaN made canonical.
def NegF32 : HeddleOp<"neg.f32", "float", "float">;

// Bits 16..47 of the product of the low 24 bits. llvm.nvvm.mul24 has the low
// part alone.
def Mul24HiS32 : HeddleOp<"mul24.hi.s32", "i32", "i32,i32">;
def Mul24HiU32 : HeddleOp<"mul24.hi.u32", "i32", "i32,i32">;

// A predicate, 0 or not 0, of each active lane to 0 or -1 in all of them.
def VoteAll : HeddleOp<"vote.all", "i32", "i32", Machine, 1>;
def VoteAny : HeddleOp<"vote.any", "i32", "i32", Machine, 1>;

// Half precision in the low 16 bits of a word; NVVM rounds to nearest only.
def F2hRn : HeddleOp<"f2h.rn", "i32", "float">;
def F2hRm : HeddleOp<"f2h.rm", "i32", "float">;
def F2hRp : HeddleOp<"f2h.rp", "i32", "float">;
def F2hRz : HeddleOp<"f2h.rz", "i32", "float">;
def H2f : HeddleOp<"h2f", "float", "i32">;

// Shared memory: loads the word at an address and tries to lock it. The result's
// low word is the value, its high word -1 where the lane got the lock, else 0.
// The lane that has the lock stores and unlocks; the others try again.
def LdsLock : HeddleOp<"lds.lock", "i64", "i32", Everything, 1>;
def StsUnlock : HeddleOp<"sts.unlock", "void", "i32,i32", Everything, 1>;

/// Nothing. That lanes meet here keeps the optimizer from leading some around.
def Meet : HeddleOp<"meet", "void", "", Machine, 1>;

/// Ends the thread inside a device function. Gone after inlining.
def Exit : HeddleOp<"exit", "void", "", Everything, 1>;

/// Kills the grid. It returns as far as LLVM knows, or LLVM would delete what
/// follows, and what leads to it.
def Trap : HeddleOp<"trap", "void", "", Everything, 1>;
def Brkpt : HeddleOp<"brkpt", "void", "", Everything, 1>;
/// Counts a performance monitor event, 0..15.
def Pmevent : HeddleOp<"pmevent", "void", "i32", Machine>;

def HeddleEffect : GenericEnum {
  let FilterClass = "HeddleEffect";
}

def HeddleOpEnum : GenericEnum {
  let FilterClass = "HeddleOp";
}

// Rows come in the order of the enumerators: both are sorted by record name.
def HeddleOpTable : GenericTable {
  let FilterClass = "HeddleOp";
  let CppTypeName = "HeddleOpInfo";
  let Fields = ["Name", "Result", "Params", "Effect", "Convergent"];
  string TypeOf_Effect = "HeddleEffect";
}

def lookupHeddleOp : SearchIndex {
  let Table = HeddleOpTable;
  let Key = ["Name"];
}
