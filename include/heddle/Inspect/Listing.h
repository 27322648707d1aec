//===- Listing.h - Code as text beside its PTX ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Disassembles kernels, with the PTX lines they come from in between.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INSPECT_LISTING_H
#define HEDDLE_INSPECT_LISTING_H

#include "heddle/Object/Module.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::inspect {

/// Microinstruction text for the code of one chip.
class Disassembler {
public:
  struct Instruction {
    uint32_t Address = 0;
    /// 4 or 8 bytes; fewer where the code ends.
    llvm::ArrayRef<uint8_t> Bytes;
    /// The assembler makes Bytes of it. Words that are no instruction are data,
    /// with the reason as a comment.
    std::string Text;
    bool IsValid = true;
  };

  /// Fails when the chip that \p M was compiled for has no disassembler.
  static llvm::Expected<std::unique_ptr<Disassembler>>
  create(const object::Module &M);
  ~Disassembler();

  /// Calls \p Visit for each instruction of \p Code, which starts at address 0.
  /// Words that are none are visited, too, as data.
  void disassemble(llvm::ArrayRef<uint8_t> Code,
                   llvm::function_ref<void(const Instruction &)> Visit) const;

private:
  struct Implementation;
  explicit Disassembler(std::unique_ptr<Implementation> I);
  std::unique_ptr<Implementation> Impl;
};

/// \p Text with one space wherever it has blanks or tabs.
std::string singleSpaced(llvm::StringRef Text);

/// How many instructions \p K has.
unsigned countInstructions(const object::Kernel &K, const Disassembler &D);

/// Prints address, words and text of each instruction of \p K, under the PTX
/// line it comes from. The line's text is shown where \p Sources has it: the
/// whole PTX files, in the order of \p M's.
void printListing(const object::Module &M, const object::Kernel &K,
                  const Disassembler &D,
                  llvm::ArrayRef<llvm::StringRef> Sources,
                  llvm::raw_ostream &OS);

} // namespace heddle::inspect

#endif // HEDDLE_INSPECT_LISTING_H
