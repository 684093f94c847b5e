// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/flight_recorder/dump_log.h"

#include "core/import/flight_recorder/matched_collectives.h"
#include "core/model/log/log_builder.h"
#include "core/model/log/made_titles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace kernline::flight {

namespace {

constexpr std::size_t maxFailures = 20;  // the tables have all

std::string_view stateText(CollectiveState state) {
  constexpr std::array<std::string_view, 3> texts{"scheduled", "started", "completed"};
  return texts[static_cast<std::size_t>(state)];
}

std::string_view whatText(Mismatch::What what) {
  constexpr std::array<std::string_view, 4> texts{"operation", "type", "input size", "output size"};
  return texts[static_cast<std::size_t>(what)];
}

std::optional<std::int32_t> rankIf(const RankDump& dump) {
  return dump.rank == unnamedRank ? std::nullopt : std::optional(dump.rank);
}

/// A generated table, filled row by row.
class TableMaking {
 public:
  TableMaking(LogBuilder& log, ContextId context, std::string_view title) : m_log(log) {
    m_table.title = log.intern(title);
    m_table.context = context;
  }

  void column(std::string_view name, Quantity quantity = Quantity::Text, ColumnRole role = ColumnRole::None,
              ColumnUse use = ColumnUse::Undetermined) {
    m_table.columns.push_back(m_log.column(name, quantity, role));
    m_table.columns.back().use = use;
  }
  void beginRow() { m_table.rows.emplace_back(); }
  void text(std::string_view value) { m_table.cells.push_back({.text = m_log.intern(value)}); }
  void number(double value) {
    m_table.cells.push_back({.number = value, .text = m_log.intern(fmt::format("{:.15g}", value))});
  }
  template <typename Number>
  void numberIf(const std::optional<Number>& value) {
    if (value) {
      number(static_cast<double>(*value));
    } else {
      text("");
    }
  }
  void finish() {
    if (!m_table.rows.empty()) {
      m_log.addTable(std::move(m_table));
    }
  }

 private:
  LogBuilder& m_log;
  LogTable m_table;
};

class DumpLog {
 public:
  explicit DumpLog(std::span<const RankDump> dumps) : m_dumps(dumps) {}

  std::shared_ptr<const Log> run(const std::string& path, const std::string& format, std::uint64_t storedBytes) {
    const MatchedCollectives matched = matchCollectives(m_dumps);
    addSettings();
    addMismatches(matched);
    addUnfinished(matched);
    addCollectives();
    addGroups();
    m_log.setSource(path, format, storedBytes, nullptr);
    return m_log.build();
  }

 private:
  void fail(const std::string& text) {
    if (m_failures++ < maxFailures) {
      m_log.addFailure({.context = m_context, .text = m_log.intern(text)});
    }
  }

  void addSettings() {
    const RankDump& first = m_dumps.front();
    const auto setting = [&](std::string_view name, std::string_view value) {
      if (!value.empty()) {
        m_log.addSetting({.context = m_context, .name = m_log.intern(name), .value = {.text = m_log.intern(value)}});
      }
    };
    setting("flight recorder", first.version);
    setting("NCCL", first.library);
    std::vector<std::int32_t> ranks;
    for (const RankDump& dump : m_dumps) {
      ranks.push_back(dump.rank);
      if (!dump.damage.empty()) {
        fail(fmt::format("The dump of rank {} is damaged: {}", ranksText({dump.rank}), dump.damage));
      }
      if (dump.badEntries > 0) {
        fail(fmt::format("The dump of rank {} has {} entries that cannot be read", ranksText({dump.rank}),
                         dump.badEntries));
      }
    }
    const bool isUnnamed = std::ranges::find(ranks, unnamedRank) != ranks.end();
    setting("ranks",
            isUnnamed ? "not said; end the file's name in its rank, as in nccl_trace_rank_3" : ranksText(ranks));
  }

  void addMismatches(const MatchedCollectives& matched) {
    TableMaking table(m_log, m_context, made_titles::disagreeing);
    table.column("Group", Quantity::Text, ColumnRole::Name);
    table.column("Sequence", Quantity::Count);
    table.column("Operation");
    table.column("What differs");
    table.column("Value");
    table.column("Ranks");
    for (const Mismatch& mismatch : matched.mismatches) {
      std::string sides;
      for (const Mismatch::Side& side : mismatch.sides) {
        table.beginRow();
        table.text(mismatch.group);
        table.number(static_cast<double>(mismatch.sequence));
        table.text(mismatch.operation);
        table.text(whatText(mismatch.what));
        table.text(side.value);
        table.text(ranksText(side.ranks));
        sides += fmt::format("{}{} on rank {}", sides.empty() ? "" : ", ", side.value, ranksText(side.ranks));
      }
      fail(fmt::format("{} {} of {}: ranks differ in the {}: {}", mismatch.operation, mismatch.sequence, mismatch.group,
                       whatText(mismatch.what), sides));
    }
    table.finish();
  }

