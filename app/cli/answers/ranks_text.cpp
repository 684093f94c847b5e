// SPDX-License-Identifier: GPL-3.0-or-later
// Many ranks for people.
#include "app/cli/answers/ranks_answer.h"
#include "app/cli/answers/ranks_spreads.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/compare/ranks/rank_verdict.h"
#include "core/compare/ranks/unusual_ranks.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <ranges>
#include <string>
#include <vector>

namespace kernline::cli {

namespace {

constexpr auto left = TextTable::Align::Left;
constexpr auto right = TextTable::Align::Right;
constexpr std::size_t maxRankName = 60;

std::string signedTime(Duration time) {
  return time.ns < 0 ? "-" + formatDuration({-time.ns}) : time.ns == 0 ? "0" : "+" + formatDuration(time);
}

std::string shareOf(Duration part, Duration whole) {
  return whole.ns <= 0 ? std::string() : formatShare(static_cast<double>(part.ns) / static_cast<double>(whole.ns));
}

/// Maximum number of ranks that are all shown; with more, only unusual ones are, and the others counted.
constexpr std::size_t manyRanks = 32;

std::vector<std::string> accountCells(const std::string& rank, const RankAccount& account) {
  return {rank,
          formatDuration(account.busy),
          formatDuration(account.compute),
          formatDuration(account.communication),
          formatDuration(account.exposed),
          formatDuration(account.waiting),
          formatDuration(account.transferring),
          formatDuration(account.idle),
          account.busy.ns > 0 ? shareOf(account.idle, account.window) : std::string(),
          account.steps == 0 ? std::string() : formatDuration(account.medianStep)};
}

std::vector<TextTable::Column> accountColumns() {
  return {{"rank", right},       {"busy", right},       {"compute", right},      {"communication", right},
          {"exposed", right},    {"waiting", right},    {"transferring", right}, {"idle", right},
          {"idle share", right}, {"median step", right}};
}

void writeAccounts(Output& output, const RankSet& set, const MediansWithoutProfiler& medians) {
  const bool isAnyOther = std::ranges::any_of(medians, [](const auto& median) { return median.has_value(); });
  std::vector<TextTable::Column> columns = accountColumns();
  if (isAnyOther) {
    columns.push_back({"without profiler", right});
  }
  TextTable table(columns);
  for (std::size_t place = 0; place < set.accounts.size(); ++place) {
    std::vector<std::string> cells = accountCells(std::to_string(set.accounts[place].rank), set.accounts[place]);
    if (isAnyOther) {
      cells.push_back(medians[place] ? formatDuration(*medians[place]) : std::string());
    }
    table.add(std::move(cells));
  }
  output.write(table.text(2, terminalWidth()));
}

/// "busy +12.3 ms, idle -12.3 ms".
std::string wordsFor(const UnusualRank& rank) {
  constexpr std::size_t maxFigures = 3;
  std::vector<std::string> words;
  for (const UnusualFigure& figure : rank.figures | std::views::take(maxFigures)) {
    words.push_back(fmt::format("{} {}", figure.name, signedTime(figure.own - figure.usual)));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Writes the median of many ranks, and outliers.
void writeUnusualAccounts(Output& output, const RankSet& set, std::size_t limit) {
  const std::vector<UnusualRank> unusual = unusualRanks(set);
  const std::size_t shown = limited(unusual.size(), limit);
  output.write(unusual.empty()
                   ? std::string("no outliers\n")
                   : fmt::format("outliers: {}, largest difference first{}\n", counted(unusual.size(), "rank"),
                                 shown < unusual.size() ? fmt::format(" ({} of them)", shown) : ""));
  std::vector<TextTable::Column> columns = accountColumns();
  columns.push_back({"difference from median", left});
  TextTable table(columns);
  std::vector<std::string> usual = accountCells("median", usualAccount(set));
  usual.emplace_back();
  table.add(std::move(usual));
  for (const UnusualRank& rank : unusual | std::views::take(shown)) {
    const RankAccount& account = set.accounts[rank.place];
    std::vector<std::string> cells = accountCells(std::to_string(account.rank), account);
    cells.push_back(wordsFor(rank));
    table.add(std::move(cells));
  }
  output.write(table.text(2, terminalWidth()));
}

/// Returns the source of a rank's correction, or why that of collectives is not used.
std::string remarkOn(const RankClock& clock) {
  switch (clock.source()) {
    case ClockSource::Reference:
      return "reference";
    case ClockSource::Manual:
      return "manual";
    case ClockSource::Unknown:
      return "as recorded; no collective confirms it";
    case ClockSource::WithinSpread:
      return "not adjusted: single collectives scatter as much";
    case ClockSource::WithinEnds:
      return fmt::format("not adjusted: even on one clock, ends are up to {} µs apart", clock.endsApart.ns / 1000);
    case ClockSource::Collectives:
      break;
  }
  return {};
}

TextTable clockTable(const RankSet& set, const std::vector<std::size_t>& places) {
  TextTable table({{"rank", right},
                   {"base offset", right},
                   {"by collectives", right},
                   {"spread", right},
                   {"of", right},
                   {"added", right},
                   {"error", right},
                   {"", left}});
  for (const std::size_t place : places) {
    const RankClock& clock = set.clocks[place];
    const bool isKnown = clock.collectives > 0 && !clock.isReference;
    const std::optional<Duration> error = clock.isReference ? std::nullopt : clock.error();
    table.add({std::to_string(clock.rank), clock.baseTimeNs == 0 ? "unknown" : signedTime(clock.fromBase),
               isKnown ? signedTime(clock.estimate) : std::string(),
               isKnown ? "±" + formatDuration(clock.spread) : std::string(),
               isKnown ? std::to_string(clock.collectives) : std::string(), signedTime(clock.shift()),
               error ? "±" + formatDuration(*error) : std::string(), remarkOn(clock)});
  }
  return table;
}

void writeClocks(Output& output, const RankSet& set) {
  output.write("\nclocks, from base times and the ends of collectives\n");
  std::vector<std::size_t> all(set.clocks.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  output.write(clockTable(set, all).text(2, terminalWidth()));
}

/// Writes for many clocks how they were set, their greatest error, and outliers.
void writeUnusualClocks(Output& output, const RankSet& set, std::size_t limit) {
  output.write("\nclocks, from base times and the ends of collectives\n");
  const auto adjusted =
      static_cast<std::size_t>(std::ranges::count(set.clocks, ClockSource::Collectives, &RankClock::source));
  const RankClock& worst = *std::ranges::max_element(
      set.clocks, {}, [](const RankClock& clock) { return clock.error().value_or(Duration{}); });
  output.write(fmt::format("  {} adjusted by collectives; largest error ±{} (rank {})\n", counted(adjusted, "clock"),
                           formatDuration(worst.error().value_or(Duration{})), worst.rank));
  std::vector<std::size_t> unusual = unusualClocks(set);
  if (unusual.empty()) {
    return;
  }
  const std::size_t shown = limited(unusual.size(), limit);
  output.write(fmt::format("  outliers: {}{}\n", counted(unusual.size(), "clock"),
                           shown < unusual.size() ? fmt::format(" ({} of them)", shown) : ""));
  unusual.resize(shown);
  output.write(clockTable(set, unusual).text(2, terminalWidth()));
}

std::string wordsFor(const std::string& kernel) {
  return kernel.empty() ? "idle" : elided(printable(shortKernelName(kernel)), 40);
}

std::string wordsFor(const LateReason& reason) {
  return reason.waitsFor >= 0 ? fmt::format("waiting for rank {}", reason.waitsFor) : wordsFor(reason.kernel);
}

void writeStragglers(Output& output, const RankSet& set, std::size_t shown) {
  const RankVerdict verdict = verdictOn(set);
  output.write(fmt::format("\nstragglers\n  {}\n", sentenceOn(set, verdict).english()));
  if (const Message roots = rootSentenceOn(verdict); !roots.isEmpty()) {
    output.write(fmt::format("  {}\n", roots.english()));
  }
  if (verdict.isWithinClocks) {
    return;
  }
  TextTable table({{"rank", right},
                   {"wait caused", right},
                   {"began here", right},
                   {"last", right},
                   {"late by", right},
                   {"longer than others before", left}});
  for (const Straggler& straggler : set.stragglers | std::views::take(shown)) {
    std::vector<std::string> because;
    for (const LateReason& reason : straggler.because) {
      because.push_back(fmt::format("{} {}", signedTime(reason.excess), wordsFor(reason)));
    }
    if (const ExpertImbalance& experts = straggler.experts; experts.explains(straggler.timesLast)) {
      because.push_back(fmt::format("after {:.2f}× the mean all-to-all bytes", experts.bytes / experts.mean));
    }
    table.add({std::to_string(straggler.rank), formatDuration(straggler.waitCaused),
               formatDuration(straggler.rootCaused), fmt::format("{}×", straggler.timesLast),
               formatDuration(straggler.delay), fmt::format("{}", fmt::join(because, ", "))});
  }
  if (shown > 0) {
    output.write(table.text(2, terminalWidth()));
  }
  if (shown < set.stragglers.size()) {
    Duration waits;
    for (const Straggler& straggler : set.stragglers | std::views::drop(shown)) {
      waits += straggler.waitCaused;
    }
    output.write(fmt::format("  {} more; waits caused by them: {}\n", counted(set.stragglers.size() - shown, "rank"),
                             formatDuration(waits)));
  }
}

/// "rank 3 in pair1 → rank 2 in dp0".
std::string wayOf(const std::vector<ChainLink>& chain) {
  std::vector<std::string> links;
  for (const ChainLink& link : chain) {
    links.push_back(link.group.empty() ? fmt::format("rank {}", link.rank)
                                       : fmt::format("rank {} in {}", link.rank, printable(link.group)));
  }
  return fmt::format("{}", fmt::join(links, " → "));
}

/// Writes what took longer where waiting began, where to look at it, and the path of the longest wait from there.
void writeRoots(Output& output, const RankSet& set) {
  const RankVerdict verdict = verdictOn(set);
  if (verdict.roots.empty()) {
    return;
  }
  output.write("\nwhere waiting began\n");
  TextTable table({{"rank", right},
                   {"waits", right},
                   {"longer by", right},
                   {"what", left, maxRankName},
                   {"at", right},
                   {"step", left, 30},
                   {"longest way to others", left}});
  for (const Straggler* root : verdict.roots) {
    for (const RootCause& cause : root->causes) {
      const bool isFirst = &cause == &root->causes.front();
      table.add({isFirst ? std::to_string(root->rank) : std::string(), formatDuration(cause.waitCaused),
                 signedTime(cause.excess), wordsFor(cause.kernel), formatDuration(cause.range.begin - set.bounds.begin),
                 printable(cause.step), isFirst ? wayOf(root->chain) : std::string()});
    }
  }
  output.write(table.text(2, terminalWidth()));
}

/// "rank 3, 7"; of many the first ones.
std::string wordsForMissing(const std::vector<std::int32_t>& missing) {
  constexpr std::size_t maxRanks = 8;
  if (missing.empty()) {
    return {};
  }
  const std::string more = missing.size() > maxRanks ? fmt::format(" and {} more", missing.size() - maxRanks) : "";
  return fmt::format("rank {}{}", fmt::join(missing | std::views::take(maxRanks), ", "), more);
}

void writeCollectives(Output& output, const RankSet& set, std::size_t limit) {
  std::vector<const CollectiveMatch*> order;
  for (const CollectiveMatch& match : set.collectives) {
    order.push_back(&match);
  }
  std::ranges::stable_sort(order, std::greater{}, [](const CollectiveMatch* match) { return match->totalWait(); });
  const std::size_t shown = limited(order.size(), limit);
  const std::string collectives = counted(order.size(), "collective");
  output.write(shown < order.size() ? fmt::format("\n{}, longest waits first ({} of them)\n", collectives, shown)
                                    : fmt::format("\n{}, longest waits first\n", collectives));
  TextTable table({{"collective", left, maxRankName},
                   {"group", left, 20},
                   {"number", right},
                   {"bytes", right},
                   {"ranks", right},
                   {"waiting", right},
                   {"transfer", right},
                   {"bus", right},
                   {"last", right},
                   {"late by", right},
                   {"at", right},
                   {"missing", left}});
  for (std::size_t i = 0; i < shown; ++i) {
    const CollectiveMatch& match = *order[i];
    const double bus = match.busBandwidth();
    table.add({printable(match.name), printable(match.group), std::to_string(match.number),
               match.bytes < 0 ? std::string() : formatBytes(match.bytes), std::to_string(match.parts.size()),
               formatDuration(match.totalWait()), formatDuration(match.transfer()),
               bus > 0 ? formatByteRate(bus) : std::string(), std::to_string(match.lastRank()),
               formatDuration(match.lateBy()), formatDuration(match.parts.front().range.begin - set.bounds.begin),
               wordsForMissing(match.missing)});
  }
  output.write(table.text(2, terminalWidth()));
}

void writeSteps(Output& output, const RankSet& set, std::size_t limit) {
  if (set.steps.empty()) {
    return;
  }
  const StepSource source = set.rankSteps->source();
  output.write(source == StepSource::Recorded
                   ? std::string("\nsteps\n")
                   : fmt::format("\nsteps (none are recorded; found by {})\n", toText(source)));
  TextTable table({{"step", left, maxRankName}, {"min", right}, {"max", right}, {"spread", right}, {"max on", right}});
  const std::size_t shown = limited(set.steps.size(), limit);
  for (std::size_t i = 0; i < shown; ++i) {
    const StepSpread& step = set.steps[i];
    const auto [shortest, longest] = std::ranges::minmax(step.lengths, {}, &std::pair<std::int32_t, Duration>::second);
    table.add({printable(step.name), formatDuration(shortest.second), formatDuration(longest.second),
               formatDuration(step.spread()), fmt::format("rank {}", step.longestRank())});
  }
  output.write(table.text(2, terminalWidth()));
}

void writeMismatches(Output& output, const RankSet& set) {
  const std::size_t incomplete = set.incompleteCollectives();
  if (incomplete > 0) {
    output.write(fmt::format("! missing on some ranks: {}\n", counted(incomplete, "collective")));
  }
  if (set.unmatchedMessages > 0) {
    output.write(fmt::format("! sends and receives without a counterpart: {}\n", formatCount(set.unmatchedMessages)));
  }
  if (set.directionless > 0) {
    output.write(fmt::format("! sends or receives whose other rank the profile does not name: {}\n",
                             counted(set.directionless, "kernel")));
  }
  for (const Message& doubt : set.doubts) {
    output.write("! " + printable(doubt.english()) + "\n");
  }
}

}  // namespace

void writeRanksText(Output& output, const RankSet& set, const MediansWithoutProfiler& medians, std::size_t limit) {
  output.write(fmt::format("{}: {}, {}\n", printable(set.path), counted(set.files.size(), "rank"),
                           formatDuration(set.bounds.length())));
  writeMismatches(output, set);
  output.write("\n");
  if (set.files.size() > manyRanks && limit > 0) {
    writeUnusualAccounts(output, set, limit);
    writeUnusualClocks(output, set, limit);
    const auto waitedFor = static_cast<std::size_t>(
        std::ranges::count_if(set.stragglers, [](const Straggler& one) { return one.waitCaused.ns > 0; }));
    writeStragglers(output, set, limited(waitedFor, limit));
  } else {
    writeAccounts(output, set, medians);
    writeClocks(output, set);
    writeStragglers(output, set, set.stragglers.size());
  }
  writeRoots(output, set);
  writeSpreads(output, set, limit);
  writeExperts(output, set, limit);
  writePipeline(output, set);
  writeCollectives(output, set, limit);
  if (!set.messages.empty()) {
    output.write(fmt::format("\n{} between ranks\n", counted(set.messages.size(), "message")));
  }
  writeSteps(output, set, limit);
}

}  // namespace kernline::cli
