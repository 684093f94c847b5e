// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/sized_names.h"

#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

/// Words before a size without a sign between, or behind it: "bs8", "n1024", "4gpus".
constexpr std::string_view sizedWords[] = {
    "n",      "m",      "b",      "s",       "bs",      "bsz",  "batch", "seq",         "seqlen",  "len",
    "size",   "sz",     "ctx",    "tp",      "pp",      "dp",   "ep",    "gpu",         "gpus",    "node",
    "nodes",  "thread", "np",     "threads", "ranks",   "rank", "conc",  "chunk",       "heads",   "dim",
    "hidden", "tok",    "tokens", "layers",  "isl",     "osl",  "users", "concurrency", "workers", "req",
    "reqs",   "qps",    "rps",    "hdim",    "experts", "bits"};

/// Words that a separate number behind them counts.
constexpr std::string_view countedWords[] = {"gpu", "rank", "device", "node", "core", "layer", "expert", "worker"};

/// Words that own the number behind them: it is no size of its own.
constexpr std::string_view figureWords[] = {"top",  "pass",  "hit",     "hits",     "recall",     "precision", "rouge",
                                            "bleu", "ngram", "level",   "quantile", "percentile", "p",         "q",
                                            "l",    "v",     "version", "phase",    "stage",      "head",      "f"};

constexpr std::string_view typeWords[] = {"fp64",    "fp32",     "tf32",  "fp16",  "bf16", "float32",
                                          "float16", "bfloat16", "fp8",   "fp4",   "int8", "int4",
                                          "e4m3",    "e5m2",     "mxfp8", "mxfp4", "nvfp4"};

template <std::size_t count>
bool isOneOf(std::string_view word, const std::string_view (&words)[count]) {
  return std::ranges::find(words, word) != std::end(words);
}

/// One number, or several with an x between: "1024x1024".
std::optional<ColumnSize> sizeOf(std::string_view text) {
  if (text.empty() || !isDigit(text.front())) {
    return std::nullopt;
  }
  if (const auto number = sizeInName(text)) {
    return ColumnSize{.of = {}, .text = std::string{text}, .number = number->number};
  }
  bool isProduct = isDigit(text.back()) && text.contains('x');
  for (std::size_t i = 1; i < text.size(); ++i) {
    isProduct = isProduct && (isDigit(text[i]) || (text[i] == 'x' && isDigit(text[i - 1])));
  }
  return isProduct ? std::optional(ColumnSize{.of = {}, .text = std::string{text}}) : std::nullopt;
}

