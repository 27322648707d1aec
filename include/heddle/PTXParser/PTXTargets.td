//===- PTXTargets.td - Chips that .target may name ---------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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
def : Target<90, 78>;
def : Target<100, 86>;
def : Target<101, 86>;
def : Target<103, 88>;
def : Target<110, 90>;
def : Target<120, 87>;
def : Target<121, 88>;
