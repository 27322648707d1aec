//===- GeneratorImpl.h - The generator's state ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One object makes one program; its members are spread over the
/// Generator*.cpp files by what they make.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_GENERATORIMPL_H
#define HEDDLE_FUZZ_RANDOM_GENERATORIMPL_H

#include "Generator.h"
#include "Operations.h"
#include "Random.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <utility>
#include <vector>

namespace heddle::ptxrandom {

/// The rows of each family of operations.
using FamilyRows = std::array<std::vector<const Operation *>, NumFamilies>;

/// Where a statement is made.
struct Place {
  unsigned Depth = 0;
  unsigned Loops = 0;
  /// All threads of the CTA come here together.
  bool IsUniform = false;
  bool MayReturn = true;
  /// Only lanes of a warp come here together.
  bool IsWarp = false;
  /// In the kernel, not in a function.
  bool IsKernel = false;
  /// How many functions may be called.
  unsigned Callable = 0;
  /// Labels around, and whether they are loops.
  std::vector<std::pair<unsigned, bool>> Targets;

  Place inside() const {
    Place Inner = *this;
    if (Inner.Depth)
      --Inner.Depth;
    Inner.IsUniform = false;
    return Inner;
  }
};

/// Whether \p S may read \p L.
bool goesWith(const texture::Sampler &S, const texture::TextureLayout &L);

class Generator {
public:
  Generator(uint64_t Seed, const GeneratorOptions &Options)
      : R(Seed), Options(Options) {
    P.Seed = Seed;
  }

  Program run();

private:
  void chooseFrame();
  void chooseWeights();
  Function function(unsigned Index);

  Block block(const Place &Where);
  void statement(Block &Out, const Place &Where);
  void instructions(Block &Out);
  void instruction(Block &Out);
  void chain(Block &Out);
  void memory(Block &Out, const Place &Where);
  void atomic(Block &Out);
  void call(Block &Out, const Place &Where);
  void collective(Block &Out, const Place &Where);
  void warpOperation(Block &Out);
  void warpBlock(Block &Out, const Place &Where);
  Operand fewBits(Block &Out, Operand Value);
  void choice(Block &Out, const Place &Where);
  void loop(Block &Out, const Place &Where);
  void uniform(Block &Out, const Place &Where);
  void selection(Block &Out, const Place &Where);
  void region(Block &Out, const Place &Where);
  void graph(Block &Out, const Place &Where);
  GraphNode graphNode(Block &Body, unsigned Index, unsigned Count,
                      bool IsUniform, unsigned Style);
  void leave(Block &Out, const Place &Where);
  void leaveFrom(Block &Out, const Place &Where);

  using MakeFn = void (Generator::*)(Block &Out, bool IsKernel);
  /// Puts what \p Make makes between the statements.
  void strew(Block &B, bool IsKernel, MakeFn Make);
  void addExtras();
  void extra(Block &Out, bool IsKernel);
  void addMappedParameters();
  void mapped(Block &Out, bool IsKernel);
  void mappedMemory(Block &Out, bool IsKernel);
  void pointers(Block &Out);
  PointerSource pointerSource(Space Where);
  Stmt pointerStore(unsigned Slot, llvm::ArrayRef<Space> Spaces);
  Stmt pointerAccess(unsigned Slot, Space Where);
  ArrayFunction arrayFunction();
  void arrayCall(Block &Out);

  void addImages();
  void chooseImages();
  texture::TextureFormat textureFormat();
  texture::TextureLayout textureLayout(bool IsOwn);
  texture::Sampler sampler();
  texture::Sampler samplerOf(const texture::TextureLayout &L, bool IsOwn);
  ImageOperand few(unsigned Bits, int First, unsigned Shift);
  ImageOperand raw(RegClass Class);
  ImageOperand coordinate(uint32_t Size, bool IsInteger, bool IsNormalized);
  void ownPlace(ImageAccess &A, const texture::TextureLayout &L,
                unsigned BytesOfX, bool IsInside);
  void place(ImageAccess &A, const texture::TextureLayout &L,
             bool IsNormalized);
  void imageAccess(Block &Out, bool IsKernel);
  bool nameImage(ImageAccess &A, bool IsKernel);
  void chooseSampler(ImageAccess &A, bool IsKernel);
  bool texel(Stmt &S, const texture::TextureLayout &L);
  bool fetch(Stmt &S, bool IsKernel);
  void fetchTail(ImageAccess &A);
  void question(Stmt &S);
  bool surface(Stmt &S);
  unsigned surfaceData(Stmt &S, const texture::TextureLayout &L);
  unsigned reduction(Stmt &S, const texture::TextureLayout &L);

  Stmt fill(const Operation &Op);
  /// Draws what the access of \p S moves, and its registers.
  void chooseType(Stmt &S);
  Operand source(const SourceKind &Kind, bool MayNegate);
  Reg target(RegClass Class);
  bool targets(const std::vector<RegClass> &Classes, std::vector<Reg> &Out);
  /// A comparison into a predicate, and the guard that reads it.
  Guard condition(Block &Out);
  Guard somePredicate();
  unsigned chipIndex() const;

  Random R;
  GeneratorOptions Options;
  Program P;
  unsigned Budget = 0;
  unsigned NextLabel = 1;
  bool HasReturned = false;
  bool HasBarriers = false;
  bool HasPointers = false;
  std::array<unsigned, NumFamilies> Weights = {};
  const FamilyRows *Rows = nullptr;
};

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_GENERATORIMPL_H
