// Thrust: sorts, sums by key, scans and searches, against the standard library.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <vector>

struct Square {
  __host__ __device__ long long operator()(int x) const { return static_cast<long long>(x) * x; }
};

template <typename T> static std::vector<T> onHost(const thrust::device_vector<T> &from) {
  std::vector<T> to(from.size());
  thrust::copy(from.begin(), from.end(), to.begin());
  return to;
}

int main() {
  const int count = 3000;
  std::vector<int> keys(count), order(count);
  for (int i = 0; i < count; ++i)
    keys[i] = i * 7919 % 1009 - 500;
  std::iota(order.begin(), order.end(), 0);
  thrust::device_vector<int> deviceKeys(keys.begin(), keys.end()), deviceOrder(order.begin(), order.end());
  thrust::stable_sort_by_key(deviceKeys.begin(), deviceKeys.end(), deviceOrder.begin());
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
  printf("sorted %d\n", onHost(deviceOrder) == order);

  thrust::device_vector<int> distinct(count), sums(count), scanned(count);
  const auto ends = thrust::reduce_by_key(deviceKeys.begin(), deviceKeys.end(), thrust::make_counting_iterator(0),
                                          distinct.begin(), sums.begin());
  const int groups = ends.first - distinct.begin();
  const std::vector<int> sorted = onHost(deviceKeys);
  int first = 0, sum = 0;
  while (first < count && sorted[first] != sorted[100])
    ++first;
  for (int i = first; i < count && sorted[i] == sorted[100]; ++i)
    sum += i;
  int number = 0;
  for (int i = 1; i <= first; ++i)
    number += sorted[i] != sorted[i - 1];
  printf("groups %d, sum %d\n", groups, int(sums[number]) == sum);

  thrust::exclusive_scan(deviceKeys.begin(), deviceKeys.end(), scanned.begin(), 10);
  std::vector<int> expected(count);
  std::exclusive_scan(sorted.begin(), sorted.end(), expected.begin(), 10);
  printf("scanned %d\n", onHost(scanned) == expected);
  printf("squares %lld\n",
         thrust::transform_reduce(thrust::make_counting_iterator(0), thrust::make_counting_iterator(1000), Square(),
                                  0ll, thrust::plus<long long>()));
  printf("found %d\n", int(thrust::lower_bound(deviceKeys.begin(), deviceKeys.end(), 3) - deviceKeys.begin()) ==
                           std::lower_bound(sorted.begin(), sorted.end(), 3) - sorted.begin());
}

// Prints:
//   sorted 1
//   groups 1009, sum 1
//   scanned 1
//   squares 332833500
//   found 1
