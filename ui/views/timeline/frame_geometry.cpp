// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/frame_geometry.h"

#include "core/analysis/query/lane_spans.h"
#include "core/model/trace/block_spans.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

namespace kernline::ui {

namespace {

constexpr std::uint32_t maxOverlaidLanes = 8;    // overlaid in a collapsed track
constexpr std::uint32_t maxOverlaidTracks = 12;  // overlaid in a collapsed process
constexpr double gridSpacing = 110;              // logical pixels between labeled ticks
constexpr std::uint32_t maxInstantsPerRow = 4096;
constexpr std::size_t maxMeasuredCounters = 64;  // counters of one scale, in every frame

class FrameBuilder {
 public:
  FrameBuilder(const FrameRequest& request, FrameGeometry& frame)
      : m_request(request),
        m_frame(frame),
        m_axis(request.range, request.width),
        m_laneBars(*request.trace, request.index, m_axis) {}

  void build() {
    clear();
    for (const RulerTick& tick :
         rulerTicks(m_axis, m_request.trace->bounds().begin, gridSpacing * m_request.pixelRatio).ticks) {
      if (tick.isLabeled) {
        m_frame.gridLines.push_back(static_cast<int>(std::lround(tick.x)));
      }
    }
    m_frame.stepEdges = stepEdges(m_request.steps, m_axis);
    const TimelineLayout& layout = *m_request.layout;
    const std::size_t firstScrolling = m_request.stuck > 0 ? layout.firstRowBelow(m_request.stuck) : 0;
    m_scroll = 0;
    addRows(0, firstScrolling);
    m_scroll = m_request.scroll;
    m_clipTop = static_cast<int>(std::lround(m_request.stuck * m_request.pixelRatio));
    addRows(std::max(firstScrolling, layout.firstRowBelow(m_request.scroll + m_request.stuck)), layout.rows().size());
  }

 private:
  void clear() {
    m_frame.width = m_request.width;
    m_frame.height = m_request.height;
    m_frame.isDimmed = m_request.matches && !m_request.matches->byStart().empty();
    m_frame.onlyMatches = m_frame.isDimmed && m_request.onlyMatches;
    m_frame.bands.clear();
    m_frame.strips.clear();
    m_frame.bars.clear();
    m_frame.matches.clear();
    m_frame.sameName.clear();
    m_frame.counters.clear();
    m_frame.counterColumns.clear();
    m_frame.notes.clear();
    m_frame.notePieces.clear();
    m_frame.instants.clear();
    m_frame.gridLines.clear();
  }

  [[nodiscard]] int deviceY(int layoutY) const {
    return static_cast<int>(std::lround((layoutY - m_scroll) * m_request.pixelRatio));
  }

  void addRows(std::size_t first, std::size_t last) {
    const std::vector<TimelineRow>& rows = m_request.layout->rows();
    for (std::size_t i = first; i < last && deviceY(rows[i].top) < m_request.height; ++i) {
      addRow(rows[i]);
    }
  }

  void addRow(const TimelineRow& row) {
    const int top = deviceY(row.top);
    m_frame.bands.push_back({top, deviceY(row.bottom()) - top, m_clipTop, &row});
    switch (row.kind) {
      case TimelineRowKind::Group:
        if (row.isCollapsed) {
          addCollapsedGroup(row);
        }
        break;
      case TimelineRowKind::Track:
        row.isCollapsed ? addCollapsedTrack(row) : addLanes(row);
        addInstants(row);
        break;
      case TimelineRowKind::Counter:
        addCounter(row);
        break;
      case TimelineRowKind::Path:
      case TimelineRowKind::Idle:
      case TimelineRowKind::Queue:
        addNotes(row);
        break;
    }
  }

  void addLanes(const TimelineRow& row) {
    const Track& track = m_request.trace->track(row.track);
    for (std::uint32_t i = 0; i < track.laneCount; ++i) {
      const int top = deviceY(row.top + static_cast<int>(i) * row.laneHeight);
      const int bottom = deviceY(row.top + static_cast<int>(i + 1) * row.laneHeight);
      if (bottom > m_clipTop && top < m_request.height) {
        addStrip(LaneId{track.firstLane + i}, top, bottom - top, false);
        m_frame.strips.back().hasLabels = row.laneHeight >= TimelineLayout::laneHeight;
      }
    }
  }

