// Runs a kernel itself, in a child that is forked, in a plugin, and in the program
// that it becomes.
#include <cstdio>
#include <dlfcn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

__global__ void twice(int *p) { p[threadIdx.x] = threadIdx.x * 2; }

static void run(const char *who) {
  int *p, host[32] = {};
  cudaError_t error = cudaMalloc(&p, sizeof host);
  twice<<<1, 32>>>(p);
  error = error ? error : cudaMemcpy(host, p, sizeof host, cudaMemcpyDefault);
  printf("%s: %s, %d\n", who, cudaGetErrorName(error), host[31]);
  fflush(stdout);
}

int main(int count, char **arguments) {
  bool isSecond = count > 2;
  if (fork() == 0) {
    run("forked");
    _exit(0);
  }
  wait(nullptr);
  // Calls of two threads are the first of their functions.
  int threads[2] = {-1, -1};
  std::thread other([&] { cudaGetDevice(&threads[1]); });
  cudaGetDevice(&threads[0]);
  other.join();
  printf("threads: %d %d\n", threads[0], threads[1]);
  run(isSecond ? "second" : "first");
  void *plugin = dlopen(arguments[1], RTLD_NOW);
  if (!plugin)
    return printf("%s\n", dlerror()), 1;
  auto value = reinterpret_cast<int (*)()>(dlsym(plugin, "pluginValue"));
  printf("plugin: %d\n", value());
  dlclose(plugin);
  fflush(stdout);
  if (!isSecond)
    execl(arguments[0], arguments[0], arguments[1], "again", nullptr);
}
