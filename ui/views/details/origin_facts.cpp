// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/origin_facts.h"

#include "core/analysis/calls/span_cause.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <QFileInfo>
#include <QStringList>

#include <algorithm>

namespace kernline::ui {
namespace {

QString openReason(GraphFit fit) {
  switch (fit) {
    case GraphFit::Differs:
      return Words::tr("No capture has these launches");
    case GraphFit::Ambiguous:
      return Words::tr("Several captures or graphs fit");
    case GraphFit::Streams:
      return Words::tr("It runs on several streams, and names do not identify the launches");
    case GraphFit::NoCapture:
    case GraphFit::Names:
    case GraphFit::Count:
      break;
  }
  return Words::tr("No capture is recorded here. Add one: File > Add graph capture…");
}

/// Returns the graph whose replay has the span.
const ReplayedGraph* graphOf(const KnownOrigins& known, SpanId span) {
  const SpanId call = known.trace->launchOf(span);
  const auto graph = std::ranges::find_if(known.join.graphs(), [&](const ReplayedGraph& each) {
    return std::ranges::find(each.launches, call) != each.launches.end();
  });
  return graph == known.join.graphs().end() ? nullptr : &*graph;
}

/// Python functions around a call, innermost first.
std::vector<SpanId> functionsAround(const Trace& trace, SpanId call) {
  std::vector<SpanId> functions;
  for (SpanId around = trace.parent(call); around != SpanId::none; around = trace.parent(around)) {
    if (trace.kind(around) == SpanKind::PythonFunction) {
      functions.push_back(around);
    }
  }
  return functions;
}

QString joinedNames(const Trace& trace, const std::vector<SpanId>& spans, const QString& separator) {
  QStringList names;
  for (const SpanId span : spans) {
    names << qt(moduleText(trace.nameText(span)));
  }
  return names.join(separator);
}

/// The Python function that is of neither torch nor the language itself, else the innermost.
SpanId relevantFunction(const Trace& trace, const std::vector<SpanId>& functions) {
  const auto own = std::ranges::find_if(functions, [&](SpanId function) {
    const std::string_view name = trace.nameText(function);
    return !name.starts_with("torch/") && !name.starts_with("<") && !name.starts_with("nn.Module");
  });
  return own != functions.end() ? *own : functions.front();
}

}  // namespace

OriginFacts captureFacts(const KnownOrigins& known, SpanId span) {
  OriginFacts shown;
  const ReplayedGraph* graph = graphOf(known, span);
  if (graph == nullptr) {
    return shown;
  }
  const CapturedBy by = known.join.of(span);
  if (by.launch == SpanId::none) {
    const GraphFit fit = isJoined(graph->fit) ? GraphFit::Streams : graph->fit;
    shown.facts.push_back({Words::tr("Capture"), openReason(fit), {}});
    return shown;
  }
  const Trace& trace = known.source(by.source);
  const SpanId op = trace.opOf(by.launch);
  const std::vector<SpanId> modules = causeOf(trace, drawnForwardLinks(trace), ScopeNames(trace), by.launch).modules;
  const std::vector<SpanId> functions = functionsAround(trace, by.launch);
  const QString how = graph->fit == GraphFit::Names
                          ? Words::tr("Matched by launch order; the capture names the same kernels")
                          : Words::tr("Matched by launch order: same number and kinds of launches");
  const auto add = [&](const QString& role, SpanId target, const QString& text, const QString& tip) {
    if (by.source == 0) {
      shown.links.push_back({role, target, text, qt(formatDuration(trace.duration(target)))});
    } else {
      shown.facts.push_back({role, text, tip});
    }
  };
  if (op != SpanId::none) {
    add(Words::tr("Operator"), op, qt(trace.nameText(op)), how);
  }
  if (!modules.empty()) {
    add(Words::tr("Module"), modules.back(), joinedNames(trace, modules, QStringLiteral("/")), how);
  }
  if (!functions.empty()) {
    const SpanId function = relevantFunction(trace, functions);
    add(Words::tr("Python"), function, qt(trace.nameText(function)),
        joinedNames(trace, functions, QStringLiteral("\n")));
  }
  add(Words::tr("Launch"), by.launch, qt(trace.nameText(by.launch)), how);
  if (by.source > 0) {
    const QString path = QString::fromStdString(known.captures[by.source - 1].path);
    shown.facts.push_back({Words::tr("File"), QFileInfo(path).fileName(), path});
  }
  if (graph->fitting > 1) {
    shown.facts.push_back({Words::tr("Captures"), Words::tr("last of %1 matching captures").arg(graph->fitting),
                           Words::tr("Shapes may be those of another one")});
  }
  return shown;
}

std::vector<Fact> compiledFacts(const CompiledOrigin& origin) {
  std::vector<Fact> facts;
  const auto list = [](const std::vector<std::string>& texts) {
    QStringList all;
    for (const std::string& text : texts) {
      all << qt(text);
    }
    return all.join(QStringLiteral(", "));
  };
  const auto add = [&](const QString& label, const QString& value, const QString& tip) {
    if (!value.isEmpty()) {
      facts.push_back({label, value, tip});
    }
  };
  add(Words::tr("Fuses"), list(origin.fuses),
      origin.kernel != nullptr ? Words::tr("From output_code.py") : Words::tr("From the kernel name"));
  if (origin.call != nullptr) {
    add(Words::tr("Computes"), list(origin.call->sources), Words::tr("Nodes of the graph as it was written"));
    add(Words::tr("Nodes"), list(origin.call->nodes), Words::tr("Nodes of the graph that was lowered"));
    add(Words::tr("Call"), QStringLiteral("%1:%2").arg(qt(origin.call->kernel)).arg(origin.call->number),
        Words::tr("Position among the calls of the compiled graph"));
  }
  add(Words::tr("Graph"), list(origin.graphs),
      origin.graphs.size() > 1 ? Words::tr("Any of these; their code has the same kernels")
                               : Words::tr("Its folder next to the trace"));
  add(Words::tr("Configuration"), qt(origin.configuration), Words::tr("kernel_kwargs of its operator"));
  return facts;
}

}  // namespace kernline::ui
