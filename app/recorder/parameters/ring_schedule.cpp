// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/parameters/ring_schedule.h"

namespace kernline::recorder {

RingSchedule::RingSchedule(std::size_t ranks, bool zigzag, bool causal)
    : m_ranks(ranks), m_chunksEach(zigzag ? 2 : 1), m_causal(causal) {}

std::size_t RingSchedule::chunkOf(std::size_t rank, std::size_t index) const {
  return index == 0 ? rank : 2 * m_ranks - 1 - rank;
}

std::vector<RingSchedule::Piece> RingSchedule::pieces(std::size_t rank, std::size_t step) const {
  std::vector<Piece> atStep;
  for (std::size_t query = 0; query < m_chunksEach; ++query) {
    const std::vector<Met> met = everyKeyMet(rank, query);
    for (std::size_t i = 0; i < met.size(); ++i) {
      if (met[i].step == step) {
        atStep.push_back({.queryChunk = query,
                          .keyChunk = met[i].keyChunk,
                          .masked = m_causal && chunkOf(sourceOf(rank, step), met[i].keyChunk) == chunkOf(rank, query),
                          .first = i == 0,
                          .last = i + 1 == met.size()});
      }
    }
  }
  return atStep;
}

std::vector<RingSchedule::Met> RingSchedule::everyKeyMet(std::size_t rank, std::size_t query) const {
  std::vector<Met> met;
  for (std::size_t step = 0; step < m_ranks; ++step) {
    for (std::size_t key = 0; key < m_chunksEach; ++key) {
      if (sees(chunkOf(rank, query), chunkOf(sourceOf(rank, step), key))) {
        met.push_back({.step = step, .keyChunk = key});
      }
    }
  }
  return met;
}

}  // namespace kernline::recorder
