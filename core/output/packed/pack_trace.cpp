// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/packed/pack_trace.h"

#include "core/output/packed/packed_message.h"
#include "core/output/packed/packed_moments.h"
#include "core/output/packed/packed_spans.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace kernline {

namespace {

using packed::BrokenBytes;
using packed::PackedReader;
using packed::PackedWriter;

constexpr std::string_view magic = "kernline packed 1\n";

void addWords(PackedWriter& writer, const Trace& trace) {
  std::vector<std::string_view> words;
  for (std::uint32_t i = 0; i < trace.strings().size(); ++i) {
    words.push_back(trace.text(StringId{i}));
  }
  writer.addTexts(words);
  writer.add(trace.categories().size());
  for (const StringId category : trace.categories()) {
    writer.add(index(category));
  }
}

void addRows(PackedWriter& writer, const Trace& trace) {
  writer.add(trace.processes().size());
  for (const Process& process : trace.processes()) {
    for (const StringId word : {process.pid, process.name, process.labels}) {
      writer.add(index(word));
    }
    writer.addSigned(process.sortIndex);
    writer.addSigned(process.device);
    writer.addSigned(process.rank);
    writer.add(process.isSummary ? 1 : 0);
  }
  writer.add(trace.tracks().size());
  for (const Track& track : trace.tracks()) {
    writer.add(track.process == ProcessId::none ? 0 : index(track.process) + 1);
    writer.add(static_cast<std::uint64_t>(track.kind));
    writer.add(index(track.tid));
    writer.add(index(track.name));
    writer.addSigned(track.sortIndex);
  }
}

void addFacts(PackedWriter& writer, const Trace& trace) {
  writer.addSigned(trace.baseTimeNs());
  writer.add(trace.flowRecordCount());
  writer.add(trace.devices().size());
  for (const Device& device : trace.devices()) {
    writer.addSigned(device.id);
    writer.addText(device.name);
    writer.add(device.memoryBytes);
    writer.add(device.multiprocessors);
    writer.add(device.computeMajor);
    writer.add(device.computeMinor);
    writer.addText(device.ceilings);
  }
  std::vector<std::string_view> metadata;
  for (const MetadataEntry& entry : trace.metadata()) {
    metadata.insert(metadata.end(), {entry.key, entry.value});
  }
  writer.addTexts(metadata);
  writer.add(trace.sources().size());
  for (const SourceFile& source : trace.sources()) {
    writer.addText(source.path);
    packed::addMessage(writer, source.format);
    writer.add(source.storedBytes);
    writer.add(source.textBytes);
  }
}

/// Issues with the places of their first ones: an event's number, or one behind them all.
void addReport(PackedWriter& writer, const Trace& trace) {
  const PackedEvents events(trace);
  std::map<std::uint64_t, std::uint64_t> numbers;
  for (const IssueKind kind : trace.report().kinds()) {
    const std::uint64_t offset = trace.report()[kind].firstOffset;
    numbers.emplace(offset, events.count() + numbers.size());
  }
  for (std::uint64_t i = events.count(); i > 0 && !numbers.empty(); --i) {
    const std::uint64_t number = i - 1;
    const std::uint64_t offset = events.isSpan(number) ? trace.offset(SpanId{static_cast<std::uint32_t>(number)})
                                                       : events.offsetOf(trace, number);
    if (const auto at = numbers.find(offset); at != numbers.end()) {
      at->second = number;
    }
  }
  writer.add(trace.report().kinds().size());
  for (const IssueKind kind : trace.report().kinds()) {
    const Issue& issue = trace.report()[kind];
    writer.add(static_cast<std::uint64_t>(kind));
    writer.add(issue.count);
    writer.add(numbers[issue.firstOffset]);
    packed::addMessage(writer, trace.placeText(issue.firstOffset));
    writer.addText(issue.example);
  }
}

class Unpacker {
 public:
  Unpacker(std::string_view bytes, const UnpackOptions& options)
      : m_options(options), m_reader(bytes, options.maxBytes) {}

  UnpackedTrace run(const std::stop_token& stop) {
    readWords();
    readRows();
    const std::size_t spans = packed::readSpans(m_reader, m_ids, m_builder);
    packed::readFlows(m_reader, m_ids, spans, m_builder);
    packed::readMoments(m_reader, m_ids, spans, m_builder);
    readFacts();
    readReport();
    if (!m_reader.isAtEnd()) {
      throw BrokenBytes{};
    }
    m_builder.setCorrelationsUnique();
    m_builder.setEvents(m_options.events);
    return {.trace = stop.stop_requested() ? nullptr : m_builder.build(m_options.threads, stop),
            .places = std::move(m_places)};
  }

