// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/statistics/statistics_words.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {

QString subtotalText(const StatisticsTable& table, std::span<const std::uint32_t> rows) {
  std::uint64_t count = 0;
  double total = 0;
  double self = 0;
  double share = 0;
  for (const std::uint32_t number : rows) {
    const StatisticsRow& row = table.statistics.rows[number];
    count += row.count;
    total += static_cast<double>(row.total.ns);
    self += static_cast<double>(row.self.ns);
    share += row.share;
  }
  if (table.columns != StatisticsColumns::Spans) {
    return counted(count, Words::tr("filtered: %1 call"), Words::tr("filtered: %1 calls"));
  }
  const auto time = [](double ns) { return qt(formatDuration({std::llround(std::min(ns, 9e18))})); };
  const auto busy = static_cast<double>(table.statistics.busy.ns);
  const QString sum = self < total                ? Words::tr("%1 (self %2)").arg(time(total), time(self))
                      : table.all && busy < total ? Words::tr("%1 (busy %2)").arg(time(total), time(busy))
                                                  : time(total);
  return counted(count, Words::tr("filtered: %1 span, %2, %3 of all"), Words::tr("filtered: %1 spans, %2, %3 of all"))
      .arg(sum, qt(formatShare(share)));
}

QString figuresText(const StatisticsTable& table) {
  if (table.columns == StatisticsColumns::Spans) {
    const Statistics& all = table.statistics;
    const QString time = qt(formatDuration(all.busy));
    const QString busy = all.busyDevices > 1 ? Words::tr("%1 on %2 devices").arg(time).arg(all.busyDevices) : time;
    const QString figures =
        all.self < all.total
            ? Words::tr("%1 spans inside each other · total %2 · self %3 · busy %4")
                  .arg(countText(all.count), qt(formatDuration(all.total)), qt(formatDuration(all.self)), busy)
            : counted(all.count, Words::tr("%1 span · busy %2"), Words::tr("%1 spans · busy %2")).arg(busy);
    return all.repeated == 0 ? figures
                             : Words::tr("%1 · %2 in duplicate rows left out").arg(figures, countText(all.repeated));
  }
  return counted(table.statistics.count, Words::tr("%1 call · host self %2 · GPU self %3"),
                 Words::tr("%1 calls · host self %2 · GPU self %3"))
      .arg(qt(formatDuration(table.ops.hostSelf)), qt(formatDuration(table.ops.deviceSelf)));
}

}  // namespace kernline::ui
