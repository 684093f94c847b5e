// SPDX-License-Identifier: Apache-2.0
// One line that does nearly all the work, for tests of hot lines.
#include <cstdio>

__global__ void hotLine(float* values, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = values[i];
  for (int round = 0; round < rounds; ++round) {
    value = rsqrtf(value * value + 1.0f);  // hot
  }
  values[i] = value;
}

int main() {
  constexpr int threads = 256;
  constexpr int blocks = 4096;
  float* values = nullptr;
  if (cudaMalloc(&values, sizeof(float) * threads * blocks) != cudaSuccess) {
    return 5;
  }
  for (int launch = 0; launch < 20; ++launch) {
    hotLine<<<blocks, threads>>>(values, 2000);
  }
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 5;
}
