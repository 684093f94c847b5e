// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/short_answer.h"

#include "core/model/format/printable_text.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::cli::mcp {

namespace {

constexpr std::size_t maxColumnsOfText = 200;  // a kernel's name without its parameters has less
constexpr std::size_t longName = 60;

/// Whether a member has the name of a span.
bool isNameOfSpan(std::string_view key) {
  constexpr std::array<std::string_view, 6> names{"name", "kernel", "kernels", "longest", "blamed", "next"};
  return std::ranges::find(names, key) != names.end();
}

/// All lists of one name, "rows" or "rows.[].ops".
struct CutList {
  std::size_t limit = 0;
  std::size_t shown = 0;
  std::size_t all = 0;
  std::size_t longest = 0;     ///< elements shown of one of them
  std::size_t characters = 0;  ///< number of characters shown, without lists in it
  bool isFirst = false;        ///< whether it shows the first members
  bool isOfVerdict = false;    ///< stays whole

  /// Order in which lists are cut; 0 if there is nothing to cut.
  [[nodiscard]] int readiness() const {
    if (longest == 0 || isOfVerdict) {
      return 0;
    }
    return (longest > 1 ? 2 : 0) + (isFirst ? 1 : 2);
  }
};

double sixDigits(double number) {
  const std::string text = fmt::format("{:.6g}", number);
  double rounded = number;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  return rounded;
}

class AnswerCutter {
 public:
  AnswerCutter(std::size_t rows, const AnswerShape& shape) : m_rows(rows), m_shape(shape) {}

  /// Returns the cut answer; `lists` and `shortenedTexts` report the cuts.
  Json cut(const Json& whole) {
    for (auto& [name, list] : m_lists) {
      list = {.limit = list.limit, .isFirst = list.isFirst, .isOfVerdict = list.isOfVerdict};
    }
    m_shortenedTexts = 0;
    std::size_t characters = 0;
    return part(whole, "", "", characters);
  }

  /// Removes a quarter of the list with most characters, among those that are cut first; false if there is none left.
  bool cutFurther() {
    const auto heaviest = std::ranges::max_element(
        m_lists, {}, [](const auto& list) { return std::pair(list.second.readiness(), list.second.characters); });
    if (heaviest == m_lists.end() || heaviest->second.readiness() == 0) {
      return false;
    }
    constexpr std::size_t quarter = 4;
    heaviest->second.limit = heaviest->second.longest - std::max<std::size_t>(1, heaviest->second.longest / quarter);
    return true;
  }

  /// Lists the cut lists, without those inside a list of which no element is shown.
  [[nodiscard]] Json leftOut() const {
    Json left = Json::array();
    for (const auto& [name, list] : m_lists) {
      if (list.shown < list.all) {
        left.push_back({{"list", name}, {"shown", list.shown}, {"of", list.all}});
      }
    }
    if (m_shortenedTexts > 0) {
      left.push_back({{"texts_shortened", m_shortenedTexts}, {"to_characters", maxColumnsOfText}});
    }
    return left;
  }

 private:
  /// `characters` grows by what it takes without lists; `key` is that of the member it is, or is in a list of.
  Json part(const Json& value, const std::string& name, std::string_view key, std::size_t& characters) {
    if (value.is_array()) {
      return list(value, name, key);
    }
    if (value.is_object()) {
      return object(value, name, characters);
    }
    Json kept = value.is_string() ? text(value, key) : value;
    if (value.is_number_float()) {
      kept = sixDigits(value.get<double>());
    }
    characters += toText(kept).size() + 1;
    return kept;
  }

  Json list(const Json& value, const std::string& name, std::string_view key) {
    const bool isFirst = std::ranges::any_of(m_shape.first, [&name](std::string_view first) {
      return name.starts_with(first) && !name.contains("[]") &&
             (name.size() == first.size() || name[first.size()] == '.');
    });
    const bool isOfVerdict = name.starts_with("verdict.");
    constexpr std::size_t sentences = 20;
    const CutList uncut{
        .limit = isOfVerdict ? std::max(m_rows, sentences) : m_rows, .isFirst = isFirst, .isOfVerdict = isOfVerdict};
    CutList& counted = m_lists.try_emplace(name, uncut).first->second;
    const std::size_t shown = std::min(value.size(), counted.limit);
    counted.shown += shown;
    counted.all += value.size();
    counted.longest = std::max(counted.longest, shown);
    Json kept = Json::array();
    for (std::size_t i = 0; i < shown; ++i) {
      kept.push_back(part(value[i], name + ".[]", key, counted.characters));
    }
    return kept;
  }