  /// Adds, for each group, the first collective that waits: later ones wait for it.
  void addUnfinished(const MatchedCollectives& matched) {
    TableMaking table(m_log, m_context, made_titles::incomplete);
    table.column("Group", Quantity::Text, ColumnRole::Name);
    table.column("Sequence", Quantity::Count);
    table.column("Operation");
    for (const std::string_view name : {"Completed", "Started", "Scheduled", "Never came", "No dump", "Called in"}) {
      table.column(name);
    }
    std::string_view lastGroup;
    for (const Unfinished& open : matched.unfinished) {
      table.beginRow();
      table.text(open.group);
      table.number(static_cast<double>(open.sequence));
      table.text(open.operation);
      for (const auto* ranks : {&open.completed, &open.started, &open.scheduled, &open.missing, &open.unknown}) {
        table.text(ranksText(*ranks));
      }
      table.text(open.place);
      if (open.group != lastGroup) {
        lastGroup = open.group;
        fail(sentenceOf(open));
      }
    }
    table.finish();
  }

  static std::string sentenceOf(const Unfinished& open) {
    std::vector<std::int32_t> waiting = open.started;
    waiting.insert(waiting.end(), open.scheduled.begin(), open.scheduled.end());
    std::string text = fmt::format("{} {} of {} is not complete", open.operation, open.sequence, open.group);
    if (!waiting.empty()) {
      text += fmt::format("; rank {} waits", ranksText(waiting));
    }
    if (!open.missing.empty()) {
      text += fmt::format("; rank {} never came", ranksText(open.missing));
    }
    if (!open.unknown.empty()) {
      text += fmt::format("; rank {} has no dump", ranksText(open.unknown));
    }
    return open.place.empty() ? text : fmt::format("{}; called in {}", text, open.place);
  }

  void addGroups() {
    TableMaking table(m_log, m_context, made_titles::processGroups);
    table.column("Group", Quantity::Text, ColumnRole::Name);
    table.column("Description");
    table.column("Rank", Quantity::Number);
    table.column("Ranks");
    table.column("Last enqueued", Quantity::Number);
    table.column("Last started", Quantity::Number);
    table.column("Last completed", Quantity::Number);
    for (const RankDump& dump : m_dumps) {
      for (const ProcessGroup& group : dump.groups) {
        table.beginRow();
        table.text(group.name);
        table.text(group.description);
        table.numberIf(rankIf(dump));
        table.text(ranksText(group.ranks));
        table.numberIf(group.lastEnqueued);
        table.numberIf(group.lastStarted);
        table.numberIf(group.lastCompleted);
      }
    }
    table.finish();
  }

  /// Times are counted from the first entry of all: ranks of one machine share its clock, others nearly.
  void addCollectives() {
    std::int64_t first = INT64_MAX;
    for (const RankDump& dump : m_dumps) {
      for (const Collective& collective : dump.collectives) {
        first = collective.createdNs > 0 ? std::min(first, collective.createdNs) : first;
      }
    }
    TableMaking table(m_log, m_context, made_titles::collectives);
    table.column("Operation", Quantity::Text, ColumnRole::Name, ColumnUse::Subject);
    table.column("Rank", Quantity::Number, ColumnRole::None, ColumnUse::Parameter);
    table.column("Group");
    table.column("Sequence", Quantity::Count, ColumnRole::None, ColumnUse::Parameter);
    table.column("State");
    table.column("Type");
    table.column("Input");
    table.column("Output");
    table.column("Input bytes", Quantity::Bytes, ColumnRole::None, ColumnUse::Parameter);
    table.column("Output bytes", Quantity::Bytes, ColumnRole::None, ColumnUse::Parameter);
    table.column("Enqueued at", Quantity::Time, ColumnRole::None, ColumnUse::Ignored);  // a moment, no duration
    table.column("Seen started after", Quantity::Time);
    table.column("Seen completed after", Quantity::Time);
    table.column("Duration", Quantity::Time);
    table.column("Called in");
    for (const RankDump& dump : m_dumps) {
      for (const Collective& collective : dump.collectives) {
        addCollective(table, dump, collective, first);
      }
    }
    table.finish();
  }

  static void addCollective(TableMaking& table, const RankDump& dump, const Collective& collective,
                            std::int64_t first) {
    const auto after = [&](const std::optional<std::int64_t>& time) -> std::optional<std::int64_t> {
      const bool isKnown = time && collective.createdNs > 0;
      return isKnown ? std::optional{*time - collective.createdNs} : std::nullopt;
    };
    table.beginRow();
    table.text(collective.operation);
    table.numberIf(rankIf(dump));
    table.text(collective.group);
    table.number(static_cast<double>(collective.sequence));
    table.text(stateText(collective.state));
    table.text(collective.types);
    table.text(collective.inputText);
    table.text(collective.outputText);
    table.number(static_cast<double>(collective.inputBytes));
    table.number(static_cast<double>(collective.outputBytes));
    table.numberIf(collective.createdNs > 0 ? std::optional{collective.createdNs - first} : std::nullopt);
    table.numberIf(after(collective.startedNs));
    table.numberIf(after(collective.completedNs));
    table.numberIf(collective.durationNs);
    table.text(collective.place);
  }

  std::span<const RankDump> m_dumps;
  LogBuilder m_log;
  ContextId m_context = m_log.addContext({});
  std::size_t m_failures = 0;
};

}  // namespace

std::shared_ptr<const Log> logOfDumps(std::span<const RankDump> dumps, const std::string& path,
                                      const std::string& format, std::uint64_t storedBytes) {
  return DumpLog(dumps).run(path, format, storedBytes);
}

}  // namespace kernline::flight
