// SPDX-License-Identifier: GPL-3.0-or-later
// Held to what kineto prints of the same launches, in traces of several architectures.
#include "core/model/trace/occupancy.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

double numberIn(const ArgNode& args, const char* key) {
  const ArgNode* node = args.find(key);
  return node == nullptr ? -1 : std::stod(node->text);
}

double productIn(const ArgNode& args, const char* key) {
  const ArgNode* node = args.find(key);
  double product = node == nullptr ? -1 : 1;
  for (const ArgNode& size : node == nullptr ? std::vector<ArgNode>{} : node->children) {
    product *= std::stod(size.text);
  }
  return product;
}

class KinetosOccupancy : public testing::TestWithParam<const char*> {};

TEST_P(KinetosOccupancy, isThatOfEveryKernel) {
  const auto trace = load(shared(GetParam()));
  ASSERT_TRUE(trace) << trace.error().message.english();
  std::size_t compared = 0;
  for (std::uint32_t i = 0; i < (*trace)->spanCount(); ++i) {
    const SpanId id{i};
    if ((*trace)->kind(id) != SpanKind::Kernel) {
      continue;
    }
    const ArgNode args = (*trace)->details(id).args;
    const double printed = numberIn(args, "est. achieved occupancy %");
    const double device = numberIn(args, "device");
    // kineto prints 0 of blocks with more shared memory than they get without asking.
    if (printed <= 0 || device < 0 || device >= static_cast<double>((*trace)->devices().size())) {
      continue;
    }
    const kernline::Device& gpu = (*trace)->devices()[static_cast<std::size_t>(device)];
    const auto found =
        occupancy(gpu.computeMajor, gpu.computeMinor,
                  {.blocksPerSm = numberIn(args, "blocks per SM"),
                   .threads = static_cast<std::int64_t>(productIn(args, "block")),
                   .registersPerThread = static_cast<std::int64_t>(numberIn(args, "registers per thread")),
                   .sharedBytes = static_cast<std::int64_t>(numberIn(args, "shared memory"))});
    ASSERT_TRUE(found) << (*trace)->text((*trace)->name(id));
    ASSERT_NEAR(*found * 100, printed, 1) << (*trace)->text((*trace)->name(id));
    ++compared;
  }
  EXPECT_GT(compared, 50U);
}

INSTANTIATE_TEST_SUITE_P(Traces, KinetosOccupancy,
                         testing::Values("h200/Softmax_seq512_trace.json.gz", "h200/GatedDeltaNet_seq256_trace.json.gz",
                                         "traces/torch/hta_alexnet_a100.json.gz",
                                         "traces/torch/hta_v100_ns_resolution_rank0.json.gz"));

TEST(Occupancy, isAbsentWhereItCannotBeTold) {
  const LaunchNeeds needs{.blocksPerSm = 4, .threads = 256, .registersPerThread = 32, .sharedBytes = 0};
  EXPECT_EQ(occupancy(9, 0, needs), 0.5);
  EXPECT_FALSE(occupancy(3, 2, needs)) << "an architecture that is not listed";
  EXPECT_FALSE(occupancy(9, 0, {.blocksPerSm = 4, .threads = 0, .registersPerThread = 32, .sharedBytes = 0}));
  EXPECT_FALSE(occupancy(9, 0, {.blocksPerSm = 4, .threads = 256, .registersPerThread = -1, .sharedBytes = 0}));
  EXPECT_FALSE(occupancy(9, 0, {.blocksPerSm = 4, .threads = 256, .registersPerThread = 32, .sharedBytes = 1 << 20}));
}

TEST(Occupancy, isBoundByRegistersSharedMemoryBlocksAndTheGrid) {
  const auto of = [](double blocks, std::int64_t threads, std::int64_t registers, std::int64_t shared) {
    return occupancy(9, 0, {blocks, threads, registers, shared});
  };
  EXPECT_EQ(of(100, 1024, 32, 0), 1.0);
  EXPECT_EQ(of(100, 1024, 64, 0), 0.5) << "64 registers of 1024 threads are all there are";
  EXPECT_EQ(of(100, 128, 32, std::int64_t{100} * 1024), 0.125) << "two blocks of 101 KiB";
  EXPECT_EQ(of(100, 32, 16, 0), 0.5) << "32 blocks of one warp";
  EXPECT_EQ(of(0.5, 1024, 32, 0), 0.25) << "half a block";
}

}  // namespace
}  // namespace kernline::test
