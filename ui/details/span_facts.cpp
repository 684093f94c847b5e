// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/span_facts.h"

#include "core/format/quantity.h"
#include "ui/style/qt_text.h"
#include "ui/style/shown_names.h"

#include <QDateTime>
#include <QStringList>

#include <utility>

namespace kernline::ui {
namespace {

QString flagsInWords(const Trace& trace, SpanId span) {
  const SpanFlags flags = trace.flags(span);
  QStringList words;
  if (has(flags, SpanFlags::Unfinished)) {
    words << QStringLiteral("Unfinished: never ended in the file, drawn to the end of its thread");
  }
  if (has(flags, SpanFlags::Repaired)) {
    words << QStringLiteral("Repaired: its length was absent or impossible in the file");
  }
  if (has(flags, SpanFlags::Overlapping)) {
    words << QStringLiteral("Overlaps a neighbour of its row, so it sits on a lane of its own");
  }
  if (has(flags, SpanFlags::GraphReplay)) {
    words << QStringLiteral("Part of a CUDA graph replay: many kernels, one launch");
  }
  if (has(flags, SpanFlags::OutsideBounds)) {
    words << QStringLiteral("At time 0 beside epoch times: not counted in the trace's range");
  }
  return words.join(QStringLiteral("\n"));
}

}  // namespace

QString titleOf(const Trace& trace, SpanId span) {
  const std::string_view name = trace.nameText(span);
  if (name.empty()) {
    return QStringLiteral("(no name)");
  }
  return qt(shownName(trace, span));
}

QString kindInWords(SpanKind kind) {
  switch (kind) {
    case SpanKind::Kernel:
      return QStringLiteral("Kernel");
    case SpanKind::Memcpy:
      return QStringLiteral("Copy on the device");
    case SpanKind::Memset:
      return QStringLiteral("Fill on the device");
    case SpanKind::DeviceSync:
      return QStringLiteral("Synchronisation on the device");
    case SpanKind::DeviceAnnotation:
      return QStringLiteral("Annotation projected on the device");
    case SpanKind::Runtime:
      return QStringLiteral("Runtime or driver call");
    case SpanKind::Op:
      return QStringLiteral("Operator");
    case SpanKind::PythonFunction:
      return QStringLiteral("Python function");
    case SpanKind::Annotation:
      return QStringLiteral("Annotation");
    case SpanKind::Overhead:
      return QStringLiteral("The profiler's own overhead");
    case SpanKind::Other:
      break;
  }
  return QStringLiteral("Span");
}

QString placeInWords(const Trace& trace, SpanId span) {
  const Track& track = trace.track(trace.trackOf(span));
  QStringList parts;
  if (track.process != ProcessId::none) {
    parts << qt(trace.text(trace.process(track.process).title));
  }
  parts << qt(trace.text(track.title));
  parts.removeAll(QString());
  return parts.join(QStringLiteral(" · "));
}

QString wallClock(std::int64_t utcNs) {
  constexpr std::int64_t nsPerSecond = 1'000'000'000;
  std::int64_t seconds = utcNs / nsPerSecond;
  std::int64_t rest = utcNs % nsPerSecond;
  if (rest < 0) {
    rest += nsPerSecond;
    --seconds;
  }
  return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) +
         QStringLiteral(".%1 UTC").arg(rest, 9, 10, QLatin1Char('0'));
}

std::vector<Fact> spanFacts(const Trace& trace, SpanId span) {
  std::vector<Fact> facts;
  const auto add = [&](const char* label, const QString& value, const char* tip = "") {
    if (!value.isEmpty()) {
      facts.push_back({QString::fromUtf8(label), value, QString::fromUtf8(tip)});
    }
  };
  add("Kind", kindInWords(trace.kind(span)));
  add("Category", qt(trace.categoryText(span)), "As the file spells it");
  add("Where", placeInWords(trace, span));
  add("Start", qt(formatDuration(trace.start(span) - trace.bounds().begin)), "From the start of the trace");
  add("Duration", qt(formatDuration(trace.duration(span))));
  if (trace.baseTimeNs() != 0) {
    add("Wall clock", wallClock(trace.baseTimeNs() + trace.start(span).ns), "The file's base time plus the start");
  }
  add("Note", flagsInWords(trace, span));
  return facts;
}

Fact selfTimeFact(Duration self, Duration whole) {
  QString value = qt(formatDuration(self));
  if (whole.ns > 0) {
    const double share = static_cast<double>(self.ns) / static_cast<double>(whole.ns);
    value += QStringLiteral("  (%1)").arg(qt(formatShare(share)));
  }
  return {QStringLiteral("Self time"), value, QStringLiteral("Duration without what runs inside of it on its thread")};
}

}  // namespace kernline::ui
