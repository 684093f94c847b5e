// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_cards.h"

#include "core/analysis/memory/memory_moments.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

namespace kernline::ui {

HoverCard momentCard(const DeviceCurves& curves, Time time) {
  HoverCard card;
  const MemoryDevice& device = curves.of();
  card.title = coreText(momentText(*curves.history, time));
  const std::optional<std::int64_t> allocated = device.allocated.at(time);
  const std::optional<std::int64_t> reserved = device.reserved.at(time);
  if (allocated) {
    card.facts.push_back({Words::tr("Allocated"), qt(formatBytes(*allocated))});
  }
  if (reserved) {
    card.facts.push_back({Words::tr("Reserved"), qt(formatBytes(*reserved))});
  }
  if (allocated && reserved && *reserved > 0 && *allocated <= *reserved) {
    const std::int64_t unused = *reserved - *allocated;
    const QString share = qt(formatShare(static_cast<double>(unused) / static_cast<double>(*reserved)));
    card.facts.push_back(
        {Words::tr("Reserved, not in use"), QStringLiteral("%1 · %2").arg(qt(formatBytes(unused)), share)});
  }
  for (auto category = device.categories.rbegin(); category != device.categories.rend(); ++category) {
    if (const std::int64_t bytes = category->curve.at(time).value_or(0); bytes != 0) {
      card.facts.push_back({qt(category->name), qt(formatBytes(bytes))});
    }
  }
  return card;
}

HoverCard blockCard(const DeviceCurves& curves, std::uint32_t number) {
  const MemoryHistory& history = *curves.history;
  const MemoryBlock& block = curves.of().blocks[number];
  const QString op = qt(printable(history.text(block.op)));
  const QString place = qt(printable(history.text(block.place)));
  HoverCard card;
  card.title = !op.isEmpty() ? op : !place.isEmpty() ? place : Words::tr("Allocation site not recorded");
  card.facts.push_back({Words::tr("Bytes"), qt(formatBytes(block.bytes))});
  card.facts.push_back({Words::tr("Allocated at"), block.isOlder ? Words::tr("before the recording")
                                                                 : coreText(momentText(history, block.begin))});
  const bool isFreed = block.end != MemoryBlock::never;
  card.facts.push_back(
      {Words::tr("Freed at"), isFreed ? coreText(momentText(history, block.end)) : Words::tr("never")});
  const Duration life = (isFreed ? block.end : history.bounds.end) - block.begin;
  card.facts.push_back({Words::tr("Lifetime"), (isFreed && !block.isOlder ? QString() : QStringLiteral("> ")) +
                                                   coreText(lengthText(history, life))});
  if (!op.isEmpty() && !place.isEmpty()) {
    card.facts.push_back({Words::tr("Source line"), place});
  }
  return card;
}

}  // namespace kernline::ui
