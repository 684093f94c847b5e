// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/runs/chosen_runs.h"

#include <QKeySequence>
#include <QStringList>
#include <QWidget>

#include <cstddef>
#include <vector>

class QHBoxLayout;
class QMenu;
class QPushButton;
class QToolButton;

namespace kernline::ui {

/// The runs that are compared, the base first, each with its marker and as much of its name as there is room for. A
/// click on another shows its change against the base; the menu of each makes it the base, puts another open run in its
/// place, renames or removes it.
class RunStrip : public QWidget {
  Q_OBJECT

 public:
  explicit RunStrip(QWidget* parent = nullptr);

  /// `open` are those that can be added. `shown` is the run whose change is shown; `notes` are shown after their names.
  void showRuns(const std::vector<ChosenRun>& runs, const std::vector<OpenRun>& open, std::size_t shown,
                const std::vector<QString>& notes);

  /// Sets open documents that are no runs: logs, and files about memory alone. The menu shows where they are compared.
  void showOthers(const QStringList& logs, const QStringList& memories);

  /// Maximum number of runs.
  static constexpr std::size_t maxRuns = ChosenRuns::max;

  /// Does what the button that swaps does.
  [[nodiscard]] static QKeySequence swapKey();

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void otherChosen(std::size_t run);
  void baseChosen(std::size_t run);
  void swapRequested();
  void renamed(std::size_t run, const QString& name);
  void removed(std::size_t run);
  void replaced(std::size_t run, std::size_t open);
  void added(std::size_t open);
  void allAdded();
  void openRequested();
  void openInsteadRequested(std::size_t run);  ///< a file, to take the place of this run
  void logRequested();
  void memoryRequested(int memory);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] QToolButton* makeChip(std::size_t run);
  void fillMenu(QToolButton* chip, std::size_t run);
  void fillReplacements(QMenu& menu, std::size_t run);
  void fillAddMenu();
  void askForName(std::size_t run);
  void fit();
  void label(const QStringList& names, bool hasNotes);
  [[nodiscard]] int wantedWidth() const;
  void paintIcons();

  std::vector<ChosenRun> m_runs;
  std::vector<QString> m_notes;
  std::vector<OpenRun> m_open;
  QStringList m_logs;
  QStringList m_memories;
  std::size_t m_shown = 1;
  std::vector<QToolButton*> m_chips;
  QHBoxLayout* m_row = nullptr;
  QPushButton* m_swap = nullptr;
  QToolButton* m_add = nullptr;
};

}  // namespace kernline::ui
