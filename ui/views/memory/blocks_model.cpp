// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/blocks_model.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

/// What is there at the end lives longest.
Duration lifeOf(const MemoryBlock& block) {
  return block.end == MemoryBlock::never ? Duration{INT64_MAX} : block.end - block.begin;
}

template <typename Key>
void sortBy(std::vector<std::uint32_t>& blocks, Qt::SortOrder order, Key key) {
  if (order == Qt::AscendingOrder) {
    std::ranges::stable_sort(blocks, std::ranges::less{}, key);
  } else {
    std::ranges::stable_sort(blocks, std::ranges::greater{}, key);
  }
}

}  // namespace

void BlocksModel::setBlocks(std::shared_ptr<const MemoryHistory> history, std::size_t device,
                            std::vector<std::uint32_t> blocks) {
  beginResetModel();
  m_history = std::move(history);
  m_device = device;
  m_blocks = std::move(blocks);
  m_total = m_blocks.size();
  m_blocks.resize(std::min(m_blocks.size(), mostRows));
  endResetModel();
}

std::optional<int> BlocksModel::rowOf(std::uint32_t block) const {
  const auto found = std::ranges::find(m_blocks, block);
  return found == m_blocks.end() ? std::nullopt : std::optional(static_cast<int>(found - m_blocks.begin()));
}

int BlocksModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_blocks.size());
}

int BlocksModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : Column::Count_;
}

QString BlocksModel::text(const MemoryBlock& block, int column) const {
  const Time start = m_history->bounds.begin;
  switch (column) {
    case Bytes:
      return qt(formatBytes(block.bytes));
    case Made:
      return block.isOlder ? tr("before") : qt(formatDuration(block.begin - start));
    case Freed:
      return block.end == MemoryBlock::never ? tr("never") : qt(formatDuration(block.end - start));
    case Lived:
      if (block.end != MemoryBlock::never) {
        return QStringLiteral("%1%2").arg(block.isOlder ? QStringLiteral("> ") : QString(),
                                          qt(formatDuration(block.end - block.begin)));
      }
      return QStringLiteral("> ") + qt(formatDuration(m_history->bounds.end - block.begin));
    case Op:
      return qt(printable(m_history->text(block.op)));
    case Place:
      return qt(printable(m_history->text(block.place)));
    default:
      return {};
  }
}

QVariant BlocksModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const bool isText = index.column() == Op || index.column() == Place;
  switch (role) {
    case Qt::DisplayRole:
      return text(at(index.row()), index.column());
    case Qt::ToolTipRole:
      return isText ? QVariant(text(at(index.row()), index.column())) : QVariant();
    case Qt::TextAlignmentRole:
      return static_cast<int>((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant BlocksModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) {
    return {};
  }
  if (role == Qt::TextAlignmentRole) {
    return static_cast<int>((section == Op || section == Place ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role == Qt::InitialSortOrderRole) {
    return static_cast<int>(section == Bytes || section == Lived ? Qt::DescendingOrder : Qt::AscendingOrder);
  }
  if (role != Qt::DisplayRole) {
    return {};
  }
  switch (section) {
    case Bytes:
      return tr("Bytes");
    case Made:
      return tr("Made at");
    case Freed:
      return tr("Freed at");
    case Lived:
      return tr("Lived");
    case Op:
      return tr("Operator");
    case Place:
      return tr("Source line");
    default:
      return {};
  }
}

void BlocksModel::sort(int column, Qt::SortOrder order) {
  if (!m_history) {
    return;
  }
  const std::vector<MemoryBlock>& blocks = m_history->devices[m_device].blocks;
  Q_EMIT layoutAboutToBeChanged();
  switch (column) {
    case Made:
      sortBy(m_blocks, order, [&](std::uint32_t i) { return blocks[i].begin; });
      break;
    case Freed:
      sortBy(m_blocks, order, [&](std::uint32_t i) { return blocks[i].end; });
      break;
    case Lived:
      sortBy(m_blocks, order, [&](std::uint32_t i) { return lifeOf(blocks[i]); });
      break;
    case Op:
      sortBy(m_blocks, order, [&](std::uint32_t i) { return m_history->text(blocks[i].op); });
      break;
    case Place:
      sortBy(m_blocks, order, [&](std::uint32_t i) { return m_history->text(blocks[i].place); });
      break;
    default:
      sortBy(m_blocks, order, [&](std::uint32_t i) { return blocks[i].bytes; });
      break;
  }
  Q_EMIT layoutChanged();
}

}  // namespace kernline::ui
