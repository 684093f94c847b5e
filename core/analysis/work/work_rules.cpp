// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_rules.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <set>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view builtinWork =
#include "builtin_work.inc"
    ;

template <typename T>
using Parsed = std::expected<T, Message>;

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

std::optional<double> wholeNumber(std::string_view text) {
  std::int64_t number = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && at == text.data() + text.size() && number >= 0
             ? std::optional(static_cast<double>(number))
             : std::nullopt;
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
  if (!isIdentifier(parameter.name)) {
    return std::unexpected(Message(Phrase::tr("%1 is no name of an argument").with(text.substr(0, 40))));
  }
  if (equals != std::string_view::npos && open == std::string_view::npos) {
    parameter.fallback = wholeNumber(trimmed(text.substr(equals + 1)));
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
      if (!isIdentifier(isRest ? one.substr(0, one.size() - 2) : one) && !wholeNumber(one)) {
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
      if (!wholeNumber(one)) {
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
    return std::ranges::find(rule.parameters, rest, &WorkParameter::name) != rule.parameters.end()
               ? Message()
               : Phrase::tr("%1 is no argument of this rule").with(rest.substr(0, 40));
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

/// Where the ( of "aten::add, aten::sub (a, b)" is closed.
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

Parsed<WorkRule> ruleOf(std::string_view line) {
  WorkRule rule;
  rule.text = line;
  const std::size_t open = line.find('(');
  const std::size_t close = open == std::string_view::npos ? open : closingOf(line, open);
  if (close == std::string_view::npos) {
    return std::unexpected(Message(Phrase::tr("A rule is \"operator(arguments): flops …; writes …\"")));
  }
  rule.operators = trimmed(line.substr(0, open));
  if (rule.operators.empty()) {
    return std::unexpected(Message(Phrase::tr("the name of the operator is missing")));
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

/// Binds the dimensions of one tensor. False: its shape is another.
bool bindShape(const WorkParameter& parameter, const CallArgument& argument, WorkScope& scope) {
  if (argument.kind != CallArgument::Kind::Tensor) {
    return false;
  }
  const std::vector<std::int64_t>& dims = argument.tensors.front().dims;
  const std::vector<std::string>& shape = parameter.shape;
  const auto rest = std::ranges::find_if(shape, [](const std::string& one) { return one.ends_with(".."); });
  const std::size_t fixed = shape.size() - (rest != shape.end() ? 1 : 0);
  if (rest == shape.end() ? dims.size() != fixed : dims.size() < fixed) {
    return false;
  }
  const auto bind = [&scope](const std::string& name, double value) {
    if (const auto number = wholeNumber(name)) {
      return *number == value;
    }
    return name == "_" || scope.numbers.try_emplace(name, value).first->second == value;
  };
  std::size_t d = 0;
  for (auto one = shape.begin(); one != shape.end(); ++one) {
    double value = 1;
    const std::size_t count = one == rest ? dims.size() - fixed : 1;
    for (std::size_t i = 0; i < count; ++i, ++d) {
      if (dims[d] < 0) {
        return false;
      }
      value *= static_cast<double>(dims[d]);
    }
    if (!bind(one == rest ? one->substr(0, one->size() - 2) : *one, value)) {
      return false;
    }
  }
  return true;
}

std::unique_ptr<CallArgument> tensorsFrom(const CallArguments& call, std::size_t first) {
  auto all = std::make_unique<CallArgument>();
  all->kind = CallArgument::Kind::Tensors;
  for (std::size_t i = first; i < call.arguments.size(); ++i) {
    const std::vector<TensorArgument>& tensors = call.arguments[i].tensors;
    all->tensors.insert(all->tensors.end(), tensors.begin(), tensors.end());
  }
  return all;
}

std::expected<WorkScope, Message> scopeOf(const WorkRule& rule, const CallArguments& call) {
  WorkScope scope;
  for (std::size_t i = 0; i < rule.parameters.size(); ++i) {
    const WorkParameter& parameter = rule.parameters[i];
    if (parameter.isRest) {
      scope.rest = tensorsFrom(call, i);
      scope.arguments.emplace(parameter.name, scope.rest.get());
      break;
    }
    if (i < call.arguments.size() && parameter.name != "_") {
      scope.arguments.emplace(parameter.name, &call.arguments[i]);
    }
    if (parameter.fallback) {
      scope.defaults.emplace(parameter.name, *parameter.fallback);
    }
    if (parameter.hasShape && (i >= call.arguments.size() || !bindShape(parameter, call.arguments[i], scope))) {
      return std::unexpected(Message(Phrase::tr("the shape of %1 does not fit the rule").with(parameter.name)));
    }
  }
  return scope;
}

/// Of every tensor that the rule names, once.
std::expected<double, Message> bytesRead(const WorkRule& rule, const WorkScope& scope) {
  if (rule.reads) {
    return rule.reads->value(scope);
  }
  double all = 0;
  for (const WorkParameter& parameter : rule.parameters) {
    const auto found = scope.arguments.find(parameter.name);
    if (found == scope.arguments.end()) {
      continue;
    }
    const auto bytes = tensorBytes(*found->second, parameter.name);
    if (!bytes) {
      return bytes;
    }
    all += *bytes;
  }
  return all;
}

std::string typeFor(const WorkRule& rule, const WorkScope& scope) {
  for (const WorkParameter& parameter : rule.parameters) {
    const auto found = scope.arguments.find(parameter.name);
    if ((rule.typedBy.empty() || parameter.name == rule.typedBy) && found != scope.arguments.end() &&
        !found->second->tensors.empty()) {
      return found->second->tensors.front().type;
    }
  }
  return {};
}

CallWork workBy(const WorkRule& rule, const CallArguments& call) {
  CallWork work;
  const auto scope = scopeOf(rule, call);
  if (!scope) {
    work.reason = scope.error();
    return work;
  }
  const auto flops = rule.flops ? rule.flops->value(*scope) : std::expected<double, Message>(0.0);
  const auto reads = flops ? bytesRead(rule, *scope) : flops;
  const auto writes = reads ? rule.writes->value(*scope) : reads;
  if (!writes) {
    work.reason = writes.error();
    return work;
  }
  work.flops = *flops;
  work.bytes = *reads + *writes;
  work.unit = rule.unit;
  work.type = typeFor(rule, *scope);
  work.rule = &rule;
  return work;
}

}  // namespace

WorkRuleFile parseWorkRules(std::string_view text) {
  WorkRuleFile file;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#')) {
      continue;
    }
    Parsed<WorkRule> rule = ruleOf(line);
    if (!rule) {
      file.problems.push_back({number, std::move(rule.error())});
      continue;
    }
    rule->line = number;
    file.rules.push_back(std::move(*rule));
  }
  return file;
}

WorkRules::WorkRules(std::vector<WorkRule> rules) : m_rules(std::move(rules)) {
  for (std::size_t i = 0; i < m_rules.size(); ++i) {
    for (const std::string_view name : splitOutside(m_rules[i].operators, ',')) {
      if (name.ends_with('*')) {
        m_byPrefix.emplace_back(name.substr(0, name.size() - 1), i);
      } else {
        m_byName[std::string(name)].push_back(i);
      }
    }
  }
}

const WorkRules& WorkRules::builtin() {
  static const WorkRules rules(parseWorkRules(builtinWork).rules);
  return rules;
}

std::vector<std::size_t> WorkRules::rulesFor(std::string_view op) const {
  std::vector<std::size_t> found;
  if (const auto named = m_byName.find(op); named != m_byName.end()) {
    found = named->second;
  }
  for (const auto& [prefix, rule] : m_byPrefix) {
    if (op.starts_with(prefix)) {
      found.push_back(rule);
    }
  }
  return found;
}

CallWork WorkRules::workOf(std::string_view op, const CallArguments& call) const {
  CallWork work;
  const std::vector<std::size_t> candidates = rulesFor(op);
  if (candidates.empty()) {
    work.reason = Phrase::tr("no rule for this operator");
    return work;
  }
  if (!call.areRecorded) {
    work.reason = Phrase::tr("no shapes recorded (record_shapes=True)");
    return work;
  }
  for (const std::size_t rule : candidates) {
    CallWork tried = workBy(m_rules[rule], call);
    if (tried.rule != nullptr) {
      return tried;
    }
    if (work.reason.isEmpty()) {
      work.reason = std::move(tried.reason);
    }
  }
  return work;
}

}  // namespace kernline
