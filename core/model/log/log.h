// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the log and its only writer; losses and doubts in it.
#pragma once

#include "core/model/base/ids.h"
#include "core/model/base/source_text.h"
#include "core/model/base/string_pool.h"
#include "core/model/log/log_report.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// The quantity that a number measures. Numbers of a log are in the base unit of their quantity.
enum class Quantity : std::uint8_t {
  Text,       ///< no number at all
  Number,     ///< a number of no known unit, or of one that stays as printed
  Share,      ///< "ratio", 1 is all: percentages are divided by 100
  Time,       ///< "ns"
  Bytes,      ///< "bytes"
  Count,      ///< "count"
  Flops,      ///< "flops"
  FlopRate,   ///< "flops/s"
  ByteRate,   ///< "bytes/s"
  Rate,       ///< something else a second: "tok/s"
  Frequency,  ///< "hz"
};

/// The base unit as in `kernline tables --json`; empty for Text, Number and Rate.
[[nodiscard]] std::string_view baseUnit(Quantity quantity);

enum class SectionId : std::uint32_t { none = std::numeric_limits<std::uint32_t>::max() };
enum class ContextId : std::uint32_t { none = std::numeric_limits<std::uint32_t>::max() };

/// A value as printed, and its number if it is one.
struct LogCell {
  double number = std::numeric_limits<double>::quiet_NaN();  ///< value in base units; NaN if the cell has no number
  StringId text = StringId::empty;                           ///< printed text without surrounding blanks

  [[nodiscard]] bool hasNumber() const { return number == number; }
};

/// `seq_len=256`, wherever and in whatever language it was printed.
struct LogParameter {
  StringId name;
  StringId key;  ///< one word for all spellings that Kernline knows ("序列长度" is "seq_len"), else the name
  LogCell value;
};

/// A part of the log under a heading. Parents come before their children.
struct LogSection {
  StringId title;
  SectionId parent = SectionId::none;
  std::uint32_t level = 0;  ///< 1 is outermost
  std::uint32_t line = 0;   ///< line of the heading, from 1
};

/// Context of a line: its headings, model or run, parameters and rank.
struct LogContext {
  SectionId section = SectionId::none;
  StringId subject = StringId::empty;  ///< a model, a variant, a run; empty if none was named
  StringId prefix = StringId::empty;   ///< prefix of each line ("g43", "[rank0]"), empty if none
  std::int32_t rank = -1;              ///< rank that the prefix names; -1 if none
  std::vector<LogParameter> parameters;
};

/// The profiler whose table it is; Generic for all others.
enum class TableKind : std::uint8_t { Torch, Nsys, Nvprof, Ncu, Rocprof, Unitrace, DeepSpeed, Generic };
[[nodiscard]] std::string_view toText(TableKind kind);

/// Meaning of a column for its row. `None` is not used in computations.
enum class ColumnRole : std::uint8_t {
  None,
  Name,
  Share,
  Total,
  Average,
  Median,
  Minimum,
  Maximum,
  Deviation,
  Calls,
  SelfHostShare,
  SelfHost,
  HostShare,
  HostTotal,
  HostAverage,
  SelfDeviceShare,
  SelfDevice,
  DeviceTotal,
  DeviceAverage,
  Shapes,
  Source,
};

/// Use of a column in a table with one row per run, if the file format defines it. Otherwise
/// core/compare/tables/column_uses.h infers it.
enum class ColumnUse : std::uint8_t {
  Undetermined,
  Subject,      ///< subject of measurement: a model, an implementation, a benchmark
  Parameter,    ///< setting: a size, a data type
  Measurement,  ///< result
  Ignored,      ///< neither: a running number, the same once more in other words
};
[[nodiscard]] std::string_view toText(ColumnUse use);  ///< "subject", "parameter", …

struct LogColumn {
  StringId name;
  StringId unit = StringId::empty;  ///< base unit of the numbers, or the printed unit for Number and Rate
  Quantity quantity = Quantity::Text;
  ColumnRole role = ColumnRole::None;
  ColumnUse use = ColumnUse::Undetermined;
};

/// Kind of a row in a torch table. Operators and the kernels they launch both have self device time, and so do
/// annotations: sums take one kind only.
enum class RowKind : std::uint8_t { Plain, Operator, Kernel, Annotation };
[[nodiscard]] std::string_view toText(RowKind kind);

struct LogRow {
  std::uint32_t line = 0;
  RowKind kind = RowKind::Plain;
  bool isNameCut = false;               ///< ends in "..." or "…"
  StringId fullName = StringId::empty;  ///< the only longer name in this log that the cut one can be; else empty
  StringId note = StringId::empty;      ///< remark in the row
};

/// A line after a table such as "Self CUDA time total: 5.025s".
struct LogTotal {
  StringId name;
  StringId device = StringId::empty;  ///< "CPU", "CUDA", …
  Quantity quantity = Quantity::Number;
  LogCell value;
  std::uint32_t line = 0;
};

