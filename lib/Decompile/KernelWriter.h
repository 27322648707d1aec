//===- KernelWriter.h - PTX of a kernel -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes the instructions of a kernel one after the other. A web is a
/// register: an f32 if all that touch it are of f32, else a word. Sixteen bits,
/// pairs and all that an instruction of PTX cannot hold go through temporaries.
/// The code is written twice, because the first time tells the types.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DECOMPILE_KERNELWRITER_H
#define HEDDLE_LIB_DECOMPILE_KERNELWRITER_H

#include "Conditions.h"
#include "Flow.h"
#include "Layout.h"
#include "Locks.h"
#include "Webs.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heddle::decompile {

/// How an instruction of PTX takes the 32 bits of a register: as one type, or
/// as what it is.
enum class As : uint8_t { Word, Float, Any };

/// The flags that an instruction computes, as predicates are made of them.
struct Flags {
  enum KindType : uint8_t {
    /// Zero and sign of a result of 32 or 16 bits; no carry, no overflow.
    Integer,
    /// Those of A - B, and of A + B + carry.
    Difference,
    Sum,
    /// A comparison, whose result is all ones or zero.
    Comparison,
    /// A result compared with zero; one of f32 whose denormals are none.
    Float,
    Double,
    KeptFloat,
  };
  KindType Kind = Integer;
  bool IsHalf = false;
  std::string A, B;
  /// Sum: the predicate that is added, or none.
  std::string Carry;
  /// Comparison: "lt" and what it is where it does not hold, and the type.
  llvm::StringRef Holds, Fails, Type;
};

/// The words of PTX by sm::RoundingMode.
inline constexpr llvm::StringLiteral Roundings[] = {"rn", "rm", "rp", "rz"};

class KernelWriter {
public:
  KernelWriter(const sm::Program &Prog, const Flow &Graph)
      : P(Prog), F(Graph), W(Prog, Graph), Tested(Prog, Graph),
        Locked(Prog, Graph, W, Tested), L(layoutOf(Prog)) {}

  llvm::Error write(llvm::raw_ostream &OS);

private:
  //===--------------------------------------------------------------------===//
  // KernelWriter.cpp: the frame, flow and what is not data
  //===--------------------------------------------------------------------===//
  llvm::Error writeBody();
  void writeHead(llvm::raw_ostream &OS) const;
  void writeRegisters(llvm::raw_ostream &OS) const;
  void writeStart();
  /// The variable that stands for s[] behind the parameters.
  std::string sharedName() const;
  void writeNode();
  void writeLine();
  void writeOperation();
  void writeFlow();
  void goOn();
  std::string label(uint32_t To) const;
  void findLabels();

  //===--------------------------------------------------------------------===//
  // Operands.cpp: names, sources and results
  //===--------------------------------------------------------------------===//
  std::string nameOf(unsigned Web, As How);
  /// Whether all that touch a web, as the first time told, are of f32.
  bool isFloat(unsigned Web) const;
  std::string temporary(char Kind);
  /// Source \p N as 32 bits, as 16, as a pair.
  std::string source(unsigned N, As How = As::Word);
  std::string half(unsigned N);
  std::string pair(unsigned N);
  std::string rowSource(unsigned Row, As How);
  const sm::MemoryOperand *memoryOf(unsigned N) const;
  /// The value of a source that has one: an immediate, or a literal in c1[].
  std::optional<uint32_t> constant(unsigned N) const;
  std::optional<uint32_t> literal(uint32_t Offset, sm::MemType T) const;
  /// Returns the relocation that makes the immediate an address; or null.
  const object::Relocation *relocation() const;
  /// Source \p N with its bits inverted, or as a float with its modifiers.
  std::string inverted(unsigned N);
  std::string floatSource(unsigned N, unsigned Invert);
  std::string pairSource(unsigned N, unsigned Invert);
  /// The value of a memory operand, in a temporary of 32 or 16 bits.
  std::string fetched(const sm::MemoryOperand &M, bool IsHalf);

  /// Has \p Fn write to the register of the result, or to a temporary where the
  /// flags still need the sources, and writes \p Result.
  using WriteTo = llvm::function_ref<void(const std::string &)>;
  void result(As How, WriteTo Fn, const Flags *Result = nullptr);
  void halfResult(WriteTo Fn, const Flags *Result = nullptr);
  void pairResult(WriteTo Fn, const Flags *Result = nullptr);
  bool hasResult() const;
  bool hasFlags(const Flags *Result) const;

  //===--------------------------------------------------------------------===//
  // PredicateText.cpp
  //===--------------------------------------------------------------------===//
  std::string predicate(unsigned Register, unsigned Code);
  std::string guardOf(unsigned Register, unsigned Code);
  void writeFlags(const Flags &Of, const std::string &Result);
  void writeFlag(unsigned Code, const Flags &Of, const std::string &Result);
  void writeOverflow(unsigned Code, const Flags &Of, const std::string &To);
  void writeSumFlag(unsigned Code, const Flags &Of, const std::string &To,
                    const std::string &Result);
  void toCondition();
  void fromCondition();
  void vote();
  void set(const std::string &Predicate, bool Value);

