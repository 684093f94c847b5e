// SPDX-License-Identifier: GPL-3.0-or-later
// Held to what kineto prints of the same launches, in traces of several architectures.
#include "core/model/trace/occupancy.h"

#include "core/model/trace/resident_blocks.h"
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

TEST(ResidentBlocks, areLimitedByEachResource) {
  const auto of = [](std::int64_t threads, std::int64_t registers, std::int64_t shared) {
    return residentBlocks(9, 0, {.threads = threads, .registersPerThread = registers, .sharedBytes = shared}).value();
  };
  const ResidentBlocks gemm = of(384, 168, 213'188);  // nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_NNT
  EXPECT_EQ(gemm.byRegisters, 1);
  EXPECT_EQ(gemm.bySharedMemory, 1);
  EXPECT_EQ(gemm.byWarps, 5);
  EXPECT_EQ(gemm.byBlocks, 32);
  EXPECT_EQ(gemm.fitting(), 1);
  EXPECT_DOUBLE_EQ(gemm.share(), 12.0 / 64);
  EXPECT_EQ(of(256, 33, 0).byRegisters, 6) << "given in units of 256, so 40 of each thread";
  EXPECT_EQ(of(256, 32, 0).byRegisters, 8);
  EXPECT_EQ(of(33, 32, 0).byWarps, 32) << "a warp for the thread beyond 32";
  EXPECT_EQ(of(64, 0, 0).byRegisters, 32);
  EXPECT_EQ(of(64, 0, 0).bySharedMemory, std::int64_t{228}) << "1 KiB a block is the system's";
  EXPECT_EQ(of(64, 16, 1).bySharedMemory, std::int64_t{228} * 1024 / 1152) << "in units of 128 bytes";
}

TEST(ResidentBlocks, followTheComputeCapability) {
  const LaunchNeeds needs{.threads = 64, .registersPerThread = 88, .sharedBytes = 1000};
  EXPECT_EQ(residentBlocks(8, 6, needs)->byBlocks, 16);
  EXPECT_EQ(residentBlocks(8, 9, needs)->byBlocks, 24);
  EXPECT_EQ(residentBlocks(10, 3, needs)->byBlocks, 32);
  EXPECT_EQ(residentBlocks(7, 0, needs)->bySharedMemory, std::int64_t{96})
      << "units of 256 bytes, none of the system's";
  // Needs 2816 registers a warp: 11 in each of two partitions, 5 in each of four.
  EXPECT_EQ(residentBlocks(6, 0, needs)->byRegisters, 11);
  EXPECT_EQ(residentBlocks(6, 1, needs)->byRegisters, 10);
  EXPECT_FALSE(residentBlocks(3, 5, needs));
}

}  // namespace
}  // namespace kernline::test
