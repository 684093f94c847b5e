// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_csv/read_event_csv.h"

#include "core/import/document/document_reader.h"
#include "core/import/event_csv/columns.h"
#include "core/import/event_csv/csv_row.h"
#include "core/import/event_csv/rocprof_rows.h"
#include "core/import/event_csv/row_events.h"
#include "core/import/event_csv/unit_number.h"
#include "core/import/events/gpu_process.h"
#include "core/import/rocpd/rocm_names.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <utility>

namespace kernline::csv {

namespace {

constexpr std::size_t rowsBetweenStops = 4096;

template <typename Number>
std::optional<Number> numberOf(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional{value} : std::nullopt;
}

/// "NVIDIA A100-SXM4-80GB (0)": the model and its number.
struct DeviceCell {
  std::string_view model;
  std::int32_t number = 0;
};

DeviceCell deviceOf(std::string_view cell) {
  const std::size_t open = cell.rfind('(');
  if (open == std::string_view::npos || !cell.ends_with(')')) {
    const auto number = numberOf<std::int32_t>(cell);
    return {number ? std::string_view{} : cell, std::max(0, number.value_or(0))};
  }
  const auto number = numberOf<std::int32_t>(cell.substr(open + 1, cell.size() - open - 2));
  std::string_view model = cell.substr(0, open);
  model = model.substr(0, model.find_last_not_of(' ') + 1);
  return {number ? model : cell, std::max(0, number.value_or(0))};
}

/// Returns the kind by a report's names of memcpys and memsets: "[CUDA memcpy HtoD]", "[CUDA memcpy Host-to-Device]",
/// "[CUDA memset]".
SpanKind kindOnDevice(std::string_view name) {
  return name.starts_with("[CUDA memcpy") || name.starts_with("[CUDA Unified Memory memcpy") ? SpanKind::Memcpy
         : name.starts_with("[CUDA memset")                                                  ? SpanKind::Memset
                                                                                             : SpanKind::Kernel;
}

/// Returns the name as kineto spells it, so that recordings of both compare: "Memcpy HtoD (Pageable -> Device)".
std::string copyName(std::string_view name, std::string_view from, std::string_view to) {
  constexpr std::pair<std::string_view, char> places[] = {
      {"Host", 'H'}, {"Device", 'D'}, {"Array", 'A'}, {"Peer", 'P'}};
  const std::size_t begin = name.rfind(' ');
  std::string_view kind = begin == std::string_view::npos ? name : name.substr(begin + 1);
  kind = kind.substr(0, kind.find(']'));
  std::string brief(kind);
  const std::size_t middle = kind.find("-to-");
  if (middle != std::string_view::npos) {
    const auto letter = [&](std::string_view place) {
      const auto* const found = std::ranges::find(places, place, &std::pair<std::string_view, char>::first);
      return found == std::end(places) ? '?' : found->second;
    };
    brief = fmt::format("{}to{}", letter(kind.substr(0, middle)), letter(kind.substr(middle + 4)));
  }
  return from.empty() || to.empty() ? "Memcpy " + brief : fmt::format("Memcpy {} ({} -> {})", brief, from, to);
}

class TableReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  Expected<std::shared_ptr<const Trace>> run(SourceFile source) {
    auto columns = findColumns(m_text->view);
    if (!columns) {
      return std::unexpected(Error{Error::Kind::NotATrace, Phrase::tr("%1: no event table").with(source.path)});
    }
    m_columns = std::move(*columns);
    noteEnd(m_text->view.size(), false);
    readRows(source);
    for (auto& [number, model] : m_models) {
      m_builder.addDevice({.id = number, .name = model});
    }
    return built(std::move(source), Phrase::tr("event table (CSV)"), rowsAsEvents(m_text, m_columns));
  }

 private:
  void readRows(const SourceFile& source) {
    std::string_view rest = m_text->view.substr(std::min(m_columns.firstRow, m_text->view.size()));
    for (std::size_t rows = 0; !rest.empty(); ++rows) {
      m_offset = static_cast<std::uint64_t>(rest.data() - m_text->view.data());
      if (rows % rowsBetweenStops == 0) {
        noteProgress(source, m_offset);
        if (m_stop.stop_requested() || isFullAt(m_offset)) {
          return;
        }
      }
      const std::string_view line = takeLine(rest);
      if (line.find_first_not_of(" \t") != std::string_view::npos) {
        readRow(line);
      }
    }
  }

  [[nodiscard]] std::string_view cell(Meaning meaning) const { return m_columns.cell(m_row, meaning); }

