// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/device_note_rows.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/figure_marks.h"
#include "ui/kit/style/shown_names.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kernline::ui {
namespace {

constexpr double minLabeledWidth = 13;  // pixels
constexpr double notePointingSlack = 2;
constexpr int hatchStrength = 70;

TimeRange pixelRange(const TimeAxis& axis, int x) {
  return {axis.timeAt(x), axis.timeAt(x + 1)};
}

/// The label of an interval that is wide enough.
struct NoteLabel {
  const FigureMark& mark;
  QString text;
  bool isHatched = false;
};

/// The text where there is room, else the letter of its mark.
void paintLabel(QPainter& painter, const NoteLabel& label, QRectF rect) {
  if (label.isHatched) {
    QColor ink = markInk();
    ink.setAlpha(hatchStrength);
    painter.fillRect(rect, QBrush(ink, Qt::BDiagPattern));
  }
  const QRectF text = rect.adjusted(3, 0, -3, 0);
  const QFontMetricsF metrics(painter.font());
  const bool hasRoom = metrics.horizontalAdvance(label.text) + 4 <= text.width();
  const QString shown = hasRoom ? label.text : QString(label.mark.letter);
  // The text is on plain color: a hatch behind it would make it hard to read.
  const double width = metrics.horizontalAdvance(shown);
  const QRectF plate(hasRoom ? text.left() : rect.center().x() - width / 2, rect.top(), width, rect.height());
  painter.fillRect(plate.adjusted(-2, 1, 2, -1), label.mark.color);
  painter.setPen(markInk());
  painter.drawText(plate, Qt::AlignCenter, shown);
}

TimeRange rangeOf(const IdleInterval& interval) {
  return interval.range;
}

TimeRange rangeOf(const PathPiece& piece) {
  return shownRange(piece);
}

/// The label of every interval that is wide enough; others are stepped over a pixel at a time.
template <typename Notes, typename LabelOf>
void paintLabels(QPainter& painter, const Notes& notes, const TimeAxis& axis, QRect row, const LabelOf& labelOf) {
  std::size_t hint = 0;
  for (double x = 0; x < axis.width();) {
    const auto* interval = notes.from(axis.timeAt(x), hint);
    if (interval == nullptr || rangeOf(*interval).begin >= axis.range().end) {
      return;
    }
    const double left = std::max(axis.xOf(rangeOf(*interval).begin), 0.0);
    const double right = std::min(axis.xOf(rangeOf(*interval).end), static_cast<double>(axis.width()));
    if (right - left >= minLabeledWidth) {
      paintLabel(painter, labelOf(*interval), QRectF(left, row.top(), right - left, row.height()));
    }
    x = std::max(std::ceil(right), x + 1);
  }
}

NoteLabel labelOf(const IdleInterval& interval) {
  const FigureMark& mark = markOf(interval.cause);
  return {.mark = mark, .text = mark.name(), .isHatched = true};
}

NoteLabel labelOf(const Trace& trace, const PathPiece& piece) {
  const FigureMark& mark = markOf(piece.kind);
  const bool isNamed = piece.span != SpanId::none && piece.kind != PathKind::Gap;
  return {.mark = mark, .text = isNamed ? qt(printable(shownName(trace, piece.span))) : mark.name()};
}

/// The depth at the top of the curve.
void paintScale(QPainter& painter, const QueueNotes& notes, QRect row, const TimelinePalette& palette) {
  const QString maxText = qt(formatCount(std::llround(notes.maxDepth())));
  const QRect box(2, row.top() + 1, painter.fontMetrics().horizontalAdvance(maxText) + 8,
                  painter.fontMetrics().height());
  QColor backing(palette.background);
  backing.setAlpha(200);
  painter.fillRect(box, backing);
  painter.setPen(QColor(palette.dimText));
  painter.drawText(box, Qt::AlignCenter, maxText);
}

/// Returns the notes of a row on a device; nullptr for other rows.
const DeviceNote* noteOf(const TimelineScene& scene, const TimelineRow& row) {
  const bool isOfDevice = row.kind == TimelineRowKind::Idle || row.kind == TimelineRowKind::Queue;
  return isOfDevice && scene.deviceNotes() != nullptr ? scene.deviceNotes()->of(row.process) : nullptr;
}

/// Returns the notes of the row of the critical path; nullptr for other rows.
const PathNotes* pathOf(const TimelineScene& scene, const TimelineRow& row) {
  return row.kind == TimelineRowKind::Path ? scene.pathNotes() : nullptr;
}

/// The interval of `notes` that overlaps `near`; nullptr if none does.
template <typename Notes>
auto intervalIn(const Notes& notes, TimeRange near) {
  const auto* interval = notes.from(near.begin);
  return interval == nullptr || rangeOf(*interval).begin >= near.end ? nullptr : interval;
}

/// Short enough for a card.
QString briefly(IdleCause cause) {
  constexpr std::array<const char*, idleCauseCount> texts{
      QT_TRANSLATE_NOOP("Words", "the host launched the work too late"),
      QT_TRANSLATE_NOOP("Words", "the host or the stream was waiting"),
      QT_TRANSLATE_NOOP("Words", "a memcpy blocked the host or started late"),
      QT_TRANSLATE_NOOP("Words", "a collective blocked the host or started late"),
      QT_TRANSLATE_NOOP("Words", "launched into an empty queue, up to 30 µs"),
      QT_TRANSLATE_NOOP("Words", "already queued, started within 30 µs"),
      QT_TRANSLATE_NOOP("Words", "between operations of one CUDA graph"),
      QT_TRANSLATE_NOOP("Words", "no launch recorded, or cause unknown")};
  return Words::tr(texts[static_cast<std::size_t>(cause)]);
}

HoverCard describeIdle(const TimelineScene& scene, const DeviceNote& note, TimeRange near) {
  const Trace& trace = *scene.trace();
  const IdleInterval* interval = intervalIn(note.idle, near);
  if (interval == nullptr) {
    return {};
  }
  const FigureMark& mark = markOf(interval->cause);
  HoverCard card{.title = Words::tr("Idle: %1").arg(mark.name().toLower()), .facts = {}};
  card.facts.push_back({Words::tr("Duration"), qt(formatDuration(interval->range.length()))});
  const auto name = [&](SpanId span) { return qt(printable(shownName(trace, span))); };
  if (interval->blamed != SpanId::none) {
    card.facts.push_back({Words::tr("Caused by"), name(interval->blamed)});
  }
  if (interval->next != SpanId::none && interval->next != interval->blamed) {
    card.facts.push_back({Words::tr("Followed by"), name(interval->next)});
  }
  if (interval->followsSync) {
    card.facts.push_back({Words::tr("Preceded by"), Words::tr("a synchronization that drained the device")});
  }
  card.facts.push_back({Words::tr("Meaning"), briefly(interval->cause)});
  return card;
}

}  // namespace

