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

/// The type of a parameter or a result. \p value: a bit pattern without 0.
class HeddleType<int value, string ir, list<string> result,
                 list<string> operand = result> {
  int Value = value;
  /// LLVM's name of the type in IR.
  string IR = ir;
  /// Value types of the results, or of the operands, that a node has for it.
  list<string> AsResult = result;
  list<string> AsOperand = operand;
  /// The largest constant; 0 for what need not be a constant.
  int MaxImmediate = 0;
}
/// A constant from 0 to \p max.
class HeddleImmediate<int value, int max>
    : HeddleType<value, "i32", [], ["i32"]> {
  let MaxImmediate = max;
}

defset list<HeddleType> HeddleTypes = {

def ValI32 : HeddleType<1, "i32", ["i32"]>;
def ValF32 : HeddleType<2, "float", ["f32"]>;
def ValImm4 : HeddleImmediate<3, 15>;
def ValImm8 : HeddleImmediate<6, 255>;
/// 0 or -1, which is a condition in $c to the chip; an operand has the code that
/// $c is tested with in front.
def ValCond : HeddleType<4, "i32", ["untyped"], ["i32", "untyped"]>;

/// A line or a column of the PTX.
def ValPlace : HeddleImmediate<7, 0x7fffffff>;

/// A node has one only where the chip has them.
def ValI64 : HeddleType<5, "i64", ["i64"]>;

/// Four words that stand in registers in a row.
def ValQuad : HeddleType<8, "<4 x i32>", !listsplat("i32", 4)>;
/// An ImageAccess, or the number of a matrix form or move.
def ValImm9 : HeddleImmediate<9, 511>;

} // defset HeddleTypes

/// The effect of a call on memory and the machine.
class HeddleEffect;
/// Nothing: a function of its operands, free to be moved, merged and dropped.
def Pure : HeddleEffect;
/// State of the machine that no load sees: kept, and kept in order.
def Machine : HeddleEffect;
/// Memory, of which it reads what it likes.
def Reads : HeddleEffect;
/// Everything: stores before it have happened when it runs, and it may not
/// return.
def Everything : HeddleEffect;

/// The way in which selection handles a call.
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
  /// The features that a chip needs to run it: at most one.
  list<Feature> Needs = [];
  HeddleSelection Selection = Replaced;
  /// The instruction that the node becomes; empty where patterns say it.
  string Instruction = "";
  /// Modifiers of the machine instruction that follow its operands.
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

/// Reduces the words of the lanes that a mask names.
class ReduxOp<string name, HeddleType type>
    : HeddleOp<"redux."#name, [type], [type, ValI32], Machine, 1>,
      Is<"REDUX_"#!toupper(!subst(".", "_", name))>;

/// A word made of \p params words.
class WordOp<string name, int params>
    : HeddleOp<name, [ValI32], !listsplat(ValI32, params)>;

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

/// The difference of a and b without its sign, plus c. (a, b, c)
def SadU32 : HeddleOp<"sad.u32", [ValI32], [ValI32, ValI32, ValI32]>,
             Is<"SAD_U32_rrr">;
def SadS32 : HeddleOp<"sad.s32", [ValI32], [ValI32, ValI32, ValI32]>,
             Is<"SAD_S32_rrr">;

// A predicate, 0 or not 0, of each active lane to 0 or -1 in all of them.
let Needs = [Votes] in {
  def VoteAll : HeddleOp<"vote.all", [ValCond], [ValCond], Machine, 1>,
                HasPatterns;
  def VoteAny : HeddleOp<"vote.any", [ValCond], [ValCond], Machine, 1>,
                HasPatterns;
}