 private:
  StringId word() { return m_ids.words[m_reader.numberUpTo(m_ids.words.size() - 1)]; }
  template <typename Number>
  Number small() {
    const std::int64_t number = m_reader.signedNumber();
    if (!std::in_range<Number>(number)) {
      throw BrokenBytes{};
    }
    return static_cast<Number>(number);
  }
  std::uint32_t small() { return static_cast<std::uint32_t>(m_reader.numberUpTo(UINT32_MAX)); }

  void readWords() {
    for (const std::string& text : m_reader.texts()) {
      m_ids.words.push_back(m_builder.intern(text));
    }
    if (m_ids.words.empty()) {
      throw BrokenBytes{};
    }
    for (std::uint64_t left = m_reader.numberUpTo(index(CategoryId::none)); left > 0; --left) {
      m_ids.categories.push_back(m_builder.addCategory(word()));
    }
  }

  void readRows() {
    for (std::uint64_t left = m_reader.number(); left > 0; --left) {
      Process process;
      process.pid = word();
      process.name = word();
      process.labels = word();
      process.sortIndex = m_reader.signedNumber();
      process.device = small<std::int32_t>();
      process.rank = small<std::int32_t>();
      process.isSummary = m_reader.numberUpTo(1) == 1;
      m_ids.processes.push_back(m_builder.addProcess(process));
    }
    for (std::uint64_t left = m_reader.number(); left > 0; --left) {
      Track track;
      const std::uint64_t process = m_reader.numberUpTo(m_ids.processes.size());
      track.process = process == 0 ? ProcessId::none : m_ids.processes[process - 1];
      track.kind = static_cast<TrackKind>(m_reader.numberUpTo(static_cast<std::uint64_t>(TrackKind::Bookkeeping)));
      track.tid = word();
      track.name = word();
      track.sortIndex = m_reader.signedNumber();
      m_ids.tracks.push_back(m_builder.addTrack(track));
    }
  }

  void readFacts() {
    m_builder.setBaseTime(m_reader.signedNumber());
    m_flowRecords = m_reader.number();
    for (std::uint64_t left = m_reader.number(); left > 0; --left) {
      Device device;
      device.id = small<std::int32_t>();
      device.name = m_reader.text();
      device.memoryBytes = m_reader.number();
      device.multiprocessors = small();
      device.computeMajor = small();
      device.computeMinor = small();
      device.ceilings = m_reader.text();
      m_builder.addDevice(std::move(device));
    }
    std::vector<std::string> metadata = m_reader.texts();
    for (std::size_t i = 0; i + 1 < metadata.size(); i += 2) {
      m_builder.addMetadata(std::move(metadata[i]), std::move(metadata[i + 1]));
    }
    for (std::uint64_t left = m_reader.number(); left > 0; --left) {
      SourceFile source;
      source.path = m_options.host + std::string(m_reader.text());
      source.format = packed::readMessage(m_reader);
      source.storedBytes = m_reader.number();
      source.textBytes = m_reader.number();
      source.origin = m_options.origin;
      m_builder.addSource(std::move(source));
    }
  }

  void readReport() {
    ImportReport report;
    for (std::uint64_t left = m_reader.numberUpTo(issueKindCount); left > 0; --left) {
      const auto kind = static_cast<IssueKind>(m_reader.numberUpTo(issueKindCount - 1));
      const std::uint64_t count = m_reader.number();
      const std::uint64_t offset = m_reader.number();
      m_places[offset] = packed::readMessage(m_reader);
      report.addMany(kind, count, offset, m_reader.text());
    }
    m_builder.setCounts(std::move(report), m_flowRecords);
  }

  const UnpackOptions& m_options;
  PackedReader m_reader;
  TraceBuilder m_builder;
  packed::NewIds m_ids;
  std::map<std::uint64_t, Message> m_places;
  std::uint64_t m_flowRecords = 0;
};

}  // namespace

std::string packTrace(const Trace& trace) {
  PackedWriter writer;
  addWords(writer, trace);
  addRows(writer, trace);
  packed::addSpans(writer, trace);
  packed::addFlows(writer, trace);
  packed::addMoments(writer, trace);
  addFacts(writer, trace);
  addReport(writer, trace);
  return std::string(magic) + writer.take();
}

Expected<UnpackedTrace> unpackTrace(std::string_view bytes, const UnpackOptions& options, std::stop_token stop) {
  if (!bytes.starts_with(magic)) {
    return std::unexpected(
        Error{Error::Kind::NotATrace, Phrase::tr("the data received is not a trace of this version")});
  }
  try {
    UnpackedTrace unpacked = Unpacker(bytes.substr(magic.size()), options).run(stop);
    if (unpacked.trace == nullptr) {
      return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
    }
    return unpacked;
  } catch (const BrokenBytes&) {
    return std::unexpected(
        Error{Error::Kind::NotATrace, Phrase::tr("the trace received is damaged, or larger than memory allows")});
  }
}

}  // namespace kernline
