// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/series_page.h"

#include "core/compare/runs/run_text.h"
#include "core/compare/runs/series_csv.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/facts/part_line.h"
#include "ui/kit/jobs/workers.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/panels/long_work.h"
#include "ui/kit/style/named_combo.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/tables/export_button.h"
#include "ui/views/compare/runs/part_note.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <stop_token>
#include <utility>

namespace kernline::ui {

namespace {

constexpr int seriesMargin = 12;
enum Order { AsOpened, ByTime };

Expected<std::shared_ptr<const ShownSeries>> seriesOf(std::vector<RunInput> inputs, Order order,
                                                      const std::stop_token& stop) {
  if (order == ByTime) {
    std::vector<RunInput> sorted;
    for (const std::size_t i : recordingOrder(inputs)) {
      sorted.push_back(inputs[i]);
    }
    inputs = std::move(sorted);
  }
  Expected<RunComparison> comparison = compareRuns(std::move(inputs), {}, stop);
  if (!comparison) {
    return std::unexpected(comparison.error());
  }
  auto made = std::make_shared<ShownSeries>();
  made->series = runSeries(*comparison);
  made->comparison = std::move(*comparison);
  return made;
}

}  // namespace

SeriesPage::SeriesPage(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_part = new PartLine(this);
  column->addWidget(m_part);
  m_long = new LongWork(QStringLiteral("series"), this);
  column->addWidget(m_long);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(seriesMargin, 4, seriesMargin, 4);
  m_sentence = new QLabel(this);
  m_sentence->setObjectName(QStringLiteral("seriesSentence"));
  m_sentence->setTextFormat(Qt::PlainText);
  m_sentence->setWordWrap(true);
  m_sentence->setFont(titleFont(font(), 1.2));
  bar->addWidget(m_sentence, 1);
  m_order = namedCombo(this, "seriesOrder", tr("Order of the runs"));
  m_order->addItem(tr("by time of recording"), ByTime);
  m_order->addItem(tr("in the order of tabs"), AsOpened);
  bar->addWidget(m_order);
  m_exportStatus = new QuietLabel(QString(), this);
  m_exportStatus->setObjectName(QStringLiteral("seriesTold"));
  bar->addWidget(m_exportStatus);
  m_export = new ExportButton({.name = QStringLiteral("series"),
                               .tabSeparated = [this] { return tableText(); },
                               .commaSeparated = [this] { return seriesCsv(m_series->comparison, m_series->series); },
                               .markdown = {},
                               .picture = [this] { return this; },
                               .note = [this] { return partNote(m_runs); }},
                              this);
  bar->addWidget(m_export);
  connect(m_export, &ExportButton::statusMessage, m_exportStatus, &QLabel::setText);
  column->addLayout(bar);
  m_meaning = new QuietLabel(QString(), this);
  m_meaning->setContentsMargins(seriesMargin, 0, seriesMargin, 0);
  column->addWidget(m_meaning);
  auto* splitter = new QSplitter(Qt::Vertical, this);
  splitter->setChildrenCollapsible(false);
  m_chart = new SeriesChart(splitter);
  m_list = new QTreeWidget(splitter);
  m_list->setObjectName(QStringLiteral("seriesChanges"));
  m_list->setAccessibleName(tr("Changes, and the kernels that explain them"));
  m_list->setHeaderLabels({tr("Change"), tr("Before"), tr("After"), tr("Delta")});
  for (int figure = 1; figure < m_list->columnCount(); ++figure) {
    m_list->headerItem()->setTextAlignment(figure, Qt::AlignRight | Qt::AlignVCenter);
  }
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  column->addWidget(splitter, 1);
  connect(m_order, &QComboBox::activated, this, &SeriesPage::compute);
  connect(m_long, &LongWork::cancelRequested, this, [this] {
    m_job = {};
    adopt(std::unexpected(comparisonStopped()));
  });
  connect(m_long, &LongWork::restartRequested, this, &SeriesPage::compute);
  connect(m_chart, &SeriesChart::runActivated, this, &SeriesPage::askFor);
}

SeriesPage::~SeriesPage() {
  m_job = {};
  disposeInBackground(std::move(m_series));
}

bool SeriesPage::isBusy() const {
  return m_job.isRunning() || m_export->isBusy();
}

void SeriesPage::showRuns(const std::vector<OpenRun>& runs) {
  const bool isSame = std::ranges::equal(
      runs, m_runs, [](const OpenRun& a, const OpenRun& b) { return a.trace == b.trace && a.title == b.title; });
  m_runs = runs;
  m_part->say(partNote(m_runs));
  if (!isSame || m_runs.size() < 2) {
    compute();
  }
}

void SeriesPage::compute() {
  if (m_runs.size() < 2) {
    m_job = {};
    m_long->end();
    adopt(std::shared_ptr<const ShownSeries>{});
    return;
  }
  std::vector<RunInput> inputs;
  for (const OpenRun& run : m_runs) {
    inputs.push_back({.path = run.title.toStdString(), .trace = run.trace});
  }
  m_job = Job<std::shared_ptr<const ShownSeries>>(
      [inputs = std::move(inputs), order = static_cast<Order>(m_order->currentData().toInt())](
          const std::stop_token& stop, Progress&) { return seriesOf(inputs, order, stop); },
      [this](Expected<std::shared_ptr<const ShownSeries>> made) {
        m_long->end();
        adopt(std::move(made));
      });
  m_long->begin();
}

void SeriesPage::adopt(Expected<std::shared_ptr<const ShownSeries>> series) {
  disposeInBackground(std::exchange(m_series, series ? std::move(*series) : nullptr));
  m_chart->showSeries(m_series);
  m_list->clear();
  m_exportStatus->clear();
  m_export->setEnabled(m_series != nullptr);
  m_meaning->setVisible(m_series != nullptr);
  if (!m_series) {
    m_sentence->setText(series ? tr("Open more runs of the same program to see where it changed.")
                               : coreText(series.error().message));
    m_list->hide();
    return;
  }
  const std::vector<SeriesChange>& changes = m_series->series.changes;
  m_list->setVisible(!changes.empty());
  m_sentence->setText(headline());
  const QString meaning = tr("Mean step times with their 95 % intervals; dashed: the mean between changes");
  const Message profiler = sentenceOnProfiler(m_series->series);
  m_meaning->setText(profiler.isEmpty() ? meaning : meaning + QStringLiteral(". ") + coreText(profiler));
  listChanges();
}

QString SeriesPage::headline() const {
  const std::vector<SeriesChange>& changes = m_series->series.changes;
  if (changes.empty()) {
    return coreText(sentenceOnNoChange(m_series->series));
  }
  const QString last = coreText(sentenceOn(m_series->comparison, changes.back()));
  return changes.size() == 1 ? last : tr("%1 – the last of %2 changes").arg(last).arg(changes.size());
}

void SeriesPage::listChanges() {
  constexpr std::size_t maxParts = 12;
  const RunComparison& comparison = m_series->comparison;
  for (const SeriesChange& change : m_series->series.changes) {
    auto* head = new QTreeWidgetItem(m_list, {coreText(sentenceOn(comparison, change))});
    head->setExpanded(true);
    head->setFirstColumnSpanned(true);
    for (std::size_t i = 0; i < std::min(maxParts, change.parts.size()); ++i) {
      const WaterfallPart& part = change.parts[i];
      auto* item = new QTreeWidgetItem(head, {coreText(shownName(comparison, part)), qt(shownTime(part.base)),
                                              qt(shownTime(part.other)), qt(signedTime(part.delta()))});
      item->setToolTip(0, qt(printable(part.name)));
      for (int column = 1; column < m_list->columnCount(); ++column) {
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
      }
    }
  }
}

/// A line for each run, as the chart shows them.
QString SeriesPage::tableText() const {
  const auto& [comparison, series] = *m_series;
  QStringList lines{QStringList{tr("Run"), tr("Step"), tr("95 % interval"), tr("Change")}.join(QLatin1Char('\t'))};
  constexpr double percent = 100;
  for (std::size_t run = 0; run < comparison.runs.size(); ++run) {
    const SeriesPoint& point = series.points[run];
    const auto change = std::ranges::find(series.changes, run, &SeriesChange::run);
    lines << QStringList{qt(printable(comparison.runs[run].title)), qt(shownTime(point.step)),
                         point.noise ? QStringLiteral("±") + qt(shownTime(*point.noise)) : QString(),
                         change == series.changes.end() ? QString()
                                                        : QString::asprintf("%+.1f %%", (change->ratio - 1) * percent)}
                 .join(QLatin1Char('\t'));
  }
  return lines.join(QLatin1Char('\n'));
}

/// Against the run before it.
void SeriesPage::askFor(std::size_t run) {
  const std::vector<ComparedRun>& runs = m_series->comparison.runs;
  const std::size_t before = run == 0 ? 1 : run - 1;
  Q_EMIT comparisonRequested(runs[before].trace, runs[run].trace);
}

}  // namespace kernline::ui
