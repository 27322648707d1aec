; Funnel shifts of more than 64 bits count modulo their size, which may be no power
; of two. Atomic accesses of such types, and lanes' variables outside of their
; space, are refused.
; RUN: split-file %s %t
; RUN: ptxas-lite %t/shifts.ll -arch=tx1 -O0 -o %t/O0.cubin
; RUN: ptx-run %t/O0.cubin --engine=interpreter --grid=1 --block=5 --print=out:u64 | FileCheck %s
; RUN: ptxas-lite %t/shifts.ll -arch=tx1 -o %t/O3.cubin
; RUN: ptx-run %t/O3.cubin --grid=1 --block=5 --print=out:u64 | FileCheck %s
; RUN: not ptxas-lite %t/silicon.ll -arch=g80 -o %t/x.cubin 2>&1 | FileCheck %s --check-prefix=SILICON
; RUN: not ptxas-lite %t/refused.ll -arch=tx1 -o %t/x.cubin 2>&1 | FileCheck %s --check-prefix=REFUSED

; Lane N shifts by 65 N + 3 * 2^N - 1 and by the same of 127: bits of both sides
; move by 2, 5, 11, 23 and 47.
; CHECK: out: 40 0 1152921504606846976 2305843009213693952 320 0 144115188075855872 288230376151711744 20480 0 2251799813685248 4503599627370496 83886080 0 549755813888 1099511627776 1407374883553280 0 32768 65536
;--- shifts.ll
target triple = "tesla64-nvidia-cuda"
@out = addrspace(1) externally_initialized global [20 x i64] zeroinitializer
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i65 @llvm.fshl.i65(i65, i65, i65)
declare i127 @llvm.fshr.i127(i127, i127, i127)
define ptx_kernel void @k() {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %power = shl i32 3, %tid
  %by = sub i32 %power, 1
  %rounds = mul i32 %tid, 65
  %n = add i32 %rounds, %by
  %n65 = zext i32 %n to i65
  %left = call i65 @llvm.fshl.i65(i65 10, i65 0, i65 %n65)
  %low = trunc i65 %left to i64
  %top = lshr i65 %left, 64
  %high = trunc i65 %top to i64
  %more = mul i32 %tid, 127
  %m = add i32 %more, %by
  %m127 = zext i32 %m to i127
  %one = shl i127 1, 62
  %right = call i127 @llvm.fshr.i127(i127 1, i127 %one, i127 %m127)
  %rlow = trunc i127 %right to i64
  %rtop = lshr i127 %right, 64
  %rhigh = trunc i127 %rtop to i64
  %first = mul i32 %tid, 4
  %p0 = getelementptr i64, ptr addrspace(1) @out, i32 %first
  %p1 = getelementptr i64, ptr addrspace(1) %p0, i32 1
  %p2 = getelementptr i64, ptr addrspace(1) %p0, i32 2
  %p3 = getelementptr i64, ptr addrspace(1) %p0, i32 3
  store i64 %low, ptr addrspace(1) %p0
  store i64 %high, ptr addrspace(1) %p1
  store i64 %rlow, ptr addrspace(1) %p2
  store i64 %rhigh, ptr addrspace(1) %p3
  ret void
}
;--- refused.ll
target triple = "tesla64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p) {
; REFUSED: error: an atomic access of type 'i128' is not supported on tx1: '%v = load atomic i128
  %v = load atomic i128, ptr addrspace(1) %p seq_cst, align 16
; REFUSED: error: an atomic access of type 'i128' is not supported on tx1: 'store atomic i128
  store atomic i128 %v, ptr addrspace(1) %p seq_cst, align 16
; REFUSED: error: a variable of a lane is in addrspace(5): '%a = alloca i32
  %a = alloca i32
  store volatile i32 1, ptr %a
  ret void
}
;--- silicon.ll
define ptx_kernel void @k(ptr addrspace(1) %p) {
; SILICON: error: an atomic access of type 'i64' is not supported on g80
  %v = load atomic i64, ptr addrspace(1) %p seq_cst, align 8
  store i64 %v, ptr addrspace(1) %p
  ret void
}
