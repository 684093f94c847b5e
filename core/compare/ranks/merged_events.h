// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/event_source.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kernline {

/// The events of several sources, whose offsets lie one after the other: `firstOffset` is added to those of a source.
class MergedEvents final : public EventSource {
 public:
  struct Part {
    std::uint64_t firstOffset = 0;
    std::shared_ptr<const EventSource> events;  ///< null if none can be read
    std::string title;                          ///< "rank 1"
  };

  /// `parts` ascend by their first offset.
  explicit MergedEvents(std::vector<Part> parts) : m_parts(std::move(parts)) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override;
  [[nodiscard]] ArgNode args(std::uint64_t offset, std::span<const std::string_view> keys) const override;
  [[nodiscard]] Message place(std::uint64_t offset) const override;  ///< "rank 1, byte 4,711"

 private:
  [[nodiscard]] const Part* partOf(std::uint64_t offset) const;

  std::vector<Part> m_parts;
};

}  // namespace kernline
