; A pass says what it does where it is asked to, and no other one does.
; REQUIRES: assertions
; RUN: ptx-opt -passes=compare-shifted,take-words --debug-only=compare-shifted %s -o %t 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not=take-words
; RUN: ptx-opt -passes=compare-shifted,take-words --debug-only=take-words,compare-shifted %s \
; RUN:   -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,BOTH
; RUN: ptx-opt -passes=expand-bit-counts --debug-only=expand-bit-counts %s -o %t 2>&1 \
; RUN:   | FileCheck %s --check-prefix=EXPANDER
; RUN: ptx-opt -passes=compare-shifted %s -o %t 2>&1 | count 0
; RUN: not ptx-opt -passes=compare-shifted --debug-only=compare-shifed %s -o %t 2>&1 \
; RUN:   | FileCheck %s --check-prefix=NAME

; CHECK: compare-shifted: compares {{.*}}%high = lshr i32 %a, 8 instead in {{.*}}icmp ult i32 %a, 256
; BOTH: take-words: bits from 40 of <4 x i32> %v for {{.*}}%byte = trunc i128 %down to i8
; EXPANDER: expand-bit-counts: expands {{.*}}call i64 @llvm.ctpop.i64(i64 %wide)
; NAME: error: option '--debug-only': there is no pass 'compare-shifed'; did you mean 'compare-shifted'?

define i1 @compare(i32 %a, ptr %p) {
  %high = lshr i32 %a, 8
  store i32 %high, ptr %p
  %less = icmp ult i32 %a, 256
  ret i1 %less
}

define i8 @part(<4 x i32> %v) {
  %wide = bitcast <4 x i32> %v to i128
  %down = lshr i128 %wide, 40
  %byte = trunc i128 %down to i8
  ret i8 %byte
}

define i64 @count(i64 %wide) {
  %n = call i64 @llvm.ctpop.i64(i64 %wide)
  ret i64 %n
}

declare i64 @llvm.ctpop.i64(i64)
