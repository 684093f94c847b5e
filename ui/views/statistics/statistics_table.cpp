// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/statistics/statistics_table.h"

#include "core/analysis/causes/span_filter.h"
#include "core/analysis/counters/measured_rows.h"
#include "core/model/base/parallel.h"
#include "core/model/names/kernel_name.h"
#include "core/model/trace/changed_source.h"
#include "core/model/trace/read_watch.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/shown_names.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace kernline::ui {
namespace {

bool isByName(const StatisticsTable& table) {
  return table.by == keyKinds().data();
}

bool hasFamilies(const StatisticsTable& table) {
  const SpanKinds kinds = table.options.kinds;
  return isByName(table) && (kinds == SpanKinds{SpanKind::Kernel} || kinds == SpanKinds::deviceActivities());
}

QString nameOf(const StatisticsTable& table, const StatisticsRow& row) {
  if (row.name.empty()) {
    return coreText(table.by->missing);
  }
  if (table.by->isWord || row.name == graphReplayLabel) {
    return coreText(row.name);
  }
  const bool isKernel =
      isByName(table) && row.longest != SpanId::none && table.trace->kind(row.longest) == SpanKind::Kernel;
  return qt(shownName(*table.trace, row.name, isKernel));
}

Error stopped() {
  return {Error::Kind::Canceled, Phrase::tr("Stopped.")};
}

/// Returns the columns that the rows share with other statistics.
StatisticsRow plainRow(const Trace& trace, const OpStatisticsRow& op, std::uint32_t key) {
  StatisticsRow row;
  row.key = key;
  row.name = trace.text(op.name);
  row.category = op.longest == SpanId::none ? std::string_view{} : trace.categoryText(op.longest);
  row.count = op.calls;
  row.total = op.hostTotal;
  row.mean = op.hostMean;
  row.max = op.hostMax;
  row.longest = op.longest;
  return row;
}

bool countSpans(StatisticsTable& table, const std::stop_token& stop) {
  table.statistics = statistics(*table.trace, table.options, stop);
  if (table.all) {
    shareOut(table.statistics, table.all->statistics);
  }
  table.measured = measuredRows(*table.trace, table.options);
  table.names.reserve(table.statistics.rows.size());
  for (const StatisticsRow& row : table.statistics.rows) {
    if (stop.stop_requested()) {
      return false;
    }
    table.names.push_back(nameOf(table, row));
    if (hasFamilies(table)) {
      table.families.push_back(coreText(toText(kernelFamily(row.name))));
    }
  }
  return !stop.stop_requested();
}

bool countOperators(StatisticsTable& table, const std::stop_token& stop) {
  table.ops = opStatistics(*table.trace, table.opOptions(), defaultThreads(), stop);
  for (const OpStatisticsRow& op : table.ops.rows) {
    const auto key = static_cast<std::uint32_t>(table.statistics.rows.size());
    table.statistics.rows.push_back(plainRow(*table.trace, op, key));
    table.names.push_back(qt(table.statistics.rows.back().name));
  }
  table.statistics.count = table.ops.calls;
  return !stop.stop_requested();
}

Expected<std::shared_ptr<const StatisticsTable>> countRows(std::shared_ptr<StatisticsTable> table,
                                                           const std::stop_token& stop) {
  const bool isCounted =
      table->columns == StatisticsColumns::Spans ? countSpans(*table, stop) : countOperators(*table, stop);
  if (!isCounted) {
    return std::unexpected(stopped());
  }
  return table;
}

}  // namespace

bool StatisticsTable::isMeasured() const {
  const auto isSampled = [](const auto& row) { return row.second.sampledCount > 0; };
  return std::ranges::any_of(all ? all->measured : measured, isSampled);
}

const MeasuredWork* StatisticsTable::measuredWork(std::size_t row) const {
  const auto found = measured.find(statistics.rows[row].key);
  return found == measured.end() ? nullptr : &found->second;
}

QString StatisticsTable::shapeText(std::size_t row) const {
  const std::uint32_t shape = ops.rows[row].shape;
  return shape == InputShapes::unread || !shapes ? QString() : qt(shapes->shapes[shape].dims);
}

QString StatisticsTable::shapeTypes(std::size_t row) const {
  const std::uint32_t shape = ops.rows[row].shape;
  return shape == InputShapes::unread || !shapes ? QString() : qt(shapes->shapes[shape].types);
}

Expected<std::shared_ptr<const StatisticsTable>> makeStatisticsTable(std::shared_ptr<const Trace> trace,
                                                                     const StatisticsRequest& request,
                                                                     std::stop_token stop) {
  auto table = std::make_shared<StatisticsTable>();
  table->trace = std::move(trace);
  const ReadWatch reading(*table->trace);
  table->causes = causesOf(table->trace);
  table->by = request.by;
  table->columns = request.columns;
  const bool areSpans = request.columns == StatisticsColumns::Spans;
  table->range = request.range;
  if (areSpans && request.range && request.kinds.isWithin(SpanKinds::deviceActivities())) {
    const std::shared_ptr<const FoundSteps> steps = table->causes->steps(stop);
    table->launched = steps ? activitiesOfStepRange(*table->trace, *steps, request.range) : nullptr;
  }
  table->options = {.by = areSpans ? request.by->make(*table->causes, stop) : nullptr,
                    .kinds = areSpans ? request.kinds : SpanKinds{SpanKind::Op},
                    .range = table->launched ? std::nullopt : request.range,
                    .among = inBoth(request.among, table->launched)};
  if (request.columns == StatisticsColumns::OperatorsByShape) {
    table->shapes = table->causes->shapes(stop);
    if (auto changed = changedSource(*table->trace)) {
      return std::unexpected(std::move(*changed));
    }
  }
  if (stop.stop_requested()) {
    return std::unexpected(stopped());
  }
  if (auto missed = reading.missed()) {
    return std::unexpected(std::move(*missed));
  }
  return countRows(std::move(table), stop);
}

Expected<std::shared_ptr<const StatisticsTable>> filterTable(const std::shared_ptr<const StatisticsTable>& all,
                                                             const QString& filter, std::stop_token stop) {
  auto table = std::make_shared<StatisticsTable>();
  table->trace = all->trace;
  table->causes = all->causes;
  table->by = all->by;
  table->columns = all->columns;
  table->shapes = all->shapes;
  table->range = all->range;
  table->launched = all->launched;
  table->options = all->options;
  const ReadWatch reading(*table->trace);
  const ActivityList left = filteredSpans(
      *all->causes, spanFilter(filter.toStdString()), all->options.kinds, *all->by,
      [](std::string_view label) { return coreText(label).toStdString(); }, stop);
  table->all = all;
  if (!left) {
    return std::unexpected(stopped());
  }
  if (auto missed = reading.missed()) {
    return std::unexpected(std::move(*missed));
  }
  table->options.among = inBoth(left, all->launched);
  return countRows(std::move(table), stop);
}

}  // namespace kernline::ui
