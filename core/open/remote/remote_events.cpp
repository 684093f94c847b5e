// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/remote/remote_events.h"

#include "core/output/packed/pack_trace.h"
#include "core/output/packed/packed_bytes.h"
#include "core/output/packed/packed_message.h"

#include <algorithm>
#include <array>

namespace kernline::remote {

namespace {

constexpr int maxQuestions = 8;
constexpr std::uint64_t maxAhead = 4096;
constexpr std::size_t maxKept = 2 * maxAhead;
constexpr std::uint64_t maxAnswerBytes = std::uint64_t{4} << 30U;

}  // namespace

void RemoteEvents::begin(const std::shared_ptr<const Trace>& trace, std::map<std::uint64_t, Message> places) {
  m_trace = trace;
  m_places = std::move(places);
  m_count = PackedEvents(*trace).count();
  std::array<std::uint32_t, static_cast<std::size_t>(SpanKind::Overhead) + 1> next{};
  m_rank.reserve(trace->spanCount());
  for (const SpanKind kind : trace->kinds()) {
    m_rank.push_back(next[static_cast<std::size_t>(kind)]++);
  }
}

EventDetails RemoteEvents::details(std::uint64_t event) const {
  if (event >= m_count) {
    return {};
  }
  const std::lock_guard lock(m_detailsMutex);
  if (const auto known = m_details.find(event); known != m_details.end()) {
    return known->second;
  }
  // Fetches more at a time for readers that walk along.
  const bool isNear = event >= m_nextInRow && event - m_nextInRow < m_ahead;
  m_ahead = isNear ? std::min(m_ahead * 4, maxAhead) : 1;
  packed::PackedWriter question;
  question.add(event);
  question.add(m_ahead);
  const auto answer = m_connection->ask(FrameKind::Details, question.take());
  if (!answer) {
    return {};
  }
  m_nextInRow = event + m_ahead;
  try {
    const std::vector<std::string> nodes = packed::PackedReader(*answer, maxAnswerBytes).texts();
    if (m_details.size() + nodes.size() / 2 > maxKept) {
      m_details.clear();
    }
    for (std::size_t i = 0; i + 1 < nodes.size(); i += 2) {
      m_details[event + i / 2] = {.fields = nodeOf(nodes[i]), .args = nodeOf(nodes[i + 1])};
    }
  } catch (const packed::BrokenBytes&) {
    return {};
  }
  const auto read = m_details.find(event);
  return read == m_details.end() ? EventDetails{} : read->second;
}

const ArgColumn* RemoteEvents::columnFor(std::uint64_t event, std::span<const std::string_view> keys) const {
  const std::shared_ptr<const Trace> trace = m_trace.lock();
  if (!trace || event >= m_rank.size()) {
    return nullptr;
  }
  const SpanKind kind = trace->kinds()[event];
  Column* column = nullptr;
  std::pair<SpanKind, Keys> wanted{kind, Keys(keys.begin(), keys.end())};
  {
    const std::lock_guard lock(m_columnsMutex);
    std::unique_ptr<Column>& known = m_columns[wanted];
    if (!known) {
      known = std::make_unique<Column>();
    }
    column = known.get();
    if (!column->values && ++column->asked <= maxQuestions) {
      return nullptr;
    }
    if (column->values) {
      return &*column->values;
    }
  }
  const std::lock_guard fetching(column->fetching);
  {
    const std::lock_guard lock(m_columnsMutex);
    if (column->values) {
      return &*column->values;
    }
  }
  fetch(*column, kind, wanted.second);
  return column->values ? &*column->values : nullptr;
}

void RemoteEvents::fetch(Column& column, SpanKind kind, const Keys& keys) const {
  const std::shared_ptr<const Trace> trace = m_trace.lock();
  if (!trace) {
    return;
  }
  packed::PackedWriter question;
  question.add(static_cast<std::uint64_t>(kind));
  question.addTexts(std::vector<std::string_view>(keys.begin(), keys.end()));
  const auto answer = m_connection->ask(FrameKind::Column, question.take());
  if (!answer) {
    return;
  }
  std::vector<StringId> names;
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    if (trace->kinds()[i] == kind) {
      names.push_back(trace->names()[i]);
    }
  }
  if (auto read = ArgColumn::read(*answer, keys, names, maxAnswerBytes)) {
    const std::lock_guard lock(m_columnsMutex);
    column.values = std::move(*read);
  }
}

ArgNode RemoteEvents::args(std::uint64_t event, std::span<const std::string_view> keys) const {
  const ArgColumn* const column = columnFor(event, keys);
  return column == nullptr ? details(event).args : column->args(m_rank[event]);
}

std::string RemoteEvents::argsText(std::uint64_t event, std::span<const std::string_view> keys) const {
  const ArgColumn* const column = columnFor(event, keys);
  // A single event is read without a search for equal texts.
  return column == nullptr ? flatText(details(event).args) : column->text(m_rank[event]);
}

Message RemoteEvents::place(std::uint64_t event) const {
  if (const auto known = m_places.find(event); known != m_places.end()) {
    return known->second;
  }
  packed::PackedWriter question;
  question.add(event);
  if (event >= m_count) {
    return {};
  }
  const auto answer = m_connection->ask(FrameKind::Place, question.take());
  if (!answer) {
    return answer.error().message;
  }
  try {
    packed::PackedReader reader(*answer, maxAnswerBytes);
    return packed::readMessage(reader);
  } catch (const packed::BrokenBytes&) {
    return {};
  }
}

Expected<std::vector<SpanId>> RemoteEvents::search(const SearchQuery& query, Progress& progress,
                                                   const std::stop_token& stop) const {
  packed::PackedWriter question;
  question.addText(query.text);
  question.add(query.isRegex ? 1 : 0);
  question.add(query.matchCase ? 1 : 0);
  const auto answer = m_connection->ask(FrameKind::Search, question.take(), progress, stop);
  if (!answer) {
    return std::unexpected(answer.error());
  }
  std::vector<SpanId> hits;
  try {
    std::uint64_t at = 0;
    for (const std::uint64_t step : packed::PackedReader(*answer, maxAnswerBytes).column()) {
      at += step;
      if (at >= m_rank.size()) {
        break;
      }
      hits.push_back(SpanId{static_cast<std::uint32_t>(at)});
    }
  } catch (const packed::BrokenBytes&) {
    hits.clear();
  }
  return hits;
}

}  // namespace kernline::remote
