// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/reopen/read_parquet.h"

#include "core/import/document/document_reader.h"
#include "core/model/base/parallel.h"
#include "core/model/format/time_range.h"
#include "core/model/trace/trace_builder.h"
#include "core/output/parquet/parquet_file.h"
#include "core/output/parquet/trace_facts.h"
#include "core/output/recording/recorded_texts.h"
#include "core/output/reopen/export_table.h"
#include "core/output/reopen/groups_in_time.h"
#include "core/output/reopen/parquet_events.h"
#include "core/output/reopen/span_groups.h"
#include "core/output/reopen/trace_facts_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernline::parquet {

namespace {

using enum sql::ColumnType;
using TablePtr = std::shared_ptr<const ExportTable>;

/// An export has its texts once per row group, packed.
constexpr std::uint64_t usualPacking = 16;

class ParquetReader {
 public:
  ParquetReader(TablePtr spans, const OpenTable& open, const LoadOptions& options, std::stop_token stop,
                Progress& progress)
      : m_spans(std::move(spans)),
        m_open(open),
        m_options(options),
        m_stop(std::move(stop)),
        m_progress(progress),
        m_texts(m_builder, m_report, m_spans->file().size() * usualPacking) {}

  /// Marks the trace as only its beginning.
  void markPreview() { m_builder.markPreview(); }

  Expected<std::shared_ptr<const Trace>> run(SourceFile source) {
    m_progress.stage = Progress::Stage::Reading;
    m_progress.bytesTotal = source.storedBytes;
    const std::string path = source.path;
    const unsigned threads = m_options.threads == 0 ? defaultThreads() : m_options.threads;
    m_facts = readFacts(m_spans->footer.fact(traceFactsKey), m_builder, m_texts, m_report);
    if (!m_options.range.empty() && m_facts.bounds) {
      auto range = parseTimeRange(m_options.range, *m_facts.bounds);
      if (!range) {
        return std::unexpected(std::move(range.error()));
      }
      m_range = *range;
      m_read = *m_facts.bounds;
      m_builder.setBounds(*m_facts.bounds);
    }
    m_spanGroups = counted(m_spans->footer, inTime("start_ns", "end_ns"));
    readFlowEnds();
    addSpans(threads);
    addFlows();
    addSamples();
    addInstants();
    addMemory();
    if (m_range && m_leftOut > 0) {
      m_builder.setReadWindow({.asked = *m_range, .read = m_read, .leftOut = m_leftOut});
    }
    m_progress.stage = Progress::Stage::Arranging;
    source.format = packedFormat(Phrase::tr("Kernline Parquet export"), containerOf(*m_spans->text));
    source.textBytes = m_spans->file().size();
    m_builder.addSource(std::move(source));
    m_builder.setBaseTime(baseTime());
    m_builder.setCorrelationsUnique();
    m_builder.setCounts(std::move(m_report), m_facts.flowRecords);
    auto trace = m_stop.stop_requested() ? nullptr : m_builder.build(threads, m_stop);
    if (trace == nullptr) {
      return loadingCanceled(path);
    }
    m_progress.stage = Progress::Stage::Done;
    return trace;
  }

 private:
  struct Arrow {
    std::int64_t from = -1;
    std::int64_t to = -1;
    StringId category = StringId::empty;
  };

  /// nullptr, counted, where it is not there or damaged.
  TablePtr tableOf(std::string_view name) {
    auto input = m_open(name);
    auto table = input ? openTable(std::move(*input), name) : std::unexpected(std::move(input.error()));
    if (!table) {
      m_report.add(IssueKind::BrokenEvent, 0, fmt::format("{}.parquet", name));
      return nullptr;
    }
    return std::move(*table);
  }

  /// Says which row groups of a table are to be read, where there is a range.
  using ChooseGroups = std::function<std::vector<bool>(const TableFooter& footer)>;