  void readRow(std::string_view line) {
    splitRow(line, m_columns.separator, m_row);
    if (m_row.size() < 3) {  // another report, or what the program printed
      m_builder.report().add(IssueKind::TrailingText, m_offset, line.substr(0, 60));
      return;
    }
    const auto start = parseTime(cell(Meaning::Start), m_columns.timeExponentOf(Meaning::Start));
    if (!start) {
      m_builder.report().add(cell(Meaning::Start).empty() ? IssueKind::MissingTimestamp : IssueKind::BadTimestamp,
                             m_offset, line.substr(0, 60));
      return;
    }
    SpanRecord span;
    span.start = {*start};
    span.offset = m_offset;
    setDuration(span);
    span.correlation = numberOf<std::uint32_t>(cell(Meaning::Correlation)).value_or(0);
    if (m_columns.has(Meaning::CounterName) && !addCount(span)) {
      return;
    }
    addCounts(span);
    const bool isCopy = m_columns.has(Meaning::Direction);
    if (isCopy || m_columns.has(Meaning::Stream) || m_columns.has(Meaning::Device)) {
      placeOnDevice(span);
    } else {
      placeOnThread(span);
    }
    m_builder.addSpan(span);
  }

  /// Adds a counter's row of a dispatch; false if the kernel was there before.
  bool addCount(const SpanRecord& span) {
    const bool isNew = m_dispatches.isNew(cell(Meaning::Pid), cell(Meaning::Dispatch));
    const auto value = numberOf<double>(cell(Meaning::CounterValue));
    if (!value) {
      m_builder.report().add(IssueKind::BadCounterValue, m_offset, cell(Meaning::CounterName));
      return isNew;
    }
    addSample(span, cell(Meaning::CounterName), *value);
    return isNew;
  }

  /// A row with a column for each counter.
  void addCounts(const SpanRecord& span) {
    for (const std::size_t column : m_columns.counters) {
      const std::string_view text = column < m_row.size() ? std::string_view{m_row[column]} : std::string_view{};
      if (const auto value = numberOf<double>(text)) {
        addSample(span, m_columns.names[column], *value);
      } else if (!text.empty()) {
        m_builder.report().add(IssueKind::BadCounterValue, m_offset, m_columns.names[column]);
      }
    }
  }

  /// The value that `name` has while the kernel runs.
  void addSample(const SpanRecord& span, std::string_view name, double value) {
    const ProcessId process = processOfDevice(deviceOfRow());
    const auto [counter, isFirst] = m_counters.try_emplace({process, std::string(name)}, CounterId::none);
    if (isFirst) {
      Counter made;
      made.process = process;
      made.name = intern(name);
      counter->second = m_builder.addCounter(made);
    }
    m_builder.addSample(counter->second, span.start, value);
    m_builder.addSample(counter->second, span.start + span.duration, std::numeric_limits<double>::quiet_NaN());
  }

  void setDuration(SpanRecord& span) {
    const bool hasEnd = !m_columns.has(Meaning::Duration);
    const std::string_view text = cell(hasEnd ? Meaning::End : Meaning::Duration);
    auto duration = parseTime(text, m_columns.timeExponentOf(hasEnd ? Meaning::End : Meaning::Duration));
    if (hasEnd && duration) {
      duration = *duration - span.start.ns;
    }
    const IssueKind issue = text.empty() ? IssueKind::MissingDuration
                            : !duration  ? IssueKind::BadDuration
                                         : IssueKind::NegativeDuration;
    if (!duration || *duration < 0) {
      m_builder.report().add(issue, span.offset, cell(Meaning::Name));
      span.flags |= SpanFlags::Repaired;
    } else {
      span.duration = {*duration};
    }
  }

  StringId intern(std::string_view text) {
    std::string clean(text);
    if (chrome::repairUtf8(clean)) {
      m_builder.report().add(IssueKind::InvalidUtf8, m_offset, clean);
    }
    return m_builder.intern(clean);
  }

  void placeOnDevice(SpanRecord& span) {
    const std::string_view name = cell(m_columns.has(Meaning::Name) ? Meaning::Name : Meaning::Direction);
    const bool isOfRocm = m_columns.has(Meaning::End);
    const rocpd::ActivityName rocm = isOfRocm ? rocpd::activityNamed(name) : rocpd::ActivityName();
    span.kind = isOfRocm ? rocm.kind : kindOnDevice(name);
    const std::string_view from = cell(Meaning::SourceMemory);
    const std::string_view to = cell(Meaning::TargetMemory);
    constexpr std::string_view categories[] = {"gpu_memcpy", "gpu_memset", "kernel"};
    if (isOfRocm) {
      span.name = intern(rocm.name);
    } else if (span.kind == SpanKind::Memcpy) {
      span.name = intern(copyName(name, from, to));
    } else if (span.kind == SpanKind::Memset) {
      span.name = intern(from.empty() ? std::string("Memset") : fmt::format("Memset ({})", from));
    } else {
      span.name = intern(name);
    }
    const std::size_t category = span.kind == SpanKind::Memcpy ? 0 : span.kind == SpanKind::Memset ? 1 : 2;
    span.category = m_builder.addCategory(m_builder.intern(categories[category]));
    span.track = streamTrack(deviceOfRow());
  }