std::optional<ColumnSize> sizeInWord(std::string_view word) {
  if (word.contains('=')) {
    const std::size_t equals = word.find('=');
    auto size = sizeOf(trimmed(word.substr(equals + 1)));
    if (size) {
      size->of = trimmed(word.substr(0, equals));
    }
    return size && !size->of.empty() ? size : std::nullopt;
  }
  if (auto size = sizeOf(word)) {
    return size;
  }
  const bool isBehind = isDigit(word.front());
  const std::size_t cut = isBehind ? word.find_first_not_of("0123456789") : word.find_first_of("0123456789");
  if (cut == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view letters = isBehind ? word.substr(cut) : word.substr(0, cut);
  auto size = sizeOf(isBehind ? word.substr(0, cut) : word.substr(cut));
  if (!size || !(isOneOf(lowered(letters), sizedWords) || logs::namesParameter(letters))) {
    return std::nullopt;
  }
  size->of = letters;
  return size;
}

/// A size, and the words of the name that it takes.
struct FoundSize {
  ColumnSize size;
  std::size_t first = 0;
  std::size_t last = 0;
  bool isBare = false;  // a number without a word that says what it is a size of
};

/// The sizes that a name may say, if others differ in them.
std::vector<FoundSize> sizesIn(const NameWords& name) {
  std::vector<FoundSize> found;
  for (std::size_t i = 0; i < name.words.size(); ++i) {
    if (isOneOf(lowered(name.words[i].text), typeWords)) {
      found.push_back({.size = {.of = "dtype", .text = name.words[i].text}, .first = i, .last = i});
      continue;
    }
    auto size = sizeInWord(name.words[i].text);
    if (!size) {
      continue;
    }
    FoundSize one{.size = std::move(*size), .first = i, .last = i};
    const bool isOnlyWord = name.words.size() == 1;
    if (one.size.of.empty() && !isOnlyWord) {
      const NameWord before = i > 0 ? name.words[i - 1] : NameWord{};
      const std::string word = lowered(before.text);
      if (isOneOf(word, figureWords)) {
        continue;
      }
      const bool isCounted = before.meaning == WordMeaning::Size || isOneOf(word, countedWords);
      const bool isNamed = !before.text.empty() && before.meaning == WordMeaning::Other &&
                           (name.has(WordMeaning::Unit) || name.has(WordMeaning::Measure));
      if (before.meaning == WordMeaning::Other && !before.text.empty() && !isNamed) {
        continue;
      }
      if (isCounted || isNamed) {
        one.size.of = before.text;
        one.first = i - 1;
      } else {
        one.isBare = true;
      }
    }
    one.isBare = one.isBare || (one.size.of.size() == 1 && !name.words[i].text.contains('='));
    found.push_back(std::move(one));
  }
  return found;
}

/// A name with holes where its sizes are.
std::string frameOf(const NameWords& name, const std::vector<FoundSize>& sizes) {
  std::string frame;
  std::size_t next = 0;
  for (const FoundSize& size : sizes) {
    for (; next < size.first; ++next) {
      frame += lowered(name.words[next].text) + " ";
    }
    frame += lowered(size.size.of) + "# ";
    next = size.last + 1;
  }
  for (; next < name.words.size(); ++next) {
    frame += lowered(name.words[next].text) + " ";
  }
  return frame + name.tail;
}

/// 1, 2, 3 or 0, 1: they count the columns.
bool areNumbered(const std::set<double>& numbers) {
  const double first = *numbers.begin();
  return (first == 0 || first == 1) && *numbers.rbegin() == first + static_cast<double>(numbers.size() - 1) &&
         std::ranges::all_of(numbers, [](double number) { return number == std::floor(number); });
}

std::string nameWithoutSizes(const NameWords& name, const std::vector<FoundSize>& taken, Quantity quantity) {
  std::string rest;
  bool isOfUnits = true;
  for (std::size_t i = 0; i < name.words.size(); ++i) {
    if (std::ranges::none_of(taken, [i](const FoundSize& size) { return i >= size.first && i <= size.last; })) {
      rest += (rest.empty() ? "" : std::string(1, name.separator)) + name.words[i].text;
      isOfUnits = isOfUnits && name.words[i].meaning == WordMeaning::Unit;
    }
  }
  return isOfUnits ? std::string{logs::nameOf(quantity)} : rest + name.tail;
}

}  // namespace

std::vector<SizedName> sizesInNames(const std::vector<MeasuredColumn>& columns) {
  std::vector<NameWords> names;
  std::vector<std::vector<FoundSize>> sizes;
  std::map<std::tuple<std::string, Quantity, std::string>, std::vector<std::size_t>> groups;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    names.push_back(wordsOfName(columns[c].name));
    sizes.push_back(sizesIn(names[c]));
    if (!sizes[c].empty()) {
      groups[{frameOf(names[c], sizes[c]), columns[c].quantity, columns[c].unit}].push_back(c);
    }
  }
  std::vector<SizedName> result;
  for (const MeasuredColumn& column : columns) {
    result.push_back({.rest = column.name, .sizes = {}});
  }
  for (const auto& [frame, members] : groups) {
    std::vector<bool> differs(sizes[members.front()].size());
    for (std::size_t i = 0; i < differs.size(); ++i) {
      std::set<std::string> texts;
      std::set<double> numbers;
      for (const std::size_t c : members) {
        const ColumnSize& size = sizes[c][i].size;
        texts.insert(size.text);
        if (size.number == size.number) {
          numbers.insert(size.number);
        }
      }
      const bool counts = sizes[members.front()][i].isBare && !numbers.empty() && areNumbered(numbers);
      differs[i] = texts.size() > 1 && !counts;
    }
    for (const std::size_t c : members) {
      std::vector<FoundSize> taken;
      for (std::size_t i = 0; i < differs.size(); ++i) {
        if (differs[i]) {
          taken.push_back(sizes[c][i]);
          result[c].sizes.push_back(sizes[c][i].size);
        }
      }
      result[c].rest = taken.empty() ? result[c].rest : nameWithoutSizes(names[c], taken, columns[c].quantity);
    }
  }
  return result;
}

}  // namespace kernline
