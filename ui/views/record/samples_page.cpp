// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/samples_page.h"

#include "ui/kit/language/core_text.h"
#include "ui/kit/panels/column_scroll.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/thin_progress.h"
#include "ui/views/record/replay_session.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <array>
#include <utility>

namespace kernline::ui {

namespace {

constexpr int samplesMarkSize = 16;

struct Speed {
  const char* text;
  double factor;
};
constexpr std::array speeds{
    Speed{QT_TRANSLATE_NOOP("kernline::ui::SamplesPage", "original speed"), 1},
    Speed{QT_TRANSLATE_NOOP("kernline::ui::SamplesPage", "10 times slower"), 0.1},
    Speed{QT_TRANSLATE_NOOP("kernline::ui::SamplesPage", "100 times slower"), 0.01},
    Speed{QT_TRANSLATE_NOOP("kernline::ui::SamplesPage", "10 times faster"), 10},
};
constexpr int defaultSpeed = 2;  // milliseconds on a GPU are too short to watch otherwise

QStringList filesBeside(const Expected<QString>& sample) {
  QStringList files;
  if (sample) {
    for (const QFileInfo& file :
         QFileInfo(*sample).dir().entryInfoList({QStringLiteral("*.json.gz")}, QDir::Files, QDir::Name)) {
      files << file.filePath();
    }
  }
  return files;
}

}  // namespace

SamplesPage::SamplesPage(QWidget* parent, const Expected<QString>& sample) : QWidget(parent) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  auto* scroll = makeColumnScroll(this);
  outer->addWidget(scroll);
  QWidget* content = scroll->widget();
  auto* layout = new QVBoxLayout(content);
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
  buildReplay(layout, sample);
  connect(again, &QPushButton::clicked, this, &SamplesPage::checkRequested);
  connect(m_start, &QPushButton::clicked, this, &SamplesPage::toggleReplay);
  connect(m_pause, &QPushButton::toggled, this, [this](bool isPaused) { m_replays->setPaused(isPaused); });
  connect(m_speed, &QComboBox::currentIndexChanged, this,
          [this] { m_replays->setSpeed(m_speed->currentData().toDouble()); });
  takeReplays(std::make_unique<ReplaySession>());
}

void SamplesPage::buildReplay(QVBoxLayout* layout, const Expected<QString>& sample) {
  auto* title = new QLabel(tr("Replay a sample"), this);
  title->setFont(titleFont(font(), 1.1));
  layout->addWidget(title);
  auto* what = new QuietLabel(tr("Recordings from NVIDIA H100 and H200 GPUs, replayed as if live."), this);
  what->setWordWrap(true);
  layout->addWidget(what);
  auto* form = new QFormLayout;
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  m_sample = new QComboBox(this);
  m_sample->setObjectName(QStringLiteral("sampleChoice"));
  m_sample->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  for (const QString& file : filesBeside(sample)) {
    m_sample->addItem(QFileInfo(file).fileName().section(QLatin1Char('.'), 0, 0), file);
  }
  m_speed = new QComboBox(this);
  m_speed->setObjectName(QStringLiteral("replaySpeed"));
  for (const Speed& speed : speeds) {
    m_speed->addItem(tr(speed.text), speed.factor);
  }
  m_speed->setCurrentIndex(defaultSpeed);
  form->addRow(tr("Sample"), m_sample);
  form->addRow(tr("Speed"), m_speed);
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
  m_progress = new ThinProgress(this);
  constexpr int thousandths = 1000;
  m_progress->setRange(0, thousandths);
  m_progress->hide();
  layout->addWidget(m_progress);
  m_problem = new QLabel(this);
  m_problem->setWordWrap(true);
  m_problem->setTextFormat(Qt::PlainText);
  m_problem->setObjectName(QStringLiteral("replayProblem"));
  if (!sample) {
    m_problem->setText(coreText(sample.error().message));
  }
  layout->addWidget(m_problem);
  layout->addStretch(1);
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
  m_reason->setText(reason.isEmpty() ? tr("Checking this machine…") : reason);
}

void SamplesPage::showReport(const DoctorReport& report) {
  clearChecks();
  m_reason->setText(report.isUsable ? tr("This machine can record") : tr("This machine cannot record yet"));
  for (const DoctorCheck& check : report.checks) {
    addCheck(check);
  }
}

void SamplesPage::addCheck(const DoctorCheck& check) {
  auto* line = new QWidget(this);
  auto* layout = new QHBoxLayout(line);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* mark = new QLabel(line);
  mark->setPixmap(
      icon(check.isOk ? QStringLiteral("check") : QStringLiteral("warning")).pixmap(samplesMarkSize, samplesMarkSize));
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

void SamplesPage::takeReplays(std::unique_ptr<ReplaySession> session) {
  m_replays = std::move(session);
  connect(m_replays.get(), &ReplaySession::recordingStarted, this, &SamplesPage::recordingStarted);
  connect(m_replays.get(), &ReplaySession::recordingFinished, this, &SamplesPage::recordingFinished);
  connect(m_replays.get(), &ReplaySession::progressChanged, this,
          [this](double done) { m_progress->setValue(static_cast<int>(done * m_progress->maximum())); });
  connect(m_replays.get(), &ReplaySession::ended, this, [this](const QString& problem) {
    showReplay(false);
    m_problem->setText(problem);
  });
  showReplay(isReplaying());
}

std::unique_ptr<ReplaySession> SamplesPage::releaseReplays() {
  m_replays->disconnect(this);
  return std::exchange(m_replays, std::make_unique<ReplaySession>());
}

bool SamplesPage::isReplaying() const {
  return m_replays->isRunning();
}

void SamplesPage::toggleReplay() {
  if (isReplaying()) {
    m_replays->stop();
    return;
  }
  m_problem->clear();
  m_progress->setValue(0);
  m_replays->start(m_sample->currentData().toString(), m_speed->currentData().toDouble());
  showReplay(true);
}

void SamplesPage::showReplay(bool isRunning) {
  m_progress->setVisible(isRunning);
  m_pause->setEnabled(isRunning);
  m_pause->setChecked(isRunning && m_replays->isPaused());
  m_start->setText(isRunning ? tr("Stop") : tr("Replay"));
  m_start->setIcon(icon(isRunning ? QStringLiteral("stop") : QStringLiteral("run")));
}

}  // namespace kernline::ui