// f32 by IEEE 754: the sources, then the rounding (0 nearest, 1 down, 2 up, 3
// towards zero), whether denormals are flushed, and whether the result is
// clamped to [0, 1], where NaN is 0.
class IeeeOp<string name, int sources, string instruction>
    : HeddleOp<name, [ValF32],
               !listconcat(!listsplat(ValF32, sources),
                           [ValImm4, ValImm4, ValImm4])>,
      Is<instruction> {
  let Needs = [IeeeFloat];
}
let Commutative = 1 in {
  def IeeeAdd : IeeeOp<"add.ieee.f32", 2, "IADD_F32_rr">;
  def IeeeMul : IeeeOp<"mul.ieee.f32", 2, "IMUL_F32_rr">;
}
def IeeeFma : IeeeOp<"fma.ieee.f32", 3, "IFMA_F32_rrr">;
let Needs = [IeeeFloat] in {
  // The sources, then rounding and flushing.
  def IeeeDiv : HeddleOp<"div.ieee.f32", [ValF32],
                         [ValF32, ValF32, ValImm4, ValImm4]>, Is<"IDIV_F32_rr">;
  foreach name = ["Rcp", "Sqrt"] in
    def Ieee#name : HeddleOp<!tolower(name)#".ieee.f32", [ValF32],
                             [ValF32, ValImm4, ValImm4]>,
                    Is<"I"#!toupper(name)#"_F32_r">;
  // Approximations, within what PTX allows. The source, then flushing.
  foreach name = ["Rsqrt", "Sin", "Cos", "Lg2", "Ex2", "Tanh"] in
    def Ieee#name : HeddleOp<!tolower(name)#".ieee.f32", [ValF32],
                             [ValF32, ValImm4]>,
                    Is<"I"#!toupper(name)#"_F32_r">;
  /// A denormal as the zero of its sign. NaN is made canonical.
  def FlushF32 : HeddleOp<"flush.f32", [ValF32], [ValF32]>, HasPatterns;
}

// The smaller or the larger, -0 being less than 0. nan: NaN if a source is one,
// else the other source. xorsign: of the magnitudes, with the product of the
// signs. The last parameter says whether denormals are flushed. Of f32, and of
// halves of a word, below.
class MinMaxOp<string id, string name, string suffix> {
  string Id = id;
  string Name = name;
  string Suffix = suffix;
}
defvar MinMaxOps = [MinMaxOp<"", "", "">, MinMaxOp<"Nan", "nan.", "_NAN">,
                    MinMaxOp<"Xorsign", "xorsign.", "_XOR">,
                    MinMaxOp<"NanXorsign", "nan.xorsign.", "_NANXOR">];
let Needs = [IeeeFloat], Commutative = 1 in
foreach op = ["Min", "Max"] in
  foreach v = MinMaxOps in
    def Ieee#op#v.Id : HeddleOp<!tolower(op)#"."#v.Name#"ieee.f32", [ValF32],
                                [ValF32, ValF32, ValImm4]>,
                       Is<"I"#!toupper(op)#v.Suffix#"_F32_rr">;

// f16 and bf16, in the low half of a word, and pairs of them in both. Results of
// one half are zero-extended. The sources, then flushing and saturation; of set,
// the condition, which is a subset of less, equal, greater and unordered, and
// flushing. set gives all ones in halves, or in the word where there is one.
class HalfOp<string id, string t, int sources, list<HeddleType> modifiers,
             string operation, string suffix>
    : HeddleOp<operation#t, [ValI32],
               !listconcat(!listsplat(ValI32, sources), modifiers)>,
      Is<"H"#id#"_"#!toupper(t)#suffix> {
  let Needs = [HalfArithmetic];
}
foreach t = ["F16", "F16x2", "BF16", "BF16x2"] in {
  defvar Name = !tolower(t);
  let Commutative = 1 in {
    foreach op = ["Add", "Mul"] in
      def Half#op#t : HalfOp<!toupper(op), Name, 2, [ValImm4, ValImm4],
                             !tolower(op)#".", "_rr">;
    foreach op = ["Min", "Max"] in
      foreach v = MinMaxOps in
        def Half#op#v.Id#t
            : HalfOp<!toupper(op)#v.Suffix, Name, 2, [ValImm4],
                     !tolower(op)#"."#v.Name, "_rr">;
  }
  def HalfSub#t : HalfOp<"SUB", Name, 2, [ValImm4, ValImm4], "sub.", "_rr">;
  def HalfFma#t : HalfOp<"FMA", Name, 3, [ValImm4, ValImm4], "fma.", "_rrr">;
  def HalfFmaRelu#t : HalfOp<"FMA_RELU", Name, 3, [ValImm4, ValImm4],
                             "fma.relu.", "_rrr">;
  def HalfSet#t : HalfOp<"SET", Name, 2, [ValImm4, ValImm4], "set.", "_rr">;
  foreach op = ["Ex2", "Tanh"] in
    def Half#op#t : HalfOp<!toupper(op), Name, 1, [ValImm4],
                           !tolower(op)#".", "_r">;
}

