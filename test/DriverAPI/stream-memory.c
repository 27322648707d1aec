/* Streams that wait for values and write them, and kernels that wait for the host: what
follows them, threads that wait, contexts that go. Misused, too.

RUN: %cuda %s -o %t -lpthread && %t | FileCheck %s
RUN: %cuda-per-thread %s -o %t.thread -lpthread && %t.thread | FileCheck %s
CHECK: 0 MEM_OP
CHECK: done
*/
#include "check.h"
#include <pthread.h>

static const char *const waiting =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry gate(.param .u64 p) {\n"
    "  .reg .b64 %p;\n  .reg .b32 %v;\n  .reg .pred %q;\n"
    "  ld.param.u64 %p, [p];\n"
    "again:\n  ld.volatile.global.u32 %v, [%p];\n"
    "  setp.eq.u32 %q, %v, 0;\n  @%q bra again;\n"
    "  add.u32 %v, %v, 1;\n  st.global.u32 [%p + 4], %v;\n  ret;\n}\n";

static volatile unsigned *words;
static CUcontext context;

static CUdeviceptr at(int word) { return (CUdeviceptr)(words + word); }

static void values(void) {
  CUstream a, b;
  CUstreamBatchMemOpParams ops[3];
  memset(ops, 0, sizeof ops);
  OK(cuStreamCreate(&a, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&b, CU_STREAM_NON_BLOCKING));
  words[0] = 1;
  OK(cuStreamWaitValue32(a, at(0), 0x80000002u, CU_STREAM_WAIT_VALUE_GEQ));
  OK(cuStreamQuery(a));
  OK(cuStreamWaitValue64(a, at(2), 1, CU_STREAM_WAIT_VALUE_EQ));
  OK(cuStreamWriteValue32(a, at(4), 40, CU_STREAM_WRITE_VALUE_DEFAULT));
  OK(cuStreamWriteValue64(b, at(6), 50, CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER));
  FAILS(CUDA_ERROR_NOT_READY, cuStreamQuery(a));
  OK(cuStreamQuery(b));
  CHECK(words[4] == 0 && words[6] == 50);
  ops[0].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  ops[0].waitValue.address = at(4);
  ops[0].waitValue.value = 40;
  ops[0].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
  ops[1].operation = CU_STREAM_MEM_OP_BARRIER;
  ops[2].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  ops[2].writeValue.address = at(8);
  ops[2].writeValue.value = 60;
  OK(cuStreamBatchMemOp(b, 3, ops, 0));
  FAILS(CUDA_ERROR_NOT_READY, cuStreamQuery(b));
  words[2] = 1;
  OK(cuStreamSynchronize(b));
  OK(cuStreamSynchronize(a));
  CHECK(words[4] == 40 && words[8] == 60);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32(a, at(0) + 1, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue64(a, 8, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32(a, at(0), 0, 6));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue64(a, at(1), 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(a, 1, NULL, 0));
  OK(heddle_cuStreamWriteValue32(a, at(4), 41, 0));
  OK(heddle_cuStreamWaitValue32(a, at(4), 41, CU_STREAM_WAIT_VALUE_EQ));
  OK(heddle_cuStreamWriteValue64(a, at(6), 51, 0));
  OK(heddle_cuStreamWaitValue64(a, at(6), 50, CU_STREAM_WAIT_VALUE_GEQ));
  OK(heddle_cuStreamBatchMemOp(a, 1, ops + 2, 0));
  OK(cuStreamQuery(a));
  CHECK(words[4] == 41 && words[6] == 51);
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuStreamWriteValue32(a, 0, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuStreamWaitValue32(a, 0, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuStreamWriteValue64(a, 0, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuStreamWaitValue64(a, 0, 0, 0));
  FAILS(CUDA_ERROR_INVALID_VALUE, heddle_cuStreamBatchMemOp(a, 1, ops, 7));
  ops[0].operation = (CUstreamBatchMemOpType)77;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(a, 1, ops, 0));
  OK(cuStreamDestroy(a));
  OK(cuStreamDestroy(b));
}

/* Graphs that write words and wait for them, built and captured. */
static void nodes(void) {
  CUgraph graph;
  CUgraphNode first, second;
  CUgraphExec exec;
  CUstream stream;
  CUstreamBatchMemOpParams ops[2];
  CUDA_BATCH_MEM_OP_NODE_PARAMS params = {context, 2, ops, 0}, found;
  memset(ops, 0, sizeof ops);
  ops[0].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  ops[0].waitValue.address = at(0);
  ops[0].waitValue.value = 5;
  ops[1].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  ops[1].writeValue.address = at(1);
  ops[1].writeValue.value = 70;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddBatchMemOpNode(&first, graph, NULL, 0, &params));
  OK(cuGraphBatchMemOpNodeGetParams(first, &found));
  CHECK(found.count == 2 && found.paramArray[1].writeValue.value == 70);
  params.count = 1;
  params.paramArray = ops + 1;
  ops[1].writeValue.address = at(2);
  OK(cuGraphAddBatchMemOpNode(&second, graph, &first, 1, &params));
  ops[1].writeValue.value = 71;
  OK(cuGraphBatchMemOpNodeSetParams(second, &params));
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  words[0] = words[1] = words[2] = 0;
  OK(cuGraphLaunch(exec, stream));
  FAILS(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
  CHECK(words[1] == 0 && words[2] == 0);
  words[0] = 5;
  OK(cuStreamSynchronize(stream));
  CHECK(words[1] == 70 && words[2] == 71);
  ops[1].writeValue.value = 72;
  OK(cuGraphExecBatchMemOpNodeSetParams(exec, second, &params));
  OK(cuGraphLaunch(exec, stream));
  OK(cuStreamSynchronize(stream));
  CHECK(words[2] == 72);
  params.flags = 1;
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddBatchMemOpNode(&second, graph, NULL, 0, &params));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphBatchMemOpNodeSetParams(second, &params));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphExecBatchMemOpNodeSetParams(exec, second, &params));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphBatchMemOpNodeGetParams(first, NULL));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK(cuStreamWaitValue32(stream, at(0), 5, CU_STREAM_WAIT_VALUE_EQ));
  OK(cuStreamWriteValue32(stream, at(3), 73, 0));
  OK(cuStreamEndCapture(stream, &graph));
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  words[3] = 0;
  OK(cuGraphLaunch(exec, stream));
  OK(cuStreamSynchronize(stream));
  CHECK(words[3] == 73);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuStreamDestroy(stream));
}

