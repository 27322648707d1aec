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

; The store of zero in front of everything makes no phi where it is not read.
; CHECK-LABEL: define i32 @pruned(
; CHECK: entry:
; CHECK-NEXT: br i1 %c, label %then, label %join
; CHECK: join:
; CHECK-NEXT: ret i32 %n
define i32 @pruned(i32 %n, i1 %c) {
entry:
  %a = alloca i32
  store i32 0, ptr %a
  br i1 %c, label %then, label %join
then:
  store i32 7, ptr %a
  br label %join
join:
  store i32 %n, ptr %a
  %v = load i32, ptr %a
  ret i32 %v
}

; A phi has an entry for each edge, also where several come from one block or
; from where control never is.
; CHECK-LABEL: define i32 @edges(
; CHECK: join:
; CHECK-NEXT: phi i32 [ 2, %other ], [ 1, %entry ], [ 1, %entry ], [ poison, %never ]
define i32 @edges(i32 %n) {
entry:
  %a = alloca i32
  store i32 1, ptr %a
  switch i32 %n, label %other [
    i32 1, label %join
    i32 2, label %join
  ]
other:
  store i32 2, ptr %a
  br label %join
never:
  %w = load i32, ptr %a
  store i32 %w, ptr %a
  br label %join
join:
  %v = load i32, ptr %a
  ret i32 %v
}

; Two loops, of which the inner one alone changes the register; what the outer
; one merges is what the inner one left. The guard of the other register merges
; nothing new.
; CHECK-LABEL: define i32 @nest(
; CHECK: outer:
; CHECK-NEXT: [[OUTER:%.*]] = phi i32 [ 0, %entry ], [ [[NEXT:%.*]], %latch ]
; CHECK: inner:
; CHECK-NEXT: [[INNER:%.*]] = phi i32 [ [[OUTER]], %outer ], [ [[NEXT]], %inner ]
; CHECK-NEXT: [[NEXT]] = add i32 [[INNER]], %n
; CHECK: ret i32 [[NEXT]]
define i32 @nest(i32 %n, i1 %c, i1 %d) {
entry:
  %a = alloca i32
  %b = alloca i32
  store i32 0, ptr %a
  store i32 %n, ptr %b
  br label %outer
outer:
  br label %inner
inner:
  %x = load i32, ptr %a
  %y = load i32, ptr %b
  %s = add i32 %x, %y
  store i32 %s, ptr %a
  br i1 %c, label %inner, label %latch
latch:
  %same = load i32, ptr %b
  store i32 %same, ptr %b
  br i1 %d, label %outer, label %done
done:
  %v = load i32, ptr %a
  ret i32 %v
}