struct LogTable {
  TableKind kind = TableKind::Generic;
  bool isOfMetrics = false;  ///< whether each row is a metric of one kernel, its unit in `Metric Unit`
  StringId title = StringId::empty;
  StringId device = StringId::empty;  ///< device of a torch table: "CUDA", "XPU", …; empty for the host alone
  ContextId context = ContextId::none;
  std::uint32_t firstLine = 0;
  std::uint32_t lastLine = 0;
  std::uint64_t offset = 0;    ///< start of the first line, in bytes of the decoded text
  bool isInferred = false;     ///< its head was missing: the columns follow from the rows
  bool isInterrupted = false;  ///< other output stood between its lines, or its end is missing
  std::vector<LogColumn> columns;
  std::vector<LogRow> rows;
  std::vector<LogCell> cells;  ///< row by row
  std::vector<LogTotal> totals;

  [[nodiscard]] const LogCell& cell(std::size_t row, std::size_t column) const {
    return cells[row * columns.size() + column];
  }
  /// The first column of that role.
  [[nodiscard]] std::optional<std::size_t> columnOf(ColumnRole role) const;
  /// Self device time of rows of one kind; absent without such a column.
  [[nodiscard]] std::optional<double> selfDeviceTime(RowKind wanted) const;
};

/// A printed number: "Peak Memory: 1553.98 MB".
struct LogMetric {
  ContextId context = ContextId::none;
  StringId name = StringId::empty;  ///< printed name, else the quantity in one word ("time", "memory", "throughput")
  StringId key = StringId::empty;   ///< one word for all spellings that Kernline knows, else the name
  StringId unit = StringId::empty;
  Quantity quantity = Quantity::Number;
  LogCell value;
  double error = std::numeric_limits<double>::quiet_NaN();  ///< number after ±, in the same unit; NaN if none
  std::uint32_t line = 0;
};

/// A run that did not come to its end: "Error: CUDA out of memory …".
struct LogFailure {
  ContextId context = ContextId::none;
  StringId text = StringId::empty;
  std::uint32_t line = 0;
};

enum class LoggedFileKind : std::uint8_t { Trace, Summary, Other };
[[nodiscard]] std::string_view toText(LoggedFileKind kind);

/// A file that was written according to the log.
struct LoggedFile {
  ContextId context = ContextId::none;
  LoggedFileKind kind = LoggedFileKind::Other;
  StringId path = StringId::empty;   ///< printed path
  StringId found = StringId::empty;  ///< path found near the log; empty if not found
  std::uint32_t line = 0;
};

/// "GPU: NVIDIA H200", or an entry of a configuration.
struct LogSetting {
  ContextId context = ContextId::none;
  bool isMachine = false;
  StringId name = StringId::empty;
  LogCell value;
  std::uint32_t line = 0;
};

/// Contents of a text that programs and people wrote: tables, numbers, failures, and the rest as text. There is no
/// order in time. Written by LogBuilder, and never changed afterwards.
class Log {
 public:
  [[nodiscard]] const std::string& path() const { return m_path; }
  [[nodiscard]] const std::string& format() const { return m_format; }  ///< "log", "log, gzip", …
  [[nodiscard]] std::uint64_t storedBytes() const { return m_storedBytes; }
  [[nodiscard]] std::uint64_t textBytes() const { return m_textBytes; }
  [[nodiscard]] std::uint32_t lineCount() const { return m_lineCount; }

  [[nodiscard]] std::string_view text(StringId id) const { return m_strings[id]; }
  [[nodiscard]] const LogSection& section(SectionId id) const { return m_sections[index(id)]; }
  [[nodiscard]] const LogContext& context(ContextId id) const { return m_contexts[index(id)]; }
  /// Titles from the outermost section to `id`, joined with " › "; empty for none.
  [[nodiscard]] std::string sectionTitle(SectionId id) const;

  [[nodiscard]] std::span<const LogTable> tables() const { return m_tables; }
  [[nodiscard]] std::span<const LogMetric> metrics() const { return m_metrics; }
  [[nodiscard]] std::span<const LogFailure> failures() const { return m_failures; }
  [[nodiscard]] std::span<const LoggedFile> files() const { return m_files; }
  [[nodiscard]] std::span<const LogSetting> settings() const { return m_settings; }
  [[nodiscard]] const LogReport& report() const { return m_report; }

  /// Returns whether nothing was understood.
  [[nodiscard]] bool isEmpty() const;

  /// Lines [first, last] of the decoded text as they are, counted from 1; at most a mebibyte.
  [[nodiscard]] std::string lines(std::uint32_t first, std::uint32_t last) const;
  /// Returns whether the file was cut or rewritten since it was read, so lines may differ.
  [[nodiscard]] bool hasChanged() const { return m_source != nullptr && m_source->hasChanged(); }

 private:
  friend class LogBuilder;

  std::string m_path;
  std::string m_format;
  std::uint64_t m_storedBytes = 0;
  std::uint64_t m_textBytes = 0;
  std::uint32_t m_lineCount = 0;
  StringPool m_strings;
  std::vector<LogSection> m_sections;
  std::vector<LogContext> m_contexts;
  std::vector<LogTable> m_tables;
  std::vector<LogMetric> m_metrics;
  std::vector<LogFailure> m_failures;
  std::vector<LoggedFile> m_files;
  std::vector<LogSetting> m_settings;
  LogReport m_report;
  std::shared_ptr<const SourceText> m_source;
  std::vector<std::uint64_t> m_lineMarks;  // offset of each 1024th line, in bytes
};

/// Lines between two marks of `Log::lines`.
inline constexpr std::uint32_t linesPerMark = 1024;

}  // namespace kernline
