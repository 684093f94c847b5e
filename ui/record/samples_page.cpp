// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/record/samples_page.h"

#include "ui/language/core_text.h"
#include "ui/style/icons.h"
#include "ui/style/quiet_label.h"
#include "ui/window/sample_file.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTime>
#include <QVBoxLayout>

#include <array>

namespace kernline::ui {

namespace {

constexpr int followMs = 100;
constexpr int markSize = 16;

struct Speed {
  const char* text;
  double factor;
};
constexpr std::array speeds{
    Speed{QT_TRANSLATE_NOOP("kernline::ui::SamplesPage", "their own speed"), 1},
    Speed{QT_TRANSLATE_NOOP("kernline::ui::SamplesPage", "ten times slower"), 0.1},
    Speed{QT_TRANSLATE_NOOP("kernline::ui::SamplesPage", "a hundred times slower"), 0.01},
    Speed{QT_TRANSLATE_NOOP("kernline::ui::SamplesPage", "ten times faster"), 10},
};
constexpr int usualSpeed = 2;  // of milliseconds on a GPU one sees nothing otherwise

QStringList sampleFiles() {
  const auto one = sampleFile();
  QStringList files;
  if (one) {
    for (const QFileInfo& file :
         QFileInfo(*one).dir().entryInfoList({QStringLiteral("*.json.gz")}, QDir::Files, QDir::Name)) {
      files << file.filePath();
    }
  }
  return files;
}

}  // namespace

SamplesPage::SamplesPage(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 4);
  m_reason = new QLabel(this);
  m_reason->setObjectName(QStringLiteral("missingReason"));
  m_reason->setWordWrap(true);
  m_reason->setTextFormat(Qt::PlainText);
  m_reason->setFont(titleFont(font(), 1.1));
  layout->addWidget(m_reason);
  m_checks = new QVBoxLayout;
  m_checks->setSpacing(6);
  layout->addLayout(m_checks);
  auto* again = new QPushButton(tr("Check again"), this);
  again->setObjectName(QStringLiteral("checkAgain"));
  layout->addWidget(again, 0, Qt::AlignLeft);
  layout->addSpacing(12);
  auto* title = new QLabel(tr("Replay a sample"), this);
  title->setFont(titleFont(font(), 1.1));
  layout->addWidget(title);
  auto* what = new QuietLabel(tr("Recordings from an NVIDIA H200, shown as if they were being made now."), this);
  what->setWordWrap(true);
  layout->addWidget(what);
  auto* form = new QFormLayout;
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  m_sample = new QComboBox(this);
  m_sample->setObjectName(QStringLiteral("sampleChoice"));
  m_sample->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  for (const QString& file : sampleFiles()) {
    m_sample->addItem(QFileInfo(file).fileName().section(QLatin1Char('.'), 0, 0), file);
  }
  m_speed = new QComboBox(this);
  m_speed->setObjectName(QStringLiteral("replaySpeed"));
  for (const Speed& speed : speeds) {
    m_speed->addItem(tr(speed.text), speed.factor);
  }
  m_speed->setCurrentIndex(usualSpeed);
  form->addRow(tr("Sample"), m_sample);
  form->addRow(tr("At"), m_speed);
  layout->addLayout(form);
  auto* row = new QHBoxLayout;
  m_start = new QPushButton(icon(QStringLiteral("run")), tr("Replay"), this);
  m_start->setObjectName(QStringLiteral("replayStart"));
  m_start->setEnabled(m_sample->count() > 0);
  m_pause = new QPushButton(icon(QStringLiteral("pause")), tr("Pause"), this);
  m_pause->setObjectName(QStringLiteral("replayPause"));
  m_pause->setCheckable(true);
  m_pause->setEnabled(false);
  row->addWidget(m_start);
  row->addWidget(m_pause);
  row->addStretch(1);
  layout->addLayout(row);
  m_progress = new QProgressBar(this);
  m_progress->setTextVisible(false);
  m_progress->setMaximumHeight(6);
  constexpr int thousandths = 1000;
  m_progress->setRange(0, thousandths);
  m_progress->hide();
  layout->addWidget(m_progress);
  m_problem = new QLabel(this);
  m_problem->setWordWrap(true);
  m_problem->setTextFormat(Qt::PlainText);
  layout->addWidget(m_problem);
  layout->addStretch(1);
  m_follow.setInterval(followMs);
  connect(again, &QPushButton::clicked, this, &SamplesPage::checkRequested);
  connect(m_start, &QPushButton::clicked, this, &SamplesPage::toggleReplay);
  connect(m_pause, &QPushButton::toggled, this, &SamplesPage::togglePause);
  connect(m_speed, &QComboBox::currentIndexChanged, this, [this] {
    if (m_control) {
      m_control->speed = m_speed->currentData().toDouble();
    }
  });
  connect(&m_follow, &QTimer::timeout, this, &SamplesPage::followReplay);
}

