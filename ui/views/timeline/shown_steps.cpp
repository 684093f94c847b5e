// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/shown_steps.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::ui {

namespace {

constexpr std::size_t maxLevels = 8;  // steps nest seldom, and never deeply

}  // namespace

ShownSteps::ShownSteps(std::shared_ptr<const Trace> trace, std::shared_ptr<const FoundSteps> found)
    : m_trace(std::move(trace)), m_found(std::move(found)) {
  if (!m_trace) {
    return;
  }
  const std::span<const Step> host = onHost();
  m_steps.assign(host.begin(), host.end());
  for (std::size_t i = 0; m_found && i < m_steps.size(); ++i) {
    m_steps[i].range = m_found->timeOf(i);
  }
  std::ranges::transform(m_steps, std::back_inserter(m_begins), [](const Step& step) { return step.range.begin; });
  std::ranges::sort(m_begins);
  m_areNamesakes =
      all().size() > 1 && std::ranges::all_of(all(), [&](const Step& step) { return step.name == all().front().name; });
  for (ProcessSteps& own : stepsByProcess(*m_trace, all())) {
    Row& row = m_rows.emplace_back(Row{.own = std::move(own), .levels = {}});
    makeLevels(row);
  }
}

/// Each step goes to the first level that is free where it begins.
void ShownSteps::makeLevels(Row& row) const {
  std::vector<std::uint32_t> outermostFirst = row.own.steps;
  std::ranges::stable_sort(outermostFirst, {}, [&](std::uint32_t step) {
    const TimeRange range = (*this)[step].range;
    return std::pair(range.begin, Time{-range.end.ns});
  });
  std::vector<Time> ends;
  for (const std::uint32_t step : outermostFirst) {
    const TimeRange range = (*this)[step].range;
    auto level = std::ranges::find_if(ends, [&](Time end) { return end <= range.begin; });
    if (level == ends.end() && ends.size() < maxLevels) {
      row.levels.emplace_back();
      level = ends.insert(ends.end(), range.end);
    } else if (level == ends.end()) {
      --level;
    }
    *level = std::max(*level, range.end);
    row.levels[static_cast<std::size_t>(level - ends.begin())].push_back(step);
  }
}

std::span<const Step> ShownSteps::onHost() const {
  if (m_found) {
    return m_found->steps;
  }
  return m_trace ? m_trace->steps() : std::span<const Step>();
}

ShownSteps::Place ShownSteps::placeOf(std::size_t step) const {
  const ProcessId process = (*this)[step].process;
  const auto row = std::ranges::find_if(m_rows, [&](const Row& each) { return each.own.process == process; });
  return {static_cast<std::size_t>(row - m_rows.begin()),
          static_cast<std::size_t>(std::ranges::lower_bound(row->own.steps, step) - row->own.steps.begin())};
}

std::optional<std::size_t> ShownSteps::ofSpan(SpanId span) const {
  const std::span<const Step> steps = all();
  const auto found = std::ranges::find(steps, span, &Step::span);
  return span == SpanId::none || found == steps.end() ? std::nullopt
                                                      : std::optional(static_cast<std::size_t>(found - steps.begin()));
}

std::optional<std::size_t> ShownSteps::ofRange(TimeRange range) const {
  for (const std::span<const Step> steps : {all(), onHost()}) {
    const auto found = std::ranges::find(steps, range, &Step::range);
    if (found != steps.end()) {
      return static_cast<std::size_t>(found - steps.begin());
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> ShownSteps::at(std::size_t row, std::size_t levels, Time time, TimeRange near) const {
  const std::vector<std::vector<std::uint32_t>>& all = m_rows[row].levels;
  const auto begin = [&](std::uint32_t step) { return (*this)[step].range.begin; };
  std::optional<std::size_t> nearest;
  for (std::size_t level = std::min(levels, all.size()); level-- > 0;) {
    const auto after = std::ranges::upper_bound(all[level], time, {}, begin);
    if (after != all[level].begin()) {
      const TimeRange before = (*this)[*(after - 1)].range;
      if (before.contains(time)) {
        return *(after - 1);
      }
      nearest = !nearest && before.end >= near.begin ? std::optional<std::size_t>(*(after - 1)) : nearest;
    }
    if (!nearest && after != all[level].end() && begin(*after) < near.end) {
      nearest = *after;
    }
  }
  return nearest;
}

std::size_t ShownSteps::lastBegun(std::size_t row, Time time) const {
  const std::vector<std::uint32_t>& steps = m_rows[row].own.steps;
  const auto after =
      std::ranges::upper_bound(steps, time, {}, [&](std::uint32_t step) { return (*this)[step].range.begin; });
  return after == steps.begin() ? steps.front() : *(after - 1);
}

std::optional<std::size_t> ShownSteps::neighbor(std::size_t step, bool isNext) const {
  const Place place = placeOf(step);
  const std::vector<std::uint32_t>& steps = m_rows[place.row].own.steps;
  const bool isAtEnd = isNext ? place.number + 1 >= steps.size() : place.number == 0;
  return isAtEnd ? std::nullopt : std::optional<std::size_t>(steps[isNext ? place.number + 1 : place.number - 1]);
}

}  // namespace kernline::ui
