// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/heat_page.h"

#include "ui/kit/language/core_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/named_combo.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/compare/ranks/heat_legend.h"
#include "ui/views/compare/ranks/heat_view.h"
#include "ui/views/compare/ranks/heat_words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int heatPageMargin = 8;

QLabel* labelFor(const QString& text, QComboBox* combo) {
  auto* label = new QLabel(text, combo->parentWidget());
  label->setBuddy(combo);
  return label;
}

}  // namespace

HeatPage::HeatPage(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("heatPage"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, heatPageMargin / 2, 0, 0);
  column->setSpacing(heatPageMargin / 2);
  column->addLayout(makeBar());
  m_places = new QStackedLayout;
  auto* splitter = new QSplitter(Qt::Horizontal, this);
  splitter->setChildrenCollapsible(false);
  auto* chart = new QWidget(splitter);
  auto* chartColumn = new QVBoxLayout(chart);
  chartColumn->setContentsMargins(heatPageMargin, 0, 0, heatPageMargin / 2);
  chartColumn->setSpacing(heatPageMargin / 2);
  m_view = new HeatView(chart);
  m_legend = new HeatLegend(chart);
  m_note = new ElidedLabel({}, chart);
  m_note->setObjectName(QStringLiteral("heatNote"));
  chartColumn->addWidget(m_view, 1);
  chartColumn->addWidget(m_legend);
  chartColumn->addWidget(m_note);
  splitter->addWidget(chart);
  splitter->addWidget(makeOutliers());
  splitter->setStretchFactor(0, 5);
  splitter->setStretchFactor(1, 2);
  constexpr int mapWidth = 780;
  constexpr int outliersWidth = 400;
  splitter->setSizes({mapWidth, outliersWidth});
  m_empty = new QuietLabel({}, this);
  m_empty->setObjectName(QStringLiteral("heatEmpty"));
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  m_places->addWidget(splitter);
  m_places->addWidget(m_empty);
  column->addLayout(m_places, 1);
  setFocusProxy(m_view);
  connect(m_view, &HeatView::cellActivated, this, &HeatPage::cellRequested);
  setRanks(nullptr);
}

QHBoxLayout* HeatPage::makeBar() {
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(heatPageMargin, 0, heatPageMargin, 0);
  m_metric = fittingCombo(this, "heatMetric", tr("Metric shown as color"));
  m_isLowBad = new QCheckBox(tr("Low is &bad"), this);
  m_isLowBad->setObjectName(QStringLiteral("heatLowBad"));
  m_isLowBad->setToolTip(tr("Treat low values as bad: they stand out and sort first. For counters only."));
  m_sort = fittingCombo(this, "heatSort", tr("Order of the ranks"));
  m_sort->addItem(tr("By rank"));
  m_sort->addItem(tr("Worst first"));
  m_group = fittingCombo(this, "heatGroup", tr("How ranks are grouped"));
  m_definition = new ElidedLabel({}, this);
  m_definition->setObjectName(QStringLiteral("heatDefinition"));
  bar->addWidget(labelFor(tr("Color&s:"), m_metric));
  bar->addWidget(m_metric);
  bar->addWidget(m_isLowBad);
  bar->addWidget(labelFor(tr("Order:"), m_sort));
  bar->addWidget(m_sort);
  bar->addWidget(labelFor(tr("Gro&ups:"), m_group));
  bar->addWidget(m_group);
  bar->addWidget(m_definition, 1);
  connect(m_metric, &QComboBox::currentIndexChanged, this, &HeatPage::chooseMetric);
  connect(m_isLowBad, &QCheckBox::toggled, this, &HeatPage::sayBad);
  connect(m_sort, &QComboBox::currentIndexChanged, this, &HeatPage::showMap);
  connect(m_group, &QComboBox::currentIndexChanged, this, &HeatPage::showMap);
  return bar;
}

QWidget* HeatPage::makeOutliers() {
  m_outliersModel = new RowsModel(OutliersTable::rows(nullptr, {}), this);
  m_outliersView = makeWholeRowsTable(m_outliersModel, "heatOutliers", tr("Outliers and why"), this);
  m_outliersView->setSelectionMode(QAbstractItemView::SingleSelection);
  makeSortable(*m_outliersView);
  connect(m_outliersView, &QTableView::clicked, this,
          [this](const QModelIndex& index) { goToOutlier(m_outliersModel->numberOf(index.row())); });
  connect(m_outliersView->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& index) {
            if (index.isValid()) {
              goToOutlier(m_outliersModel->numberOf(index.row()));
            }
          });
  return m_outliersView;
}

