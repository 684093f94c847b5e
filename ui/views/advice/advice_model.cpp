// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/advice/advice_model.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <utility>

namespace kernline::ui {

AdviceModel::AdviceModel(QObject* parent) : TreeRowsModel(AdviceTable::none, ColumnCount, Share, parent) {}

void AdviceModel::setTable(std::shared_ptr<const AdviceTable> table) {
  beginResetModel();
  m_table = std::move(table);
  endResetModel();
}

int AdviceModel::childCount(std::uint32_t row) const {
  return m_table ? static_cast<int>(m_table->children(row).size()) : 0;
}

std::uint32_t AdviceModel::child(std::uint32_t row, int place) const {
  return m_table->children(row)[static_cast<std::size_t>(place)];
}

std::uint32_t AdviceModel::parentOf(std::uint32_t row) const {
  return m_table->line(row).parent;
}

int AdviceModel::placeOf(std::uint32_t row) const {
  return m_table ? m_table->line(row).position : -1;
}

QString AdviceModel::text(std::uint32_t row, int column) const {
  if (column == Name) {
    return m_table->text(row);
  }
  const AdviceTable::Line& line = m_table->line(row);
  const AdviceRow& shown = m_table->row(row);
  if (line.place != AdviceTable::none && column == All) {
    return qt(formatDuration(shown.places[line.place].range.length()));
  }
  const AdviceCause* cause = m_table->cause(row);
  if (line.parent != AdviceTable::none && cause == nullptr) {
    return {};
  }
  const Advice& advice = m_table->advice();
  const Duration bound = cause != nullptr ? cause->bound : shown.bound;
  switch (column) {
    case Bound:
      return qt(formatDuration(advice.mean(bound)));
    case Likely:
      return cause != nullptr ? QString() : qt(formatDuration(advice.mean(shown.likely)));
    case Share:
      return qt(formatShare(advice.share(bound)));
    case All:
      return qt(formatDuration(advice.perDevice(bound)));
    default:
      return cause != nullptr ? QString() : coreText(toText(shown.confidence));
  }
}

QString AdviceModel::fullName(std::uint32_t row) const {
  return m_table->text(row);
}

double AdviceModel::share(std::uint32_t row) const {
  if (const AdviceCause* cause = m_table->cause(row)) {
    return m_table->advice().share(cause->bound);
  }
  return m_table->line(row).parent == AdviceTable::none ? m_table->advice().share(m_table->row(row).bound) : 0;
}

bool AdviceModel::isMarked(std::uint32_t row) const {
  return m_table->line(row).parent == AdviceTable::none;
}

QString AdviceModel::title(int column) const {
  switch (column) {
    case Name:
      return Words::tr("What to optimize");
    case Bound:
      return m_table && m_table->advice().steps > 0 ? Words::tr("Max saving per step") : Words::tr("At most");
    case Likely:
      return Words::tr("Without profiler");
    case Share:
      return Words::tr("Share");
    case All:
      return Words::tr("Total saving");
    default:
      return Words::tr("Confidence");
  }
}

QString AdviceModel::help(int column) const {
  switch (column) {
    case Name:
      return Words::tr("Suggested change. Expand it for figures and examples");
    case Bound:
      return Words::tr("Maximum saving. Savings do not overlap, so they can be added up");
    case Likely:
      return Words::tr("Estimated saving without the profiler. Rows are sorted by it, weighted by confidence and ease");
    case Share:
      return Words::tr("Share of the analyzed time");
    case All:
      return Words::tr("Over all steps; for an example, its duration");
    default:
      return Words::tr("How likely the saving is");
  }
}

}  // namespace kernline::ui
