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

/// Characters at which names are cut into words; '#' numbers lambdas.
enum class WordCut : bool { AtPunctuation, AtUnderscores };

bool isOfWord(char c, WordCut cut) {
  return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '#' ||
         (c == '_' && cut == WordCut::AtPunctuation);
}

bool isNumber(std::string_view word) {
  return isDigit(word.front()) || word.front() == '#';
}

/// Each word of a name once, in order, numbers last.
Words wordsOf(std::string_view name, WordCut cut) {
  Words words;
  std::unordered_set<std::string_view> seen;
  while (!name.empty()) {
    const auto isIn = [cut](char c) { return isOfWord(c, cut); };
    const auto end = static_cast<std::size_t>(std::ranges::find_if_not(name, isIn) - name.begin());
    if (end > 0 && seen.insert(name.substr(0, end)).second) {
      words.push_back(name.substr(0, end));
    }
    name.remove_prefix(std::max<std::size_t>(end, 1));
  }
  std::ranges::stable_partition(words, [](std::string_view word) { return !isNumber(word); });
  return words;
}

/// Keeps the words that not all names have.
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

/// Returns labels for names with the same short name; empty if words do not distinguish them.
std::vector<std::string> disambiguated(const std::string& brief, const std::vector<std::string>& full, WordCut cut) {
  std::vector<Words> own;
  std::size_t maxCount = 0;
  for (const std::string& name : full) {
    own.push_back(wordsOf(name, cut));
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

bool isOneWord(std::string_view name) {
  return std::ranges::all_of(name, [](char c) { return isOfWord(c, WordCut::AtPunctuation); });
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
    constexpr std::size_t maxNamesakes = 256;
    if (numbers.size() == 1) {
      continue;
    }
    std::vector<std::string> whole;
    for (const std::size_t number : numbers) {
      whole.push_back(demangled(full[number]).value_or(std::string{full[number]}));
    }
    // Tensile and xmma write everything into one word.
    const WordCut cut = std::ranges::all_of(whole, isOneWord) ? WordCut::AtUnderscores : WordCut::AtPunctuation;
    const std::vector<std::string> apart =
        numbers.size() <= maxNamesakes ? disambiguated(brief, whole, cut) : std::vector<std::string>{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const bool isBrief = !apart.empty() && apart[i].size() < whole[i].size();
      shown[numbers[i]] = isBrief ? apart[i] : std::string{full[numbers[i]]};
    }
  }
  return shown;
}

KernelNames::KernelNames(std::span<const std::string_view> full) {
  std::unordered_map<std::string, std::vector<std::string_view>> byShort;
  for (const std::string_view name : full.first(std::min(full.size(), maxNames))) {
    if (name.size() <= maxBytes) {
      byShort[shortKernelName(name)].push_back(name);
    }
  }
  for (const auto& [brief, namesakes] : byShort) {
    if (namesakes.size() > 1) {
      const std::vector<std::string> apart = distinctKernelNames(namesakes);
      for (std::size_t i = 0; i < namesakes.size(); ++i) {
        m_apart.emplace(namesakes[i], apart[i]);
      }
    }
  }
}

std::string KernelNames::in(NameStyle style, std::string_view full) const {
  if (style == NameStyle::Short && !m_apart.empty()) {
    if (const auto found = m_apart.find(std::string{full}); found != m_apart.end()) {
      return found->second;
    }
  }
  return kernelNameIn(style, full);
}

}  // namespace kernline
