// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/resident_blocks.h"

#include <algorithm>
#include <iterator>

namespace kernline {

namespace {

struct Limits {
  std::uint32_t major;
  std::uint32_t minor;
  std::int64_t threads;
  std::int64_t blocks;
  std::int64_t sharedKib;
};

constexpr Limits limits[] = {
    {5, 0, 2048, 32, 64},   {5, 2, 2048, 32, 96},   {6, 0, 2048, 32, 64},   {6, 1, 2048, 32, 96},
    {7, 0, 2048, 32, 96},   {7, 5, 1024, 16, 64},   {8, 0, 2048, 32, 164},  {8, 6, 1536, 16, 100},
    {8, 7, 1536, 16, 164},  {8, 9, 1536, 24, 100},  {9, 0, 2048, 32, 228},  {10, 0, 2048, 32, 228},
    {10, 3, 2048, 32, 228}, {12, 0, 1536, 24, 100}, {12, 1, 1536, 24, 100},
};

constexpr std::int64_t registersOfSm = 65536;
constexpr std::int64_t registerUnit = 256;  // registers are allocated to a warp in this unit

std::int64_t roundedUp(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Returns the partitions of a multiprocessor; each has its share of the registers.
std::int64_t partitionsOf(const Limits& of) {
  return of.major == 6 && of.minor == 0 ? 2 : 4;
}

std::int64_t blocksByRegisters(const Limits& of, std::int64_t warps, std::int64_t registersPerThread) {
  const std::int64_t ofWarp = roundedUp(registersPerThread * warpThreads, registerUnit);
  return ofWarp == 0 ? of.blocks : registersOfSm / partitionsOf(of) / ofWarp * partitionsOf(of) / warps;
}

std::int64_t blocksByShared(const Limits& of, std::int64_t bytes) {
  const bool isRecent = of.major >= 8;
  constexpr std::int64_t ofSystem = 1024;  // bytes that CUDA reserves in each block from compute capability 8.0 on
  const std::int64_t needed = roundedUp(bytes + (isRecent ? ofSystem : 0), isRecent ? 128 : 256);
  return needed == 0 ? of.blocks : of.sharedKib * 1024 / needed;
}

}  // namespace

std::int64_t ResidentBlocks::fitting() const {
  return std::min({byWarps, byBlocks, byRegisters, bySharedMemory});
}

double ResidentBlocks::share() const {
  return maxWarps > 0 ? static_cast<double>(fitting() * warpsOfBlock) / static_cast<double>(maxWarps) : 0;
}

std::optional<ResidentBlocks> residentBlocks(std::uint32_t computeMajor, std::uint32_t computeMinor,
                                             const LaunchNeeds& needs) {
  const auto* const of =
      std::ranges::find_if(limits, [&](const Limits& l) { return l.major == computeMajor && l.minor == computeMinor; });
  constexpr std::int64_t maxThreads = 1024;
  constexpr std::int64_t maxRegisters = 255;
  const bool isPossible = needs.threads > 0 && needs.threads <= maxThreads && needs.registersPerThread >= 0 &&
                          needs.registersPerThread <= maxRegisters && needs.sharedBytes >= 0;
  if (of == std::end(limits) || !isPossible || needs.sharedBytes > of->sharedKib * 1024) {
    return std::nullopt;
  }
  const std::int64_t warps = (needs.threads + warpThreads - 1) / warpThreads;
  const std::int64_t maxWarps = of->threads / warpThreads;
  return ResidentBlocks{.byWarps = maxWarps / warps,
                        .byBlocks = of->blocks,
                        .byRegisters = blocksByRegisters(*of, warps, needs.registersPerThread),
                        .bySharedMemory = blocksByShared(*of, needs.sharedBytes),
                        .warpsOfBlock = warps,
                        .maxWarps = maxWarps};
}

}  // namespace kernline
