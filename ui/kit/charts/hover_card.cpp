// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/hover_card.h"

#include "core/analysis/counters/counter_text.h"
#include "core/analysis/counters/counter_value.h"
#include "core/analysis/steps/step_title.h"
#include "core/model/format/byte_units.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/one_line.h"
#include "ui/kit/style/shown_names.h"

#include <QFontMetrics>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

constexpr std::size_t maxTitleBytes = 1200;  // bytes; the details panel has the rest
constexpr int padding = 9;
constexpr int titleWidth = 440;
constexpr int columnGap = 14;

QString oneLine(std::string_view text) {
  return qt(printable(text));
}

QString timeText(Duration duration) {
  return qt(formatDuration(duration));
}

QString sinceStart(const Trace& trace, Time time) {
  return timeText(time - trace.bounds().begin);
}

QString trackText(const Trace& trace, TrackId id) {
  const Track& track = trace.track(id);
  const QString title = oneLine(trace.text(track.title));
  return track.process == ProcessId::none
             ? title
             : oneLine(trace.text(trace.process(track.process).title)) + QStringLiteral(" › ") + title;
}

/// The one place on the timeline that has room for all of a kernel's name.
std::string wholeName(const Trace& trace, SpanId span) {
  const bool isSpelledOut = trace.kind(span) == SpanKind::Kernel && ShownNames::style() != NameStyle::Raw;
  return isSpelledOut ? kernelNameIn(NameStyle::Demangled, trace.nameText(span)) : std::string(trace.nameText(span));
}

QFont boldened(QFont font) {
  font.setWeight(QFont::DemiBold);
  return font;
}

void addLaunchFacts(const Trace& trace, SpanId span, HoverCard& card) {
  if (isDeviceActivity(trace.kind(span))) {
    if (const SpanId call = trace.launchOf(span); call != SpanId::none) {
      const Duration latency = trace.start(span) - trace.start(call);
      card.facts.push_back({Words::tr("Launched by"), oneLine(trace.nameText(call))});
      card.facts.push_back({Words::tr("Launch to start"), timeText(latency)});
    }
    if (has(trace.flags(span), SpanFlags::GraphReplay)) {
      card.facts.push_back({Words::tr("CUDA graph"), Words::tr("graph replay; operator not recorded")});
    }
  } else if (const std::span<const Launch> launched = trace.launchedBy(span); !launched.empty()) {
    const SpanId first = launched.front().activity;
    const QString count = launched.size() == 1 ? oneLine(shownName(trace, first)).left(120)
                                               : Words::tr("%1 device operations").arg(countText(launched.size()));
    card.facts.push_back({Words::tr("Launches"), count});
    card.facts.push_back({Words::tr("Launch to start"), timeText(trace.start(first) - trace.start(span))});
  }
  if (const SpanId op = trace.opOf(span); op != SpanId::none && op != span) {
    card.facts.push_back({Words::tr("Operator"), oneLine(trace.nameText(op))});
  }
}

}  // namespace

QSize HoverCard::sizeIn(const QFont& font) const {
  const QFontMetrics bold(boldened(font));
  const QFontMetrics normal(font);
  const QRect titleRect =
      bold.boundingRect(QRect(0, 0, titleWidth, 2000), Qt::TextWordWrap | Qt::TextWrapAnywhere, title);
  int labels = 0;
  int values = 0;
  for (const Fact& fact : facts) {
    labels = std::max(labels, normal.horizontalAdvance(fact.label));
    values = std::max(values, normal.horizontalAdvance(fact.value) + 2);  // fractions of a pixel would elide it
  }
  const int factWidth = facts.empty() ? 0 : labels + columnGap + std::min(values, titleWidth - labels - columnGap);
  const int factHeight = facts.empty() ? 0 : 5 + static_cast<int>(facts.size()) * (normal.height() + 1);
  return {std::max(titleRect.width(), factWidth) + 2 * padding, titleRect.height() + factHeight + 2 * padding};
}

QRect HoverCard::rectBeside(QPoint pointer, QSize canvas, const QFont& font) const {
  const QSize size = sizeIn(font);
  QPoint corner = pointer + QPoint(14, 18);
  if (corner.x() + size.width() > canvas.width() - 4) {
    corner.setX(std::max(4, pointer.x() - size.width() - 12));
  }
  if (corner.y() + size.height() > canvas.height() - 4) {
    corner.setY(std::max(4, pointer.y() - size.height() - 12));
  }
  return {corner, size};
}

