// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/column_split.h"

#include "core/compare/tables/name_words.h"
#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <tuple>

namespace kernline {

namespace {

bool isOfImplementation(const NameWord& word) {
  return word.meaning == WordMeaning::Implementation || word.meaning == WordMeaning::Other ||
         word.meaning == WordMeaning::Size;
}

/// A name while it is taken apart.
struct Parts {
  NameWords name;
  bool maySplit = true;
  bool tellsImplementation = false;  // once others were found that differ in it alone

  [[nodiscard]] std::string joined(auto&& isWanted) const {
    std::string text;
    for (const NameWord& word : name.words) {
      if (isWanted(word)) {
        text += (text.empty() ? "" : std::string(1, name.separator)) + word.text;
      }
    }
    return text;
  }

  [[nodiscard]] std::string implementation() const { return joined(isOfImplementation); }
  [[nodiscard]] std::string pass() const {
    std::string text;
    for (const NameWord& word : name.words) {
      text += word.meaning == WordMeaning::Pass ? (text.empty() ? "" : "_") + std::string{logs::passOf(word.text)} : "";
    }
    return text;
  }
  /// Returns the name without the pass, and without the implementation if the name has one.
  [[nodiscard]] std::string rest(bool withPass) const {
    return joined([&](const NameWord& word) {
      return (withPass || word.meaning != WordMeaning::Pass) && !(tellsImplementation && isOfImplementation(word));
    });
  }
  /// Whether only units are left of it.
  [[nodiscard]] bool isRestOfUnits(bool withPass) const {
    return std::ranges::all_of(name.words, [&](const NameWord& word) {
      return word.meaning == WordMeaning::Unit || (!withPass && word.meaning == WordMeaning::Pass) ||
             (tellsImplementation && isOfImplementation(word));
    });
  }
};

using GroupKey = std::tuple<std::string, std::string, Quantity, std::string>;  // rest, tail, quantity, unit

GroupKey keyOf(const Parts& parts, const MeasuredColumn& column, std::string_view rest) {
  return {lowered(rest), parts.name.tail, column.quantity, column.unit};
}

constexpr std::string_view runSeparator = " - ";

/// Weights & Biases exports "run - metric": the run of each column, if others have the same metric; else "".
std::vector<std::string> runsInNames(const std::vector<MeasuredColumn>& columns) {
  std::map<std::string_view, std::size_t> counts;
  const auto metricOf = [](std::string_view name) {
    const std::size_t at = name.find(runSeparator);
    return at == std::string_view::npos || at == 0 ? std::string_view{} : name.substr(at + runSeparator.size());
  };
  for (const MeasuredColumn& column : columns) {
    ++counts[metricOf(column.name)];
  }
  std::vector<std::string> runs;
  for (const MeasuredColumn& column : columns) {
    const std::string_view metric = metricOf(column.name);
    const bool isShared = !metric.empty() && counts[metric] > 1;
    runs.push_back(isShared ? column.name.substr(0, column.name.find(runSeparator)) : std::string{});
  }
  return runs;
}

void findImplementations(const std::vector<MeasuredColumn>& columns, std::vector<Parts>& all) {
  std::map<GroupKey, std::vector<std::size_t>> groups;
  for (std::size_t c = 0; c < all.size(); ++c) {
    const Parts& parts = all[c];
    if (parts.maySplit && !parts.implementation().empty() && !parts.name.has(WordMeaning::Aspect)) {
      const std::string rest = parts.joined([](const NameWord& word) {
        return word.meaning == WordMeaning::Unit || word.meaning == WordMeaning::Measure;
      });
      groups[keyOf(parts, columns[c], rest)].push_back(c);
    }
  }
  for (const auto& [key, members] : groups) {
    std::set<std::string> different;
    bool isKnown = false;
    for (const std::size_t c : members) {
      different.insert(lowered(all[c].implementation()));
      isKnown = isKnown || all[c].name.has(WordMeaning::Implementation);
    }
    for (const std::size_t c : members) {
      all[c].tellsImplementation = isKnown && different.size() > 1;
    }
  }
}

/// Returns the columns whose pass is a value of a dimension: those with a column of another pass.
std::vector<bool> passesApart(const std::vector<MeasuredColumn>& columns, const std::vector<Parts>& all) {
  std::map<GroupKey, std::set<std::string>> passes;
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (all[c].maySplit && all[c].name.has(WordMeaning::Pass)) {
      passes[keyOf(all[c], columns[c], all[c].rest(false))].insert(all[c].pass());
    }
  }
  std::vector<bool> apart(all.size());
  for (std::size_t c = 0; c < all.size(); ++c) {
    apart[c] = all[c].maySplit && all[c].name.has(WordMeaning::Pass) &&
               passes[keyOf(all[c], columns[c], all[c].rest(false))].size() > 1;
  }
  return apart;
}

std::string named(const Parts& parts, Quantity quantity, bool withPass) {
  return parts.isRestOfUnits(withPass) ? std::string{logs::nameOf(quantity)} : parts.rest(withPass) + parts.name.tail;
}

}  // namespace

std::vector<SplitName> splitNames(const std::vector<MeasuredColumn>& columns) {
  std::vector<Parts> all;
  for (const MeasuredColumn& column : columns) {
    all.push_back({.name = wordsOfName(column.name), .maySplit = !logs::namesMeasure(column.name)});
  }
  const std::vector<std::string> runs = runsInNames(columns);
  for (std::size_t c = 0; c < all.size(); ++c) {
    all[c].maySplit = all[c].maySplit && runs[c].empty();
  }
  findImplementations(columns, all);
  const std::vector<bool> apart = passesApart(columns, all);
  std::vector<SplitName> names;
  for (std::size_t c = 0; c < all.size(); ++c) {
    const Parts& parts = all[c];
    SplitName name{.metric = columns[c].name, .implementation = {}, .pass = {}, .withPass = columns[c].name};
    if (!runs[c].empty()) {
      name.implementation = runs[c];
      name.metric = columns[c].name.substr(runs[c].size() + runSeparator.size());
      name.withPass = name.metric;
      names.push_back(std::move(name));
      continue;
    }
    if (parts.tellsImplementation) {
      name.implementation = parts.implementation();
    }
    if (apart[c]) {
      name.pass = parts.pass();
    }
    if (name.isSplit()) {
      name.metric = named(parts, columns[c].quantity, !apart[c]);
      name.withPass = named(parts, columns[c].quantity, true);
    }
    names.push_back(std::move(name));
  }
  return names;
}

std::string plainName(std::string_view name) {
  const NameWords parts = wordsOfName(name);
  std::string text;
  for (const NameWord& word : parts.words) {
    const std::string_view pass = logs::passOf(word.text);
    text += pass.empty() ? lowered(word.text) : std::string{pass};
  }
  return text + lowered(parts.tail);
}

}  // namespace kernline
