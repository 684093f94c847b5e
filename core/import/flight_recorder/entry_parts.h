// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/flight_recorder/rank_dump.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::flight {

// The parts of entries, whichever way they were written.

inline constexpr std::size_t maxEntries = 1'000'000;

/// Shapes of several tensors and what they take.
class Shapes {
 public:
  void beginTensor();
  void addSize(std::int64_t size);
  void endTensor();
  /// Bytes with the types given: one for each tensor, or one for all. 0 where one is not known.
  [[nodiscard]] std::int64_t bytes(const std::vector<std::string>& types) const;
  /// "[1048576], [8, 4]", of the first 64.
  [[nodiscard]] std::string text() const;

 private:
  std::string m_text;
  std::vector<std::int64_t> m_sizes;
  std::int64_t m_elements = 1;
  std::size_t m_tensors = 0;
  std::size_t m_dimensions = 0;
};

[[nodiscard]] CollectiveState stateOf(std::string_view text);
/// "all_reduce" of "nccl:all_reduce".
[[nodiscard]] std::string operationOf(std::string_view name);
/// Numbers in any text: "[0, 1, 2]".
[[nodiscard]] std::vector<std::int32_t> ranksIn(std::string_view text);
/// Nanoseconds far enough from the ends that differences fit; else 0.
[[nodiscard]] std::int64_t soundTime(std::int64_t ns);
[[nodiscard]] std::optional<std::int64_t> ifPositive(std::int64_t ns);
/// Spells shapes and types out.
void finishCollective(Collective& made, const Shapes& inputs, const Shapes& outputs,
                      const std::vector<std::string>& inputTypes, const std::vector<std::string>& outputTypes);

}  // namespace kernline::flight
