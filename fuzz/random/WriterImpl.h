//===- WriterImpl.h - The writer's state ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_WRITERIMPL_H
#define HEDDLE_FUZZ_RANDOM_WRITERIMPL_H

#include "Program.h"
#include <fmt/format.h>
#include <iterator>

namespace heddle::ptxrandom {

/// Of code for tx1: all forms that there are.
inline constexpr const char *ExtendedVersion = "9.0";
inline constexpr const char *ExtendedTarget = "sm_100a";

const char *typeOf(RegClass C);
std::string nameOf(Reg R);
/// "@!%p1 ", or nothing.
std::string guardText(const Guard &G);
std::string negatedGuardText(Guard G);
const char *spaceName(Space Where);
/// What registers with the address of \p Where are called behind "%base_".
const char *baseName(Space Where);
std::string operandText(const Operand &O);
/// With commas between them.
std::string list(const std::vector<std::string> &Items);
std::vector<std::string> names(const std::vector<Reg> &Registers);
std::vector<std::string> texts(const std::vector<Operand> &Operands);

/// What a body mentions.
struct Uses {
  bool Registers[NumClasses][16] = {};
  bool Spaces[NumSpaces] = {};
  bool Exchanges = false, Sums = false, Pointers = false;

  void add(const Block &B);
  void add(Reg R) { Registers[unsigned(R.Class)][R.Index] = true; }
  void add(const Guard &G) {
    if (G.IsPresent)
      add(Reg{RegClass::Pred, G.Pred});
  }
};

class Writer {
public:
  explicit Writer(const Program &Source)
      : P(Source), Wide(Source.HasLongPointers ? "64" : "32") {}

  std::string run();

private:
  template <typename... Ts>
  void line(fmt::format_string<Ts...> Format, Ts &&...Values) {
    Text += "  ";
    fmt::format_to(std::back_inserter(Text), Format,
                   std::forward<Ts>(Values)...);
    Text += '\n';
  }
  template <typename... Ts>
  void label(fmt::format_string<Ts...> Format, Ts &&...Values) {
    fmt::format_to(std::back_inserter(Text), Format,
                   std::forward<Ts>(Values)...);
    Text += ":\n";
  }

  void heading();
  void function(unsigned Index);
  void kernel();
  void declareRegisters();
  void prologue(const Uses &U);
  void clearRegister(Reg R);
  void clear(const char *Where, const std::string &Base, unsigned Bytes);
  /// From the input and to the output buffer.
  void loadRegisters(llvm::ArrayRef<Reg> Registers);
  void storeRegisters(llvm::ArrayRef<Reg> Registers);
  void epilogue();
  void moveResults();

  void block(const Block &B);
  void statement(const Stmt &S);
  void instruction(const Stmt &S);
  std::string address(const Access &A);
  void memory(const Stmt &S);
  void transfer(const Stmt &S, const std::string &Place);
  void clearSlots();
  void pointerStore(const Stmt &S);
  void pointerAccess(const Stmt &S);
  std::string slot(unsigned Number, SlotAccess Way);
  void loadPointer(unsigned Number, SlotAccess Way, const char *To);
  void arrayFunction(unsigned Index);
  void arrayFill(const ArrayFunction &F, bool IsEverywhere);
  void arrayPiece(const ArrayFunction::Piece &Each);
  void arrayCall(const Stmt &S);
  void declareImages();
  std::string handleParameters();
  std::string imageWord(const ImageOperand &O, bool IsFloat);
  std::vector<std::string> imageWords(const std::vector<ImageOperand> &Words,
                                      bool IsFloat);
  void loadHandle(unsigned Image, ImageAccess::WayType Way, const char *To);
  std::string imageText(const ImageAccess &A);
  std::string placeText(const ImageAccess &A);
  std::string tailText(const ImageAccess &A);
  std::string imageOpcode(const ImageAccess &A, size_t Elements);
  void imageAccess(const Stmt &S);
  void atomic(const Stmt &S);
  void call(const Stmt &S);
  void callByParameters(const Stmt &S);
  void prototypes();
  void functionTable();
  void exchange(const Stmt &S);
  void sharedSum(const Stmt &S);
  void choice(const Stmt &S);
  void loop(const Stmt &S);
  void selection(const Stmt &S);
  void searchCase(const Stmt &S, size_t First, size_t End);
  void graph(const Stmt &S);
  void shuffle(const Stmt &S);
  void warpOperation(const Stmt &S);
  void warpBlock(const Stmt &S);
  void leave(const Stmt &S);
  void finish(const Stmt &S);

  const Program &P;
  std::string Text;
  /// Bits of a pointer.
  const char *Wide;
  /// Null: the kernel.
  const Function *Current = nullptr;
  unsigned NextHelp = 0;
  /// Of the registers of an access to an image.
  unsigned NextWord = 0, NextFloat = 0;
  /// The register with the lanes that are at a place together.
  std::string Members = "%all";
};

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_WRITERIMPL_H