  [[nodiscard]] ChooseGroups inTime(std::string_view begin, std::string_view end) {
    return [=, this](const TableFooter& footer) {
      const TimeColumns columns{begin, end};
      std::vector<bool> groups = groupsInTime(footer, columns, *m_range);
      m_read = m_read.clippedTo(readAround(*m_range, *m_facts.bounds, footer, columns, groups));
      return groups;
    };
  }

  /// All without a range; counts what is in the other ones.
  std::vector<bool> counted(const TableFooter& footer, const ChooseGroups& choose) {
    std::vector<bool> groups = m_range ? choose(footer) : std::vector<bool>(footer.groups.size(), true);
    m_leftOut += rowsLeftOut(footer, groups);
    return groups;
  }

  /// `read(columns, row)` for each row of the chosen row groups of a table; a damaged one is counted, and what there is
  /// no memory for.
  template <typename Read>
  void walk(std::string_view name, const ChooseGroups& choose, std::initializer_list<WantedColumn> wanted,
            const Read& read) {
    const TablePtr table = tableOf(name);
    const std::vector<bool> groups = table ? counted(table->footer, choose) : std::vector<bool>();
    for (std::size_t group = 0; table && group < table->footer.groups.size() && !m_stop.stop_requested(); ++group) {
      const PlacedRows& placed = table->footer.groups[group];
      if (!groups[group]) {
        continue;
      }
      if (m_options.memoryExhausted.stop_requested()) {
        m_report.add(IssueKind::MemoryLimit, 0, fmt::format("{} from row {} on", name, placed.firstRow));
        return;
      }
      const auto columns = readColumns(m_reader, *table, group, wanted);
      if (!columns) {
        m_report.addMany(IssueKind::BrokenEvent, placed.rows, 0, fmt::format("{}, row {}", name, placed.firstRow));
        continue;
      }
      for (std::size_t row = 0; row < placed.rows; ++row) {
        read(*columns, row);
      }
    }
  }

  Time clamped(std::int64_t ns) {
    if (ns < -maxTimeNs || ns > maxTimeNs) {
      m_report.add(IssueKind::ClampedTime, 0);
    }
    return {std::clamp(ns, -maxTimeNs, maxTimeNs)};
  }

  template <typename Id>
  static Id found(const std::vector<Id>& ids, std::int64_t number) {
    return number >= 0 && std::cmp_less(number, ids.size()) ? ids[static_cast<std::size_t>(number)] : Id::none;
  }

  template <typename Number>
  static Number fitting(std::int64_t value, Number otherwise) {
    return std::in_range<Number>(value) ? static_cast<Number>(value) : otherwise;
  }

  [[nodiscard]] std::int64_t baseTime() const {
    const std::string_view text = m_spans->footer.fact("kernline.base_time_ns");
    std::int64_t ns = 0;
    std::from_chars(text.data(), text.data() + text.size(), ns);
    return ns;
  }

  /// Reads all that leave a span that is read.
  void readFlowEnds() {
    const auto fromReadSpans = [this](const TableFooter& flows) {
      return groupsAtTimesOf(flows, "from_start_ns", m_spans->footer, "start_ns", m_spanGroups);
    };
    walk("flows", fromReadSpans, {{"from_id"}, {"to_id"}, {"category", Text}},
         [&](const std::vector<ReadColumn>& columns, auto row) {
           m_arrows.push_back(
               {columns[0].integerOr(row, -1), columns[1].integerOr(row, -1), m_texts.intern(columns[2].text(row))});
         });
  }

  void addSpans(unsigned threads) {
    SpanPlaces places{m_facts.tracks, {}};
    for (const Arrow& arrow : m_arrows) {
      for (const std::int64_t end : {arrow.from, arrow.to}) {
        if (std::in_range<std::uint32_t>(end)) {
          places.flowEnds.push_back(static_cast<std::uint32_t>(end));
        }
      }
    }
    std::ranges::sort(places.flowEnds);
    ReadSpans read = readSpans(
        *m_spans, places, m_builder, m_texts, m_report, m_progress,
        {.groups = m_spanGroups, .threads = threads, .stop = m_stop, .memoryExhausted = m_options.memoryExhausted});
    for (std::vector<SpanRecord>& spans : read.groups) {
      m_builder.addSpans(std::move(spans));
    }
    m_offsetOfId = std::move(read.offsetOfId);
    auto args = m_open("args");
    auto table = args ? openTable(std::move(*args), "args") : std::unexpected(std::move(args.error()));
    m_builder.setEvents(parquetEvents(table ? std::move(*table) : nullptr, read.offsetsAreIds));
  }

