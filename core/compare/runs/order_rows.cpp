// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/order_rows.h"

#include "core/compare/runs/renamed_rows.h"
#include "core/compare/runs/sequence_alignment.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

using Keys = std::vector<std::uint32_t>;

/// One numbering of normal names for all runs.
std::vector<Keys> keysOfRuns(const RunComparison& comparison) {
  std::unordered_map<std::string, std::uint32_t> numbers;
  std::vector<Keys> keys;
  for (const ComparedRun& run : comparison.runs) {
    const RunKeys own(*run.trace, run.activities, RunKey::Normal);
    Keys common;
    for (const std::string& name : own.names()) {
      common.push_back(numbers.try_emplace(name, static_cast<std::uint32_t>(numbers.size())).first->second);
    }
    Keys& ofActivity = keys.emplace_back();
    ofActivity.reserve(run.activities.size());
    for (std::size_t i = 0; i < run.activities.size(); ++i) {
      ofActivity.push_back(common[own.ofActivity(i)]);
    }
  }
  return keys;
}

/// Returns, for each of a step's kernels, its place in the base's step, or nullopt.
std::vector<std::optional<std::size_t>> placesOf(std::span<const std::uint32_t> base,
                                                 std::span<const std::uint32_t> step) {
  std::vector<std::optional<std::size_t>> places(step.size());
  auto same = alignSequences(base, step);
  if (!same) {
    return places;
  }
  same->emplace_back(base.size(), step.size());
  std::size_t left = 0;
  std::size_t right = 0;
  for (const auto& [nextLeft, nextRight] : *same) {
    if (nextLeft - left == nextRight - right) {
      for (; right < nextRight; ++left, ++right) {
        places[right] = left;
      }
    }
    if (nextRight < step.size()) {
      places[nextRight] = nextLeft;
    }
    left = nextLeft + 1;
    right = nextRight + 1;
  }
  return places;
}

class OrderRows {
 public:
  OrderRows(RunComparison& comparison, const StepSequence& reference, const Keys& baseKeys) : m_comparison(comparison) {
    const ComparedRun& base = comparison.runs.front();
    const auto activities = base.activitiesOfDevice();
    std::unordered_map<std::uint32_t, std::size_t> position;
    for (std::size_t i = 0; i < activities.size(); ++i) {
      position.emplace(static_cast<std::uint32_t>(activities[i]), i);
    }
    for (const SpanId span : reference.spans) {
      m_reference.push_back(baseKeys[position.at(static_cast<std::uint32_t>(span))]);
      add(fmt::format("#{} {}", m_reference.size(), base.trace->nameText(span)));
    }
    m_outside = add(std::string(Phrase::tr("(outside steps)")));
  }

  void addRun(std::size_t number, const Keys& keys) {
    ComparedRun& run = m_comparison.runs[number];
    run.rowOfActivity.assign(run.activities.size(), m_outside);
    for (std::size_t step = 0; step < run.steps.steps.size(); ++step) {
      addStep(run, number > 0, keys, run.bySteps.activitiesOf(step));
    }
  }

 private:
  std::uint32_t add(std::string name) {
    m_comparison.rows.push_back({.name = std::move(name), .sides = std::vector<RunSide>(m_comparison.runs.size())});
    return static_cast<std::uint32_t>(m_comparison.rows.size() - 1);
  }

  /// `activities`: positions.
  void addStep(ComparedRun& run, bool isOther, const Keys& keys, std::span<const std::uint32_t> activities) {
    Keys step;
    std::ranges::transform(activities, std::back_inserter(step), [&](std::uint32_t place) { return keys[place]; });
    if (step != m_lastStep) {
      m_lastStep = step;
      m_lastPlaces = placesOf(m_reference, step);
    }
    std::size_t after = 0;  // number of places of the base that have passed
    std::map<std::uint32_t, std::size_t> seen;
    for (std::size_t i = 0; i < step.size(); ++i) {
      std::uint32_t& row = run.rowOfActivity[activities[i]];
      if (m_lastPlaces[i]) {
        row = static_cast<std::uint32_t>(*m_lastPlaces[i]);
        after = *m_lastPlaces[i] + 1;
        seen.clear();
        if (isOther && step[i] != m_reference[row]) {
          addAlias(row, std::string{run.trace->nameText(run.activities[activities[i]])});
        }
      } else {
        row = extra(after, step[i], seen[step[i]]++, run.trace->nameText(run.activities[activities[i]]));
      }
    }
  }

  void addAlias(std::uint32_t row, std::string name) {
    std::vector<std::string>& aliases = m_comparison.rows[row].aliases;
    if (std::ranges::find(aliases, name) == aliases.end()) {
      aliases.push_back(std::move(name));
    }
  }

  std::uint32_t extra(std::size_t after, std::uint32_t key, std::size_t nth, std::string_view name) {
    const auto [place, isNew] = m_extra.try_emplace({after, key, nth}, 0U);
    if (isNew) {
      place->second = add(nth == 0 ? fmt::format("#{}+ {}", after, name) : fmt::format("#{}+{} {}", after, nth, name));
    }
    return place->second;
  }

  RunComparison& m_comparison;
  Keys m_reference;
  std::uint32_t m_outside = 0;
  Keys m_lastStep;
  std::vector<std::optional<std::size_t>> m_lastPlaces;
  std::map<std::tuple<std::size_t, std::uint32_t, std::size_t>, std::uint32_t> m_extra;
};

}  // namespace

void makeOrderRows(RunComparison& comparison) {
  const std::vector<Keys> keys = keysOfRuns(comparison);
  comparison.runs.front().rowOfActivity = keys.front();
  const StepSequence reference = medianStep(comparison.runs.front());
  OrderRows rows(comparison, reference, keys.front());
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    rows.addRun(r, keys[r]);
  }
}

}  // namespace kernline
