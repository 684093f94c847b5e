// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/filter_row.h"

#include "core/compare/tables/comparison_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/flow_layout.h"
#include "ui/kit/style/named_combo.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/compare/tables/choice_text.h"
#include "ui/views/compare/tables/chosen_view.h"
#include "ui/views/compare/tables/values_button.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>

#include <set>

namespace kernline::ui {
namespace {

constexpr int noFacets = -1;
// Entries of a filter besides its values
constexpr int asNeeded = -1;
constexpr int medianOfAll = -2;

}  // namespace

FilterRow::FilterRow(ChosenView& view, QWidget* parent) : QWidget(parent), m_view(view) {
  constexpr int spacing = 6;
  setLayout(new FlowLayout(nullptr, spacing));
  m_facetsLabel = new QuietLabel(tr("one chart per"), this);
  m_facets = fittingCombo(this, "compareFacets", tr("Small multiples: one chart per value of a dimension"));
  m_facetsLabel->setBuddy(m_facets);
  layout()->addWidget(m_facetsLabel);
  layout()->addWidget(m_facets);
  connect(m_facets, &QComboBox::activated, this, [this](int index) {
    const int dimension = m_facets->itemData(index).toInt();
    m_view.chooseFacets(dimension == noFacets ? std::nullopt : std::optional(static_cast<std::size_t>(dimension)));
    Q_EMIT changed();
  });
}

void FilterRow::follow(const std::shared_ptr<const ComparedLogs>& logs) {
  if (logs != m_logs) {
    for (const auto& [dimension, part] : m_parts) {
      for (QWidget* widget : {static_cast<QWidget*>(part.label), static_cast<QWidget*>(part.filter),
                              static_cast<QWidget*>(part.values)}) {
        delete widget;
      }
    }
    m_parts.clear();
    m_logs = logs;
  }
  fillFacets();
  bool hasAny = m_facets->count() > 1;
  for (std::size_t d = 0; d < m_logs->measurements.dimensions.size(); ++d) {
    const bool hasSeveral = m_view.valuesOf(d).size() > 1;
    const bool isLaidOut = m_view.isLaidOut(d);
    Part* part = hasSeveral ? &partOf(d, isLaidOut) : nullptr;
    if (part != nullptr) {
      isLaidOut ? fillValues(d, *part) : fillFilter(d, *part);
      hasAny = true;
    }
    const auto known = m_parts.find(d);
    if (known == m_parts.end()) {
      continue;
    }
    if (known->second.filter != nullptr) {
      known->second.label->setVisible(hasSeveral && !isLaidOut);
      known->second.filter->setVisible(hasSeveral && !isLaidOut);
    }
    if (known->second.values != nullptr) {
      known->second.values->setVisible(hasSeveral && isLaidOut);
    }
  }
  setVisible(hasAny);
  updateGeometry();
}

/// Made when first needed, and reused: a user of the keyboard keeps the focus.
FilterRow::Part& FilterRow::partOf(std::size_t dimension, bool isLaidOut) {
  Part& part = m_parts[dimension];
  const Dimension& of = m_logs->measurements.dimensions[dimension];
  if (isLaidOut && part.values == nullptr) {
    part.values = new ValuesButton(this);
    part.values->setObjectName(QStringLiteral("compareValues_") + qt(of.key));
    layout()->addWidget(part.values);
    connect(part.values, &ValuesButton::leftOutChanged, this, [this, dimension](const std::set<std::int32_t>& values) {
      m_view.leaveOut(dimension, values);
      Q_EMIT changed();
    });
  } else if (!isLaidOut && part.filter == nullptr) {
    part.label = new QuietLabel(briefly(of.title), this);
    const QByteArray name = (QStringLiteral("compareFilter_") + qt(of.key)).toUtf8();
    part.filter = fittingCombo(this, name.constData(), tr("Only %1").arg(coreText(of.title)));
    layout()->addWidget(part.label);
    layout()->addWidget(part.filter);
    connect(part.filter, &QComboBox::activated, this, [this, dimension, combo = part.filter](int index) {
      chooseFilter(dimension, combo->itemData(index).toInt());
    });
  }
  return part;
}

void FilterRow::fillFacets() {
  m_facets->clear();
  m_facets->addItem(tr("none"), noFacets);
  const PivotRequest& request = m_view.request();
  for (std::size_t d = 0; d < m_logs->measurements.dimensions.size(); ++d) {
    if (d != request.columns && d != request.rows && m_view.valuesOf(d).size() > 1) {
      m_facets->addItem(briefly(m_logs->measurements.dimensions[d].title), static_cast<int>(d));
    }
  }
  m_facets->setCurrentIndex(m_facets->findData(request.facets ? static_cast<int>(*request.facets) : noFacets));
  m_facets->setVisible(m_facets->count() > 1);
  m_facetsLabel->setVisible(m_facets->count() > 1);
}

/// The first entry names a value that is shown by default.
void FilterRow::fillFilter(std::size_t dimension, Part& part) {
  const Measurements& measurements = m_logs->measurements;
  const ChosenView::Filter filter = m_view.filter(dimension);
  const auto textOf = [&](std::int32_t value) { return briefly(valueText(measurements, dimension, value, "")); };
  part.filter->clear();
  part.filter->addItem(!filter.isChosen && filter.value ? tr("all, %1 shown").arg(textOf(*filter.value)) : tr("all"),
                       asNeeded);
  for (const std::int32_t value : m_view.valuesOf(dimension)) {
    if (!m_view.leftOut(dimension).contains(value)) {
      part.filter->addItem(textOf(value), value);
    }
  }
  part.filter->addItem(tr("median of all"), medianOfAll);
  const int chosen = filter.isMedian ? medianOfAll : filter.isChosen && filter.value ? *filter.value : asNeeded;
  part.filter->setCurrentIndex(std::max(0, part.filter->findData(chosen)));
}

void FilterRow::fillValues(std::size_t dimension, Part& part) {
  const Measurements& measurements = m_logs->measurements;
  ValuesButton::Values values;
  for (const std::int32_t value : m_view.valuesOf(dimension)) {
    values.emplace_back(value, briefly(valueText(measurements, dimension, value, "")));
  }
  part.values->setValues(briefly(measurements.dimensions[dimension].title), std::move(values),
                         m_view.leftOut(dimension));
}

void FilterRow::chooseFilter(std::size_t dimension, int choice) {
  if (choice == medianOfAll) {
    m_view.takeMedian(dimension);
  } else {
    m_view.filterBy(dimension, choice == asNeeded ? std::nullopt : std::optional<std::int32_t>(choice));
  }
  Q_EMIT changed();
}

}  // namespace kernline::ui
