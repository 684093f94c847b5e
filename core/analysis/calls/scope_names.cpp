// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/scope_names.h"

#include "core/analysis/activity/host_waits.h"
#include "core/analysis/calls/backward_calls.h"
#include "core/model/base/text.h"
#include "core/model/trace/steps.h"

#include <array>

namespace kernline {

namespace {

constexpr std::string_view moduleMark = "nn.Module: ";
constexpr std::string_view optimizerMark = "Optimizer.";  // torch's own: "Optimizer.step#AdamW.step"

/// Says nothing of modules.
bool namesCommunication(std::string_view name) {
  return isHostCommunication(name) || name.starts_with("c10d:");
}

}  // namespace

std::string_view toText(ModuleSource source) {
  constexpr std::array<std::string_view, 3> texts{"none", "modules", "annotations"};
  return texts[static_cast<std::size_t>(source)];
}

std::string_view moduleText(std::string_view name) {
  return name.starts_with(moduleMark) ? name.substr(moduleMark.size()) : name;
}

ScopeNames::ScopeNames(const Trace& trace)
    : m_trace(trace),
      m_functions(trace.strings().size()),
      m_annotations(trace.strings().size()),
      m_operators(trace.strings().size()) {
  for (std::uint32_t span = 0; span < trace.spanCount(); ++span) {
    look(SpanId{span});
  }
}

void ScopeNames::look(SpanId span) {
  const auto once = [&](Roles& roles, Role (*roleOfName)(std::string_view), ModuleSource source) {
    std::optional<Role>& role = roles[index(m_trace.name(span))];
    if (!role) {
      role = roleOfName(m_trace.nameText(span));
      if (*role == Role::Module && m_source != ModuleSource::Modules) {
        m_source = source;
      }
    }
  };
  switch (m_trace.kind(span)) {
    case SpanKind::PythonFunction:
      once(m_functions, roleOfFunction, ModuleSource::Modules);
      break;
    case SpanKind::Annotation:
      once(m_annotations, roleOfAnnotation, ModuleSource::Annotations);
      break;
    case SpanKind::Op:
      once(m_operators, roleOfOperator, ModuleSource::None);
      break;
    default:
      break;
  }
}

ScopeNames::Role ScopeNames::roleOfFunction(std::string_view name) {
  if (name.starts_with(moduleMark)) {
    return Role::Module;
  }
  if (namesBackwardCall(name)) {
    return Role::Backward;
  }
  return name.contains("torch/optim/") && name.ends_with(": step") ? Role::Optimizer : Role::None;
}

ScopeNames::Role ScopeNames::roleOfAnnotation(std::string_view name) {
  if (lowered(name).contains("optimizer")) {
    return Role::Optimizer;
  }
  if (namesBackwardRange(name)) {
    return Role::Backward;
  }
  return name.starts_with("ProfilerStep") || isNumberedStep(name) || namesCommunication(name) ? Role::None
                                                                                              : Role::Module;
}

ScopeNames::Role ScopeNames::roleOfOperator(std::string_view name) {
  if (name.starts_with(optimizerMark)) {
    return Role::Optimizer;
  }
  return namesBackwardStep(name) ? Role::Backward : Role::None;
}

ScopeNames::Role ScopeNames::roleOf(SpanId span) const {
  const std::size_t name = index(m_trace.name(span));
  switch (m_trace.kind(span)) {
    case SpanKind::PythonFunction:
      return m_functions[name].value_or(Role::None);
    case SpanKind::Annotation:
      return m_annotations[name].value_or(Role::None);
    case SpanKind::Op:
      return m_operators[name].value_or(Role::None);
    default:
      return Role::None;
  }
}

bool ScopeNames::isModule(SpanId span) const {
  return roleOf(span) == Role::Module &&
         (m_trace.kind(span) == SpanKind::PythonFunction || m_source == ModuleSource::Annotations);
}

std::optional<WorkPhase> ScopeNames::phaseOf(SpanId span) const {
  switch (roleOf(span)) {
    case Role::Backward:
      return WorkPhase::Backward;
    case Role::Optimizer:
      return WorkPhase::Optimizer;
    default:
      return std::nullopt;
  }
}

}  // namespace kernline