  //===--------------------------------------------------------------------===//
  // IntegerText.cpp, FloatText.cpp, ConvertText.cpp
  //===--------------------------------------------------------------------===//
  void integer();
  void integerSum(bool IsHalf);
  void carrySum(const std::string &A, const std::string &B);
  void compareIntegers(bool IsHalf);
  void binaryInteger(llvm::StringRef Name, bool IsHalf);
  void shift(llvm::StringRef Name, bool IsHalf);
  void logic(bool IsHalf);
  std::string product();
  void multiply();
  void multiplyAdd();
  void sad(bool IsHalf);
  void floats();
  void floatSum(llvm::StringRef Name);
  void floatMad();
  void compareFloats();
  llvm::SmallVector<uint32_t, 2> readersOfReduced() const;
  void preOperation();
  void special();
  void doubles();
  void saturate(const std::string &To, const std::string &From);
  std::string withoutTiny(const std::string &Value);
  void convert();
  void convertWide();
  std::string unlessNaN(const std::string &Value, const std::string &Result,
                        const std::string &Otherwise);
  void convertIntegers(sm::CvtType From, sm::CvtType To);
  std::string convertSource(sm::CvtType From);

  //===--------------------------------------------------------------------===//
  // MemoryText.cpp
  //===--------------------------------------------------------------------===//
  bool moveReduced();
  void move();
  void moves();
  void special(unsigned Register);
  void memory();
  void globalAccess();
  void atomic();
  void flatAccess();
  void step(unsigned Register, uint32_t Bytes);
  std::string addressRegister(unsigned Register, bool Behind);
  /// "[...]" and the space of an access; loads of launch state and constants
  /// are no memory of PTX.
  struct Reference {
    llvm::StringRef Space;
    std::string Text;
  };
  Reference shared(unsigned Register, uint32_t Offset, unsigned Bytes);
  Reference constantBank(unsigned Bank, unsigned Register, uint32_t Offset);
  void load(const Reference &From, sm::MemType T, const std::string &To);
  bool writeLaunchState(uint32_t Address, sm::MemType T, bool IsHalf,
                        const std::string &To);
  void loadFlat(bool IsShared, unsigned Bank, unsigned Register,
                uint32_t Offset, sm::MemType T, bool IsHalf,
                const std::string &To);

  //===--------------------------------------------------------------------===//
  // TextureText.cpp
  //===--------------------------------------------------------------------===//
  void fetchTexture();
  void writeTexelTypes();

  //===--------------------------------------------------------------------===//
  // QuadText.cpp
  //===--------------------------------------------------------------------===//
  bool isReachedByAll() const;
  void writeQuadStart();
  void writeQuadRegisters(llvm::raw_ostream &OS) const;
  void quad();

  //===--------------------------------------------------------------------===//
  // LockText.cpp
  //===--------------------------------------------------------------------===//
  void lock();
  void unlock();
  void writeAtomic(const LockedSection &S);
  std::string operandText(const AtomicOperand &O);

  /// Writes an instruction, under the predicate of the machine's or always.
  void emit(const llvm::Twine &Text);
  void always(const llvm::Twine &Text);
  /// Notes that the instruction cannot be written.
  void refuse(const llvm::Twine &Why);

  const sm::DecodedInst &inst() const { return P.Code[F.Nodes[Node].PC]; }

  const sm::Program &P;
  const Flow &F;
  const Webs W;
  const Conditions Tested;
  const Locks Locked;
  const Layout L;

  // State of the instruction at hand.
  uint32_t Node = 0;
  std::string Guard;
  /// Sources that were written out, for results that must not overwrite them.
  std::vector<std::string> Used;

  // State of the kernel at hand.
  std::vector<std::string> Lines;
  uint32_t LastLine = 0;
  std::string Problem;
  llvm::DenseSet<uint32_t> Labels;
  llvm::DenseMap<unsigned, unsigned> Numbers;
  /// Webs that something takes as words, and as floats.
  llvm::DenseSet<unsigned> Words, Floats;
  std::map<std::string, bool> Predicates;
  std::map<char, unsigned> Temporaries;
  /// The reductions for functions of the SFU that readers of a web expect.
  enum ReducedBits : uint8_t { ForSine = 1, ForPower = 2, NotReduced = 4 };
  llvm::DenseMap<unsigned, uint8_t> Writers;
  /// By node, a temporary that stands for a reduced value which it reads.
  llvm::DenseMap<uint32_t, std::string> Reduced;
  /// The function that the instruction at hand reads a reduced value for.
  uint8_t Wanted = 0;
  /// Textures whose texels something takes as words, with how many coordinates.
  std::set<std::pair<unsigned, unsigned>> Untyped;
  bool UsesShared = false, UsesLocal = false, UsesQuads = false;
  unsigned NumWords = 0, NumFloats = 0;
  bool IsSecond = false;
};

/// "0x1f".
std::string hexText(uint64_t Value);
/// "0f3f800000".
std::string floatText(uint32_t Bits);

} // namespace heddle::decompile

#endif // HEDDLE_LIB_DECOMPILE_KERNELWRITER_H
