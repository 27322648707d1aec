//===- Linker.h - A link that a program makes -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_NVJITLINK_LINKER_H
#define HEDDLE_NVJITLINK_LINKER_H

#include "Vendor.h"
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::jitlink {

/// A link, which a handle stands for. Inputs are kept until the link is
/// completed: the program may free its own.
class Linker {
public:
  /// Looks at the \p Count options of the program.
  Result start(uint32_t Count, const char *const *Options);
  Result add(InputType Type, Input Given);
  Result complete();

  /// The linked object; empty before complete().
  const std::string &cubin() const { return Cubin; }
  /// The linked PTX, where there was LTO-IR and -ptx asked for it.
  const std::string &ptx() const { return Ptx; }
  const std::string &errors() const { return Errors; }
  const std::string &infos() const { return Infos; }

private:
  Result checkOption(const std::string &Option);
  Result linkAll();

  std::vector<std::string> Options;
  bool HasArch = false, MayLto = false, WantsPtx = false;
  /// Which the driver links, and LTO-IR, which is made PTX before.
  std::vector<Input> Inputs, Intermediate;
  std::string Cubin, Ptx, Errors, Infos;
};

} // namespace heddle::jitlink

#endif // HEDDLE_NVJITLINK_LINKER_H
