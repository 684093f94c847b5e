// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

enum class WaitFinding : std::uint8_t {
  SingleRank,     ///< a single rank has no other to wait for
  NoCollective,   ///< unknown: no collective is on several ranks
  KeepStep,       ///< waiting is too little to matter
  WithinClocks,   ///< unknown: waits are no longer than clocks may be off
  OneHoldsUp,     ///< most waiting is for one rank
  SeveralHoldUp,  ///< waiting is for several
};

/// "single_rank", "within_clocks", …
[[nodiscard]] std::string_view toText(WaitFinding finding);

/// The ranks that delay others, as far as the clocks allow to determine.
struct RankVerdict {
  WaitFinding finding = WaitFinding::SingleRank;
  Duration waiting;                  ///< waiting of all ranks, for any rank
  Duration waitBefore;               ///< additional waiting for ranks whose recording had not begun
  Duration window;                   ///< sum over all ranks
  Duration clockError;               ///< the largest of clocks that collectives set
  std::size_t collectives = 0;       ///< number of collectives on several ranks
  bool isWithinClocks = false;       ///< waits are no longer than clocks may be off, so their cause is unknown
  std::vector<MissingWait> absent;   ///< part of `waiting` that came from ranks that are not in the set; most first
  const Straggler* worst = nullptr;  ///< straggler of the set with most waiting for it; null unless ranks are held up
  /// The few ranks of the set that caused most waiting, without that from missing ranks, most first. Empty unless ranks
  /// are held up and some of them waited for ranks that had been delayed themselves.
  std::vector<const Straggler*> roots;

  /// The rank that holds up the others; null if none does alone, or that is not known.
  [[nodiscard]] const Straggler* mainStraggler() const { return finding == WaitFinding::OneHoldsUp ? worst : nullptr; }
};

/// The verdict points into `set`.
[[nodiscard]] RankVerdict verdictOn(const RankSet& set);

/// The verdict on `set` as a sentence, and one about waiting that it leaves out.
[[nodiscard]] Message sentenceOn(const RankSet& set, const RankVerdict& verdict);

/// Returns sentences on the rank where the waiting began, and what took longer there; how much came from ranks that are
/// missing, and which. Empty without `roots` where that is little.
[[nodiscard]] Message rootSentenceOn(const RankVerdict& verdict);

/// Returns a sentence if it had more than the others in all-to-alls before most of its late starts, else empty.
[[nodiscard]] Message expertSentenceOn(const Straggler& straggler);

}  // namespace kernline