// f32 to a format of fewer bits, in the low bits of a word: the source, the
// rounding, and whether what is too large becomes the largest finite number.
// pair: two of them, the first in the upper part. tf32a is tf32 with ties away
// from zero. widen: back.
let Needs = [HalfArithmetic] in
foreach f = ["F16", "BF16", "TF32", "TF32A", "E4M3", "E5M2", "E2M3", "E3M2",
             "E2M1", "UE8M0"] in {
  def Narrow#f : HeddleOp<"narrow."#!tolower(f), [ValI32],
                          [ValF32, ValImm4, ValImm4]>,
                 Is<"NARROW_"#f#"_r">;
  if !and(!ne(f, "TF32"), !ne(f, "TF32A")) then {
    def NarrowPair#f : HeddleOp<"narrow.pair."#!tolower(f), [ValI32],
                                [ValF32, ValF32, ValImm4, ValImm4]>,
                       Is<"NARROW2_"#f#"_rr">;
    def Widen#f : HeddleOp<"widen."#!tolower(f), [ValF32], [ValI32]>,
                  Is<"WIDEN_"#f#"_r">;
  }
}

// Between the lanes of a warp. The word of another lane, and whether there is
// one. (a, b, c)
let Needs = [WarpExchange], Divergent = 1 in {
  foreach kind = ["Up", "Down", "Bfly", "Idx"] in
    def Shfl#kind : HeddleOp<"shfl."#!tolower(kind), [ValI32, ValCond],
                             [ValI32, ValI32, ValI32], Machine, 1>,
                    Is<"SHFL_"#!toupper(kind)>;
}

