// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace kernline::recorder {

/// The chunks of each rank in ring attention, and the order of computation. The sequence is cut into equal chunks; each
/// rank holds the queries of its chunks while all keys and values pass by, a rank's share at each step.
class RingSchedule {
 public:
  /// Plain: one chunk a rank, in order; of a causal product the first rank has least to do and the last most. Zigzag:
  /// two, the r-th from the front and the r-th from the back, so that all have the same.
  RingSchedule(std::size_t ranks, bool zigzag, bool causal);

  struct Piece {
    std::size_t queryChunk;  // index among the rank's own chunks
    std::size_t keyChunk;    // index among those of the rank whose keys these are
    bool masked;             // the same chunk of the sequence: causal inside
    bool first;              // whether it is the first of this chunk of queries
    bool last;
  };

  std::size_t ranks() const { return m_ranks; }
  std::size_t chunks() const { return m_ranks * m_chunksEach; }

  /// Returns the chunk of the sequence that a rank's own `index`-th is.
  std::size_t chunkOf(std::size_t rank, std::size_t index) const;
  /// Returns the rank whose keys and values a rank has at a step.
  std::size_t sourceOf(std::size_t rank, std::size_t step) const { return (rank + m_ranks - step) % m_ranks; }
  /// Returns the pieces that a rank computes at a step; empty if all is masked.
  std::vector<Piece> pieces(std::size_t rank, std::size_t step) const;

 private:
  struct Met {
    std::size_t step;
    std::size_t keyChunk;
  };

  /// The chunks of keys that one of queries sees, in the order they come by.
  std::vector<Met> everyKeyMet(std::size_t rank, std::size_t query) const;
  bool sees(std::size_t queryChunk, std::size_t keyChunk) const { return !m_causal || keyChunk <= queryChunk; }

  std::size_t m_ranks;
  std::size_t m_chunksEach;
  bool m_causal;
};

}  // namespace kernline::recorder
