; Registers that are read as what they were written become values.
; RUN: ptx-opt -passes=promote-registers -S %s | FileCheck %s
target triple = "tesla64-nvidia-cuda"

; CHECK-LABEL: define i32 @sum(
; CHECK-NOT: alloca
; CHECK: [[SUM:%.*]] = phi i32 [ 0, %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK: [[NEXT]] = add i32 [[SUM]], %n
; CHECK: ret i32 [[NEXT]]
define i32 @sum(i32 %n, i1 %c) {
entry:
  %r1 = alloca i32
  store i32 0, ptr %r1
  br label %loop
loop:
  %old = load i32, ptr %r1
  %new = add i32 %old, %n
  store i32 %new, ptr %r1
  br i1 %c, label %loop, label %done
done:
  %v = load i32, ptr %r1
  ret i32 %v
}

; What is read as something else, or has its address taken, is SROA's.
; CHECK-LABEL: define float @other(
; CHECK: %f = alloca i32
; CHECK: load float, ptr %f
define float @other(i32 %n) {
  %f = alloca i32
  store i32 %n, ptr %f
  %v = load float, ptr %f
  ret float %v
}

; Phis come in the order in which registers were declared, as behind SROA.
; CHECK-LABEL: define i32 @order(
; CHECK: join:
; CHECK-NEXT: phi i32 [ 1, %then ], [ 2, %else ]
; CHECK-NEXT: phi i32 [ 3, %then ], [ 4, %else ]
define i32 @order(i1 %c) {
  %a = alloca i32
  %b = alloca i32
  br i1 %c, label %then, label %else
then:
  store i32 1, ptr %a
  store i32 3, ptr %b
  br label %join
else:
  store i32 2, ptr %a
  store i32 4, ptr %b
  br label %join
join:
  %x = load i32, ptr %a
  %y = load i32, ptr %b
  %d = sub i32 %x, %y
  ret i32 %d
}
