// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/arg_keys.h"

#include "core/model/trace/trace_builder.h"

#include <memory>
#include <optional>

namespace kernline {

ArgNode argKeys(const Trace& trace, SpanId span) {
  const std::shared_ptr<const EventSource> events = TraceBuilder::eventsOf(trace);
  const auto* const keyed = dynamic_cast<const KeyedEvents*>(events.get());
  if (keyed == nullptr) {
    return trace.details(span).args;
  }
  ArgNode args;
  args.kind = ArgNode::Kind::Object;
  keyed->addKeys(trace.offset(span), args);
  if (const std::optional<std::uint64_t> end = trace.endOffset(span)) {
    keyed->addKeys(*end, args);
  }
  return args;
}

}  // namespace kernline
