// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "app/recorder/cuda/event_timer.h"
#include "app/recorder/cuda/tensor.h"

namespace kernline::recorder {

/// Data on one GPU of a ring. Constructed while its device is current.
struct RingRank {
  struct Shape {
    Element element;
    std::size_t ranks;
    std::size_t queryRows;  // heads times the length of a share
    std::size_t keyRows;
    std::size_t headDim;
  };

  struct KeysAndValues {
    void* key;
    void* value;
  };

  RingRank(int device, const Shape& shape);
  RingRank(const RingRank&) = delete;
  RingRank& operator=(const RingRank&) = delete;
  ~RingRank();

  /// The keys and values that it has at a step: its own first, then two rooms in turn.
  KeysAndValues received(std::size_t step) const;

  int device;
  Stream compute;
  Stream copy;
  Tensor query;
  Tensor key;
  Tensor value;
  Tensor output;
  Tensor partial;
  Tensor partialLog;
  Tensor sum;
  Tensor sumLog;
  std::array<Tensor, 2> otherKeys;
  std::array<Tensor, 2> otherValues;
  std::vector<cudaEvent_t> computed;  // event of each step
  std::vector<cudaEvent_t> sent;      // event of each step: its chunks have arrived at the next GPU

 private:
  /// Makes `device` current; the first member that is initialized needs it.
  static int entered(int device);
};

}  // namespace kernline::recorder
