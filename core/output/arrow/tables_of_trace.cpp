// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/arrow/tables_of_trace.h"

#include "core/model/trace/changed_source.h"
#include "core/output/arrow/collected_rows.h"
#include "core/output/arrow/read_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

namespace kernline::arrow {

namespace {

using parquet::ColumnSchema;

Error usage(Message message) {
  return {.kind = Error::Kind::Usage, .message = std::move(message)};
}

/// Returns the positions of the requested columns of a table.
Expected<std::vector<std::size_t>> placesOf(const std::vector<std::string>& wanted, const parquet::TimedTable& table) {
  std::vector<std::size_t> places(table.columns().size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (wanted.empty()) {
    return places;
  }
  places.clear();
  for (const std::string& name : wanted) {
    const auto at = std::ranges::find(table.columns(), name, &ColumnSchema::name);
    if (at == table.columns().end()) {
      std::vector<std::string_view> names;
      std::ranges::transform(table.columns(), std::back_inserter(names), &ColumnSchema::name);
      return std::unexpected(usage(Phrase::tr("%1 has no column \"%2\"; it has %3")
                                       .with(table.name(), name, fmt::format("{}", fmt::join(names, ", ")))));
    }
    const auto place = static_cast<std::size_t>(at - table.columns().begin());
    if (std::ranges::find(places, place) != places.end()) {
      return std::unexpected(usage(Phrase::tr("column \"%1\" is named twice").with(name)));
    }
    places.push_back(place);
  }
  return places;
}

std::vector<std::int32_t> ranksOf(const Trace& trace) {
  std::vector<std::int32_t> ranks;
  for (const Process& process : trace.processes()) {
    if (process.rank >= 0 && std::ranges::find(ranks, process.rank) == ranks.end()) {
      ranks.push_back(process.rank);
    }
  }
  return ranks;
}

}  // namespace

std::unique_ptr<parquet::TimedTable> TablesOfTrace::timedTable(std::string_view name, const std::stop_token& stop) {
  static const std::vector<CollectiveCall> none;
  if (name == "collectives" && !m_collectives) {
    std::vector<CollectiveCall> calls = readCollectives(m_model.trace(), stop).calls;
    if (!stop.stop_requested()) {
      m_collectives = std::move(calls);
    }
  }
  return parquet::timedTable(name, m_model, m_collectives ? *m_collectives : none);
}

Expected<ArrowTable> TablesOfTrace::table(std::string_view name, const std::vector<std::string>& columns,
                                          const std::stop_token& stop) {
  if (std::ranges::find(parquet::tableNames, name) == parquet::tableNames.end()) {
    return std::unexpected(usage(Phrase::tr("no table \"%1\"; there are %2")
                                     .with(name, fmt::format("{}", fmt::join(parquet::tableNames, ", ")))));
  }
  const std::unique_ptr<parquet::TimedTable> from = timedTable(name, stop);
  const auto places = placesOf(columns, *from);
  if (!places) {
    return std::unexpected(places.error());
  }
  m_model.make(from->needs(*places));
  const std::vector<std::int32_t> ranks = ranksOf(m_model.trace());
  ArrowTable table =
      readTable(*from, *places, tableMetadata(*from, m_model.trace(), ranks.size() == 1 ? ranks.front() : -1), stop);
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("canceled")});
  }
  if (auto changed = changedSource(m_model.trace())) {
    return std::unexpected(std::move(*changed));
  }
  return table;
}

Expected<ArrowTable> TablesOfTrace::query(std::string_view query, const std::stop_token& stop) {
  if (!m_database) {
    m_database.emplace(m_model.sharedTrace());
  }
  CollectedRows rows;
  const auto answered = m_database->run(query, rows, 0, stop);
  if (!answered) {
    const bool isCanceled = answered.error().kind == sql::QueryError::Kind::Canceled;
    return std::unexpected(Error{isCanceled ? Error::Kind::Canceled : Error::Kind::Usage, answered.error().message});
  }
  if (auto changed = changedSource(m_model.trace())) {
    return std::unexpected(std::move(*changed));
  }
  return rows.finish();
}

}  // namespace kernline::arrow
