// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/pair_line.h"

#include "core/import/log/byte_set.h"
#include "core/import/log/cell_text.h"
#include "core/import/log/fields.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/text_line.h"
#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::size_t maxPairLine = 1024;
constexpr std::size_t maxPairLabel = 64;

/// Reads a quantity, and the text behind it: "9.22GiB(9.71%)", "0.355 ( 1.121)", "9849/10000 (98%)", "5 ms / 26
/// tokens".
std::optional<PrintedQuantity> quantityBefore(std::string_view text, std::string_view& rest) {
  text = trimmed(text);
  rest = {};
  if (auto whole = quantityWithAnyUnit(text, ByteBase::Binary)) {
    return whole;
  }
  const bool isNan = text.starts_with("nan") && unitOf(text.substr(3), ByteBase::Binary);  // "nanms"
  if (isNan || (isNoValue(text) && !isFailure(text))) {
    return PrintedQuantity{.value = std::numeric_limits<double>::quiet_NaN()};
  }
  const std::size_t end = std::min(text.find('('), text.find(" / "));
  if (end == std::string_view::npos || end == 0) {
    return std::nullopt;
  }
  rest = trimmed(text.substr(end));
  std::string_view number = trimmed(text.substr(0, end));
  if (const std::size_t slash = number.find('/'); slash != std::string_view::npos && rest.ends_with("%)")) {
    // A count of how many, and the share that they are.
    const auto share = quantityOf(rest.substr(1, rest.size() - 2), ByteBase::Binary);
    return numberOf(number.substr(0, slash)) ? share : std::nullopt;
  }
  return quantityOf(number, ByteBase::Binary);
}

bool isPairLabel(std::string_view text) {
  constexpr std::string_view allowed = " _-.@%()/+#";
  constexpr std::ptrdiff_t maxBlanks = 4;
  return !text.empty() && text.size() <= maxPairLabel && isLetter(text.front()) &&
         std::ranges::count(text, ' ') <= maxBlanks &&
         std::ranges::all_of(text, [&](char c) { return isLetter(c) || isDigit(c) || allowed.contains(c); });
}

std::string_view lastWord(std::string_view label) {
  const std::size_t blank = label.rfind(' ');
  return blank == std::string_view::npos ? label : label.substr(blank + 1);
}

/// "Epoch", "Train Epoch", "global_step": the word that counts.
std::string_view roundIn(std::string_view label) {
  constexpr std::string_view steps[] = {"global_step",   "micro_step",     "train_step",
                                        "training_step", "optimizer_step", "current_step"};
  if (std::ranges::find(steps, lowered(label)) != std::end(steps)) {
    return label;
  }
  return namesRound(label) ? label : namesRound(lastWord(label)) ? lastWord(label) : std::string_view{};
}

/// "1/5" of "[1/5]", "10" of "10/5005", "640" of "640/60000 (1%)".
std::string_view countedRound(std::string_view text) {
  text = trimmed(text);
  const std::size_t end = std::min(text.find_first_of("/ "), text.size());
  return numberOf(text.substr(0, end)) ? text.substr(0, end) : std::string_view{};
}

/// Reads parts of a line into pairs.
class PairReader {
 public:
  bool take(std::string_view part) {
    part = trimmed(part);
    return part.empty() || isProgress(part) || takeBrackets(part) || takeAssigned(part) || takeLabeled(part) ||
           takeNamed(part) || takeTimes(part);
  }

  /// Two words: a name and what it is.
  bool takeTwo(std::string_view name, std::string_view text) { return isPairLabel(name) && add(name, text); }

  [[nodiscard]] std::optional<PairLine> finish() {
    const bool measures = std::ranges::any_of(m_line.values, [](const PairValue& value) {
      return !value.quantity.unit.empty() || namesMeasure(value.name) || namesMeasure(lastWord(value.name)) ||
             std::ranges::any_of(wordsOf(value.name), [](const Field& word) { return namesMeasure(word.text); });
    });
    const std::size_t pairs = m_line.values.size() + m_line.parameters.size();
    const bool areValues = m_words <= m_line.values.size();
    return measures && areValues && (pairs > 1 || m_isRich) ? std::optional(std::move(m_line)) : std::nullopt;
  }

