// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/records/record_tables.h"
#include "core/model/json/members.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::records {

using chrome::MemberWalk;
using chrome::RawValue;

/// A text with records in it, read from its beginning to its end, and the tables that they go into.
class RecordSource {
 public:
  /// `enough`: there is no memory for more.
  RecordSource(LogBuilder& log, std::string_view text, std::uint64_t offset, std::stop_token stop,
               std::stop_token enough = {})
      : tables(log), m_log(log), m_text(text), m_offset(offset), m_stop(std::move(stop)), m_enough(std::move(enough)) {}

  RecordTables tables;

  [[nodiscard]] std::string_view text() const { return m_text; }
  [[nodiscard]] bool isStopped() const { return m_stop.stop_requested(); }

  /// Returns true if the text at `place` is not to be read any more, for lack of memory; the log then reports it.
  [[nodiscard]] bool isFullAt(const char* place);

  /// The line of a place in the text, which lies after all of earlier calls; from 1.
  std::uint32_t lineOf(const char* place);
  /// `record`, which begins at `place`.
  void add(const Record& record, const char* place);
  /// All lines that are left, for showing the text later.
  void finishLines() { static_cast<void>(lineOf(m_text.data() + m_text.size())); }

 private:
  LogBuilder& m_log;
  std::string_view m_text;
  std::uint64_t m_offset;  // offset of the text in the source
  std::stop_token m_stop;
  std::stop_token m_enough;
  bool m_isFull = false;
  std::size_t m_counted = 0;  // bytes whose lines are counted
  std::uint32_t m_line = 0;
};

/// The text of a value in a cell: that of a string; "" for null.
[[nodiscard]] std::string textOf(const RawValue& value);

/// The members of an object, those of objects inside it as "outer.inner". One record; several if it holds a list of
/// objects, one for each with the members next to the list. Lists of plain values are skipped and counted. None if it
/// has several lists of objects, is nested deeper than a few levels, or too large.
[[nodiscard]] std::vector<Record> flatRecords(std::string_view object, RecordSource& source, std::uint32_t line);

/// Adds each object of a list; false if something else is in it, or an object that is no record.
[[nodiscard]] bool addFlatRecords(std::string_view list, RecordSource& source);

/// Objects one after the other, as in JSON lines. A damaged line is left out. False if there are no two records.
[[nodiscard]] bool addJsonLines(RecordSource& source);

}  // namespace kernline::records
