// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/blocks_table.h"

#include "core/analysis/memory/memory_moments.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"

namespace kernline::ui {
namespace {

using BlocksPtr = std::shared_ptr<const BlocksTable>;

/// Returns the life of a block, the longest for those alive at the end.
Duration lifeOf(const MemoryBlock& block) {
  return block.end == MemoryBlock::never ? Duration{INT64_MAX} : block.end - block.begin;
}

QString lifeText(const MemoryHistory& history, const MemoryBlock& block) {
  const bool isOver = block.end != MemoryBlock::never;
  const QString atLeast = isOver && !block.isOlder ? QString() : QStringLiteral("> ");
  return atLeast + coreText(lengthText(history, (isOver ? block.end : history.bounds.end) - block.begin));
}

TableColumn momentColumn(const BlocksPtr& table, const QString& title, Time MemoryBlock::* moment,
                         const std::function<QString(const MemoryBlock&)>& insteadOf) {
  return {
      .title = title,
      .kind = ColumnKind::Place,
      .width = 14,
      .text =
          [table, moment, insteadOf](std::size_t row) {
            const MemoryBlock& block = table->at(row);
            const QString instead = insteadOf(block);
            return instead.isEmpty() ? coreText(momentText(*table->history, block.*moment)) : instead;
          },
      .key = [table, moment](std::size_t row) { return static_cast<double>((table->at(row).*moment - Time{}).ns); }};
}

TableColumn originColumn(const BlocksPtr& table, const QString& title, StringId MemoryBlock::* text, double width) {
  const auto of = [table, text](std::size_t row) { return qt(printable(table->history->text(table->at(row).*text))); };
  return {.title = title, .width = width, .text = of, .tip = of};
}

}  // namespace

TableRows BlocksTable::rows(const BlocksPtr& table) {
  return {.count = table ? table->blocks.size() : 0,
          .columns = {{.title = tr("Bytes"),
                       .kind = ColumnKind::Figure,
                       .width = 13,
                       .text = [table](std::size_t row) { return qt(formatBytes(table->at(row).bytes)); },
                       .key = [table](std::size_t row) { return static_cast<double>(table->at(row).bytes); }},
                      momentColumn(table, tr("Allocated at"), &MemoryBlock::begin,
                                   [](const MemoryBlock& block) { return block.isOlder ? tr("before") : QString(); }),
                      momentColumn(table, tr("Freed at"), &MemoryBlock::end,
                                   [](const MemoryBlock& block) {
                                     return block.end == MemoryBlock::never ? tr("never") : QString();
                                   }),
                      {.title = tr("Lifetime"),
                       .kind = ColumnKind::Figure,
                       .width = 19,
                       .text = [table](std::size_t row) { return lifeText(*table->history, table->at(row)); },
                       .key = [table](std::size_t row) { return static_cast<double>(lifeOf(table->at(row)).ns); }},
                      originColumn(table, tr("Operator"), &MemoryBlock::op, 26),
                      originColumn(table, tr("Source line"), &MemoryBlock::place, 34)}};
}

}  // namespace kernline::ui
