; RUN: ptx-opt -passes=take-words %s | FileCheck %s

; CHECK-LABEL: define i8 @byte(
; CHECK-NEXT: [[WORD:%.*]] = extractelement <4 x i32> %v, i64 1
; CHECK-NEXT: [[DOWN:%.*]] = lshr i32 [[WORD]], 8
; CHECK-NEXT: [[BYTE:%.*]] = trunc i32 [[DOWN]] to i8
; CHECK-NEXT: ret i8 [[BYTE]]
define i8 @byte(<4 x i32> %v) {
  %wide = bitcast <4 x i32> %v to i128
  %down = lshr i128 %wide, 40
  %byte = trunc i128 %down to i8
  ret i8 %byte
}

; CHECK-LABEL: define i32 @lowest(
; CHECK-NEXT: [[CAST:%.*]] = bitcast <2 x i64> %v to <4 x i32>
; CHECK-NEXT: [[WORD:%.*]] = extractelement <4 x i32> [[CAST]], i64 0
; CHECK-NEXT: ret i32 [[WORD]]
define i32 @lowest(<2 x i64> %v) {
  %wide = bitcast <2 x i64> %v to i128
  %low = trunc i128 %wide to i32
  ret i32 %low
}

; CHECK-LABEL: define i64 @pair(
; CHECK-NEXT: [[CAST:%.*]] = bitcast <4 x float> %v to <4 x i32>
; CHECK-DAG: [[LOW:%.*]] = extractelement <4 x i32> [[CAST]], i64 2
; CHECK-DAG: [[HIGH:%.*]] = extractelement <4 x i32> [[CAST]], i64 3
; CHECK-NOT: i128
; CHECK: or i64
define i64 @pair(<4 x float> %v) {
  %wide = bitcast <4 x float> %v to i128
  %down = lshr i128 %wide, 64
  %pair = trunc i128 %down to i64
  ret i64 %pair
}

; Across words, and what registers hold, stay as they are.
; CHECK-LABEL: define i16 @across(
; CHECK: lshr i128 %wide, 24
define i16 @across(<4 x i32> %v) {
  %wide = bitcast <4 x i32> %v to i128
  %down = lshr i128 %wide, 24
  %half = trunc i128 %down to i16
  ret i16 %half
}

; CHECK-LABEL: define i16 @narrow(
; CHECK: bitcast <2 x i32> %v to i64
define i16 @narrow(<2 x i32> %v) {
  %wide = bitcast <2 x i32> %v to i64
  %half = trunc i64 %wide to i16
  ret i16 %half
}
