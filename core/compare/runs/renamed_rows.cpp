// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/renamed_rows.h"

#include "core/analysis/statistics/statistics.h"
#include "core/compare/runs/normal_name.h"
#include "core/compare/runs/sequence_alignment.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <span>

namespace kernline {

namespace {

/// Rows that only one of the two runs has, each in at most one proposal.
class Proposals {
 public:
  Proposals(const RunComparison& comparison, std::size_t other) : m_comparison(comparison), m_other(other) {}

  [[nodiscard]] bool isFreeInBase(std::size_t row) const {
    const std::vector<RunSide>& sides = m_comparison.rows[row].sides;
    return sides.front().count > 0 && sides[m_other].count == 0 && !m_taken.contains(row);
  }
  [[nodiscard]] bool isFreeInOther(std::size_t row) const {
    const std::vector<RunSide>& sides = m_comparison.rows[row].sides;
    return sides.front().count == 0 && sides[m_other].count > 0 && !m_taken.contains(row);
  }
  void propose(std::size_t base, std::size_t other, Message why) {
    if (isFreeInBase(base) && isFreeInOther(other)) {
      m_taken.insert({base, other});
      m_made.push_back({.base = base, .other = other, .why = std::move(why)});
    }
  }
  [[nodiscard]] std::vector<RenamedRow> take() { return std::move(m_made); }

 private:
  const RunComparison& m_comparison;
  std::size_t m_other;
  std::set<std::size_t> m_taken;
  std::vector<RenamedRow> m_made;
};

/// Keys that exactly one free row of either run has.
template <typename KeyOf>
void pairByKey(const RunComparison& comparison, Proposals& proposals, const KeyOf& keyOf, Phrase why) {
  std::map<std::string, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> rows;
  for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
    if (proposals.isFreeInBase(r)) {
      rows[keyOf(r, true)].first.push_back(r);
    } else if (proposals.isFreeInOther(r)) {
      rows[keyOf(r, false)].second.push_back(r);
    }
  }
  for (const auto& [key, found] : rows) {
    if (!key.empty() && found.first.size() == 1 && found.second.size() == 1) {
      proposals.propose(found.first.front(), found.second.front(), why);
    }
  }
}

using Votes = std::map<std::pair<std::size_t, std::size_t>, std::size_t>;

/// Counts votes between two places that are the same, with as many kernels in the base as in the other run: the first
/// may be the first.
Votes votesByPlace(const StepSequence& base, const StepSequence& other, const Proposals& proposals) {
  Votes votes;
  auto same = alignSequences(base.rows, other.rows);
  if (!same) {
    return votes;
  }
  same->emplace_back(base.rows.size(), other.rows.size());
  std::size_t left = 0;
  std::size_t right = 0;
  for (const auto& [nextLeft, nextRight] : *same) {
    if (nextLeft - left == nextRight - right) {
      for (; left < nextLeft; ++left, ++right) {
        if (proposals.isFreeInBase(base.rows[left]) && proposals.isFreeInOther(other.rows[right])) {
          ++votes[{base.rows[left], other.rows[right]}];
        }
      }
    }
    left = nextLeft + 1;
    right = nextRight + 1;
  }
  return votes;
}

void pairByPlace(const StepSequence& base, const StepSequence& other, Proposals& proposals) {
  const Votes votes = votesByPlace(base, other, proposals);
  std::vector<std::pair<std::pair<std::size_t, std::size_t>, std::size_t>> sorted(votes.begin(), votes.end());
  std::ranges::stable_sort(sorted, std::ranges::greater{}, [](const auto& vote) { return vote.second; });
  for (const auto& [rows, count] : sorted) {
    const auto inStep = static_cast<std::size_t>(std::ranges::count(base.rows, rows.first));
    if (count * 2 >= inStep) {
      proposals.propose(rows.first, rows.second,
                        Phrase::tr("at the same place of a step, %1 of %2 times").with(count, inStep));
    }
  }
}

/// The operator that launches a row in a step, and how often; empty if there is none or several do.
std::string launchersOf(const Trace& trace, const StepSequence& step, std::size_t row) {
  std::set<std::uint32_t> ops;
  std::size_t count = 0;
  for (std::size_t i = 0; i < step.rows.size(); ++i) {
    if (step.rows[i] == row) {
      ops.insert(opKey(trace, step.spans[i]));
      ++count;
    }
  }
  if (ops.size() != 1 || *ops.begin() >= graphReplayKey) {
    return {};
  }
  return fmt::format("{} {}", trace.text(StringId{*ops.begin()}), count);
}

}  // namespace

StepSequence medianStep(const ComparedRun& run) {
  constexpr std::size_t maxSpans = 200'000;
  std::vector<std::size_t> steps(run.steps.steps.size());
  std::iota(steps.begin(), steps.end(), std::size_t{0});
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::ranges::nth_element(steps, middle, {}, [&](std::size_t step) { return run.steps.steps[step].length(); });
  StepSequence sequence;
  sequence.step = *middle;
  const std::span<const std::uint32_t> activities = run.bySteps.activitiesOf(*middle);
  for (const std::uint32_t place : activities.first(std::min(activities.size(), maxSpans))) {
    sequence.spans.push_back(run.activities[place]);
    sequence.rows.push_back(run.rowOfActivity[place]);
  }
  return sequence;
}

std::vector<RenamedRow> renamedRows(const RunComparison& comparison, std::size_t other, const StepSequence& baseStep,
                                    const StepSequence& otherStep) {
  Proposals proposals(comparison, other);
  if (comparison.by == RunKey::Name) {
    pairByKey(
        comparison, proposals, [&](std::size_t row, bool) { return normalKernelName(comparison.rows[row].name); },
        Phrase::tr("same name except for tiles, architecture and template arguments"));
  }
  pairByPlace(baseStep, otherStep, proposals);
  pairByKey(
      comparison, proposals,
      [&](std::size_t row, bool isBase) {
        return isBase ? launchersOf(*comparison.runs.front().trace, baseStep, row)
                      : launchersOf(*comparison.runs[other].trace, otherStep, row);
      },
      Phrase::tr("launched by the same operator, as often per step"));
  return proposals.take();
}

}  // namespace kernline
