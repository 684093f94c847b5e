// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/span_series.h"

#include "core/analysis/steps/step_phase.h"
#include "core/model/base/median.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

bool hasStepWord(std::string_view name) {
  constexpr std::array<std::string_view, 7> known{"step", "steps", "iter", "iteration", "batch", "Step", "Iteration"};
  return std::ranges::any_of(wordsOf(name),
                             [&](std::string_view word) { return std::ranges::find(known, word) != known.end(); });
}

/// The most spans of one process.
std::size_t repeats(const SpanSeries& series) {
  std::map<ProcessId, std::size_t> ofProcess;
  std::size_t most = 0;
  for (const Step& step : series.steps) {
    most = std::max(most, ++ofProcess[step.process]);
  }
  return most;
}

/// Returns the series of a name; looks at each name once.
class SeriesOfName {
 public:
  SeriesOfName(const Trace& trace, const std::function<std::optional<std::string>(std::string_view)>& nameOf)
      : m_trace(trace), m_nameOf(nameOf) {}

  /// Returns the number of the series, or nullopt.
  std::optional<std::size_t> operator()(StringId name) {
    const auto [known, isNew] = m_known.try_emplace(name);
    if (isNew) {
      if (const std::optional<std::string> series = m_nameOf(m_trace.text(name))) {
        known->second = m_numbers.try_emplace(*series, m_numbers.size()).first->second;
      }
    }
    return known->second;
  }

  [[nodiscard]] std::vector<SpanSeries> series() const {
    std::vector<SpanSeries> made(m_numbers.size());
    for (const auto& [name, number] : m_numbers) {
      made[number].name = name;
    }
    return made;
  }

 private:
  const Trace& m_trace;
  const std::function<std::optional<std::string>(std::string_view)>& m_nameOf;
  std::unordered_map<StringId, std::optional<std::size_t>> m_known;
  std::unordered_map<std::string, std::size_t> m_numbers;
};

/// Steps of one thread by series.
using OfThread = std::unordered_map<std::size_t, std::vector<Step>>;

OfThread spansOfThread(const Trace& trace, const Track& track, SpanKind kind, SeriesOfName& seriesOf) {
  OfThread found;
  for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
    const SpanId span{i};
    if (trace.kind(span) != kind || has(trace.flags(span), SpanFlags::OutsideBounds)) {
      continue;
    }
    if (const auto series = seriesOf(trace.name(span))) {
      found[*series].push_back(
          {.name = trace.name(span), .range = trace.range(span), .span = span, .process = track.process});
    }
  }
  return found;
}

}  // namespace

std::string withoutNumbers(std::string_view name) {
  std::string made;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!isDigit(name[i])) {
      made += name[i];
    } else if (!made.ends_with('#')) {
      made += '#';
    }
  }
  return made;
}

std::vector<Step> outermostSteps(std::vector<Step> steps) {
  std::ranges::stable_sort(steps, {}, [](const Step& step) {
    return std::pair(step.range.begin, Duration{-step.range.length().ns});  // containing spans come first
  });
  std::map<ProcessId, std::size_t> lastOf;
  std::vector<Step> kept;
  for (const Step& step : steps) {
    const auto last = lastOf.find(step.process);
    if (last != lastOf.end()) {
      TimeRange& before = kept[last->second].range;
      if (step.range.end <= before.end) {
        continue;
      }
      before.end = std::min(before.end, step.range.begin);
    }
    lastOf[step.process] = kept.size();
    kept.push_back(step);
  }
  std::erase_if(kept, [](const Step& step) { return step.range.isEmpty(); });
  return kept;
}

std::vector<SpanSeries> seriesByName(const Trace& trace, SpanKind kind,
                                     const std::function<std::optional<std::string>(std::string_view)>& nameOf,
                                     const std::stop_token& stop) {
  SeriesOfName seriesOf{trace, nameOf};
  std::map<std::pair<std::size_t, ProcessId>, std::vector<Step>> best;
  for (const Track& track : trace.tracks()) {
    if (stop.stop_requested()) {
      return {};
    }
    if (track.kind != TrackKind::Thread && track.kind != TrackKind::Async) {
      continue;
    }
    for (auto& [series, steps] : spansOfThread(trace, track, kind, seriesOf)) {
      std::vector<Step>& most = best[{series, track.process}];
      if (std::vector<Step> own = outermostSteps(std::move(steps)); own.size() > most.size()) {
        most = std::move(own);
      }
    }
  }
  std::vector<SpanSeries> made = seriesOf.series();
  for (auto& [key, steps] : best) {
    std::ranges::move(steps, std::back_inserter(made[key.first].steps));
  }
  for (SpanSeries& series : made) {
    std::ranges::stable_sort(series.steps, {}, [](const Step& step) { return step.range.begin; });
  }
  std::erase_if(made, [](const SpanSeries& series) { return series.steps.empty(); });
  std::ranges::sort(made, {}, &SpanSeries::name);
  return made;
}

void measure(SpanSeries& series, const LaunchedActivities& activities) {
  Duration launched;
  std::vector<std::int64_t> counts;
  for (const Step& step : series.steps) {
    const LaunchedActivities::Sum sum = activities.within(step.process, step.range);
    launched += sum.device;
    counts.push_back(static_cast<std::int64_t>(sum.count));
  }
  series.share =
      activities.total().ns == 0 ? 0 : static_cast<double>(launched.ns) / static_cast<double>(activities.total().ns);
  if (!counts.empty()) {
    std::vector<std::int64_t> sorted = counts;
    const std::int64_t middle = medianOf(sorted);
    const auto alike = std::ranges::count_if(
        counts, [&](std::int64_t count) { return count > 0 && count * 2 >= middle && count <= middle * 2; });
    series.isRegular = static_cast<std::size_t>(alike) * 3 >= counts.size() * 2;
  }
  series.saysStep = hasStepWord(series.name);
  series.isLibrary = series.name.starts_with("torch/") || series.name.starts_with('<');
}

std::vector<SpanSeries> likelySeries(std::vector<SpanSeries> candidates) {
  constexpr double minShare = 0.75;
  constexpr double grace = 0.9;
  std::erase_if(candidates, [](const SpanSeries& series) {
    return series.share < minShare || !series.isRegular || repeats(series) < series.minCount;
  });
  if (candidates.empty()) {
    return candidates;
  }
  const double most = std::ranges::max(candidates, {}, &SpanSeries::share).share;
  std::ranges::stable_sort(candidates, {}, [&](const SpanSeries& series) {
    return std::tuple(series.share < most * grace, !series.saysStep, series.steps.size(), series.isLibrary,
                      -series.share, series.steps.front().range.begin);
  });
  return candidates;
}

std::optional<SpanSeries> bestSeries(std::vector<SpanSeries> candidates) {
  std::vector<SpanSeries> likely = likelySeries(std::move(candidates));
  return likely.empty() ? std::nullopt : std::optional{std::move(likely.front())};
}

}  // namespace kernline
