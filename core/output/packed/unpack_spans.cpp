// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/packed/packed_spans.h"

#include "core/output/packed/name_predictor.h"

#include <algorithm>
#include <utility>

namespace kernline::packed {

namespace {

/// Times beyond this many nanoseconds either way are clamped, so that sums of two never overflow.
constexpr std::int64_t maxTimeNs = std::int64_t{1} << 61;
/// Span numbers serve as ids that link; 0 is none.
constexpr std::size_t maxSpans = UINT32_MAX - 2;

std::int64_t clamped(std::int64_t ns) {
  return std::clamp(ns, -maxTimeNs, maxTimeNs);
}

class SpanReader {
 public:
  SpanReader(PackedReader& reader, const NewIds& ids) : m_reader(reader), m_ids(ids) {}

  std::vector<SpanRecord> read() {
    readLanes();
    readNames();
    readTraits();
    readTimes();
    readLinks();
    return std::move(m_spans);
  }

 private:
  struct PackedLane {
    std::size_t track;
    std::size_t size;
    bool isTop;
  };

  void readLanes() {
    const Numbers lanes = m_reader.column(m_ids.tracks.size());
    const Numbers sizes = m_reader.column();
    std::size_t next = 0;
    std::size_t spans = 0;
    for (std::size_t track = 0; track < lanes.size(); ++track) {
      for (std::uint64_t i = 0; i < lanes[track]; ++i, ++next) {
        if (next == sizes.size() || sizes[next] > maxSpans - spans) {
          throw BrokenBytes{};
        }
        m_lanes.push_back({track, sizes[next], i == 0});
        spans += sizes[next];
      }
    }
    m_names = m_reader.column(spans);
    m_spans.resize(spans);
  }

  void readNames() {
    NamePredictor guesses;
    std::size_t next = 0;
    for (const PackedLane& lane : m_lanes) {
      guesses.restart();
      for (const std::size_t end = next + lane.size; next < end; ++next) {
        m_names[next] = guesses.numberOf(m_names[next]);
        if (m_names[next] >= m_ids.words.size()) {
          throw BrokenBytes{};
        }
        m_spans[next].name = m_ids.words[m_names[next]];
        m_spans[next].track = m_ids.tracks[lane.track];
        m_spans[next].offset = next;
      }
    }
  }

  void readTraits() {
    const Numbers traits = m_reader.column();
    const Numbers codes = m_reader.column(m_spans.size());
    std::vector<std::uint64_t> lastOfName(m_ids.words.size());
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
      std::uint64_t& last = lastOfName[m_names[i]];
      last = codes[i] == 0 ? last : codes[i];
      if (last == 0 || last > traits.size() / 3) {
        throw BrokenBytes{};
      }
      const std::uint64_t category = traits[(last - 1) * 3];
      const std::uint64_t kind = traits[(last - 1) * 3 + 1];
      if (kind > static_cast<std::uint64_t>(SpanKind::Overhead)) {
        throw BrokenBytes{};
      }
      m_spans[i].category = category < m_ids.categories.size() ? m_ids.categories[category] : CategoryId::none;
      m_spans[i].kind = static_cast<SpanKind>(kind);
      m_spans[i].flags = static_cast<SpanFlags>(traits[(last - 1) * 3 + 2] & 0x1f);
    }
  }

