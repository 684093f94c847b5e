// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/groups_table.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"

#include <QColor>
#include <QGuiApplication>
#include <QPalette>

#include <optional>

namespace kernline::ui {
namespace {

QString groupTitle(MemoryGrouping grouping) {
  switch (grouping) {
    case MemoryGrouping::Op:
      return GroupsTable::tr("Operator");
    case MemoryGrouping::Place:
      return GroupsTable::tr("Source line");
    case MemoryGrouping::Phase:
      return GroupsTable::tr("Phase");
    case MemoryGrouping::Size:
      return GroupsTable::tr("Size");
    case MemoryGrouping::Stack:
      return GroupsTable::tr("Call stack");
    case MemoryGrouping::Count_:
      break;
  }
  return {};
}

QVariant swatch(const LiveGroup& group, const BlockColors& colors) {
  const QPalette scheme = QGuiApplication::palette();
  const TimelinePalette& palette = TimelinePalette::matching(scheme);
  const bool isKnown = group.largestBlock < colors.shades.size();
  return QColor(isKnown ? colors.of(group.largestBlock, palette) : quietColor(palette));
}

}  // namespace

TableRows GroupsTable::rows(const std::shared_ptr<const BlockAnswer>& answer,
                            const std::shared_ptr<const BlockColors>& colors) {
  const auto of = [answer](std::size_t row) -> const LiveGroup& { return answer->set.groups[row]; };
  const auto bytes = [of](std::size_t row) { return static_cast<double>(of(row).bytes); };
  const auto share = [of, answer](std::size_t row) { return answer->set.share(of(row)); };
  const auto name = [of](std::size_t row) { return coreText(printable(of(row).name)); };
  const bool isColored = answer && colors && colors->grouping == answer->query.grouping;
  const bool isOfCategories = answer && answer->query.of().blocks.empty();
  const MemoryGrouping grouping = answer ? answer->query.grouping : MemoryGrouping::Op;
  return {
      .count = answer ? answer->set.groups.size() : 0,
      .columns = {{.title = isOfCategories ? tr("Category") : groupTitle(grouping),
                   .text = name,
                   .tip = name,
                   .other =
                       [of, colors, isColored](std::size_t row, int role) {
                         return isColored && role == Qt::DecorationRole ? swatch(of(row), *colors) : QVariant();
                       }},
                  {.title = tr("Bytes"),
                   .kind = ColumnKind::Figure,
                   .width = 13,
                   .text = [of](std::size_t row) { return qt(formatBytes(of(row).bytes)); },
                   .key = bytes},
                  {.title = tr("Share"),
                   .kind = ColumnKind::Figure,
                   .width = 17,
                   .text =
                       [share](std::size_t row) {
                         const std::optional<double> part = share(row);
                         return part ? qt(formatShare(*part)) : QString();
                       },
                   .key = bytes,
                   .share = [share](std::size_t row) { return share(row).value_or(0); }},
                  {.title = tr("Blocks"),
                   .kind = ColumnKind::Figure,
                   .width = 9,
                   .text = [of](std::size_t row) { return of(row).count > 0 ? countText(of(row).count) : QString(); },
                   .key = [of](std::size_t row) { return static_cast<double>(of(row).count); }}}};
}

}  // namespace kernline::ui