 private:
  /// "75/75 [=====>...]".
  static bool isProgress(std::string_view part) {
    const std::size_t open = part.find('[');
    return isDigit(part.front()) && open != std::string_view::npos && part.ends_with(']') &&
           part.substr(open + 1, part.size() - open - 2).find_first_not_of("=>.-# ") == std::string_view::npos;
  }

  bool addRound(std::string_view label, std::string_view text) {
    const std::string_view value = countedRound(text);
    if (!value.empty()) {
      m_line.parameters.push_back({.label = label, .value = value});
    }
    return !value.empty();
  }

  /// "Epoch [1/5]", "Epoch: [0][10/5005]", "Train Epoch: 1 [640/60000 (1%)]".
  bool takeBrackets(std::string_view part) {
    const std::size_t open = part.find('[');
    const std::size_t close = part.find(']', std::min(open, part.size()));
    if (open == std::string_view::npos || close == std::string_view::npos || open == 0) {
      return false;
    }
    std::string_view label = trimmed(part.substr(0, open));
    std::string_view outside;
    if (const std::size_t blank = label.rfind(' '); blank != std::string_view::npos && isDigit(label[blank + 1])) {
      outside = label.substr(blank + 1);
      label = trimmed(label.substr(0, blank));
    }
    label = label.ends_with(':') ? label.substr(0, label.size() - 1) : label;
    const std::string_view round = roundIn(label);
    const std::string_view inside = part.substr(open + 1, close - open - 1);
    if (round.empty()) {
      return false;
    }
    const std::string_view behind = trimmed(part.substr(close + 1));
    constexpr std::string_view step = "step";
    if (!outside.empty()) {
      return behind.empty() && addRound(round, outside) && addRound(step, inside);
    }
    if (!addRound(round, inside)) {
      return false;
    }
    const bool hasStep = behind.starts_with('[') && behind.ends_with(']');
    return behind.empty() || (hasStep && addRound(step, behind.substr(1, behind.size() - 2)));
  }

  bool takeAssigned(std::string_view part) {
    const std::size_t equals = part.find('=');
    // "epoch=0/micro_step=10/global_step=10" of DeepSpeed.
    if (const std::size_t slash = part.find('/', std::min(equals, part.size()));
        slash != std::string_view::npos && part.find('=', slash) != std::string_view::npos) {
      return takeAssigned(part.substr(0, slash)) && takeAssigned(part.substr(slash + 1));
    }
    if (equals == std::string_view::npos || !isPairLabel(trimmed(part.substr(0, equals))) ||
        !add(trimmed(part.substr(0, equals)), trimmed(part.substr(equals + 1)))) {
      return false;
    }
    m_isRich = m_isRich || (!m_line.values.empty() && !m_line.values.back().quantity.unit.empty());
    return true;
  }

  /// "loss: 0.23", "Test set: Average loss: 0.05", "llama_print_timings: eval time = 3 ms / 5 runs".
  bool takeLabeled(std::string_view part) {
    const std::size_t colon = part.find(':');
    if (colon == std::string_view::npos || !isPairLabel(trimmed(part.substr(0, colon)))) {
      return false;
    }
    const std::string_view label = trimmed(part.substr(0, colon));
    const std::string_view value = trimmed(part.substr(colon + 1));
    const bool isOuter =
        !value.empty() && isLetter(value.front()) && value.find_first_of(":=") != std::string_view::npos;
    return isOuter ? take(value) : add(label, value);
  }

  /// "Time 0.355 ( 1.121)", "Acc@1 0.10 (0.15)", "step 10".
  bool takeNamed(std::string_view part) {
    const std::size_t digit = part.find_first_of("0123456789-", part.find(' '));
    if (digit == std::string_view::npos || digit == 0 || part[digit - 1] != ' ') {
      return false;
    }
    const std::string_view label = trimmed(part.substr(0, digit));
    const bool isKnown = namesMeasure(label) || namesMeasure(lastWord(label)) || !roundIn(label).empty() ||
                         lowered(label).starts_with("acc") || part.ends_with(')') ||
                         namesMeasure(label.substr(0, label.find(' ')));
    return isPairLabel(label) && isKnown && add(label, part.substr(digit));
  }

