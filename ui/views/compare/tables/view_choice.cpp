// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/view_choice.h"

#include "core/compare/tables/comparison_text.h"
#include "core/compare/tables/comparison_views.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/named_combo.h"
#include "ui/kit/style/quiet_label.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::size_t maxChoiceName = 40;

/// Words of the core's own are translated, those of the log are as they are.
QString brief(const std::string& text) {
  const QString translated = coreText(text);
  return translated != qt(text) ? translated : qt(elided(text, maxChoiceName));
}

void select(QComboBox& combo, const QVariant& data) {
  combo.setCurrentIndex(std::max(0, combo.findData(data)));
}

/// "Fwd [bytes]" only where two metrics share a title.
QString titleOf(const Measurements& measurements, std::size_t metric) {
  const Metric& at = measurements.metrics[metric];
  const auto sameNamed = std::ranges::count(measurements.metrics, at.title, &Metric::title);
  return brief(sameNamed > 1 ? at.title + " (" + at.key + ")" : at.title);
}

}  // namespace

ViewChoice::ViewChoice(QWidget* parent) : QWidget(parent) {
  auto* lines = new QVBoxLayout(this);
  lines->setContentsMargins(12, 6, 12, 4);
  lines->setSpacing(4);
  m_row = new QHBoxLayout;
  m_row->setSpacing(6);
  lines->addLayout(m_row);
  m_metric = addCombo(tr("Metric"), "compareMetric", tr("Metric to compare"));
  m_beside = addCombo(tr("with"), "compareBeside", tr("Metric of the second chart"));
  m_columns = addCombo(tr("by"), "compareColumns", tr("Horizontal axis"));
  m_rows = addCombo(tr("for each"), "compareRows", tr("Lines and rows"));
  m_baseline = addCombo(tr("baseline"), "compareBaseline", tr("Baseline of the ratios"));
  m_row->addStretch(1);
  m_logX = addToggle(tr("log x"), "compareLogX", tr("Logarithmic horizontal axis"));
  m_logY = addToggle(tr("log y"), "compareLogY", tr("Logarithmic vertical axis"));
  m_fits = addToggle(tr("fits"), "compareFits", tr("Show fitted lines: value ~ n^k"));
  m_relative = addToggle(tr("relative"), "compareRelative", tr("Show ratios to the baseline"));
  m_filters = new QWidget(this);
  auto* filters = new QHBoxLayout(m_filters);
  filters->setContentsMargins(0, 0, 0, 0);
  lines->addWidget(m_filters);
  connect(m_metric, &QComboBox::activated, this, &ViewChoice::chooseMetric);
  connect(m_beside, &QComboBox::activated, this, &ViewChoice::chooseCompanion);
  connect(m_columns, &QComboBox::activated, this, &ViewChoice::chooseColumns);
  connect(m_rows, &QComboBox::activated, this, &ViewChoice::chooseRows);
  connect(m_baseline, &QComboBox::activated, this, &ViewChoice::chooseBaseline);
}

QComboBox* ViewChoice::addCombo(const QString& label, const char* name, const QString& help) {
  auto* text = new QuietLabel(label, this);
  QComboBox* combo = namedCombo(this, name, help);
  combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  combo->setMinimumWidth(60);
  constexpr int maxWidth = 230;
  combo->setMaximumWidth(maxWidth);
  text->setBuddy(combo);
  m_row->addWidget(text);
  m_row->addWidget(combo);
  return combo;
}

QToolButton* ViewChoice::addToggle(const QString& text, const char* name, const QString& help) {
  auto* button = new QToolButton(this);
  button->setObjectName(QString::fromUtf8(name));
  button->setText(text);
  button->setToolTip(help);
  button->setAccessibleName(help);
  button->setCheckable(true);
  button->setFocusPolicy(Qt::TabFocus);
  m_row->addWidget(button);
  connect(button, &QToolButton::clicked, this, &ViewChoice::applyToggles);
  return button;
}

void ViewChoice::setLogs(std::shared_ptr<const ComparedLogs> logs) {
  m_logs = std::move(logs);
  m_style = {};
  m_companion.reset();
  m_fits->setChecked(true);
  m_relative->setChecked(false);
  if (!m_logs->views.empty()) {
    adopt(m_logs->views.front());
  }
}

