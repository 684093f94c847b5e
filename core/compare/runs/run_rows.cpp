// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_rows.h"

#include "core/compare/runs/order_rows.h"
#include "core/compare/runs/rows_in_ranges.h"
#include "core/model/names/distinct_names.h"
#include "core/model/names/kernel_name.h"

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
  void nameAlso(std::uint32_t number, const std::string& name) {
    RunRow& row = m_rows[number];
    if (row.name != name && std::ranges::find(row.aliases, name) == row.aliases.end()) {
      row.aliases.push_back(name);
    }
  }
  [[nodiscard]] std::vector<RunRow>& rows() { return m_rows; }

 private:
  std::size_t m_runs;
  std::vector<RunRow> m_rows;
  std::unordered_map<std::string, std::uint32_t> m_numbers;
};

/// Returns the base's name for a key of another run.
std::string baseName(const std::string& name, const std::vector<std::pair<std::string, std::string>>& pairs) {
  const auto found = std::ranges::find(pairs, name, &std::pair<std::string, std::string>::second);
  return found == pairs.end() ? name : found->first;
}

void makeKeyedRows(RunComparison& comparison, const std::vector<std::pair<std::string, std::string>>& pairs) {
  Rows rows(comparison.runs.size());
  std::vector<bool> isUsed(pairs.size(), false);
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    ComparedRun& run = comparison.runs[r];
    const RunKeys keys(*run.trace, run.activities, comparison.by);
    std::vector<std::uint32_t> rowOfKey;
    for (const std::string& name : keys.names()) {
      rowOfKey.push_back(rows.numberOf(r == 0 ? name : baseName(name, pairs)));
      rows.nameAlso(rowOfKey.back(), name);
    }
    run.rowOfActivity.reserve(run.activities.size());
    for (std::size_t i = 0; i < run.activities.size(); ++i) {
      run.rowOfActivity.push_back(rowOfKey[keys.ofActivity(i)]);
    }
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      isUsed[p] = isUsed[p] || (r > 0 && keys.find(pairs[p].second));
    }
  }
  comparison.rows = std::move(rows.rows());
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (!isUsed[p]) {
      comparison.unusedPairs.push_back(
          Phrase::tr("No other run has \"%1\", so it is not paired with \"%2\"").with(pairs[p].second, pairs[p].first));
    }
  }
}

/// The number of the place distinguishes rows by launch order.
std::string shownOrderName(const std::string& row) {
  const std::size_t name = row.starts_with('#') ? row.find(' ') + 1 : std::string::npos;
  return name == std::string::npos ? row : row.substr(0, name) + shortKernelName(std::string_view{row}.substr(name));
}

void assignDisplayNames(RunComparison& comparison) {
  std::vector<std::string_view> names;
  for (RunRow& row : comparison.rows) {
    names.emplace_back(row.name);
    row.shown = comparison.by == RunKey::Order ? shownOrderName(row.name) : row.name;
  }
  if (comparison.by == RunKey::Name) {
    std::vector<std::string> shown = distinctKernelNames(names);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      comparison.rows[i].shown = std::move(shown[i]);
    }
  }
}

}  // namespace

void makeRows(RunComparison& comparison, const std::vector<std::pair<std::string, std::string>>& pairs) {
  if (comparison.by == RunKey::Order) {
    makeOrderRows(comparison);
    for (const auto& [base, other] : pairs) {
      comparison.unusedPairs.push_back(
          Phrase::tr("Rows by launch order are not paired by name: \"%1\" is not paired with \"%2\"")
              .with(other, base));
    }
  } else {
    makeKeyedRows(comparison, pairs);
  }
  assignDisplayNames(comparison);
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    const std::vector<RunSide> sides = sidesOf(comparison.runs[r], comparison.rows.size());
    for (std::size_t i = 0; i < sides.size(); ++i) {
      comparison.rows[i].sides[r] = sides[i];
    }
  }
}

}  // namespace kernline
