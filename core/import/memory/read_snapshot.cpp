// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/memory/read_snapshot.h"

#include "core/import/load_options.h"
#include "core/import/memory/device_records.h"
#include "core/import/memory/snapshot_records.h"
#include "core/import/pickle/read_pickle.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace kernline::memory {

using pickle::Document;
using pickle::Value;

namespace {

/// Turns a document and the records a sink made of it into a history.
class SnapshotReader {
 public:
  SnapshotReader(Document& document, SnapshotRecords& records, MemoryHistory& history)
      : m_document(document), m_records(records), m_history(history) {}

  void read() {
    collectEntries();
    collectSegments();
    const std::int64_t startUs = firstTime();
    m_history.baseTimeNs = startUs * nanosecondsPerUs;
    collectMarks(startUs);
    m_history.strings = std::move(m_document.strings());  // texts are the history's from here on
    m_document = {};
    StackReading meanings(m_records.stacks(), m_history.strings);
    if (m_records.invalidSizes() > 0) {
      m_history.report.add(MemoryIssueKind::InvalidSize, "of a segment or block", m_records.invalidSizes());
    }
    const bool forgets = eachEntryIsReadOnce();
    for (auto& [device, records] : m_devices) {
      sortSegments(records);
      m_history.devices.push_back(
          deviceHistory(records, m_records, forgets, startUs, meanings, m_history, m_history.report));
      records.entries = {};
    }
  }

 private:
  void collectEntries();
  void collectSegments();
  void collectMarks(std::int64_t startUs);
  void addEntry(std::int32_t device, Value value);
  [[nodiscard]] DeviceRecords& deviceOf(std::int32_t device) {
    return m_devices.try_emplace(device, DeviceRecords{device, {}, {}, {}}).first->second;
  }
  [[nodiscard]] std::int64_t firstTime() const;
  /// Device after device in rising order, as a real snapshot has them; one made by hand may hold a record twice.
  [[nodiscard]] bool eachEntryIsReadOnce() const;
  static void sortSegments(DeviceRecords& records);

