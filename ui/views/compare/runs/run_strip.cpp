// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/run_strip.h"

#include "ui/views/compare/runs/run_labels.h"
#include "ui/views/compare/runs/run_mark.h"

#include <QAction>
#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <cstddef>

namespace kernline::ui {

namespace {

QString escaped(QString text) {
  return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

/// A section has the width of its entries, which may be shorter.
void addHeading(QMenu& menu, const QString& text) {
  menu.addSeparator();
  menu.addAction(text)->setEnabled(false);
}

}  // namespace

QKeySequence RunStrip::swapKey() {
  return {Qt::CTRL | Qt::Key_B};
}

RunStrip::RunStrip(QWidget* parent) : QWidget(parent) {
  m_row = new QHBoxLayout(this);
  m_row->setContentsMargins(0, 0, 0, 0);
  m_row->setSpacing(6);
  m_swap = new QPushButton(this);
  m_swap->setObjectName(QStringLiteral("runsSwap"));
  m_swap->setToolTip(tr("Swap baseline and other run (%1)").arg(swapKey().toString(QKeySequence::NativeText)));
  m_add = new QToolButton(this);
  m_add->setObjectName(QStringLiteral("runsAdd"));
  m_add->setText(tr("+ Add"));
  m_add->setToolTip(tr("Add a run to the comparison"));
  m_add->setPopupMode(QToolButton::InstantPopup);
  m_add->setMenu(new QMenu(m_add));
  m_row->addWidget(m_swap);
  m_row->addWidget(m_add);
  m_row->addStretch(1);
  m_row->setSizeConstraint(QLayout::SetNoConstraint);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(m_swap, &QPushButton::clicked, this, &RunStrip::swapRequested);
  connect(m_add->menu(), &QMenu::aboutToShow, this, &RunStrip::fillAddMenu);
}

void RunStrip::showRuns(const std::vector<ChosenRun>& runs, const std::vector<OpenRun>& open, std::size_t shown,
                        const std::vector<QString>& notes) {
  m_runs = runs;
  m_open = open;
  m_shown = shown;
  m_notes = notes;
  while (m_chips.size() < runs.size()) {
    m_chips.push_back(makeChip(m_chips.size()));
    // The button that swaps runs is behind the base.
    m_row->insertWidget(m_chips.size() == 1 ? 0 : static_cast<int>(m_chips.size()), m_chips.back());
  }
  for (std::size_t i = 0; i < m_chips.size(); ++i) {
    m_chips[i]->setVisible(i < runs.size());
  }
  paintIcons();
  m_swap->setVisible(runs.size() > 1);
  m_add->setEnabled(runs.size() < maxRuns);
  fillAddMenu();
  fit();
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

/// Shortens the first parts last: names, then what distinguishes them, then how each compares.
void RunStrip::fit() {
  QStringList names;
  for (const ChosenRun& run : m_runs) {
    names << run.name;
  }
  const auto fits = [this](const QStringList& shown, bool hasNotes) {
    label(shown, hasNotes);
    return wantedWidth() <= width();
  };
  if (names.isEmpty() || fits(names, true)) {
    return;
  }
  const QStringList brief = withoutCommonWords(names);
  auto letters = static_cast<int>(std::ranges::max(brief, {}, &QString::size).size());
  bool isFound = fits(brief, true) || fits(brief, false);
  constexpr int minLetters = 3;
  while (!isFound && letters > minLetters) {
    isFound = fits(elidedApart(brief, --letters), false);
  }
}

void RunStrip::label(const QStringList& names, bool hasNotes) {
  for (std::size_t run = 0; run < m_runs.size(); ++run) {
    QToolButton* chip = m_chips[run];
    const auto called = [&](const QString& name) { return run == 0 ? tr("Baseline: %1").arg(name) : name; };
    const QString note = m_notes[run].isEmpty() ? QString() : QStringLiteral(" · ") + m_notes[run];
    const QString name = called(m_runs[run].name);
    const QString& path = m_runs[run].run.path;
    chip->setText(escaped(called(names[static_cast<qsizetype>(run)])) + (hasNotes ? note : QString()));
    chip->setToolTip(name + note + (path.isEmpty() ? QString() : QLatin1Char('\n') + path));
    chip->setAccessibleName(name);
    chip->setChecked(run > 0 && run == m_shown && m_runs.size() > 2);
  }
  m_swap->setText(hasNotes ? tr("⇄ Swap") : QStringLiteral("⇄"));
}

int RunStrip::wantedWidth() const {
  int wanted = m_add->sizeHint().width();
  for (std::size_t run = 0; run < m_runs.size(); ++run) {
    wanted += m_row->spacing() + m_chips[run]->sizeHint().width();
  }
  return wanted + (m_runs.size() > 1 ? m_row->spacing() + m_swap->sizeHint().width() : 0);
}

QSize RunStrip::sizeHint() const {
  return {wantedWidth(), m_row->sizeHint().height()};
}

/// Names give way.
QSize RunStrip::minimumSizeHint() const {
  constexpr int letters = 40;
  return {letters * fontMetrics().averageCharWidth(), m_row->sizeHint().height()};
}

void RunStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
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
  } else if (event->type() == QEvent::FontChange) {
    fit();
  }
}

void RunStrip::fillMenu(QToolButton* chip, std::size_t run) {
  QMenu* menu = chip->menu();
  menu->clear();
  if (run > 0) {
    connect(menu->addAction(tr("Set as &baseline")), &QAction::triggered, this,
            [this, run] { Q_EMIT baseChosen(run); });
  }
  connect(menu->addAction(tr("&Rename…")), &QAction::triggered, this, [this, run] { askForName(run); });
  QAction* remove = menu->addAction(tr("Remo&ve from the comparison"));
  remove->setEnabled(m_runs.size() > 2);
  connect(remove, &QAction::triggered, this, [this, run] { Q_EMIT removed(run); });
  fillReplacements(*menu, run);
}

/// The entry of the current run is checked, as in a choice of one.
void RunStrip::fillReplacements(QMenu& menu, std::size_t run) {
  addHeading(menu, tr("Replace with"));
  auto* group = new QActionGroup(&menu);
  for (std::size_t i = 0; i < m_open.size(); ++i) {
    QAction* action = menu.addAction(escaped(m_open[i].title));
    action->setCheckable(true);
    action->setChecked(m_open[i].trace == m_runs[run].run.trace);
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, run, i] { Q_EMIT replaced(run, i); });
  }
  connect(menu.addAction(tr("&Open a file…")), &QAction::triggered, this,
          [this, run] { Q_EMIT openInsteadRequested(run); });
}

