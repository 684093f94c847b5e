// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/rank_verdict.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>

namespace kernline {

namespace {

constexpr double littleWaiting = 0.01;  // share of the time of all ranks
constexpr double dominantShare = 0.7;   // share of all waiting, for one rank alone
constexpr double sureAbove = 2;         // times the error of the clocks
constexpr double littlePassed = 0.05;   // share of all waiting, for ranks that others had delayed
constexpr double nearlyAll = 0.9;       // share of all waiting
constexpr std::size_t maxRootsNamed = 8;

double share(Duration part, Duration whole) {
  return whole.ns > 0 ? static_cast<double>(part.ns) / static_cast<double>(whole.ns) : 0;
}

std::string count(std::size_t number) {
  return formatCount(number);
}

/// Returns the time of all ranks but one.
Duration timeOfOthers(const RankSet& set, std::int32_t rank) {
  Duration time;
  for (const RankAccount& account : set.accounts) {
    time += account.rank == rank ? Duration{} : account.window;
  }
  return time;
}

WaitFinding findingOf(const RankSet& set, const RankVerdict& verdict) {
  if (set.files.size() < 2) {
    return WaitFinding::SingleRank;
  }
  if (verdict.collectives == 0) {
    return WaitFinding::NoCollective;
  }
  if (share(verdict.waiting, verdict.window) < littleWaiting) {
    return WaitFinding::KeepStep;
  }
  if (verdict.isWithinClocks) {
    return WaitFinding::WithinClocks;
  }
  return share(set.stragglers.front().waitCaused, verdict.waiting) >= dominantShare ? WaitFinding::OneHoldsUp
                                                                                    : WaitFinding::SeveralHoldUp;
}

Duration passedOn(const Straggler& straggler) {
  Duration wait;
  for (const PassedWait& passed : straggler.through) {
    wait += passed.wait;
  }
  return wait;
}

Duration rootCausedBy(const std::vector<const Straggler*>& roots) {
  Duration wait;
  for (const Straggler* root : roots) {
    wait += root->traced();
  }
  return wait;
}

Duration missingIn(const RankVerdict& verdict) {
  Duration wait;
  for (const MissingWait& absent : verdict.absent) {
    wait += absent.wait;
  }
  return wait;
}

/// Returns the waits of all stragglers together, by group.
std::vector<MissingWait> missingWaitsOf(const RankSet& set) {
  std::vector<MissingWait> all;
  for (const Straggler& straggler : set.stragglers) {
    for (const MissingWait& absent : straggler.absent) {
      const auto same = std::ranges::find_if(
          all, [&](const MissingWait& other) { return other.group == absent.group && other.ranks == absent.ranks; });
      if (same == all.end()) {
        all.push_back(absent);
      } else {
        same->wait += absent.wait;
      }
    }
  }
  std::ranges::stable_sort(all, std::greater{}, &MissingWait::wait);
  return all;
}

/// Returns the ranks with which nearly all of this waiting began; empty if there are no main ones, or if no rank had
/// been delayed.
std::vector<const Straggler*> rootsOf(const RankSet& set, Duration waiting) {
  Duration passed;
  std::vector<const Straggler*> roots;
  for (const Straggler& straggler : set.stragglers) {
    passed += passedOn(straggler);
    roots.push_back(&straggler);
  }
  std::ranges::stable_sort(roots, std::greater{}, &Straggler::traced);
  std::size_t count = 0;
  for (Duration wait; count < roots.size() && share(wait, waiting) < nearlyAll; ++count) {
    wait += roots[count]->traced();
  }
  roots.resize(std::min(count, maxRootsNamed));
  const bool saysMore = share(passed, waiting) >= littlePassed && share(rootCausedBy(roots), waiting) >= dominantShare;
  return saysMore ? roots : std::vector<const Straggler*>();
}

Message causeOn(std::int32_t rank, const RootCause& cause) {
  const std::string excess = formatDuration(cause.excess);
  return cause.kernel.empty()
             ? Phrase::tr("On rank %1, the device is idle %2 longer than on the others.").with(rank, excess)
             : Phrase::tr("On rank %1, %2 takes %3 longer than on the others.")
                   .with(rank, printable(shortKernelName(cause.kernel)), excess);
}

/// "14 (tp12), 3, 7 (dp1)"; of many groups the first ones.
std::string wordsForMissing(const std::vector<MissingWait>& waits) {
  constexpr std::size_t maxGroups = 4;
  std::vector<std::string> words;
  for (const MissingWait& absent : waits) {
    words.push_back(absent.group.empty()
                        ? fmt::format("{}", fmt::join(absent.ranks, ", "))
                        : fmt::format("{} ({})", fmt::join(absent.ranks, ", "), printable(absent.group)));
  }
  const std::string_view more = words.size() > maxGroups ? ", …" : "";
  words.resize(std::min(words.size(), maxGroups));
  return fmt::format("{}{}", fmt::join(words, ", "), more);
}

Message missingSentence(const RankVerdict& verdict) {
  const double part = share(missingIn(verdict), verdict.waiting);
  return part < littlePassed ? Message()
                             : Phrase::tr("%1 of the waiting cannot be traced because ranks are missing: %2.")
                                   .with(formatShare(part), wordsForMissing(verdict.absent));
}

Message findingSentence(const RankSet& set, const RankVerdict& verdict) {
  const std::string waiting = formatDuration(verdict.waiting);
  const std::string ofTime = formatShare(share(verdict.waiting, verdict.window));
  switch (verdict.finding) {
    case WaitFinding::SingleRank:
      return Phrase::tr("Only one rank: there is nothing to wait for.");
    case WaitFinding::NoCollective:
      return Phrase::tr("These ranks have no collective in common, so waits are unknown.");
    case WaitFinding::KeepStep:
      return Phrase::tr("The ranks are in step: waits total %1, %2 of their time.").with(waiting, ofTime);
    case WaitFinding::WithinClocks:
      return Phrase::tr("Inconclusive: waits total %1, but clocks may be off by %2 in each of %3 collectives.")
          .with(waiting, formatDuration(verdict.clockError), count(verdict.collectives));
    case WaitFinding::OneHoldsUp:
      return Phrase::
          tr("Rank %1 holds up the others: they wait %2 for it, %3 of their time. It is last in %4 of %5 collectives.")
              .with(verdict.worst->rank, formatDuration(verdict.worst->waitCaused),
                    formatShare(share(verdict.worst->waitCaused, timeOfOthers(set, verdict.worst->rank))),
                    count(verdict.worst->timesLast), count(verdict.collectives));
    case WaitFinding::SeveralHoldUp:
      break;
  }
  const Phrase phrase =
      verdict.roots.empty()
          ? Phrase::tr("No single rank holds up the others: waits total %1, %2 of their time, %3 caused by rank %4.")
          : Phrase::tr("Ranks hold each other up: waits total %1, %2 of their time, %3 of that directly for rank %4.");
  return phrase.with(waiting, ofTime, formatShare(share(verdict.worst->waitCaused, verdict.waiting)),
                     verdict.worst->rank);
}

}  // namespace

std::string_view toText(WaitFinding finding) {
  constexpr std::array<std::string_view, 6> texts{"single_rank",   "no_collective", "keep_step",
                                                  "within_clocks", "one_holds_up",  "several_hold_up"};
  return texts.at(static_cast<std::size_t>(finding));
}

RankVerdict verdictOn(const RankSet& set) {
  RankVerdict verdict;
  for (const Straggler& straggler : set.stragglers) {
    verdict.waiting += straggler.waitCaused;
    verdict.waitBefore += straggler.waitBefore;
  }
  for (const RankAccount& account : set.accounts) {
    verdict.window += account.window;
  }
  for (const RankClock& clock : set.clocks) {
    verdict.clockError = std::max(verdict.clockError, clock.error().value_or(Duration{}));
  }
  verdict.collectives = static_cast<std::size_t>(
      std::ranges::count_if(set.collectives, [](const CollectiveMatch& match) { return match.parts.size() > 1; }));
  verdict.isWithinClocks =
      sureAbove * static_cast<double>(verdict.clockError.ns) * static_cast<double>(verdict.collectives) >
      static_cast<double>(verdict.waiting.ns);
  verdict.finding = findingOf(set, verdict);
  if (verdict.finding == WaitFinding::OneHoldsUp || verdict.finding == WaitFinding::SeveralHoldUp) {
    verdict.worst = &set.stragglers.front();
    verdict.absent = missingWaitsOf(set);
    verdict.roots = rootsOf(set, verdict.waiting - missingIn(verdict));
  }
  return verdict;
}

Message sentenceOn(const RankSet& set, const RankVerdict& verdict) {
  const Message finding = findingSentence(set, verdict);
  return share(verdict.waitBefore, verdict.window) < littleWaiting
             ? finding
             : finding.then(Phrase::tr("%1 of waiting for ranks whose recording had not begun is not counted.")
                                .with(formatDuration(verdict.waitBefore)));
}

Message rootSentenceOn(const RankVerdict& verdict) {
  Message absent = missingSentence(verdict);
  if (verdict.roots.empty()) {
    return absent;
  }
  std::vector<std::int32_t> ranks;
  std::ranges::transform(verdict.roots, std::back_inserter(ranks), &Straggler::rank);
  const Phrase phrase = ranks.size() == 1 ? Phrase::tr("Traced back, %1 of the waiting began on rank %2.")
                                          : Phrase::tr("Traced back, %1 of the waiting began on ranks %2.");
  Message message = phrase.with(formatShare(share(rootCausedBy(verdict.roots), verdict.waiting)),
                                fmt::format("{}", fmt::join(ranks, ", ")));
  const Straggler& first = *verdict.roots.front();
  if (!first.causes.empty()) {
    message = message.then(causeOn(first.rank, first.causes.front()));
  }
  return absent.isEmpty() ? message : message.then(absent);
}

Message expertSentenceOn(const Straggler& straggler) {
  const ExpertImbalance& experts = straggler.experts;
  return experts.explains(straggler.timesLast)
             ? Phrase::tr(
                   "Before %1 of its %2 late starts, it exchanged %3 times the mean all-to-all bytes: its experts get "
                   "more tokens.")
                   .with(count(experts.times), count(straggler.timesLast),
                         fmt::format("{:.2f}", experts.bytes / experts.mean))
             : Message();
}

}  // namespace kernline
