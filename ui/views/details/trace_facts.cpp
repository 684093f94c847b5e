// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/trace_facts.h"

#include "core/analysis/quality/missing_records.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <QStringList>

#include <set>
#include <utility>

namespace kernline::ui {
namespace {

QString deviceText(const Device& device) {
  QStringList parts{QStringLiteral("GPU %1").arg(device.id)};
  if (!device.name.empty()) {
    parts << qt(device.name);
  }
  if (device.memoryBytes > 0) {
    parts << qt(formatBytes(static_cast<std::int64_t>(device.memoryBytes)));
  }
  if (device.multiprocessors > 0) {
    parts << Words::tr("%1 SMs").arg(device.multiprocessors);
  }
  return parts.join(QStringLiteral(" · "));
}

/// The devices that did something: headers list every GPU of the machine.
QStringList usedDevices(const Trace& trace) {
  std::set<std::int32_t> used;
  for (const Track& track : trace.tracks()) {
    if (track.kind == TrackKind::Stream && track.spanCount > 0 && track.process != ProcessId::none) {
      used.insert(trace.process(track.process).device);
    }
  }
  QStringList lines;
  for (const Device& device : trace.devices()) {
    if (used.contains(device.id)) {
      lines << deviceText(device);
    }
  }
  return lines;
}

QString ranks(const Trace& trace) {
  std::set<std::int32_t> numbers;
  for (const Process& process : trace.processes()) {
    if (process.rank >= 0) {
      numbers.insert(process.rank);
    }
  }
  QStringList texts;
  for (const std::int32_t rank : numbers) {
    texts << QString::number(rank);
  }
  return texts.join(QStringLiteral(", "));
}

QString sizeText(const SourceFile& source) {
  const QString stored = qt(formatBytes(static_cast<std::int64_t>(source.storedBytes)));
  return source.textBytes == source.storedBytes || source.textBytes == 0
             ? stored
             : Words::tr("%1, %2 of text").arg(stored, qt(formatBytes(static_cast<std::int64_t>(source.textBytes))));
}

}  // namespace

std::vector<Fact> traceFacts(const Trace& trace) {
  std::vector<Fact> facts;
  const auto add = [&](const QString& label, const QString& value, const QString& tip = {}) {
    if (!value.isEmpty()) {
      facts.push_back({label, value, tip});
    }
  };
  if (!trace.sources().empty()) {
    add(Words::tr("Format"), coreText(trace.sources().front().format));
    add(Words::tr("Size"), sizeText(trace.sources().front()));
  }
  add(Words::tr("Length"), qt(formatDuration(trace.bounds().length())), Words::tr("First start to last end"));
  if (trace.baseTimeNs() != 0) {
    add(Words::tr("Started"), wallClock(trace.baseTimeNs() + trace.bounds().begin.ns));
  }
  add(Words::tr("Device"), usedDevices(trace).join(QStringLiteral("\n")));
  if (trace.report()[IssueKind::NoDeviceRecords].count != 0) {
    add(Words::tr("Device data"), Words::tr("No data recorded"), coreText(whyNoDeviceRecords(trace)));
  }
  add(Words::tr("Rank"), ranks(trace), Words::tr("In the distributed job"));
  if (trace.readWindow()) {
    const TimeRange read = trace.readWindow()->read;
    add(Words::tr("Range read"),
        Words::tr("%1 from %2")
            .arg(qt(formatDuration(read.length())), qt(formatDuration(read.begin - trace.bounds().begin))));
  }
  if (!trace.steps().empty()) {
    add(Words::tr("Steps"), countText(trace.steps().size()));
  }
  add(Words::tr("Spans"), countText(trace.spanCount()));
  return facts;
}

}  // namespace kernline::ui
