// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_strip.h"

#include "ui/runs/run_mark.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cstddef>

namespace kernline::ui {

namespace {

/// Characters of a name, so that as many runs fit into 1280 pixels beside all else.
int widestName(std::size_t runs) {
  constexpr std::array widest{34, 34, 34, 30, 18, 11, 7};  // by the number of runs
  return widest[std::min(runs, widest.size() - 1)];
}

QString escaped(QString text) {
  return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

/// A section has the width of its entries, which may be shorter.
void addHeading(QMenu& menu, const QString& text) {
  menu.addSeparator();
  menu.addAction(text)->setEnabled(false);
}

}  // namespace

RunStrip::RunStrip(QWidget* parent) : QWidget(parent) {
  m_row = new QHBoxLayout(this);
  m_row->setContentsMargins(0, 0, 0, 0);
  m_row->setSpacing(6);
  m_swap = new QPushButton(this);
  m_swap->setObjectName(QStringLiteral("runsSwap"));
  m_swap->setToolTip(tr("Exchange base and other"));
  m_add = new QToolButton(this);
  m_add->setObjectName(QStringLiteral("runsAdd"));
  m_add->setText(tr("+ Add"));
  m_add->setToolTip(tr("Compare one more"));
  m_add->setPopupMode(QToolButton::InstantPopup);
  m_add->setMenu(new QMenu(m_add));
  m_row->addWidget(m_swap);
  m_row->addWidget(m_add);
  connect(m_swap, &QPushButton::clicked, this, &RunStrip::swapRequested);
  connect(m_add->menu(), &QMenu::aboutToShow, this, &RunStrip::fillAddMenu);
}

void RunStrip::showRuns(const std::vector<ChosenRun>& runs, const std::vector<OpenRun>& open, std::size_t shown,
                        const std::vector<QString>& notes) {
  m_runs = runs;
  m_open = open;
  m_shown = shown;
  while (m_chips.size() < runs.size()) {
    m_chips.push_back(makeChip(m_chips.size()));
    // The button that swaps stands behind the base.
    m_row->insertWidget(m_chips.size() == 1 ? 0 : static_cast<int>(m_chips.size()), m_chips.back());
  }
  for (std::size_t i = 0; i < m_chips.size(); ++i) {
    m_chips[i]->setVisible(i < runs.size());
    if (i < runs.size()) {
      label(m_chips[i], i, notes[i]);
    }
  }
  paintIcons();
  m_swap->setVisible(runs.size() > 1);
  m_swap->setText(runs.size() < most ? tr("⇄ Swap") : QStringLiteral("⇄"));
  m_add->setEnabled(runs.size() < most);
  fillAddMenu();
}

void RunStrip::showOthers(const QStringList& logs, const QStringList& memories) {
  m_logs = logs;
  m_memories = memories;
  fillAddMenu();
}

QToolButton* RunStrip::makeChip(std::size_t run) {
  auto* chip = new QToolButton(this);
  chip->setObjectName(QStringLiteral("runsChip%1").arg(run));
  chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  chip->setPopupMode(run == 0 ? QToolButton::InstantPopup : QToolButton::MenuButtonPopup);
  chip->setCheckable(run > 0);
  chip->setFocusPolicy(Qt::TabFocus);
  chip->setMenu(new QMenu(chip));
  connect(chip->menu(), &QMenu::aboutToShow, this, [this, chip, run] { fillMenu(chip, run); });
  connect(chip, &QToolButton::clicked, this, [this, run] {
    if (run > 0) {
      Q_EMIT otherChosen(run);
    }
  });
  return chip;
}

void RunStrip::label(QToolButton* chip, std::size_t run, const QString& note) const {
  const int letters = widestName(m_runs.size());
  const QString name = run == 0 ? tr("Base: %1").arg(m_runs[run].name) : m_runs[run].name;
  const QFontMetrics metrics = chip->fontMetrics();
  const QString brief = metrics.elidedText(m_runs[run].name, Qt::ElideMiddle, letters * metrics.averageCharWidth());
  const QString shown = escaped(run == 0 ? tr("Base: %1").arg(brief) : brief);
  chip->setText(note.isEmpty() ? shown : shown + QStringLiteral(" · ") + note);
  chip->setToolTip(m_runs[run].run.path.isEmpty() ? name : name + QLatin1Char('\n') + m_runs[run].run.path);
  chip->setAccessibleName(name);
  chip->setChecked(run > 0 && run == m_shown && m_runs.size() > 2);
}

void RunStrip::paintIcons() {
  for (std::size_t i = 0; i < std::min(m_runs.size(), m_chips.size()); ++i) {
    m_chips[i]->setIcon(runIcon(palette(), m_runs[i].look, devicePixelRatioF()));
  }
}

void RunStrip::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) {
    paintIcons();
  }
}

void RunStrip::fillMenu(QToolButton* chip, std::size_t run) {
  QMenu* menu = chip->menu();
  menu->clear();
  if (run > 0) {
    connect(menu->addAction(tr("Make it the &base")), &QAction::triggered, this,
            [this, run] { Q_EMIT baseChosen(run); });
  }
  connect(menu->addAction(tr("&Rename…")), &QAction::triggered, this, [this, run] { askForName(run); });
  QAction* remove = menu->addAction(tr("Remo&ve from the comparison"));
  remove->setEnabled(m_runs.size() > 2);
  connect(remove, &QAction::triggered, this, [this, run] { Q_EMIT removed(run); });
  menu->addSection(tr("Instead of it"));
  for (std::size_t i = 0; i < m_open.size(); ++i) {
    QAction* action = menu->addAction(escaped(m_open[i].title));
    action->setCheckable(true);
    action->setChecked(m_open[i].trace == m_runs[run].run.trace);
    connect(action, &QAction::triggered, this, [this, run, i] { Q_EMIT replaced(run, i); });
  }
}

void RunStrip::fillAddMenu() {
  QMenu* menu = m_add->menu();
  menu->clear();
  for (std::size_t i = 0; i < m_open.size(); ++i) {
    const auto isChosen = [&](const ChosenRun& run) { return run.run.trace == m_open[i].trace; };
    if (std::ranges::none_of(m_runs, isChosen)) {
      connect(menu->addAction(escaped(m_open[i].title)), &QAction::triggered, this, [this, i] { Q_EMIT added(i); });
    }
  }
  if (!m_logs.isEmpty()) {
    addHeading(*menu, tr("Logs: compared in the matrix"));
    for (const QString& title : m_logs) {
      connect(menu->addAction(escaped(title)), &QAction::triggered, this, &RunStrip::logRequested);
    }
  }
  if (!m_memories.isEmpty()) {
    addHeading(*menu, tr("Memory alone: compared on its own page"));
    for (int i = 0; i < m_memories.size(); ++i) {
      connect(menu->addAction(escaped(m_memories[i])), &QAction::triggered, this,
              [this, i] { Q_EMIT memoryRequested(i); });
    }
  }
  menu->addSeparator();
  connect(menu->addAction(tr("&Open a file…")), &QAction::triggered, this, &RunStrip::openRequested);
}

void RunStrip::askForName(std::size_t run) {
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("runsName"));
  dialog->setWindowTitle(tr("Name of a run"));
  dialog->setLabelText(tr("What to call it here:"));
  dialog->setTextValue(m_runs[run].name);
  connect(dialog, &QInputDialog::textValueSelected, this, [this, run](const QString& name) {
    if (!name.trimmed().isEmpty()) {
      Q_EMIT renamed(run, name.trimmed());
    }
  });
  dialog->open();
}

}  // namespace kernline::ui
