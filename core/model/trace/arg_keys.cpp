// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/arg_keys.h"

#include "core/model/trace/trace_builder.h"

#include <memory>
#include <optional>
#include <utility>

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

ArgKeyLists::ArgKeyLists(const Trace& trace)
    : m_trace(trace),
      m_events(TraceBuilder::eventsOf(trace)),
      m_keyed(dynamic_cast<const KeyedEvents*>(m_events.get())) {}

void ArgKeyLists::read(SpanId first, std::span<const ArgNode*> lists) {
  std::string text;
  const ArgNode* list = nullptr;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const SpanId span{static_cast<std::uint32_t>(index(first) + i)};
    std::string own = textOf(span);
    if (list == nullptr || own != text) {
      text = std::move(own);
      list = listOf(span, text);
    }
    lists[i] = list;
  }
}

void ArgKeyLists::clear() {
  m_lists.clear();
  m_bytes = 0;
}

std::string ArgKeyLists::textOf(SpanId span) const {
  if (m_keyed == nullptr) {
    std::string text;
    for (const ArgNode& arg : m_trace.details(span).args.children) {
      text.append(arg.key).append(1, '\0');
    }
    return text;
  }
  std::string text = m_keyed->keysText(m_trace.offset(span));
  if (const std::optional<std::uint64_t> end = m_trace.endOffset(span)) {
    text.append(1, '\0').append(m_keyed->keysText(*end));
  }
  return text;
}

const ArgNode* ArgKeyLists::listOf(SpanId span, const std::string& text) {
  {
    const std::scoped_lock lock(m_mutex);
    if (const auto known = m_lists.find(text); known != m_lists.end()) {
      return known->second.get();
    }
  }
  auto made = std::make_unique<const ArgNode>(argKeys(m_trace, span));
  const std::scoped_lock lock(m_mutex);
  const auto [place, isNew] = m_lists.try_emplace(text, std::move(made));
  if (isNew) {
    m_bytes += 2 * text.size() + place->second->children.size() * sizeof(ArgNode);
  }
  return place->second.get();
}

}  // namespace kernline