SamplesPage::~SamplesPage() = default;

void SamplesPage::clearChecks() {
  while (QLayoutItem* item = m_checks->takeAt(0)) {
    delete item->widget();
    delete item;
  }
}

void SamplesPage::showReason(const QString& reason) {
  clearChecks();
  m_reason->setText(reason.isEmpty() ? tr("Looking at this machine…") : reason);
}

void SamplesPage::showReport(const DoctorReport& report) {
  clearChecks();
  m_reason->setText(report.isUsable ? tr("This machine can record")
                                    : tr("Nothing can be recorded on this machine yet"));
  for (const DoctorCheck& check : report.checks) {
    addCheck(check);
  }
}

void SamplesPage::addCheck(const DoctorCheck& check) {
  auto* line = new QWidget(this);
  auto* layout = new QHBoxLayout(line);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* mark = new QLabel(line);
  mark->setPixmap(icon(check.isOk ? QStringLiteral("check") : QStringLiteral("warning")).pixmap(markSize, markSize));
  mark->setAlignment(Qt::AlignTop);
  layout->addWidget(mark);
  auto* texts = new QVBoxLayout;
  texts->setSpacing(0);
  auto* name = new QLabel(check.name, line);
  name->setTextFormat(Qt::PlainText);
  texts->addWidget(name);
  for (const QString& text : {check.cause, check.action}) {
    if (!text.isEmpty()) {
      auto* said = new QuietLabel(text, line);
      said->setWordWrap(true);
      said->setTextInteractionFlags(Qt::TextSelectableByMouse);
      texts->addWidget(said);
    }
  }
  layout->addLayout(texts, 1);
  m_checks->addWidget(line);
}

void SamplesPage::toggleReplay() {
  if (m_replay.isRunning()) {
    m_replay.requestStop();
    return;
  }
  QDir().mkpath(m_folder);
  m_path = QStringLiteral("%1/%2-replay-%3.json")
               .arg(m_folder, m_sample->currentText(), QTime::currentTime().toString(QStringLiteral("HHmmsszzz")));
  m_isAnnounced = false;
  m_problem->clear();
  m_control = std::make_shared<ReplayControl>();
  m_control->speed = m_speed->currentData().toDouble();
  m_pause->setChecked(false);
  m_pause->setEnabled(true);
  m_start->setText(tr("Stop"));
  m_start->setIcon(icon(QStringLiteral("stop")));
  m_progress->setValue(0);
  m_progress->show();
  m_follow.start();
  m_replay = Job<bool>(
      [sample = m_sample->currentData().toString().toStdString(), out = m_path.toStdString(), control = m_control](
          std::stop_token stop, Progress&) -> Expected<bool> {
        const auto script = replayScript(sample, stop);
        return script ? writeReplay(*script, out, *control, stop) : std::unexpected(script.error());
      },
      [this](Expected<bool> done) {
        followReplay();
        m_follow.stop();
        m_progress->hide();
        m_pause->setEnabled(false);
        m_start->setText(tr("Replay"));
        m_start->setIcon(icon(QStringLiteral("run")));
        if (!done) {
          m_problem->setText(coreText(done.error().message));
        }
        Q_EMIT recordingEnded(m_path);
      });
}

void SamplesPage::togglePause() {
  if (m_control) {
    m_control->isPaused = m_pause->isChecked();
  }
}

void SamplesPage::followReplay() {
  m_progress->setValue(static_cast<int>(m_control->done * m_progress->maximum()));
  if (!m_isAnnounced && QFileInfo(m_path).size() > 0) {
    m_isAnnounced = true;
    Q_EMIT recordingBegan(m_path);
  }
}

}  // namespace kernline::ui
