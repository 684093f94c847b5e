// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_csv/read_event_csv.h"

#include "core/import/event_csv/columns.h"
#include "core/import/event_csv/csv_row.h"
#include "core/import/event_csv/row_events.h"
#include "core/import/event_csv/unit_number.h"
#include "core/import/load_options.h"
#include "core/model/base/parallel.h"
#include "core/model/json/members.h"
#include "core/model/trace/trace_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

namespace kernline::csv {

namespace {

constexpr std::size_t maxCopyBytes = std::size_t{2} << 30;
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

/// What a report calls memcpys and memsets: "[CUDA memcpy HtoD]", "[CUDA memcpy Host-to-Device]", "[CUDA memset]".
SpanKind kindOnDevice(std::string_view name) {
  return name.starts_with("[CUDA memcpy") || name.starts_with("[CUDA Unified Memory memcpy") ? SpanKind::Memcpy
         : name.starts_with("[CUDA memset")                                                  ? SpanKind::Memset
                                                                                             : SpanKind::Kernel;
}

/// As kineto spells it, so that recordings of both compare: "Memcpy HtoD (Pageable -> Device)".
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

class TableReader {
 public:
  TableReader(std::shared_ptr<const TableText> text, Columns columns, const LoadOptions& options, std::stop_token stop,
              Progress& progress)
      : m_text(std::move(text)),
        m_columns(std::move(columns)),
        m_enough(options.enough),
        m_workers(options.threads == 0 ? defaultThreads() : options.threads),
        m_stop(std::move(stop)),
        m_progress(progress) {}

  std::shared_ptr<const Trace> run(SourceFile source) {
    m_progress.stage = Progress::Stage::Reading;
    m_progress.bytesTotal = source.storedBytes;
    readRows();
    m_progress.stage = Progress::Stage::Arranging;
    for (auto& [number, model] : m_models) {
      m_builder.addDevice({.id = number, .name = model});
    }
    m_builder.addSource(std::move(source));
    m_builder.setEvents(rowsAsEvents(m_text, m_columns));
    auto trace = m_builder.build(m_workers, m_stop);
    m_progress.stage = Progress::Stage::Done;
    return trace;
  }