/// The axes as the data asks for, unless somebody has chosen.
void ViewChoice::adopt(PivotRequest request) {
  m_request = std::move(request);
  m_style.logX.reset();
  m_style.logY.reset();
  const ComparisonChart chart =
      comparisonChart(m_logs->measurements, pivot(m_logs->measurements, m_request), ChartStyle{});
  m_logX->setChecked(chart.x.isLog);
  m_logX->setEnabled(chart.x.isNumeric);
  m_logY->setChecked(chart.y.isLog);
  fillMetrics();
  fillDimensions();
  fillBaselines();
  fillFilters();
  m_relative->setEnabled(m_request.baselineRow.has_value());
  m_style.isRelative = m_relative->isChecked() && m_request.baselineRow.has_value();
}

void ViewChoice::fillMetrics() {
  const Measurements& measurements = m_logs->measurements;
  m_metric->clear();
  m_beside->clear();
  m_beside->addItem(tr("none"), -1);
  std::set<std::size_t> seen;
  for (const PivotRequest& view : m_logs->views) {
    if (seen.insert(view.metric).second) {
      m_metric->addItem(titleOf(measurements, view.metric), static_cast<int>(view.metric));
      if (view.metric != m_request.metric) {
        m_beside->addItem(titleOf(measurements, view.metric), static_cast<int>(view.metric));
      }
    }
  }
  select(*m_metric, static_cast<int>(m_request.metric));
  const auto beside = companion();
  select(*m_beside, beside ? static_cast<int>(beside->metric) : -1);
}

void ViewChoice::fillDimensions() {
  const Measurements& measurements = m_logs->measurements;
  m_columns->clear();
  m_rows->clear();
  m_rows->addItem(tr("none"), -1);
  for (std::size_t d = 0; d < measurements.dimensions.size(); ++d) {
    std::set<std::int32_t> values;
    for (const std::uint32_t number : measurements.valuesOfMetric[m_request.metric]) {
      values.insert(measurements.values[number].at[d]);
    }
    values.erase(noCoordinate);
    const QString title = brief(measurements.dimensions[d].title);
    if (values.size() > 1 || d == m_request.columns) {
      m_columns->addItem(title, static_cast<int>(d));
    }
    if ((values.size() > 1 || d == m_request.rows) && d != m_request.columns) {
      m_rows->addItem(title, static_cast<int>(d));
    }
  }
  select(*m_columns, m_request.columns ? static_cast<int>(*m_request.columns) : -1);
  select(*m_rows, m_request.rows ? static_cast<int>(*m_request.rows) : -1);
}

void ViewChoice::fillBaselines() {
  m_baseline->clear();
  m_baseline->addItem(tr("none"), -1);
  if (m_request.rows) {
    const Pivot made = pivot(m_logs->measurements, m_request);
    for (const std::int32_t row : made.rows) {
      m_baseline->addItem(brief(valueText(m_logs->measurements, m_request.rows, row, "")), row);
    }
  }
  select(*m_baseline, m_request.baselineRow.value_or(-1));
}

