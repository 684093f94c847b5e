// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/reopen/span_groups.h"

#include "core/model/base/parallel.h"
#include "core/model/base/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

namespace kernline::parquet {

namespace {

using enum sql::ColumnType;

constexpr std::int64_t maxSpanId = std::int64_t{UINT32_MAX} - 2;  // ids serve as numbers that link; 0 is none
constexpr unsigned knownFlags = 0x1f;

std::optional<SpanKind> kindOf(std::string_view text) {
  for (int i = 0; i <= static_cast<int>(SpanKind::Overhead); ++i) {
    if (toText(static_cast<SpanKind>(i)) == text) {
      return static_cast<SpanKind>(i);
    }
  }
  return std::nullopt;
}

std::uint32_t linkId(std::int64_t span) {
  return span >= 0 && span <= maxSpanId ? static_cast<std::uint32_t>(span) + 1 : 0;
}

/// Meaning of the codes of a row group in the trace.
struct GroupWords {
  std::vector<StringId> names;
  std::vector<CategoryId> categories;
  std::vector<SpanKind> kinds;
};

/// Result of reading a row group.
struct GroupCounts {
  bool isDamaged = false;
  bool isLeftOut = false;  // no memory
  std::uint64_t broken = 0;
  std::uint64_t clamped = 0;
  std::size_t firstBroken = 0;  // row
};

class SpanGroups {
 public:
  SpanGroups(const ExportTable& table, const SpanPlaces& places, const SpanReading& reading)
      : m_table(table),
        m_places(places),
        m_reading(reading),
        m_words(table.footer.groups.size()),
        m_counts(table.footer.groups.size()) {
    m_spans.groups.resize(table.footer.groups.size());
    m_spans.ids.resize(places.flowEnds.empty() ? 0 : table.footer.groups.size());
  }

  ReadSpans run(TraceBuilder& builder, recording::RecordedTexts& texts, ImportReport& report, Progress& progress) {
    readWords(builder, texts);
    std::atomic<std::size_t> done{0};
    const std::uint64_t bytes = progress.bytesTotal;
    parallelFor(m_reading.threads, m_words.size(), [&](std::size_t group) {
      m_counts[group].isLeftOut = m_reading.groups[group] && m_reading.memoryExhausted.stop_requested();
      if (m_reading.groups[group] && !m_reading.stop.stop_requested() && !m_counts[group].isLeftOut) {
        readGroup(group);
      }
      progress.bytesDone = bytes * ++done / m_words.size();
    });
    count(report);
    if (!m_places.flowEnds.empty()) {
      findFlowEnds();
    }
    return std::move(m_spans);
  }

 private:
  struct Columns {
    enum : std::size_t { Id, Name, Category, Kind, Start, Duration, Track, Operator, Offset, Launch, Flags };
  };

  /// The texts of the groups, numbered in the order of the file whoever reads them.
  void readWords(TraceBuilder& builder, recording::RecordedTexts& texts) {
    struct Dictionaries {
      ReadColumn names;
      ReadColumn categories;
      ReadColumn kinds;
    };
    std::vector<Dictionaries> read(m_words.size());
    parallelFor(m_reading.threads, m_words.size(), [&](std::size_t group) {
      if (!m_reading.groups[group]) {
        return;
      }
      ChunkReader reader;
      const auto textsOf = [&](std::string_view name) {
        const auto column = m_table.footer.columnOf(name, Text);
        return column ? reader.readTexts(m_table.file(), m_table.footer, group, *column) : ReadColumn{};
      };
      read[group] = {textsOf("name"), textsOf("category"), textsOf("kind")};
    });
    for (std::size_t group = 0; group < m_words.size(); ++group) {
      for (const std::string_view name : read[group].names.texts) {
        m_words[group].names.push_back(texts.intern(name));
      }
      for (const std::string_view category : read[group].categories.texts) {
        m_words[group].categories.push_back(category.empty() ? CategoryId::none
                                                             : builder.addCategory(texts.intern(category)));
      }
      for (const std::string_view kind : read[group].kinds.texts) {
        m_words[group].kinds.push_back(kindOf(kind).value_or(SpanKind::Other));
      }
    }
  }

  void readGroup(std::size_t group) {
    ChunkReader reader;
    const auto columns = readColumns(reader, m_table, group,
                                     {{"id"},
                                      {"name", Text},
                                      {"category", Text},
                                      {"kind", Text},
                                      {"start_ns"},
                                      {"duration_ns"},
                                      {"track_id"},
                                      {"op_id"},
                                      {"source_offset"},
                                      {"launch_id"},
                                      {"flags"}});
    if (!columns) {
      m_counts[group].isDamaged = true;
      return;
    }
    const std::size_t rows = m_table.footer.groups[group].rows;
    m_spans.groups[group].reserve(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      readRow(*columns, group, row);
    }
  }

