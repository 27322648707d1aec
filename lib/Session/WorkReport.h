//===- WorkReport.h - What is written about products and copies -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The sums of a launch's work. Where there is PTX, the names are those of its
/// instructions.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SESSION_WORKREPORT_H
#define HEDDLE_LIB_SESSION_WORKREPORT_H

#include "heddle/Observe/WorkObserver.h"
#include "llvm/Support/JSON.h"

namespace heddle::runtime {
class LoadedModule;
} // namespace heddle::runtime

namespace heddle::session {

/// The work of a launch by the address of the microinstruction.
using LaunchWork = std::map<uint32_t, sm::InstructionWork>;

class WorkReport {
public:
  /// \p Module may be null.
  WorkReport(const LaunchWork &Work, runtime::LoadedModule *Module);

  /// One line each; what did not happen is left out.
  std::string text() const;
  /// Empty if nothing happened.
  llvm::json::Object toJSON() const;

  /// "operations=4096 bytes=512": the work of one microinstruction; empty if it
  /// has none.
  static std::string remarks(const sm::InstructionWork &Of);

private:
  std::map<std::string, sm::InstructionWork::Product> Products;
  std::map<std::string, uint64_t> Copied;
  sm::InstructionWork Sum;
};

} // namespace heddle::session

#endif // HEDDLE_LIB_SESSION_WORKREPORT_H
