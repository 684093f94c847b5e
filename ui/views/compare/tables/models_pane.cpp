// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/models_pane.h"

#include "core/compare/tables/comparison_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/compare/tables/choice_text.h"

#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <memory>
#include <utility>

namespace kernline::ui {
namespace {

/// Data of both tables; shared by the functions of their columns.
struct Compared {
  std::shared_ptr<const ComparedLogs> logs;
  ModelComparison models;

  [[nodiscard]] QString value(std::size_t dimension, std::int32_t value) const {
    return value == noCoordinate ? Words::tr("not given")
                                 : briefly(valueText(logs->measurements, dimension, value, ""));
  }
  /// Whether the metric is a time or a rate: less memory is no speed.
  [[nodiscard]] bool isSpeed() const {
    const Quantity quantity = logs->measurements.metrics[models.metric].quantity;
    return quantity == Quantity::Time || quantity == Quantity::Rate || quantity == Quantity::FlopRate ||
           quantity == Quantity::ByteRate;
  }
  [[nodiscard]] QString title(std::size_t dimension) const {
    return briefly(logs->measurements.dimensions[dimension].title);
  }
};

QString times(double ratio) {
  return qt(timesText(ratio));
}

/// Returns columns on the gain over the baseline, over all cells.
std::vector<TableColumn> meanColumns(const std::shared_ptr<const Compared>& of) {
  const auto speed = [of](std::size_t row) -> const ModelSpeed& { return of->models.speeds[row]; };
  return {{.title = of->isSpeed() ? Words::tr("Speed-up") : Words::tr("Better by"),
           .help = Words::tr("How many times better than the baseline: geometric mean over the cases that both have"),
           .kind = ColumnKind::Figure,
           .width = 12,
           .text =
               [speed](std::size_t row) {
                 const bool isBaseline = row == 0;
                 return isBaseline ? Words::tr("baseline") : speed(row).cells == 0 ? QString() : times(speed(row).mean);
               },
           .key = [speed](std::size_t row) { return speed(row).mean; }},
          {.title = Words::tr("Varies by a factor of"),
           .help = Words::tr("Geometric standard deviation: about two thirds of the cases lie between the mean divided "
                             "by this factor and the mean times this factor"),
           .kind = ColumnKind::Figure,
           .width = 22,
           .text =
               [speed](std::size_t row) {
                 return row == 0 || speed(row).cells == 0 ? QString() : qt(factorText(speed(row).spread));
               },
           .key = [speed](std::size_t row) { return speed(row).spread; }}};
}

TableRows speedRows(const std::shared_ptr<const Compared>& of) {
  const auto speed = [of](std::size_t row) -> const ModelSpeed& { return of->models.speeds[row]; };
  TableRows rows;
  rows.count = of->models.speeds.size();
  rows.columns.push_back({.title = of->title(of->models.of),
                          .text = [of, speed](std::size_t row) { return of->value(of->models.of, speed(row).value); }});
  for (TableColumn& column : meanColumns(of)) {
    rows.columns.push_back(std::move(column));
  }
  rows.columns.push_back({.title = Words::tr("Range"),
                          .kind = ColumnKind::Figure,
                          .width = 19,
                          .text =
                              [speed](std::size_t row) {
                                return row == 0 || speed(row).cells == 0
                                           ? QString()
                                           : Words::tr("%1 to %2").arg(times(speed(row).least), times(speed(row).most));
                              },
                          .key = [speed](std::size_t row) { return speed(row).most; }});
  rows.columns.push_back(
      {.title = Words::tr("Best in"),
       .help = Words::tr("Cases won, of those with two or more models"),
       .kind = ColumnKind::Figure,
       .width = 16,
       .text = [of,
                speed](std::size_t row) { return Words::tr("%1 of %2").arg(speed(row).best).arg(of->models.cells); },
       .key = [speed](std::size_t row) { return static_cast<double>(speed(row).best); }});
  return rows;
}

TableRows regionRows(const std::shared_ptr<const Compared>& of) {
  const auto region = [of](std::size_t row) -> const WinnerRegion& { return of->models.regions[row]; };
  TableRows rows;
  rows.count = of->models.regions.size();
  rows.columns.push_back({.title = of->models.by ? of->title(*of->models.by) : Words::tr("All"),
                          .text =
                              [of, region](std::size_t row) {
                                const WinnerRegion& at = region(row);
                                if (!of->models.by) {
                                  return Words::tr("everything");
                                }
                                const QString from = of->value(*of->models.by, at.from);
                                return at.from == at.to
                                           ? from
                                           : Words::tr("%1 to %2").arg(from, of->value(*of->models.by, at.to));
                              },
                          .key = [](std::size_t row) { return static_cast<double>(row); }});
  rows.columns.push_back({.title = Words::tr("Best"), .width = 14, .text = [of, region](std::size_t row) {
                            return of->value(of->models.of, region(row).winner);
                          }});
  rows.columns.push_back(
      {.title = Words::tr("Won"),
       .help = Words::tr("Cases won, of those with two or more models"),
       .kind = ColumnKind::Figure,
       .width = 15,
       .text = [region](std::size_t row) { return Words::tr("%1 of %2").arg(region(row).won).arg(region(row).cells); },
       .key = [region](std::size_t row) { return static_cast<double>(region(row).won); }});
  rows.columns.push_back({.title = Words::tr("Lead"),
                          .help = Words::tr("How many times better than the best of the others, by geometric mean"),
                          .kind = ColumnKind::Figure,
                          .width = 16,
                          .text = [region](std::size_t row) { return times(region(row).mean); },
                          .key = [region](std::size_t row) { return region(row).mean; }});
  return rows;
}

/// "fwd_ms against pytorch: 63 comparable cases; dtype: fp32".
QString titleOf(const Compared& of, const PivotRequest& conditions) {
  const Measurements& measurements = of.logs->measurements;
  const bool isChosen = conditions.baselineRow == of.models.baseline;
  QString text = (isChosen ? Words::tr("%1 against %2: %3") : Words::tr("%1 against %2, as no baseline is chosen: %3"))
                     .arg(metricTitle(measurements, of.models.metric), of.value(of.models.of, of.models.baseline),
                          counted(of.models.cells, Words::tr("%1 comparable case"), Words::tr("%1 comparable cases")));
  for (const std::size_t d : of.models.alongside) {
    text += QStringLiteral("; ") + Words::tr("each with its own %1").arg(of.title(d));
  }
  if (of.models.ambiguous > 0) {
    text += QStringLiteral("; ") + counted(of.models.ambiguous, Words::tr("%1 case with several values left out"),
                                           Words::tr("%1 cases with several values left out"));
  }
  const std::string fixed = fixedText(measurements, conditions);
  return fixed.empty() ? text : text + QStringLiteral("; ") + qt(fixed);
}

}  // namespace

ModelsPane::ModelsPane(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("compareModels"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 0, 4, 0);
  layout->setSpacing(2);
  m_speedsView = addTable(m_speedsTitle, m_speeds, "compareModelSpeeds", tr("Speed-up over all comparable cases"));
  m_regionsView = addTable(m_regionsTitle, m_regions, "compareModelRegions", tr("The best by region"));
}

QTableView* ModelsPane::addTable(QLabel*& title, RowsModel*& model, const char* name, const QString& help) {
  title = new ElidedLabel({}, this);
  title->setObjectName(QString::fromUtf8(name) + QStringLiteral("Title"));
  model = new RowsModel(this);
  QTableView* view = makePlainTable(model, name, help, this);
  view->setSelectionMode(QAbstractItemView::SingleSelection);
  makeSortable(*view);
  layout()->addWidget(title);
  layout()->addWidget(view);
  return view;
}

void ModelsPane::showModels(std::shared_ptr<const ComparedLogs> logs, std::optional<ModelComparison> models,
                            const PivotRequest& conditions) {
  m_models = std::move(models);
  setVisible(m_models.has_value());
  if (!m_models) {
    return;
  }
  const auto of = std::make_shared<const Compared>(Compared{std::move(logs), *m_models});
  m_speedsTitle->setText(titleOf(*of, conditions));
  m_regionsTitle->setText(of->models.by ? tr("Best by %1").arg(of->title(*of->models.by)) : tr("Best"));
  m_speeds->setRows(speedRows(of));
  m_regions->setRows(regionRows(of));
  arrangeColumns(*m_speedsView, m_speeds->rows());
  arrangeColumns(*m_regionsView, m_regions->rows());
}

}  // namespace kernline::ui
