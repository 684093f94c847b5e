// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/span_work.h"

#include "ui/views/work/work_device.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

namespace kernline::ui {

SpanWork spanWork(TraceAnalysis& analysis, std::vector<SpanId> launched, const QString& device,
                  const std::stop_token& stop) {
  const std::shared_ptr<const WorkModel> model = launched.empty() ? nullptr : analysis.work(stop);
  if (!model) {
    return {};
  }
  const WorkMeter meter(analysis.trace(), *model, deviceCeilings(analysis.trace(), device).ceilings);
  const WorkQuery query{.by = WorkQuery::By::Op,
                        .among = std::make_shared<const std::vector<SpanId>>(std::move(launched))};
  TraceWork work = traceWork(analysis.trace(), *model, meter, query, stop);
  WorkFigures figures = work.all;
  constexpr std::uint64_t one = 1;
  for (std::uint64_t* count : {&figures.count, &figures.modeledCount, &figures.rooflineCount}) {
    *count = std::min(*count, one);
  }
  return {.figures = figures, .calls = std::move(work.rows)};
}

}  // namespace kernline::ui
