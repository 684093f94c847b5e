// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/kernels/copy_engine.cuh"
#include "app/recorder/kernels/warpgroup_product.cuh"

namespace kernline::recorder {

// Attentions with a state on Hopper, chunks of 64 tokens with heads of 64: each block goes through whole heads, so that
// every byte is read once. Four warpgroups share the work. One keeps the copy engine busy, chunks ahead. Two take turns
// to make what a chunk needs that has nothing to do with the state. The last one goes from chunk to chunk: it keeps the
// state in registers, transposed (values by keys), as the left operand of its products wants it, and so never has to
// put it into shared memory: nothing but products and roundings lies between one state and the next.

struct HopperHeads {
  int planes;  // batch times heads
  int chunks;  // of a head
  int length;
  float scale;  // of the output
};

struct HopperState {
  static constexpr int side = 64;
  static constexpr int tileBytes = side * side * 2;
  static constexpr int makers = 2;
  static constexpr int threads = 128 * (2 + makers);

  static constexpr int sharedBytes(int stages, int madeBytes) {
    return stages * 3 * tileBytes + 2 * madeBytes + 2 * tileBytes + 256 + 1024;  // barriers, and to align
  }
};

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)

/// A block's shared memory: chunks that are copied, what the makers make of them, and the output.
template <int stageCount, int madeBytes>
struct StateMemory {
  static constexpr int stages = stageCount;
  static constexpr int stageBytes = 3 * HopperState::tileBytes;

  unsigned char* copied;
  unsigned char* made;
  unsigned char* outputs;
  std::uint64_t* here;  // a chunk has been copied
  std::uint64_t* done;  // and is no longer needed
  std::uint64_t* madeHere;
  std::uint64_t* madeDone;
  std::uint64_t* outputHere;
  std::uint64_t* outputDone;
  unsigned char* rest;

  __device__ explicit StateMemory(unsigned char* memory) {
    const std::uint32_t misaligned = sharedAddress(memory) & 1023;  // a swizzled tile starts at a multiple of 1,024
    copied = memory + (misaligned == 0 ? 0 : 1024 - misaligned);
    made = copied + stages * stageBytes;
    outputs = made + 2 * madeBytes;
    here = reinterpret_cast<std::uint64_t*>(outputs + 2 * HopperState::tileBytes);
    done = here + stages;
    madeHere = done + stages;
    madeDone = madeHere + 2;
    outputHere = madeDone + 2;
    outputDone = outputHere + 2;
    rest = outputs + 2 * HopperState::tileBytes + 256;
  }

  __device__ void makeBarriers() const {
    for (int stage = 0; stage < stages; ++stage) {
      makeBarrier(here + stage, 1);
      makeBarrier(done + stage, 8);  // one arrival a warp: a maker's, and those that keep the state
    }
    for (int i = 0; i < 2; ++i) {
      makeBarrier(madeHere + i, 128);
      makeBarrier(madeDone + i, 4);
      makeBarrier(outputHere + i, 128);
      makeBarrier(outputDone + i, 1);
    }
    showBarriersToCopyEngine();
  }

  __device__ unsigned char* query(unsigned int number) const { return copied + number % stages * stageBytes; }
  __device__ unsigned char* key(unsigned int number) const { return query(number) + HopperState::tileBytes; }
  __device__ unsigned char* value(unsigned int number) const { return key(number) + HopperState::tileBytes; }
  __device__ unsigned char* madeOf(unsigned int number) const { return made + number % 2 * madeBytes; }

  __device__ void awaitCopied(unsigned int number) const { await(here + number % stages, number / stages % 2); }
  __device__ void awaitMade(unsigned int number) const { await(madeHere + number % 2, number / 2 % 2); }
  __device__ void awaitMadeFree(unsigned int number) const { await(madeDone + number % 2, (number / 2 + 1) % 2); }
};

/// Calls `each(plane, chunk, number)` for all chunks of the block's heads; `number` counts them.
template <typename Each>
__device__ inline void forChunks(const HopperHeads& heads, const Each& each) {
  unsigned int number = 0;
  for (int plane = static_cast<int>(blockIdx.x); plane < heads.planes; plane += static_cast<int>(gridDim.x)) {
    for (int chunk = 0; chunk < heads.chunks; ++chunk) {
      each(plane, chunk, number++);
    }
  }
}

/// One thread's.
template <typename Memory>
__device__ inline void copyChunks(const Memory& memory, const CUtensorMap* query, const CUtensorMap* key,
                                  const CUtensorMap* value, const HopperHeads& heads) {
  forChunks(heads, [&](int plane, int chunk, unsigned int number) {
    std::uint64_t* const here = memory.here + number % Memory::stages;
    await(memory.done + number % Memory::stages, (number / Memory::stages + 1) % 2);
    arriveExpecting(here, Memory::stageBytes);
    copyBox(memory.key(number), key, here, 0, chunk * HopperState::side, plane);
    copyBox(memory.query(number), query, here, 0, chunk * HopperState::side, plane);
    copyBox(memory.value(number), value, here, 0, chunk * HopperState::side, plane);
  });
}