  void addFlows() {
    std::vector<FlowEnd> ends;
    std::uint64_t key = 0;
    for (const Arrow& arrow : m_arrows) {
      ++key;
      const auto from = offsetOf(arrow.from);
      const auto to = offsetOf(arrow.to);
      if (!from || !to) {
        if (m_range) {
          ++m_leftOut;
        } else {
          m_report.add(IssueKind::DanglingFlow, 0);  // the other end is on another rank
        }
        continue;
      }
      for (const FlowEnd::Role role : {FlowEnd::Role::Start, FlowEnd::Role::End}) {
        FlowEnd end;
        end.key = key;
        end.spanOffset = role == FlowEnd::Role::Start ? *from : *to;
        end.category = arrow.category;
        end.role = role;
        ends.push_back(end);
      }
    }
    m_builder.addFlowEnds(std::move(ends));
  }

  [[nodiscard]] std::optional<std::uint64_t> offsetOf(std::int64_t id) const {
    const auto at =
        std::in_range<std::uint32_t>(id) ? m_offsetOfId.find(static_cast<std::uint32_t>(id)) : m_offsetOfId.end();
    return at == m_offsetOfId.end() ? std::nullopt : std::optional(at->second);
  }

  void addSamples() {
    walk("counters", inTime("time_ns", "time_ns"), {{"counter_id"}, {"time_ns"}, {"value", Real}},
         [&](const std::vector<ReadColumn>& columns, auto row) {
           const CounterId counter = found(m_facts.counters, columns[0].integerOr(row, -1));
           if (counter == CounterId::none) {
             m_report.add(IssueKind::BrokenEvent, 0, "counters");
             return;
           }
           const bool isThere = row < columns[2].reals.size() && columns[2].isThere(row);
           m_builder.addSample(counter, clamped(columns[1].integerOr(row, 0)),
                               isThere ? columns[2].reals[row] : std::numeric_limits<double>::quiet_NaN());
         });
  }

  void addInstants() {
    walk("instants", inTime("time_ns", "time_ns"),
         {{"name", Text}, {"category", Text}, {"time_ns"}, {"source_offset"}, {"track_id"}, {"scope"}},
         [&](const std::vector<ReadColumn>& columns, auto row) {
           Instant instant;
           instant.name = m_texts.intern(columns[0].text(row));
           const std::string_view category = columns[1].text(row);
           instant.category = category.empty() ? CategoryId::none : m_builder.addCategory(m_texts.intern(category));
           instant.time = clamped(columns[2].integerOr(row, 0));
           instant.offset = static_cast<std::uint64_t>(columns[3].integerOr(row, 0));
           instant.track = found(m_facts.tracks, columns[4].integerOr(row, -1));
           instant.scope = static_cast<InstantScope>(std::clamp<std::int64_t>(columns[5].integerOr(row, 0), 0, 2));
           m_builder.addInstant(instant);
         });
  }

  void addMemory() {
    walk("memory", inTime("time_ns", "time_ns"),
         {{"time_ns"},
          {"bytes"},
          {"allocated_bytes"},
          {"reserved_bytes"},
          {"address"},
          {"device"},
          {"track_id"},
          {"device_type"},
          {"source_offset"}},
         [&](const std::vector<ReadColumn>& columns, auto row) {
           MemoryEvent event;
           event.time = clamped(columns[0].integerOr(row, 0));
           event.bytes = columns[1].integerOr(row, 0);
           event.totalAllocated = columns[2].integerOr(row, MemoryEvent::absent);
           event.totalReserved = columns[3].integerOr(row, MemoryEvent::absent);
           event.address = static_cast<std::uint64_t>(columns[4].integerOr(row, 0));
           event.device = fitting<std::int16_t>(columns[5].integerOr(row, -1), -1);
           event.track = found(m_facts.tracks, columns[6].integerOr(row, -1));
           event.deviceType = fitting<std::int16_t>(columns[7].integerOr(row, 0), 0);
           event.offset = static_cast<std::uint64_t>(columns[8].integerOr(row, 0));
           m_builder.addMemory(event);
         });
  }

