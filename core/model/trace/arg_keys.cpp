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

void ArgKeyLists::read(std::span<const std::uint32_t> spans, std::span<const ArgNode*> lists) {
  std::string before;
  std::string text;
  const ArgNode* list = nullptr;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    readText(SpanId{spans[i]}, text);
    if (list == nullptr || text != before) {
      list = listOf(SpanId{spans[i]}, text);
      text.swap(before);
    }
    lists[i] = list;
  }
}

void ArgKeyLists::clear() {
  m_lists.clear();
  m_bytes = 0;
}

void ArgKeyLists::readText(SpanId span, std::string& text) const {
  text.clear();
  if (m_keyed == nullptr) {
    for (const ArgNode& arg : m_trace.details(span).args.children) {
      text.append(arg.key).append(1, '\0');
    }
    return;
  }
  m_keyed->addKeysText(m_trace.offset(span), text);
  if (const std::optional<std::uint64_t> end = m_trace.endOffset(span)) {
    text.append(1, '\0');
    m_keyed->addKeysText(*end, text);
  }
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
