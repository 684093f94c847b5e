// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/span_cause.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline {

namespace {

using Modules = std::vector<SpanId>;  // outermost first

/// Modules in a step, and those around what it undoes: the step may run again the forward of one of these.
Modules joined(const Trace& trace, const ScopeNames& names, Modules around, const Modules& inStep) {
  if (inStep.empty()) {
    return around;
  }
  const auto again = std::find_if(around.rbegin(), around.rend(),
                                  [&](SpanId module) { return trace.name(module) == trace.name(inStep.front()); });
  if (again != around.rend()) {
    around.erase(std::prev(again.base()), around.end());
  } else if (names.source() == ModuleSource::Modules) {
    around.clear();
  }
  around.insert(around.end(), inStep.begin(), inStep.end());
  return around;
}

}  // namespace

SpanCause causeOf(const Trace& trace, const ForwardLinks& links, const ScopeNames& names, SpanId span) {
  SpanCause cause;
  const SpanId launch = trace.launchOf(span);
  std::vector<Modules> parts(1);  // nested steps, the innermost first
  SpanId at = launch == SpanId::none ? span : launch;
  while (at != SpanId::none) {
    if (names.isModule(at)) {
      parts.back().push_back(at);
    }
    const SpanId forward = links.forwardOf(at);
    if (forward == SpanId::none) {
      at = trace.parent(at);
      continue;
    }
    cause.forward = cause.forward == SpanId::none ? forward : cause.forward;
    parts.emplace_back();
    at = forward;  // begins earlier, so this ends
  }
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    std::ranges::reverse(*part);
    cause.modules = joined(trace, names, std::move(cause.modules), *part);
  }
  return cause;
}

}  // namespace kernline