/* The same nodes, by the calls for nodes of any kind. */
static void kinds(void) {
  CUgraph graph;
  CUgraphNode node;
  CUgraphExec exec;
  CUcontext other;
  CUgraphNodeParams all;
  CUstreamBatchMemOpParams op;
  CUDA_BATCH_MEM_OP_NODE_PARAMS params = {NULL, 1, &op, 0}, found;
  OK(cuCtxCreate(&other, NULL, 0, 0));
  OK(cuCtxSetCurrent(context));
  params.ctx = other;
  memset(&op, 0, sizeof op);
  op.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  op.writeValue.address = at(5);
  op.writeValue.value = 80;
  memset(&all, 0, sizeof all);
  all.type = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
  memcpy(&all.of, &params, sizeof params);
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddNode(&node, graph, NULL, NULL, 0, &all));
  OK(cuGraphBatchMemOpNodeGetParams(node, &found));
  CHECK(found.ctx == other && found.count == 1 && found.paramArray[0].writeValue.value == 80);
  OK(cuGraphDebugDotPrint(graph, "/dev/stdout", 0));
  op.writeValue.value = 81;
  OK(cuGraphNodeSetParams(node, &all));
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cuGraphLaunch(exec, CU_STREAM_PER_THREAD));
  OK(cuStreamSynchronize(CU_STREAM_PER_THREAD));
  CHECK(words[5] == 81);
  op.writeValue.value = 82;
  OK(cuGraphExecNodeSetParams(exec, node, &all));
  OK(cuGraphLaunch(exec, CU_STREAM_PER_THREAD));
  OK(cuStreamSynchronize(CU_STREAM_PER_THREAD));
  CHECK(words[5] == 82);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuCtxDestroy(other));
}

static CUstream shared;
static CUevent done;

static void *waitForEvent(void *result) {
  OK(cuCtxSetCurrent(context));
  OK(cuEventSynchronize(done));
  *(unsigned *)result = words[1];
  return NULL;
}

/* Threads wait for what another one sets off. */
static void threads(CUfunction gate) {
  pthread_t thread[4];
  unsigned seen[4] = {0, 0, 0, 0};
  CUdeviceptr p = at(0);
  void *arguments[] = {&p};
  words[0] = words[1] = 0;
  OK(cuStreamCreate(&shared, CU_STREAM_NON_BLOCKING));
  OK(cuEventCreate(&done, 0));
  OK(cuLaunchKernel(gate, 1, 1, 1, 32, 1, 1, 0, shared, arguments, NULL));
  OK(cuEventRecord(done, shared));
  FAILS(CUDA_ERROR_NOT_READY, cuEventQuery(done));
  for (int i = 0; i < 4; ++i)
    pthread_create(thread + i, NULL, waitForEvent, seen + i);
  OK(cuStreamDestroy(shared));
  words[0] = 8;
  for (int i = 0; i < 4; ++i)
    pthread_join(thread[i], NULL);
  CHECK(seen[0] == 9 && seen[1] == 9 && seen[2] == 9 && seen[3] == 9);
  OK(cuEventDestroy(done));
}

static void *openGate(void *Unused) {
  OK(cuCtxSetCurrent(context));
  words[0] = 20;
  return Unused;
}

/* A context that goes, and memory that is freed, wait for what is under way. */
static void ends(CUfunction gate) {
  CUcontext own;
  CUmodule module;
  CUfunction other;
  CUdeviceptr p = at(0), memory;
  pthread_t thread;
  void *arguments[] = {&p};
  words[0] = words[1] = 0;
  OK(cuMemAlloc(&memory, 64));
  OK(cuLaunchKernel(gate, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
  pthread_create(&thread, NULL, openGate, NULL);
  OK(cuMemFree(memory));
  CHECK(words[1] == 21);
  pthread_join(thread, NULL);

  OK(cuCtxCreate(&own, NULL, 0, 0));
  OK(cuModuleLoadData(&module, waiting));
  OK(cuModuleGetFunction(&other, module, "gate"));
  words[0] = words[1] = 0;
  OK(cuLaunchKernel(other, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
  OK(cuLaunchKernel(other, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
  pthread_create(&thread, NULL, openGate, NULL);
  OK(cuCtxDestroy(own));
  CHECK(words[1] == 21);
  pthread_join(thread, NULL);
  OK(cuCtxSetCurrent(context));
}

int main(void) {
  CUmodule module;
  CUfunction gate;
  context = start();
  OK(cuModuleLoadData(&module, waiting));
  OK(cuModuleGetFunction(&gate, module, "gate"));
  OK(cuMemHostAlloc((void **)&words, 64, CU_MEMHOSTALLOC_DEVICEMAP));
  memset((void *)words, 0, 64);
  values();
  nodes();
  kinds();
  threads(gate);
  ends(gate);
  OK(cuMemFreeHost((void *)words));
  return finish();
}