  /// "4s 2ms/step": the time, and that of a step.
  bool takeTimes(std::string_view part) {
    bool any = false;
    for (const Field& word : wordsOf(part)) {
      const std::size_t slash = word.text.find('/');
      const auto time = quantityOf(word.text.substr(0, slash), ByteBase::Binary);
      if (!time || time->quantity != Quantity::Time || time->unit.empty()) {
        return false;
      }
      const std::string of =
          slash == std::string_view::npos ? std::string{} : std::string{word.text.substr(slash + 1)} + " ";
      m_line.values.push_back({.name = of + "time", .quantity = *time, .printed = word.text});
      any = true;
    }
    return any;
  }

  bool add(std::string_view label, std::string_view text) {
    if (text.empty()) {
      return false;
    }
    if (const std::string_view round = roundIn(label); !round.empty() && addRound(round, text)) {
      return true;
    }
    std::string_view rest;
    auto quantity = quantityBefore(text, rest);
    if (!quantity) {
      const bool isWord = !text.contains(' ') && text.size() <= maxPairLabel;
      m_words += isWord ? 1 : 0;
      if (isWord) {
        m_line.parameters.push_back({.label = label, .value = text});
      }
      return isWord;
    }
    if (quantity->unit.empty() && namesParameter(label)) {
      m_line.parameters.push_back({.label = label, .value = text});
      return true;
    }
    std::string name{label};
    if (const std::size_t open = label.find('(');
        quantity->unit.empty() && open != std::string_view::npos && open > 0 && label.ends_with(')')) {
      const std::string_view unit = label.substr(open + 1, label.size() - open - 2);
      if (unitOf(unit, ByteBase::Binary)) {
        quantity = inUnit(*quantity, unit);
        name = trimmed(label.substr(0, open));
      }
    }
    m_line.values.push_back({.name = name, .quantity = *quantity, .printed = text});
    addRates(label, rest);
    return true;
  }

  /// "(27.22 ms per token, 36.74 tokens per second)" behind a time.
  void addRates(std::string_view label, std::string_view rest) {
    const std::size_t open = rest.find('(');
    if (open == std::string_view::npos || !rest.ends_with(')')) {
      return;
    }
    std::string_view inside = rest.substr(open + 1, rest.size() - open - 2);
    while (!inside.empty()) {
      const std::size_t comma = std::min(inside.find(','), inside.size());
      const std::string_view item = trimmed(inside.substr(0, comma));
      inside = inside.substr(std::min(inside.size(), comma + 1));
      const std::size_t per = item.find(" per ");
      const auto quantity =
          per == std::string_view::npos ? std::nullopt : quantityWithAnyUnit(item.substr(0, per), ByteBase::Binary);
      if (!quantity || quantity->unit.empty()) {
        continue;
      }
      m_isRich = true;
      const std::string of{item.substr(per)};
      PairValue value{.name = std::string{label} + of, .quantity = *quantity, .printed = item};
      if (quantity->quantity != Quantity::Time) {
        value.name = std::string{quantity->unit} + of + ", " + std::string{label};
        value.quantity = {.value = quantity->value, .quantity = Quantity::Rate, .unit = "1/s"};
      }
      m_line.values.push_back(std::move(value));
    }
  }

  PairLine m_line;
  std::size_t m_words = 0;  // values that are no numbers
  bool m_isRich = false;    // one pair that says several things
};

/// `line` cut at `separator`.
std::vector<std::string_view> partsOfLine(std::string_view line, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(separator, begin), line.size());
    parts.push_back(line.substr(begin, end - begin));
    begin = end + separator.size();
  }
  return parts;
}