void HeatPage::setRanks(std::shared_ptr<const RankSet> ranks) {
  m_ranks = std::move(ranks);
  m_countingFacts = {};
  m_countingMap = {};
  m_map = nullptr;
  m_view->setHeat({});
  m_legend->setMap(nullptr);
  setNote({});
  m_isDue = m_ranks != nullptr;
  showEmpty(m_ranks ? tr("Counting…") : tr("Open a folder of ranks to see each step of each rank."));
  if (isVisible()) {
    startCounting();
  }
}

void HeatPage::setNote(const QString& sentence) {
  m_note->setText(sentence);
  m_note->setToolTip(sentence);
  m_note->setVisible(!sentence.isEmpty());
}

bool HeatPage::choose(std::string_view name) {
  const auto known = std::ranges::find(m_facts.subjects, name, heatName);
  if (known == m_facts.subjects.end()) {
    return false;
  }
  m_metric->setCurrentIndex(static_cast<int>(known - m_facts.subjects.begin()));
  return true;
}

QString HeatPage::whyEmpty() const {
  return hasMap() ? QString() : m_empty->text();
}

bool HeatPage::isBusy() const {
  return m_countingFacts.isRunning() || m_countingMap.isRunning();
}

void HeatPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  startCounting();
}

void HeatPage::startCounting() {
  if (!std::exchange(m_isDue, false)) {
    return;
  }
  m_countingFacts = Job<Facts>(
      [ranks = m_ranks](const std::stop_token&, Progress&) -> Expected<Facts> {
        return Facts{
            .subjects = heatSubjects(*ranks), .groupings = heatGroupings(*ranks), .unusual = unusualRanks(*ranks)};
      },
      [this](Expected<Facts> facts) {
        if (facts) {
          takeFacts(std::move(*facts));
        } else {
          showEmpty(coreText(facts.error().message));
        }
      });
}

void HeatPage::takeFacts(Facts facts) {
  m_facts = std::move(facts);
  m_outliers = OutliersTable::outliers(*m_ranks, m_facts.unusual);
  m_outliersModel->setRows(OutliersTable::rows(m_ranks, m_outliers));
  arrangeColumns(*m_outliersView, m_outliersModel->rows());
  const QString metric = m_metric->currentText();
  const QString group = m_group->currentText();
  {
    const QSignalBlocker quietMetric(m_metric);
    const QSignalBlocker quietGroup(m_group);
    m_metric->clear();
    for (const HeatSubject& known : m_facts.subjects) {
      m_metric->addItem(titleOf(known));
      m_metric->setItemData(m_metric->count() - 1, definitionOf(known), Qt::ToolTipRole);
    }
    sayOlderDigests();
    m_group->clear();
    m_group->addItem(tr("None"));
    for (const HeatGrouping& grouping : m_facts.groupings) {
      m_group->addItem(titleOf(grouping));
    }
    const auto compute =
        std::ranges::find(m_facts.subjects, HeatSubject(HeatMetric::Compute));  // compute is what makes others wait
    const auto usual = compute == m_facts.subjects.end() ? 0 : std::distance(m_facts.subjects.begin(), compute);
    m_metric->setCurrentIndex(metric.isEmpty() ? static_cast<int>(usual) : std::max(0, m_metric->findText(metric)));
    m_group->setCurrentIndex(std::max(0, m_group->findText(group)));
    m_group->setEnabled(!m_facts.groupings.empty());
  }
  chooseMetric();
}

/// Adds the hint where users look for counters, below the metrics.
void HeatPage::sayOlderDigests() {
  const bool hasCounters = std::ranges::any_of(
      m_facts.subjects, [](const HeatSubject& subject) { return std::holds_alternative<HeatCounter>(subject); });
  if (m_facts.subjects.empty() || hasCounters || ranksWithoutCounters(*m_ranks).empty()) {
    return;
  }
  m_metric->addItem(tr("No counters: digest again"));
  const int last = m_metric->count() - 1;
  m_metric->setItemData(last,
                        tr("These digests are of an older version and have no counters. Digest the traces again with "
                           "kernline digest --again."),
                        Qt::ToolTipRole);
  m_metric->setItemData(last, 0, Qt::UserRole - 1);  // not to be chosen
}

