// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about data issues of a trace, and the figures that they affect.
#pragma once

#include "core/analysis/graphs/graph_join.h"
#include "core/analysis/quality/example_spans.h"
#include "core/analysis/quality/figure.h"
#include "core/analysis/statistics/launch_shapes.h"
#include "core/model/base/message.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

class TraceAnalysis;

/// The effect of an issue on the meaning of figures.
enum class DataIssueSeverity : std::uint8_t {
  Note,     ///< good to know
  Caution,  ///< figures rest on something repaired or doubtful
  Lost,     ///< something of the file is in no figure
};

/// `note`, `caution`, `lost`.
[[nodiscard]] std::string_view toText(DataIssueSeverity severity);

/// A data issue of a trace that readers of its figures should know.
struct DataIssue {
  std::string_view key = {};  ///< stable key for programs: an issue's key, or one of quality.cpp's own
  DataIssueSeverity severity = DataIssueSeverity::Note;
  std::uint64_t count = 0;
  std::string_view what = {};     ///< one clause: what was found
  std::string_view meaning = {};  ///< one or two sentences: what follows from it
  Figures affects = {};
  std::optional<std::uint64_t> firstOffset = {};  ///< offset of the first one in the source, if counted while reading
  Message place = {};                             ///< place for people, from Trace::placeText; may be empty
  Message example = {};                           ///< the name or a piece of the first one; may be empty
  std::vector<SpanId> spans = {};                 ///< `DataQuality::maxExamples` spans at most, by start; may be empty
};

// Keys of issues that others ask for.
inline constexpr std::string_view launchesWithoutActivityIssue = "launches_without_work";
inline constexpr std::string_view outsideRangeIssue = "outside_range";  ///< only a range of time was read
inline constexpr std::string_view partOfFileIssue = "part_of_file";     ///< the trace was exported of a part

/// Issues of one trace: by the counts of its import, its times and its links.
class DataQuality {
 public:
  static constexpr std::size_t maxExamples = kernline::maxExamples;

  /// Two passes over the flags and kinds of spans and one over the launches; replayed graphs are joined to captures of
  /// the same trace. Empty if stopped.
  [[nodiscard]] static DataQuality of(const Trace& trace, const std::stop_token& stop = {});

  /// Adds the issues on the launches that the figures of `use` rest on.
  [[nodiscard]] DataQuality withUse(std::span<const SmUse> use) const;

  /// Adds the issue that the profiler itself may be why devices waited for the host: if they did for a twentieth of the
  /// time, and recording may have taken half of that (`ProfilerCosts`). Its example gives how busy the device is
  /// without the profiler, if the run can be replayed.
  [[nodiscard]] DataQuality withRecording(TraceAnalysis& analysis, const std::stop_token& stop = {}) const;

  /// Adds how much replayed activity is joined to the launches that captured it, here or in other traces.
  [[nodiscard]] DataQuality withGraphs(const Trace& trace, const GraphJoin& join) const;

  /// Returns sentences that the trace ends before its file does, or the file before its recording did; empty if
  /// neither.
  [[nodiscard]] Message missingPart() const;

  /// Lost first, then caution, then notes.
  [[nodiscard]] const std::vector<DataIssue>& issues() const { return m_issues; }
  /// The issue of this key, or nullptr.
  [[nodiscard]] const DataIssue* find(std::string_view key) const;
  /// Returns the issues beyond notes that affect any of these figures, in the order of `issues`.
  [[nodiscard]] std::vector<const DataIssue*> affecting(Figures figures) const;
  [[nodiscard]] bool affects(Figure figure) const { return !affecting({figure}).empty(); }
  /// The number of issues that are more than notes.
  [[nodiscard]] std::size_t warnings() const;

 private:
  std::vector<DataIssue> m_issues;
};

}  // namespace kernline
