// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compile/compiled_origins.h"

#include "core/model/names/fused_kernel.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view compiledRegionMark = "CompiledFxGraph";
constexpr std::array<std::string_view, 3> compiledArgs{"kernel_file", "kernel_backend", "kernel_kwargs"};

std::string textOfArg(const ArgNode& args, std::string_view key) {
  const ArgNode* node = args.find(key);
  return node == nullptr ? std::string() : node->text;
}

/// The name of a file without its folders, which another machine may have elsewhere.
std::string_view lastPart(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool haveSameNodes(const CompiledCall& a, const CompiledCall& b) {
  return std::tie(a.nodes, a.sources) == std::tie(b.nodes, b.sources);
}

const CompiledKernel* kernelNamed(const CompiledGraph& graph, std::string_view name) {
  const auto found = std::ranges::find(graph.kernels, name, &CompiledKernel::name);
  return found == graph.kernels.end() ? nullptr : &*found;
}

}  // namespace

CompiledOrigins::CompiledOrigins(std::shared_ptr<const Trace> trace,
                                 std::shared_ptr<const std::vector<CompiledGraph>> graphs)
    : m_trace(std::move(trace)), m_graphs(std::move(graphs)) {
  for (std::uint32_t name = 0; name < m_trace->strings().size(); ++name) {
    const std::string_view text = m_trace->text(StringId{name});
    const std::size_t colons = text.rfind("::");
    if (colons != std::string_view::npos && colons + 2 < text.size() && !text.contains(' ') && !text.contains('(')) {
      m_operators.insert(text.substr(colons + 2));
    }
  }
}

std::string CompiledOrigins::fileOf(SpanId kernel) const {
  const SpanId op = m_trace->opOf(kernel);
  return op == SpanId::none ? std::string() : textOfArg(m_trace->args(op, compiledArgs), compiledArgs[0]);
}

/// Whether the kernel may be of the graph: no fact rules it out.
bool CompiledOrigins::canBeOf(const CompiledGraph& graph, SpanId kernel) const {
  const std::string_view name = m_trace->nameText(kernel);
  const CompiledKernel* found = kernelNamed(graph, name);
  if (found == nullptr) {
    return graph.kernels.empty() && std::ranges::find(graph.calls, name, &CompiledCall::kernel) != graph.calls.end();
  }
  const std::string file = found->file.empty() ? std::string() : fileOf(kernel);
  return file.empty() || lastPart(file) == lastPart(found->file);
}

/// The innermost run of a compiled graph around a launch; a graph launch is one itself.
SpanId CompiledOrigins::regionOf(SpanId launch) const {
  if (launch == SpanId::none || m_trace->nameText(launch).contains("GraphLaunch")) {
    return launch;
  }
  for (SpanId around = m_trace->parent(launch); around != SpanId::none; around = m_trace->parent(around)) {
    if (m_trace->nameText(around).contains(compiledRegionMark)) {
      return around;
    }
  }
  return SpanId::none;
}

std::vector<SpanId> CompiledOrigins::kernelsIn(SpanId region, SpanId launch) const {
  std::vector<std::tuple<Time, Time, SpanId>> order;
  const auto add = [&](const Launch& one) {
    if (m_trace->kind(one.activity) == SpanKind::Kernel) {
      order.emplace_back(m_trace->start(one.call), m_trace->start(one.activity), one.activity);
    }
  };
  if (region == launch) {
    std::ranges::for_each(m_trace->launchedBy(launch), add);
  } else {
    const Track& track = m_trace->track(m_trace->trackOf(region));
    const TimeRange range = m_trace->range(region);
    const auto first = std::ranges::lower_bound(m_trace->launches(), SpanId{track.firstSpan}, {}, &Launch::call);
    for (auto at = first; at != m_trace->launches().end() && index(at->call) < track.firstSpan + track.spanCount;
         ++at) {
      if (range.contains(m_trace->start(at->call))) {
        add(*at);
      }
    }
  }
  std::ranges::sort(order);
  std::vector<SpanId> kernels;
  std::ranges::transform(order, std::back_inserter(kernels), [](const auto& entry) { return std::get<SpanId>(entry); });
  return kernels;
}

std::optional<CompiledOrigins::Fit> CompiledOrigins::fitOf(const CompiledGraph& graph,
                                                           std::span<const SpanId> kernels) const {
  Fit fit{.graph = &graph, .calls = std::vector<const CompiledCall*>(kernels.size())};
  std::map<std::string_view, std::vector<std::size_t>> runs;  // runs of Triton kernels by name
  bool isWhole = kernels.size() == graph.calls.size();
  for (std::size_t n = 0; n < kernels.size(); ++n) {
    const std::string_view name = m_trace->nameText(kernels[n]);
    const bool isTriton = namesInductorKernel(name);
    if (isTriton) {
      if (!canBeOf(graph, kernels[n])) {
        return std::nullopt;
      }
      runs[name].push_back(n);
    }
    isWhole =
        isWhole && (isTriton || namesInductorKernel(graph.calls[n].kernel) ? graph.calls[n].kernel == name : true);
  }
  if (runs.empty()) {
    return std::nullopt;  // no name to hold on to
  }
  for (std::size_t n = 0; isWhole && n < kernels.size(); ++n) {
    fit.calls[n] = &graph.calls[n];
  }
  if (isWhole) {
    return fit;
  }
  for (const auto& [name, places] : runs) {
    std::vector<const CompiledCall*> calls;
    for (const CompiledCall& call : graph.calls) {
      if (call.kernel == name) {
        calls.push_back(&call);
      }
    }
    for (std::size_t n = 0; calls.size() == places.size() && n < places.size(); ++n) {
      fit.calls[places[n]] = calls[n];
    }
  }
  return fit;
}

