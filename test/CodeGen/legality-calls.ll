; RUN: not ptx-opt -stop-after=tesla-isel -o /dev/null %s 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not=error

; Calls, intrinsics and signatures.

declare void @callee(i32)
declare void @llvm.nvvm.barrier.n(i32)
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.clusterid.x()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)

; CHECK: in function calls {{.*}}: 'callee' cannot be called: it has no body
; CHECK: in function calls {{.*}}: indirect calls are not supported on g80
define ptx_kernel void @calls(i32 %a) {
  call void @callee(i32 %a)
  %p = inttoptr i32 %a to ptr
  call void %p(i32 %a)
  ret void
}

; CHECK: in function intrinsics {{.*}}: 'llvm.nvvm.read.ptx.sreg.clusterid.x' is not
; CHECK-SAME: supported on g80
; CHECK: in function intrinsics {{.*}}: 'llvm.nvvm.shfl.sync.idx.i32' is not
define ptx_kernel void @intrinsics(i32 %a) {
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %2 = call i32 @llvm.nvvm.read.ptx.sreg.clusterid.x()
  %3 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %a, i32 0, i32 31)
  ret void
}

; There are 16 barriers, named by the instruction itself.
; CHECK: in function barriers {{.*}}: 'llvm.nvvm.barrier.n' is not supported on g80
; CHECK: in function barriers {{.*}}: 'llvm.nvvm.barrier.n' is not supported on g80
define ptx_kernel void @barriers(i32 %a) {
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.barrier.n(i32 15)
  call void @llvm.nvvm.barrier.n(i32 16)
  call void @llvm.nvvm.barrier.n(i32 %a)
  ret void
}

; CHECK: in function parameters {{.*}}: parameter 'x' of type '[4 x i8]' is not
; CHECK-SAME: supported on g80
define ptx_kernel void @parameters(i32 %a, [4 x i8] %x) {
  ret void
}

; CHECK: in function result {{.*}}: a kernel cannot return a value
define i32 @result(i32 %a) {
  ret i32 %a
}

; CHECK: in function kernels {{.*}}: 'calls' cannot be called: it is a kernel
define ptx_kernel void @kernels(i32 %a) {
  call ptx_kernel void @calls(i32 %a)
  ret void
}
