/* Graphs made of others: clones, and executable graphs that get new work.

RUN: %cuda %s -o %t && %t | FileCheck %s
CHECK: done
*/
#include "check.h"

static void *nonsense = (void *)0x1234;
static CUfunction put, scale;
static CUdeviceptr p;

static unsigned read(void) {
  unsigned value = 0;
  OK(cuMemcpyDtoH(&value, p, 4));
  return value;
}

static CUgraphNode addPut(CUgraph graph, CUgraphNode *after, unsigned value) {
  CUgraphNode node = NULL;
  void *params[] = {&p, &value};
  CUDA_KERNEL_NODE_PARAMS k = {put, 1, 1, 1, 1, 1, 1, 0, params, NULL, NULL,
                               NULL};
  OK(cuGraphAddKernelNode(&node, graph, after, after != NULL, &k));
  return node;
}

static CUgraphNode addScale(CUgraph graph, CUgraphNode *after) {
  CUgraphNode node = NULL;
  void *params[] = {&p};
  CUDA_KERNEL_NODE_PARAMS k = {scale, 1, 1, 1, 1, 1, 1, 0, params, NULL, NULL,
                               NULL};
  OK(cuGraphAddKernelNode(&node, graph, after, after != NULL, &k));
  return node;
}

static unsigned run(CUgraph graph) {
  CUgraphExec exec = NULL;
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphLaunch(exec, NULL));
  OK(cuGraphExecDestroy(exec));
  return read();
}

static void clones(void) {
  CUgraph graph, clone, second;
  CUgraphNode first, last, copied = NULL, nodes[4];
  size_t n = 4;
  OK(cuGraphCreate(&graph, 0));
  first = addPut(graph, NULL, 5);
  last = addScale(graph, &first);
  OK(cuGraphClone(&clone, graph));
  CHECK(clone != graph);
  /* Each goes its own way. */
  addScale(graph, &last);
  OK(cuGraphGetNodes(clone, nodes, &n));
  CHECK(n == 2 && nodes[0] != first && nodes[1] != last);
  OK(cuGraphNodeFindInClone(&copied, last, clone));
  CHECK(copied == nodes[1]);
  n = 4;
  OK(cuGraphGetRootNodes(clone, nodes, &n));
  CHECK(n == 1);
  addScale(clone, &copied);
  addScale(clone, NULL);
  CHECK(run(graph) == 5 * 3 * 3);
  CHECK(run(clone) == 5 * 3 * 3 * 3);
  /* A clone of a clone knows where its nodes come from. */
  OK(cuGraphClone(&second, clone));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphNodeFindInClone(&copied, last, second));
  OK(cuGraphDestroy(graph));
  OK(cuGraphDestroy(clone));
  CHECK(run(second) == 5 * 3 * 3 * 3);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphClone(&clone, graph));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphClone(NULL, second));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphNodeFindInClone(&copied, last, nonsense));
  FAILS(CUDA_ERROR_INVALID_VALUE,
        cuGraphNodeFindInClone(NULL, last, second));
  OK(cuGraphDestroy(second));
}

static void updates(void) {
  CUgraph graph, same, longer, other, apart;
  CUgraphExec exec;
  CUgraphNode first, node, tail;
  CUgraphExecUpdateResultInfo info;
  OK(cuGraphCreate(&graph, 0));
  first = addPut(graph, NULL, 5);
  addScale(graph, &first);
  OK(cuGraphInstantiate(&exec, graph, 0));

  OK(cuGraphCreate(&same, 0));
  node = addPut(same, NULL, 7);
  addPut(same, &node, 8);
  OK(cuGraphExecUpdate(exec, same, &info));
  CHECK(info.result == CU_GRAPH_EXEC_UPDATE_SUCCESS && !info.errorNode);
  OK(cuGraphLaunch(exec, NULL));
  CHECK(read() == 8);
  /* Its nodes are called as before, and the other graph is as it was. */
  {
    unsigned value = 4;
    void *params[] = {&p, &value};
    CUDA_KERNEL_NODE_PARAMS k = {put, 1, 1, 1, 1, 1, 1, 0, params, NULL, NULL,
                                 NULL};
    OK(cuGraphExecKernelNodeSetParams(exec, first, &k));
    FAILS(CUDA_ERROR_INVALID_VALUE,
          cuGraphExecKernelNodeSetParams(exec, node, &k));
  }
  CHECK(run(same) == 8);

  OK(cuGraphClone(&longer, graph));
  tail = addPut(longer, NULL, 1);
  FAILS(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE,
        cuGraphExecUpdate(exec, longer, &info));
  CHECK(info.result == CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
  CHECK(info.errorNode == tail);
  OK(cuGraphCreate(&other, 0));
  node = addPut(other, NULL, 3);
  OK(cuGraphAddEmptyNode(&tail, other, &node, 1));
  FAILS(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE,
        cuGraphExecUpdate(exec, other, &info));
  CHECK(info.result == CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED);
  CHECK(info.errorNode == tail);
  OK(cuGraphCreate(&apart, 0));
  addPut(apart, NULL, 3);
  tail = addScale(apart, NULL);
  FAILS(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE,
        cuGraphExecUpdate(exec, apart, &info));
  CHECK(info.result == CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
  CHECK(info.errorNode == tail);
  /* What failed has changed nothing. */
  OK(cuGraphLaunch(exec, NULL));
  CHECK(read() == 8);
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphExecUpdate(exec, graph, NULL));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphExecUpdate(nonsense, graph, &info));
  FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphExecUpdate(exec, nonsense, &info));
  CHECK(info.result == CU_GRAPH_EXEC_UPDATE_ERROR);
  OK(cuGraphExecDestroy(exec));
}

int main(void) {
  CUmodule module;
  start();
  OK(cuModuleLoadData(&module, kernels));
  OK(cuModuleGetFunction(&put, module, "put"));
  OK(cuModuleGetFunction(&scale, module, "scale"));
  OK(cuMemAlloc(&p, 4));
  clones();
  updates();
  return finish();
}
