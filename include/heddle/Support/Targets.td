//===- Targets.td - What .target and -arch may name --------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The architectures that there are, in ascending order. The parser takes them
// behind .target, the tools behind -arch.
//
// Sources: the PTX ISA, section 11.1.2 (.target) and its release notes; of
// sm_88 ptxas.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_TARGETS_TD
#define HEDDLE_SUPPORT_TARGETS_TD

// sm_NUMBER and compute_NUMBER, the first PTX version that knows them, and the
// letters that may follow the number.
class Target<int number, int version, string suffixes = ""> {
  bits<16> Number = number;
  bits<16> MinVersion = version;
  string Suffixes = suffixes;
}

def : Target<10, 10>;
def : Target<11, 10>;
def : Target<12, 12>;
def : Target<13, 12>;
def : Target<20, 20>;
def : Target<21, 20>;
def : Target<30, 30>;
def : Target<32, 40>;
def : Target<35, 31>;
def : Target<37, 41>;
def : Target<50, 40>;
def : Target<52, 41>;
def : Target<53, 42>;
def : Target<60, 50>;
def : Target<61, 50>;
def : Target<62, 50>;
def : Target<70, 60>;
def : Target<72, 61>;
def : Target<75, 63>;
def : Target<80, 70>;
def : Target<86, 71>;
def : Target<87, 74>;
def : Target<88, 73>;
def : Target<89, 78>;
def : Target<90, 78, "a">;
def : Target<100, 86, "af">;
def : Target<101, 86, "af">;
def : Target<103, 88, "af">;
def : Target<110, 90, "af">;
def : Target<120, 87, "af">;
def : Target<121, 88, "af">;

#endif // HEDDLE_SUPPORT_TARGETS_TD
