// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/read_xplane.h"

#include "core/import/document/document_reader.h"
#include "core/import/events/device_name.h"
#include "core/import/xplane/event_details.h"
#include "core/import/xplane/line_spans.h"
#include "core/import/xplane/plane.h"
#include "core/import/xplane/wire.h"
#include "core/model/json/members.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace kernline::xplane {

namespace {

using protobuf::MessageWalk;

constexpr std::string_view environmentPlane = "Task Environment";

bool isPlaneName(std::string_view name) {
  return name.starts_with("/host:") || name.starts_with("/device:") || name.starts_with("/job:") ||
         name.starts_with("/task:") || name.starts_with("#Chip") || name == environmentPlane;
}

std::string repaired(std::string_view text) {
  std::string clean(text);
  chrome::repairUtf8(clean);
  return clean;
}

/// Returns the value as a member of a JSON document.
std::string asJson(const ArgNode& arg) {
  return arg.kind == ArgNode::Kind::Number ? arg.text : nlohmann::json(arg.text).dump();
}

class XplaneReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  Expected<std::shared_ptr<const Trace>> run(SourceFile source) {
    noteEnd(m_text->view.size(), false);
    readSpace();
    findOrigin();
    const std::string path = source.path;
    const auto rank = chrome::rankOfFileName(path);
    for (const Plane& plane : m_planes) {
      if (m_stop.stop_requested()) {
        return loadingCanceled(path);
      }
      if (isFullAt(plane.begin, plane.name)) {
        break;
      }
      addPlane(plane, rank.value_or(-1));
      noteProgress(source, plane.end);
    }
    return built(std::move(source), Phrase::tr("XPlane profile"), planesAsEvents(m_text, std::move(m_planes)));
  }

 private:
  [[nodiscard]] std::uint64_t offsetOf(const char* at) const {
    return static_cast<std::uint64_t>(at - m_text->view.data());
  }

  void readSpace() {
    std::string hosts;
    MessageWalk walk(m_text->view);
    while (walk.next() && !m_stop.stop_requested()) {
      const std::uint64_t begin = offsetOf(walk.begin());
      if (walk.field() == space::planes) {
        const std::uint64_t end = offsetOf(walk.bytes().data()) + walk.bytes().size();
        m_planes.push_back(readPlane(walk.bytes(), begin, end));
        if (m_planes.back().isDamaged && !walk.isDamaged()) {
          m_builder.report().add(IssueKind::BrokenEvent, begin, m_planes.back().name);
        }
      } else if (walk.field() == space::errors || walk.field() == space::warnings) {
        m_builder.report().add(walk.field() == space::errors ? IssueKind::ProfilerError : IssueKind::ProfilerWarning,
                               begin, repaired(walk.bytes()));
      } else if (walk.field() == space::hostnames) {
        hosts += (hosts.empty() ? "" : ", ") + repaired(walk.bytes());
      }
    }
    if (walk.isDamaged()) {
      m_builder.report().add(IssueKind::TruncatedInput, m_text->view.size());
    }
    if (!hosts.empty()) {
      m_builder.addMetadata("hostnames", nlohmann::json(hosts).dump());
    }
  }

  /// Lines count from the start of the profile, which the environment gives; those of old files from 1970.
  void findOrigin() {
    constexpr std::int64_t surelySince1970 = 1'000'000'000'000'000'000;  // 2001; no profile lasts that long
    std::int64_t start = 0;
    std::int64_t firstLine = std::numeric_limits<std::int64_t>::max();
    for (const Plane& plane : m_planes) {
      const std::int64_t startId = plane.statId("profile_start_time");
      for (const std::string_view message : plane.stats) {
        const Stat stat = readStat(message);
        std::uint64_t value = 0;
        if (startId != 0 && stat.id == startId && stat.wholeNumber(value) && value <= INT64_MAX) {
          start = static_cast<std::int64_t>(value);
        }
      }
      for (const Line& line : plane.lines) {
        firstLine = line.events > 0 ? std::min(firstLine, line.timestampNs) : firstLine;
      }
    }
    const bool isSince1970 = firstLine >= surelySince1970 && firstLine != std::numeric_limits<std::int64_t>::max();
    m_originNs = isSince1970 ? (start > 0 && start <= firstLine ? start : firstLine) : 0;
    m_builder.setBaseTime(isSince1970 ? m_originNs : start);
  }

  void addPlane(const Plane& plane, std::int32_t rank) {
    const bool hasEvents = std::ranges::any_of(plane.lines, [](const Line& line) { return line.events > 0; });
    const auto device = chrome::deviceOfProcessName(plane.name);
    if (device) {
      addDevice(plane, *device);
    } else {
      addFacts(plane);
    }
    if (!hasEvents) {
      // XLA's modules, with their HLO.
      m_builder.report().addMany(IssueKind::UnsupportedRecord, plane.eventKinds.size(), plane.begin,
                                 repaired(plane.name) + ": programs without a time");
      return;
    }
    Process process;
    process.name = m_builder.intern(repaired(plane.name));
    process.pid = m_builder.intern(pidOf(plane, device));
    process.device = device.value_or(-1);
    process.labels = m_builder.intern(device ? labelOf(plane.name, *device) : std::string());
    process.rank = rank;
    const ProcessId owner = m_builder.addProcess(process);
    LineSpans spans(m_builder, plane, m_text->view.data(), m_originNs,
                    [&](std::uint64_t offset) { return isFullAt(offset, plane.name); });
    for (const Line& line : plane.lines) {
      if (line.events > 0) {
        addLine(plane, line, owner, device.has_value(), spans);
      }
    }
  }

