// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/search/hits_model.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/details/span_facts.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <utility>

namespace kernline::ui {
namespace {

struct Heading {
  const char* title;
  const char* exactTitle;
};
constexpr std::array<Heading, hitColumnCount> headings{{{QT_TRANSLATE_NOOP("Words", "Name"), "Name"},
                                                        {QT_TRANSLATE_NOOP("Words", "Category"), "Category"},
                                                        {QT_TRANSLATE_NOOP("Words", "Track"), "Track"},
                                                        {QT_TRANSLATE_NOOP("Words", "Start"), "Start (ns)"},
                                                        {QT_TRANSLATE_NOOP("Words", "Duration"), "Duration (ns)"}}};

bool isNumber(HitColumn column) {
  return column == HitColumn::Start || column == HitColumn::Duration;
}

}  // namespace

HitsModel::HitsModel(QObject* parent)
    : QAbstractTableModel(parent), m_rows(std::make_shared<const std::vector<SpanId>>()) {}

void HitsModel::setHits(std::shared_ptr<const Trace> trace, std::shared_ptr<const std::vector<SpanId>> byStart) {
  m_byStart = byStart ? std::move(byStart) : std::make_shared<const std::vector<SpanId>>();
  const bool isOtherTrace = trace != m_trace;
  m_trace = std::move(trace);
  if (isOtherTrace || m_byStart->empty()) {
    m_sorting = {};
    show(m_byStart);  // ids of the trace before mean nothing any more
  }
  arrange();
}

void HitsModel::refreshNames() {
  if (rowCount() > 0) {
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0));
  }
}

void HitsModel::sort(int column, Qt::SortOrder order) {
  m_column = column < 0 ? HitColumn::Start : static_cast<HitColumn>(column);
  m_isDescending = order == Qt::DescendingOrder;
  arrange();
}

void HitsModel::arrange() {
  if (!m_trace || !m_byStart || m_byStart->empty()) {
    return;
  }
  m_sorting =
      Job<Spans>([trace = m_trace, hits = m_byStart, column = m_column, isDescending = m_isDescending](
                     std::stop_token stop, Progress&) { return sortedHits(*trace, hits, column, isDescending, stop); },
                 [this](Expected<Spans> rows) {
                   if (rows) {
                     show(std::move(*rows));
                   }
                 });
}

void HitsModel::show(Spans rows) {
  beginResetModel();
  m_rows = std::move(rows);
  endResetModel();
}

QString HitsModel::text(SpanId span, HitColumn column) const {
  switch (column) {
    case HitColumn::Name:
      return qt(printable(titleOf(*m_trace, span).toStdString()));
    case HitColumn::Category:
      return qt(printable(m_trace->categoryText(span)));
    case HitColumn::Track:
      return qt(printable(placeInWords(*m_trace, span).toStdString()));
    case HitColumn::Start:
      return qt(formatDuration(m_trace->start(span) - m_trace->bounds().begin));
    case HitColumn::Duration:
      return qt(formatDuration(m_trace->duration(span)));
  }
  return {};
}

QString HitsModel::exact(SpanId span, HitColumn column) const {
  switch (column) {
    case HitColumn::Name:
      return qt(m_trace->nameText(span));
    case HitColumn::Start:
      return QString::number(m_trace->start(span).ns);
    case HitColumn::Duration:
      return QString::number(m_trace->duration(span).ns);
    default:
      return text(span, column);
  }
}

QString HitsModel::toTsv(const std::vector<int>& rows) const {
  QStringList lines;
  QStringList cells;
  for (const Heading& heading : headings) {
    cells << QString::fromUtf8(heading.exactTitle);
  }
  lines << cells.join(QLatin1Char('\t'));
  for (const int row : rows) {
    cells.clear();
    for (int column = 0; column < hitColumnCount; ++column) {
      QString cell = exact(spanAt(row), static_cast<HitColumn>(column));
      cells << cell.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
    }
    lines << cells.join(QLatin1Char('\t'));
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

int HitsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(std::min<std::size_t>(m_rows->size(), INT32_MAX));
}

int HitsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : hitColumnCount;
}

QVariant HitsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !m_trace) {
    return {};
  }
  const auto column = static_cast<HitColumn>(index.column());
  switch (role) {
    case Qt::DisplayRole:
      return text(spanAt(index.row()), column);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
      return column == HitColumn::Name ? QVariant(exact(spanAt(index.row()), column)) : QVariant();
    default:
      return {};
  }
}

QVariant HitsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) {
    return {};
  }
  if (role == Qt::DisplayRole) {
    return Words::tr(headings[static_cast<std::size_t>(section)].title);
  }
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue((isNumber(static_cast<HitColumn>(section)) ? Qt::AlignRight : Qt::AlignLeft) |
                               Qt::AlignVCenter);
  }
  if (role == Qt::InitialSortOrderRole) {
    const bool isLength = static_cast<HitColumn>(section) == HitColumn::Duration;
    return static_cast<int>(isLength ? Qt::DescendingOrder : Qt::AscendingOrder);
  }
  return {};
}

}  // namespace kernline::ui
