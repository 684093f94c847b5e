// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/distinct_names.h"

#include "core/model/base/text.h"
#include "core/model/names/demangled_name.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace kernline {

namespace {

using Words = std::vector<std::string_view>;

/// '#' numbers lambdas.
bool isOfWord(char c) {
  return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '#';
}

bool isNumber(std::string_view word) {
  return isDigit(word.front()) || word.front() == '#';
}

/// Each word of a name once, in order, numbers last.
Words wordsOf(std::string_view name) {
  Words words;
  std::unordered_set<std::string_view> seen;
  while (!name.empty()) {
    const auto end = static_cast<std::size_t>(std::ranges::find_if_not(name, isOfWord) - name.begin());
    if (end > 0 && seen.insert(name.substr(0, end)).second) {
      words.push_back(name.substr(0, end));
    }
    name.remove_prefix(std::max<std::size_t>(end, 1));
  }
  std::ranges::stable_partition(words, [](std::string_view word) { return !isNumber(word); });
  return words;
}

/// What not all have.
void keepOwn(std::vector<Words>& ofNames) {
  std::unordered_map<std::string_view, std::size_t> uses;
  for (const Words& words : ofNames) {
    for (const std::string_view word : words) {
      ++uses[word];
    }
  }
  for (Words& words : ofNames) {
    std::erase_if(words, [&](std::string_view word) { return uses[word] == ofNames.size(); });
  }
}

std::string marked(const std::string& brief, const Words& own, std::size_t count) {
  const std::span<const std::string_view> shown = std::span{own}.first(std::min(count, own.size()));
  return shown.empty() ? brief : fmt::format("{} ‹{}›", brief, fmt::join(shown, ", "));
}

/// Names of one short name. Nothing where words do not tell them apart.
std::vector<std::string> disambiguated(const std::string& brief, const std::vector<std::string>& full) {
  std::vector<Words> own;
  std::size_t maxCount = 0;
  for (const std::string& name : full) {
    own.push_back(wordsOf(name));
    maxCount = std::max(maxCount, own.back().size());
  }
  keepOwn(own);
  for (std::size_t count = 1; count <= maxCount; ++count) {
    std::vector<std::string> made;
    for (const Words& words : own) {
      made.push_back(marked(brief, words, count));
    }
    if (std::unordered_set<std::string_view>(made.begin(), made.end()).size() == made.size()) {
      return made;
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> distinctKernelNames(std::span<const std::string_view> full) {
  std::vector<std::string> shown;
  std::map<std::string, std::vector<std::size_t>> sameNamed;
  for (std::size_t i = 0; i < full.size(); ++i) {
    shown.push_back(shortKernelName(full[i]));
    sameNamed[shown.back()].push_back(i);
  }
  for (const auto& [brief, numbers] : sameNamed) {
    if (numbers.size() == 1) {
      continue;
    }
    std::vector<std::string> whole;
    for (const std::size_t number : numbers) {
      whole.push_back(demangled(full[number]).value_or(std::string{full[number]}));
    }
    const std::vector<std::string> apart = disambiguated(brief, whole);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const bool isBrief = !apart.empty() && apart[i].size() < whole[i].size();
      shown[numbers[i]] = isBrief ? apart[i] : std::string{full[numbers[i]]};
    }
  }
  return shown;
}

}  // namespace kernline
