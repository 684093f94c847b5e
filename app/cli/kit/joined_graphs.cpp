// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/joined_graphs.h"

#include "app/cli/kit/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::cli {

namespace {

std::vector<const Trace*> tracesOf(const std::vector<LoadedFile>& captures) {
  std::vector<const Trace*> traces;
  std::ranges::transform(captures, std::back_inserter(traces),
                         [](const LoadedFile& capture) { return capture.trace.get(); });
  return traces;
}

}  // namespace

void addCaptureOption(CLI::App& command, std::vector<std::string>& into) {
  command
      .add_option("--capture", into,
                  "A profile of the capture of CUDA graphs that FILE replays. Their work gets the operators and "
                  "modules that captured it. May be repeated")
      ->option_text("FILE")
      ->allow_extra_args(false);
}

std::optional<std::vector<LoadedFile>> loadCaptures(const std::vector<std::string>& paths) {
  std::vector<LoadedFile> captures;
  for (const std::string& path : paths) {
    std::optional<LoadedFile> file = loadFile(path);
    if (!file) {
      return std::nullopt;
    }
    if (graphCaptures(*file->trace).empty()) {
      printError(fmt::format("note: {} has no capture of a CUDA graph; record the step in which it is captured", path));
    }
    captures.push_back(std::move(*file));
  }
  return captures;
}

void useCaptures(const std::vector<LoadedFile>& captures, TraceAnalysis& analysis) {
  if (!captures.empty()) {
    const std::vector<const Trace*> others = tracesOf(captures);
    const GraphJoin join = GraphJoin::of(analysis.trace(), others);
    analysis.setReplayedOps(std::make_shared<const ReplayedOps>(analysis.trace(), join, others));
  }
}

JoinedGraphs::JoinedGraphs(std::shared_ptr<const Trace> trace, std::vector<LoadedFile> captures)
    : m_trace(std::move(trace)),
      m_captures(std::move(captures)),
      m_others(tracesOf(m_captures)),
      m_join(GraphJoin::of(*m_trace, m_others)) {}

}  // namespace kernline::cli