  Document& m_document;
  SnapshotRecords& m_records;
  MemoryHistory& m_history;
  std::map<std::int32_t, DeviceRecords> m_devices;
};

void SnapshotReader::addEntry(std::int32_t device, Value value) {
  const std::optional<std::uint32_t> number = m_records.entryNumber(m_document, value);
  if (!number) {
    m_history.report.add(MemoryIssueKind::BadRecord, "something in device_traces that is no record");
    return;
  }
  const TraceEntry& entry = m_records.entry(*number);
  if (entry.kind == Action::Unknown) {
    m_history.report.add(MemoryIssueKind::UnknownAction, m_document.strings()[m_records.unknownAction()]);
    return;
  }
  if (entry.kind != Action::FreeRequested && entry.kind != Action::Snapshot) {
    deviceOf(device).entries.push_back(*number);
  }
}

void SnapshotReader::collectEntries() {
  std::int32_t device = 0;
  for (const Value list : m_document.items(m_document.find(m_document.root(), "device_traces"))) {
    for (const Value value : m_document.items(list)) {
      addEntry(device, value);
    }
    ++device;
  }
}

void SnapshotReader::collectSegments() {
  // Older snapshots are the list of segments alone.
  const Value root = m_document.root();
  const Value list = m_document.isDict(root) ? m_document.find(root, "segments") : root;
  for (const Value value : m_document.items(list)) {
    const SegmentRecord* record = m_records.segment(m_document, value);
    if (record == nullptr) {
      m_history.report.add(MemoryIssueKind::BadRecord, "something in segments that is no segment");
      continue;
    }
    DeviceRecords& device = deviceOf(static_cast<std::int32_t>(record->device));
    MemorySegment segment = record->segment;
    const Value blocks = record->blocks;
    segment.firstBlock = static_cast<std::uint32_t>(device.blocks.size());
    std::uint64_t address = segment.address;
    for (const Value held : m_document.items(blocks)) {
      if (const SegmentBlock* block = m_records.block(m_document, held)) {
        device.blocks.push_back(*block);
        if (block->address == 0) {  // older versions leave it to be counted
          device.blocks.back().address = address;
        }
        address = device.blocks.back().address + static_cast<std::uint64_t>(block->bytes);
      }
    }
    segment.blockCount = static_cast<std::uint32_t>(device.blocks.size()) - segment.firstBlock;
    device.segments.push_back(segment);
  }
}

void SnapshotReader::sortSegments(DeviceRecords& records) {
  std::ranges::sort(records.segments, {}, &MemorySegment::address);
}

std::int64_t SnapshotReader::firstTime() const {
  std::int64_t first = noTime;
  for (const auto& [device, records] : m_devices) {
    for (const std::uint32_t number : records.entries) {
      first = std::min(first, m_records.entry(number).timeUs);
    }
  }
  return first == noTime ? 0 : first;
}

bool SnapshotReader::eachEntryIsReadOnce() const {
  std::int64_t last = -1;
  for (const auto& [device, records] : m_devices) {
    for (const std::uint32_t number : records.entries) {
      if (number <= last) {
        return false;
      }
      last = number;
    }
  }
  return true;
}

void SnapshotReader::collectMarks(std::int64_t startUs) {
  std::map<StringId, std::int64_t> open;
  for (const Value value : m_document.items(m_document.find(m_document.root(), "external_annotations"))) {
    const Annotation* annotation = m_records.annotation(m_document, value);
    if (annotation == nullptr || annotation->timeUs == noTime) {
      m_history.report.add(MemoryIssueKind::BadRecord, "something in external_annotations that is no annotation");
      continue;
    }
    const std::int64_t ns = (annotation->timeUs - startUs) * nanosecondsPerUs;
    if (annotation->isStart) {
      open[annotation->name] = ns;
    } else if (const auto found = open.find(annotation->name); found != open.end()) {
      m_history.marks.push_back({annotation->name, {{found->second}, {ns}}});
      open.erase(found);
    }
  }
  std::ranges::stable_sort(m_history.marks, {}, [](const MemoryMark& mark) { return mark.range.begin; });
}

}  // namespace

Expected<std::shared_ptr<const MemoryHistory>> readSnapshot(Input& input, const std::stop_token& stop,
                                                            Progress& progress) {
  progress.stage = Progress::Stage::Reading;
  Document document;
  SnapshotRecords records(document);
  const std::optional<pickle::Damage> damage = pickle::readPickle(input, document, records, stop, progress);
  if (stop.stop_requested()) {
    return loadingCanceled(input.path);
  }
  auto history = std::make_shared<MemoryHistory>();
  history->path = input.path;
  history->format =
      input.container.empty() ? "torch memory snapshot" : fmt::format("torch memory snapshot, {}", input.container);
  history->storedBytes = input.storedBytes;
  if (damage) {
    history->report.add(MemoryIssueKind::DamagedInput, fmt::format("byte {}: {}", damage->offset, damage->what));
  }
  for (const pickle::Refusal& refusal : document.refusals()) {
    history->report.add(MemoryIssueKind::RefusedCode, fmt::format("{} at byte {}", refusal.name, refusal.offset),
                        refusal.count);
  }
  progress.stage = Progress::Stage::Arranging;
  SnapshotReader(document, records, *history).read();
  if (history->isEmpty()) {
    Message what =
        Phrase::tr("%1 is a Python pickle, but not a memory snapshot from torch.cuda.memory._dump_snapshot()")
            .with(input.path);
    return std::unexpected(
        Error{Error::Kind::NotATrace,
              damage ? Phrase::tr("%1 (%2 at byte %3)").with(std::move(what), damage->what, damage->offset)
                     : std::move(what)});
  }
  history->stacks = std::move(records.stacks());
  history->stacks.shrink();
  setBounds(*history);
  return history;
}

}  // namespace kernline::memory
