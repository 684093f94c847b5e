// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a log: no crash, no hang; tables have all their cells, lines and numbers are sane, and how the text came
// (mapped or in a stream) changes nothing. The same as records of results, and as a notebook.
#include "core/compare/tables/measurements.h"
#include "core/import/log/read_log.h"
#include "core/import/records/notebook.h"
#include "core/import/records/read_records.h"
#include "core/import/source/input.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace {

using kernline::Log;
using kernline::LogCell;
using kernline::LogTable;

void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
  }
}

/// The text as it comes out of a decompressor, some bytes at a time.
class FuzzedStream : public kernline::TextStream {
 public:
  FuzzedStream(const std::string& text, std::size_t pieceBytes) : m_text(text), m_pieceBytes(pieceBytes) {}
  [[nodiscard]] std::size_t read(std::span<char> into) override {
    const std::size_t count = std::min({into.size(), m_text.size() - m_at, m_pieceBytes});
    std::copy_n(m_text.data() + m_at, count, into.data());
    m_at += count;
    return count;
  }
  [[nodiscard]] std::uint64_t storedBytesRead() const override { return m_at; }
  [[nodiscard]] std::optional<std::string> damage() const override { return std::nullopt; }

 private:
  const std::string& m_text;
  std::size_t m_pieceBytes;
  std::size_t m_at = 0;
};

void checkTable(const Log& log, const LogTable& table) {
  require(table.cells.size() == table.rows.size() * table.columns.size(), "a table with holes");
  require(table.firstLine >= 1 && table.firstLine <= table.lastLine && table.lastLine <= log.lineCount(),
          "a table outside the log");
  for (const kernline::LogRow& row : table.rows) {
    require(row.line >= table.firstLine && row.line <= log.lineCount(), "a row outside its table");
  }
  for (const LogCell& cell : table.cells) {
    require(!std::isinf(cell.number), "an infinite number");
    require(!cell.hasNumber() || !log.text(cell.text).empty(), "a number from nothing");
  }
}

void checkLog(const Log& log) {
  for (const LogTable& table : log.tables()) {
    checkTable(log, table);
  }
  for (const kernline::LogMetric& metric : log.metrics()) {
    require(metric.line >= 1 && metric.line <= log.lineCount() && std::isfinite(metric.value.number), "a wrong number");
    static_cast<void>(log.sectionTitle(log.context(metric.context).section));
  }
}

void requireSame(const Log& a, const Log& b) {
  require(a.lineCount() == b.lineCount(), "a stream has other lines");
  require(a.tables().size() == b.tables().size(), "a stream has other tables");
  for (std::size_t t = 0; t < a.tables().size(); ++t) {
    const LogTable& one = a.tables()[t];
    const LogTable& other = b.tables()[t];
    require(one.cells.size() == other.cells.size() && one.firstLine == other.firstLine, "a stream cuts tables");
    for (std::size_t c = 0; c < one.cells.size(); ++c) {
      require(a.text(one.cells[c].text) == b.text(other.cells[c].text), "a stream changes a cell");
    }
  }
  require(a.metrics().size() == b.metrics().size(), "a stream has other numbers");
  require(a.failures().size() == b.failures().size(), "a stream has other failures");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto log = kernline::logs::readLogText(text);
  checkLog(*log);
  const auto input = std::make_shared<kernline::Input>();
  input->path = "-";
  input->stream = std::make_unique<FuzzedStream>(text, 1 + (size == 0 ? 0 : data[size / 2] % 61));
  kernline::Progress progress;
  const auto streamed = kernline::logs::readLog(input, {.threads = 2, .pieceBytes = 256}, {}, progress);
  require(streamed.has_value(), "a stream was refused");
  checkLog(**streamed);
  requireSame(*log, **streamed);
  if (const auto records = kernline::records::readRecordsText(text)) {
    checkLog(*records);
    static_cast<void>(kernline::measurementsOf(std::vector{records}));
  }
  static_cast<void>(kernline::records::printedText(text));
  static_cast<void>(kernline::measurementsOf(std::vector{log}));
  return 0;
}
