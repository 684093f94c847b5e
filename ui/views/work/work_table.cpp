// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/work_table.h"

#include "core/analysis/causes/key_kinds.h"
#include "core/analysis/causes/span_filter.h"
#include "core/analysis/steps/step_of_spans.h"
#include "core/model/trace/changed_source.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/shown_names.h"

#include <utility>

namespace kernline::ui {
namespace {

/// Returns nullptr if rows are calls.
const KeyKind* keyOf(WorkBy by) {
  switch (by) {
    case WorkBy::Kernel:
      return keyKind("name");
    case WorkBy::Family:
      return keyKind("family");
    case WorkBy::Module:
      return keyKind("module");
    case WorkBy::Phase:
      return keyKind("phase");
    case WorkBy::Shape:
    case WorkBy::Op:
      break;
  }
  return nullptr;
}

QString nameOf(const WorkTable& table, const WorkRow& row, const KeyKind* key) {
  if (row.name.empty()) {
    return coreText((key != nullptr ? key : keyKind("name"))->missing);
  }
  if (key != nullptr && key->isWord) {
    return coreText(row.name);
  }
  // Work without an operator has its kernel's name, in any kind of rows.
  const bool isKernel = row.longest != SpanId::none && table.trace->kind(row.longest) == SpanKind::Kernel &&
                        row.name == table.trace->nameText(row.longest);
  return qt(shownName(*table.trace, row.name, isKernel));
}

Error workStopped() {
  return {Error::Kind::Canceled, Phrase::tr("Stopped.")};
}

/// Returns nullopt if stopped.
std::optional<WorkQuery> queryOf(const WorkTable& table, const std::stop_token& stop) {
  WorkQuery query{.by = table.request.by == WorkBy::Shape ? WorkQuery::By::Shape
                        : table.request.by == WorkBy::Op  ? WorkQuery::By::Op
                                                          : WorkQuery::By::Work,
                  .range = table.launched ? std::nullopt : table.request.range,
                  .among = table.launched,
                  .measured = table.measured};
  if (const KeyKind* key = keyOf(table.request.by)) {
    query.key = key->make(*table.causes, stop);
    if (!query.key) {
      return {};
    }
  }
  if (!table.request.filter.isEmpty()) {
    const ActivityList left = filteredSpans(
        *table.causes, spanFilter(table.request.filter.toStdString()), SpanKinds::deviceActivities(),
        *keyKinds().data(), [](std::string_view label) { return coreText(label).toStdString(); }, stop);
    if (!left) {
      return {};
    }
    query.among = inBoth(left, table.launched);
  }
  return query;
}

double shareOfTime(Duration part, Duration all) {
  return all.ns > 0 ? static_cast<double>(part.ns) / static_cast<double>(all.ns) : 0;
}

}  // namespace

double WorkTable::share(std::size_t number) const {
  return shareOfTime(figures(number).kernelTime, work.all.kernelTime);
}

double WorkTable::modeledShare() const {
  return shareOfTime(work.all.modeled, work.all.kernelTime);
}

Expected<std::shared_ptr<const WorkTable>> makeWorkTable(std::shared_ptr<const Trace> trace, const WorkRequest& request,
                                                         const std::stop_token& stop) {
  auto table = std::make_shared<WorkTable>();
  table->trace = std::move(trace);
  table->causes = causesOf(table->trace);
  table->request = request;
  table->device = deviceCeilings(*table->trace, request.device);
  table->model = table->causes->work(stop);
  if (request.range) {
    const std::shared_ptr<const FoundSteps> steps = table->causes->steps(stop);
    table->launched = steps ? activitiesOfStepRange(*table->trace, *steps, request.range) : nullptr;
  }
  table->measured = table->causes->measured();
  const std::optional<WorkQuery> query = table->model ? queryOf(*table, stop) : std::nullopt;
  if (auto changed = changedSource(*table->trace)) {
    return std::unexpected(std::move(*changed));
  }
  if (!query) {
    return std::unexpected(workStopped());
  }
  const WorkMeter meter(*table->trace, *table->model, table->device.ceilings);
  table->work = traceWork(*table->trace, *table->model, meter, *query, stop);
  if (request.filter.isEmpty()) {
    const std::shared_ptr<const FoundSteps> steps = request.range ? nullptr : table->causes->steps(stop);
    const std::vector<std::uint32_t> stepOf =
        steps ? stepOfActivities(*table->trace, *steps, stop) : std::vector<std::uint32_t>();
    const std::vector<Step> onDevices =
        steps ? stepsAsDevicesEndThem(*table->trace, *steps, stop) : std::vector<Step>();
    table->utilization =
        workUtilization(*table->trace, *table->model, meter, request.range, table->launched,
                        onDevices.empty() ? WorkOfSteps{} : WorkOfSteps{.steps = onDevices, .stepOf = stepOf});
  }
  for (const WorkCall& call : table->model->calls) {
    if (const std::string_view peak = meter.peakName(call); !peak.empty()) {
      table->peaks.emplace(peak);
    }
  }
  for (const WorkRow& row : table->work.rows) {
    table->names.push_back(nameOf(*table, row, keyOf(request.by)));
    table->families.push_back(kernelFamily(table->trace->text(row.kernels.front())));
  }
  if (stop.stop_requested()) {
    return std::unexpected(workStopped());
  }
  return table;
}

}  // namespace kernline::ui
