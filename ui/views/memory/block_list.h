// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/job.h"
#include "ui/views/memory/block_query.h"

#include <QSplitter>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

class QListWidget;
class QTableView;

namespace kernline::ui {

struct BlocksTable;
class ElidedLabel;
class RowsModel;

/// The blocks of one group, and the call stack of the block that is current.
class BlockList : public QSplitter {
  Q_OBJECT

 public:
  explicit BlockList(QWidget* parent = nullptr);

  /// Empties it; for a device without blocks it stays empty.
  void setMemory(std::shared_ptr<const MemoryHistory> history, std::size_t device);
  void setHasTimeline(bool has) { m_hasTimeline = has; }
  /// Lists the blocks of a group of an answer; std::nullopt if no group is chosen. `wanted` is gone to if it is among
  /// them, else the first.
  void showGroup(std::shared_ptr<const BlockAnswer> answer, const LiveGroup& group,
                 std::optional<std::uint32_t> wanted);
  void showNoGroup();

  [[nodiscard]] bool isBusy() const;
  /// Returns the selection of the focused list: rows of blocks, or calls. std::nullopt if the focus is elsewhere.
  [[nodiscard]] std::optional<QStringList> chosenText() const;

 Q_SIGNALS:
  /// Another block is current; std::nullopt for none.
  void blockCurrent(std::optional<quint32> block);
  void momentRequested(kernline::Time moment);
  void spanRequested(kernline::SpanId span);
  void copyRequested();

 private:
  void makeBlocks();
  void makeStack();
  void take(std::vector<std::uint32_t> blocks, const std::string& group, std::optional<std::uint32_t> wanted);
  void listBlocks(std::vector<std::uint32_t> blocks);
  [[nodiscard]] std::uint32_t blockAt(int row) const;
  void makeCurrent(int row);
  void showStack(StackId stack);
  void goToBlock(int row);
  void openMenu(QPoint at);
  void fitOperators();

  std::shared_ptr<const MemoryHistory> m_history;
  std::size_t m_device = 0;
  std::shared_ptr<const BlocksTable> m_listed;
  bool m_hasTimeline = false;

  RowsModel* m_blocks = nullptr;
  QTableView* m_view = nullptr;
  ElidedLabel* m_title = nullptr;
  QWidget* m_stackPlace = nullptr;
  QListWidget* m_stack = nullptr;
  Job<std::vector<std::uint32_t>> m_listing;
};

}  // namespace kernline::ui
