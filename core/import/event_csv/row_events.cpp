// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_csv/row_events.h"

#include "core/import/event_csv/csv_row.h"
#include "core/import/event_csv/unit_number.h"
#include "core/model/format/quantity.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

namespace kernline::csv {

namespace {

struct Renamed {
  Meaning meaning;
  std::string_view key;
};

/// kineto's names (libkineto, MetadataFieldCatalog.h).
constexpr Renamed renamed[] = {
    {Meaning::Correlation, "correlation"},
    {Meaning::Registers, "registers per thread"},
    {Meaning::StaticMemory, "static shared memory"},
    {Meaning::DynamicMemory, "dynamic shared memory"},
    {Meaning::Bytes, "bytes"},
    {Meaning::Throughput, "throughput"},
    {Meaning::SourceMemory, "source memory"},
    {Meaning::TargetMemory, "destination memory"},
    {Meaning::Device, "device"},
    {Meaning::Context, "context"},
    {Meaning::Stream, "stream"},
};

constexpr Meaning skippedColumns[] = {Meaning::Start,  Meaning::Duration, Meaning::Name,   Meaning::GridX,
                                      Meaning::GridY,  Meaning::GridZ,    Meaning::BlockX, Meaning::BlockY,
                                      Meaning::BlockZ, Meaning::End};

std::optional<double> numberOf(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && std::isfinite(value) ? std::optional{value}
                                                                                          : std::nullopt;
}

ArgNode textNode(std::string key, std::string text, ArgNode::Kind kind) {
  ArgNode node;
  node.kind = kind;
  node.key = std::move(key);
  node.text = std::move(text);
  return node;
}

class RowEvents final : public EventSource {
 public:
  RowEvents(std::shared_ptr<const WholeText> text, Columns columns)
      : m_text(std::move(text)), m_columns(std::move(columns)) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    EventDetails details;
    details.fields.kind = details.args.kind = ArgNode::Kind::Object;
    std::string_view rest = m_text->view.substr(std::min<std::uint64_t>(offset, m_text->view.size()));
    std::vector<std::string> row;
    splitRow(takeLine(rest), m_columns.separator, row);
    for (std::size_t i = 0; i < std::min(row.size(), m_columns.names.size()); ++i) {
      addCell(details.args, i, row[i]);
    }
    addList(details.args, "grid", m_columns.isGridOfThreads ? blocksOf(row) : cellsOf(row, grid));
    addList(details.args, "block", cellsOf(row, block));
    return details;
  }

  [[nodiscard]] Message place(std::uint64_t offset) const override {
    return Phrase::tr("byte %1").with(formatCount(offset));
  }

 private:
  [[nodiscard]] std::optional<Meaning> meaningOf(std::size_t column) const {
    const auto* const at = std::ranges::find(m_columns.place, column);
    return at == m_columns.place.end() ? std::nullopt
                                       : std::optional{static_cast<Meaning>(at - m_columns.place.begin())};
  }

  void addCell(ArgNode& args, std::size_t column, const std::string& cell) const {
    const auto meaning = meaningOf(column);
    if (cell.empty() || (meaning && std::ranges::find(skippedColumns, *meaning) != std::end(skippedColumns))) {
      return;
    }
    const auto* const found = meaning ? std::ranges::find(renamed, *meaning, &Renamed::meaning) : std::end(renamed);
    const bool isRenamed = found != std::end(renamed);
    std::string key(isRenamed ? found->key : std::string_view{m_columns.names[column]});
    const auto number = numberOf(cell);
    const auto scale = bytesOfUnit(m_columns.units[column]);
    if (number && scale) {  // "0.025" MB: the report rounds, so this is about as much
      args.children.push_back(textNode(std::move(key), fmt::format("{:.0f}", *number * *scale), ArgNode::Kind::Number));
      return;
    }
    std::string text = cell;
    if (!number && isRenamed && !m_columns.units[column].empty()) {
      text += " " + m_columns.units[column];
    }
    chrome::repairUtf8(text);
    chrome::repairUtf8(key);
    args.children.push_back(textNode(std::move(key), text, number ? ArgNode::Kind::Number : ArgNode::Kind::Text));
  }

  using Extent = std::array<std::string, 3>;
  static constexpr std::array<Meaning, 3> grid{Meaning::GridX, Meaning::GridY, Meaning::GridZ};
  static constexpr std::array<Meaning, 3> block{Meaning::BlockX, Meaning::BlockY, Meaning::BlockZ};

  /// ROCm leaves out what is 1.
  [[nodiscard]] Extent cellsOf(const std::vector<std::string>& row, std::span<const Meaning, 3> meanings) const {
    Extent cells;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i] =
          m_columns.isGridOfThreads && i > 0 && !m_columns.has(meanings[i]) ? "1" : m_columns.cell(row, meanings[i]);
    }
    return cells;
  }

  [[nodiscard]] Extent blocksOf(const std::vector<std::string>& row) const {
    Extent blocks = cellsOf(row, grid);
    const Extent threads = cellsOf(row, block);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const auto all = numberOf(blocks[i]);
      const auto each = numberOf(threads[i]);
      blocks[i] = all && each && *each > 0 ? fmt::format("{:.0f}", std::ceil(*all / *each)) : std::string();
    }
    return blocks;
  }

  static void addList(ArgNode& args, const char* key, const Extent& cells) {
    ArgNode list;
    list.kind = ArgNode::Kind::Array;
    list.key = key;
    for (const std::string& cell : cells) {
      if (!numberOf(cell)) {
        return;
      }
      list.children.push_back(textNode({}, cell, ArgNode::Kind::Number));
    }
    args.children.push_back(std::move(list));
  }

  std::shared_ptr<const WholeText> m_text;
  Columns m_columns;
};

}  // namespace

std::shared_ptr<const EventSource> rowsAsEvents(std::shared_ptr<const WholeText> text, Columns columns) {
  return std::make_shared<RowEvents>(std::move(text), std::move(columns));
}

}  // namespace kernline::csv
