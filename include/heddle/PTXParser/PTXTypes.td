//===- PTXTypes.td - Scalar types and state spaces ---------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The enumerators of ScalarType and StateSpace are the names of the records;
// None and Generic stand before them.
//
//===----------------------------------------------------------------------===//

// kind is an enumerator of TypeKind in FormTable.h. What is not declarable is
// the type of an instruction only.
class ScalarType<string text, int width, string kind, bit declarable = 1> {
  code Enumerator = !strconcat([{ScalarType::}], NAME);
  string Text = text;
  // In bits.
  bits<16> Width = width;
  code Kind = !strconcat([{TypeKind::}], kind);
  bit IsDeclarable = declarable;
}

// A type that is a modifier of instructions, too.
multiclass ArithmeticType<string text, int width, string kind,
                          bit declarable = 1> {
  def NAME : ScalarType<text, width, kind, declarable>;
  def Mod#NAME : Modifier<text, NAME>;
}

// A bit.
defm Pred : ArithmeticType<"pred", 1, "Predicate">;

// Bits that go with any type of their size.
defm B1 : ArithmeticType<"b1", 1, "Bits", 0>;
defm B8 : ArithmeticType<"b8", 8, "Bits">;
defm B16 : ArithmeticType<"b16", 16, "Bits">;
defm B32 : ArithmeticType<"b32", 32, "Bits">;
defm B64 : ArithmeticType<"b64", 64, "Bits">;
defm B128 : ArithmeticType<"b128", 128, "Bits">;

// Integers, and pairs of them.
defm U8 : ArithmeticType<"u8", 8, "Unsigned">;
defm U16 : ArithmeticType<"u16", 16, "Unsigned">;
defm U32 : ArithmeticType<"u32", 32, "Unsigned">;
defm U64 : ArithmeticType<"u64", 64, "Unsigned">;
defm U16x2 : ArithmeticType<"u16x2", 32, "Unsigned", 0>;
defm S8 : ArithmeticType<"s8", 8, "Signed">;
defm S16 : ArithmeticType<"s16", 16, "Signed">;
defm S32 : ArithmeticType<"s32", 32, "Signed">;
defm S64 : ArithmeticType<"s64", 64, "Signed">;
defm S16x2 : ArithmeticType<"s16x2", 32, "Signed", 0>;

// Floating-point numbers, and two or four of them.
defm F16 : ArithmeticType<"f16", 16, "Float">;
defm F32 : ArithmeticType<"f32", 32, "Float">;
defm F64 : ArithmeticType<"f64", 64, "Float">;
defm BF16 : ArithmeticType<"bf16", 16, "Float", 0>;
defm TF32 : ArithmeticType<"tf32", 32, "Float", 0>;
defm F16x2 : ArithmeticType<"f16x2", 32, "Float">;
defm BF16x2 : ArithmeticType<"bf16x2", 32, "Float", 0>;
defm E4M3 : ArithmeticType<"e4m3", 8, "Float", 0>;
defm E5M2 : ArithmeticType<"e5m2", 8, "Float", 0>;
defm E4M3x2 : ArithmeticType<"e4m3x2", 16, "Float", 0>;
defm E5M2x2 : ArithmeticType<"e5m2x2", 16, "Float", 0>;
defm E2M1x2 : ArithmeticType<"e2m1x2", 8, "Float", 0>;
defm E2M3x2 : ArithmeticType<"e2m3x2", 16, "Float", 0>;
defm E3M2x2 : ArithmeticType<"e3m2x2", 16, "Float", 0>;
defm UE8M0x2 : ArithmeticType<"ue8m0x2", 16, "Float", 0>;
defm E2M1x4 : ArithmeticType<"e2m1x4", 16, "Float", 0>;
defm E4M3x4 : ArithmeticType<"e4m3x4", 32, "Float", 0>;
defm E5M2x4 : ArithmeticType<"e5m2x4", 32, "Float", 0>;
defm E2M3x4 : ArithmeticType<"e2m3x4", 32, "Float", 0>;
defm E3M2x4 : ArithmeticType<"e3m2x4", 32, "Float", 0>;
defm F32x2 : ArithmeticType<"f32x2", 64, "Float", 0>;

// Textures, samplers and surfaces: never computed with.
def TexRef : ScalarType<"texref", 64, "Opaque">;
def SamplerRef : ScalarType<"samplerref", 64, "Opaque">;
def SurfRef : ScalarType<"surfref", 64, "Opaque">;

class StateSpace<string text> {
  code Enumerator = !strconcat([{StateSpace::}], NAME);
  string Text = text;
}

def Reg : StateSpace<"reg">;
def Const : StateSpace<"const">;
def Global : StateSpace<"global">;
def Local : StateSpace<"local">;
def Param : StateSpace<"param">;
def Shared : StateSpace<"shared">;
def Tex : StateSpace<"tex">;
