// SPDX-License-Identifier: GPL-3.0-or-later
// This folder packs a trace into few bytes, for another machine.
#pragma once

#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace kernline {

/// A trace as few bytes, for another machine: all but the data that stay in its file, args and texts. Events have
/// numbers for offsets, see `PackedEvents`.
[[nodiscard]] std::string packTrace(const Trace& trace);

/// The events of a packed trace by their numbers: spans in the order of the trace, then instants, then memory records.
/// The places of other counted events follow.
class PackedEvents {
 public:
  explicit PackedEvents(const Trace& trace)
      : m_spans(trace.spanCount()), m_instants(trace.instants().size()), m_memory(trace.memoryEvents().size()) {}

  [[nodiscard]] bool isSpan(std::uint64_t number) const { return number < m_spans; }
  [[nodiscard]] std::uint64_t count() const { return m_spans + m_instants + m_memory; }
  /// Returns the offset of an instant or a memory record in the trace's own source.
  [[nodiscard]] std::uint64_t offsetOf(const Trace& trace, std::uint64_t number) const {
    const std::uint64_t moment = number - m_spans;
    return moment < m_instants ? trace.instants()[moment].offset : trace.memoryEvents()[moment - m_instants].offset;
  }

 private:
  std::uint64_t m_spans;
  std::uint64_t m_instants;
  std::uint64_t m_memory;
};

struct UnpackedTrace {
  std::shared_ptr<const Trace> trace;
  std::map<std::uint64_t, Message> places;  ///< place of the first issue of each kind, for people
};

struct UnpackOptions {
  std::string host = {};  ///< goes in front of the paths of the files
  std::shared_ptr<const EventSource> events = {};
  std::shared_ptr<const SourceText> origin = {};  ///< source that knows whether the file has changed
  std::uint64_t maxBytes = std::uint64_t{8} << 30;
  unsigned threads = 1;
};

/// The trace again, equal but for the offsets. Errors: NotATrace where the bytes are no packed trace of this version,
/// or want more than `maxBytes`; Canceled.
[[nodiscard]] Expected<UnpackedTrace> unpackTrace(std::string_view bytes, const UnpackOptions& options,
                                                  std::stop_token stop = {});

}  // namespace kernline
