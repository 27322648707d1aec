; Each class of LLVM's holds its numbers and no others, in both types, whatever is
; flushed elsewhere; so do pairs of neighbours and all but one.
; RUN: ptxas-lite %s -arch=gt200 -O0 -o %t.gt200.cubin
; RUN: ptxas-lite %s -arch=gt200 -O3 -o %t.gt200-O3.cubin
; RUN: sed '1i target triple = "tesla64-nvidia-cuda"' %s > %t.ll
; RUN: ptxas-lite %t.ll -arch=tx1 -O0 -o %t.tx1.cubin
; RUN: ptx-run %t.gt200.cubin --grid=1 --block=10 --print=out:b32 | tr -s " " "\n" | grep -v : | paste -d " " - - - - - - | FileCheck %s
; RUN: ptx-run %t.gt200-O3.cubin --grid=1 --block=10 --print=out:b32 | tr -s " " "\n" | grep -v : | paste -d " " - - - - - - | FileCheck %s
; RUN: ptx-run %t.tx1.cubin --grid=1 --block=10 --print=out:b32 | tr -s " " "\n" | grep -v : | paste -d " " - - - - - - | FileCheck %s

; A line for each class, its numbers of f32 and f64: the classes that they are in, the
; pairs, and those that they are not in.
; CHECK: {{^}}0x00000001 0x00000001 0x00000001 0x00000001 0x00000001 0x00000001{{$}}
; CHECK-NEXT: {{^}}0x00000002 0x00000003 0x00000002 0x00000002 0x00000003 0x00000002{{$}}
; CHECK-NEXT: {{^}}0x00000004 0x00000006 0x00000004 0x00000004 0x00000006 0x00000004{{$}}
; CHECK-NEXT: {{^}}0x00000008 0x0000000c 0x00000008 0x00000008 0x0000000c 0x00000008{{$}}
; CHECK-NEXT: {{^}}0x00000010 0x00000018 0x00000010 0x00000010 0x00000018 0x00000010{{$}}
; CHECK-NEXT: {{^}}0x00000020 0x00000030 0x00000020 0x00000020 0x00000030 0x00000020{{$}}
; CHECK-NEXT: {{^}}0x00000040 0x00000060 0x00000040 0x00000040 0x00000060 0x00000040{{$}}
; CHECK-NEXT: {{^}}0x00000080 0x000000c0 0x00000080 0x00000080 0x000000c0 0x00000080{{$}}
; CHECK-NEXT: {{^}}0x00000100 0x00000180 0x00000100 0x00000100 0x00000180 0x00000100{{$}}
; CHECK-NEXT: {{^}}0x00000200 0x00000100 0x00000200 0x00000200 0x00000100 0x00000200{{$}}

@in32 = addrspace(1) global [10 x i32] [i32 2139095041, i32 4294967295, i32 4286578688, i32 4286578687, i32 2155872255, i32 2147483648, i32 0, i32 1, i32 8388608, i32 2139095040], align 4
@in64 = addrspace(1) global [10 x i64] [i64 18442240474082181121, i64 9221120237041090560, i64 18442240474082181120, i64 9227875636482146304, i64 9223372036854775809, i64 9223372036854775808, i64 0, i64 4503599627370495, i64 4607182418800017408, i64 9218868437227405312], align 8
@out = addrspace(1) global [60 x i32] zeroinitializer, align 4

