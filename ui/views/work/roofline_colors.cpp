// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/roofline_colors.h"

#include "core/analysis/causes/trace_analysis.h"
#include "core/model/base/parallel.h"
#include "core/model/trace/changed_source.h"
#include "ui/kit/jobs/workers.h"
#include "ui/kit/language/core_text.h"
#include "ui/views/work/work_device.h"
#include "ui/views/work/work_words.h"

#include <utility>

namespace kernline::ui {
namespace {

using Colors = std::shared_ptr<const WorkColors>;

Expected<Colors> makeWorkColors(const std::shared_ptr<const Trace>& trace, const QString& chosen,
                                const std::stop_token& stop) {
  const std::shared_ptr<const WorkModel> model = causesOf(trace)->work(stop);
  if (auto changed = changedSource(*trace)) {
    return std::unexpected(std::move(*changed));
  }
  if (!model) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  const ReferenceDevice device = deviceCeilings(*trace, chosen);
  const WorkMeter meter(*trace, *model, device.ceilings);
  return std::make_shared<const WorkColors>(
      WorkColors{.levels = workLevels(*trace, *model, meter, defaultThreads(), stop), .note = ceilingsText(device)});
}

}  // namespace

TimelineColoring& TimelineColoring::shared() {
  static TimelineColoring coloring;
  return coloring;
}

void TimelineColoring::setByRoofline(bool isByRoofline) {
  if (isByRoofline != m_isByRoofline) {
    m_isByRoofline = isByRoofline;
    Q_EMIT changed();
  }
}

RooflineColors::RooflineColors(QObject* parent) : QObject(parent) {
  connect(&TimelineColoring::shared(), &TimelineColoring::changed, this, &RooflineColors::restart);
  connect(&WorkDevice::shared(), &WorkDevice::changed, this, &RooflineColors::restart);
}

RooflineColors::~RooflineColors() {
  disposeInBackground(std::move(m_colors));
}

void RooflineColors::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace != m_trace) {
    m_trace = std::move(trace);
    take(nullptr);
    restart();
  }
}

void RooflineColors::restart() {
  m_working = {};
  if (!m_trace || !TimelineColoring::shared().isByRoofline()) {
    take(nullptr);
    return;
  }
  if (!m_colors) {
    take(std::make_shared<const WorkColors>(WorkColors{.levels = {}, .note = tr("Modeling work…")}));
  }
  m_working = Job<Colors>([trace = m_trace, chosen = WorkDevice::shared().chosen()](
                              const std::stop_token& stop, Progress&) { return makeWorkColors(trace, chosen, stop); },
                          [this](Expected<Colors> made) {
                            take(made ? std::move(*made)
                                      : std::make_shared<const WorkColors>(
                                            WorkColors{.levels = {}, .note = coreText(made.error().message)}));
                          });
}

void RooflineColors::take(std::shared_ptr<const WorkColors> colors) {
  if (colors != m_colors) {
    disposeInBackground(std::exchange(m_colors, std::move(colors)));
    Q_EMIT changed();
  }
}

}  // namespace kernline::ui
