// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/thread_tracks.h"

#include "core/import/events/device_name.h"
#include "core/import/events/read_details.h"
#include "core/model/json/members.h"
#include "core/model/trace/id_key.h"
#include "core/model/trace/titles.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <unordered_set>
#include <utility>

namespace kernline::chrome {

namespace {

std::int64_t integerOr(std::string_view text, std::int64_t fallback) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} ? number : fallback;
}

/// Labels as a list come as an array from some writers.
std::string joinedLabels(const RawValue& value) {
  if (value.kind != RawValue::Kind::Array) {
    return value.unescaped();
  }
  std::string joined;
  for (MemberWalk walk(value.text); walk.next();) {
    joined += (joined.empty() ? "" : ",") + walk.value().unescaped();
  }
  return joined;
}

/// Each label once.
std::string labelsText(const RawValue& value) {
  const std::string all = joinedLabels(value);
  std::string labels;
  std::unordered_set<std::string> known;
  for (std::size_t begin = 0; begin <= all.size();) {
    const std::size_t end = std::min(all.find(',', begin), all.size());
    std::string label = all.substr(begin, end - begin);
    if (known.insert(label).second) {
      labels += (labels.empty() ? "" : ",") + label;
    }
    begin = end + 1;
  }
  return labels;
}

/// "device" in the args of an event; -1 where they do not have it.
std::int32_t deviceOfActivity(const SourceText& source, std::uint64_t offset) {
  constexpr std::int64_t maxDevices = 1024;
  const EventDetails activity = readDetails(source, offset);
  const ArgNode* const device = activity.args.find("device");
  const std::int64_t number = device == nullptr ? -1 : integerOr(device->text, -1);
  return number >= 0 && number < maxDevices ? static_cast<std::int32_t>(number) : -1;
}

constexpr std::string_view bookkeepingPids[] = {"Spans", "Traces", ""};

std::optional<int> rankOf(const DocumentFacts& facts, std::string_view path) {
  for (const MetadataEntry& entry : facts.entries) {
    if (entry.key == "distributedInfo") {
      const RawValue rank = findMember(entry.value, "rank");
      if (rank.kind == RawValue::Kind::Number) {
        return static_cast<int>(integerOr(rank.text, -1));
      }
    }
  }
  return rankOfFileName(path);
}

}  // namespace

ThreadTracks::ThreadTracks(TraceBuilder& builder, std::span<const Interner* const> interners,
                           std::span<const std::vector<StringId>> stringPlace)
    : m_builder(builder), m_stringPlace(stringPlace), m_fileTrackOf(interners.size()) {
  for (std::size_t v = 0; v < interners.size(); ++v) {
    for (const ThreadKey& thread : interners[v]->threads) {
      m_fileTrackOf[v].push_back(fileTrackOf(stringPlace[v][index(thread.pid)], stringPlace[v][index(thread.tid)]));
      m_fileTracks[m_fileTrackOf[v].back()].isThread = thread.isThread;
    }
  }
}

std::uint32_t ThreadTracks::processIndexOf(StringId pid) {
  const auto [at, isNew] = m_processByPid.emplace(pid, static_cast<std::uint32_t>(m_processes.size()));
  if (isNew) {
    m_processes.emplace_back();
    m_processes.back().process.pid = pid;
  }
  return at->second;
}

std::uint32_t ThreadTracks::fileTrackOf(StringId pid, StringId tid) {
  const std::uint64_t key = index(pid) << 32 | index(tid);
  const auto [at, isNew] = m_fileTrackByKey.emplace(key, static_cast<std::uint32_t>(m_fileTracks.size()));
  if (isNew) {
    FileTrack fileTrack;
    fileTrack.tid = tid;
    fileTrack.process = processIndexOf(pid);
    m_fileTracks.push_back(fileTrack);
  }
  return at->second;
}

void ThreadTracks::applyMetadata(const MetadataRecord& record, std::size_t interner) {
  const std::string_view what = text(m_stringPlace[interner][index(record.name)]);
  const StringId pid = m_stringPlace[interner][index(record.thread.pid)];
  ProcessFacts& owner = m_processes[processIndexOf(pid)];
  owner.isUsed = true;
  Process& process = owner.process;
  const auto unread = [&] { m_builder.report().add(IssueKind::UnreadMetadata, record.offset, what); };
  if (what == "process_name" || what == "process_labels" || what == "thread_name") {
    const RawValue value = findMember(record.args, what == "process_labels" ? "labels" : "name");
    if (value.kind == RawValue::Kind::None) {
      return unread();
    }
    std::string repaired = what == "process_labels" ? labelsText(value) : value.unescaped();
    repairUtf8(repaired);
    const StringId id = m_builder.intern(repaired);
    if (what == "process_name") {
      process.name = id;
    } else if (what == "process_labels") {
      process.labels = id;
    } else {
      m_fileTracks[fileTrackOf(pid, m_stringPlace[interner][index(record.thread.tid)])].name = id;
    }
  } else if (what == "process_sort_index" || what == "thread_sort_index") {
    const RawValue value = findMember(record.args, "sort_index");
    if (value.kind == RawValue::Kind::None) {
      return unread();
    }
    const std::int64_t place = integerOr(value.text, 0);
    if (what == "process_sort_index") {
      process.sortIndex = place;
    } else {
      m_fileTracks[fileTrackOf(pid, m_stringPlace[interner][index(record.thread.tid)])].sortIndex = place;
    }
  }
}