  TablePtr m_spans;
  const OpenTable& m_open;
  const LoadOptions& m_options;
  std::stop_token m_stop;
  Progress& m_progress;
  TraceBuilder m_builder;
  ImportReport m_report;
  recording::RecordedTexts m_texts;
  ChunkReader m_reader;
  ReadFacts m_facts;
  std::optional<TimeRange> m_range;  // all if nullopt
  TimeRange m_read;                  // range around it: nothing that overlaps this is dropped
  std::size_t m_leftOut = 0;         // number of dropped records outside
  std::vector<bool> m_spanGroups;    // whether each is read
  std::vector<Arrow> m_arrows;
  std::unordered_map<std::uint32_t, std::uint64_t> m_offsetOfId;
};

/// Whether the table has the columns that every trace needs.
bool hasWhatSpansNeed(const TableFooter& footer) {
  const bool hasNumbers =
      std::ranges::all_of(std::initializer_list<std::string_view>{"id", "start_ns", "duration_ns", "track_id"},
                          [&](std::string_view name) { return footer.columnOf(name, Integer).has_value(); });
  return hasNumbers && footer.columnOf("name", Text) && footer.columnOf("kind", Text) &&
         !footer.fact(traceFactsKey).empty();
}

/// Returns the begin of the row group of a large table before which there is enough to show while the rest is read.
std::optional<std::int64_t> endOfPreview(const TableFooter& spans) {
  constexpr std::size_t maxGroups = 2;
  constexpr std::size_t groupsOfLarge = 16;
  const auto column = spans.columnOf("start_ns", Integer);
  const auto& starts =
      column && spans.groups.size() >= groupsOfLarge ? spans.groups[maxGroups].columns[*column].integers : std::nullopt;
  return starts ? std::optional(starts->first) : std::nullopt;
}

void showBeginning(const TablePtr& spans, const OpenTable& open, const LoadOptions& options, const SourceFile& source,
                   const std::stop_token& stop) {
  const std::optional<std::int64_t> end = endOfPreview(spans->footer);
  if (!end || !options.onPreview || !options.range.empty()) {
    return;
  }
  LoadOptions ofBeginning = options;
  ofBeginning.range = fmt::format("..@{}", *end);
  Progress unseen;
  ParquetReader reader(spans, open, ofBeginning, stop, unseen);
  reader.markPreview();
  if (auto beginning = reader.run(source)) {
    options.onPreview(std::move(*beginning));
  }
}

}  // namespace

bool beginsAsSpans(std::string_view head) {
  return beginsAsTable(head) && head.substr(fileMagic.size()).starts_with(markOf("spans"));
}

bool beginsAsTable(std::string_view head) {
  return head.starts_with(fileMagic) && head.substr(fileMagic.size()).starts_with("kernline:");
}

Expected<std::shared_ptr<const Trace>> readParquet(Input spans, const OpenTable& open, const LoadOptions& options,
                                                   std::stop_token stop, Progress& progress) {
  SourceFile source = sourceFileOf(spans);
  const std::string path = source.path;
  auto table = openTable(std::move(spans), "spans");
  if (!table) {
    return std::unexpected(std::move(table.error()));
  }
  if (!hasWhatSpansNeed((*table)->footer)) {
    return std::unexpected(Error{Error::Kind::NotATrace,
                                 Phrase::tr("%1 lacks what a trace is made of. Export the profile again").with(path)});
  }
  showBeginning(*table, open, options, source, stop);
  return ParquetReader(std::move(*table), open, options, std::move(stop), progress).run(std::move(source));
}

}  // namespace kernline::parquet