  void addCollapsedTrack(const TimelineRow& row) {
    const int top = deviceY(row.top);
    const int height = deviceY(row.top + row.laneHeight) - top;
    std::vector<LaneId> lanes = collapsedLanes(m_request.trace->track(row.track));
    std::ranges::reverse(lanes);
    addStacked(lanes, top, height);
  }

  void addCollapsedGroup(const TimelineRow& row) {
    if (const std::vector<TrackId> sms = multiprocessorsOf(row); !sms.empty()) {
      addMultiprocessors(sms, deviceY(row.top + 3), deviceY(row.bottom() - 3) - deviceY(row.top + 3));
      return;
    }
    std::vector<LaneId> lanes;
    std::uint32_t tracks = 0;
    for (const RowId member : m_request.layout->groupOf(row.id)->rows) {
      if (member.of != RowClass::Track || tracks == maxOverlaidTracks) {
        continue;
      }
      const Track& track = m_request.trace->track(member.track());
      if (track.kind != TrackKind::Bookkeeping) {
        ++tracks;
        const std::vector<LaneId> own = collapsedLanes(track);
        lanes.insert(lanes.end(), own.begin(), own.end());
      }
    }
    std::ranges::reverse(lanes);
    const int top = deviceY(row.top + 3);
    addStacked(lanes, top, deviceY(row.bottom() - 3) - top);
  }

  /// Returns the SMs of a group that has only these and their warps.
  [[nodiscard]] std::vector<TrackId> multiprocessorsOf(const TimelineRow& row) const {
    std::vector<TrackId> tracks;
    for (const RowId member : m_request.layout->groupOf(row.id)->rows) {
      if (member.of != RowClass::Track || !isMultiprocessor(*m_request.trace, m_request.trace->track(member.track()))) {
        return {};
      }
      if (!isWarpOfMultiprocessor(*m_request.trace, m_request.trace->track(member.track()))) {
        tracks.push_back(member.track());
      }
    }
    return tracks;
  }

  /// Adds the share of each pixel in which an SM has a block; its lanes are concurrent blocks.
  void addFilling(TrackId sm, std::vector<float>& filled) {
    std::vector<float> own(filled.size());
    for (const LaneId lane : collapsedLanes(m_request.trace->track(sm))) {
      std::vector<Bar> bars;
      m_laneBars.append(lane, bars);
      for (const Bar& bar : bars) {
        const float covered = bar.isSingle ? 1.0F : static_cast<float>(bar.coverage) / 255;
        for (int x = bar.left; x < bar.right; ++x) {
          float& pixel = own[static_cast<std::size_t>(x)];
          pixel = std::max(pixel, covered);
        }
      }
    }
    std::ranges::transform(filled, own, filled.begin(), std::plus{});
  }

  /// One row for all SMs, the darker the more of them have a block.
  void addMultiprocessors(const std::vector<TrackId>& sms, int top, int height) {
    std::vector<float> filled(static_cast<std::size_t>(m_request.width));
    for (const TrackId sm : sms) {
      addFilling(sm, filled);
    }
    const Track& first = m_request.trace->track(sms.front());
    LaneStrip strip{.top = top, .height = height, .clipTop = m_clipTop, .lane = LaneId{first.firstLane}};
    strip.bars.first = static_cast<std::uint32_t>(m_frame.bars.size());
    const SpanTone tone{.kind = SpanKind::Kernel, .shade = 0};
    for (int x = 0; x < m_request.width; ++x) {
      const float share = filled[static_cast<std::size_t>(x)] / static_cast<float>(sms.size());
      if (share > 0) {
        const auto coverage = static_cast<std::uint8_t>(std::clamp(share * 255, 1.0F, 255.0F));
        m_frame.bars.push_back({x, x + 1, SpanId{first.firstSpan}, tone, coverage, false});
      }
    }
    strip.bars.count = static_cast<std::uint32_t>(m_frame.bars.size()) - strip.bars.first;
    m_frame.strips.push_back(strip);
  }

  void addStacked(const std::vector<LaneId>& lanes, int top, int height) {
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      addStrip(lanes[i], top, height, i > 0);
    }
  }