void ThreadTracks::survey(const WordedBatch& worded) {
  const auto& fileTrackOf = m_fileTrackOf[worded.interner];
  for (const SpanRecord& span : worded.batch.spans) {
    FileTrack& fileTrack = m_fileTracks[fileTrackOf[index(span.track)]];
    fileTrack.holdsAnything = true;
    fileTrack.firstSpan = std::min(fileTrack.firstSpan, span.offset);
    switch (span.kind) {
      case SpanKind::Kernel:
      case SpanKind::Memcpy:
      case SpanKind::Memset:
        fileTrack.holdsActivities = true;
        fileTrack.firstActivity = std::min(fileTrack.firstActivity, span.offset);
        fileTrack.lastActivity = std::max(fileTrack.lastActivity, span.offset);
        break;
      case SpanKind::DeviceSync:
      case SpanKind::DeviceAnnotation:
        fileTrack.holdsDeviceAnnotations = true;
        break;
      case SpanKind::Op:
      case SpanKind::Runtime:
      case SpanKind::PythonFunction:
      case SpanKind::Annotation:
        fileTrack.holdsHostCalls = true;
        break;
      case SpanKind::Other:
      case SpanKind::Overhead:
        break;
    }
  }
  const auto holds = [&](const auto& records) {
    for (const auto& record : records) {
      m_fileTracks[fileTrackOf[index(record.thread)]].holdsAnything = true;
    }
  };
  holds(worded.batch.durations);
  holds(worded.batch.samples);
  holds(worded.batch.instants);
  holds(worded.batch.profiles);
  for (const MemoryEvent& event : worded.batch.memory) {
    m_fileTracks[fileTrackOf[index(event.track)]].holdsAnything = true;
  }
  const auto usesProcess = [&](auto thread) {
    m_processes[m_fileTracks[fileTrackOf[index(thread)]].process].isUsed = true;
  };
  for (const PhaseRecord& record : worded.batch.asyncs) {
    usesProcess(record.thread);
  }
  for (const FlowEnd& end : worded.batch.flows) {
    usesProcess(end.track);
  }
  for (const SampleRecord& sample : worded.batch.counterSamples) {
    usesProcess(sample.thread);
  }
}

void ThreadTracks::decideDevice(ProcessFacts& facts) const {
  Process& process = facts.process;
  const std::string_view labels = text(process.labels);
  if (const auto device = deviceOfLabels(labels)) {
    process.device = *device;
  } else if (const auto named = deviceOfProcessName(text(process.name))) {
    process.device = *named;
  } else if (facts.holdsActivities && !facts.holdsHostCalls && facts.argsDevice >= 0) {
    process.device = facts.argsDevice;
  } else if (facts.holdsActivities && !facts.holdsHostCalls && !labels.starts_with("CPU")) {
    // Files without labels: kineto's pid of a GPU is its index, unless somebody who merged ranks gave them new ones.
    constexpr std::int64_t maxDevices = 1024;
    const std::int64_t pid =
        rankOfProcessName(text(process.name)) ? 0 : integerOr(m_labels.withoutLabel(text(process.pid)), -1);
    process.device = pid >= 0 && pid < maxDevices ? static_cast<std::int32_t>(pid) : 0;
  } else if (facts.holdsStreams && !facts.holdsHostCalls && !labels.starts_with("CPU")) {
    process.device = 0;
    facts.isGuessed = true;
  }
}

/// Whether labels or the name of a process name its device.
bool ThreadTracks::saysDevice(const ProcessFacts& facts) const {
  return deviceOfLabels(text(facts.process.labels)) || deviceOfProcessName(text(facts.process.name));
}

/// The device that args of device activity name, in processes that do not say it.
void ThreadTracks::readDevices(const SourceText& source) {
  m_mixedTracks.assign(m_fileTracks.size(), false);
  for (std::uint32_t i = 0; i < m_fileTracks.size(); ++i) {
    FileTrack& fileTrack = m_fileTracks[i];
    ProcessFacts& owner = m_processes[fileTrack.process];
    if (!fileTrack.holdsActivities || saysDevice(owner) || isCopyProcess(text(owner.process.name))) {
      continue;
    }
    // Work that names no device is that of the other work on its track.
    const std::int32_t first = deviceOfActivity(source, fileTrack.firstActivity);
    const std::int32_t last = deviceOfActivity(source, fileTrack.lastActivity);
    fileTrack.device = first >= 0 ? first : last;
    m_mixedTracks[i] = last >= 0 && last != fileTrack.device;
    if (fileTrack.device >= 0) {
      owner.argsDevice = owner.argsDevice < 0 ? fileTrack.device : std::min(owner.argsDevice, fileTrack.device);
    }
  }
}