CompiledOrigins::Run& CompiledOrigins::runOf(SpanId kernel) {
  const SpanId launch = m_trace->launchOf(kernel);
  const SpanId region = regionOf(launch);
  const auto [place, isNew] = m_runs.try_emplace(region == SpanId::none ? kernel : region);
  Run& run = place->second;
  if (isNew) {
    run.kernels = region == SpanId::none ? std::vector<SpanId>{kernel} : kernelsIn(region, launch);
    for (const CompiledGraph& graph : *m_graphs) {
      if (std::optional<Fit> fit = fitOf(graph, run.kernels)) {
        run.fits.push_back(std::move(*fit));
      }
    }
  }
  return run;
}

void CompiledOrigins::readArgs(SpanId kernel, CompiledOrigin& origin) const {
  const SpanId op = m_trace->opOf(kernel);
  if (op == SpanId::none) {
    return;
  }
  const ArgNode args = m_trace->args(op, compiledArgs);
  origin.file = textOfArg(args, compiledArgs[0]);
  origin.backend = textOfArg(args, compiledArgs[1]);
  origin.configuration = textOfArg(args, compiledArgs[2]);
}

void CompiledOrigins::addFused(SpanId kernel, CompiledOrigin& origin) const {
  if (origin.kernel != nullptr && !origin.kernel->operators.empty()) {
    origin.fuses = origin.kernel->operators;
  } else if (auto fused = fusedOperators(m_trace->nameText(kernel),
                                         [this](std::string_view name) { return isOperator(name); })) {
    origin.fuses = std::move(*fused);
  }
}

std::optional<CompiledOrigin> CompiledOrigins::of(SpanId kernel) {
  if (m_trace->kind(kernel) != SpanKind::Kernel) {
    return std::nullopt;
  }
  const std::string_view name = m_trace->nameText(kernel);
  const bool isTriton = namesInductorKernel(name);
  if (!isTriton && m_graphs->empty()) {
    return std::nullopt;
  }
  CompiledOrigin origin;
  const Run& run = runOf(kernel);
  const auto place = static_cast<std::size_t>(std::ranges::find(run.kernels, kernel) - run.kernels.begin());
  bool agree = true;
  bool agreeOnCode = true;
  for (const Fit& fit : run.fits) {
    const CompiledCall* call = place < fit.calls.size() ? fit.calls[place] : nullptr;
    if (!isTriton && call == nullptr) {
      continue;
    }
    const CompiledKernel* code = kernelNamed(*fit.graph, name);
    if (origin.graphs.empty()) {
      origin.call = call;
      origin.kernel = code;
    } else {
      agree = agree && origin.call != nullptr && call != nullptr && haveSameNodes(*origin.call, *call);
      agreeOnCode = agreeOnCode && origin.kernel != nullptr && code != nullptr && origin.kernel->source == code->source;
    }
    origin.graphs.push_back(fit.graph->name);
  }
  origin.call = agree ? origin.call : nullptr;
  origin.kernel = agreeOnCode ? origin.kernel : nullptr;
  if (!isTriton && origin.call == nullptr) {
    return std::nullopt;
  }
  if (isTriton) {
    readArgs(kernel, origin);
    addFused(kernel, origin);
  }
  if (origin.file.empty() && origin.kernel != nullptr) {
    origin.file = origin.kernel->file;
  }
  return origin;
}

CompiledFigures CompiledOrigins::figures() {
  CompiledFigures figures;
  std::vector<std::int8_t> isTriton(m_trace->strings().size(), -1);
  for (std::uint32_t span = 0; span < m_trace->spanCount(); ++span) {
    if (m_trace->kinds()[span] != SpanKind::Kernel) {
      continue;
    }
    std::int8_t& known = isTriton[index(m_trace->names()[span])];
    if (known < 0) {
      known = namesInductorKernel(m_trace->nameText(SpanId{span})) ? 1 : 0;
    }
    if (known == 1) {
      ++figures.kernels;
      figures.time += m_trace->durations()[span];
      const auto origin = m_graphs->empty() ? std::nullopt : of(SpanId{span});
      figures.called += origin && origin->call != nullptr ? 1 : 0;
    }
  }
  return figures;
}

}  // namespace kernline
