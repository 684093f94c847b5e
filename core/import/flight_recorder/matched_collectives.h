// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/flight_recorder/rank_dump.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kernline::flight {

/// A collective that at least one of its ranks has not finished.
struct Unfinished {
  std::string group;  ///< description, else name
  std::int64_t sequence = 0;
  std::string operation;
  std::string place;  ///< call site of a rank that waits
  std::vector<std::int32_t> completed;
  std::vector<std::int32_t> started;
  std::vector<std::int32_t> scheduled;
  std::vector<std::int32_t> missing;  ///< dumped, and never came to it
  std::vector<std::int32_t> unknown;  ///< ranks of the group without a dump
};

/// A collective that ranks called with something that must be the same and is not.
struct Mismatch {
  enum class What : std::uint8_t { Operation, Type, InputSize, OutputSize };
  struct Side {
    std::string value;
    std::vector<std::int32_t> ranks;
  };
  What what = What::Operation;
  std::string group;
  std::int64_t sequence = 0;
  std::string operation;
  std::vector<Side> sides;
};

struct MatchedCollectives {
  std::vector<Unfinished> unfinished;  ///< sorted by group and sequence
  std::vector<Mismatch> mismatches;
};

/// Lays the collectives of ranks side by side, by process group and sequence number. Entries that a rank has dropped
/// from its ring before do not count; messages between two ranks are not matched.
[[nodiscard]] MatchedCollectives matchCollectives(std::span<const RankDump> dumps);

/// "0-3, 7".
[[nodiscard]] std::string ranksText(std::vector<std::int32_t> ranks);

}  // namespace kernline::flight
