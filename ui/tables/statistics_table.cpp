// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/statistics_table.h"

#include "core/format/kernel_name.h"
#include "ui/style/qt_text.h"

#include <utility>

namespace kernline::ui {
namespace {

QString nameOf(const StatisticsTable& table, const StatisticsRow& row) {
  if (row.name.empty()) {
    if (table.options.by == GroupBy::Op && row.key == graphReplayKey) {
      return QStringLiteral("(CUDA graph replay)");
    }
    return table.options.by == GroupBy::Op ? QStringLiteral("(by no operator)") : QStringLiteral("(no name)");
  }
  const bool isKernel = table.options.by == GroupBy::Name && row.longest != SpanId::none &&
                        table.trace->kind(row.longest) == SpanKind::Kernel;
  return isKernel ? qt(shortKernelName(row.name)) : qt(row.name);
}

}  // namespace

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
      return std::unexpected(Error{Error::Kind::Cancelled, "Stopped."});
    }
    table->names.push_back(nameOf(*table, row));
  }
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Cancelled, "Stopped."});
  }
  return table;
}

}  // namespace kernline::ui
