// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/details/span_facts.h"
#include "ui/views/details/span_links.h"
#include "ui/views/origins/trace_origins.h"

#include <optional>
#include <vector>

namespace kernline::ui {

/// What the details say of where a span comes from.
struct OriginFacts {
  std::vector<Fact> facts;
  std::vector<SpanLink> links;
};

/// Of replayed work: what captured it, or why that is unknown. Nothing for other spans.
[[nodiscard]] OriginFacts captureFacts(const KnownOrigins& known, SpanId span);

/// Of a kernel of a compiled graph: what it fuses, and which call it is.
[[nodiscard]] std::vector<Fact> compiledFacts(const CompiledOrigin& origin);

}  // namespace kernline::ui
