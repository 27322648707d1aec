// Kernels that wait while the program does all sorts of things.
#include <atomic>
#include <csignal>
#include <cstdio>
#include <sys/time.h>
#include <thread>

__global__ void gate(volatile int *open) {
  while (!*open)
    ;
  *open = 2;
}

__global__ void pass(volatile int *mine, volatile int *other, int rounds) {
  for (int i = 1; i <= rounds; ++i) {
    *other = i;
    __threadfence();
    while (*mine < i)
      ;
  }
}

static volatile std::sig_atomic_t alarms;
static void onAlarm(int) { alarms = alarms + 1; }

static cudaError_t inside;
static void callsBack(void *flag) {
  void *p = nullptr;
  inside = cudaMalloc(&p, 16);
  *(volatile int *)flag = 1;
}

// Two threads, each with a kernel that waits for the other's.
static void bothWays(int *words) {
  cudaError_t results[2];
  std::thread threads[2];
  for (int i = 0; i < 2; ++i)
    threads[i] = std::thread([=, &results] {
      pass<<<1, 1, 0, cudaStreamPerThread>>>(words + i, words + 1 - i, 20);
      results[i] = cudaStreamSynchronize(cudaStreamPerThread);
    });
  for (std::thread &t : threads)
    t.join();
  printf("threads %d %d, words %d %d\n", results[0], results[1], words[0], words[1]);
}

int main() {
  int *words;
  cudaMallocHost(&words, 16 * sizeof(int));
  for (int i = 0; i < 16; ++i)
    words[i] = 0;
  volatile int *flag = words + 8;
  bothWays(words);

  // Signals reach the threads of the program, and no other.
  std::signal(SIGALRM, onAlarm);
  itimerval often = {{0, 1000}, {0, 1000}}, never = {};
  setitimer(ITIMER_REAL, &often, nullptr);
  gate<<<1, 1>>>((int *)flag);
  std::thread opener([=] {
    while (alarms < 5)
      std::this_thread::yield();
    *flag = 1;
  });
  printf("signals %d", cudaDeviceSynchronize());
  setitimer(ITIMER_REAL, &never, nullptr);
  opener.join();
  printf(", %d\n", *flag);

  // A function behind a kernel may not call back.
  *flag = 0;
  volatile int *second = words + 9;
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEvent_t e;
  cudaEventCreate(&e);
  gate<<<1, 1, 0, a>>>((int *)flag);
  cudaLaunchHostFunc(a, callsBack, (void *)second);
  gate<<<1, 1, 0, b>>>((int *)second);
  cudaEventRecord(e, a);
  cudaStreamWaitEvent(b, e, 0);
  printf("destroyed %d", cudaEventDestroy(e));
  printf("%d", cudaStreamDestroy(a));
  printf("%d\n", cudaStreamDestroy(b));
  *flag = 1;
  printf("synchronize %d", cudaDeviceSynchronize());
  printf(", inside %s, %d %d\n", cudaGetErrorName(inside), *flag, *second);

  // A reset waits for what is under way.
  static volatile int own = 0;
  int *registered;
  cudaHostRegister((void *)&own, sizeof own, cudaHostRegisterMapped);
  cudaHostGetDevicePointer((void **)&registered, (void *)&own, 0);
  gate<<<1, 1>>>(registered);
  std::thread late([] { own = 1; });
  printf("reset %d", cudaDeviceReset());
  printf(", %d\n", own);
  late.join();
  cudaGetLastError();
}

// Prints:
//   threads 0 0, words 20 20
//   signals 0, 2
//   destroyed 000
//   synchronize 0, inside cudaErrorNotPermitted, 2 2
//   reset 0, 2
// Unchecked: checkers look at one launch at a time