  void readTimes() {
    const std::int64_t origin = clamped(m_reader.signedNumber());
    const auto unit = static_cast<std::int64_t>(std::max<std::uint64_t>(1, m_reader.numberUpTo(INT64_MAX)));
    const std::int64_t longest = maxTimeNs / unit;
    const std::int64_t farthest = 2 * maxTimeNs / unit;  // distance from one end of time to the other
    const bool areDifferences = m_reader.numberUpTo(1) == 1;
    const Numbers lengths = m_reader.column(m_spans.size());
    std::int64_t before = 0;
    const auto order = byName(m_spans.size(), m_ids.words.size(), [&](std::size_t at) { return m_names[at]; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      before = stepFrom(areDifferences ? before : 0, lengths[i]);
      m_spans[order[i]].duration = {std::clamp<std::int64_t>(before, 0, longest)};  // still in units
    }
    const Numbers around = m_reader.column(m_spans.size());
    const Numbers gaps = m_reader.column(m_spans.size());
    StartGuess guess;
    const auto startOf = [&](std::size_t at) { return m_spans[at].start.ns; };
    std::size_t next = 0;
    for (const PackedLane& lane : m_lanes) {
      guess.beginLane(next, lane.isTop);
      for (const std::size_t end = next + lane.size; next < end; ++next) {
        m_spans[next].start = {
            std::clamp(stepFrom(guess.after(around[next], startOf), gaps[next]), -farthest, farthest)};
        guess.endAt(startOf(next) + m_spans[next].duration.ns);
      }
    }
    for (SpanRecord& span : m_spans) {
      span.start = {clamped(origin + span.start.ns * unit)};
      span.duration = {span.duration.ns * unit};
    }
  }

  void readLinks() {
    const auto kindOf = [&](std::size_t at) { return m_spans[at].kind; };
    const Ranked calls(m_spans.size(), SpanKind::Runtime, kindOf);
    const Ranked operators(m_spans.size(), SpanKind::Op, kindOf);
    const Numbers launches = m_reader.column();
    const Numbers made = m_reader.column();
    auto launch = launches.begin();
    auto by = made.begin();
    std::int64_t call = 0;
    std::int64_t op = 0;
    const auto linked = [](auto& at, auto end, std::int64_t& rank, const Ranked& ranked) -> std::uint32_t {
      if (at == end) {
        throw BrokenBytes{};
      }
      const std::uint64_t code = *at++;
      if (code == 0) {
        return 0;
      }
      rank = stepFrom(rank + 1, code - 1);
      return ranked.span(rank) + 1;
    };
    for (std::uint32_t i = 0; i < m_spans.size(); ++i) {
      SpanRecord& span = m_spans[i];
      if (span.kind == SpanKind::Op) {
        span.external = i + 1;
      } else if (isDeviceActivity(span.kind)) {
        span.correlation = linked(launch, launches.end(), call, calls);
      } else if (span.kind == SpanKind::Runtime) {
        span.correlation = i + 1;
      }
      if (isDeviceActivity(span.kind) || span.kind == SpanKind::Runtime) {
        span.external = linked(by, made.end(), op, operators);
      }
    }
  }

  PackedReader& m_reader;
  const NewIds& m_ids;
  std::vector<PackedLane> m_lanes;
  Numbers m_names;
  std::vector<SpanRecord> m_spans;
};

}  // namespace

std::size_t readSpans(PackedReader& reader, const NewIds& ids, TraceBuilder& builder) {
  std::vector<SpanRecord> spans = SpanReader(reader, ids).read();
  const std::size_t count = spans.size();
  builder.addSpans(std::move(spans));
  return count;
}

void readFlows(PackedReader& reader, const NewIds& ids, std::size_t spanCount, TraceBuilder& builder) {
  const Numbers from = reader.column();
  const Numbers to = reader.column(from.size());
  const Numbers categories = reader.column(from.size());
  std::vector<FlowEnd> ends;
  std::int64_t start = 0;
  std::int64_t length = 0;
  const auto add = [&](FlowEnd::Role role, std::size_t key, std::int64_t span, StringId category) {
    if (span < 0 || std::cmp_greater_equal(span, spanCount)) {
      throw BrokenBytes{};
    }
    FlowEnd end;
    end.key = key;
    end.spanOffset = static_cast<std::uint64_t>(span);
    end.category = category;
    end.role = role;
    ends.push_back(end);
  };
  for (std::size_t i = 0; i < from.size(); ++i) {
    start = stepFrom(start, from[i]);
    length = stepFrom(length, to[i]);
    if (categories[i] >= ids.words.size() || start < 0 || length > INT64_MAX - std::max<std::int64_t>(start, 0)) {
      throw BrokenBytes{};
    }
    add(FlowEnd::Role::Start, i, start, ids.words[categories[i]]);
    add(FlowEnd::Role::End, i, start + length, ids.words[categories[i]]);
  }
  builder.addFlowEnds(std::move(ends));
}

}  // namespace kernline::packed