  std::int32_t deviceOfRow() {
    const std::string_view agent =
        m_columns.has(Meaning::Direction)
            ? agentOfCopy(cell(Meaning::Direction), cell(Meaning::SourceAgent), cell(Meaning::TargetAgent))
            : cell(Meaning::Agent);
    const DeviceCell device =
        agent.empty() ? deviceOf(cell(Meaning::Device)) : DeviceCell(agent, m_agents.deviceOf(agent));
    if (!device.model.empty()) {
      m_models.try_emplace(device.number, device.model);
    }
    return device.number;
  }

  ProcessId processOfDevice(std::int32_t device) {
    const auto [process, isFirst] = m_devices.try_emplace(device, ProcessId::none);
    if (isFirst) {
      process->second = addGpuProcess(m_builder, device);
    }
    return process->second;
  }

  TrackId streamTrack(std::int32_t device) {
    const std::string stream(cell(Meaning::Stream));
    const auto [at, isNew] =
        m_streams.try_emplace({device, std::string(cell(Meaning::Context)), stream}, TrackId::none);
    if (isNew) {
      Track track;
      track.process = processOfDevice(device);
      track.kind = TrackKind::Stream;
      const bool isKnown = std::ranges::any_of(m_streams, [&](const auto& other) {
        return other.second != TrackId::none && std::get<0>(other.first) == device &&
               std::get<2>(other.first) == stream;
      });
      track.tid = intern(stream);
      track.name =
          isKnown ? intern(fmt::format("stream {} in context {}", stream, cell(Meaning::Context))) : StringId::empty;
      at->second = m_builder.addTrack(track);
    }
    return at->second;
  }

  void placeOnThread(SpanRecord& span) {
    const bool isRange = m_columns.has(Meaning::RangeStack);
    const bool isCall = !isRange && m_columns.has(Meaning::Correlation);
    span.kind = isRange ? SpanKind::Annotation : isCall ? SpanKind::Runtime : SpanKind::Other;
    std::string category = isRange ? "nvtx" : isCall ? "cuda_runtime" : "event";
    if (m_columns.has(Meaning::Domain)) {
      rocpd::CallKind call = rocpd::callOfCategory(cell(Meaning::Domain));
      span.kind = call.kind;
      category = std::move(call.category);
    }
    span.name = intern(cell(Meaning::Name));
    span.category = m_builder.addCategory(m_builder.intern(category));
    const std::string pid(cell(Meaning::Pid));
    const auto [at, isNew] = m_threads.try_emplace({pid, std::string(cell(Meaning::Tid))}, TrackId::none);
    if (isNew) {
      const auto [process, isFirst] = m_processes.try_emplace(pid, ProcessId::none);
      if (isFirst) {
        process->second = m_builder.addProcess({.pid = intern(pid), .name = pid.empty() ? intern("host") : StringId{}});
      }
      Track track;
      track.process = process->second;
      track.kind = TrackKind::Thread;
      track.tid = intern(cell(Meaning::Tid));
      track.name = intern(cell(Meaning::ThreadName));
      at->second = m_builder.addTrack(track);
    }
    span.track = at->second;
  }

  Columns m_columns;
  std::vector<std::string> m_row;
  std::uint64_t m_offset = 0;
  Agents m_agents;
  Dispatches m_dispatches;
  std::map<std::pair<ProcessId, std::string>, CounterId> m_counters;
  std::map<std::int32_t, std::string> m_models;
  std::map<std::int32_t, ProcessId> m_devices;
  std::map<std::tuple<std::int32_t, std::string, std::string>, TrackId> m_streams;
  std::map<std::string, ProcessId> m_processes;
  std::map<std::pair<std::string, std::string>, TrackId> m_threads;
};

}  // namespace

bool isEventTable(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || std::string_view{"{[<"}.contains(head[first])) {
    return false;
  }
  const auto columns = findColumns(head);
  if (!columns) {
    return false;
  }
  std::string_view rest = head.substr(std::min(columns->firstRow, head.size()));
  while (!rest.empty()) {
    const std::string_view line = takeLine(rest);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
      continue;
    }
    std::vector<std::string> row;
    splitRow(line, columns->separator, row);
    return parseTime(columns->cell(row, Meaning::Start), columns->timeExponentOf(Meaning::Start)).has_value();
  }
  return false;
}

Expected<std::shared_ptr<const Trace>> readEventCsv(std::shared_ptr<const Input> input, const LoadOptions& options,
                                                    std::stop_token stop, Progress& progress) {
  return readDocument<TableReader>(std::move(input), options, std::move(stop), progress);
}

Expected<std::shared_ptr<const Trace>> readEventCsvText(std::string text, const LoadOptions& options) {
  return readDocumentText<TableReader>(std::move(text), options);
}

}  // namespace kernline::csv
