; Operations that the chip lacks, that a pass should have replaced, or that are
; called as no one declares them are refused before selection, which would abort.
; RUN: not ptxas-lite -O0 -arch=g80 %s -o /dev/null 2>&1 | FileCheck %s

; CHECK: error: 'heddle.vote.all' is not supported on g80; the lowest chip that has it is gt215 (sm_12)
; CHECK: error: 'heddle.lds.lock' is not supported on g80; the lowest chip that has it is gt215 (sm_12)
; CHECK: error: 'heddle.brkpt' is not supported on g80; the lowest chip that has it is g84 (sm_11)
; CHECK: error: operand 1 of 'heddle.pmevent' must be a constant from 0 to 15: 'call void @heddle.pmevent(i32 %a)' in @k
; CHECK: error: operand 1 of 'heddle.pmevent' must be a constant from 0 to 15: 'call void @heddle.pmevent(i32 77)'
; CHECK: error: operand 1 of 'heddle.pmevent' must be a constant from 0 to 15: 'call void @heddle.pmevent(i32 -1)'
; CHECK: error: operand 4 of 'heddle.lop3.b32' must be a constant from 0 to 255
; CHECK: error: 'heddle.mad.f32' is declared as 'float (float, float)', but it is 'float (float, float, float)': '%m = call
; CHECK: error: 'heddle.sad.u32' is called as 'i32 (i32, i32)', but declared as 'i32 (i32, i32, i32)'
; CHECK-NOT: error:

define ptx_kernel void @k(i32 %a, float %f) {
  %v = call i32 @heddle.vote.all(i32 %a)
  %l = call i64 @heddle.lds.lock(i32 %a)
  call void @heddle.brkpt()
  call void @heddle.pmevent(i32 %a)
  call void @heddle.pmevent(i32 0)
  call void @heddle.pmevent(i32 15)
  call void @heddle.pmevent(i32 77)
  call void @heddle.pmevent(i32 -1)
  %o = call i32 @heddle.lop3.b32(i32 %a, i32 %a, i32 %a, i32 255)
  %p = call i32 @heddle.lop3.b32(i32 %a, i32 %a, i32 %a, i32 256)
  %m = call float @heddle.mad.f32(float %f, float %f)
  %s = call i32 @heddle.sad.u32(i32 %a, i32 %a)
  ret void
}

declare i32 @heddle.vote.all(i32)
declare i64 @heddle.lds.lock(i32)
declare void @heddle.brkpt()
declare void @heddle.pmevent(i32)
declare i32 @heddle.lop3.b32(i32, i32, i32, i32)
declare i32 @heddle.sad.u32(i32, i32, i32)
declare float @heddle.mad.f32(float, float)
