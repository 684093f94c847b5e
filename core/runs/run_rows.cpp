// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace kernline {

namespace {

class Rows {
 public:
  explicit Rows(std::size_t runs) : m_runs(runs) {}

  std::uint32_t numberOf(const std::string& name) {
    const auto [place, isNew] = m_numbers.try_emplace(name, static_cast<std::uint32_t>(m_rows.size()));
    if (isNew) {
      m_rows.push_back({.name = name, .sides = std::vector<RunSide>(m_runs)});
    }
    return place->second;
  }
  [[nodiscard]] std::vector<RunRow>& rows() { return m_rows; }

 private:
  std::size_t m_runs;
  std::vector<RunRow> m_rows;
  std::unordered_map<std::string, std::uint32_t> m_numbers;
};

/// What a key of another run is called in the base.
std::string baseName(const std::string& name, const std::vector<std::pair<std::string, std::string>>& pairs) {
  const auto found = std::ranges::find(pairs, name, &std::pair<std::string, std::string>::second);
  return found == pairs.end() ? name : found->first;
}

/// The middle one; of an even number the mean of both, rounded to the nearest nanosecond.
Duration medianOf(std::vector<std::int64_t>& lengths) {
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::ranges::nth_element(lengths, middle);
  if (lengths.size() % 2 == 1) {
    return {*middle};
  }
  const std::int64_t below = *std::ranges::max_element(lengths.begin(), middle);
  return {below + (*middle - below + 1) / 2};
}

void countWhole(const ComparedRun& run, std::size_t number, std::vector<RunRow>& rows) {
  std::vector<std::vector<std::int64_t>> lengths(rows.size());
  for (std::size_t i = 0; i < run.work.size(); ++i) {
    const Duration duration = run.trace->duration(run.work[i]);
    lengths[run.rowOfWork[i]].push_back(duration.ns);
    rows[run.rowOfWork[i]].sides[number].total += duration;
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    rows[r].sides[number].count = lengths[r].size();
    if (!lengths[r].empty()) {
      rows[r].sides[number].median = medianOf(lengths[r]);
    }
  }
}

}  // namespace

void makeRows(RunComparison& comparison, const std::vector<std::pair<std::string, std::string>>& pairs) {
  Rows rows(comparison.runs.size());
  std::vector<bool> isUsed(pairs.size(), false);
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    ComparedRun& run = comparison.runs[r];
    const RunKeys keys(*run.trace, run.work, comparison.by);
    std::vector<std::uint32_t> rowOfKey;
    for (const std::string& name : keys.names()) {
      rowOfKey.push_back(rows.numberOf(r == 0 ? name : baseName(name, pairs)));
    }
    run.rowOfWork.reserve(run.work.size());
    for (std::size_t i = 0; i < run.work.size(); ++i) {
      run.rowOfWork.push_back(rowOfKey[keys.ofWork(i)]);
    }
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      isUsed[p] = isUsed[p] || (r > 0 && keys.find(pairs[p].second));
    }
  }
  comparison.rows = std::move(rows.rows());
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    countWhole(comparison.runs[r], r, comparison.rows);
  }
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (!isUsed[p]) {
      comparison.unusedPairs.push_back(
          fmt::format("no other run has \"{}\", so it is not taken for \"{}\"", pairs[p].second, pairs[p].first));
    }
  }
}

}  // namespace kernline