define ptx_kernel void @k() #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p32 = getelementptr i32, ptr addrspace(1) @in32, i32 %tid
  %x32 = load float, ptr addrspace(1) %p32
  %is32.0 = call i1 @llvm.is.fpclass.f32(float %x32, i32 1)
  %is32.0.z = zext i1 %is32.0 to i32
  %is32.0.s = shl i32 %is32.0.z, 0
  %is32.1 = call i1 @llvm.is.fpclass.f32(float %x32, i32 2)
  %is32.1.z = zext i1 %is32.1 to i32
  %is32.1.s = shl i32 %is32.1.z, 1
  %is32.1.o = or i32 %is32.0.s, %is32.1.s
  %is32.2 = call i1 @llvm.is.fpclass.f32(float %x32, i32 4)
  %is32.2.z = zext i1 %is32.2 to i32
  %is32.2.s = shl i32 %is32.2.z, 2
  %is32.2.o = or i32 %is32.1.o, %is32.2.s
  %is32.3 = call i1 @llvm.is.fpclass.f32(float %x32, i32 8)
  %is32.3.z = zext i1 %is32.3 to i32
  %is32.3.s = shl i32 %is32.3.z, 3
  %is32.3.o = or i32 %is32.2.o, %is32.3.s
  %is32.4 = call i1 @llvm.is.fpclass.f32(float %x32, i32 16)
  %is32.4.z = zext i1 %is32.4 to i32
  %is32.4.s = shl i32 %is32.4.z, 4
  %is32.4.o = or i32 %is32.3.o, %is32.4.s
  %is32.5 = call i1 @llvm.is.fpclass.f32(float %x32, i32 32)
  %is32.5.z = zext i1 %is32.5 to i32
  %is32.5.s = shl i32 %is32.5.z, 5
  %is32.5.o = or i32 %is32.4.o, %is32.5.s
  %is32.6 = call i1 @llvm.is.fpclass.f32(float %x32, i32 64)
  %is32.6.z = zext i1 %is32.6 to i32
  %is32.6.s = shl i32 %is32.6.z, 6
  %is32.6.o = or i32 %is32.5.o, %is32.6.s
  %is32.7 = call i1 @llvm.is.fpclass.f32(float %x32, i32 128)
  %is32.7.z = zext i1 %is32.7 to i32
  %is32.7.s = shl i32 %is32.7.z, 7
  %is32.7.o = or i32 %is32.6.o, %is32.7.s
  %is32.8 = call i1 @llvm.is.fpclass.f32(float %x32, i32 256)
  %is32.8.z = zext i1 %is32.8 to i32
  %is32.8.s = shl i32 %is32.8.z, 8
  %is32.8.o = or i32 %is32.7.o, %is32.8.s
  %is32.9 = call i1 @llvm.is.fpclass.f32(float %x32, i32 512)
  %is32.9.z = zext i1 %is32.9 to i32
  %is32.9.s = shl i32 %is32.9.z, 9
  %is32.9.o = or i32 %is32.8.o, %is32.9.s
  %is32.i0 = mul i32 %tid, 6
  %is32.i = add i32 %is32.i0, 0
  %is32.p = getelementptr i32, ptr addrspace(1) @out, i32 %is32.i
  store i32 %is32.9.o, ptr addrspace(1) %is32.p
  %two32.0 = call i1 @llvm.is.fpclass.f32(float %x32, i32 3)
  %two32.0.z = zext i1 %two32.0 to i32
  %two32.0.s = shl i32 %two32.0.z, 0
  %two32.1 = call i1 @llvm.is.fpclass.f32(float %x32, i32 6)
  %two32.1.z = zext i1 %two32.1 to i32
  %two32.1.s = shl i32 %two32.1.z, 1
  %two32.1.o = or i32 %two32.0.s, %two32.1.s
  %two32.2 = call i1 @llvm.is.fpclass.f32(float %x32, i32 12)
  %two32.2.z = zext i1 %two32.2 to i32
  %two32.2.s = shl i32 %two32.2.z, 2
  %two32.2.o = or i32 %two32.1.o, %two32.2.s
  %two32.3 = call i1 @llvm.is.fpclass.f32(float %x32, i32 24)
  %two32.3.z = zext i1 %two32.3 to i32
  %two32.3.s = shl i32 %two32.3.z, 3
  %two32.3.o = or i32 %two32.2.o, %two32.3.s
  %two32.4 = call i1 @llvm.is.fpclass.f32(float %x32, i32 48)
  %two32.4.z = zext i1 %two32.4 to i32
  %two32.4.s = shl i32 %two32.4.z, 4
  %two32.4.o = or i32 %two32.3.o, %two32.4.s
  %two32.5 = call i1 @llvm.is.fpclass.f32(float %x32, i32 96)
  %two32.5.z = zext i1 %two32.5 to i32
  %two32.5.s = shl i32 %two32.5.z, 5
  %two32.5.o = or i32 %two32.4.o, %two32.5.s
  %two32.6 = call i1 @llvm.is.fpclass.f32(float %x32, i32 192)
  %two32.6.z = zext i1 %two32.6 to i32
  %two32.6.s = shl i32 %two32.6.z, 6
  %two32.6.o = or i32 %two32.5.o, %two32.6.s
  %two32.7 = call i1 @llvm.is.fpclass.f32(float %x32, i32 384)
  %two32.7.z = zext i1 %two32.7 to i32
  %two32.7.s = shl i32 %two32.7.z, 7
  %two32.7.o = or i32 %two32.6.o, %two32.7.s
  %two32.8 = call i1 @llvm.is.fpclass.f32(float %x32, i32 768)
  %two32.8.z = zext i1 %two32.8 to i32
  %two32.8.s = shl i32 %two32.8.z, 8
  %two32.8.o = or i32 %two32.7.o, %two32.8.s
  %two32.i0 = mul i32 %tid, 6
  %two32.i = add i32 %two32.i0, 1
  %two32.p = getelementptr i32, ptr addrspace(1) @out, i32 %two32.i
  store i32 %two32.8.o, ptr addrspace(1) %two32.p
  %not32.0 = call i1 @llvm.is.fpclass.f32(float %x32, i32 1022)
  %not32.0.n = xor i1 %not32.0, true
  %not32.0.z = zext i1 %not32.0.n to i32
  %not32.0.s = shl i32 %not32.0.z, 0
  %not32.1 = call i1 @llvm.is.fpclass.f32(float %x32, i32 1021)
  %not32.1.n = xor i1 %not32.1, true
  %not32.1.z = zext i1 %not32.1.n to i32
  %not32.1.s = shl i32 %not32.1.z, 1
  %not32.1.o = or i32 %not32.0.s, %not32.1.s
  %not32.2 = call i1 @llvm.is.fpclass.f32(float %x32, i32 1019)
  %not32.2.n = xor i1 %not32.2, true
  %not32.2.z = zext i1 %not32.2.n to i32
  %not32.2.s = shl i32 %not32.2.z, 2
  %not32.2.o = or i32 %not32.1.o, %not32.2.s
  %not32.3 = call i1 @llvm.is.fpclass.f32(float %x32, i32 1015)
  %not32.3.n = xor i1 %not32.3, true
  %not32.3.z = zext i1 %not32.3.n to i32
  %not32.3.s = shl i32 %not32.3.z, 3
  %not32.3.o = or i32 %not32.2.o, %not32.3.s
  %not32.4 = call i1 @llvm.is.fpclass.f32(float %x32, i32 1007)
  %not32.4.n = xor i1 %not32.4, true
  %not32.4.z = zext i1 %not32.4.n to i32
  %not32.4.s = shl i32 %not32.4.z, 4
  %not32.4.o = or i32 %not32.3.o, %not32.4.s
  %not32.5 = call i1 @llvm.is.fpclass.f32(float %x32, i32 991)
  %not32.5.n = xor i1 %not32.5, true
  %not32.5.z = zext i1 %not32.5.n to i32
  %not32.5.s = shl i32 %not32.5.z, 5
  %not32.5.o = or i32 %not32.4.o, %not32.5.s
  %not32.6 = call i1 @llvm.is.fpclass.f32(float %x32, i32 959)
  %not32.6.n = xor i1 %not32.6, true
  %not32.6.z = zext i1 %not32.6.n to i32
  %not32.6.s = shl i32 %not32.6.z, 6
  %not32.6.o = or i32 %not32.5.o, %not32.6.s
  %not32.7 = call i1 @llvm.is.fpclass.f32(float %x32, i32 895)
  %not32.7.n = xor i1 %not32.7, true
  %not32.7.z = zext i1 %not32.7.n to i32
  %not32.7.s = shl i32 %not32.7.z, 7
  %not32.7.o = or i32 %not32.6.o, %not32.7.s
  %not32.8 = call i1 @llvm.is.fpclass.f32(float %x32, i32 767)
  %not32.8.n = xor i1 %not32.8, true
  %not32.8.z = zext i1 %not32.8.n to i32
  %not32.8.s = shl i32 %not32.8.z, 8
  %not32.8.o = or i32 %not32.7.o, %not32.8.s
  %not32.9 = call i1 @llvm.is.fpclass.f32(float %x32, i32 511)
  %not32.9.n = xor i1 %not32.9, true
  %not32.9.z = zext i1 %not32.9.n to i32
  %not32.9.s = shl i32 %not32.9.z, 9
  %not32.9.o = or i32 %not32.8.o, %not32.9.s
  %not32.i0 = mul i32 %tid, 6
  %not32.i = add i32 %not32.i0, 2
  %not32.p = getelementptr i32, ptr addrspace(1) @out, i32 %not32.i
  store i32 %not32.9.o, ptr addrspace(1) %not32.p
  %p64 = getelementptr i64, ptr addrspace(1) @in64, i32 %tid
  %x64 = load double, ptr addrspace(1) %p64
  %is64.0 = call i1 @llvm.is.fpclass.f64(double %x64, i32 1)
  %is64.0.z = zext i1 %is64.0 to i32
  %is64.0.s = shl i32 %is64.0.z, 0
  %is64.1 = call i1 @llvm.is.fpclass.f64(double %x64, i32 2)
  %is64.1.z = zext i1 %is64.1 to i32
  %is64.1.s = shl i32 %is64.1.z, 1
  %is64.1.o = or i32 %is64.0.s, %is64.1.s
  %is64.2 = call i1 @llvm.is.fpclass.f64(double %x64, i32 4)
  %is64.2.z = zext i1 %is64.2 to i32
  %is64.2.s = shl i32 %is64.2.z, 2
  %is64.2.o = or i32 %is64.1.o, %is64.2.s
  %is64.3 = call i1 @llvm.is.fpclass.f64(double %x64, i32 8)
  %is64.3.z = zext i1 %is64.3 to i32
  %is64.3.s = shl i32 %is64.3.z, 3
  %is64.3.o = or i32 %is64.2.o, %is64.3.s
  %is64.4 = call i1 @llvm.is.fpclass.f64(double %x64, i32 16)
  %is64.4.z = zext i1 %is64.4 to i32
  %is64.4.s = shl i32 %is64.4.z, 4
  %is64.4.o = or i32 %is64.3.o, %is64.4.s
  %is64.5 = call i1 @llvm.is.fpclass.f64(double %x64, i32 32)
  %is64.5.z = zext i1 %is64.5 to i32
  %is64.5.s = shl i32 %is64.5.z, 5
  %is64.5.o = or i32 %is64.4.o, %is64.5.s
  %is64.6 = call i1 @llvm.is.fpclass.f64(double %x64, i32 64)
  %is64.6.z = zext i1 %is64.6 to i32
  %is64.6.s = shl i32 %is64.6.z, 6
  %is64.6.o = or i32 %is64.5.o, %is64.6.s
  %is64.7 = call i1 @llvm.is.fpclass.f64(double %x64, i32 128)
  %is64.7.z = zext i1 %is64.7 to i32
  %is64.7.s = shl i32 %is64.7.z, 7
  %is64.7.o = or i32 %is64.6.o, %is64.7.s
  %is64.8 = call i1 @llvm.is.fpclass.f64(double %x64, i32 256)
  %is64.8.z = zext i1 %is64.8 to i32
  %is64.8.s = shl i32 %is64.8.z, 8
  %is64.8.o = or i32 %is64.7.o, %is64.8.s
  %is64.9 = call i1 @llvm.is.fpclass.f64(double %x64, i32 512)
  %is64.9.z = zext i1 %is64.9 to i32
  %is64.9.s = shl i32 %is64.9.z, 9
  %is64.9.o = or i32 %is64.8.o, %is64.9.s
  %is64.i0 = mul i32 %tid, 6
  %is64.i = add i32 %is64.i0, 3
  %is64.p = getelementptr i32, ptr addrspace(1) @out, i32 %is64.i
  store i32 %is64.9.o, ptr addrspace(1) %is64.p
  %two64.0 = call i1 @llvm.is.fpclass.f64(double %x64, i32 3)
  %two64.0.z = zext i1 %two64.0 to i32
  %two64.0.s = shl i32 %two64.0.z, 0
  %two64.1 = call i1 @llvm.is.fpclass.f64(double %x64, i32 6)
  %two64.1.z = zext i1 %two64.1 to i32
  %two64.1.s = shl i32 %two64.1.z, 1
  %two64.1.o = or i32 %two64.0.s, %two64.1.s
  %two64.2 = call i1 @llvm.is.fpclass.f64(double %x64, i32 12)
  %two64.2.z = zext i1 %two64.2 to i32
  %two64.2.s = shl i32 %two64.2.z, 2
  %two64.2.o = or i32 %two64.1.o, %two64.2.s
  %two64.3 = call i1 @llvm.is.fpclass.f64(double %x64, i32 24)
  %two64.3.z = zext i1 %two64.3 to i32
  %two64.3.s = shl i32 %two64.3.z, 3
  %two64.3.o = or i32 %two64.2.o, %two64.3.s
  %two64.4 = call i1 @llvm.is.fpclass.f64(double %x64, i32 48)
  %two64.4.z = zext i1 %two64.4 to i32
  %two64.4.s = shl i32 %two64.4.z, 4
  %two64.4.o = or i32 %two64.3.o, %two64.4.s
  %two64.5 = call i1 @llvm.is.fpclass.f64(double %x64, i32 96)
  %two64.5.z = zext i1 %two64.5 to i32
  %two64.5.s = shl i32 %two64.5.z, 5
  %two64.5.o = or i32 %two64.4.o, %two64.5.s
  %two64.6 = call i1 @llvm.is.fpclass.f64(double %x64, i32 192)
  %two64.6.z = zext i1 %two64.6 to i32
  %two64.6.s = shl i32 %two64.6.z, 6
  %two64.6.o = or i32 %two64.5.o, %two64.6.s
  %two64.7 = call i1 @llvm.is.fpclass.f64(double %x64, i32 384)
  %two64.7.z = zext i1 %two64.7 to i32
  %two64.7.s = shl i32 %two64.7.z, 7
  %two64.7.o = or i32 %two64.6.o, %two64.7.s
  %two64.8 = call i1 @llvm.is.fpclass.f64(double %x64, i32 768)
  %two64.8.z = zext i1 %two64.8 to i32
  %two64.8.s = shl i32 %two64.8.z, 8
  %two64.8.o = or i32 %two64.7.o, %two64.8.s
  %two64.i0 = mul i32 %tid, 6
  %two64.i = add i32 %two64.i0, 4
  %two64.p = getelementptr i32, ptr addrspace(1) @out, i32 %two64.i
  store i32 %two64.8.o, ptr addrspace(1) %two64.p
  %not64.0 = call i1 @llvm.is.fpclass.f64(double %x64, i32 1022)
  %not64.0.n = xor i1 %not64.0, true
  %not64.0.z = zext i1 %not64.0.n to i32
  %not64.0.s = shl i32 %not64.0.z, 0
  %not64.1 = call i1 @llvm.is.fpclass.f64(double %x64, i32 1021)
  %not64.1.n = xor i1 %not64.1, true
  %not64.1.z = zext i1 %not64.1.n to i32
  %not64.1.s = shl i32 %not64.1.z, 1
  %not64.1.o = or i32 %not64.0.s, %not64.1.s
  %not64.2 = call i1 @llvm.is.fpclass.f64(double %x64, i32 1019)
  %not64.2.n = xor i1 %not64.2, true
  %not64.2.z = zext i1 %not64.2.n to i32
  %not64.2.s = shl i32 %not64.2.z, 2
  %not64.2.o = or i32 %not64.1.o, %not64.2.s
  %not64.3 = call i1 @llvm.is.fpclass.f64(double %x64, i32 1015)
  %not64.3.n = xor i1 %not64.3, true
  %not64.3.z = zext i1 %not64.3.n to i32
  %not64.3.s = shl i32 %not64.3.z, 3
  %not64.3.o = or i32 %not64.2.o, %not64.3.s
  %not64.4 = call i1 @llvm.is.fpclass.f64(double %x64, i32 1007)
  %not64.4.n = xor i1 %not64.4, true
  %not64.4.z = zext i1 %not64.4.n to i32
  %not64.4.s = shl i32 %not64.4.z, 4
  %not64.4.o = or i32 %not64.3.o, %not64.4.s
  %not64.5 = call i1 @llvm.is.fpclass.f64(double %x64, i32 991)
  %not64.5.n = xor i1 %not64.5, true
  %not64.5.z = zext i1 %not64.5.n to i32
  %not64.5.s = shl i32 %not64.5.z, 5
  %not64.5.o = or i32 %not64.4.o, %not64.5.s
  %not64.6 = call i1 @llvm.is.fpclass.f64(double %x64, i32 959)
  %not64.6.n = xor i1 %not64.6, true
  %not64.6.z = zext i1 %not64.6.n to i32
  %not64.6.s = shl i32 %not64.6.z, 6
  %not64.6.o = or i32 %not64.5.o, %not64.6.s
  %not64.7 = call i1 @llvm.is.fpclass.f64(double %x64, i32 895)
  %not64.7.n = xor i1 %not64.7, true
  %not64.7.z = zext i1 %not64.7.n to i32
  %not64.7.s = shl i32 %not64.7.z, 7
  %not64.7.o = or i32 %not64.6.o, %not64.7.s
  %not64.8 = call i1 @llvm.is.fpclass.f64(double %x64, i32 767)
  %not64.8.n = xor i1 %not64.8, true
  %not64.8.z = zext i1 %not64.8.n to i32
  %not64.8.s = shl i32 %not64.8.z, 8
  %not64.8.o = or i32 %not64.7.o, %not64.8.s
  %not64.9 = call i1 @llvm.is.fpclass.f64(double %x64, i32 511)
  %not64.9.n = xor i1 %not64.9, true
  %not64.9.z = zext i1 %not64.9.n to i32
  %not64.9.s = shl i32 %not64.9.z, 9
  %not64.9.o = or i32 %not64.8.o, %not64.9.s
  %not64.i0 = mul i32 %tid, 6
  %not64.i = add i32 %not64.i0, 5
  %not64.p = getelementptr i32, ptr addrspace(1) @out, i32 %not64.i
  store i32 %not64.9.o, ptr addrspace(1) %not64.p
  ret void
}

attributes #0 = { "denormal-fp-math-f32"="preserve-sign,preserve-sign" }
