// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/text.h"
#include "core/model/names/family_rules.h"

#include <algorithm>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view builtinText =
#include "builtin_families.inc"
    ;

/// The parts of a rule; both empty if the line is none.
FamilyRule ruleOf(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) {
    return {};
  }
  return {.family = std::string(trimmed(line.substr(0, colon))),
          .pattern = std::string(trimmed(line.substr(colon + 1))),
          .remark = {}};
}

}  // namespace

FamilyFile parseFamilies(std::string_view text) {
  FamilyFile file;
  std::string remark;
  forEachLine(text, [&](std::size_t number, std::string_view line) {
    if (line.empty()) {
      remark.clear();  // a remark belongs to the rule right below it
    } else if (line.starts_with('#')) {
      remark += (remark.empty() ? "" : "\n") + std::string(trimmed(line.substr(1)));
    } else {
      FamilyRule rule = ruleOf(line);
      rule.remark = std::exchange(remark, {});
      if (Message problem = problemOf(rule); !problem.isEmpty()) {
        file.problems.push_back({number, std::move(problem)});
      } else {
        file.rules.push_back(std::move(rule));
      }
    }
  });
  return file;
}

std::string toText(const std::vector<FamilyRule>& rules) {
  std::string text;
  for (const FamilyRule& rule : rules) {
    if (!rule.remark.empty()) {
      text += text.empty() ? "" : "\n";
      std::string_view rest = rule.remark;
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        text += "# " + std::string(rest.substr(0, end)) + "\n";
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    text += rule.family + ": " + rule.pattern + "\n";
  }
  return text;
}

const std::vector<FamilyRule>& builtinFamilyRules() {
  static const std::vector<FamilyRule> rules = parseFamilies(builtinText).rules;
  return rules;
}

}  // namespace kernline
