//===- Jumps.cpp - Machine code that leads elsewhere ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Redirect/Jumps.h"
#include <cstring>

namespace heddle::redirect {

template <typename T> static void append(std::string &Code, T Value) {
  char Bytes[sizeof(T)];
  std::memcpy(Bytes, &Value, sizeof(T));
  Code.append(Bytes, sizeof(T));
}

std::string jumpThrough(Machine M, uint64_t Slot) {
  std::string Code;
  switch (M) {
  case Machine::X86_64:
    Code = "\x49\xbb"; // movabs $Slot, %r11
    append(Code, Slot);
    Code += "\x41\xff\x23"; // jmp *(%r11)
    break;
  case Machine::AArch64:
    append(Code, uint32_t(0x58000070)); // ldr x16, .+12
    append(Code, uint32_t(0xf9400211)); // ldr x17, [x16]
    append(Code, uint32_t(0xd61f0220)); // br x17
    append(Code, Slot);
    break;
  }
  return Code;
}

unsigned sizeOfJump(Machine M) { return M == Machine::X86_64 ? 13 : 20; }

std::optional<std::string> nearJump(Machine M, uint64_t From, uint64_t To) {
  std::string Code;
  switch (M) {
  case Machine::X86_64: {
    int64_t Distance = int64_t(To - (From + 5));
    if (Distance != int32_t(Distance))
      return std::nullopt;
    Code = "\xe9"; // jmp To
    append(Code, int32_t(Distance));
    return Code;
  }
  case Machine::AArch64: {
    int64_t Distance = int64_t(To - From);
    constexpr int64_t Reach = int64_t(1) << 27;
    if (Distance % 4 || Distance < -Reach || Distance >= Reach)
      return std::nullopt;
    // b To
    append(Code, 0x14000000 | (uint32_t(Distance >> 2) & 0x03ffffff));
    return Code;
  }
  }
  return std::nullopt;
}

unsigned sizeOfNearJump(Machine M) { return M == Machine::X86_64 ? 5 : 4; }

} // namespace heddle::redirect
