// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/trust/trust_model.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/icons.h"

#include <QIcon>

#include <utility>

namespace kernline::ui {
namespace {

QString severityText(FindingSeverity severity) {
  switch (severity) {
    case FindingSeverity::Lost:
      return Words::tr("Lost");
    case FindingSeverity::Caution:
      return Words::tr("Caution");
    case FindingSeverity::Note:
      break;
  }
  return Words::tr("Note");
}

QIcon severityIcon(FindingSeverity severity) {
  switch (severity) {
    case FindingSeverity::Lost:
      return icon(QStringLiteral("lost"));
    case FindingSeverity::Caution:
      return icon(QStringLiteral("warning"));
    case FindingSeverity::Note:
      break;
  }
  return icon(QStringLiteral("info"));
}

/// As a line of a table begins.
QString capitalised(std::string_view clause) {
  QString text = coreText(clause);
  if (!text.isEmpty()) {
    text[0] = text[0].toUpper();
  }
  return text;
}

QString cellText(const Finding& finding, int column) {
  switch (column) {
    case TrustModel::Severity:
      return severityText(finding.severity);
    case TrustModel::What:
      return capitalised(finding.what);
    case TrustModel::Count:
      return countText(finding.count);
    case TrustModel::Touches:
      return finding.severity == FindingSeverity::Note ? QString() : figureNames(finding.touches);
    case TrustModel::First:
      return coreText(finding.example).simplified();
    default:
      return {};
  }
}

}  // namespace

QString figureNames(Figures figures) {
  QStringList names;
  for (std::size_t f = 0; f < static_cast<std::size_t>(Figure::Count_); ++f) {
    if (figures.contains(static_cast<Figure>(f))) {
      names << coreText(toText(static_cast<Figure>(f)));
    }
  }
  return names.join(Words::tr(", "));
}

void TrustModel::setFindings(std::shared_ptr<const Trust> findings) {
  beginResetModel();
  m_findings = std::move(findings);
  endResetModel();
}

const Finding* TrustModel::finding(int row) const {
  const bool isRow = m_findings && row >= 0 && row < static_cast<int>(m_findings->findings().size());
  return isRow ? &m_findings->findings()[static_cast<std::size_t>(row)] : nullptr;
}

int TrustModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_findings ? 0 : static_cast<int>(m_findings->findings().size());
}

int TrustModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant TrustModel::data(const QModelIndex& index, int role) const {
  const Finding* of = index.isValid() ? finding(index.row()) : nullptr;
  if (of == nullptr) {
    return {};
  }
  switch (role) {
    case Qt::DisplayRole:
      return cellText(*of, index.column());
    case Qt::ToolTipRole:
      return index.column() == Severity ? QString() : cellText(*of, index.column());
    case Qt::DecorationRole:
      return index.column() == Severity ? QVariant(severityIcon(of->severity)) : QVariant();
    case Qt::TextAlignmentRole:
      return index.column() == Count ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    default:
      return {};
  }
}

QVariant TrustModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) {
    return {};
  }
  if (role == Qt::TextAlignmentRole) {
    return section == Count ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) {
    return {};
  }
  const char* const titles[] = {QT_TRANSLATE_NOOP("Words", "Severity"), QT_TRANSLATE_NOOP("Words", "What was found"),
                                QT_TRANSLATE_NOOP("Words", "Count"), QT_TRANSLATE_NOOP("Words", "May be off"),
                                QT_TRANSLATE_NOOP("Words", "First one")};
  return section >= 0 && section < ColumnCount ? Words::tr(titles[section]) : QString();
}

}  // namespace kernline::ui
