// SPDX-License-Identifier: GPL-3.0-or-later
// A file of rules, as resources/work.txt explains it.
#include "core/analysis/work/work_functions.h"
#include "core/analysis/work/work_rules.h"
#include "core/model/base/text.h"
#include "core/model/names/element_type.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace kernline {

namespace {

template <typename T>
using Parsed = std::expected<T, Message>;

constexpr std::string_view helpersWord = "helpers:";

std::vector<std::string_view> splitOutside(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' || text[i] == '[' ? 1 : text[i] == ')' || text[i] == ']' ? -1 : 0;
    if (text[i] == separator && depth == 0) {
      parts.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  parts.push_back(trimmed(text.substr(begin)));
  return parts;
}

bool isIdentifier(std::string_view text) {
  return !text.empty() && !isDigit(text.front()) &&
         std::ranges::all_of(text, [](char c) { return isLetter(c) || isDigit(c) || c == '_'; });
}

bool isWholeNumber(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, isDigit);
}

/// "a[B.., M, K]", "causal=0", "_".
Parsed<WorkParameter> parameterOf(std::string_view text) {
  WorkParameter parameter;
  if (text.ends_with("...")) {
    parameter.isRest = true;
    text.remove_suffix(3);
  }
  const std::size_t open = text.find('[');
  const std::size_t equals = text.find('=');
  parameter.name = trimmed(text.substr(0, std::min({open, equals, text.size()})));
  if (!isIdentifier(parameter.name) || WorkExpression::isReserved(parameter.name)) {
    return std::unexpected(Message(Phrase::tr("%1 is no name of an argument").with(text.substr(0, 40))));
  }
  if (equals != std::string_view::npos && open == std::string_view::npos) {
    parameter.fallback = scalarIn(trimmed(text.substr(equals + 1)));
    if (!parameter.fallback) {
      return std::unexpected(Message(Phrase::tr("%1 is not a number").with(text.substr(equals + 1, 20))));
    }
  }
  if (open != std::string_view::npos) {
    if (!text.ends_with(']')) {
      return std::unexpected(Message(Phrase::tr("] is missing")));
    }
    parameter.hasShape = true;
    int open_ended = 0;
    for (const std::string_view one : splitOutside(text.substr(open + 1, text.size() - open - 2), ',')) {
      const bool isRest = one.ends_with("..");
      open_ended += isRest ? 1 : 0;
      const std::string_view name = isRest ? one.substr(0, one.size() - 2) : one;
      if ((!isIdentifier(name) || WorkExpression::isReserved(name)) && !isWholeNumber(one)) {
        return std::unexpected(Message(Phrase::tr("%1 is no dimension").with(one.substr(0, 20))));
      }
      parameter.shape.emplace_back(one);
    }
    if (open_ended > 1) {
      return std::unexpected(Message(Phrase::tr("only one .. is possible in a shape")));
    }
  }
  return parameter;
}

std::vector<std::string> namesIn(const std::vector<WorkParameter>& parameters) {
  std::set<std::string> names;
  for (const WorkParameter& parameter : parameters) {
    names.insert(parameter.name);
    for (const std::string& one : parameter.shape) {
      if (!isWholeNumber(one)) {
        names.insert(one.ends_with("..") ? one.substr(0, one.size() - 2) : one);
      }
    }
  }
  names.erase("_");
  return {names.begin(), names.end()};
}

