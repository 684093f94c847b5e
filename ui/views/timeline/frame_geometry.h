// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/query_index.h"
#include "core/analysis/work/work_levels.h"
#include "core/model/trace/trace.h"
#include "ui/kit/charts/ruler_ticks.h"
#include "ui/views/timeline/lane_bars.h"
#include "ui/views/timeline/match_set.h"
#include "ui/views/timeline/note_columns.h"
#include "ui/views/timeline/path_notes.h"
#include "ui/views/timeline/timeline_layout.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kernline::ui {

/// Contents of a frame. The geometry is a function of these alone.
struct FrameRequest {
  const Trace* trace = nullptr;
  const QueryIndex* index = nullptr;  ///< may be absent
  const TimelineLayout* layout = nullptr;
  const MatchSet* matches = nullptr;   ///< may be absent
  const MatchSet* sameName = nullptr;  ///< spans named like the selection; may be absent
  const DeviceNotes* notes = nullptr;  ///< may be absent; likewise:
  const PathNotes* path = nullptr;
  const WorkLevels* levels = nullptr;  ///< color device activity; absent: names do
  std::span<const Time> steps = {};    ///< begins of steps, ascending
  bool onlyMatches = false;            ///< only matches are painted, if there are any
  TimeRange range;
  int scroll = 0;  ///< logical pixels of the layout above the frame
  int stuck = 0;   ///< logical pixels at the top of the layout that do not scroll
  int width = 0;   ///< device pixels
  int height = 0;  ///< device pixels
  double pixelRatio = 1;
};

/// A part of one of the frame's columns.
struct Slice {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// One lane, or one of several that a collapsed row lays over each other.
struct LaneStrip {
  int top = 0;  ///< device pixels from the frame's top; may lie above it
  int height = 0;
  int clipTop = 0;  ///< rows above this belong to others
  LaneId lane = LaneId::none;
  bool continuesAbove = false;  ///< laid over the strip before it
  bool hasLabels = false;
  Slice bars{};
  Slice matches{};   ///< pixel columns
  Slice sameName{};  ///< pixel columns
};

struct CounterStrip {
  int top = 0;
  int height = 0;
  int clipTop = 0;
  CounterId counter = CounterId::none;
  double min = 0;         ///< the value at the bottom: 0, or less
  double max = 0;         ///< the value at the top
  bool isShared = false;  ///< other counters have the same scale
  bool hasSamples = false;
  Slice columns{};
};

/// Strip of idle causes or queue depth of a device.
struct NoteStrip {
  int top = 0;
  int height = 0;
  int clipTop = 0;
  Slice pieces{};
};

/// A row's own background.
struct RowBand {
  int top = 0;
  int height = 0;
  int clipTop = 0;
  const TimelineRow* row = nullptr;
};

struct InstantMark {
  int x = 0;
  int top = 0;
  int height = 0;
  int clipTop = 0;
};

struct MatchColumns {
  std::int32_t left = 0;
  std::int32_t right = 0;
};

/// One frame, ready to be painted by itself. Device pixels.
struct FrameGeometry {
  int width = 0;
  int height = 0;
  bool isDimmed = false;     ///< bars without a match step back
  bool onlyMatches = false;  ///< whether they are not painted at all
  std::vector<RowBand> bands;
  std::vector<LaneStrip> strips;
  std::vector<Bar> bars;
  std::vector<MatchColumns> matches;
  std::vector<MatchColumns> sameName;
  std::vector<CounterStrip> counters;
  std::vector<CounterColumn> counterColumns;
  std::vector<NoteStrip> notes;
  std::vector<NotePiece> notePieces;
  std::vector<InstantMark> instants;
  std::vector<int> gridLines;
  std::vector<int> stepEdges;

  template <typename T>
  [[nodiscard]] static std::span<const T> part(const std::vector<T>& column, Slice slice) {
    return std::span{column}.subspan(slice.first, slice.count);
  }
};

/// Fills `frame`, whose memory is used again. Rows out of sight are free.
void computeFrame(const FrameRequest& request, FrameGeometry& frame);

/// The lanes that a collapsed track lays over each other, topmost first. On a thread that is the outermost: what it
/// called is within it. On a stream it is the innermost: a user's range around kernels must not hide them.
[[nodiscard]] std::vector<LaneId> collapsedLanes(const Track& track);

/// Returns the x of each step that begins in the visible range, at least two pixels apart.
[[nodiscard]] std::vector<int> stepEdges(std::span<const Time> begins, const TimeAxis& axis);

}  // namespace kernline::ui
