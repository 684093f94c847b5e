// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/view_choice.h"

#include "core/compare/tables/comparison_text.h"
#include "core/compare/tables/pivot.h"
#include "ui/kit/style/named_combo.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/compare/tables/choice_text.h"
#include "ui/views/compare/tables/filter_row.h"

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

void select(QComboBox& combo, const QVariant& data) {
  combo.setCurrentIndex(std::max(0, combo.findData(data)));
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
  m_better = namedCombo(this, "compareBetter", tr("Which values of the metric are better; its name does not say"));
  m_row->addWidget(m_better);
  m_row->addStretch(1);
  m_logX = addToggle(tr("log x"), "compareLogX", tr("Logarithmic horizontal axis"));
  m_logY = addToggle(tr("log y"), "compareLogY", tr("Logarithmic vertical axis"));
  m_fits = addToggle(tr("fits"), "compareFits", tr("Show fitted lines: value ~ n^k"));
  m_relative = addToggle(tr("relative"), "compareRelative", tr("Show ratios to the baseline"));
  m_filters = new FilterRow(m_view, this);
  lines->addWidget(m_filters);
  connect(m_metric, &QComboBox::activated, this,
          [this](int index) { chooseMetric(static_cast<std::size_t>(m_metric->itemData(index).toInt())); });
  connect(m_beside, &QComboBox::activated, this, &ViewChoice::chooseCompanion);
  connect(m_columns, &QComboBox::activated, this, [this](int index) {
    if (const int columns = m_columns->itemData(index).toInt(); columns >= 0) {
      chooseColumns(static_cast<std::size_t>(columns));
    }
  });
  connect(m_rows, &QComboBox::activated, this, [this](int index) {
    const int rows = m_rows->itemData(index).toInt();
    chooseRows(rows < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(rows)));
  });
  connect(m_baseline, &QComboBox::activated, this, &ViewChoice::chooseBaseline);
  connect(m_better, &QComboBox::activated, this, &ViewChoice::chooseBetter);
  connect(m_filters, &FilterRow::changed, this, [this] {
    follow();
    Q_EMIT changed();
  });
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

void ViewChoice::setLogs(std::shared_ptr<const ComparedLogs> logs, bool goesOn) {
  m_logs = std::move(logs);
  const ChosenView before = std::exchange(m_view, ChosenView(m_logs));
  m_companion.reset();
  if (goesOn) {
    m_view.carryOver(before);
  } else {
    m_style = {};
    m_fits->setChecked(true);
    m_relative->setChecked(false);
  }
  if (!m_logs->views.empty()) {
    follow();
  }
}

/// The axes as the data asks for, unless somebody has chosen.
void ViewChoice::follow() {
  const ComparisonChart chart = comparisonChart(m_logs->measurements, pivot(m_logs->measurements, request()),
                                                {.logX = m_style.logX, .logY = m_style.logY});
  m_logX->setChecked(chart.x.isLog);
  m_logX->setEnabled(chart.x.isNumeric);
  m_logY->setChecked(chart.y.isLog);
  fillMetrics();
  fillDimensions();
  fillBaselines();
  fillBetter();
  m_filters->follow(m_logs);
  followBaseline();
}

/// Follows another metric or dimension.
void ViewChoice::followAnew() {
  m_style.logX.reset();
  m_style.logY.reset();
  follow();
  Q_EMIT changed();
}

void ViewChoice::followBaseline() {
  const bool hasBaseline = request().baselineRow.has_value();
  m_relative->setEnabled(hasBaseline);
  if (!hasBaseline) {
    m_relative->setChecked(false);
  }
  m_style.isRelative = m_relative->isChecked();
}

void ViewChoice::fillMetrics() {
  const Measurements& measurements = m_logs->measurements;
  m_metric->clear();
  m_beside->clear();
  m_beside->addItem(tr("none"), -1);
  std::set<std::size_t> seen;
  for (const PivotRequest& view : m_logs->views) {
    if (seen.insert(view.metric).second) {
      m_metric->addItem(metricTitle(measurements, view.metric), static_cast<int>(view.metric));
      if (view.metric != request().metric) {
        m_beside->addItem(metricTitle(measurements, view.metric), static_cast<int>(view.metric));
      }
    }
  }
  select(*m_metric, static_cast<int>(request().metric));
  const auto beside = companion();
  select(*m_beside, beside ? static_cast<int>(beside->metric) : -1);
  m_beside->setEnabled(!request().facets);  // their charts take the room
}

