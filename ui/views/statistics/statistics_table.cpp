// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/statistics/statistics_table.h"

#include "core/model/base/parallel.h"
#include "core/model/names/kernel_name.h"
#include "core/model/trace/changed_source.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/shown_names.h"

#include <utility>

namespace kernline::ui {
namespace {

bool hasFamilies(const StatisticsTable& table) {
  const SpanKinds kinds = table.options.kinds;
  return table.options.by == GroupBy::Name &&
         (kinds == SpanKinds{SpanKind::Kernel} || kinds == SpanKinds::deviceWork());
}

QString nameOf(const StatisticsTable& table, const StatisticsRow& row) {
  if (row.name.empty()) {
    if (table.options.by == GroupBy::Op && row.key == graphReplayKey) {
      return Words::tr("(CUDA graph replay)");
    }
    return table.options.by == GroupBy::Op       ? Words::tr("(no operator)")
           : table.options.by == GroupBy::Family ? Words::tr("(no family)")
                                                 : Words::tr("(no name)");
  }
  const bool isKernel = table.options.by == GroupBy::Name && row.longest != SpanId::none &&
                        table.trace->kind(row.longest) == SpanKind::Kernel;
  return table.options.by == GroupBy::Family ? coreText(row.name) : qt(shownName(*table.trace, row.name, isKernel));
}

/// What the rows have in common with those of other statistics.
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

}  // namespace

QString StatisticsTable::shapeText(std::size_t row) const {
  const std::uint32_t shape = ops.rows[row].shape;
  return shape == InputShapes::unread || !shapes ? QString() : qt(shapes->shapes[shape].dims);
}

QString StatisticsTable::shapeTypes(std::size_t row) const {
  const std::uint32_t shape = ops.rows[row].shape;
  return shape == InputShapes::unread || !shapes ? QString() : qt(shapes->shapes[shape].types);
}

Expected<std::shared_ptr<const StatisticsTable>> makeStatisticsTable(std::shared_ptr<const Trace> trace,
                                                                     const StatisticsOptions& options,
                                                                     std::stop_token stop) {
  auto table = std::make_shared<StatisticsTable>();
  table->trace = std::move(trace);
  table->options = options;
  table->statistics = statistics(*table->trace, options, stop);
  table->names.reserve(table->statistics.rows.size());
  for (const StatisticsRow& row : table->statistics.rows) {
    if (stop.stop_requested()) {
      return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
    }
    table->names.push_back(nameOf(*table, row));
    if (hasFamilies(*table)) {
      table->families.push_back(coreText(toText(kernelFamily(row.name))));
    }
  }
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  return table;
}

Expected<std::shared_ptr<const StatisticsTable>> makeStatisticsTable(std::shared_ptr<const Trace> trace,
                                                                     const StatisticsRequest& request,
                                                                     std::shared_ptr<const InputShapes> shapes,
                                                                     std::stop_token stop) {
  if (request.columns == StatisticsColumns::Spans) {
    return makeStatisticsTable(std::move(trace), request.options, std::move(stop));
  }
  if (request.columns == StatisticsColumns::OperatorsByShape && !shapes) {
    shapes = std::make_shared<const InputShapes>(readInputShapes(*trace, defaultThreads(), maxInputShapesRead, stop));
    if (auto changed = changedSource(*trace)) {
      return std::unexpected(std::move(*changed));
    }
  }
  auto table = std::make_shared<StatisticsTable>();
  table->trace = std::move(trace);
  table->options = request.options;
  table->columns = request.columns;
  table->shapes = std::move(shapes);
  if (!stop.stop_requested()) {
    table->ops = opStatistics(*table->trace, table->opOptions(), defaultThreads(), stop);
  }
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  for (const OpStatisticsRow& op : table->ops.rows) {
    const auto key = static_cast<std::uint32_t>(table->statistics.rows.size());
    table->statistics.rows.push_back(plainRow(*table->trace, op, key));
    table->names.push_back(qt(table->statistics.rows.back().name));
  }
  table->statistics.count = table->ops.calls;
  return table;
}

}  // namespace kernline::ui
