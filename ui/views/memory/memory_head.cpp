// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_head.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/icons.h"
#include "ui/views/memory/memory_words.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

#include <utility>
#include <vector>

namespace kernline::ui {

namespace {

QToolButton* button(QWidget* parent, const char* name, const QString& text, const QString& tip) {
  auto* made = new QToolButton(parent);
  made->setObjectName(QString::fromUtf8(name));
  made->setText(text);
  made->setToolTip(tip);
  return made;
}

}  // namespace

MemoryHead::MemoryHead(int margin, bool isLow, QWidget* parent) : QWidget(parent), m_isLow(isLow) {
  m_devices = new QComboBox(this);
  m_devices->setObjectName(QStringLiteral("memoryDevice"));
  m_devices->setAccessibleName(tr("Device"));
  m_devices->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(m_devices, &QComboBox::currentIndexChanged, this, [this](int at) {
    if (at >= 0) {
      Q_EMIT deviceChosen(static_cast<std::size_t>(at));
    }
  });
  m_doubts = new QLabel(this);
  m_doubts->setObjectName(QStringLiteral("memoryDoubts"));
  m_doubts->hide();
  m_sentence = new ElidedLabel(QString(), this);
  m_sentence->setObjectName(QStringLiteral("memorySentence"));
  auto* row = new QHBoxLayout;
  row->setSpacing(10);
  row->addWidget(m_devices);
  row->addWidget(m_doubts);
  row->addWidget(m_sentence, 1);
  addPictures(*row);
  addButtons(*row);
  m_notes = makeLines("memoryNotes", this);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(margin, margin / 2, margin, margin / 2);
  column->setSpacing(4);
  column->addLayout(row);
  column->addWidget(m_notes);
  column->addWidget(makeIssues());
}

void MemoryHead::addPictures(QBoxLayout& row) {
  m_asCurve = button(this, "memoryAsCurve", tr("Curve"), tr("Show all allocated memory as one curve"));
  m_asBlocks =
      button(this, "memoryAsBlocks", tr("Blocks"), tr("Show each block as a band from its allocation to its free"));
  auto* pictures = new QHBoxLayout;
  pictures->setSpacing(0);
  for (QToolButton* picture : {m_asCurve, m_asBlocks}) {
    picture->setCheckable(true);
    picture->setAutoExclusive(true);
    pictures->addWidget(picture);
  }
  m_asCurve->setChecked(true);
  connect(m_asBlocks, &QToolButton::toggled, this, &MemoryHead::stackedChosen);
  row.addLayout(pictures);
}

void MemoryHead::addButtons(QBoxLayout& row) {
  m_compare = button(this, "memoryCompare", tr("Compare with"), tr("Overlay the memory of another run on this one"));
  m_compare->setPopupMode(QToolButton::InstantPopup);
  auto* others = new QMenu(m_compare);
  m_compare->setMenu(others);
  connect(others, &QMenu::aboutToShow, this, [this, others] { listOthers(*others); });
  m_peak = button(this, "memoryPeak", tr("Go to the peak"), tr("Select the time of maximum allocation"));
  connect(m_peak, &QToolButton::clicked, this, &MemoryHead::peakRequested);
  m_all = button(this, "memoryAll", tr("Show all"), tr("Show the whole time (0)"));
  connect(m_all, &QToolButton::clicked, this, &MemoryHead::allRequested);
  for (QToolButton* next : {m_compare, m_peak, m_all}) {
    row.addWidget(next);
  }
}

QWidget* MemoryHead::makeIssues() {
  m_issues = new QWidget(this);
  m_issueIcon = new QLabel(m_issues);
  m_issueText = makeLines("memoryIssues", m_issues);
  auto* row = new QHBoxLayout(m_issues);
  row->setContentsMargins({});
  row->addWidget(m_issueIcon, 0, Qt::AlignTop);
  row->addWidget(m_issueText, 1);
  return m_issues;
}

/// Makes the label for lines; below a timeline there is room for one, however many there are.
QLabel* MemoryHead::makeLines(const char* name, QWidget* parent) const {
  auto* made = m_isLow ? new ElidedLabel(QString(), parent) : new QLabel(parent);
  made->setObjectName(QString::fromUtf8(name));
  made->setTextFormat(Qt::PlainText);
  made->setForegroundRole(QPalette::WindowText);
  made->setWordWrap(!m_isLow);
  made->setTextInteractionFlags(m_isLow ? Qt::NoTextInteraction : Qt::TextSelectableByMouse);
  return made;
}

QString MemoryHead::laid(QStringList lines) const {
  lines.removeAll(QString());
  return lines.join(m_isLow ? QStringLiteral(" · ") : QStringLiteral("\n"));
}

void MemoryHead::setHistory(std::shared_ptr<const MemoryHistory> history) {
  m_history = std::move(history);
  m_snapshotNotes.clear();
  m_device = 0;
  const bool hasDevice = m_history && !m_history->isEmpty();
  const QSignalBlocker quiet(m_devices);
  m_devices->clear();
  for (std::size_t i = 0; hasDevice && i < m_history->devices.size(); ++i) {
    m_devices->addItem(qt(printable(m_history->devices[i].title)));
  }
  m_devices->setVisible(hasDevice);
  for (QToolButton* ofDevice : {m_compare, m_peak, m_all}) {
    ofDevice->setEnabled(hasDevice);
  }
}

void MemoryHead::showDevice(std::size_t at) {
  m_device = at;
  showDoubts();
  showIssues();
  if (!m_history || m_history->isEmpty()) {
    m_sentence->setText(m_history ? tr("This file has no memory data.") : QString());
    m_notes->hide();
    m_asCurve->hide();
    m_asBlocks->hide();
    return;
  }
  const QSignalBlocker quiet(m_devices);
  m_devices->setCurrentIndex(static_cast<int>(at));
  const MemoryDevice& device = m_history->devices[at];
  m_sentence->setText(deviceSentence(*m_history, device));
  showNotes();
  const bool canStack = !device.blocks.empty() && device.categories.empty();
  m_asCurve->setVisible(canStack);
  m_asBlocks->setVisible(canStack);
}

void MemoryHead::showError(const QString& text) {
  m_sentence->setText(text);
}

void MemoryHead::setStacked(bool stacked) {
  (stacked ? m_asBlocks : m_asCurve)->setChecked(true);
}

void MemoryHead::setTraceDoubts(const QStringList& lines) {
  m_traceDoubts = lines;
  showDoubts();
}

void MemoryHead::setSnapshotNotes(const QStringList& lines) {
  m_snapshotNotes = lines;
  showNotes();
}

void MemoryHead::showNotes() {
  QStringList lines = deviceNotes(*m_history, m_history->devices[m_device]).split(QLatin1Char('\n'));
  m_notes->setText(laid(lines << m_snapshotNotes));
  m_notes->setVisible(!m_notes->text().isEmpty());
}

void MemoryHead::showDoubts() {
  const QString doubts = m_history && !m_history->isEmpty()
                             ? memoryDoubts(*m_history, m_history->devices[m_device], m_traceDoubts)
                             : QString();
  const int side = fontMetrics().height();
  m_doubts->setPixmap(icon(QStringLiteral("warning")).pixmap(side, side));
  m_doubts->setToolTip(doubts);
  m_doubts->setAccessibleName(doubts);
  m_doubts->setVisible(!doubts.isEmpty());
}

void MemoryHead::showIssues() {
  const bool isShown = m_history && !m_history->report.isEmpty();
  m_issues->setVisible(isShown);
  if (isShown) {
    const bool doubtful = isDoubtful(m_history->report);
    const int size = fontMetrics().height();
    m_issueIcon->setPixmap(icon(doubtful ? QStringLiteral("warning") : QStringLiteral("info")).pixmap(size, size));
    QStringList lines = issueLines(m_history->report).split(QLatin1Char('\n'));
    if (doubtful) {
      lines.prepend(tr("Figures of this file may be inaccurate."));
    }
    m_issueText->setText(laid(lines));
  }
}

void MemoryHead::listOthers(QMenu& menu) {
  menu.clear();
  for (MemorySource& other : m_others ? m_others() : std::vector<MemorySource>()) {
    const QString title = QString(other.title).replace(QLatin1Char('&'), QStringLiteral("&&"));
    menu.addAction(title, this, [this, source = std::move(other)] { Q_EMIT comparisonRequested(source); });
  }
  if (!menu.isEmpty()) {
    menu.addSeparator();
  }
  menu.addAction(tr("Another &file…"), this, &MemoryHead::chooseFile);
}

void MemoryHead::chooseFile() {
  auto* dialog = new QFileDialog(this, tr("Compare with"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    Q_EMIT comparisonRequested(
        {.title = QFileInfo(path).fileName(), .history = {}, .trace = {}, .path = path.toStdString()});
  });
  dialog->open();
}

}  // namespace kernline::ui
