// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// The only writer of a Log.
class LogBuilder {
 public:
  static constexpr std::size_t maxMetrics = 2'000'000;
  static constexpr std::size_t maxOtherEntries = 100'000;  ///< settings, failures and files, each

  LogBuilder();

  [[nodiscard]] StringId intern(std::string_view text) { return m_log->m_strings.intern(text); }
  [[nodiscard]] std::string_view text(StringId id) const { return m_log->m_strings[id]; }

  /// A column of a table that was not printed, in the base unit of its quantity.
  [[nodiscard]] LogColumn column(std::string_view name, Quantity quantity, ColumnRole role) {
    return {.name = intern(name), .unit = intern(baseUnit(quantity)), .quantity = quantity, .role = role};
  }

  [[nodiscard]] SectionId addSection(LogSection section);
  [[nodiscard]] ContextId addContext(LogContext context);
  [[nodiscard]] const LogContext& context(ContextId id) const { return m_log->context(id); }

  void addTable(LogTable table) { m_log->m_tables.push_back(std::move(table)); }
  /// Returns the tables, to complete them once the whole log is read.
  [[nodiscard]] std::vector<LogTable>& tables() { return m_log->m_tables; }

  /// Counts instead of keeping beyond `maxMetrics`.
  void addMetric(const LogMetric& metric);
  /// True if one more would only be counted, so that it need not be made.
  [[nodiscard]] bool isFullOfMetrics() const { return m_log->m_metrics.size() >= maxMetrics; }
  [[nodiscard]] bool isFullOfFailures() const { return m_log->m_failures.size() >= maxOtherEntries; }
  [[nodiscard]] bool isFullOfFiles() const { return m_log->m_files.size() >= maxOtherEntries; }
  [[nodiscard]] bool isFullOfSettings() const { return m_log->m_settings.size() >= maxOtherEntries; }
  /// Adds an entry; counts those beyond `maxOtherEntries`.
  void addFailure(const LogFailure& failure) { add(m_log->m_failures, failure); }
  void addFile(const LoggedFile& file) { add(m_log->m_files, file); }
  void addSetting(const LogSetting& setting) { add(m_log->m_settings, setting); }
  [[nodiscard]] std::vector<LoggedFile>& files() { return m_log->m_files; }
  void addIssue(LogIssueKind kind, std::uint32_t line, std::string_view example = {}) {
    m_log->m_report.add(kind, line, example);
  }

  /// Each line's beginning, from line 1 on, in order.
  void noteLine(std::uint32_t number, std::uint64_t offset) {
    if ((number - 1) % linesPerMark == 0) {
      m_log->m_lineMarks.push_back(offset);
    }
    m_log->m_lineCount = number;
  }

  void setSource(std::string path, std::string format, std::uint64_t storedBytes,
                 std::shared_ptr<const SourceText> source);

  /// No more may be added afterwards.
  [[nodiscard]] std::shared_ptr<const Log> build();

 private:
  template <typename Thing>
  void add(std::vector<Thing>& kept, const Thing& thing) {
    if (kept.size() < maxOtherEntries) {
      kept.push_back(thing);
    } else {
      addIssue(LogIssueKind::TooManyMetrics, thing.line);
    }
  }

  std::shared_ptr<Log> m_log;
};

}  // namespace kernline
