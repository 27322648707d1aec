; RUN: ptx-opt -passes=choose-inlining -verify-each %s | FileCheck %s

declare void @heddle.exit()

; Small.
; CHECK: define internal i32 @small(i32 %a) [[INLINE:#[0-9]+]]
define internal i32 @small(i32 %a) {
  %b = add i32 %a, 1
  ret i32 %b
}

; Large, and called twice.
; CHECK: define internal i32 @large(i32 %a) [[CALL:#[0-9]+]]
define internal i32 @large(i32 %a) {
  %1 = mul i32 %a, %a
  %2 = xor i32 %1, %a
  %3 = mul i32 %2, %a
  %4 = xor i32 %3, %a
  %5 = mul i32 %4, %a
  %6 = xor i32 %5, %a
  %7 = mul i32 %6, %a
  %8 = xor i32 %7, %a
  %9 = mul i32 %8, %a
  %10 = xor i32 %9, %a
  %11 = mul i32 %10, %a
  %12 = xor i32 %11, %a
  %13 = mul i32 %12, %a
  %14 = xor i32 %13, %a
  %15 = mul i32 %14, %a
  %16 = xor i32 %15, %a
  %17 = mul i32 %16, %a
  %18 = xor i32 %17, %a
  %19 = mul i32 %18, %a
  %20 = xor i32 %19, %a
  %21 = mul i32 %20, %a
  %22 = xor i32 %21, %a
  %23 = mul i32 %22, %a
  %24 = xor i32 %23, %a
  %25 = mul i32 %24, %a
  %26 = xor i32 %25, %a
  %27 = mul i32 %26, %a
  %28 = xor i32 %27, %a
  %29 = mul i32 %28, %a
  %30 = xor i32 %29, %a
  %31 = mul i32 %30, %a
  %32 = xor i32 %31, %a
  %33 = mul i32 %32, %a
  %34 = xor i32 %33, %a
  %35 = mul i32 %34, %a
  %36 = xor i32 %35, %a
  %37 = mul i32 %36, %a
  %38 = xor i32 %37, %a
  %39 = mul i32 %38, %a
  %40 = xor i32 %39, %a
  %41 = mul i32 %40, %a
  ret i32 %41
}

; Someone said so.
; CHECK: define internal i32 @kept(i32 %a) [[CALL]]
define internal i32 @kept(i32 %a) noinline {
  %b = add i32 %a, 2
  ret i32 %b
}

; Ends the thread, or calls what does.
; CHECK: define internal void @leaves() [[INLINE]]
define internal void @leaves() noinline {
  call void @heddle.exit()
  unreachable
}

; CHECK: define internal void @leaves_too() [[INLINE]]
define internal void @leaves_too() noinline {
  call void @leaves()
  ret void
}

; Addresses in this kernel may be generic.
; CHECK: define internal i32 @pointer(i32 %a) [[INLINE]]
define internal i32 @pointer(i32 %a) noinline {
  ret i32 %a
}

define ptx_kernel void @generic(i32 %a) {
  %b = call i32 @pointer(i32 %a)
  %p = inttoptr i32 %b to ptr
  store i32 1, ptr %p
  ret void
}

; CHECK: define ptx_kernel void @kernel(i32 %a) {
define ptx_kernel void @kernel(i32 %a) {
  %b = call i32 @small(i32 %a)
  %c = call i32 @small(i32 %b)
  %d = call i32 @large(i32 %c)
  %e = call i32 @large(i32 %d)
  %f = call i32 @kept(i32 %e)
  call void @leaves_too()
  ret void
}

; CHECK: attributes [[INLINE]] = { alwaysinline }
; CHECK: attributes [[CALL]] = { noinline }