/// One for every other dimension on which this metric has several values.
void ViewChoice::fillFilters() {
  qDeleteAll(m_filters->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
  auto* row = static_cast<QHBoxLayout*>(m_filters->layout());
  while (QLayoutItem* item = row->takeAt(0)) {
    delete item;
  }
  const Measurements& measurements = m_logs->measurements;
  int count = 0;
  for (std::size_t d = 0; d < measurements.dimensions.size(); ++d) {
    std::set<std::int32_t> values;
    for (const std::uint32_t number : measurements.valuesOfMetric[m_request.metric]) {
      const Coordinates& at = measurements.values[number].at;
      if (!m_request.columns || at[*m_request.columns] != noCoordinate) {
        values.insert(at[d]);
      }
    }
    values.erase(noCoordinate);
    if (d == m_request.columns || d == m_request.rows || values.size() < 2) {
      continue;
    }
    auto* combo = new QComboBox(m_filters);
    combo->setObjectName(QStringLiteral("compareFilter_") + qt(measurements.dimensions[d].key));
    combo->setAccessibleName(tr("Only %1").arg(coreText(measurements.dimensions[d].title)));
    combo->setMaximumWidth(320);
    combo->addItem(tr("any"), noCoordinate);
    for (const std::int32_t value : values) {
      combo->addItem(brief(valueText(measurements, d, value, "")), value);
    }
    select(*combo, m_request.fixed[d].value_or(noCoordinate));
    row->addWidget(new QuietLabel(brief(measurements.dimensions[d].title), m_filters));
    row->addWidget(combo);
    connect(combo, &QComboBox::activated, this, [this, d, combo] {
      const int value = combo->currentData().toInt();
      m_request.fixed[d] = value == noCoordinate ? std::nullopt : std::optional<std::int32_t>(value);
      fillBaselines();
      Q_EMIT changed();
    });
    ++count;
  }
  row->addStretch(1);
  m_filters->setVisible(count > 0);
}

std::optional<PivotRequest> ViewChoice::companion() const {
  if (!m_logs) {
    return std::nullopt;
  }
  const std::vector<Metric>& metrics = m_logs->measurements.metrics;
  const PivotRequest* best = nullptr;
  for (const PivotRequest& view : m_logs->views) {
    if (m_companion && view.metric == *m_companion && (best == nullptr || view.columns == m_request.columns)) {
      best = &view;
    }
    const bool isCandidate = !m_companion && view.metric != m_request.metric && view.columns == m_request.columns;
    const auto isOther = [&](const PivotRequest& of) {
      return metrics[of.metric].quantity != metrics[m_request.metric].quantity;
    };
    if (isCandidate && (best == nullptr || (isOther(view) && !isOther(*best)))) {
      best = &view;
    }
  }
  if (best == nullptr) {
    return std::nullopt;
  }
  PivotRequest request = *best;
  if (request.rows == m_request.rows) {
    request.baselineRow = m_request.baselineRow;
  }
  return request;
}

void ViewChoice::chooseMetric(int index) {
  const auto metric = static_cast<std::size_t>(m_metric->itemData(index).toInt());
  const auto fits = [&](const PivotRequest& view) {
    return view.metric == metric && view.columns == m_request.columns;
  };
  const auto along = std::ranges::find_if(m_logs->views, fits);
  const auto any = std::ranges::find(m_logs->views, metric, &PivotRequest::metric);
  PivotRequest request = along != m_logs->views.end() ? *along : *any;
  if (request.rows == m_request.rows) {
    request.baselineRow = m_request.baselineRow;
  }
  if (m_companion == metric) {
    m_companion.reset();
  }
  adopt(std::move(request));
  Q_EMIT changed();
}

void ViewChoice::chooseCompanion(int index) {
  const int metric = m_beside->itemData(index).toInt();
  // No metric has the number beyond the last: nothing is shown.
  m_companion = metric < 0 ? m_logs->measurements.metrics.size() : static_cast<std::size_t>(metric);
  Q_EMIT changed();
}

void ViewChoice::chooseColumns(int index) {
  const auto columns = static_cast<std::size_t>(m_columns->itemData(index).toInt());
  adopt(viewOf(m_logs->measurements, m_request.metric, columns));
  Q_EMIT changed();
}

void ViewChoice::chooseRows(int index) {
  const int rows = m_rows->itemData(index).toInt();
  PivotRequest request = m_request;
  request.rows = rows < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(rows));
  request.baselineRow.reset();
  adopt(std::move(request));
  Q_EMIT changed();
}

void ViewChoice::chooseBaseline(int index) {
  const int row = m_baseline->itemData(index).toInt();
  m_request.baselineRow = row == noCoordinate ? std::nullopt : std::optional<std::int32_t>(row);
  m_relative->setEnabled(m_request.baselineRow.has_value());
  if (!m_request.baselineRow) {
    m_relative->setChecked(false);
  }
  m_style.isRelative = m_relative->isChecked();
  Q_EMIT changed();
}

void ViewChoice::applyToggles() {
  m_style.logX = m_logX->isChecked();
  m_style.logY = m_logY->isChecked();
  m_style.showsFits = m_fits->isChecked();
  m_style.isRelative = m_relative->isChecked() && m_request.baselineRow.has_value();
  Q_EMIT changed();
}

}  // namespace kernline::ui
