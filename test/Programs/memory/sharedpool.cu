// A pool that goes to another process as a file, and memory of it. The child starts before
// CUDA does.
#include <cstdio>
#include <cstring>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

__global__ void scale(int *p, int by) { p[blockIdx.x * blockDim.x + threadIdx.x] *= by; }

/// Sends or receives a file.
static bool pass(int socket, int &file, bool sends) {
  char byte = 0, space[CMSG_SPACE(sizeof(int))] = {};
  iovec data = {&byte, 1};
  msghdr message = {};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  if (!sends) {
    if (recvmsg(socket, &message, 0) != 1)
      return false;
    memcpy(&file, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof file);
    return true;
  }
  cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof file);
  memcpy(CMSG_DATA(head), &file, sizeof file);
  return sendmsg(socket, &message, 0) == 1;
}

static int child(int socket) {
  int file;
  cudaMemPoolPtrExportData data;
  if (!pass(socket, file, false) || read(socket, &data, sizeof data) != sizeof data)
    return 1;
  cudaMemPool_t pool;
  if (cudaMemPoolImportFromShareableHandle(&pool, reinterpret_cast<void *>(size_t(file)),
                                           cudaMemHandleTypePosixFileDescriptor, 0))
    return 2;
  void *p;
  if (cudaMemPoolImportPointer(&p, pool, &data))
    return 3;
  scale<<<4, 64>>>(static_cast<int *>(p), 5);
  if (cudaDeviceSynchronize() || cudaFreeAsync(p, 0) || cudaDeviceSynchronize() || cudaMemPoolDestroy(pool))
    return 4;
  return 0;
}

int main() {
  int ends[2], status = 0;
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  const pid_t process = fork();
  if (process == 0)
    _exit(child(ends[1]));
  int types = 0;
  cudaDeviceGetAttribute(&types, cudaDevAttrMemoryPoolSupportedHandleTypes, 0);
  printf("%d\n", types);
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  cudaMemPool_t pool;
  printf("%d\n", cudaMemPoolCreate(&pool, &properties));
  int *p, host[256], file = -1;
  for (int i = 0; i < 256; ++i)
    host[i] = i;
  cudaMallocFromPoolAsync(&p, sizeof host, pool, 0);
  cudaMemcpy(p, host, sizeof host, cudaMemcpyDefault);
  printf("%d\n", cudaMemPoolExportToShareableHandle(&file, pool, cudaMemHandleTypePosixFileDescriptor, 0));
  cudaMemPoolPtrExportData data;
  printf("%d\n", cudaMemPoolExportPointer(&data, p));
  printf("%d\n", pass(ends[0], file, true) && write(ends[0], &data, sizeof data) == sizeof data);
  waitpid(process, &status, 0);
  scale<<<4, 64>>>(p, 2);
  cudaMemcpy(host, p, sizeof host, cudaMemcpyDefault);
  printf("%d %d %d\n", status, host[3], host[255]);
  cudaFreeAsync(p, 0);
  cudaDeviceSynchronize();
  printf("%d\n", cudaMemPoolDestroy(pool));
}

// Prints:
//   1
//   0
//   0
//   0
//   1
//   0 30 2550
//   0
