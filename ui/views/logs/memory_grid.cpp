// SPDX-License-Identifier: GPL-3.0-or-later
// Shows what the tables of a log have on memory, in one table.
#include "core/analysis/memory/log_memory.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/logs/list_grids.h"
#include "ui/views/logs/table_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

using ColumnOf = std::optional<std::size_t> TableMemory::*;

constexpr std::array<ColumnOf, 4> figures{&TableMemory::selfDevice, &TableMemory::device, &TableMemory::selfHost,
                                          &TableMemory::host};

class MemoryGrid {
 public:
  explicit MemoryGrid(std::shared_ptr<const Log> log) : m_memory(logMemory(*log)) {
    m_grid.log = std::move(log);
    m_grid.title = Words::tr("Memory by operator");
  }

  GridPtr make(const std::stop_token& stop) {
    addColumns();
    std::vector<Row> rows;
    for (const TableMemory& table : m_memory.tables) {
      collectRows(table, rows);
    }
    if (stop.stop_requested()) {
      return nullptr;
    }
    std::ranges::stable_sort(rows, std::ranges::greater(), &Row::size);
    for (const Row& row : rows) {
      addRow(row);
    }
    finishColumns(m_grid);
    return std::make_shared<const LogGrid>(std::move(m_grid));
  }

 private:
  struct Row {
    const TableMemory* memory;
    std::uint32_t row;
    std::string_view whose;
    std::array<double, figures.size()> size;  // distances from zero, in the order of `figures`
  };

  [[nodiscard]] const Log& log() const { return *m_grid.log; }

  void addColumns() {
    m_grid.nameColumn = 0;
    m_grid.columns.push_back({.kind = GridColumn::Kind::Text, .title = {}, .name = Words::tr("Operator"), .tip = {}});
    m_grid.columns.push_back({.kind = GridColumn::Kind::Text, .title = {}, .name = Words::tr("Table"), .tip = {}});
    for (const ColumnOf figure : figures) {
      const auto table =
          std::ranges::find_if(m_memory.tables, [&](const TableMemory& one) { return (one.*figure).has_value(); });
      if (table == m_memory.tables.end()) {
        continue;
      }
      const LogColumn& from = log().tables()[table->table].columns[*((*table).*figure)];
      m_grid.mainColumn = m_grid.mainColumn.value_or(m_grid.columns.size());
      m_shown.push_back(figure);
      m_grid.columns.push_back({.kind = GridColumn::Kind::Number,
                                .title = {},
                                .name = qt(printable(log().text(from.name))),
                                .tip = Words::tr("Allocated minus freed over the whole profile; not a peak"),
                                .quantity = Quantity::Bytes});
    }
  }

  /// Returns the run of a table, "Softmax · seq_len = 256", else its title.
  std::string_view nameOf(const LogTable& table) {
    std::string name;
    if (table.context != ContextId::none) {
      const LogContext& context = log().context(table.context);
      const std::string parameters = parameterText(log(), context);
      name = subjectText(log(), context);
      name += (name.empty() || parameters.empty() ? "" : " · ") + parameters;
    }
    return m_grid.keep(name.empty() ? tableTitle(log(), table).toStdString() : std::move(name));
  }

  void collectRows(const TableMemory& memory, std::vector<Row>& rows) {
    const LogTable& table = log().tables()[memory.table];
    const std::string_view whose = nameOf(table);
    for (const std::uint32_t at : memory.rows) {
      Row row{&memory, at, whose, {}};
      for (std::size_t i = 0; i < figures.size(); ++i) {
        const std::optional<std::size_t> column = memory.*(figures.at(i));
        const bool hasNumber = column && table.cell(at, *column).hasNumber();
        row.size.at(i) = hasNumber ? std::abs(table.cell(at, *column).number) : 0;
      }
      rows.push_back(row);
    }
  }

  void addRow(const Row& of) {
    const LogTable& table = log().tables()[of.memory->table];
    const LogRow& from = table.rows[of.row];
    const std::size_t nameColumn = table.columnOf(ColumnRole::Name).value_or(0);
    const std::string_view name =
        log().text(from.fullName != StringId::empty ? from.fullName : table.cell(of.row, nameColumn).text);
    GridRow row{.line = from.line, .name = name};
    if (m_memory.tables.size() > 1) {
      row.name = m_grid.keep(std::string(name) + " · " + std::string(of.whose));
    }
    m_grid.cells.push_back({.text = name});
    m_grid.cells.push_back({.text = of.whose});
    for (const ColumnOf figure : m_shown) {
      const std::optional<std::size_t> column = of.memory->*figure;
      const LogCell cell = column ? table.cell(of.row, *column) : LogCell{};
      m_grid.cells.push_back({cell.number, log().text(cell.text)});
    }
    m_grid.rows.push_back(row);
  }

  LogMemory m_memory;
  LogGrid m_grid;
  std::vector<ColumnOf> m_shown;
};

}  // namespace

GridPtr makeMemoryGrid(std::shared_ptr<const Log> log, const std::stop_token& stop) {
  return MemoryGrid(std::move(log)).make(stop);
}

}  // namespace kernline::ui
