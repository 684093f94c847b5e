// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace kernline::recorder {

/// Reads `packs` of 16 bytes `rounds` times through the L2 cache, past that of the multiprocessors.
void readInRounds(const uint4* data, std::size_t packs, int rounds, int multiprocessors, unsigned int* result,
                  cudaStream_t stream);

/// An empty kernel.
void doNothing(cudaStream_t stream);

/// Random numbers of e4m3 from 1/32 up to 2, of either sign: neither zeros, which draw less power, nor NaN.
void fillWithFp8(std::byte* data, std::size_t count, std::uint32_t seed);

}  // namespace kernline::recorder
