// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/log/log.h"

#include <memory>
#include <string>
#include <string_view>

namespace kernline {

/// The only writer of a Log.
class LogBuilder {
 public:
  static constexpr std::size_t mostMetrics = 2'000'000;
  static constexpr std::size_t mostSettings = 100'000;

  LogBuilder();

  [[nodiscard]] StringId intern(std::string_view text) { return m_log->m_strings.intern(text); }
  [[nodiscard]] std::string_view text(StringId id) const { return m_log->m_strings[id]; }

  [[nodiscard]] SectionId addSection(LogSection section);
  [[nodiscard]] ContextId addContext(LogContext context);
  [[nodiscard]] const LogContext& context(ContextId id) const { return m_log->context(id); }

  void addTable(LogTable table) { m_log->m_tables.push_back(std::move(table)); }
  /// For whoever completes tables once all of the log has been read.
  [[nodiscard]] std::vector<LogTable>& tables() { return m_log->m_tables; }

  /// Counts instead of keeping beyond `mostMetrics`.
  void addMetric(const LogMetric& metric);
  void addFailure(const LogFailure& failure) { m_log->m_failures.push_back(failure); }
  void addFile(const LoggedFile& file) { m_log->m_files.push_back(file); }
  [[nodiscard]] std::vector<LoggedFile>& files() { return m_log->m_files; }
  void addSetting(const LogSetting& setting);
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

  /// Nothing may be added afterwards.
  [[nodiscard]] std::shared_ptr<const Log> build();

 private:
  std::shared_ptr<Log> m_log;
};

}  // namespace kernline