  Json object(const Json& value, const std::string& name, std::size_t& characters) {
    constexpr std::size_t signs = 4;  // quotes, a colon, a comma
    Json kept = Json::object();
    const bool isTitled = value.contains("name") && value.contains("title");
    for (const auto& [key, unused] : value.items()) {
      if (isTitled && key == "title") {
        continue;
      }
      characters += key.size() + signs;
      const std::string_view source = isTitled && key == "name" ? "title" : std::string_view(key);  // titles are short
      kept[key] = part(value[source], name.empty() ? key : fmt::format("{}.{}", name, key), source, characters);
    }
    return kept;
  }

  Json text(const Json& value, std::string_view key) {
    std::string whole = value.get<std::string>();
    if (m_shape.hasShortNames && whole.size() > longName && isNameOfSpan(key)) {
      whole = shortKernelName(whole);
    }
    if (whole.size() <= maxColumnsOfText) {
      return whole;
    }
    std::string shorter = elided(printable(whole), maxColumnsOfText);
    m_shortenedTexts += shorter == whole ? 0 : 1;
    return shorter;
  }

  std::size_t m_rows;
  const AnswerShape& m_shape;
  std::map<std::string, CutList> m_lists;
  std::size_t m_shortenedTexts = 0;
};

Json inOrder(Json whole, std::span<const std::string_view> first) {
  Json ordered = Json::object();
  for (const std::string_view name : first) {
    if (const auto found = whole.find(name); found != whole.end()) {
      ordered[std::string(name)] = std::move(*found);
      whole.erase(found);
    }
  }
  ordered.update(whole);
  return ordered;
}

/// Returns the cut answer behind its verdict and its missing parts. A command may have cut it before.
Json withLeftOut(Json answer, Json left) {
  if (const auto cut = answer.find("truncated"); cut != answer.end()) {
    if (cut->is_boolean() && cut->get<bool>()) {
      const std::string list = answer.contains("events") ? "events" : "rows";
      const auto rows = answer.find(list);
      const auto cutAgain = std::ranges::find_if(left, [&](const Json& one) { return one.value("list", "") == list; });
      if (cutAgain != left.end()) {
        left.erase(cutAgain);
      }
      left.insert(left.begin(),
                  Json{{"list", list}, {"shown", rows == answer.end() ? 0 : rows->size()}, {"of", "more"}});
    }
    answer.erase(cut);
  }
  Json result = Json::object();
  if (const auto verdict = answer.find("verdict"); verdict != answer.end()) {
    result["verdict"] = *verdict;
  }
  result["truncated"] = !left.empty();
  if (!left.empty()) {
    result["left_out"] = std::move(left);
  }
  result.update(answer);
  return result;
}

/// Adds the conclusion of an answer of which nothing else fits, if it fits itself; else its first sentence.
Json withVerdict(const Json& brief, const Json& whole, std::size_t characters) {
  const auto verdict = whole.find("verdict");
  if (verdict == whole.end() || !verdict->is_object() || !verdict->contains("sentence")) {
    return brief;
  }
  for (const Json& part : {*verdict, Json{{"sentence", (*verdict)["sentence"]}}}) {
    Json result{{"verdict", part}};
    result.update(brief);
    if (toText(result).size() <= characters) {
      return result;
    }
  }
  return brief;
}

}  // namespace

Json shortAnswer(Json whole, AnswerSize size, const AnswerShape& shape) {
  const Json ordered = inOrder(std::move(whole), shape.first);
  AnswerCutter cutter(size.rows, shape);
  for (;;) {
    Json kept = cutter.cut(ordered);
    Json answer = withLeftOut(std::move(kept), cutter.leftOut());
    if (toText(answer).size() <= size.characters) {
      return answer;
    }
    if (!cutter.cutFurther()) {
      return withVerdict({{"truncated", true},
                          {"left_out", Json::array({{{"list", "all"},
                                                     {"why", fmt::format("even without its lists the answer has more "
                                                                         "than {} characters; raise max_characters",
                                                                         size.characters)}}})}},
                         ordered, size.characters);
    }
  }
}

}  // namespace kernline::cli::mcp