/// Metrics have a fixed bad direction; for counters it is the user's choice, as long as the page lives.
void HeatPage::chooseMetric() {
  const HeatSubject* subject = chosenSubject();
  const auto* counter = subject == nullptr ? nullptr : std::get_if<HeatCounter>(subject);
  const QSignalBlocker quiet(m_isLowBad);
  m_isLowBad->setEnabled(counter != nullptr);
  m_isLowBad->setChecked(counter == nullptr ? subject != nullptr && isLowBad(*subject)
                                            : m_lowBad.contains(counter->name));
  countMap();
}

void HeatPage::sayBad(bool isLow) {
  const std::string& name = std::get<HeatCounter>(*chosenSubject()).name;
  if (isLow) {
    m_lowBad.insert(name);
  } else {
    m_lowBad.erase(name);
  }
  countMap();
}

const HeatSubject* HeatPage::chosenSubject() const {
  const int chosen = m_metric->currentIndex();
  return chosen < 0 ? nullptr : &m_facts.subjects[static_cast<std::size_t>(chosen)];
}

void HeatPage::countMap() {
  const HeatSubject* subject = chosenSubject();
  if (subject == nullptr || !m_ranks) {
    showEmpty(
        tr("The profiles contain no steps. Mark them in the program, for example with profiler.step(), to see "
           "each step of each rank."));
    return;
  }
  m_countingMap = Job<std::shared_ptr<const HeatMap>>(
      [ranks = m_ranks, subject = *subject, isLowBad = m_isLowBad->isChecked()](
          const std::stop_token&, Progress&) -> Expected<std::shared_ptr<const HeatMap>> {
        return std::make_shared<const HeatMap>(*ranks, subject, isLowBad);
      },
      [this](Expected<std::shared_ptr<const HeatMap>> map) {
        if (map) {
          m_map = std::move(*map);
          showMap();
        } else {
          showEmpty(coreText(map.error().message));
        }
      });
}

void HeatPage::showMap() {
  if (!m_map) {
    return;
  }
  if (m_map->isEmpty()) {
    showEmpty(tr("No step of any rank has a value of this metric."));
    return;
  }
  const int group = m_group->currentIndex() - 1;
  const HeatGrouping* grouping = group < 0 ? nullptr : &m_facts.groupings[static_cast<std::size_t>(group)];
  std::vector<std::int32_t> ranks;
  std::ranges::transform(m_ranks->files, std::back_inserter(ranks), &RankFile::rank);
  m_view->setHeat({.map = m_map,
                   .ranks = std::move(ranks),
                   .layout = layOut(*m_map, m_sort->currentIndex() == 1 ? HeatSort::Worst : HeatSort::Rank, grouping),
                   .grouping = grouping == nullptr ? QString() : titleOf(*grouping)});
  m_legend->setMap(m_map);
  QString definition = definitionOf(m_map->subject());
  if (!m_map->isComparable()) {
    definition += QLatin1Char(' ') + tr("The ranks have different numbers of steps; each is counted from its first.");
  }
  m_definition->setText(definition);
  m_places->setCurrentIndex(0);
}

void HeatPage::showEmpty(const QString& sentence) {
  m_empty->setText(sentence);
  m_definition->clear();
  m_places->setCurrentWidget(m_empty);
}

/// Goes to the rank's worst step.
void HeatPage::goToOutlier(std::size_t number) {
  if (!m_map || m_map->isEmpty()) {
    return;
  }
  const std::size_t place = m_outliers[number].place;
  const double sign = m_map->isLowBad() ? -1 : 1;
  HeatCell worst{.place = place, .step = 0};
  double most = -INFINITY;
  for (std::size_t step = 0; step < m_map->steps().size(); ++step) {
    const double excess = sign * (m_map->at({place, step}) - m_map->median(step));
    if (excess > most) {
      most = excess;
      worst.step = step;
    }
  }
  m_view->setCurrent(worst);
}

}  // namespace kernline::ui
