// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/short_answer.h"

#include "core/model/format/printable_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <utility>

namespace kernline::cli::mcp {

namespace {

constexpr std::size_t maxColumnsOfText = 200;  // a kernel's name without its parameters has less

/// All lists of one name, "rows" or "rows.[].ops".
struct CutList {
  std::size_t limit = 0;
  std::size_t shown = 0;
  std::size_t all = 0;
  std::size_t longest = 0;     ///< elements shown of one of them
  std::size_t characters = 0;  ///< of what is shown, without lists in it
};

double sixDigits(double number) {
  const std::string text = fmt::format("{:.6g}", number);
  double rounded = number;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  return rounded;
}

class AnswerCutter {
 public:
  explicit AnswerCutter(std::size_t rows) : m_rows(rows) {}

  /// What remains; `lists` and `shortenedTexts` say of what.
  Json cut(const Json& whole) {
    for (auto& [name, list] : m_lists) {
      list = {.limit = list.limit};
    }
    m_shortenedTexts = 0;
    std::size_t characters = 0;
    return part(whole, "", characters);
  }

  /// Takes a quarter off the list that takes most of the answer; false: there is none left.
  bool cutFurther() {
    const auto heaviest =
        std::ranges::max_element(m_lists, {}, [](const auto& list) { return list.second.characters; });
    if (heaviest == m_lists.end() || heaviest->second.longest == 0) {
      return false;
    }
    constexpr std::size_t quarter = 4;
    heaviest->second.limit = heaviest->second.longest - std::max<std::size_t>(1, heaviest->second.longest / quarter);
    return true;
  }

  /// A list that lies in one of which nothing is shown is left out with it.
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
  /// `characters` grows by what it takes without lists.
  Json part(const Json& value, const std::string& name, std::size_t& characters) {
    if (value.is_array()) {
      return list(value, name);
    }
    if (value.is_object()) {
      return object(value, name, characters);
    }
    Json kept = value.is_string() ? text(value) : value;
    if (value.is_number_float()) {
      kept = sixDigits(value.get<double>());
    }
    characters += toText(kept).size() + 1;
    return kept;
  }

  Json list(const Json& value, const std::string& name) {
    CutList& counted = m_lists.try_emplace(name, CutList{.limit = m_rows}).first->second;
    const std::size_t shown = std::min(value.size(), counted.limit);
    counted.shown += shown;
    counted.all += value.size();
    counted.longest = std::max(counted.longest, shown);
    Json kept = Json::array();
    for (std::size_t i = 0; i < shown; ++i) {
      kept.push_back(part(value[i], name + ".[]", counted.characters));
    }
    return kept;
  }

  Json object(const Json& value, const std::string& name, std::size_t& characters) {
    constexpr std::size_t signs = 4;  // quotes, a colon, a comma
    Json kept = Json::object();
    for (const auto& [key, member] : value.items()) {
      characters += key.size() + signs;
      kept[key] = part(member, name.empty() ? key : fmt::format("{}.{}", name, key), characters);
    }
    return kept;
  }

  Json text(const Json& value) {
    const auto& whole = value.get_ref<const std::string&>();
    if (whole.size() <= maxColumnsOfText) {
      return value;
    }
    std::string shorter = elided(printable(whole), maxColumnsOfText);
    m_shortenedTexts += shorter == whole ? 0 : 1;
    return shorter;
  }

  std::size_t m_rows;
  std::map<std::string, CutList> m_lists;
  std::size_t m_shortenedTexts = 0;
};

/// What is cut, behind what it lacks. A command may have cut its answer before.
Json withLeftOut(Json answer, Json left) {
  if (const auto cut = answer.find("truncated"); cut != answer.end()) {
    if (cut->is_boolean() && cut->get<bool>()) {
      const auto rows = answer.find("rows");
      left.insert(left.begin(),
                  Json{{"list", "rows"}, {"shown", rows == answer.end() ? 0 : rows->size()}, {"of", "more"}});
    }
    answer.erase(cut);
  }
  Json result{{"truncated", !left.empty()}};
  if (!left.empty()) {
    result["left_out"] = std::move(left);
  }
  result.update(answer);
  return result;
}

}  // namespace

Json shortAnswer(const Json& whole, AnswerSize size) {
  AnswerCutter cutter(size.rows);
  for (;;) {
    Json kept = cutter.cut(whole);
    Json answer = withLeftOut(std::move(kept), cutter.leftOut());
    if (toText(answer).size() <= size.characters) {
      return answer;
    }
    if (!cutter.cutFurther()) {
      return {{"truncated", true},
              {"left_out", Json::array({{{"list", "all"},
                                         {"why", fmt::format("even without its lists the answer has more than {} "
                                                             "characters; raise max_characters",
                                                             size.characters)}}})}};
    }
  }
}

}  // namespace kernline::cli::mcp
