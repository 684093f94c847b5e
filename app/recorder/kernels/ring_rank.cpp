// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/kernels/ring_rank.h"

#include <mutex>

namespace kernline::recorder {

namespace {

/// Enables peer access for every pair of GPUs, once per process: CUDA treats a second call as an error. Without it,
/// copies go through the host: slower, not wrong.
void enablePeerAccess(int devices) {
  for (int device = 0; device < devices; ++device) {
    check(cudaSetDevice(device), "selecting the device");
    for (int peer = 0; peer < devices; ++peer) {
      int possible = 0;
      if (peer != device && cudaDeviceCanAccessPeer(&possible, device, peer) == cudaSuccess && possible != 0) {
        cudaDeviceEnablePeerAccess(peer, 0);
        cudaGetLastError();
      }
    }
  }
}

}  // namespace

int RingRank::entered(int device) {
  static std::once_flag once;
  int devices = 0;
  check(cudaGetDeviceCount(&devices), "no usable GPU");
  std::call_once(once, enablePeerAccess, devices);
  check(cudaSetDevice(device), "selecting the device");
  return device;
}

RingRank::RingRank(int index, const Shape& shape)
    : device(entered(index)),
      query(shape.element, shape.queryRows * shape.headDim),
      key(shape.element, shape.keyRows * shape.headDim),
      value(shape.element, key.size()),
      output(shape.element, query.size()),
      partial(shape.element, query.size()),
      partialLog(Element::fp32, shape.queryRows),
      sum(Element::fp32, query.size()),
      sumLog(Element::fp32, shape.queryRows),
      computed(shape.ranks),
      sent(shape.ranks) {
  for (std::size_t room = 0; room < 2; ++room) {
    otherKeys[room] = Tensor(shape.element, key.size());
    otherValues[room] = Tensor(shape.element, key.size());
  }
  for (std::size_t step = 0; step < shape.ranks; ++step) {
    check(cudaEventCreateWithFlags(&computed[step], cudaEventDisableTiming), "creating an event");
    check(cudaEventCreateWithFlags(&sent[step], cudaEventDisableTiming), "creating an event");
  }
}

RingRank::~RingRank() {
  cudaSetDevice(device);
  for (std::size_t step = 0; step < computed.size(); ++step) {
    cudaEventDestroy(computed[step]);
    cudaEventDestroy(sent[step]);
  }
}

RingRank::KeysAndValues RingRank::received(std::size_t step) const {
  if (step == 0) {
    return {.key = key.data(), .value = value.data()};
  }
  return {.key = otherKeys[step % 2].data(), .value = otherValues[step % 2].data()};
}

}  // namespace kernline::recorder
