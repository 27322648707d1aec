; Variables of .global get their address at load time, those of .const have it.
; RUN: ptxas-lite -arch=g80 %s -o %t.cubin -v 2>&1 | FileCheck %s --check-prefix=REPORT
; RUN: ptx-objdump -x -d %t.cubin | FileCheck %s
; RUN: ptxas-lite -arch=g80 %s --emit=asm | FileCheck %s --check-prefix=ASM
; RUN: ptx-run %t.cubin --grid=1 --block=4 --arg=buf=zeros:16 --print=0:u32 \
; RUN:   --print=count:u32 --print=where:b32 | FileCheck %s --check-prefix=RESULT
; RUN: ptx-run %t.cubin --grid=1 --block=4 --arg=buf=zeros:16 --print=0:u32 \
; RUN:   --set=table=buf=u32:1,2,3,4 --set=gain=u32=100 --set=count=u32=7 \
; RUN:   --print=count:u32 --print=gain:u32 | FileCheck %s --check-prefix=SET

target triple = "tesla-nvidia-cuda"

@gain = addrspace(4) externally_initialized constant i32 5, align 4
@table = addrspace(4) externally_initialized constant [4 x i32] [i32 10, i32 20, i32 30, i32 40], align 8
@small = addrspace(4) externally_initialized constant [4 x i8] c"\01\FE\03\04", align 1
@data = addrspace(1) externally_initialized global [2 x i32] [i32 1000, i32 2000], align 4
@count = addrspace(1) externally_initialized global i32 0, align 4
@where = addrspace(1) externally_initialized global [3 x i32] [i32 ptrtoint (ptr addrspace(4) @table to i32), i32 ptrtoint (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @data, i32 4) to i32), i32 77], align 4

; REPORT: 28 bytes cmem[0]
; REPORT: constant      28 bytes

; CHECK-DAG: variable data: .global, 8 bytes aligned to 4, initialized
; CHECK-DAG: variable count: .global, 4 bytes aligned to 4, zero
; CHECK-DAG: variable gain: .const, 4 bytes at c0[0x0]
; CHECK-DAG: variable table: .const, 16 bytes at c0[0x8]
; CHECK-DAG: variable small: .const, 4 bytes at c0[0x18]
; CHECK-DAG: relocation {{.*}}: address of data+4
; CHECK-DAG: relocation {{.*}}: address of count+0
; CHECK-DAG: add b32 ${{.*}} ${{.*}} c0[0x0]
; CHECK-DAG: ld ${{.*}} b32 c0[$a1+0x8]
; CHECK-DAG: ld ${{.*}} u8 c0[0x19]

; ASM: mov b32 ${{.*}} data+4

; (table[tid] + gain) + small[1] sign-extended + data[1] + mem[where[1]]
; RESULT: 0: 4013 4023 4033 4043
; RESULT: count: 4
; RESULT: where: 0x00000008 0x{{[0-9a-f]+}} 0x0000004d

; SET: 0: 4099 4100 4101 4102
; SET: count: 11
; SET: gain: 100
define ptx_kernel void @k(i32 "ptx-type"="u32" %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %four = shl i32 %tid, 2
  %o = add i32 %p, %four
  %to = inttoptr i32 %o to ptr addrspace(1)
  %ta = add i32 %four, ptrtoint (ptr addrspace(4) @table to i32)
  %tp = inttoptr i32 %ta to ptr addrspace(4)
  %t = load i32, ptr addrspace(4) %tp, align 4
  %g = load i32, ptr addrspace(4) @gain, align 4
  %b = load i8, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @small, i32 1), align 1
  %s = sext i8 %b to i32
  %d = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @data, i32 4), align 4
  %w = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @where, i32 4), align 4
  %wp = inttoptr i32 %w to ptr addrspace(1)
  %d2 = load i32, ptr addrspace(1) %wp, align 4
  %s1 = add i32 %t, %g
  %s2 = add i32 %s1, %s
  %s3 = add i32 %s2, %d
  %s4 = add i32 %s3, %d2
  store i32 %s4, ptr addrspace(1) %to, align 4
  %c = load volatile i32, ptr addrspace(1) @count, align 4
  %c1 = add i32 %c, 4
  store volatile i32 %c1, ptr addrspace(1) @count, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