/// One thread's: the outputs, to where they belong.
template <typename Memory>
__device__ inline void storeChunks(const Memory& memory, const CUtensorMap* output, const HopperHeads& heads) {
  forChunks(heads, [&](int plane, int chunk, unsigned int number) {
    await(memory.outputHere + number % 2, number / 2 % 2);
    storeBox(output, memory.outputs + number % 2 * HopperState::tileBytes, 0, chunk * HopperState::side, plane);
    closeStores();
    awaitStoreReads<1>();
    if (number > 0) {
      arrive(memory.outputDone + (number + 1) % 2);  // the one before has been read
    }
  });
  awaitStoreReads<0>();
}

/// The first warpgroup's.
template <typename Memory>
__device__ inline void moveChunks(const Memory& memory, const CUtensorMap* query, const CUtensorMap* key,
                                  const CUtensorMap* value, const CUtensorMap* output, const HopperHeads& heads) {
  if (threadIdx.x == 0) {
    copyChunks(memory, query, key, value, heads);
  } else if (threadIdx.x == 32) {
    storeChunks(memory, output, heads);
  }
}

/// The 128 threads of one warpgroup wait for each other.
__device__ inline void syncGroup() {
  asm volatile("bar.sync %0, 128;" ::"r"(1 + threadIdx.x / 128) : "memory");
}

/// Issues sums = a b' of two tiles.
template <typename T>
__device__ inline void issueTiles(float (&sums)[32], const unsigned char* a, const unsigned char* b) {
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    multiplyTiles<T>(sums, tileDescriptor(a + k * 32, 16, 1024), tileDescriptor(b + k * 32, 16, 1024), k > 0);
  }
  closeProducts();
}

/// Issues sums = a b', or sums += a b' where `add`.
template <typename T, bool add>
__device__ inline void issueRows(float (&sums)[32], const std::uint32_t (&a)[4][4], const unsigned char* b) {
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    multiplyRows<T>(sums, a[k], tileDescriptor(b + k * 32, 16, 1024), add || k > 0);
  }
  closeProducts();
}

/// Issues sums += a b.
template <typename T>
__device__ inline void issueColumns(float (&sums)[32], const std::uint32_t (&a)[4][4], const unsigned char* b) {
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    multiplyRegisters<T>(sums, a[k], tileDescriptor(b + k * 16 * 128, HopperState::tileBytes, 1024), 1);
  }
  closeProducts();
}

template <typename T>
__device__ inline void packOperand(std::uint32_t (&operand)[4][4], const float (&sums)[32]) {
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    operand[i / 4][i % 4] = packTwo<T>(sums[2 * i], sums[2 * i + 1]);
  }
}

/// Where a lane's row of matrix k lies in a tile of tokens by values that a warp reads, or writes, transposed: 16 of
/// the values by 16 tokens from 16 k on.
__device__ inline std::uint32_t transposedPlace(const unsigned char* tile, int k) {
  const int warp = static_cast<int>(threadIdx.x) / 32 % 4;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int row = k * 16 + lane / 16 * 8 + lane % 8;
  return sharedAddress(tile) + 2 * swizzled<HopperState::side>(row, 2 * warp + lane / 8 % 2);
}

/// The transposed tile as a left operand.
__device__ inline void loadTransposed(std::uint32_t (&to)[4][4], const unsigned char* tile) {
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(to[k][0]), "=r"(to[k][1]), "=r"(to[k][2]), "=r"(to[k][3])
                 : "r"(transposedPlace(tile, k))
                 : "memory");
  }
}

/// Leaves a chunk's transposed output for the copy engine.
template <typename T, typename Memory>
__device__ inline void leaveOutput(const Memory& memory, const float (&sums)[32], float scale, unsigned int number) {
  unsigned char* const tile = memory.outputs + number % 2 * HopperState::tileBytes;
  await(memory.outputDone + number % 2, (number / 2 + 1) % 2);
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    std::uint32_t part[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      part[i] = packTwo<T>(sums[8 * k + 2 * i] * scale, sums[8 * k + 2 * i + 1] * scale);
    }
    asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(transposedPlace(tile, k)),
                 "r"(part[0]), "r"(part[1]), "r"(part[2]), "r"(part[3])
                 : "memory");
  }
  showToAsyncUnits();
  arrive(memory.outputHere + number % 2);
}

/// Where a lane stores what it holds of a warp's 16 rows of sums, rounded, in a swizzled tile.
class LanePlace {
 public:
  __device__ LanePlace(const unsigned char* tile, int firstRow) {
    const unsigned int lane = threadIdx.x % 32;
    m_address = sharedAddress(tile) + (firstRow + lane / 4) * 128 + lane / 4 * 16 + lane % 4 * 4;
  }

  /// Two neighbors in the 8 columns from 8 `piece` on, in row lane / 4 of the upper or the lower 8 rows.
  template <typename T>
  __device__ void store(int piece, int half, float first, float second) const {
    asm volatile("st.shared.b32 [%0], %1;" ::"r"((m_address ^ piece * 16) + half * 1024), "r"(packTwo<T>(first, second))
                 : "memory");
  }

 private:
  std::uint32_t m_address;
};

#endif  // __CUDA_ARCH_FEAT_SM90_ALL

}  // namespace kernline::recorder
