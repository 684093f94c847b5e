// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/xplane/plane.h"
#include "core/model/trace/trace_builder.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline::xplane {

/// Kind of a line's spans.
enum class LineRole : std::uint8_t {
  Stream,   ///< each event is device activity
  Ops,      ///< the innermost events are device activity
  Derived,  ///< none is
  Host,     ///< calls of a thread
};

/// Turns the events of one plane's lines into spans.
class LineSpans {
 public:
  /// `textBegin` is where the text begins that offsets count from; line times count from `originNs`. A line ends at the
  /// offset where `isFullAt`.
  LineSpans(TraceBuilder& builder, const Plane& plane, const char* textBegin, std::int64_t originNs,
            std::function<bool(std::uint64_t)> isFullAt);

  void add(const Line& line, LineRole role, TrackId track);

 private:
  struct KindFacts {
    StringId name = StringId::empty;
    SpanKind onDevice = SpanKind::Kernel;
    SpanKind onHost = SpanKind::Other;
    int memorySign = 0;  // 1 for allocations, -1 for frees
  };
  /// Stats of an event that decide what it is.
  struct EventFacts {
    std::uint64_t correlation = 0;
    bool isStep = false;
    std::uint64_t allocatorBytes = 0;
    std::uint64_t allocatedTotal = 0;
    std::uint64_t address = 0;
    bool hasTotal = false;
    std::string_view allocator;
  };

  const KindFacts& factsOf(std::int64_t kind, std::uint64_t offset);
  void addEvent(std::string_view message, std::uint64_t offset, const Line& line, LineRole role, TrackId track);
  void take(const Stat& stat, EventFacts& facts) const;
  void addMemory(const EventFacts& facts, const SpanRecord& span, int sign);
  void place(const Line& line, const Event& event, SpanRecord& span);
  void markOuterOps();

  TraceBuilder& m_builder;
  const Plane& m_plane;
  const char* m_textBegin;
  std::int64_t m_originNs;
  std::function<bool(std::uint64_t)> m_isFullAt;
  std::unordered_map<std::int64_t, KindFacts> m_kinds;
  std::vector<SpanRecord> m_spans;
  std::int64_t m_correlationId;
  std::int64_t m_stepId;
  std::int64_t m_bytesId;
  std::int64_t m_totalId;
  std::int64_t m_addressId;
  std::int64_t m_allocatorId;
};

}  // namespace kernline::xplane
