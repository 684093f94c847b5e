// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_rules.h"

#include "core/analysis/work/work_functions.h"
#include "core/model/names/element_type.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view builtinWork =
#include "builtin_work.inc"
    ;

/// Binds the dimensions of one tensor; false if its shape differs.
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
    if (const auto number = scalarIn(name)) {
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
  scope.argumentCount = call.arguments.size();
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

/// Sums up the bytes of every tensor that the rule names, once each.
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
    const WorkValue bytes = bytesOf({.name = parameter.name, .argument = found->second});
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
  return elementType(rule.typedBy) ? rule.typedBy : std::string();
}

CallWork workIn(const WorkRule& rule, const WorkScope& scope) {
  CallWork work;
  const WorkValue flops = rule.flops ? rule.flops->value(scope) : WorkValue(0);
  const WorkValue reads = flops ? bytesRead(rule, scope) : flops;
  const WorkValue writes = reads ? rule.writes->value(scope) : reads;
  if (!writes) {
    work.reason = writes.error();
    return work;
  }
  work.flops = *flops;
  work.bytes = *reads + *writes;
  work.unit = rule.unit;
  work.type = typeFor(rule, scope);
  work.rule = &rule;
  return work;
}

/// Whether a name fits a pattern, in which * matches any text.
bool fitsPattern(std::string_view name, std::string_view pattern) {
  std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) {
    return name == pattern;
  }
  if (!name.starts_with(pattern.substr(0, star))) {
    return false;
  }
  name.remove_prefix(std::min(star, name.size()));
  while (star != std::string_view::npos) {
    pattern.remove_prefix(star + 1);
    star = pattern.find('*');
    const std::string_view part = pattern.substr(0, star);
    if (star == std::string_view::npos) {
      return name.ends_with(part);
    }
    const std::size_t at = name.find(part);
    if (at == std::string_view::npos) {
      return false;
    }
    name.remove_prefix(at + part.size());
  }
  return name.size() == pattern.size();
}

const WorkRuleFile& builtinFile() {
  static const WorkRuleFile file = parseWorkRules(builtinWork);
  return file;
}

/// Rules in force, and all that ever were: modeled work points to its rules.
struct RulesInForce {
  std::mutex mutex;
  std::vector<std::unique_ptr<const WorkRules>> kept;
  const WorkRules* current = &WorkRules::builtin();
};

RulesInForce& rulesInForce() {
  static RulesInForce rules;
  return rules;
}

}  // namespace

WorkRules::WorkRules(WorkRuleFile own, const WorkRuleFile& others)
    : m_rules(std::move(own.rules)),
      m_ownCount(m_rules.size()),
      m_helpers(std::move(own.helpers)),
      m_ownHelperCount(m_helpers.size()) {
  m_rules.insert(m_rules.end(), others.rules.begin(), others.rules.end());
  m_helpers.insert(m_helpers.end(), others.helpers.begin(), others.helpers.end());
  for (std::size_t i = 0; i < m_rules.size(); ++i) {
    for (const std::string& name : m_rules[i].names) {
      if (name.contains('*')) {
        m_patterns.emplace_back(name, i);
      } else {
        m_byName[name].push_back(i);
      }
    }
  }
}

const WorkRules& WorkRules::builtin() {
  static const WorkRules rules({}, builtinFile());
  return rules;
}

const WorkRules& WorkRules::current() {
  const std::lock_guard lock(rulesInForce().mutex);
  return *rulesInForce().current;
}

void WorkRules::useOwn(WorkRuleFile own) {
  auto rules = std::make_unique<const WorkRules>(std::move(own), builtinFile());
  const std::lock_guard lock(rulesInForce().mutex);
  rulesInForce().current = rulesInForce().kept.emplace_back(std::move(rules)).get();
}

template <typename Try>
bool WorkRules::anyRuleFor(std::string_view op, const Try& isDone) const {
  const auto found = m_byName.find(op);
  const std::span<const std::size_t> named =
      found == m_byName.end() ? std::span<const std::size_t>{} : std::span<const std::size_t>{found->second};
  auto next = named.begin();
  for (const auto& [pattern, rule] : m_patterns) {
    if (!fitsPattern(op, pattern)) {
      continue;
    }
    for (; next != named.end() && *next < rule; ++next) {
      if (isDone(m_rules[*next])) {
        return true;
      }
    }
    if (isDone(m_rules[rule])) {
      return true;
    }
  }
  return std::any_of(next, named.end(), [&](std::size_t rule) { return isDone(m_rules[rule]); });
}

bool WorkRules::knows(std::string_view op) const {
  return anyRuleFor(op, [](const WorkRule&) { return true; });
}

bool WorkRules::isHelper(std::string_view kernel) const {
  return std::ranges::any_of(m_helpers, [kernel](const WorkHelpers& line) {
    return std::ranges::any_of(line.names, [kernel](const std::string& name) { return fitsPattern(kernel, name); });
  });
}

CallWork WorkRules::workOf(std::string_view op, const CallArguments& call) const {
  CallWork work;
  work.reason = Phrase::tr("no rule for this operator");
  bool isFirst = true;
  anyRuleFor(op, [&](const WorkRule& rule) {
    if (!call.areRecorded) {
      work.reason = Phrase::tr("no shapes recorded (record_shapes=True)");
      return true;
    }
    const auto scope = scopeOf(rule, call);
    if (scope) {
      work = workIn(rule, *scope);
    } else if (std::exchange(isFirst, false)) {
      work.reason = scope.error();
    }
    return scope.has_value();
  });
  return work;
}

}  // namespace kernline