void ThreadTracks::decideSummaries() {
  for (ProcessFacts& facts : m_processes) {
    facts.process.isSummary =
        repeatsStreams(text(facts.process.name)) && std::ranges::any_of(m_processes, [&](const ProcessFacts& other) {
          return other.process.device == facts.process.device && other.firstSpan != UINT64_MAX &&
                 !repeatsStreams(text(other.process.name));
        });
  }
}

TrackKind ThreadTracks::kindOf(FileTrack& fileTrack) const {
  const ProcessFacts& owner = m_processes[fileTrack.process];
  const std::string_view pid = withoutRank(m_labels.withoutLabel(text(owner.process.pid)));
  for (const std::string_view own : bookkeepingPids) {
    if (pid == own) {
      return TrackKind::Bookkeeping;
    }
  }
  if (owner.process.isSummary) {
    return TrackKind::DeviceOther;
  }
  if (fileTrack.holdsActivities) {
    return TrackKind::Stream;
  }
  if (owner.process.device < 0) {
    return pid == "-1" ? TrackKind::Bookkeeping : fileTrack.isThread ? TrackKind::Thread : TrackKind::Async;
  }
  const std::string_view name = text(fileTrack.name);
  if (name == "Steps") {
    return TrackKind::Steps;
  }
  const bool isAscendStream = isAscendHardware(text(owner.process.name)) && isStreamName(name);
  if (isAscendStream) {
    fileTrack.isForeignStream = true;
    return TrackKind::Stream;
  }
  if (fileTrack.holdsDeviceAnnotations || fileTrack.holdsHostCalls || isDerivedTrack(name) ||
      deviceOfLabels(text(owner.process.labels))) {
    return TrackKind::DeviceOther;
  }
  fileTrack.isForeignStream = true;
  return TrackKind::Stream;
}

void ThreadTracks::gatherProcesses(const SourceText* source) {
  for (const FileTrack& fileTrack : m_fileTracks) {
    ProcessFacts& owner = m_processes[fileTrack.process];
    owner.isUsed = owner.isUsed || fileTrack.holdsAnything;
    owner.holdsActivities = owner.holdsActivities || fileTrack.holdsActivities;
    owner.holdsHostCalls = owner.holdsHostCalls || fileTrack.holdsHostCalls;
    owner.holdsStreams =
        owner.holdsStreams || (fileTrack.firstSpan != UINT64_MAX && isStreamName(text(fileTrack.name)));
    owner.firstSpan = std::min(owner.firstSpan, fileTrack.firstSpan);
  }
  std::vector<std::string_view> pids;
  for (const ProcessFacts& facts : m_processes) {
    if (facts.isUsed) {
      pids.push_back(text(facts.process.pid));
    }
  }
  m_labels = ProcessLabels(pids);
  if (source != nullptr) {
    readDevices(*source);
  }
  for (ProcessFacts& facts : m_processes) {
    decideDevice(facts);
    if (facts.isGuessed) {
      m_builder.report().add(IssueKind::GuessedDevice, facts.firstSpan, text(facts.process.name));
    }
  }
}

std::vector<std::uint32_t> ThreadTracks::fileTracksById() const {
  std::vector<std::uint32_t> places(m_fileTracks.size());
  std::iota(places.begin(), places.end(), 0U);
  std::ranges::stable_sort(places, {}, [this](std::uint32_t place) { return IdKey(text(m_fileTracks[place].tid)); });
  return places;
}

void ThreadTracks::makeTracks(const DocumentFacts& facts, std::string_view path, const SourceText* source,
                              std::span<const WordedBatch> batches) {
  gatherProcesses(source);
  decideSummaries();
  readCopies(source, batches);
  const auto rank = rankOf(facts, path);
  for (ProcessFacts& owner : m_processes) {
    const auto named = rankOfProcessName(text(owner.process.name));
    const auto byPid = named ? named : m_labels.rankOf(text(owner.process.pid));
    const auto labeled = byPid ? byPid : m_labels.rankOf(text(owner.process.name));
    const auto ownRank = labeled ? labeled : rankOfProcessName(text(owner.process.pid));
    owner.process.rank = ownRank.value_or(rank.value_or(-1));
    m_processIds.push_back(owner.isUsed ? m_builder.addProcess(owner.process) : ProcessId::none);
  }
  m_tracks.assign(m_fileTracks.size(), TrackId::none);
  for (const std::uint32_t place : fileTracksById()) {
    FileTrack& fileTrack = m_fileTracks[place];
    Track track;
    track.process = fileTrack.holdsAnything ? processFor(fileTrack) : m_processIds[fileTrack.process];
    track.kind = kindOf(fileTrack);
    track.tid = fileTrack.isThread ? fileTrack.tid : StringId::empty;
    track.name = fileTrack.name;
    track.sortIndex = fileTrack.sortIndex;
    m_tracks[place] = fileTrack.holdsAnything ? m_builder.addTrack(track) : TrackId::none;
  }
  splitTracks();
}

}  // namespace kernline::chrome
