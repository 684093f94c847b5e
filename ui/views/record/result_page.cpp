// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/result_page.h"

#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/theme.h"
#include "ui/kit/style/thin_progress.h"
#include "ui/views/record/run_chart.h"
#include "ui/views/record/run_figure_rows.h"
#include "ui/views/record/run_source.h"
#include "ui/views/record/sweep_curves.h"
#include "ui/views/source/source_changes.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QFontDatabase>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QUrl>
#include <QVBoxLayout>

#include <utility>
#include <variant>

namespace kernline::ui {

namespace {

constexpr std::size_t maxColumns = 3;
constexpr int sweepTab = 2;
constexpr int sourceTab = 3;
constexpr int changesTab = 4;
constexpr int maxLines = 5000;  // lines of a program's output

QString stageText(const QString& stage) {
  static const std::pair<const char*, const char*> words[] = {
      {"preparing", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Preparing")},
      {"checking", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Checking the result against a reference")},
      {"warming", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Warming up")},
      {"sampling", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Sampling")},
      {"recording", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Recording the timeline")},
      {"counting", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Counting what the kernel does")},
      {"ceilings", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Measuring the peak rates of this GPU")},
      {"done", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Done")}};
  for (const auto& [name, word] : words) {
    if (stage == QLatin1String(name)) {
      return ResultPage::tr(word);
    }
  }
  return stage;
}

}  // namespace

ResultPage::ResultPage(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 0);
  m_title = new QLabel(tr("Nothing run yet"), this);
  m_title->setObjectName(QStringLiteral("runTitle"));
  m_title->setFont(titleFont(font(), 1.1));
  m_title->setWordWrap(true);
  m_title->setTextFormat(Qt::PlainText);
  m_word = new QLabel(this);
  m_word->setObjectName(QStringLiteral("runWord"));
  m_word->setWordWrap(true);
  m_word->setTextFormat(Qt::PlainText);
  m_progress = new ThinProgress(this);
  m_sample = new QuietLabel({}, this);
  m_sample->setObjectName(QStringLiteral("runSample"));
  m_clock = new QuietLabel({}, this);
  m_trouble = new QPlainTextEdit(this);
  m_trouble->setObjectName(QStringLiteral("runTrouble"));
  m_trouble->setReadOnly(true);
  m_trouble->setMaximumBlockCount(maxLines);
  m_trouble->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  m_trouble->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  for (QWidget* widget :
       {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_word), static_cast<QWidget*>(m_progress),
        static_cast<QWidget*>(m_sample), static_cast<QWidget*>(m_clock)}) {
    layout->addWidget(widget);
  }
  layout->addWidget(m_trouble, 1);
  m_file = new QPushButton(this);
  m_file->setObjectName(QStringLiteral("runFile"));
  m_file->hide();
  layout->addWidget(m_file, 0, Qt::AlignLeft);
  connect(m_file, &QPushButton::clicked, this,
          [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_file->toolTip())); });
  m_tabs = new QTabWidget(this);
  m_tabs->setObjectName(QStringLiteral("resultTabs"));
  m_tabs->setDocumentMode(true);
  layout->addWidget(m_tabs, 3);
  auto* scroll = new QScrollArea(m_tabs);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  m_figurePlace = new QWidget(scroll);
  scroll->setWidget(m_figurePlace);
  m_tabs->addTab(scroll, tr("Figures"));
  auto* roof = new QWidget(m_tabs);
  auto* roofLayout = new QVBoxLayout(roof);
  roofLayout->setContentsMargins(0, 4, 0, 0);
  m_noRoofline =
      new QuietLabel(tr("A roofline needs the bytes and FLOPs of the kernel and the peak rates of the GPU."), roof);
  m_noRoofline->setWordWrap(true);
  m_roofline = new RunChart(roof);
  roofLayout->addWidget(m_noRoofline);
  roofLayout->addWidget(m_roofline, 1);
  roofLayout->addStretch(0);
  m_tabs->addTab(roof, tr("Roofline"));
  m_tabs->addTab(buildSweep(), tr("Sweep"));
  m_source = new RunSource(m_tabs);
  m_tabs->addTab(m_source, tr("Source"));
  m_tabs->setTabVisible(sourceTab, false);
  m_changes = new SourceChanges(m_tabs);
  m_tabs->addTab(m_changes, tr("Hot lines"));
  m_tabs->setTabVisible(changesTab, false);
  connect(m_changes, &SourceChanges::found, this,
          [this](bool hasLines) { m_tabs->setTabVisible(changesTab, hasLines); });
  m_progress->hide();
  m_trouble->hide();
  m_tabs->hide();
  layout->addStretch(0);
}

QWidget* ResultPage::buildSweep() {
  auto* scroll = new QScrollArea(m_tabs);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  auto* sweep = new QWidget(scroll);
  auto* layout = new QVBoxLayout(sweep);
  layout->setContentsMargins(0, 4, 0, 0);
  m_limits = new QLabel(sweep);
  m_limits->setObjectName(QStringLiteral("sweepLimits"));
  m_limits->setTextFormat(Qt::PlainText);
  m_limits->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_limits->setWordWrap(true);
  m_sweep = new RunChart(sweep);
  m_use = new RunChart(sweep);
  m_use->setObjectName(QStringLiteral("sweepUse"));
  layout->addWidget(m_limits);
  layout->addWidget(m_sweep, 1);
  layout->addWidget(m_use, 1);
  scroll->setWidget(sweep);
  return scroll;
}

void ResultPage::begin(const QString& title, std::vector<KeptRun> earlier) {
  m_figures.clear();
  m_earlier = std::move(earlier);
  showSources({});
  showLineChanges({});
  m_title->setText(title);
  m_word->setText(tr("Starting"));
  m_progress->setRange(0, 0);
  m_progress->show();
  m_sample->clear();
  m_clock->clear();
  m_sample->show();
  m_clock->show();
  m_trouble->clear();
  m_trouble->hide();
  m_file->hide();
  m_tabs->hide();
}

void ResultPage::take(const RecorderEvent& event) {
  std::visit([this](const auto& known) { say(known); }, event);
}

void ResultPage::say(const StageEvent& event) {
  QString word = stageText(event.stage);
  if (event.runs > 1) {
    word = tr("%1 (run %2 of %3)").arg(word).arg(event.run + 1).arg(event.runs);
    m_progress->setRange(0, event.runs);
    m_progress->setValue(event.run);
  }
  m_word->setText(word);
  m_word->setToolTip(event.text);
}

void ResultPage::say(const SampleEvent& event) {
  m_sample->setText(tr("sample %1 · median %2 · noise ±%3")
                        .arg(event.samples)
                        .arg(runTimeText(event.medianNs), percentText(event.noise)));
}

void ResultPage::say(const ClockEvent& event) {
  m_clock->setText(tr("%1 MHz · memory %2 MHz · %3 °C · %4")
                       .arg(event.smMhz)
                       .arg(event.memoryMhz)
                       .arg(event.celsius)
                       .arg(throttleWord(event.throttle)));
}

void ResultPage::say(const ErrorEvent& event) {
  for (const QString& line : event.lines()) {
    takeText(line);
  }
  offerFile(event.file);
}

void ResultPage::say(const RunFigures& figures) {
  if (figures.isBest) {  // it was reported before, without all its facts
    std::erase_if(m_figures, [&](const RunFigures& one) { return one.parameters == figures.parameters; });
  }
  m_figures.push_back(figures);
  showFigures();
  showCharts();
}

void ResultPage::showRecording() {
  m_word->setText(tr("Recording"));
}

void ResultPage::showArmed() {
  m_word->setText(tr("Armed: the program runs, and “Record now” records it"));
}

void ResultPage::offerFile(const QString& path) {
  m_file->setText(tr("Open %1").arg(QFileInfo(path).fileName()));
  m_file->setToolTip(path);
  m_file->setVisible(QFileInfo::exists(path));
}

void ResultPage::takeText(const QString& line) {
  m_trouble->appendPlainText(line);
  m_trouble->show();
}

void ResultPage::resumeTrouble(const ResultPage& before) {
  m_trouble->setPlainText(before.m_trouble->toPlainText());
  m_trouble->setVisible(!m_trouble->document()->isEmpty());
}

void ResultPage::showStalled(int seconds) {
  m_clock->setText(seconds == 0
                       ? QString()
                       : tr("No output from the recorder for %1 s. Stop ends it; the recording is kept.").arg(seconds));
}

void ResultPage::finish(const QString& word, const QString& trouble) {
  m_progress->hide();
  m_word->setText(word);
  m_clock->hide();
  m_sample->hide();
  if (!trouble.isEmpty() && !m_trouble->toPlainText().contains(trouble)) {
    takeText(trouble);
  }
}

void ResultPage::showSources(const QStringList& files) {
  m_tabs->setTabVisible(sourceTab, m_source->showFiles(files));
}

void ResultPage::showLineChanges(const QStringList& recordings) {
  m_changes->showRecordings(recordings);
}

void ResultPage::showRuns(const QString& title, const std::vector<RunFigures>& runs, std::vector<KeptRun> earlier) {
  begin(title, std::move(earlier));
  m_progress->hide();
  m_sample->hide();
  m_clock->hide();
  m_word->clear();
  m_figures = runs;
  showFigures();
  showCharts();
}

void ResultPage::addRow(int row, const RunFigureRow& figure) {
  auto* label = new QuietLabel(figure.name, m_figurePlace);
  label->setToolTip(figure.help);
  m_grid->addWidget(label, row, 0, Qt::AlignTop);
  for (qsizetype i = 0; i < figure.values.size(); ++i) {
    auto* value = new QLabel(figure.values[i], m_figurePlace);
    value->setTextFormat(Qt::PlainText);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setWordWrap(true);
    value->setToolTip(figure.help);
    m_grid->addWidget(value, row, static_cast<int>(i) + 1, Qt::AlignTop);
  }
}

void ResultPage::showFigures() {
  delete m_figurePlace->layout();
  qDeleteAll(m_figurePlace->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
  m_grid = new QGridLayout(m_figurePlace);
  m_grid->setContentsMargins(0, 6, 0, 6);
  m_grid->setHorizontalSpacing(14);
  const std::size_t first = m_figures.size() > maxColumns - 1 ? m_figures.size() - (maxColumns - 1) : 0;
  const std::vector<RunFigures> shown(m_figures.begin() + static_cast<std::ptrdiff_t>(first), m_figures.end());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    m_grid->setColumnStretch(static_cast<int>(i) + 1, 1);
  }
  int row = 0;
  for (const RunFigureRow& figure : runFigureRows(shown, m_earlier)) {
    addRow(row++, figure);
  }
  if (first > 0) {
    auto* more = new QuietLabel(tr("The last two of %1 runs. The charts show all of them.").arg(m_figures.size()),
                                m_figurePlace);
    m_grid->addWidget(more, row++, 0, 1, static_cast<int>(maxColumns) + 1);
  }
  m_grid->setRowStretch(row, 1);
  m_tabs->setVisible(!m_figures.empty());
}

void ResultPage::showCharts() {
  const bool hasRoof = m_roofline->showRoofline(m_figures);
  m_roofline->setVisible(hasRoof);
  m_noRoofline->setVisible(!hasRoof);
  m_tabs->setTabVisible(sweepTab, m_sweep->showSweep(m_figures));
  m_use->setVisible(m_use->showUse(m_figures));
  m_limits->setText(limitsText(m_figures));
  m_limits->setVisible(!m_limits->text().isEmpty());
}

}  // namespace kernline::ui