  void addStrip(LaneId lane, int top, int height, bool continuesAbove) {
    LaneStrip strip{.top = top, .height = height, .clipTop = m_clipTop, .lane = lane, .continuesAbove = continuesAbove};
    strip.bars.first = static_cast<std::uint32_t>(m_frame.bars.size());
    m_laneBars.append(lane, m_frame.bars);
    if (m_request.levels != nullptr) {
      for (Bar& bar : std::span(m_frame.bars).subspan(strip.bars.first)) {
        bar.level = (*m_request.levels)[bar.span];
      }
    }
    strip.bars.count = static_cast<std::uint32_t>(m_frame.bars.size()) - strip.bars.first;
    strip.matches.first = static_cast<std::uint32_t>(m_frame.matches.size());
    if (m_frame.isDimmed) {
      addMatches(lane, *m_request.matches, m_frame.matches);
    }
    strip.matches.count = static_cast<std::uint32_t>(m_frame.matches.size()) - strip.matches.first;
    strip.sameName.first = static_cast<std::uint32_t>(m_frame.sameName.size());
    if (m_request.sameName && !m_request.sameName->isEmpty()) {
      addMatches(lane, *m_request.sameName, m_frame.sameName);
    }
    strip.sameName.count = static_cast<std::uint32_t>(m_frame.sameName.size()) - strip.sameName.first;
    m_frame.strips.push_back(strip);
  }

  /// One entry for each pixel, or each wide bar, with a hit; hits within a pixel already marked are skipped at once.
  void addMatches(LaneId lane, const MatchSet& matches, std::vector<MatchColumns>& columns) {
    const Trace& trace = *m_request.trace;
    const SpanInterval visible = spansIn(trace, trace.lane(lane), m_request.range);
    const std::span<const SpanId> hits = matches.among(visible.first, visible.last);
    for (auto hit = hits.begin(); hit != hits.end();) {
      const double left = std::max(0.0, std::floor(m_axis.xOf(trace.start(*hit))));
      const double right = std::min(std::floor(m_axis.xOf(trace.end(*hit))), static_cast<double>(m_request.width));
      const int first = static_cast<int>(left);
      const int last = std::max(first + 1, static_cast<int>(right));
      columns.push_back({first, last});
      const Time next = m_axis.timeAt(last);
      const auto skipped = hit + 1;
      hit = std::ranges::lower_bound(skipped, hits.end(), next, {}, [&](SpanId s) { return trace.start(s); });
      if (hit != skipped && trace.end(*(hit - 1)) > next) {
        --hit;  // begins within a marked pixel and reaches beyond it
      }
    }
  }

  void addInstants(const TimelineRow& row) {
    if (!m_request.index) {
      return;
    }
    const std::span<const Instant> instants = m_request.trace->instants();
    const std::span<const std::uint32_t> own = m_request.index->instantsOf(row.track);
    const auto timeOf = [&](std::uint32_t i) { return instants[i].time; };
    const int top = deviceY(row.top);
    const int height = deviceY(row.top + std::min(row.laneHeight, TimelineLayout::laneHeight)) - top;
    std::uint32_t added = 0;
    for (auto at = std::ranges::lower_bound(own, m_request.range.begin, {}, timeOf);
         at != own.end() && timeOf(*at) < m_request.range.end && added < maxInstantsPerRow; ++added) {
      const int x = static_cast<int>(std::floor(m_axis.xOf(timeOf(*at))));
      m_frame.instants.push_back({x, top, height, m_clipTop});
      at = std::ranges::lower_bound(at + 1, own.end(), m_axis.timeAt(x + 1), {}, timeOf);
    }
  }

  void addNotes(const TimelineRow& row) {
    const bool isPath = row.kind == TimelineRowKind::Path;
    const DeviceNote* note = isPath || m_request.notes == nullptr ? nullptr : m_request.notes->of(row.process);
    if (isPath ? m_request.path == nullptr : note == nullptr) {
      return;
    }
    NoteStrip strip{.top = deviceY(row.top), .clipTop = m_clipTop};
    strip.height = deviceY(row.bottom() - TimelineLayout::rowGap) - strip.top;
    strip.pieces.first = static_cast<std::uint32_t>(m_frame.notePieces.size());
    if (isPath) {
      addIntervalPieces(m_request.path->sums(), firstPathInk, m_axis, strip.height, m_frame.notePieces);
    } else if (row.kind == TimelineRowKind::Idle) {
      addIntervalPieces(note->idle.sums(), 0, m_axis, strip.height, m_frame.notePieces);
    } else {
      addQueuePieces(note->queue, m_axis, strip.height, m_frame.notePieces);
    }
    strip.pieces.count = static_cast<std::uint32_t>(m_frame.notePieces.size()) - strip.pieces.first;
    m_frame.notes.push_back(strip);
  }