void paintNoteLabels(QPainter& painter, const TimelineScene& scene, const TimelinePalette& palette) {
  if (scene.deviceNotes() == nullptr && scene.pathNotes() == nullptr) {
    return;
  }
  const TimeAxis axis = scene.time().axis();
  for (const TimelineRow* row : scene.rows().inSight()) {
    const DeviceNote* note = noteOf(scene, *row);
    const PathNotes* path = pathOf(scene, *row);
    if (note == nullptr && path == nullptr) {
      continue;
    }
    const QRect area(0, scene.rows().toViewY(*row), axis.width(), row->height - TimelineLayout::rowGap);
    const int covered = row->top < scene.rows().stuckHeight() ? 0 : scene.rows().stuckHeight();
    painter.save();
    painter.setClipRect(QRect(0, covered, axis.width(), scene.rows().height() - covered), Qt::IntersectClip);
    if (path != nullptr && !path->problem().isEmpty()) {
      painter.setPen(QColor(palette.dimText));
      painter.drawText(area.adjusted(4, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft,
                       painter.fontMetrics().elidedText(path->problem(), Qt::ElideRight, area.width() - 8));
    } else if (path != nullptr) {
      paintLabels(painter, *path, axis, area, [&](const PathPiece& piece) { return labelOf(*scene.trace(), piece); });
    } else if (row->kind == TimelineRowKind::Idle) {
      paintLabels(painter, note->idle, axis, area, [](const IdleInterval& interval) { return labelOf(interval); });
    } else {
      paintScale(painter, note->queue, area, palette);
    }
    painter.restore();
  }
}

HoverCard describeNote(const TimelineScene& scene, const TimelineRow& row, double x) {
  if (const PathNotes* path = pathOf(scene, row)) {
    const PathPiece* piece = intervalIn(*path, scene.time().axis().around(x, notePointingSlack));
    if (!path->problem().isEmpty()) {
      return {.title = Words::tr("Critical path"), .facts = {{Words::tr("Reason"), path->problem()}}};
    }
    return piece == nullptr ? HoverCard{} : describePiece(*scene.trace(), *piece);
  }
  const DeviceNote* note = noteOf(scene, row);
  if (note == nullptr) {
    return {};
  }
  if (row.kind == TimelineRowKind::Idle) {
    return describeIdle(scene, *note, scene.time().axis().around(x, notePointingSlack));
  }
  const ValueRange depth = note->queue.depthIn(pixelRange(scene.time().axis(), static_cast<int>(x)));
  const QString min = qt(formatCount(std::llround(depth.min)));
  const QString max = qt(formatCount(std::llround(depth.max)));
  return {.title = Words::tr("Queue depth"),
          .facts = {{Words::tr("Depth"), min == max ? min : Words::tr("%1 to %2").arg(min, max)},
                    {Words::tr("Meaning"), Words::tr("launched by the host, not yet finished by the device")}}};
}

SpanId spanOfNoteAt(const TimelineScene& scene, QPointF position) {
  if (!scene.trace() || position.x() < 0 || position.y() < 0) {
    return SpanId::none;
  }
  const TimelineRow* row = scene.rows().rowAt(static_cast<int>(std::floor(position.y())));
  if (row == nullptr) {
    return SpanId::none;
  }
  const TimeRange near = scene.time().axis().around(position.x(), notePointingSlack);
  if (const PathNotes* path = pathOf(scene, *row)) {
    const PathPiece* piece = intervalIn(*path, near);
    return piece == nullptr ? SpanId::none : piece->span;
  }
  const DeviceNote* note = row->kind == TimelineRowKind::Idle ? noteOf(scene, *row) : nullptr;
  const IdleInterval* interval = note == nullptr ? nullptr : intervalIn(note->idle, near);
  return interval == nullptr ? SpanId::none : interval->blamed != SpanId::none ? interval->blamed : interval->next;
}

}  // namespace kernline::ui
