// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/span_origins.h"

#include "core/analysis/calls/span_cause.h"
#include "core/open/compiled_files.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace kernline::cli {

namespace {

/// Outermost first.
Json pythonJson(const Trace& trace, SpanId call) {
  std::vector<SpanId> functions;
  for (SpanId around = trace.parent(call); around != SpanId::none; around = trace.parent(around)) {
    if (trace.kind(around) == SpanKind::PythonFunction) {
      functions.push_back(around);
    }
  }
  Json names = Json::array();
  for (auto function = functions.rbegin(); function != functions.rend(); ++function) {
    names.push_back(textValue(trace.nameText(*function)));
  }
  return names;
}

Json textOrNull(const std::string& text) {
  return text.empty() ? Json{} : textValue(text);
}

Json compiledJson(const CompiledOrigin& origin) {
  Json json{{"fuses", origin.fuses},
            {"backend", textOrNull(origin.backend)},
            {"configuration", textOrNull(origin.configuration)},
            {"file", textOrNull(origin.file)},
            {"graphs", origin.graphs},
            {"call", nullptr},
            {"nodes", Json::array()},
            {"source_nodes", Json::array()}};
  if (origin.call != nullptr) {
    json["call"] = origin.call->kernel + ":" + std::to_string(origin.call->number);
    json["nodes"] = origin.call->nodes;
    json["source_nodes"] = origin.call->sources;
  }
  return json;
}

}  // namespace

SpanOrigins::SpanOrigins(const LoadedFile& file, const std::vector<LoadedFile>& captures)
    : m_graphs(file.trace, captures),
      m_compiled(file.trace, std::make_shared<const std::vector<CompiledGraph>>(compiledGraphsBeside(file.path))) {}

const SpanOrigins::Source& SpanOrigins::sourceOf(std::uint32_t number) {
  const Trace& trace = m_graphs.source(number);
  const auto found = m_sources.find(number);
  return found != m_sources.end()
             ? found->second
             : m_sources.emplace(number, Source{drawnForwardLinks(trace), ScopeNames(trace)}).first->second;
}

Json SpanOrigins::captureJson(const CapturedBy& by) {
  const Trace& trace = m_graphs.source(by.source);
  const Source& source = sourceOf(by.source);
  const SpanId op = trace.opOf(by.launch);
  Json modules = Json::array();
  for (const SpanId module : causeOf(trace, source.links, source.names, by.launch).modules) {
    modules.push_back(textValue(moduleText(trace.nameText(module))));
  }
  return {{"capture", by.source == 0 ? Json{} : textValue(m_graphs.path(by.source))},
          {"launch", textValue(trace.nameText(by.launch))},
          {"launch_start_ns", trace.start(by.launch).ns},
          {"operator", op == SpanId::none ? Json{} : textValue(trace.nameText(op))},
          {"modules", std::move(modules)},
          {"python", pythonJson(trace, by.launch)}};
}

void SpanOrigins::addTo(Json& event, SpanId span) {
  if (const CapturedBy by = m_graphs.join().of(span); by.launch != SpanId::none) {
    event["captured_by"] = captureJson(by);
  }
  if (const std::optional<CompiledOrigin> compiled = m_compiled.of(span)) {
    event["compiled"] = compiledJson(*compiled);
  }
}

}  // namespace kernline::cli
