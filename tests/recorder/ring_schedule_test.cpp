// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/parameters/ring_schedule.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

namespace kernline::recorder {
namespace {

using Pairs = std::set<std::pair<std::size_t, std::size_t>>;

/// Every pair of chunks that is computed, checking that each is computed once and that firsts and lasts are right.
Pairs computedPairs(const RingSchedule& schedule) {
  Pairs pairs;
  for (std::size_t rank = 0; rank < schedule.ranks(); ++rank) {
    std::map<std::size_t, int> begun;
    std::map<std::size_t, int> ended;
    for (std::size_t step = 0; step < schedule.ranks(); ++step) {
      for (const RingSchedule::Piece& piece : schedule.pieces(rank, step)) {
        const std::size_t query = schedule.chunkOf(rank, piece.queryChunk);
        const std::size_t key = schedule.chunkOf(schedule.sourceOf(rank, step), piece.keyChunk);
        EXPECT_TRUE(pairs.emplace(query, key).second) << query << " and " << key << " twice";
        EXPECT_EQ(piece.first, begun[query]++ == 0);
        EXPECT_EQ(ended[query], 0) << "more after the last";
        ended[query] += piece.last ? 1 : 0;
      }
    }
    for (const auto& [chunk, count] : begun) {
      EXPECT_EQ(ended[chunk], 1) << "chunk " << chunk << " of " << count << " pieces";
    }
  }
  return pairs;
}

TEST(RingSchedule, EveryChunkMeetsEveryOther) {
  for (const bool zigzag : {false, true}) {
    for (const std::size_t ranks : {1U, 2U, 3U, 8U}) {
      const RingSchedule schedule(ranks, zigzag, false);
      EXPECT_EQ(computedPairs(schedule).size(), schedule.chunks() * schedule.chunks());
    }
  }
}

TEST(RingSchedule, CausalLeavesOutWhatLiesAhead) {
  for (const bool zigzag : {false, true}) {
    for (const std::size_t ranks : {1U, 2U, 3U, 8U}) {
      const RingSchedule schedule(ranks, zigzag, true);
      const Pairs pairs = computedPairs(schedule);
      EXPECT_EQ(pairs.size(), schedule.chunks() * (schedule.chunks() + 1) / 2);
      for (const auto& [query, key] : pairs) {
        EXPECT_LE(key, query);
      }
    }
  }
}

std::size_t busiest(const RingSchedule& schedule, std::size_t step) {
  std::size_t maxPieces = 0;
  for (std::size_t rank = 0; rank < schedule.ranks(); ++rank) {
    maxPieces = std::max(maxPieces, schedule.pieces(rank, step).size());
  }
  return maxPieces;
}

TEST(RingSchedule, ZigzagGivesEveryRankTheSameAtEveryStep) {
  const RingSchedule schedule(4, true, true);
  for (std::size_t step = 1; step < 4; ++step) {
    for (std::size_t rank = 0; rank < 4; ++rank) {
      EXPECT_EQ(schedule.pieces(rank, step).size(), busiest(schedule, step));
    }
  }
}

}  // namespace
}  // namespace kernline::recorder
