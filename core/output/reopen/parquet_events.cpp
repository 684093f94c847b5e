// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/reopen/parquet_events.h"

#include "core/import/events/read_details.h"
#include "core/model/format/quantity.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace kernline::parquet {

namespace {

/// The row of the table with the args of an event.
struct PlacedArgs {
  std::uint64_t offset;
  std::uint64_t row;
};

class ParquetEvents final : public EventSource {
 public:
  ParquetEvents(std::shared_ptr<const ExportTable> args, bool offsetsAreIds)
      : m_args(std::move(args)), m_offsetsAreIds(offsetsAreIds) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    EventDetails details;
    details.fields.kind = ArgNode::Kind::Object;
    details.fields.children.push_back({.kind = ArgNode::Kind::Number,
                                       .key = m_offsetsAreIds ? "span" : "source_offset",
                                       .text = std::to_string(offset),
                                       .children = {}});
    if (m_args != nullptr) {
      std::call_once(m_isPlaced, [this] { placeAll(); });
      const auto at = std::ranges::lower_bound(m_places, offset, {}, &PlacedArgs::offset);
      if (at != m_places.end() && at->offset == offset) {
        details.args = argsAt(at->row);
        details.args.key = "args";
      }
    }
    return details;
  }

  [[nodiscard]] Message place(std::uint64_t offset) const override {
    return Message::name((m_offsetsAreIds ? "spans.id " : "source_offset ") + formatCount(offset));
  }

 private:
  using Group = std::shared_ptr<const ReadColumn>;
  struct KeptGroup {
    std::size_t group = SIZE_MAX;
    std::uint64_t lastUse = 0;
    Group column;
  };

  void placeAll() const {
    ChunkReader reader;
    const TableFooter& footer = m_args->footer;
    for (std::size_t group = 0; group < footer.groups.size(); ++group) {
      const auto columns = readColumns(reader, *m_args, group, {{m_offsetsAreIds ? "span_id" : "source_offset"}});
      for (std::size_t row = 0; columns && row < footer.groups[group].rows; ++row) {
        const auto offset = static_cast<std::uint64_t>(columns->front().integerOr(row, -1));
        m_places.push_back({offset, footer.groups[group].firstRow + row});
      }
    }
    std::ranges::stable_sort(m_places, {}, &PlacedArgs::offset);
  }

  [[nodiscard]] ArgNode argsAt(std::uint64_t row) const {
    const std::vector<PlacedRows>& groups = m_args->footer.groups;
    const auto after = std::ranges::upper_bound(groups, row, {}, &PlacedRows::firstRow);
    const auto group = static_cast<std::size_t>(after - groups.begin()) - 1;
    const Group column = columnOf(group);
    const std::string_view json = column->text(static_cast<std::size_t>(row) - groups[group].firstRow);
    return json.empty() ? ArgNode{} : chrome::toTree(json);
  }

  /// Returns the column from the cache of the last few, or reads it.
  [[nodiscard]] Group columnOf(std::size_t group) const {
    const std::scoped_lock lock(m_mutex);
    auto kept = std::ranges::find(m_kept, group, &KeptGroup::group);
    if (kept == m_kept.end()) {
      kept = std::ranges::min_element(m_kept, {}, &KeptGroup::lastUse);
      auto columns = readColumns(m_reader, *m_args, group, {{"args", sql::ColumnType::Text}});
      kept->column = std::make_shared<const ReadColumn>(columns ? std::move(columns->front()) : ReadColumn{});
      kept->group = group;
    }
    kept->lastUse = ++m_uses;
    return kept->column;
  }

  std::shared_ptr<const ExportTable> m_args;
  bool m_offsetsAreIds;
  mutable std::once_flag m_isPlaced;
  mutable std::vector<PlacedArgs> m_places;  // sorted by offset
  mutable std::mutex m_mutex;
  mutable ChunkReader m_reader;
  mutable std::array<KeptGroup, 8> m_kept;
  mutable std::uint64_t m_uses = 0;
};

}  // namespace

std::shared_ptr<const EventSource> parquetEvents(std::shared_ptr<const ExportTable> args, bool offsetsAreIds) {
  return std::make_shared<const ParquetEvents>(std::move(args), offsetsAreIds);
}

}  // namespace kernline::parquet
