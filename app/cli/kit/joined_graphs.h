// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/loaded_file.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/graphs/graph_join.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kernline::cli {

/// Adds `--capture FILE…`: profiles of the same run that recorded how its graphs were captured.
void addCaptureOption(CLI::App& command, std::vector<std::string>& into);

/// nullopt if one cannot be used, which has been reported then. A file without a capture is reported as such.
[[nodiscard]] std::optional<std::vector<LoadedFile>> loadCaptures(const std::vector<std::string>& paths);

/// Says which operators captured what the trace of `analysis` replays, if there are captures; these live longer.
void useCaptures(const std::vector<LoadedFile>& captures, TraceAnalysis& analysis);

/// A profile, the captures of its graphs in others, and what is known from both.
class JoinedGraphs {
 public:
  JoinedGraphs(std::shared_ptr<const Trace> trace, std::vector<LoadedFile> captures);

  [[nodiscard]] const GraphJoin& join() const { return m_join; }
  [[nodiscard]] const std::vector<LoadedFile>& captures() const { return m_captures; }
  [[nodiscard]] const std::vector<const Trace*>& others() const { return m_others; }
  /// Returns a source by `CapturedBy::source`.
  [[nodiscard]] const Trace& source(std::uint32_t number) const {
    return number == 0 ? *m_trace : *m_others[number - 1];
  }
  /// Returns the path of a source; empty for the profile itself.
  [[nodiscard]] std::string_view path(std::uint32_t number) const {
    return number == 0 ? std::string_view{} : std::string_view{m_captures[number - 1].path};
  }

 private:
  std::shared_ptr<const Trace> m_trace;
  std::vector<LoadedFile> m_captures;
  std::vector<const Trace*> m_others;
  GraphJoin m_join;
};

}  // namespace kernline::cli