  /// "TPU 1" of "/device:TPU:1 SparseCore 0".
  [[nodiscard]] static std::string labelOf(std::string_view name, int device) {
    constexpr std::string_view before = "/device:";
    const std::string_view word = name.starts_with(before) ? name.substr(before.size()) : std::string_view{};
    return fmt::format("{} {}", repaired(word.substr(0, word.find(':'))), device);
  }

  /// The process that was profiled; devices by their numbers.
  [[nodiscard]] static std::string pidOf(const Plane& plane, std::optional<int> device) {
    const std::int64_t processId = plane.statId("process_id");
    for (const std::string_view message : plane.stats) {
      const Stat stat = readStat(message);
      std::uint64_t value = 0;
      if (!device && processId != 0 && stat.id == processId && stat.wholeNumber(value)) {
        return std::to_string(value);
      }
    }
    return device ? std::to_string(*device) : std::string();
  }

  void addLine(const Plane& plane, const Line& line, ProcessId owner, bool isOfDevice, LineSpans& spans) {
    const bool hasStreams = std::ranges::any_of(
        plane.lines, [](const Line& other) { return other.events > 0 && !chrome::isDerivedTrack(other.name); });
    const LineRole role = !isOfDevice                             ? LineRole::Host
                          : !chrome::isDerivedTrack(line.name)    ? LineRole::Stream
                          : !hasStreams && line.name == "XLA Ops" ? LineRole::Ops
                                                                  : LineRole::Derived;
    Track track;
    track.process = owner;
    track.kind = role == LineRole::Host      ? TrackKind::Thread
                 : role != LineRole::Derived ? TrackKind::Stream
                 : line.name == "Steps"      ? TrackKind::Steps
                                             : TrackKind::DeviceOther;
    track.tid = m_builder.intern(std::to_string(line.id));
    track.name = m_builder.intern(repaired(line.name));
    spans.add(line, role, m_builder.addTrack(track));
  }

  void addDevice(const Plane& plane, int number) {
    Device device;
    device.id = number;
    std::string vendor;
    for (const std::string_view message : plane.stats) {
      const Stat stat = readStat(message);
      const std::string_view name = plane.statName(stat.id);
      std::uint64_t value = 0;
      const bool isNumber = stat.wholeNumber(value);
      const auto small = static_cast<std::uint32_t>(std::min<std::uint64_t>(value, UINT32_MAX));
      if (name == "gpu_device_name" || name == "device_type_string") {
        device.name = repaired(statText(stat, plane));
      } else if (name == "device_vendor") {
        vendor = repaired(statText(stat, plane));
      } else if (isNumber && name == "memory_size") {
        device.memoryBytes = value;
      } else if (isNumber && name == "core_count") {
        device.multiprocessors = small;
      } else if (isNumber && name == "compute_cap_major") {
        device.computeMajor = small;
      } else if (isNumber && name == "compute_cap_minor") {
        device.computeMinor = small;
      }
    }
    device.name = device.name.empty() ? vendor : device.name;
    const bool isKnown = !m_devices.insert(number).second;  // a TPU's SparseCores have planes of their own
    if (!isKnown && (!device.name.empty() || device.multiprocessors > 0)) {
      m_builder.addDevice(std::move(device));
    }
  }

  /// Adds the stats of planes that are no devices: versions, options, the start.
  void addFacts(const Plane& plane) {
    for (const std::string_view message : plane.stats) {
      const Stat stat = readStat(message);
      const bool isKnown = !plane.statName(stat.id).empty();
      if (isKnown && stat.kind != Stat::Kind::Bytes && stat.kind != Stat::Kind::None) {
        const ArgNode arg = argOf(stat, plane);
        m_builder.addMetadata(arg.key, asJson(arg));
      }
    }
  }

  std::vector<Plane> m_planes;
  std::set<int> m_devices;
  std::int64_t m_originNs = 0;
};

}  // namespace

bool isXSpace(std::string_view head) {
  MessageWalk walk(head);
  if (!walk.next() || walk.field() != space::planes) {
    return false;
  }
  MessageWalk plane(walk.bytes());
  if (!plane.next() || (plane.field() == plane_field::id && (!plane.isNumber() || !plane.next()))) {
    return false;
  }
  return plane.field() == plane_field::name && isPlaneName(plane.bytes());
}

Expected<std::shared_ptr<const Trace>> readXplane(std::shared_ptr<const Input> input, const LoadOptions& options,
                                                  std::stop_token stop, Progress& progress) {
  return readDocument<XplaneReader>(std::move(input), options, std::move(stop), progress);
}

Expected<std::shared_ptr<const Trace>> readXplaneBytes(std::string bytes, const LoadOptions& options) {
  return readDocumentText<XplaneReader>(std::move(bytes), options);
}

}  // namespace kernline::xplane
