// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/event_details.h"
#include "core/model/trace/event_source.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>

namespace kernline {

/// An EventSource that reads the keys of an event's args faster than their values.
class KeyedEvents {
 public:
  KeyedEvents() = default;
  KeyedEvents(const KeyedEvents&) = delete;
  KeyedEvents& operator=(const KeyedEvents&) = delete;
  virtual ~KeyedEvents() = default;

  /// Appends a text; events of equal texts have equal keys. Faster than to read the keys.
  virtual void addKeysText(std::uint64_t offset, std::string& text) const = 0;

  /// Adds a child for each key that `args` does not have; of the children the keys alone count.
  virtual void addKeys(std::uint64_t offset, ArgNode& args) const = 0;
};

/// The args of a span as `Trace::details` has them, of which the keys alone count.
[[nodiscard]] ArgNode argKeys(const Trace& trace, SpanId span);

/// `argKeys` of many spans: most have the same keys as others, and share their list.
class ArgKeyLists {
 public:
  explicit ArgKeyLists(const Trace& trace);

  /// Reads the args of spans, fastest in the order of the file, from any thread. They live until `clear`.
  void read(std::span<const std::uint32_t> spans, std::span<const ArgNode*> lists);

  [[nodiscard]] std::size_t bytes() const { return m_bytes; }  ///< approximate bytes of all lists
  void clear();

 private:
  void readText(SpanId span, std::string& text) const;
  const ArgNode* listOf(SpanId span, const std::string& text);

  const Trace& m_trace;
  std::shared_ptr<const EventSource> m_events;
  const KeyedEvents* m_keyed;  ///< nullptr if m_events is none
  std::mutex m_mutex;
  std::unordered_map<std::string, std::unique_ptr<const ArgNode>> m_lists;  ///< key lists by their `textOf`
  std::size_t m_bytes = 0;
};

}  // namespace kernline
