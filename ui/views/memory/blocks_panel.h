// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/views/memory/block_query.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;
class QToolButton;

namespace kernline::ui {

class BlockList;
struct BlockColors;
class ElidedLabel;
class LongWork;
class RowsModel;

/// Panel of blocks alive at a time (or never freed, left by a step, allocated by a span): its groups, and next to them
/// the blocks of the group that is chosen.
class BlocksPanel : public QWidget {
  Q_OBJECT

 public:
  explicit BlocksPanel(QWidget* parent = nullptr);
  ~BlocksPanel() override;

  /// nullptr empties it.
  void setMemory(std::shared_ptr<const MemoryHistory> history, std::size_t device);
  void setMoment(Time moment);
  /// The span that is selected on the timeline of the trace that the memory is of; none for no list of its blocks.
  void setSpan(std::shared_ptr<const Trace> trace, SpanId span);
  /// Sets whether there is a timeline on which blocks of this memory can be shown.
  void setHasTimeline(bool has);
  void setChoice(BlockChoice choice);
  /// Goes to a block among those alive at a moment at which it is: its group, its row, its call stack.
  void showBlock(std::uint32_t block, Time moment);
  /// Marks groups with the colors of their blocks; nullptr for no marks.
  void setColors(std::shared_ptr<const BlockColors> colors);
  [[nodiscard]] MemoryGrouping grouping() const;
  /// Low and wide, as in a dock: the call stack is next to the blocks, not below them.
  void setLow(bool low);

  [[nodiscard]] bool isBusy() const;
  /// The groups as they are shown, header first, cells separated by tabs.
  [[nodiscard]] QString tableText() const;

 Q_SIGNALS:
  void groupingChanged(kernline::MemoryGrouping grouping);
  /// Another block is current in the table; std::nullopt for none.
  void blockCurrent(std::optional<quint32> block);
  void momentRequested(kernline::Time moment);
  void spanRequested(kernline::SpanId span);
  void exportRequested(const QString& tabSeparated);

 private:
  QWidget* makeControls();
  QWidget* makeTables();
  void connectParts();
  void fillChoices();
  void fillMarks();
  void requestBlocks();
  void take(std::shared_ptr<const BlockAnswer> answer);
  void updateSum();
  void listBlocks();
  void selectGroup(const std::string& before);
  [[nodiscard]] const LiveGroup* currentGroup() const;
  void copySelection();
  [[nodiscard]] BlockChoice choice() const;

  std::shared_ptr<const MemoryHistory> m_history;
  std::size_t m_device = 0;
  Time m_moment;
  std::shared_ptr<const Trace> m_trace;
  SpanId m_span = SpanId::none;
  bool m_hasTimeline = false;
  std::shared_ptr<const BlockAnswer> m_answer;
  std::shared_ptr<const BlockColors> m_colors;
  std::string m_group;                    // the chosen one
  std::optional<std::uint32_t> m_wanted;  // a block to go to once it is listed

  QComboBox* m_choice = nullptr;
  QComboBox* m_mark = nullptr;
  QComboBox* m_grouping = nullptr;
  QLineEdit* m_filter = nullptr;
  ElidedLabel* m_sum = nullptr;
  QToolButton* m_copy = nullptr;
  QToolButton* m_save = nullptr;
  RowsModel* m_groups = nullptr;
  QTableView* m_groupsView = nullptr;
  BlockList* m_list = nullptr;
  LongWork* m_long = nullptr;
  Job<std::shared_ptr<const BlockAnswer>> m_asking;
};

}  // namespace kernline::ui
