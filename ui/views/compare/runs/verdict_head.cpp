// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/verdict_head.h"

#include "core/compare/runs/run_text.h"
#include "core/compare/runs/run_work_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/quiet_label.h"

#include <QLabel>
#include <QVBoxLayout>

namespace kernline::ui {
namespace {

QString lines(const std::vector<Message>& sentences, const QString& before) {
  QStringList shown;
  for (const Message& sentence : sentences) {
    shown << before + coreText(sentence);
  }
  return shown.join(QLatin1Char('\n'));
}

}  // namespace

VerdictHead::VerdictHead(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  m_verdict = new QLabel(this);
  m_verdict->setObjectName(QStringLiteral("runsVerdict"));
  m_verdict->setFont(titleFont(font(), 1.2));
  m_why = new QLabel(this);
  m_why->setObjectName(QStringLiteral("runsWhy"));
  m_reasons = new QuietLabel({}, this);
  m_reasons->setObjectName(QStringLiteral("runsReasons"));
  m_doubts = new QLabel(this);
  m_doubts->setObjectName(QStringLiteral("runsDoubts"));
  for (QLabel* label : {m_verdict, m_why, m_reasons, m_doubts}) {
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(label);
  }
  showVerdict(nullptr, nullptr, 1);
}

void VerdictHead::showVerdict(const RunComparison* comparison, const ComparedWork* work, std::size_t run) {
  QString verdict;
  QString why;
  QString reasons;
  QString doubts;
  if (comparison != nullptr) {
    const Verdict& said = comparison->differences[run - 1].verdict;
    verdict = coreText(sentenceOn(said));
    if (comparison->runs.size() > 2) {
      verdict = tr("%1: %2").arg(qt(comparison->runs[run].title), verdict);
    }
    if (work != nullptr && work->isKnown()) {
      constexpr std::size_t maxSentences = 2;  // each takes a line from the timelines
      why = lines(workSentences(*comparison, *work, run, maxSentences), {});
    }
    reasons = lines(said.reasons, {});
    const Message memory = memorySentence(*comparison, run);
    reasons += memory.isEmpty() ? QString() : QLatin1Char('\n') + coreText(memory);
    doubts = lines(said.doubts, QStringLiteral("⚠ "));
  }
  m_verdict->setText(verdict);
  m_why->setText(why);
  m_reasons->setText(reasons);
  m_doubts->setText(doubts);
  for (QLabel* label : {m_verdict, m_why, m_reasons, m_doubts}) {
    label->setVisible(!label->text().isEmpty());
  }
  setVisible(comparison != nullptr);
}

}  // namespace kernline::ui
