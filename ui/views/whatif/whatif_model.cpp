// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/whatif/whatif_model.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <utility>

namespace kernline::ui {

namespace {

QString rangeText(const Undisturbed& step) {
  const QString low = qt(formatDuration(step.low));
  const QString high = qt(formatDuration(step.high));
  return step.isDoubtful() ? Words::tr("%1 to %2, doubtful").arg(low, high) : Words::tr("%1 to %2").arg(low, high);
}

}  // namespace

WhatIfModel::WhatIfModel(QObject* parent) : TreeRowsModel(WhatIfTable::none, ColumnCount, Share, parent) {}

void WhatIfModel::setTable(std::shared_ptr<const WhatIfTable> table) {
  beginResetModel();
  m_table = std::move(table);
  endResetModel();
}

int WhatIfModel::childCount(std::uint32_t row) const {
  return m_table ? static_cast<int>(m_table->children(row).size()) : 0;
}

std::uint32_t WhatIfModel::child(std::uint32_t row, int place) const {
  return m_table->children(row)[static_cast<std::size_t>(place)];
}

std::uint32_t WhatIfModel::parentOf(std::uint32_t row) const {
  return m_table->line(row).parent;
}

int WhatIfModel::placeOf(std::uint32_t row) const {
  return m_table ? m_table->line(row).position : -1;
}

std::optional<Undisturbed> WhatIfModel::step(std::uint32_t row) const {
  const WhatIfTable::Line& line = m_table->line(row);
  if (line.parent != WhatIfTable::none || line.answer == WhatIfTable::none) {
    return std::nullopt;
  }
  const auto& answer = m_table->answers()[line.answer].answer;
  return answer ? std::optional(answer->changed.value_or(answer->undisturbed)) : std::nullopt;
}

std::optional<Duration> WhatIfModel::perStep(std::uint32_t row) const {
  const WhatIfTable::Line& line = m_table->line(row);
  if (line.answer == WhatIfTable::none) {
    return m_table->base()->recorded;
  }
  if (const PathRow* path = m_table->path(row)) {
    return m_table->answers()[line.answer].answer->perStep(path->total);
  }
  if (const HiddenRow* hidden = m_table->hidden(row)) {
    return m_table->answers()[line.answer].answer->perStepOfRank(hidden->total);
  }
  if (line.overhead != WhatIfTable::none) {
    return m_table->answers()[line.answer].answer->overhead[line.overhead].cost;
  }
  const auto made = step(row);
  return made ? std::optional(made->likely) : std::nullopt;
}

QString WhatIfModel::text(std::uint32_t row, int column) const {
  const WhatIfTable::Line& line = m_table->line(row);
  const PathRow* path = m_table->path(row);
  const HiddenRow* hidden = m_table->hidden(row);
  const auto made = step(row);
  const auto time = perStep(row);
  switch (column) {
    case Name:
      return m_table->text(row);
    case PerStep:
      return time ? qt(formatDuration(*time)) : QString();
    case Share:
      return path != nullptr || (time && isMarked(row)) ? qt(formatShare(share(row))) : QString();
    case Range:
      if (hidden != nullptr) {
        return Words::tr("slack %1").arg(qt(formatDuration(hidden->medianSlack)));
      }
      return made ? rangeText(*made) : QString();
    case Saved:
      return made && line.answer > 0 ? qt(formatDuration(m_table->base()->undisturbed.likely - made->likely))
                                     : QString();
    default:
      return path != nullptr     ? qt(formatCount(path->count))
             : hidden != nullptr ? qt(formatCount(hidden->count))
                                 : QString();
  }
}

QString WhatIfModel::fullName(std::uint32_t row) const {
  if (const PathRow* path = m_table->path(row); path != nullptr && !path->name.empty()) {
    return qt(path->name);
  }
  const QString text = m_table->text(row);
  const WhatIfTable::Line& line = m_table->line(row);
  const QString typed = isMarked(row) && line.answer != WhatIfTable::none ? m_table->answers()[line.answer].text : text;
  return typed.isEmpty() || typed == text ? text : text + QStringLiteral("\n") + typed;
}

double WhatIfModel::share(std::uint32_t row) const {
  const auto ratio = [](Duration part, Duration of) {
    return of.ns > 0 ? static_cast<double>(part.ns) / static_cast<double>(of.ns) : 0;
  };
  if (const PathRow* path = m_table->path(row)) {
    return ratio(path->total, m_table->answers()[m_table->line(row).answer].answer->pathLength);
  }
  const auto time = perStep(row);
  return time && isMarked(row) ? ratio(*time, m_table->base()->recorded) : 0;
}

bool WhatIfModel::isMarked(std::uint32_t row) const {
  return m_table->line(row).parent == WhatIfTable::none;
}

QString WhatIfModel::title(int column) const {
  switch (column) {
    case Name:
      return Words::tr("Step");
    case PerStep:
      return Words::tr("Per step");
    case Share:
      return Words::tr("Share");
    case Range:
      return Words::tr("Range");
    case Saved:
      return Words::tr("Saved");
    default:
      return Words::tr("Count");
  }
}

QString WhatIfModel::help(int column) const {
  switch (column) {
    case Name:
      return Words::tr("A step, and below it its critical path, from the end backwards");
    case PerStep:
      return Words::tr("Duration, mean of the counted steps");
    case Share:
      return Words::tr("Share of the recorded step; in rows below a step, share of that step");
    case Range:
      return Words::tr(
          "Range of the step in about nine of ten runs. Off the critical path: the median slack, by which "
          "work may start later without a longer step");
    case Saved:
      return Words::tr("Reduction of the step time without the profiler");
    default:
      return Words::tr("Activities in all counted steps");
  }
}

}  // namespace kernline::ui