void RunStrip::fillAddMenu() {
  QMenu* menu = m_add->menu();
  menu->clear();
  std::size_t left = 0;
  for (std::size_t i = 0; i < m_open.size(); ++i) {
    const auto isChosen = [&](const ChosenRun& run) { return run.run.trace == m_open[i].trace; };
    if (std::ranges::none_of(m_runs, isChosen)) {
      connect(menu->addAction(escaped(m_open[i].title)), &QAction::triggered, this, [this, i] { Q_EMIT added(i); });
      ++left;
    }
  }
  const std::size_t places = maxRuns - std::min(maxRuns, m_runs.size());
  if (left > 1 && places > 1) {
    menu->addSeparator();
    QAction* all = menu->addAction(left > places ? tr("First %1 of these").arg(places) : tr("&All open"));
    connect(all, &QAction::triggered, this, &RunStrip::allAdded);
  }
  if (!m_logs.isEmpty()) {
    addHeading(*menu, tr("Logs: compared in the matrix"));
    for (const QString& title : m_logs) {
      connect(menu->addAction(escaped(title)), &QAction::triggered, this, &RunStrip::logRequested);
    }
  }
  if (!m_memories.isEmpty()) {
    addHeading(*menu, tr("Memory only: compared on its own page"));
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
  dialog->setWindowTitle(tr("Rename run"));
  dialog->setLabelText(tr("Name in this comparison:"));
  dialog->setTextValue(m_runs[run].name);
  connect(dialog, &QInputDialog::textValueSelected, this, [this, run](const QString& name) {
    if (!name.trimmed().isEmpty()) {
      Q_EMIT renamed(run, name.trimmed());
    }
  });
  dialog->open();
}

}  // namespace kernline::ui