void ViewChoice::fillDimensions() {
  const Measurements& measurements = m_logs->measurements;
  m_columns->clear();
  m_rows->clear();
  m_rows->addItem(tr("none"), -1);
  if (!request().columns) {
    m_columns->addItem(tr("none"), -1);
  }
  for (std::size_t d = 0; d < measurements.dimensions.size(); ++d) {
    std::set<std::int32_t> values;
    for (const std::uint32_t number : measurements.valuesOfMetric[request().metric]) {
      values.insert(measurements.values[number].at[d]);
    }
    values.erase(noCoordinate);
    const QString title = briefly(measurements.dimensions[d].title);
    if (values.size() > 1 || d == request().columns) {
      m_columns->addItem(title, static_cast<int>(d));
    }
    if (values.size() > 1 || d == request().rows) {
      m_rows->addItem(title, static_cast<int>(d));
    }
  }
  select(*m_columns, request().columns ? static_cast<int>(*request().columns) : -1);
  select(*m_rows, request().rows ? static_cast<int>(*request().rows) : -1);
}

void ViewChoice::fillBaselines() {
  m_baseline->clear();
  m_baseline->addItem(tr("none"), -1);
  if (request().rows) {
    const Pivot made = pivot(m_logs->measurements, request());
    for (const std::int32_t row : made.rows) {
      m_baseline->addItem(briefly(valueText(m_logs->measurements, request().rows, row, "")), row);
    }
  }
  select(*m_baseline, request().baselineRow.value_or(-1));
}

/// Offers the direction for metrics whose names do not imply one.
void ViewChoice::fillBetter() {
  m_better->clear();
  m_better->addItem(tr("better: not known"), static_cast<int>(Better::Unknown));
  m_better->addItem(tr("less is better"), static_cast<int>(Better::Less));
  m_better->addItem(tr("more is better"), static_cast<int>(Better::More));
  select(*m_better, static_cast<int>(request().better.value_or(Better::Unknown)));
  m_better->setVisible(m_logs->measurements.metrics[request().metric].better == Better::Unknown);
}

std::optional<PivotRequest> ViewChoice::companion() const {
  if (!m_logs || m_view.request().facets) {
    return std::nullopt;
  }
  const std::vector<Metric>& metrics = m_logs->measurements.metrics;
  const PivotRequest* best = nullptr;
  for (const PivotRequest& view : m_logs->views) {
    if (m_companion && view.metric == *m_companion && (best == nullptr || view.columns == request().columns)) {
      best = &view;
    }
    const bool isCandidate = !m_companion && view.metric != request().metric && view.columns == request().columns;
    const auto isOther = [&](const PivotRequest& of) {
      return metrics[of.metric].quantity != metrics[request().metric].quantity;
    };
    if (isCandidate && (best == nullptr || (isOther(view) && !isOther(*best)))) {
      best = &view;
    }
  }
  if (best == nullptr) {
    return std::nullopt;
  }
  if (auto same = m_view.requestFor(best->metric)) {
    return same;
  }
  PivotRequest own = *best;
  own.without = request().without;
  return own;
}

void ViewChoice::chooseMetric(std::size_t metric) {
  m_view.chooseMetric(metric);
  if (m_companion == metric) {
    m_companion.reset();
  }
  followAnew();
}

void ViewChoice::chooseCompanion(int index) {
  const int metric = m_beside->itemData(index).toInt();
  // The number beyond the last means no metric.
  m_companion = metric < 0 ? m_logs->measurements.metrics.size() : static_cast<std::size_t>(metric);
  Q_EMIT changed();
}

void ViewChoice::chooseColumns(std::size_t dimension) {
  m_view.chooseColumns(dimension);
  followAnew();
}

void ViewChoice::chooseRows(std::optional<std::size_t> dimension) {
  m_view.chooseRows(dimension);
  followAnew();
}

void ViewChoice::chooseBaseline(int index) {
  const int row = m_baseline->itemData(index).toInt();
  m_view.chooseBaseline(row == noCoordinate ? std::nullopt : std::optional<std::int32_t>(row));
  followBaseline();
  Q_EMIT changed();
}

void ViewChoice::chooseBetter(int index) {
  m_view.chooseBetter(static_cast<Better>(m_better->itemData(index).toInt()));
  Q_EMIT changed();
}

void ViewChoice::applyToggles() {
  m_style.logX = m_logX->isChecked();
  m_style.logY = m_logY->isChecked();
  m_style.showsFits = m_fits->isChecked();
  m_style.isRelative = m_relative->isChecked() && request().baselineRow.has_value();
  Q_EMIT changed();
}

}  // namespace kernline::ui
