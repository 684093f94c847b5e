// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/details/span_facts.h"
#include "ui/views/details/span_links.h"
#include "ui/views/origins/trace_origins.h"

#include <optional>
#include <vector>

namespace kernline::ui {

/// Facts on the origin of a span.
struct OriginFacts {
  std::vector<Fact> facts;
  std::vector<SpanLink> links;
};

/// Returns the capture of replayed activity, or why it is unknown. Empty for other spans.
[[nodiscard]] OriginFacts captureFacts(const KnownOrigins& known, SpanId span);

/// Returns what a kernel of a compiled graph fuses, and which call it is.
[[nodiscard]] std::vector<Fact> compiledFacts(const CompiledOrigin& origin);

}  // namespace kernline::ui