/// "flops 2*M*N*K", "writes M*N*width(a)", "matrix", "type a".
Message takeClause(WorkRule& rule, std::string_view clause, const std::vector<std::string>& names) {
  const std::size_t blank = std::min(clause.find(' '), clause.size());
  const std::string_view word = clause.substr(0, blank);
  const std::string_view rest = trimmed(clause.substr(blank));
  if (word == "matrix") {
    rule.unit = WorkUnit::Matrix;
    return rest.empty() ? Message() : Phrase::tr("%1 is not expected here").with(rest.substr(0, 20));
  }
  if (word == "type") {
    rule.typedBy = rest;
    return std::ranges::find(rule.parameters, rest, &WorkParameter::name) != rule.parameters.end() || elementType(rest)
               ? Message()
               : Phrase::tr("%1 is neither an argument of this rule nor an element type").with(rest.substr(0, 40));
  }
  std::optional<WorkExpression>* place = word == "flops"    ? &rule.flops
                                         : word == "reads"  ? &rule.reads
                                         : word == "writes" ? &rule.writes
                                                            : nullptr;
  if (place == nullptr) {
    return Phrase::tr("%1 is none of flops, reads, writes, type and matrix").with(word.substr(0, 40));
  }
  if (place->has_value()) {
    return Phrase::tr("%1 stands there twice").with(word);
  }
  auto expression = WorkExpression::parse(rest, names);
  if (!expression) {
    return std::move(expression.error());
  }
  *place = std::move(*expression);
  return {};
}

/// Returns the position of the ) that closes the ( of "aten::add, aten::sub (a, b)".
std::size_t closingOf(std::string_view line, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < line.size(); ++i) {
    depth += line[i] == '(' ? 1 : line[i] == ')' ? -1 : 0;
    if (depth == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

/// "helpers: *splitKreduce*, *transpose*".
Parsed<WorkHelpers> helpersOf(std::string_view line) {
  WorkHelpers helpers;
  helpers.text = line;
  for (const std::string_view name : splitOutside(line.substr(helpersWord.size()), ',')) {
    if (name.empty()) {
      return std::unexpected(Message(Phrase::tr("the name of the kernel is missing")));
    }
    helpers.names.emplace_back(name);
  }
  return helpers;
}

Parsed<WorkRule> ruleOf(std::string_view line) {
  WorkRule rule;
  rule.text = line;
  const std::size_t open = line.find('(');
  const std::size_t close = open == std::string_view::npos ? open : closingOf(line, open);
  if (close == std::string_view::npos) {
    return std::unexpected(Message(Phrase::tr("A rule is \"operator(arguments): flops …; writes …\"")));
  }
  rule.operators = trimmed(line.substr(0, open));
  for (const std::string_view name : splitOutside(rule.operators, ',')) {
    if (name.empty()) {
      return std::unexpected(Message(Phrase::tr("the name of the operator is missing")));
    }
    rule.names.emplace_back(name);
  }
  const std::string_view inside = trimmed(line.substr(open + 1, close - open - 1));
  for (const std::string_view one : inside.empty() ? std::vector<std::string_view>{} : splitOutside(inside, ',')) {
    Parsed<WorkParameter> parameter = parameterOf(one);
    if (!parameter) {
      return std::unexpected(std::move(parameter.error()));
    }
    rule.parameters.push_back(std::move(*parameter));
  }
  std::string_view rest = trimmed(line.substr(close + 1));
  if (!rest.starts_with(':')) {
    return std::unexpected(Message(Phrase::tr(": is missing behind the arguments")));
  }
  const std::vector<std::string> names = namesIn(rule.parameters);
  for (const std::string_view clause : splitOutside(trimmed(rest.substr(1)), ';')) {
    if (Message problem = takeClause(rule, clause, names); !problem.isEmpty()) {
      return std::unexpected(std::move(problem));
    }
  }
  if (!rule.writes) {
    return std::unexpected(Message(Phrase::tr("writes is missing")));
  }
  return rule;
}

}  // namespace

WorkRuleFile parseWorkRules(std::string_view text) {
  WorkRuleFile file;
  forEachRule(text, [&](std::size_t number, std::string_view line) {
    const auto take = [&](auto parsed, auto& lines) {
      if (parsed) {
        parsed->line = number;
        lines.push_back(std::move(*parsed));
      } else {
        file.problems.push_back({number, std::move(parsed.error())});
      }
    };
    line.starts_with(helpersWord) ? take(helpersOf(line), file.helpers) : take(ruleOf(line), file.rules);
  });
  return file;
}

}  // namespace kernline