// The lanes that execute it, and those of them whose predicate is true.
let Needs = [WarpExchange] in {
  def ActiveMask : HeddleOp<"activemask", [ValI32], [], Machine, 1>,
                   Is<"ACTIVEMASK_B32">;
  def Ballot : HeddleOp<"vote.ballot", [ValI32], [ValCond], Machine, 1>,
               HasPatterns;
}
// The last operand has the lanes that belong together. Of them those with the
// same a; all of them if all have the same a, and whether they have; the lowest
// of them, and whether it is the lane itself; what their words together make.
// Min and max of f32: NaN counts for nothing, or, with .nan, for all.
let Needs = [WarpExchange], Divergent = 1 in {
  foreach width = [32, 64] in {
    defvar value = !cast<HeddleType>("ValI"#width);
    def MatchAny#width : HeddleOp<"match.any.b"#width, [ValI32],
                                  [value, ValI32], Machine, 1>,
                         Is<"MATCH_ANY_B"#width>;
    def MatchAll#width : HeddleOp<"match.all.b"#width, [ValI32, ValCond],
                                  [value, ValI32], Machine, 1>,
                         Is<"MATCH_ALL_B"#width>;
  }
  def Elect : HeddleOp<"elect", [ValI32, ValCond], [ValI32], Machine, 1>,
              Is<"ELECT">;
  def ReduxAdd : ReduxOp<"add.u32", ValI32>;
  foreach op = ["Min", "Max"] in {
    def Redux#op#U32 : ReduxOp<!tolower(op)#".u32", ValI32>;
    def Redux#op#S32 : ReduxOp<!tolower(op)#".s32", ValI32>;
    foreach abs = ["", "Abs"] in
      foreach nan = ["", "Nan"] in
        def Redux#op#abs#nan#F32
            : ReduxOp<!tolower(op#!if(!empty(abs), "", ".abs")
                               #!if(!empty(nan), "", ".nan"))#".f32", ValF32>;
  }
  foreach op = ["And", "Or", "Xor"] in
    def Redux#op : ReduxOp<!tolower(op)#".b32", ValI32>;
}

// The lanes of the mask meet, and what they have stored, each of them sees. The
// second stands before an operation between lanes, which then waits for no other
// ones; without it, that waits for all lanes of the warp that run apart.
let Needs = [WarpExchange], Loads = 1, Stores = 1 in {
  def WarpSync : HeddleOp<"warpsync", [], [ValI32], Everything, 1>,
                 Is<"WARPSYNC_r">;
  def WarpSyncNext : HeddleOp<"warpsync.next", [], [ValI32], Everything, 1>,
                     Is<"WARPSYNC_NEXT_r">;
}

// Barriers of some of a CTA's threads: the barrier's number, how many threads,
// a multiple of 32, where there is a .count, and what is reduced, 0 or not. The
// results are how many are not 0, and -1 if all, or any, are, else 0.
let Needs = [PartialBarriers], Loads = 1, Stores = 1 in {
  def BarSync : HeddleOp<"bar.sync", [], [ValI32], Everything, 1>,
                Is<"BAR_SYNC_r">;
  def BarSyncCount : HeddleOp<"bar.sync.count", [], [ValI32, ValI32],
                              Everything, 1>, Is<"BAR_SYNC_rr">;
  def BarArrive : HeddleOp<"bar.arrive.count", [], [ValI32, ValI32],
                           Everything, 1>, Is<"BAR_ARRIVE_rr">;
  foreach op = ["Popc", "And", "Or"] in {
    def BarRed#op : HeddleOp<"bar.red."#!tolower(op), [ValI32],
                             [ValI32, ValI32], Everything, 1>,
                    Is<"BAR_RED_"#!toupper(op)#"_r">;
    def BarRed#op#Count
        : HeddleOp<"bar.red."#!tolower(op)#".count", [ValI32],
                   [ValI32, ValI32, ValI32], Everything, 1>,
          Is<"BAR_RED_"#!toupper(op)#"_rr">;
  }
}

// A special register of the chip that keeps its value, by its number: one that
// lanes of a warp have in common, or not.
let Needs = [SpecialRegisters] in {
  def Sreg : HeddleOp<"sreg", [ValI32], [ValImm8]>, Is<"MOV_XSREG_CONST">;
  let Divergent = 1 in
  def SregLane : HeddleOp<"sreg.lane", [ValI32], [ValImm8]>,
                 Is<"MOV_XSREG_CONST">;
  def Clock64 : HeddleOp<"clock64", [ValI64], [], Machine>, Is<"MOV_CLOCK64">;
  def GlobalTimer : HeddleOp<"globaltimer", [ValI64], [], Machine>,
                    Is<"MOV_TIMER64">;
}

/// Operations on each half of a word.
let Needs = [PackedIntegers], Commutative = 1 in {
  def Add2 : WordOp<"add.x2", 2>, Is<"ADD2_B16_rr">;
  def Min2U16 : WordOp<"min.u16x2", 2>, Is<"MIN2_U16_rr">;
  def Min2S16 : WordOp<"min.s16x2", 2>, Is<"MIN2_S16_rr">;
  def Max2U16 : WordOp<"max.u16x2", 2>, Is<"MAX2_U16_rr">;
  def Max2S16 : WordOp<"max.s16x2", 2>, Is<"MAX2_S16_rr">;
}

/// The place of the c-th bit of a that is 1, from bit b on, upwards, or downwards
/// if c is negative; b itself for 0, if it is 1. -1 if there is none. (a, b, c)
let Needs = [WarpExchange] in
def FnsB32 : WordOp<"fns.b32", 3>, Is<"FNS_B32_rrr">;

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

/// The 0 of a register that nothing was written to, for checkers. They tell
/// registers by the place where the PTX reads one first. (line, column)
def Undefined : HeddleOp<"undefined", [ValI32], [ValPlace, ValPlace]>,
                HasPatterns;

/// Nothing. That lanes meet here keeps the optimizer from leading some around.
def Meet : HeddleOp<"meet", [], [], Machine, 1> { let Selection = Dropped; }

/// Ends the thread inside a device function. Gone after inlining; else it
/// returns as far as LLVM knows.
def Exit : HeddleOp<"exit", [], [], Everything, 1>, Is<"EXIT_LANES">;

/// Kills the grid. It returns as far as LLVM knows, or LLVM would delete what
/// follows, and what leads to it.
def Trap : HeddleOp<"trap", [], [], Everything, 1>, Is<"TRAP">;
/// A service of the host: its result for two operands. HostServices.def has the
/// numbers of the services.
let Needs = [HostCalls], Divergent = 1, Loads = 1, Stores = 1 in
def HostCall : HeddleOp<"host.call", [ValI64], [ValI64, ValI64, ValImm4],
                        Everything>, Is<"HCALL">;

// Fetches of the silicon: registers in a row have the coordinates, and then the
// texel. (coordinates, texture, sampler, coordinates - 1)
let Loads = 1 in {
  def SampleSlot : HeddleOp<"tex.slot", [ValQuad],
                         [ValQuad, ValImm8, ValImm4, ValImm4], Reads>,
                HasPatterns;
  def FetchSlot : HeddleOp<"tex.fetch.slot", [ValQuad],
                              [ValQuad, ValImm8, ValImm4, ValImm4], Reads>,
                     HasPatterns;
}

// Image operations of tx1, by the handles of a texture and a sampler.
// heddle/ABI/ImageAccess.h describes the operands; the last one is the
// ImageAccess.
let Needs = [Images] in {
  let Loads = 1 in {
    /// (handles, coordinates, what)
    def Tex : HeddleOp<"tex", [ValQuad], [ValQuad, ValQuad, ValImm9], Reads>,
              HasPatterns;
    /// (handles, coordinates, {level, offsets, depth}, what)
    def TexMore : HeddleOp<"tex.more", [ValQuad],
                           [ValQuad, ValQuad, ValQuad, ValImm9], Reads>,
                  HasPatterns;
    /// (coordinates, handles, {gradient, offsets}, {gradient, depth}, what)
    def TexGrad : HeddleOp<"tex.grad", [ValQuad],
                           [ValQuad, ValQuad, ValQuad, ValQuad, ValImm9],
                           Reads>, HasPatterns;
    /// (handle, coordinates, what)
    def SurfLoad : HeddleOp<"suld", [ValQuad], [ValI64, ValQuad, ValImm9],
                            Reads>, HasPatterns;
  }
  /// (handle, coordinates, data, what)
  let Stores = 1 in
  def SurfStore : HeddleOp<"sust", [], [ValI64, ValQuad, ValQuad, ValImm9],
                           Everything>, HasPatterns;
  let Loads = 1, Stores = 1 in
  foreach width = ["32", "64"] in
  def SurfReduce#width : HeddleOp<"sured."#width, [],
                                 [ValI64, ValQuad, ValQuad, ValImm9],
                                 Everything>, HasPatterns;
  /// (handle, level, what)
  let Loads = 1 in
  def ImageQuery : HeddleOp<"image.query", [ValI32], [ValI64, ValI32, ValImm9],
                            Reads>, HasPatterns;
}

// Operations of all lanes of a warp together. The last operand is a number of
// heddle/Matrix/MatrixForms.def for products, of MatrixMoves.def for moves.
let Needs = [Tensors], Divergent = 1 in {
  /// A * B + C. (A, B, C, what)
  def MmaPair : HeddleOp<"mma.pair", [ValQuad],
                         [ValQuad, ValI64, ValQuad, ValImm9], Machine, 1>,
                HasPatterns;
  def MmaQuad : HeddleOp<"mma.quad", [ValQuad],
                         [ValQuad, ValQuad, ValQuad, ValImm9], Machine, 1>,
                HasPatterns;
  /// A product with a sparse A, or with scale factors. (C, A, B, {metadata,
  /// factors of A, of B, selectors}, what)
  def MmaMore : HeddleOp<"mma.more", [ValQuad],
                         [ValQuad, ValQuad, ValQuad, ValQuad, ValImm9],
                         Machine, 1>, HasPatterns;
  /// From rows of memory to fragments, or back.
  def MatrixMove : HeddleOp<"matrix.move", [ValQuad], [ValQuad, ValImm9],
                            Machine, 1>, HasPatterns;
}
/// Operations on tensor memory, which heddle/ABI/TensorUnit.h describes: of each
/// lane, and of a warp as a whole. (four quads of operands, what)
let Needs = [Tensors], Divergent = 1, Loads = 1, Stores = 1 in {
  def TensorThread : HeddleOp<"tensor.thread", [ValQuad],
                              [ValQuad, ValQuad, ValQuad, ValQuad, ValImm9],
                              Everything>, HasPatterns;
  def TensorWarp : HeddleOp<"tensor.warp", [ValQuad],
                            [ValQuad, ValQuad, ValQuad, ValQuad, ValImm9],
                            Everything, 1>, HasPatterns;
}
/// The old state of the mbarrier at a, from which heddle/ABI/Barrier.h says what
/// is taken. (a, what)
let Needs = [Tensors], Divergent = 1, Loads = 1, Stores = 1 in {
  def MbarrierUpdate : HeddleOp<"mbarrier.update", [ValI64], [ValI32, ValI64],
                                Everything>, HasPatterns;
  /// Updates an mbarrier at a generic address, in any CTA of the cluster.
  def MbarrierUpdateFar : HeddleOp<"mbarrier.update.far", [ValI64],
                                   [ValI64, ValI64], Everything>, HasPatterns;
}

let Needs = [Breakpoints] in
def Brkpt : HeddleOp<"brkpt", [], [], Everything, 1>, Is<"BRKPT">;
/// Counts a performance monitor event, 0..15.
def Pmevent : HeddleOp<"pmevent", [], [ValImm4], Machine>, Is<"PMEVENT">;

// Operations of PTX that a pass of lib/Optimizer/Silicon takes apart where the
// chip lacks them. A count or a position is an unsigned word of any size.

/// a, shifted right by the byte p, the lowest n, a byte, bits of it, extended.
/// Beyond the top of a there are zeros, or copies of its sign. (a, p, n)
let Needs = [BitFields] in {
  def BfeU32 : WordOp<"bfe.u32", 3>, Is<"BFE_U32_rrr">;
  def BfeS32 : WordOp<"bfe.s32", 3>, Is<"BFE_S32_rrr">;
  def BfeU64 : HeddleOp<"bfe.u64", [ValI64], [ValI64, ValI32, ValI32]>,
               Is<"BFE_U64_rrr">;
  def BfeS64 : HeddleOp<"bfe.s64", [ValI64], [ValI64, ValI32, ValI32]>,
               Is<"BFE_S64_rrr">;
}
/// b, with the lowest n bits of a in it from bit p on, as far as they fit; p and
/// n are bytes. (a, b, p, n)
def BfiB32 : WordOp<"bfi.b32", 4>;
def BfiB64 : HeddleOp<"bfi.b64", [ValI64], [ValI64, ValI64, ValI32, ValI32]>;
/// The operation as the chip has it, with p in the lowest byte of a word and n
/// in the next.
let Needs = [BitFields] in {
  def BfiFieldB32 : WordOp<"bfi.field.b32", 3>, Is<"BFI_B32_rrr">;
  def BfiFieldB64 : HeddleOp<"bfi.field.b64", [ValI64],
                             [ValI64, ValI64, ValI32]>, Is<"BFI_B64_rrr">;
}
/// The place of the highest bit that is 1, of a signed number that differs from
/// its sign; -1 if there is none. shiftamt: how far that is from the top.
let Needs = [BitCounts] in
foreach t = ["U32", "S32", "U64", "S64"] in {
  defvar value = !if(!or(!eq(t, "U32"), !eq(t, "S32")), ValI32, ValI64);
  def Bfind#t : HeddleOp<"bfind."#!tolower(t), [ValI32], [value]>,
                Is<"BFIND_"#t#"_r">;
  def BfindShift#t : HeddleOp<"bfind.shiftamt."#!tolower(t), [ValI32], [value]>,
                     Is<"BFINDSH_"#t#"_r">;
}
/// n ones from bit p on. wrap: both modulo 32. (p, n)
let Needs = [BitFields] in {
  def BmskClamp : WordOp<"bmsk.clamp.b32", 2>, Is<"BMSK_CLAMP_rr">;
  def BmskWrap : WordOp<"bmsk.wrap.b32", 2>, Is<"BMSK_WRAP_rr">;
}
/// The lowest n bits of a, extended; all of it if n is 32 or more. wrap: n modulo
/// 32; no bits give 0. (a, n)
let Needs = [BitFields] in
foreach mode = ["Clamp", "Wrap"] in
  foreach t = ["U32", "S32"] in
    def Szext#mode#t : WordOp<"szext."#!tolower(mode#"."#t), 2>,
                       Is<"SZEXT_"#!toupper(mode)#"_"#t#"_rr">;

/// Bit by bit, the bit of the table whose number a, b and c make, a its highest
/// bit. (a, b, c, table)
let Needs = [ThreeInputLogic] in
def Lop3B32 : HeddleOp<"lop3.b32", [ValI32], [ValI32, ValI32, ValI32, ValImm8]>,
              Is<"LOP3_B32_rrr">;

/// Byte i of the result is byte (c >> 4i) & 7 of the eight bytes {b, a}, or eight
/// copies of its sign if bit 3 of that number is set. (a, b, c)
let Needs = [Permutes] in
def PrmtB32 : WordOp<"prmt.b32", 3>, Is<"PRMT_B32_rrr">;
/// Selects four of the same eight bytes, by k, the lowest two bits of c: bytes
/// k, k+1 and so on; k, k-1 and so on, modulo 8; k only; i but at least k; i
/// but at most k; half k % 2 twice.
let Needs = [Permutes] in
foreach mode = ["F4e", "B4e", "Rc8", "Ecl", "Ecr", "Rc16"] in
  def Prmt#mode : WordOp<"prmt.b32."#!tolower(mode), 3>,
                  Is<"PRMT_"#!toupper(mode)#"_B32_rrr">;

/// The upper word of {b, a} shifted left, the lower of it shifted right, by c, at
/// most 32. With c modulo 32 it is llvm.fshl and llvm.fshr. (a, b, c)
let Needs = [Permutes] in {
  def ShfLClamp : WordOp<"shf.l.clamp.b32", 3>, Is<"SHF_L_CLAMP_B32_rrr">;
  def ShfRClamp : WordOp<"shf.r.clamp.b32", 3>, Is<"SHF_R_CLAMP_B32_rrr">;
}

/// c plus the products of the four bytes of a and those of b, each as its type
/// says, modulo 2^32. dp2a: of the halves of a and the lower, or the upper, two
/// bytes of b. (a, b, c)
let Needs = [DotProducts] in
foreach A = ["U", "S"] in
  foreach B = ["U", "S"] in {
    defvar Types = !tolower(A) # "32." # !tolower(B) # "32";
    defvar Suffix = "_" # A # "32_" # B # "32_rrr";
    def Dp4a#A#B : WordOp<"dp4a."#Types, 3>, Is<"DP4A"#Suffix>;
    def Dp2aLo#A#B : WordOp<"dp2a.lo."#Types, 3>, Is<"DP2ALO"#Suffix>;
    def Dp2aHi#A#B : WordOp<"dp2a.hi."#Types, 3>, Is<"DP2AHI"#Suffix>;
  }
}
