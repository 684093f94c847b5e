// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocpd/row_events.h"

#include "core/import/sqlite/cell_args.h"
#include "core/import/sqlite/row_place.h"
#include "core/model/base/lending_pool.h"
#include "core/model/format/quantity.h"

#include <array>
#include <utility>

namespace kernline::rocpd {

int columnOf(const sqlite::Rows& rows, std::string_view name) {
  for (int i = 0; i < rows.columnCount(); ++i) {
    if (rows.columnName(i) == name) {
      return i;
    }
  }
  return -1;
}

std::int64_t integerAt(const sqlite::Rows& rows, std::string_view name, std::int64_t otherwise) {
  const int column = columnOf(rows, name);
  const sqlite::IntegerCell cell = column < 0 ? sqlite::IntegerCell{} : rows.integer(column);
  return cell.state == sqlite::IntegerState::Good ? cell.value : otherwise;
}

void addLaunchShape(ArgNode& args, const sqlite::Rows& rows, std::string_view grid, std::string_view block,
                    bool inBlocks) {
  std::array<std::int64_t, 3> grids{};
  std::array<std::int64_t, 3> blocks{};
  for (std::size_t i = 0; i < grids.size(); ++i) {
    constexpr std::string_view axes = "xyzXYZ";
    const auto sizeOf = [&](std::string_view column) {
      const std::size_t axis = column.ends_with('_') ? i : i + 3;  // "grid_size_x", "gridX"
      return integerAt(rows, std::string(column) + axes[axis], -1);
    };
    grids[i] = sizeOf(grid);
    blocks[i] = sizeOf(block);
    if (grids[i] < 0 || blocks[i] < 0) {
      return;
    }
    if (!inBlocks && blocks[i] > 0) {
      grids[i] = grids[i] / blocks[i] + (grids[i] % blocks[i] == 0 ? 0 : 1);
    }
  }
  sqlite::addNumbers(args, "grid", grids);
  sqlite::addNumbers(args, "block", blocks);
}

namespace {

class RocmRowEvents final : public EventSource {
 public:
  RocmRowEvents(std::shared_ptr<const sqlite::DatabaseBytes> bytes, std::vector<SourceTable> tables)
      : m_tables(std::move(tables)),
        m_readers([held = std::move(bytes)] { return std::make_unique<RowReader>(held); }) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    EventDetails details;
    details.fields.kind = ArgNode::Kind::Object;
    if (const auto place = sqlite::placeOf(offset, m_tables.size())) {
      sqlite::addArg(details.fields, "table", ArgNode::Kind::Text, m_tables[place->table].name);
      sqlite::addNumber(details.fields, "row", place->row);
      details.args = argsAt(*place);
    }
    return details;
  }

  [[nodiscard]] Message place(std::uint64_t offset) const override {
    const auto place = sqlite::placeOf(offset, m_tables.size());
    return place ? Phrase::tr("%1, row %2").with(m_tables[place->table].name, formatCount(place->row)) : Message();
  }

 private:
  [[nodiscard]] ArgNode argsAt(const sqlite::RowPlace& place) const {
    const SourceTable& table = m_tables[place.table];
    ArgNode args;
    args.kind = ArgNode::Kind::Object;
    m_readers.with([&](RowReader& reader) {
      reader.at(table.name, place.row, [&](const sqlite::Rows& rows) {
        if (table.args != nullptr) {
          return table.args->add(args, rows, place.row, reader);
        }
        for (int i = 0; i < rows.columnCount(); ++i) {
          sqlite::addCell(args, rows.columnName(i), rows, i);
        }
      });
      return 0;
    });
    return args;
  }

  std::vector<SourceTable> m_tables;
  mutable LendingPool<RowReader> m_readers;
};

}  // namespace

std::shared_ptr<const EventSource> rocmRowsAsEvents(std::shared_ptr<const sqlite::DatabaseBytes> bytes,
                                                    std::vector<SourceTable> tables) {
  return std::make_shared<RocmRowEvents>(std::move(bytes), std::move(tables));
}

}  // namespace kernline::rocpd
