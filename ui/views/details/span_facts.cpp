// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/span_facts.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/kind_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/shown_names.h"

#include <QDateTime>
#include <QStringList>

#include <utility>

namespace kernline::ui {
namespace {

QString flagsText(const Trace& trace, SpanId span) {
  const SpanFlags flags = trace.flags(span);
  QStringList words;
  if (has(flags, SpanFlags::Unfinished)) {
    words << Words::tr("Unfinished: no end in the file; drawn to the end of its thread");
  }
  if (has(flags, SpanFlags::Repaired)) {
    words << Words::tr("Repaired: its duration was missing or impossible in the file");
  }
  if (has(flags, SpanFlags::Overlapping)) {
    words << Words::tr("Overlaps another span of its track; drawn on a separate lane");
  }
  if (has(flags, SpanFlags::GraphReplay)) {
    words << Words::tr("Part of a CUDA graph replay: many kernels, one launch");
  }
  if (has(flags, SpanFlags::OutsideBounds)) {
    words << Words::tr("At time 0 in a trace with epoch times; excluded from the trace's range");
  }
  return words.join(QStringLiteral("\n"));
}

}  // namespace

QString titleOf(const Trace& trace, SpanId span) {
  const std::string_view name = trace.nameText(span);
  if (name.empty()) {
    return Words::tr("(no name)");
  }
  return qt(shownName(trace, span));
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
  const auto add = [&](const QString& label, const QString& value, const QString& tip = {}) {
    if (!value.isEmpty()) {
      facts.push_back({label, value, tip});
    }
  };
  add(Words::tr("Kind"), kindText(trace.kind(span)));
  add(Words::tr("Category"), qt(trace.categoryText(span)), Words::tr("As in the file"));
  add(Words::tr("Where"), placeInWords(trace, span));
  add(Words::tr("Start"), qt(formatExactDuration(trace.start(span) - trace.bounds().begin)),
      Words::tr("From the start of the trace"));
  add(Words::tr("Duration"), qt(formatExactDuration(trace.duration(span))));
  if (trace.baseTimeNs() != 0) {
    add(Words::tr("Wall clock"), wallClock(trace.baseTimeNs() + trace.start(span).ns),
        Words::tr("Base time of the file plus the start"));
  }
  add(Words::tr("Note"), flagsText(trace, span));
  return facts;
}

Fact selfTimeFact(Duration self, Duration whole) {
  QString value = qt(formatExactDuration(self));
  if (whole.ns > 0) {
    const double share = static_cast<double>(self.ns) / static_cast<double>(whole.ns);
    value += QStringLiteral("  (%1)").arg(qt(formatShare(share)));
  }
  return {Words::tr("Self time"), value, Words::tr("Duration without nested spans on its thread")};
}

}  // namespace kernline::ui