 private:
  void readRows() {
    std::string_view rest = m_text->view.substr(std::min(m_columns.firstRow, m_text->view.size()));
    for (std::size_t rows = 0; !rest.empty(); ++rows) {
      if (rows % rowsBetweenStops == 0) {
        m_progress.bytesDone = static_cast<std::uint64_t>(rest.data() - m_text->view.data());
        if (m_stop.stop_requested()) {
          return;
        }
        if (m_enough.stop_requested()) {
          m_builder.report().add(IssueKind::MemoryLimit, m_progress.bytesDone);
          return;
        }
      }
      m_offset = static_cast<std::uint64_t>(rest.data() - m_text->view.data());
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
    if (m_columns.has(Meaning::Stream) || m_columns.has(Meaning::Device)) {
      placeOnDevice(span);
    } else {
      placeOnThread(span);
    }
    m_builder.addSpan(span);
  }

  void setDuration(SpanRecord& span) {
    const std::string_view text = cell(Meaning::Duration);
    const auto duration = parseTime(text, m_columns.timeExponentOf(Meaning::Duration));
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
    const std::string_view name = cell(Meaning::Name);
    span.kind = kindOnDevice(name);
    const std::string_view from = cell(Meaning::SourceMemory);
    const std::string_view to = cell(Meaning::TargetMemory);
    constexpr std::string_view categories[] = {"gpu_memcpy", "gpu_memset", "kernel"};
    if (span.kind == SpanKind::Memcpy) {
      span.name = intern(copyName(name, from, to));
    } else if (span.kind == SpanKind::Memset) {
      span.name = intern(from.empty() ? std::string("Memset") : fmt::format("Memset ({})", from));
    } else {
      span.name = intern(name);
    }
    const std::size_t category = span.kind == SpanKind::Memcpy ? 0 : span.kind == SpanKind::Memset ? 1 : 2;
    span.category = m_builder.addCategory(m_builder.intern(categories[category]));
    const DeviceCell device = deviceOf(cell(Meaning::Device));
    if (!device.model.empty()) {
      m_models.try_emplace(device.number, device.model);
    }
    span.track = streamTrack(device.number);
  }

  TrackId streamTrack(std::int32_t device) {
    const std::string stream(cell(Meaning::Stream));
    const auto [at, isNew] =
        m_streams.try_emplace({device, std::string(cell(Meaning::Context)), stream}, TrackId::none);
    if (isNew) {
      const auto [process, isFirst] = m_devices.try_emplace(device, ProcessId::none);
      if (isFirst) {
        process->second = m_builder.addProcess({.pid = m_builder.intern(std::to_string(device)),
                                                .labels = m_builder.intern(fmt::format("GPU {}", device)),
                                                .device = device});
      }
      Track track;
      track.process = process->second;
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
    span.name = intern(cell(Meaning::Name));
    span.category = m_builder.addCategory(m_builder.intern(isRange ? "nvtx" : isCall ? "cuda_runtime" : "event"));
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

  std::shared_ptr<const TableText> m_text;
  Columns m_columns;
  std::stop_token m_enough;
  unsigned m_workers;
  std::stop_token m_stop;
  Progress& m_progress;
  TraceBuilder m_builder;
  std::vector<std::string> m_row;
  std::uint64_t m_offset = 0;
  std::map<std::int32_t, std::string> m_models;
  std::map<std::int32_t, ProcessId> m_devices;
  std::map<std::tuple<std::int32_t, std::string, std::string>, TrackId> m_streams;
  std::map<std::string, ProcessId> m_processes;
  std::map<std::pair<std::string, std::string>, TrackId> m_threads;
};

Expected<std::string> decoded(const Input& input) {
  std::string text;
  constexpr std::size_t step = std::size_t{4} << 20;
  while (true) {
    const std::size_t had = text.size();
    text.resize(had + step);
    const std::size_t got = input.stream->read({text.data() + had, step});
    text.resize(had + got);
    if (got == 0) {
      return text;
    }
    if (text.size() > maxCopyBytes) {
      return std::unexpected(
          Error{Error::Kind::OutOfMemory,
                Phrase::tr("%1: a compressed or piped event table over 2 GiB does not fit into memory. Unpack it first")
                    .with(input.path)});
    }
  }
}

Expected<std::shared_ptr<const Trace>> readTable(std::shared_ptr<const TableText> text, SourceFile source,
                                                 const LoadOptions& options, const std::stop_token& stop,
                                                 Progress& progress) {
  auto columns = findColumns(text->view);
  if (!columns) {
    return std::unexpected(Error{Error::Kind::NotATrace, Phrase::tr("%1: no event table").with(source.path)});
  }
  source.textBytes = text->view.size();
  const std::string path = source.path;
  TableReader reader(std::move(text), std::move(*columns), options, stop, progress);
  auto trace = reader.run(std::move(source));
  if (trace == nullptr) {
    return loadingCanceled(path);
  }
  return trace;
}

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
  SourceFile source;
  source.path = input->path;
  source.storedBytes = input->storedBytes;
  source.format = packedFormat(Phrase::tr("event table (CSV)"), input->container);
  const auto text = std::make_shared<TableText>();
  if (input->stream != nullptr) {
    auto copy = decoded(*input);
    if (!copy) {
      return std::unexpected(std::move(copy.error()));
    }
    text->copy = std::move(*copy);
    text->view = text->copy;
  } else {
    text->view = input->mapped;
    source.origin = input->text;
    text->input = std::move(input);
  }
  return readTable(text, std::move(source), options, stop, progress);
}

Expected<std::shared_ptr<const Trace>> readEventCsvText(std::string text, const LoadOptions& options) {
  SourceFile source;
  source.path = "(memory)";
  source.storedBytes = text.size();
  source.format = Phrase::tr("event table (CSV)");
  const auto held = std::make_shared<TableText>();
  held->copy = std::move(text);
  held->view = held->copy;
  Progress progress;
  return readTable(held, std::move(source), options, {}, progress);
}

}  // namespace kernline::csv
