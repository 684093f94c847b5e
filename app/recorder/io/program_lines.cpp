// SPDX-License-Identifier: Apache-2.0
// Lines of NVTX ranges and marks, of PyTorch's operators, and of Python frames.
#include "app/recorder/io/event_lines.h"

#include "app/recorder/io/json_text.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace kernline::recorder {

namespace {

constexpr std::uint64_t rowsPerDomain = 100'000'000;  // above every thread id

}  // namespace

/// Ranges of a domain need not nest with those of another: each has a row of its own below its thread's.
std::uint64_t EventLines::rowOfDomain(std::uint32_t thread, std::string_view domain) {
  if (domain.empty()) {
    return thread;
  }
  auto known = m_domains.find(domain);
  if (known == m_domains.end()) {
    known = m_domains.emplace(domain, m_domains.size() + 1).first;
  }
  const std::uint64_t row = known->second * rowsPerDomain + thread;
  if (m_domainRows.insert(row).second) {
    fmt::format_to(
        std::back_inserter(m_text),
        ",\n{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":{0},\"tid\":{1},\"ts\":0,\"args\":{{\"name\":{2}}}}}"
        ",\n{{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":{0},\"tid\":{1},\"ts\":0,\"args\":"
        "{{\"sort_index\":{3}}}}}",
        m_process.pid, row, jsonString(fmt::format("{} of thread {}", domain, thread)), thread);
  }
  return row;
}

void EventLines::add(const RangeEvent& event) {
  nameThread(event.thread);
  const auto row = static_cast<std::int64_t>(rowOfDomain(event.thread, event.domain));
  begin("user_annotation", m_names.quoted(event.name), m_process.pid, row, event.start, event.end);
  addRange(event);
}

void EventLines::addMark(const RangeEvent& event) {
  nameThread(event.thread);
  const std::uint64_t row = rowOfDomain(event.thread, event.domain);
  beginInstant("user_annotation", m_names.quoted(event.name), m_process.pid, row, event.start);
  addRange(event);
}

void EventLines::addRange(const RangeEvent& event) {
  m_text += "\"NVTX domain\":";
  m_text += m_names.quoted(event.domain);
  const RangeDetails& details = event.details;
  if (details.color) {
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"color\":\"#{:06x}\""), *details.color & 0xFFFFFFU);
  }
  if (details.category) {
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"category\":{}"), *details.category);
  }
  if (!details.payload.empty()) {
    m_text += ",\"payload\":";
    m_text += details.payload;
  }
  if (event.isUnfinished) {
    m_text += ",\"unfinished\":true";
  }
  finish(RecordKind::Annotation);
}

void EventLines::add(const OperatorEvent& event) {
  constexpr std::array kinds{RecordKind::Operator, RecordKind::Annotation, RecordKind::PythonFunction,
                             RecordKind::PythonFunction};
  const RecordKind kind = kinds[static_cast<std::size_t>(event.kind)];
  nameThread(event.thread);
  begin(recordNames[static_cast<std::size_t>(kind)], m_names.quoted(event.name), m_process.pid, event.thread,
        event.start, event.end);
  m_inputs.append(m_text, event.inputs);
  std::string_view comma = event.inputs.empty() ? "" : ",";
  if (event.sequence >= 0) {
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE("{}\"Sequence number\":{},\"Fwd thread id\":{}"), comma,
                   event.sequence, event.forwardThread);
    comma = ",";
  }
  if (event.kind == OperatorEvent::Kind::Frame) {
    m_text += "\"sampled\":true";
    comma = ",";
  }
  if (event.isUnfinished) {
    m_text += comma;
    m_text += "\"unfinished\":true";
  }
  finish(kind);
}

}  // namespace kernline::recorder
