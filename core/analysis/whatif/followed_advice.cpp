// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/followed_advice.h"

#include "core/analysis/advice/advice.h"
#include "core/analysis/advice/advice_remedy.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <memory>
#include <ranges>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace kernline {

namespace {

Error adviceError(Message message) {
  return {.kind = Error::Kind::Usage, .message = std::move(message)};
}

/// The positions of the rows that are named; all if none are.
Expected<std::vector<std::size_t>> namedRows(const WhatIfChange& change, std::size_t count) {
  std::vector<std::size_t> rows;
  for (const auto part : std::views::split(std::string_view(change.pattern), ',')) {
    const std::string_view text(part.begin(), part.end());
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number == 0 || number > count) {
      return std::unexpected(adviceError(
          Phrase::tr("%1: advice has no row \"%2\"; its rows are 1 to %3").with(change.text(), text, count)));
    }
    rows.push_back(number - 1);
  }
  for (std::size_t row = 0; change.pattern.empty() && row < count; ++row) {
    rows.push_back(row);
  }
  std::ranges::sort(rows);
  rows.erase(std::ranges::unique(rows).begin(), rows.end());
  return rows;
}

}  // namespace

Expected<WhatIfMatch> followAdvice(TraceAnalysis& analysis, const ReplayedRun& run, const WorkMeter& meter,
                                   const WhatIfChange& change, RunChanges& changes, const Advice* known,
                                   const std::stop_token& stop) {
  if (change.kind != WhatIfChangeKind::Follow) {
    return std::unexpected(
        adviceError(Phrase::tr("%1: advice is followed or not; write advice:1=follow").with(change.text())));
  }
  Advice found;
  if (known == nullptr) {
    const std::shared_ptr<const WorkModel> model = analysis.work(stop);
    found = model ? advise(analysis, *model, meter, {.steps = run.steps().steps}, stop) : Advice{};
  }
  const Advice& advice = known != nullptr ? *known : found;
  if (stop.stop_requested()) {
    return std::unexpected(Error{.kind = Error::Kind::Canceled, .message = {}});
  }
  const Expected<std::vector<std::size_t>> rows = namedRows(change, advice.rows.size());
  if (!rows) {
    return std::unexpected(rows.error());
  }
  const RemedyReplay replay(run);
  WhatIfMatch match;
  for (const std::size_t row : *rows) {
    const AdviceRemedy& remedy = advice.rows[row].remedy;
    replay.follow(remedy, changes);
    match.work += remedy.shorter.size() + remedy.ahead.size();
    match.calls += remedy.isGraph || remedy.isAhead ? run.graph().launchCalls()
                                                    : std::max(remedy.calls.size(), remedy.noWaits.size());
  }
  if (match.work + match.calls == 0) {
    return std::unexpected(
        adviceError(Phrase::tr("%1 cannot be replayed: it changes no recorded activity or call").with(change.text())));
  }
  return match;
}

}  // namespace kernline
