// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/joined_graphs.h"
#include "app/cli/kit/json_document.h"
#include "app/cli/kit/loaded_file.h"
#include "core/analysis/calls/forward_links.h"
#include "core/analysis/calls/scope_names.h"
#include "core/analysis/compile/compiled_origins.h"

#include <cstdint>
#include <map>
#include <vector>

namespace kernline::cli {

/// The origin of device activity that is not in its own event.
class SpanOrigins {
 public:
  SpanOrigins(const LoadedFile& file, const std::vector<LoadedFile>& captures);

  /// `captured_by` of replayed activity whose capture is known, `compiled` of kernels of torch.compile.
  void addTo(Json& event, SpanId span);

 private:
  /// Data of a source that is looked up once.
  struct Source {
    ForwardLinks links;
    ScopeNames names;
  };
  [[nodiscard]] Json captureJson(const CapturedBy& by);
  [[nodiscard]] const Source& sourceOf(std::uint32_t number);

  JoinedGraphs m_graphs;
  CompiledOrigins m_compiled;
  std::map<std::uint32_t, Source> m_sources;
};

}  // namespace kernline::cli
