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

bool namesPhase(std::string_view annotation) {
  return lowered(annotation).contains("optimizer") || namesBackwardRange(annotation);
}

bool namesModule(std::string_view function) {
  return function.starts_with(moduleMark);
}

/// Returns true but for steps, communication, and names of phases.
bool namesScope(std::string_view annotation) {
  return !namesPhase(annotation) && !annotation.starts_with("ProfilerStep") && !isNumberedStep(annotation) &&
         !isDistributedCall(annotation);
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
    : m_trace(trace), m_functions(trace.strings().size()), m_annotations(trace.strings().size()) {
  for (std::uint32_t span = 0; span < trace.spanCount(); ++span) {
    look(SpanId{span});
  }
}

void ScopeNames::look(SpanId span) {
  const auto once = [&](Known& known, bool (*isNamed)(std::string_view), ModuleSource source) {
    std::optional<bool>& is = known[index(m_trace.name(span))];
    if (!is) {
      is = isNamed(m_trace.nameText(span));
      if (*is && m_source != ModuleSource::Modules) {
        m_source = source;
      }
    }
  };
  if (m_trace.kind(span) == SpanKind::PythonFunction) {
    once(m_functions, namesModule, ModuleSource::Modules);
  } else if (m_trace.kind(span) == SpanKind::Annotation) {
    once(m_annotations, namesScope, ModuleSource::Annotations);
  }
}

bool ScopeNames::isModule(SpanId span) const {
  const std::size_t name = index(m_trace.name(span));
  switch (m_trace.kind(span)) {
    case SpanKind::PythonFunction:
      return m_functions[name].value_or(false);
    case SpanKind::Annotation:
      return m_source == ModuleSource::Annotations && m_annotations[name].value_or(false);
    default:
      return false;
  }
}

}  // namespace kernline
