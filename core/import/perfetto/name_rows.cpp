// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/name_rows.h"

#include "core/import/events/device_name.h"
#include "core/import/events/span_kinds.h"
#include "core/import/perfetto/annotations.h"
#include "core/model/base/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace kernline::perfetto {

namespace {

constexpr std::uint32_t kindBit(SpanKind kind) {
  return std::uint32_t{1} << static_cast<unsigned>(kind);
}
constexpr std::uint32_t hostKinds = kindBit(SpanKind::Op) | kindBit(SpanKind::Runtime) |
                                    kindBit(SpanKind::PythonFunction) | kindBit(SpanKind::Annotation);
constexpr std::uint32_t activityKindBits =
    kindBit(SpanKind::Kernel) | kindBit(SpanKind::Memcpy) | kindBit(SpanKind::Memset);
constexpr std::int64_t maxGpus = 1024;

/// Tracks that belong to no process share one.
constexpr std::string_view noProcess = "no process";

std::string keyText(const RowKey& key) {
  return fmt::format("{} {} {} {}", static_cast<int>(key.kind), key.id, key.tid, key.lane);
}

std::string nameArgs(std::string_view key, std::string_view value) {
  nlohmann::json args;
  args[std::string(key)] = std::string(value);
  return args.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

TraceRows::TraceRows(std::span<PieceDecoder> decoders, const TrackTable& tracks) : m_tracks(tracks) {
  gather(decoders);
  for (const auto& [uuid, track] : tracks.all()) {
    if (track.kind == TrackInfo::Kind::Process) {
      const std::string_view name = track.processName.empty() ? track.name : track.processName;
      std::string& known = m_processNames[std::to_string(track.pid)];
      if (known.empty() || (!name.empty() && name < known)) {  // whatever order the table has
        known = name;
      }
    }
  }
  for (const Row& row : m_rows) {
    if (row.decoded.key.kind == RowKey::Kind::Track && (row.decoded.kinds & hostKinds) != 0) {
      if (const TrackInfo* const owner = m_tracks.ownerOf(row.decoded.key.id)) {
        m_hosts.insert(owner->pid);
      }
    }
  }
  for (Row& row : m_rows) {
    nameRow(row);
  }
}

void TraceRows::gather(std::span<PieceDecoder> decoders) {
  std::unordered_map<std::string, std::uint32_t> known;
  for (const PieceDecoder& decoder : decoders) {
    std::vector<std::uint32_t>& places = m_places.emplace_back();
    for (const DecodedRow& decoded : decoder.rows) {
      const auto [at, isNew] = known.try_emplace(keyText(decoded.key), static_cast<std::uint32_t>(m_rows.size()));
      if (isNew) {
        m_rows.emplace_back().decoded = decoded;
      } else {
        DecodedRow& all = m_rows[at->second].decoded;
        all.kinds |= decoded.kinds;
        all.device = std::max(all.device, decoded.device);
      }
      places.push_back(at->second);
    }
  }
}

void TraceRows::nameRow(Row& row) const {
  const RowKey& key = row.decoded.key;
  switch (key.kind) {
    case RowKey::Kind::Track:
      row.track = m_tracks.find(key.id);
      nameTrackRow(row);
      break;
    case RowKey::Kind::Lane:
    case RowKey::Kind::Gpu:
      nameGpuRow(row);
      break;
    case RowKey::Kind::Ids:
      row.pid = std::to_string(static_cast<std::int64_t>(key.id));
      row.tid = std::to_string(key.tid);
      break;
  }
}

void TraceRows::nameTrackRow(Row& row) const {
  const std::uint64_t uuid = row.decoded.key.id;
  const TrackInfo* const owner = m_tracks.ownerOf(uuid);
  row.pid = owner != nullptr ? std::to_string(owner->pid) : std::string(noProcess);
  row.isThread = row.track != nullptr && row.track->kind == TrackInfo::Kind::Thread;
  if (row.isThread) {
    row.tid = std::to_string(row.track->tid);
    row.name = trimmed(row.track->threadName.empty() ? row.track->name : row.track->threadName);
  } else {
    row.tid = fmt::format("track {}", uuid);
    row.name = row.track != nullptr ? pathName(*row.track) : row.tid;
  }
  const bool holdsActivities = (row.decoded.kinds & activityKindBits) != 0;
  const bool isOfHost = owner != nullptr && isHost(owner->pid);
  if (holdsActivities && (isOfHost || owner == nullptr)) {
    const std::int32_t device = std::max(row.decoded.device, 0);
    row.pid = row.labels = fmt::format("GPU {}", device);
  } else if (owner != nullptr && !isOfHost && !holdsActivities && row.isThread && chrome::isStreamName(row.name) &&
             owner->pid >= 0 && owner->pid < maxGpus) {
    row.isBareStream = (row.decoded.kinds & ~kindBit(SpanKind::DeviceSync)) == kindBit(SpanKind::Other);
    row.labels = fmt::format("GPU {}", owner->pid);
  }
}

/// "track", or "group / track" where it is nested in one that has a name.
std::string TraceRows::pathName(const TrackInfo& track) const {
  constexpr int maxDepth = 16;
  std::string path(trimmed(track.name.empty() ? track.processName : track.name));
  const TrackInfo* above = track.parent == 0 ? nullptr : m_tracks.find(track.parent);
  for (int i = 0; above != nullptr && above->kind == TrackInfo::Kind::Plain && i < maxDepth; ++i) {
    if (!above->name.empty()) {
      path = fmt::format("{} / {}", trimmed(above->name), path);
    }
    above = above->parent == 0 ? nullptr : m_tracks.find(above->parent);
  }
  return path.empty() ? "track" : path;
}

/// Names the row as JSON does: a GPU is a process of its number, a stream a thread of its. If a process has that number
/// already, the GPU gets another.
void TraceRows::nameGpuRow(Row& row) const {
  const RowKey& key = row.decoded.key;
  row.labels = fmt::format("GPU {}", key.id);
  row.pid = isHost(static_cast<std::int64_t>(key.id)) ? row.labels : std::to_string(key.id);
  if (key.kind == RowKey::Kind::Gpu) {
    row.tid = row.pid;
    return;
  }
  const std::size_t at = key.lane.find("stream ");
  const std::string_view stream = at == std::string::npos ? std::string_view{} : std::string_view(key.lane).substr(at);
  const bool isStream = chrome::isStreamName(trimmed(stream));
  row.name = isStream ? std::string(trimmed(stream)) : key.lane;
  row.tid = isStream ? row.name.substr(std::string_view("stream ").size()) : key.lane;
}

void TraceRows::classifySpans(std::span<DecodedPiece> pieces, std::span<const PieceDecoder> decoders) const {
  const auto isBare = [](const Row& row) { return row.isBareStream; };
  if (std::ranges::none_of(m_rows, isBare)) {
    return;
  }
  std::vector<bool> hasIds(m_rows.size());
  const auto forEach = [&](const auto& take) {
    for (DecodedPiece& piece : pieces) {
      for (SpanRecord& span : piece.events.spans) {
        const std::uint32_t place = m_places[piece.worker][index(static_cast<chrome::ThreadIndex>(span.track))];
        if (m_rows[place].isBareStream && span.kind == SpanKind::Other) {
          take(piece, span, place);
        }
      }
    }
  };
  forEach([&](const DecodedPiece&, const SpanRecord& span, std::uint32_t place) {
    hasIds[place] = hasIds[place] || span.correlation != 0;
  });
  forEach([&](const DecodedPiece& piece, SpanRecord& span, std::uint32_t place) {
    span.kind = hasIds[place] && span.correlation == 0
                    ? SpanKind::DeviceAnnotation
                    : chrome::kindOnDevice(decoders[piece.worker].words.strings[span.name]);
  });
}

void TraceRows::nameCounters(std::span<DecodedPiece> pieces, std::span<PieceDecoder> decoders) const {
  std::map<std::uint32_t, std::vector<chrome::SampleRecord*>> differences;
  for (DecodedPiece& piece : pieces) {
    chrome::Interner& words = decoders[piece.worker].words;
    for (chrome::SampleRecord& sample : piece.events.counterSamples) {
      const std::uint32_t place = m_places[piece.worker][index(sample.thread)];
      const Row& row = m_rows[place];
      if (sample.name != StringId::empty) {
        continue;
      }
      sample.name = words.strings.intern(readable(row.name));
      if (row.track == nullptr) {
        continue;
      }
      if (const TrackInfo* const owner = m_tracks.ownerOf(row.decoded.key.id);
          owner != nullptr && owner->kind == TrackInfo::Kind::Thread) {
        sample.series = words.strings.intern(
            readable(owner->threadName.empty() ? fmt::format("thread {}", owner->tid) : owner->threadName));
      }
      sample.unit = words.strings.intern(readable(row.track->unit));
      sample.value *= row.track->multiplier;
      if (row.track->isIncremental) {
        differences[place].push_back(&sample);
      }
    }
  }
  for (auto& [place, samples] : differences) {
    std::ranges::stable_sort(samples, {}, &chrome::SampleRecord::time);
    double sum = 0;
    for (chrome::SampleRecord* const sample : samples) {
      sample->value = sum += sample->value;
    }
  }
}

void TraceRows::scopeInstants(std::span<DecodedPiece> pieces) const {
  for (DecodedPiece& piece : pieces) {
    for (chrome::InstantRecord& instant : piece.events.instants) {
      const Row& row = m_rows[m_places[piece.worker][index(instant.thread)]];
      if (row.track != nullptr && row.track->kind == TrackInfo::Kind::Process) {
        instant.scope = InstantScope::Process;
      }
    }
  }
}

std::vector<chrome::MetadataRecord> TraceRows::nameThreads(std::span<PieceDecoder> decoders) const {
  for (std::size_t worker = 0; worker < decoders.size(); ++worker) {
    chrome::Interner& words = decoders[worker].words;
    for (std::size_t i = 0; i < m_places[worker].size(); ++i) {
      const Row& row = m_rows[m_places[worker][i]];
      words.threads[i] = {words.strings.intern(row.pid), words.strings.intern(row.tid), row.isThread};
    }
  }
  std::vector<chrome::MetadataRecord> records;
  StringPool& strings = decoders.front().words.strings;
  const auto add = [&](std::string_view what, const Row& row, std::string args) {
    records.push_back({0, strings.intern(what), {strings.intern(row.pid), strings.intern(row.tid)}, std::move(args)});
  };
  std::set<std::string> told;
  for (const Row& row : m_rows) {
    const auto process = m_processNames.find(row.pid);
    if (process != m_processNames.end() && !process->second.empty() && told.insert(row.pid).second) {
      add("process_name", row, nameArgs("name", process->second));
    }
    if (!row.labels.empty() && told.insert("labels of " + row.pid).second) {
      add("process_labels", row, nameArgs("labels", row.labels));
    }
    if (!row.name.empty()) {
      add("thread_name", row, nameArgs("name", row.name));
    }
    const TrackInfo* const parent = row.track != nullptr ? m_tracks.find(row.track->parent) : nullptr;
    if (parent != nullptr && parent->ordersChildren && row.track->rank) {
      add("thread_sort_index", row, fmt::format("{{\"sort_index\":{}}}", *row.track->rank));
    }
  }
  return records;
}

}  // namespace kernline::perfetto
