// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"
#include "core/model/trace/event_details.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace kernline {

/// A format's own side of a trace, from which its events can be read again, one at a time, from any thread. Spans,
/// instants and issues have offsets that only their source can read: a byte of a text, a row of a table.
class EventSource {
 public:
  EventSource() = default;
  EventSource(const EventSource&) = delete;
  EventSource& operator=(const EventSource&) = delete;
  virtual ~EventSource() = default;

  /// All that the source has of the event at `offset`; empty if none can be read any more.
  [[nodiscard]] virtual EventDetails details(std::uint64_t offset) const = 0;

  /// Returns at least the args of these keys, for callers that want little of many events. For keys that occur twice,
  /// the last one counts.
  [[nodiscard]] virtual ArgNode args(std::uint64_t offset, std::span<const std::string_view> keys) const {
    static_cast<void>(keys);
    return details(offset).args;
  }

  /// Events of equal texts have equal args of these keys. Quicker than to read the args.
  [[nodiscard]] virtual std::string argsText(std::uint64_t offset, std::span<const std::string_view> keys) const {
    return flatText(args(offset, keys));
  }

  /// The place of the event, for people: "byte 4,711", "CUPTI_ACTIVITY_KIND_KERNEL, row 12".
  [[nodiscard]] virtual Message place(std::uint64_t offset) const = 0;
};

}  // namespace kernline