  void addCounter(const TimelineRow& row) {
    const Counter& counter = m_request.trace->counters()[index(row.counter)];
    static const CounterPyramid none;
    const CounterPyramid& pyramid = m_request.index ? m_request.index->counter(row.counter) : none;
    const std::vector<CounterColumn> columns =
        counterEnvelope(*m_request.trace, counter, pyramid, m_request.range, static_cast<std::size_t>(m_request.width));
    CounterStrip strip{.top = deviceY(row.top + 2), .clipTop = m_clipTop, .counter = row.counter};
    strip.height = deviceY(row.bottom() - 2) - strip.top;
    strip.columns = {static_cast<std::uint32_t>(m_frame.counterColumns.size()),
                     static_cast<std::uint32_t>(columns.size())};
    const std::span<const CounterId> sharing = m_request.layout->sameScale(row);
    strip.isShared = !sharing.empty();
    ValueRange seen = strip.isShared ? valuesInSight(sharing) : ValueRange{};
    for (const CounterColumn& column : columns) {
      seen.add(column.values);
      strip.hasSamples = strip.hasSamples || !column.values.isEmpty();
    }
    strip.min = seen.isEmpty() ? 0 : std::min(0.0, seen.min);
    strip.max = seen.isEmpty() ? 0 : std::max(0.0, seen.max);
    m_frame.counterColumns.insert(m_frame.counterColumns.end(), columns.begin(), columns.end());
    m_frame.counters.push_back(strip);
  }

  /// Least and greatest of all of them, also of those that are scrolled away, so that scrolling moves no curve.
  ValueRange valuesInSight(std::span<const CounterId> counters) {
    if (counters.data() == m_rangeOf) {
      return m_range;
    }
    m_rangeOf = counters.data();
    m_range = {};
    for (const CounterId id : counters) {
      const Counter& counter = m_request.trace->counters()[index(id)];
      if (m_request.index && counters.size() <= maxMeasuredCounters) {
        const CounterPyramid& pyramid = m_request.index->counter(id);
        m_range.add(counterEnvelope(*m_request.trace, counter, pyramid, m_request.range, 1).front().values);
      } else {
        m_range.add(counter.minimum);
        m_range.add(counter.maximum);
      }
    }
    return m_range;
  }

  const FrameRequest& m_request;
  FrameGeometry& m_frame;
  int m_scroll = 0;
  int m_clipTop = 0;
  const CounterId* m_rangeOf = nullptr;  // counter whose values m_range has
  ValueRange m_range;
  TimeAxis m_axis;
  LaneBars m_laneBars;
};

}  // namespace

std::vector<LaneId> collapsedLanes(const Track& track) {
  std::vector<LaneId> lanes;
  for (std::uint32_t i = 0; i < std::min(track.laneCount, maxOverlaidLanes); ++i) {
    lanes.push_back(LaneId{track.firstLane + i});
  }
  if (track.kind == TrackKind::Stream) {
    std::ranges::reverse(lanes);
  }
  return lanes;
}

void computeFrame(const FrameRequest& request, FrameGeometry& frame) {
  FrameBuilder(request, frame).build();
}

std::vector<int> stepEdges(std::span<const Time> begins, const TimeAxis& axis) {
  std::vector<int> edges;
  auto begin = std::ranges::lower_bound(begins, axis.range().begin);
  while (begin != begins.end() && *begin < axis.range().end) {
    const int x = static_cast<int>(std::floor(axis.xOf(*begin)));
    edges.push_back(x);
    begin = std::ranges::lower_bound(begin + 1, begins.end(), axis.timeAt(x + 2));
  }
  // Lines closer together than this are a pattern of their own and hide what they should part.
  return static_cast<int>(edges.size()) > axis.width() / 40 ? std::vector<int>{} : edges;
}

}  // namespace kernline::ui
