// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/row_titles.h"

#include "core/model/format/printable_text.h"
#include "core/model/trace/titles.h"
#include "ui/kit/charts/hover_card.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <algorithm>

namespace kernline::ui {

namespace {

QString named(const Trace& trace, StringId text) {
  return qt(printable(trace.text(text)));
}

QString deviceTitle(const Trace& trace, std::int32_t number) {
  if (number < 0) {
    return Words::tr("Host");
  }
  const auto process = std::ranges::find(trace.processes(), number, &Process::device);
  const QString plain = process == trace.processes().end() ? QStringLiteral("GPU %1").arg(number)
                                                           : qt(deviceNumber(*process, trace.strings()));
  const std::string_view model = deviceModel(number, trace.devices());
  return model.empty() ? plain : plain + QStringLiteral(" · ") + qt(printable(model));
}

QString sortTitle(std::int32_t number) {
  switch (static_cast<TrackKind>(number)) {
    case TrackKind::Stream:
      return Words::tr("Streams");
    case TrackKind::DeviceOther:
      return Words::tr("Annotations and other device tracks");
    case TrackKind::Thread:
      return Words::tr("Threads");
    case TrackKind::Async:
      return Words::tr("Async tracks");
    case TrackKind::Steps:
      return Words::tr("Steps");
    case TrackKind::Bookkeeping:
      return Words::tr("Profiler tracks");
  }
  return Words::tr("Counters");
}

QString plainTitle(const Trace& trace, RowId row) {
  switch (row.of) {
    case RowClass::Root:
      return {};
    case RowClass::Pinned:
      return Words::tr("Pinned");
    case RowClass::Process:
      return row.number < 0 ? Words::tr("No process") : named(trace, trace.process(row.process()).title);
    case RowClass::Device:
      return deviceTitle(trace, row.number);
    case RowClass::Rank:
      return row.number < 0 ? Words::tr("No rank") : Words::tr("Rank %1").arg(row.number);
    case RowClass::Sort:
      return sortTitle(row.number);
    case RowClass::Path:
      return Words::tr("critical path");
    case RowClass::Idle:
      return Words::tr("idle, by cause");
    case RowClass::Queue:
      return Words::tr("queue depth");
    case RowClass::Track:
      return named(trace, trace.track(row.track()).title);
    case RowClass::Counter:
      return counterTitle(trace, trace.counters()[index(row.counter())]);
  }
  return {};
}

}  // namespace

QString rowTitle(const Trace& trace, RowId row) {
  const QString title = plainTitle(trace, row);
  return title.isEmpty() ? Words::tr("(no name)") : title;
}

QString rowTitleIn(const Trace& trace, RowId row, RowId group) {
  const ProcessId process = processOf(trace, row);
  QString title = rowTitle(trace, row);
  if (row.isGroup() || process == ProcessId::none || group.of == RowClass::Process) {
    return title;
  }
  // The number of a device is enough for the little space.
  const std::int32_t device = trace.process(process).device;
  return title + QStringLiteral(" · ") +
         (device >= 0 ? QStringLiteral("GPU %1").arg(device) : rowTitle(trace, rowOf(process)));
}

ProcessId processOf(const Trace& trace, RowId row) {
  switch (row.of) {
    case RowClass::Track:
      return trace.track(row.track()).process;
    case RowClass::Counter:
      return trace.counters()[index(row.counter())].process;
    case RowClass::Idle:
    case RowClass::Queue:
      return ProcessId{static_cast<std::uint32_t>(row.number)};
    default:
      return row.process();
  }
}

}  // namespace kernline::ui
