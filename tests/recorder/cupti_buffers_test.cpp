// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/activity_buffers.h"
#include "app/recorder/cupti/activity_names.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>

namespace kernline::recorder {
namespace {

TEST(ActivityBuffers, knowWhichAreStillOut) {
  ActivityBuffers buffers;
  std::uint8_t* const first = buffers.request();
  std::uint8_t* const second = buffers.request();
  ASSERT_EQ(buffers.requested(), 2U);
  EXPECT_TRUE(buffers.hasBack(0));
  buffers.complete(second, 8);
  EXPECT_FALSE(buffers.hasBack(1));
  buffers.complete(first, 0);
  std::uint8_t* const third = buffers.request();
  EXPECT_TRUE(buffers.hasBack(2));  // whatever came later
  EXPECT_FALSE(buffers.hasBack(3));
  buffers.waitUntilTaken(std::chrono::milliseconds(1));  // nobody takes what is filled
  EXPECT_TRUE(buffers.take().has_value());
  buffers.returnBuffer(second);
  buffers.complete(third, 0);
  EXPECT_TRUE(buffers.hasBack(3));
}

TEST(Allocations, areCallsThatMayFindNoMemory) {
  for (const char* name : {"cudaMalloc", "cudaMallocAsync", "cuMemAlloc_v2", "cuMemCreate", "cudaHostAlloc"}) {
    EXPECT_TRUE(isAllocation(name)) << name;
  }
  for (const char* name : {"cudaMemcpy", "cudaFree", "cuMemFree_v2", "cuLaunchKernel", ""}) {
    EXPECT_FALSE(isAllocation(name)) << name;
  }
  CUpti_CallbackData call{};
  EXPECT_FALSE(hasNoMemory(call));  // it has not returned
  cudaError_t result = cudaErrorMemoryAllocation;
  call.functionReturnValue = &result;
  EXPECT_TRUE(hasNoMemory(call));
  result = cudaErrorInvalidValue;
  EXPECT_FALSE(hasNoMemory(call));
}

}  // namespace
}  // namespace kernline::recorder
