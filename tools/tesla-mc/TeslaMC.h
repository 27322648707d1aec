//===- TeslaMC.h - What tesla-mc does with its input ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_TESLA_MC_TESLAMC_H
#define HEDDLE_TOOLS_TESLA_MC_TESLAMC_H

#include <string>

namespace llvm {
class SourceMgr;
class raw_pwrite_stream;
} // namespace llvm

namespace heddle {

enum class FileType { Asm, Obj, Null };

struct MCToolOptions {
  /// The name of one that code can be made for.
  std::string Chip = "g80";
  FileType Output = FileType::Asm;
  bool Disassemble = false;
  bool ShowEncoding = false;
};

/// Assembles the main buffer of \p Sources. Errors go to the source manager's
/// handler; false if there were any.
bool assemble(llvm::SourceMgr &Sources, const MCToolOptions &Options,
              llvm::raw_pwrite_stream &OS);

/// Disassembles the hexadecimal words in the main buffer of \p Sources.
bool disassemble(llvm::SourceMgr &Sources, const MCToolOptions &Options,
                 llvm::raw_pwrite_stream &OS);

} // namespace heddle

#endif // HEDDLE_TOOLS_TESLA_MC_TESLAMC_H