  void readRow(const std::vector<ReadColumn>& columns, std::size_t group, std::size_t row) {
    const auto integer = [&](std::size_t column) { return columns[column].integerOr(row, -1); };
    const std::int64_t id = integer(Columns::Id);
    const std::int64_t track = integer(Columns::Track);
    const bool isPlaced = track >= 0 && std::cmp_less(track, m_places.tracks.size()) &&
                          m_places.tracks[static_cast<std::size_t>(track)] != TrackId::none;
    GroupCounts& counts = m_counts[group];
    if (!isPlaced || id < 0 || id > maxSpanId || !columns[Columns::Start].isThere(row)) {
      counts.firstBroken = counts.broken++ == 0 ? row : counts.firstBroken;
      return;
    }
    const GroupWords& words = m_words[group];
    const auto wordOf = [&](std::size_t column, const auto& from, auto otherwise) {
      const std::uint32_t code = row < columns[column].codes.size() ? columns[column].codes[row] : ReadColumn::noText;
      return code < from.size() ? from[code] : otherwise;
    };
    SpanRecord& span = m_spans.groups[group].emplace_back();
    span.start = clamped(integer(Columns::Start), counts);
    span.duration = clamped(std::max<std::int64_t>(0, integer(Columns::Duration)), counts) - Time{};
    span.offset = static_cast<std::uint64_t>(columns[Columns::Offset].integerOr(row, id));
    span.name = wordOf(Columns::Name, words.names, StringId::empty);
    span.track = m_places.tracks[static_cast<std::size_t>(track)];
    span.category = wordOf(Columns::Category, words.categories, CategoryId::none);
    span.kind = wordOf(Columns::Kind, words.kinds, SpanKind::Other);
    span.flags = static_cast<SpanFlags>(columns[Columns::Flags].integerOr(row, 0) & knownFlags);
    span.correlation = linkId(span.kind == SpanKind::Runtime ? id : integer(Columns::Launch));
    span.external = linkId(span.kind == SpanKind::Op ? id : integer(Columns::Operator));
    if (!m_spans.ids.empty()) {
      m_spans.ids[group].push_back(static_cast<std::uint32_t>(id));
    }
  }

  static Time clamped(std::int64_t ns, GroupCounts& counts) {
    counts.clamped += ns < -maxTimeNs || ns > maxTimeNs ? 1 : 0;
    return {std::clamp(ns, -maxTimeNs, maxTimeNs)};
  }

  void count(ImportReport& report) const {
    for (std::size_t group = 0; group < m_counts.size(); ++group) {
      const GroupCounts& counts = m_counts[group];
      const PlacedRows& placed = m_table.footer.groups[group];
      if (counts.isLeftOut && report[IssueKind::MemoryLimit].count == 0) {
        report.add(IssueKind::MemoryLimit, 0, fmt::format("spans from row {} on", placed.firstRow));
      }
      if (counts.isDamaged || counts.broken > 0) {
        report.addMany(IssueKind::BrokenEvent, counts.isDamaged ? placed.rows : counts.broken, 0,
                       fmt::format("spans, row {}", placed.firstRow + counts.firstBroken));
      }
      report.addMany(IssueKind::ClampedTime, counts.clamped, 0);
    }
  }

  /// Arrows name spans by their offsets, so that none of those may be another span's, too.
  void findFlowEnds() {
    for (std::size_t group = 0; group < m_spans.groups.size(); ++group) {
      for (std::size_t i = 0; i < m_spans.ids[group].size(); ++i) {
        if (std::ranges::binary_search(m_places.flowEnds, m_spans.ids[group][i])) {
          m_spans.offsetOfId.emplace(m_spans.ids[group][i], m_spans.groups[group][i].offset);
        }
      }
    }
    std::vector<std::uint64_t> named;
    for (const auto& [id, offset] : m_spans.offsetOfId) {
      named.push_back(offset);
    }
    std::ranges::sort(named);
    std::size_t found = 0;
    for (const std::vector<SpanRecord>& spans : m_spans.groups) {
      for (const SpanRecord& span : spans) {
        found += std::ranges::binary_search(named, span.offset) ? 1 : 0;
      }
    }
    if (found > named.size() || std::ranges::adjacent_find(named) != named.end()) {
      useIds();
    }
  }

  void useIds() {
    m_spans.offsetsAreIds = true;
    for (std::size_t group = 0; group < m_spans.groups.size(); ++group) {
      for (std::size_t i = 0; i < m_spans.ids[group].size(); ++i) {
        m_spans.groups[group][i].offset = m_spans.ids[group][i];
      }
    }
    for (auto& [id, offset] : m_spans.offsetOfId) {
      offset = id;
    }
  }

  const ExportTable& m_table;
  const SpanPlaces& m_places;
  const SpanReading& m_reading;
  std::vector<GroupWords> m_words;
  std::vector<GroupCounts> m_counts;
  ReadSpans m_spans;
};

}  // namespace

ReadSpans readSpans(const ExportTable& table, const SpanPlaces& places, TraceBuilder& builder,
                    recording::RecordedTexts& texts, ImportReport& report, Progress& progress,
                    const SpanReading& reading) {
  return SpanGroups(table, places, reading).run(builder, texts, report, progress);
}

}  // namespace kernline::parquet
