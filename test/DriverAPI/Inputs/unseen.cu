// Looks at its failures as the argument says.
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

__global__ void store(int *p) { *p = 1; }

int main(int, char **arguments) {
  const char *how = arguments[1];
  int count;
  cudaGetDeviceCount(&count);
  if (!strcmp(how, "idle"))
    return 0;
  if (!strcmp(how, "fault")) {
    store<<<1, 1>>>(nullptr);
    return 0;
  }
  store<<<1, 4096>>>(nullptr);
  store<<<1, 4096>>>(nullptr);
  cudaError_t error = cudaMalloc(static_cast<void **>(nullptr), 4);
  if (!strcmp(how, "last"))
    cudaGetLastError();
  else if (!strcmp(how, "peek"))
    cudaPeekAtLastError();
  else if (!strcmp(how, "name"))
    printf("%s\n", cudaGetErrorName(error));
  else if (!strcmp(how, "fork")) {
    if (fork() == 0)
      return 0;
    int status;
    wait(&status);
    printf("child: %d\n", WEXITSTATUS(status));
  }
}
