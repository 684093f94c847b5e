// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/outliers_table.h"

#include "core/compare/ranks/rank_verdict.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/shown_names.h"
#include "ui/views/compare/ranks/heat_words.h"
#include "ui/views/compare/ranks/rank_words.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

namespace kernline::ui {
namespace {

/// Returns what took longer on a rank with which waiting began.
QString longerOn(const Straggler& straggler) {
  const QString caused = inTime(straggler.rootCaused);
  if (straggler.causes.empty()) {
    return OutliersTable::tr("others wait %1").arg(caused);
  }
  const RootCause& cause = straggler.causes.front();
  const QString excess = inTime(cause.excess);
  constexpr std::size_t maxName = 28;
  return cause.kernel.empty() ? OutliersTable::tr("idle %1 longer, others wait %2").arg(excess, caused)
                              : OutliersTable::tr("%1 longer in %2, others wait %3")
                                    .arg(excess, qt(elided(printable(shownName(cause.kernel, true)), maxName)), caused);
}

/// Returns the ranks with which a noticeable part of the waiting began, most first; empty if clocks leave it open.
std::vector<const Straggler*> beginnersOf(const RankSet& set) {
  constexpr std::int64_t minPartInverse = 100;  // one in so many
  const RankVerdict verdict = verdictOn(set);
  std::vector<const Straggler*> found;
  for (const Straggler& straggler : set.stragglers) {
    if (verdict.worst != nullptr && straggler.rootCaused.ns > verdict.waiting.ns / minPartInverse) {
      found.push_back(&straggler);
    }
  }
  std::ranges::stable_sort(found, std::greater{}, &Straggler::rootCaused);
  return found;
}

}  // namespace

std::vector<OutliersTable::Outlier> OutliersTable::outliers(const RankSet& set,
                                                            const std::vector<UnusualRank>& unusual) {
  std::vector<Outlier> found;
  const auto placeOf = [&](std::int32_t rank) {
    return static_cast<std::size_t>(std::ranges::lower_bound(set.files, rank, {}, &RankFile::rank) - set.files.begin());
  };
  for (const Straggler* straggler : beginnersOf(set)) {
    found.push_back({.place = placeOf(straggler->rank), .why = longerOn(*straggler), .tip = rootTip(*straggler)});
  }
  for (const UnusualRank& rank : unusual) {
    const auto known = std::ranges::find(found, rank.place, &Outlier::place);
    if (known == found.end()) {
      found.push_back({.place = rank.place, .why = wordsFor(rank), .tip = {}});
    } else {
      known->why += QStringLiteral("; ") + wordsFor(rank);
    }
  }
  return found;
}

TableRows OutliersTable::rows(const std::shared_ptr<const RankSet>& set, std::vector<Outlier> outliers) {
  const auto all = std::make_shared<const std::vector<Outlier>>(std::move(outliers));
  constexpr double rankWidth = 8;
  return {.count = all->size(),
          .columns = {
              {.title = tr("Rank"),
               .help = tr("Ranks that caused waiting first, then the largest outliers"),
               .kind = ColumnKind::Place,
               .width = rankWidth,
               .text = [set, all](std::size_t row) { return QString::number(set->files[(*all)[row].place].rank); },
               .key = [set, all](std::size_t row) { return static_cast<double>(set->files[(*all)[row].place].rank); }},
              {.title = tr("Why it is an outlier (%1)").arg(all->size()),
               .help = tr("What took longer before others waited, and values far from the median of all ranks"),
               .text = [all](std::size_t row) { return (*all)[row].why; },
               .tip =
                   [all](std::size_t row) {
                     const Outlier& outlier = (*all)[row];
                     return outlier.tip.isEmpty() ? outlier.why : outlier.why + QLatin1Char('\n') + outlier.tip;
                   }}}};
}

}  // namespace kernline::ui
