// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/normal_name.h"

#include "core/model/base/text.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace kernline {

namespace {

bool isWordCharacter(char c) {
  return isDigit(c) || isLetter(c);
}

/// "128", "128x64", "1x2x1": a number, a tile, a cluster.
bool isSizes(std::string_view word) {
  return !word.empty() && isDigit(word.front()) &&
         std::ranges::all_of(word, [](char c) { return isDigit(c) || c == 'x'; });
}

bool isArchitecture(std::string_view word) {
  constexpr std::array names{"maxwell", "pascal", "volta", "turing", "ampere", "ada", "hopper", "blackwell"};
  return std::ranges::find(names, word) != names.end();
}

/// A word that says how a kernel was tuned and not what it does: "sm90", "tilesize128x128x64", "stage3", "align8".
bool isTuning(std::string_view word) {
  constexpr std::array heads{"sm",      "tilesize", "tile", "cga",   "stage",   "stages", "align", "warpgroupsize",
                             "cluster", "splitk",   "ldg",  "warps", "warpsize"};
  if (isSizes(word) || isArchitecture(word)) {
    return true;
  }
  return std::ranges::any_of(
             heads,
             [&](std::string_view head) { return word.starts_with(head) && isSizes(word.substr(head.size())); }) ||
         word == "stages";
}

}  // namespace

std::string normalKernelName(std::string_view full) {
  const std::string name = shortKernelName(full);
  std::string normal;
  std::string word;
  const auto endWord = [&] {
    if (isTuning(word)) {
      // The mark between it and the word before goes with it.
      while (!normal.empty() && normal.back() == '_') {
        normal.pop_back();
      }
    } else {
      normal += word;
    }
    word.clear();
  };
  for (const char c : name) {
    if (isWordCharacter(c)) {
      word += c;
      continue;
    }
    endWord();
    if (c != '_' || (!normal.empty() && normal.back() != '_')) {
      normal += c;
    }
  }
  endWord();
  while (!normal.empty() && normal.back() == '_') {
    normal.pop_back();
  }
  return normal.empty() ? name : normal;
}

}  // namespace kernline