void HoverCard::paint(QPainter& painter, QRect rect, const QFont& font, const TimelinePalette& palette) const {
  painter.setPen(QColor(palette.cardEdge));
  painter.setBrush(QColor(palette.card));
  painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
  const QRect inside = rect.adjusted(padding, padding, -padding, -padding);
  const QFontMetrics normal(font);
  painter.setFont(boldened(font));
  painter.setPen(QColor(palette.text));
  QRect used;
  painter.drawText(inside, Qt::TextWordWrap | Qt::TextWrapAnywhere, title, &used);
  int labels = 0;
  for (const Fact& fact : facts) {
    labels = std::max(labels, normal.horizontalAdvance(fact.label));
  }
  painter.setFont(font);
  int y = used.bottom() + 6;
  const int valueLeft = inside.left() + labels + columnGap;
  for (const Fact& fact : facts) {
    const QRect line(inside.left(), y, inside.width(), normal.height());
    painter.setPen(QColor(palette.dimText));
    drawOneLine(painter, line, Qt::AlignLeft, fact.label);
    painter.setPen(QColor(palette.text));
    const QRect valueRect(valueLeft, y, inside.right() - valueLeft + 1, normal.height());
    drawOneLine(painter, valueRect, Qt::AlignLeft, normal.elidedText(fact.value, Qt::ElideRight, valueRect.width()));
    y += normal.height() + 1;
  }
}

QString HoverCard::text() const {
  QString all = title;
  for (const Fact& fact : facts) {
    all += QStringLiteral("\n") + fact.label + QStringLiteral(": ") + fact.value;
  }
  return all;
}

HoverCard describeSpan(const Trace& trace, SpanId span) {
  HoverCard card;
  const std::string name = wholeName(trace, span);
  card.title = name.empty() ? Words::tr("(no name)") : oneLine(std::string_view(name).substr(0, maxTitleBytes));
  if (name.size() > maxTitleBytes) {
    card.title += QStringLiteral("…");
  }
  card.facts.push_back({Words::tr("Duration"), timeText(trace.duration(span))});
  card.facts.push_back({Words::tr("Start"), sinceStart(trace, trace.start(span))});
  if (!trace.categoryText(span).empty()) {
    card.facts.push_back({Words::tr("Category"), oneLine(trace.categoryText(span))});
  }
  card.facts.push_back({Words::tr("Track"), trackText(trace, trace.trackOf(span))});
  addLaunchFacts(trace, span, card);
  if (has(trace.flags(span), SpanFlags::Unfinished)) {
    card.facts.push_back({Words::tr("Note"), Words::tr("no end in the file; drawn to the end of its track")});
  } else if (has(trace.flags(span), SpanFlags::Repaired)) {
    card.facts.push_back({Words::tr("Note"), Words::tr("time repaired on import")});
  }
  return card;
}

namespace {

constexpr double maxBytes = 9e18;  // limit of 64 bits

/// "1.500 GiB (1 610 612 736 B)".
QString exactCounterText(const Trace& trace, const Counter& counter, double value) {
  const QString text = counterValueText(trace, counter, value);
  const bool isRounded =
      isInBytes(trace, counter) && std::abs(value) >= byteSymbols().step && std::abs(value) < maxBytes;
  return isRounded ? QStringLiteral("%1 (%2 B)").arg(text, qt(formatCount(std::llround(value)))) : text;
}

}  // namespace

QString counterValueText(const Trace& trace, const Counter& counter, double value) {
  return qt(counterText(trace, counter, value));
}

QString counterTitle(const Trace& trace, const Counter& counter) {
  return oneLine(counterName(trace, counter));
}

HoverCard describeCounter(const Trace& trace, CounterId id, Time time) {
  const Counter& counter = trace.counters()[index(id)];
  const std::optional<CounterSample> sample = counterSampleAt(trace, counter, time);
  if (!sample) {
    return {};
  }
  HoverCard card;
  card.title = counterTitle(trace, counter);
  card.facts.push_back({Words::tr("Value"),
                        sample->value ? exactCounterText(trace, counter, *sample->value) : Words::tr("Not sampled")});
  card.facts.push_back({Words::tr("Since"), sinceStart(trace, sample->since)});
  card.facts.push_back({Words::tr("Range"), Words::tr("%1 to %2")
                                                .arg(counterValueText(trace, counter, counter.minimum),
                                                     counterValueText(trace, counter, counter.maximum))});
  return card;
}

HoverCard describeInstant(const Trace& trace, const Instant& instant) {
  HoverCard card;
  card.title = instant.name == StringId::empty ? Words::tr("(no name)")
                                               : oneLine(trace.text(instant.name).substr(0, maxTitleBytes));
  card.facts.push_back({Words::tr("Instant at"), sinceStart(trace, instant.time)});
  if (!trace.categoryText(instant.category).empty()) {
    card.facts.push_back({Words::tr("Category"), oneLine(trace.categoryText(instant.category))});
  }
  if (instant.track != TrackId::none) {
    card.facts.push_back({Words::tr("Track"), trackText(trace, instant.track)});
  }
  return card;
}

HoverCard describeStep(const Trace& trace, const Step& step) {
  HoverCard card;
  card.title = oneLine(stepTitle(trace, step));
  card.facts.push_back({Words::tr("Step length"), timeText(step.range.length())});
  card.facts.push_back({Words::tr("Start"), sinceStart(trace, step.range.begin)});
  if (step.process != ProcessId::none) {
    card.facts.push_back({Words::tr("Process"), oneLine(trace.text(trace.process(step.process).title))});
  }
  return card;
}

}  // namespace kernline::ui
