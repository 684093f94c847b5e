// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/result_page.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/theme.h"
#include "ui/views/record/run_chart.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QFontDatabase>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

constexpr std::size_t mostColumns = 3;
constexpr int mostLines = 5000;  // of what a program says

QString timeText(double ns) {
  return ns > 0 ? qt(formatDuration(Duration{static_cast<std::int64_t>(std::llround(ns))})) : QString();
}

QString percent(double share, int decimals = 2) {
  return QString::number(share * 100, 'f', decimals) + QStringLiteral(" %");
}

QString stageWord(const QString& stage) {
  static const std::pair<const char*, const char*> words[] = {
      {"preparing", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Preparing")},
      {"checking", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Checking the result against a reference")},
      {"warming", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Warming up")},
      {"sampling", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Sampling")},
      {"recording", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Recording the timeline")},
      {"ceilings", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Measuring what this GPU can do")},
      {"done", QT_TRANSLATE_NOOP("kernline::ui::ResultPage", "Done")}};
  for (const auto& [name, word] : words) {
    if (stage == QLatin1String(name)) {
      return ResultPage::tr(word);
    }
  }
  return stage;
}

QString l2Word(const QString& l2) {
  return l2 == QLatin1String("warm") ? ResultPage::tr("warm") : ResultPage::tr("flushed");
}

QString throttleWord(const QString& throttle) {
  return throttle.isEmpty() || throttle == QLatin1String("none") ? ResultPage::tr("no throttling")
                                                                 : ResultPage::tr("throttled: %1").arg(throttle);
}

}  // namespace

ResultPage::ResultPage(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 0);
  m_title = new QLabel(tr("Nothing has been run yet"), this);
  m_title->setObjectName(QStringLiteral("runTitle"));
  m_title->setFont(titleFont(font(), 1.1));
  m_title->setWordWrap(true);
  m_title->setTextFormat(Qt::PlainText);
  m_word = new QLabel(this);
  m_word->setObjectName(QStringLiteral("runWord"));
  m_word->setWordWrap(true);
  m_word->setTextFormat(Qt::PlainText);
  m_progress = new QProgressBar(this);
  m_progress->setTextVisible(false);
  m_progress->setMaximumHeight(6);
  m_sample = new QuietLabel({}, this);
  m_sample->setObjectName(QStringLiteral("runSample"));
  m_clock = new QuietLabel({}, this);
  m_trouble = new QPlainTextEdit(this);
  m_trouble->setObjectName(QStringLiteral("runTrouble"));
  m_trouble->setReadOnly(true);
  m_trouble->setMaximumBlockCount(mostLines);
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
      new QuietLabel(tr("A roofline needs the bytes and the FLOPs of a kernel and the ceilings of the GPU."), roof);
  m_noRoofline->setWordWrap(true);
  m_roofline = new RunChart(roof);
  roofLayout->addWidget(m_noRoofline);
  roofLayout->addWidget(m_roofline, 1);
  roofLayout->addStretch(0);
  m_tabs->addTab(roof, tr("Roofline"));
  m_sweep = new RunChart(m_tabs);
  m_tabs->addTab(m_sweep, tr("Sweep"));
  m_progress->hide();
  m_trouble->hide();
  m_tabs->hide();
  layout->addStretch(0);
}

void ResultPage::begin(const QString& title) {
  m_figures.clear();
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

void ResultPage::takeProgress(const QJsonObject& event) {
  const QString kind = event[QStringLiteral("event")].toString();
  if (kind == QLatin1String("stage")) {
    const int runs = event[QStringLiteral("runs")].toInt(1);
    const int run = event[QStringLiteral("run")].toInt();
    QString word = stageWord(event[QStringLiteral("stage")].toString());
    if (runs > 1) {
      word = tr("%1 (run %2 of %3)").arg(word).arg(run + 1).arg(runs);
      m_progress->setRange(0, runs);
      m_progress->setValue(run);
    }
    const QString text = event[QStringLiteral("text")].toString();
    m_word->setText(word);
    m_word->setToolTip(text);
  } else if (kind == QLatin1String("sample")) {
    m_sample->setText(tr("sample %1 · median %2 · noise ±%3")
                          .arg(event[QStringLiteral("n")].toInteger())
                          .arg(timeText(event[QStringLiteral("median_ns")].toDouble()),
                               percent(event[QStringLiteral("noise")].toDouble())));
  } else if (kind == QLatin1String("clock")) {
    m_clock->setText(tr("%1 MHz · memory %2 MHz · %3 °C · %4")
                         .arg(event[QStringLiteral("sm_mhz")].toInt())
                         .arg(event[QStringLiteral("memory_mhz")].toInt())
                         .arg(event[QStringLiteral("temperature_c")].toInt())
                         .arg(throttleWord(event[QStringLiteral("throttle")].toString())));
  } else if (kind == QLatin1String("error")) {
    showError(event);
  } else if (kind == QLatin1String("result")) {
    m_figures.push_back(figuresOf(event));
    showFigures();
    showCharts();
  }
}

void ResultPage::showRecording() {
  m_word->setText(tr("Recording"));
}

/// As compilers print it: the place, then the line with a mark below.
void ResultPage::showError(const QJsonObject& event) {
  const QString file = event[QStringLiteral("file")].toString();
  const int line = event[QStringLiteral("line")].toInt();
  const int column = event[QStringLiteral("column")].toInt();
  QString place = file;
  if (line > 0) {
    place += column > 0 ? QStringLiteral(":%1:%2").arg(line).arg(column) : QStringLiteral(":%1").arg(line);
  }
  const QString text = event[QStringLiteral("text")].toString();
  takeText(place.isEmpty() ? text : place + QStringLiteral(": ") + text);
  QString code = event[QStringLiteral("code")].toString();
  if (!code.isEmpty()) {
    const QString number = QString::number(line);
    takeText(QStringLiteral("%1 | %2").arg(number, code.replace(QLatin1Char('\t'), QLatin1Char(' '))));
    if (column > 0) {
      takeText(QString(number.size(), QLatin1Char(' ')) + QStringLiteral(" | ") +
               QString(std::min<qsizetype>(column - 1, code.size()), QLatin1Char(' ')) + QLatin1Char('^'));
    }
  }
  offerFile(file);
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

void ResultPage::showSilence(int seconds) {
  m_clock->setText(seconds == 0
                       ? QString()
                       : tr("The recorder has said nothing for %1 s. Stop ends it; its recording stays.").arg(seconds));
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

void ResultPage::showRuns(const QString& title, const std::vector<RunFigures>& runs) {
  begin(title);
  m_progress->hide();
  m_sample->hide();
  m_clock->hide();
  m_word->clear();
  m_figures = runs;
  showFigures();
  showCharts();
}

void ResultPage::addRow(int row, const QString& name, const QStringList& values, const QString& tip) {
  if (values.join(QString()).isEmpty()) {
    return;
  }
  auto* label = new QuietLabel(name, m_figurePlace);
  label->setToolTip(tip);
  m_grid->addWidget(label, row, 0, Qt::AlignTop);
  for (qsizetype i = 0; i < values.size(); ++i) {
    auto* value = new QLabel(values[i], m_figurePlace);
    value->setTextFormat(Qt::PlainText);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setWordWrap(true);
    value->setToolTip(tip);
    m_grid->addWidget(value, row, static_cast<int>(i) + 1, Qt::AlignTop);
  }
}

void ResultPage::showFigures() {
  delete m_figurePlace->layout();
  qDeleteAll(m_figurePlace->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
  m_grid = new QGridLayout(m_figurePlace);
  m_grid->setContentsMargins(0, 6, 0, 6);
  m_grid->setHorizontalSpacing(14);
  const std::size_t first = m_figures.size() > mostColumns - 1 ? m_figures.size() - (mostColumns - 1) : 0;
  const std::vector<RunFigures> shown(m_figures.begin() + static_cast<std::ptrdiff_t>(first), m_figures.end());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    m_grid->setColumnStretch(static_cast<int>(i) + 1, 1);
  }
  const auto each = [&](auto&& text) {
    QStringList values;
    for (const RunFigures& run : shown) {
      values << text(run);
    }
    return values;
  };
  int row = 0;
  addRow(row++, tr("Kernel"), each([](const RunFigures& run) { return run.kernel; }));
  addRow(row++, tr("With"), each([](const RunFigures& run) { return parameterText(run); }));
  addRow(row++, tr("Median"), each([](const RunFigures& run) { return timeText(run.medianNs); }));
  if (shown.size() == 2 && shown[0].medianNs > 0 && shown[1].medianNs > 0) {
    addRow(row++, tr("Second to first"),
           {QStringLiteral("1"), QString::number(shown[1].medianNs / shown[0].medianNs, 'f', 3)});
  }
  addRow(row++, tr("Noise"), each([](const RunFigures& run) {
           return run.isConverged ? QStringLiteral("±") + percent(run.noise)
                                  : tr("±%1, not below the limit").arg(percent(run.noise));
         }),
         tr("Half of the median's 95 % interval"));
  addRow(row++, tr("Samples"), each([](const RunFigures& run) { return QString::number(run.samples); }));
  addRow(row++, tr("Bandwidth"), each([](const RunFigures& run) {
           return run.bytesPerSecond > 0 ? qt(formatByteRate(run.bytesPerSecond)) : QString();
         }),
         tr("Bytes that the algorithm must move, by the median"));
  addRow(row++, tr("Arithmetic"), each([](const RunFigures& run) {
           return run.flopsPerSecond > 0 ? qt(formatFlopRate(run.flopsPerSecond)) : QString();
         }),
         tr("FLOPs that the algorithm needs, by the median"));
  addRow(row++, tr("Share of peak"), each([](const RunFigures& run) {
           return run.shareOfPeak <= 0 ? QString()
                  : run.bound == QLatin1String("memory")
                      ? tr("%1 of the measured copy").arg(percent(run.shareOfPeak, 1))
                      : tr("%1 of the measured matrix product").arg(percent(run.shareOfPeak, 1));
         }));
  addRow(row++, tr("Largest error"), each([](const RunFigures& run) {
           return run.isChecked ? tr("%1 (allowed %2)").arg(run.maxError, 0, 'g', 3).arg(run.tolerance, 0, 'g', 3)
                                : tr("not checked");
         }),
         tr("Against a reference in double precision"));
  addRow(row++, tr("L2 cache"), each([](const RunFigures& run) { return l2Word(run.l2); }));
  addRow(row++, tr("Clocks"), each([](const RunFigures& run) {
           return run.clockMax > 0
                      ? tr("%1 to %2 MHz, %3").arg(run.clockMin).arg(run.clockMax).arg(throttleWord(run.throttle))
                      : QString();
         }));
  addRow(row++, tr("Records"), each([](const RunFigures& run) {
           return run.recorded > 0 || run.dropped > 0 ? tr("%1, %2 dropped").arg(run.recorded).arg(run.dropped)
                                                      : QString();
         }));
  addRow(row++, tr("Device"), each([](const RunFigures& run) { return run.device; }));
  if (first > 0) {
    auto* more =
        new QuietLabel(tr("The last two of %1 runs; all are in the charts.").arg(m_figures.size()), m_figurePlace);
    m_grid->addWidget(more, row++, 0, 1, static_cast<int>(mostColumns) + 1);
  }
  m_grid->setRowStretch(row, 1);
  m_tabs->setVisible(!m_figures.empty());
}

void ResultPage::showCharts() {
  const bool hasRoof = m_roofline->showRoofline(m_figures);
  m_roofline->setVisible(hasRoof);
  m_noRoofline->setVisible(!hasRoof);
  constexpr int sweepTab = 2;
  m_tabs->setTabVisible(sweepTab, m_sweep->showSweep(m_figures));
}

}  // namespace kernline::ui