/// Cuts `line` at two blanks or more, but not between a name and its number.
std::vector<std::string_view> partsAtGaps(std::string_view line) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t gap = findGap(line); gap != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_not_of(' ', gap), line.size());
    if (gap > 0 && line[gap - 1] != ':' && line[gap - 1] != '=') {
      parts.push_back(line.substr(begin, gap - begin));
      begin = end;
    }
    gap = findGap(line, end);
  }
  parts.push_back(line.substr(std::min(begin, line.size())));
  return parts;
}

template <typename Parts>
std::optional<PairLine> ofParts(const Parts& parts) {
  PairReader reader;
  for (const auto& part : parts) {
    if (!reader.take(part)) {
      return std::nullopt;
    }
  }
  return reader.finish();
}

/// "batch_size 8 latency(ms) 41.3": words two by two.
std::optional<PairLine> ofWords(std::string_view line) {
  constexpr std::size_t minWords = 8;
  constexpr std::size_t minWordsOfRound = 4;  // "step 10 loss 4.12"
  std::vector<Field> words = wordsOf(line);
  if (words.size() < (beginsWithRound(line) ? minWordsOfRound : minWords) || words.size() % 2 == 1) {
    return std::nullopt;
  }
  PairReader reader;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    if (!reader.takeTwo(words[i].text, words[i + 1].text)) {
      return std::nullopt;
    }
  }
  return reader.finish();
}

}  // namespace

bool canBePairs(std::string_view line, std::uint16_t marks) {
  if ((marks & hasDigit) == 0 || line.size() > maxPairLine) {
    return false;
  }
  const bool isTagged = line.starts_with('[') && line.find("] ") != std::string_view::npos;
  static constexpr ByteSet signs{":=["};
  const auto pairs = std::ranges::count_if(line, [](char c) { return signs.has(c); });
  return pairs > 1 || isTagged || beginsWithRound(line) || ((marks & hasEquals) != 0 && line.contains(" per "));
}

std::optional<PairLine> pairLine(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with('[')) {
    const std::size_t close = line.find("] ");
    line = close == std::string_view::npos ? line : trimmed(line.substr(close + 1));
  }
  for (const std::string_view separator : {"\t", " | ", ", ", " - "}) {
    if (line.contains(separator)) {
      if (auto found = ofParts(partsOfLine(line, separator))) {
        return found;
      }
    }
  }
  if (const std::vector<std::string_view> parts = partsAtGaps(line); parts.size() > 1) {
    if (auto found = ofParts(parts)) {
      return found;
    }
  }
  const std::vector<Field> words = wordsOf(line);
  for (const char sign : {'=', ':'}) {
    if (words.size() > 1 &&
        std::ranges::all_of(words, [sign](const Field& word) { return word.text.contains(sign); })) {
      std::vector<std::string_view> parts;
      std::ranges::transform(words, std::back_inserter(parts), &Field::text);
      return ofParts(parts);
    }
  }
  if (auto found = ofParts(std::vector{line})) {
    return found;
  }
  return ofWords(line);
}

std::size_t endOfPair(std::string_view text) {
  const std::size_t colon = text.find(": ");
  const std::size_t next = colon == std::string_view::npos ? colon : text.find(": ", colon + 2);
  if (next == std::string_view::npos) {
    return next;
  }
  // The label of the next pair begins behind the first blank with a letter behind it that leaves a quantity in front.
  for (std::size_t blank = text.find(' ', text.find_first_not_of(' ', colon + 2)); blank < next;
       blank = text.find(' ', blank + 1)) {
    const std::string_view value = trimmed(text.substr(colon + 2, blank - colon - 2));
    const std::string_view rest = trimmed(text.substr(blank));
    const std::string_view unit = rest.substr(0, rest.find(' '));
    const bool isFollowedByUnit = !value.empty() && !unit.ends_with(':') &&
                                  quantityOf(std::string{value} + " " + std::string{unit}, ByteBase::Binary);
    if (quantityOf(value, ByteBase::Binary) && !isFollowedByUnit) {
      return blank;
    }
  }
  return std::string_view::npos;
}

}  // namespace kernline::logs
