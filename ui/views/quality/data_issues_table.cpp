// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/quality/data_issues_table.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/icons.h"

#include <QIcon>

namespace kernline::ui {
namespace {

QString severityText(DataIssueSeverity severity) {
  switch (severity) {
    case DataIssueSeverity::Lost:
      return Words::tr("Lost");
    case DataIssueSeverity::Caution:
      return Words::tr("Caution");
    case DataIssueSeverity::Note:
      break;
  }
  return Words::tr("Hint");
}

QIcon severityIcon(DataIssueSeverity severity) {
  switch (severity) {
    case DataIssueSeverity::Lost:
      return icon(QStringLiteral("lost"));
    case DataIssueSeverity::Caution:
      return icon(QStringLiteral("warning"));
    case DataIssueSeverity::Note:
      break;
  }
  return icon(QStringLiteral("info"));
}

/// Capitalizes a clause, as at the beginning of a table's line.
QString capitalised(std::string_view clause) {
  QString text = coreText(clause);
  if (!text.isEmpty()) {
    text[0] = text[0].toUpper();
  }
  return text;
}

TableColumn withTip(TableColumn column) {
  column.tip = column.text;
  return column;
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

TableRows DataIssuesTable::rows(const std::shared_ptr<const DataQuality>& issues) {
  const auto of = [issues](std::size_t row) -> const DataIssue& { return issues->issues()[row]; };
  TableColumn severity{.title = Words::tr("Severity"),
                       .width = 14,
                       .text = [of](std::size_t row) { return severityText(of(row).severity); },
                       .other =
                           [of](std::size_t row, int role) {
                             return role == Qt::DecorationRole ? QVariant(severityIcon(of(row).severity)) : QVariant();
                           }};
  return {.count = issues ? issues->issues().size() : 0,
          .columns = {severity,
                      withTip({.title = Words::tr("Data issue"),
                               .text = [of](std::size_t row) { return capitalised(of(row).what); }}),
                      withTip({.title = Words::tr("Count"),
                               .kind = ColumnKind::Figure,
                               .width = 11,
                               .text = [of](std::size_t row) { return countText(of(row).count); }}),
                      withTip({.title = Words::tr("Affected figures"),
                               .width = 34,
                               .text =
                                   [of](std::size_t row) {
                                     const bool isNote = of(row).severity == DataIssueSeverity::Note;
                                     return isNote ? QString() : figureNames(of(row).affects);
                                   }}),
                      withTip({.title = Words::tr("First occurrence"), .width = 26, .text = [of](std::size_t row) {
                                 return coreText(of(row).example).simplified();
                               }})}};
}

}  // namespace kernline::ui
