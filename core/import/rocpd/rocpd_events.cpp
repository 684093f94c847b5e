// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocpd/rocpd_events.h"

#include "core/import/sqlite/row_place.h"
#include "core/import/sqlite/table_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>

namespace kernline::rocpd {

using sqlite::IntegerCell;
using sqlite::IntegerState;
using sqlite::TableWalk;

namespace {

constexpr std::int64_t unknownDevice = 0;

/// Columns for place and time that all tables of events have: their own up to schema 3, those of rocpd_track and
/// rocpd_timestamp since schema 4.
constexpr std::array<std::string_view, 11> commonColumns{
    "pid", "tid", "agent_id", "queue_id", "stream_id", "track_id", "start", "end", "start_id", "end_id", "event_id"};
enum Common : int { Pid, Tid, Agent, Queue, Stream, TrackOf, Start, End, StartId, EndId, EventId, FirstOwn };

template <std::size_t Count>
constexpr auto withCommon(const std::array<std::string_view, Count>& own) {
  std::array<std::string_view, commonColumns.size() + Count> all{};
  std::ranges::copy(commonColumns, all.begin());
  std::ranges::copy(own, all.begin() + commonColumns.size());
  return all;
}

class RunEvents {
 public:
  RunEvents(RocpdRun& run, const sqlite::Connection& database, RocmTimeline& timeline)
      : m_run(run), m_database(database), m_timeline(timeline) {}

  void addActivity() {
    nameEverything();
    findRows();
    addDispatches();
    addCopies();
    addAllocations();
  }

  void addCalls() {
    addRegions();
    addGraphLaunches();
    addSamples();
  }

 private:
  [[nodiscard]] HostKey hostOf(const PlaceRow& place) const {
    const ProcessRow* process = m_run.processes.find(place.process);
    return {.run = m_run.number, .pid = process == nullptr ? place.process : process->pid};
  }
  [[nodiscard]] Launch launchOf(const PlaceRow& place, const EventRow& event) const {
    return {.host = hostOf(place), .id = event.stack};
  }
  [[nodiscard]] std::int64_t tidOf(const PlaceRow& place) const {
    const ThreadRow* thread = m_run.threads.find(place.thread);
    return thread == nullptr ? place.thread : thread->tid;
  }
  [[nodiscard]] std::int32_t deviceOf(std::int64_t agent) const {
    const AgentRow* known = m_run.agents.find(agent);
    return known != nullptr ? known->device
                            : static_cast<std::int32_t>(std::clamp<std::int64_t>(agent, unknownDevice, INT16_MAX));
  }

  void nameEverything() {
    for (const ProcessRow& process : m_run.processes.values()) {
      m_timeline.nameHost({.run = m_run.number, .pid = process.pid}, std::to_string(process.pid), process.name);
    }
    for (const ThreadRow& thread : m_run.threads.values()) {
      m_timeline.nameThread(hostOf({.process = thread.process}), thread.tid, thread.name);
    }
  }

  template <typename Walk>
  [[nodiscard]] PlaceRow placeOf(const Walk& rows) const {
    if (const PlaceRow* track = m_run.tracks.find(rows.integerOr(TrackOf, -1)); track != nullptr) {
      return *track;
    }
    return {.process = rows.integerOr(Pid, -1),
            .thread = rows.integerOr(Tid, -1),
            .agent = rows.integerOr(Agent, -1),
            .queue = rows.integerOr(Queue, -1),
            .stream = rows.integerOr(Stream, -1)};
  }

  [[nodiscard]] IntegerCell timeOf(const TableWalk& rows, int column, int idColumn) const {
    const IntegerCell cell = rows.integer(column);
    const std::int64_t* kept =
        cell.state == IntegerState::Null ? m_run.timestamps.find(rows.integerOr(idColumn, -1)) : nullptr;
    return kept == nullptr ? cell : IntegerCell{IntegerState::Good, *kept};
  }

  [[nodiscard]] EventRow eventOf(const TableWalk& rows) const {
    const EventRow* event = m_run.events.find(rows.integerOr(EventId, -1));
    return event == nullptr ? EventRow{} : *event;
  }

  /// `take(rows, times, offset)` for every row that has a time.
  template <std::size_t Count, typename Take>
  void each(RunTable table, const std::array<std::string_view, Count>& own, const Take& take) {
    const auto columns = withCommon(own);
    TableWalk rows(m_database, m_run.table(table), columns);
    while (rows.next()) {
      const std::uint64_t offset = sqlite::offsetOf({m_run.tableNumber(table), rows.row()});
      const auto times =
          m_timeline.times(timeOf(rows, Start, StartId), timeOf(rows, End, EndId), offset, nameOf(table));
      if (times) {
        take(rows, *times, offset);
      }
    }
    rows.noteEnd(m_timeline.report(), m_run.tableNumber(table), nameOf(table));
  }

  /// Whether the run distinguishes streams: older versions put everything on stream 0, and only queues differ.
  void findRows() {
    constexpr std::array<std::string_view, 3> columns{"queue_id", "stream_id", "track_id"};
    std::set<std::int64_t> streams;
    std::set<std::int64_t> queues;
    constexpr std::size_t minStreams = 2;
    TableWalk rows(m_database, m_run.table(RunTable::KernelDispatch), columns);
    while (streams.size() < minStreams && rows.next()) {
      const PlaceRow* track = m_run.tracks.find(rows.integerOr(2, -1));
      streams.insert(track == nullptr ? rows.integerOr(1, 0) : track->stream);
      if (queues.size() < minStreams) {
        queues.insert(track == nullptr ? rows.integerOr(0, 0) : track->queue);
      }
    }
    m_byQueue = streams.size() < minStreams && queues.size() >= minStreams;
  }

  [[nodiscard]] StreamKey streamOf(const PlaceRow& place, std::int32_t device) const {
    StreamKey key{.device = device, .stream = std::max<std::int64_t>(place.stream, 0)};
    if (m_byQueue) {
      key = {.device = device, .stream = 0, .queue = std::max<std::int64_t>(place.queue, 0), .isQueue = true};
    }
    return key;
  }

  void addDispatches() {
    constexpr std::array<std::string_view, 1> own{"kernel_id"};
    std::unordered_map<std::int64_t, ActivityName> names;
    each(RunTable::KernelDispatch, own, [&](const TableWalk& rows, const CellTimes& times, std::uint64_t offset) {
      const PlaceRow place = placeOf(rows);
      const std::int32_t device = deviceOf(place.agent);
      const std::int64_t kernel = rows.integerOr(FirstOwn, -1);
      const auto [work, isNew] = names.try_emplace(kernel);
      if (isNew) {
        const SymbolRow* symbol = m_run.symbols.find(kernel);
        work->second = {SpanKind::Kernel, symbol == nullptr ? fmt::format("kernel {}", kernel) : symbol->name};
      }
      m_timeline.addActivity(times, offset, work->second, streamOf(place, device), launchOf(place, eventOf(rows)));
      addCounters(rows.integerOr(EventId, -1), times.start, device, place);
    });
  }

  /// Adds the counters of a kernel at its start. Values of one counter from several of its units are added up.
  void addCounters(std::int64_t event, Time time, std::int32_t device, const PlaceRow& place) {
    std::map<std::pair<std::string_view, std::string_view>, double> sums;
    for (const PmcValue& value : m_run.valuesOf(event)) {
      if (const PmcRow* pmc = m_run.pmcs.find(value.pmc); pmc != nullptr) {
        sums[{pmc->name, pmc->unit}] += value.value;
      }
      ++m_run.shownPmcValues;
    }
    for (const auto& [counter, value] : sums) {
      m_timeline.addSample(device, hostOf(place), counter.first, "", counter.second, time, value);
    }
  }

  void addCopies() {
    constexpr std::array<std::string_view, 3> own{"name_id", "dst_agent_id", "src_agent_id"};
    each(RunTable::MemoryCopy, own, [&](const TableWalk& rows, const CellTimes& times, std::uint64_t offset) {
      const PlaceRow place = placeOf(rows);
      std::int64_t agent = place.agent;
      for (const int column : {FirstOwn + 2, FirstOwn + 1}) {  // the device that it goes to, else comes from
        const AgentRow* end = m_run.agents.find(rows.integerOr(column, -1));
        agent = end != nullptr && end->isGpu ? rows.integerOr(column, -1) : agent;
      }
      ActivityName activity = activityNamed(m_run.strings[rows.integerOr(FirstOwn, -1)]);
      activity.kind = SpanKind::Memcpy;
      m_timeline.addActivity(times, offset, activity, streamOf(place, deviceOf(agent)), launchOf(place, eventOf(rows)));
    });
  }

  struct Change {
    Time time;
    std::int64_t bytes = 0;
    std::int32_t device = -1;
    HostKey host;
    std::string_view level;
  };

  /// Adds counters of allocated memory from the changes that the recording saw. A free gives only the address.
  void addAllocations() {
    constexpr std::array<std::string_view, 4> own{"type", "level", "address", "size"};
    std::vector<Change> changes;
    std::unordered_map<std::int64_t, Change> byAddress;
    const auto levelOf = [](std::string_view level) -> std::string_view {
      return level == "SCRATCH" ? "scratch" : level == "VIRTUAL" ? "virtual" : "real";
    };
    each(RunTable::MemoryAllocate, own, [&](const TableWalk& rows, const CellTimes& times, std::uint64_t offset) {
      const PlaceRow place = placeOf(rows);
      const AgentRow* agent = m_run.agents.find(place.agent);
      Change change{.time = times.start,
                    .bytes = rows.integerOr(FirstOwn + 3, -1),
                    .device = agent != nullptr && agent->isGpu ? agent->device : -1,
                    .host = hostOf(place),
                    .level = levelOf(rows.text(FirstOwn + 1))};
      const std::int64_t address = rows.integerOr(FirstOwn + 2, 0);
      const bool isFree = rows.text(FirstOwn) == "FREE" || rows.text(FirstOwn) == "RECLAIM";
      constexpr std::int64_t maxBytes = std::int64_t{1} << 50;
      if (isFree) {
        const auto known = byAddress.find(address);
        if (known != byAddress.end()) {
          change.bytes = known->second.bytes;
          change.device = known->second.device;
          change.host = known->second.host;
          change.level = known->second.level;
          byAddress.erase(known);
        }
        change.bytes = -std::max(change.bytes, -maxBytes - 1);  // smaller values are refused below
      } else if (address != 0) {
        byAddress.insert_or_assign(address, change);
      }
      if (change.bytes < -maxBytes || change.bytes > maxBytes || (isFree ? change.bytes >= 0 : change.bytes < 0)) {
        m_timeline.report().add(IssueKind::BadCounterValue, offset, nameOf(RunTable::MemoryAllocate));
        return;
      }
      changes.push_back(change);
    });
    std::ranges::stable_sort(changes, {}, &Change::time);
    std::map<std::tuple<std::int32_t, HostKey, std::string_view>, double> totals;
    for (const Change& change : changes) {
      double& total = totals[{change.device, change.device < 0 ? change.host : HostKey{}, change.level}];
      total += static_cast<double>(change.bytes);
      m_timeline.addSample(change.device, change.host, "Allocated memory", change.level, "bytes", change.time, total);
    }
  }

  void addRegions() {
    constexpr std::array<std::string_view, 1> own{"name_id"};
    std::map<std::int64_t, CallKind> kinds;
    each(RunTable::Region, own, [&](const TableWalk& rows, const CellTimes& times, std::uint64_t offset) {
      const PlaceRow place = placeOf(rows);
      const EventRow event = eventOf(rows);
      const std::string_view apiName = m_run.strings[rows.integerOr(FirstOwn, -1)];
      const auto [known, isNew] = kinds.try_emplace(event.category);
      if (isNew) {
        const std::string_view category = m_run.category(event.category);
        known->second = category.empty() ? callOfName(apiName) : callOfCategory(category);
      }
      const CallKind& kind = known->second;
      if (kind.kind != SpanKind::Annotation) {
        return m_timeline.addCall(times, offset, apiName, kind, hostOf(place), tidOf(place), launchOf(place, event));
      }
      const std::string* message = m_run.messages.find(rows.integerOr(EventId, -1));
      const std::string_view text = message == nullptr ? apiName : std::string_view{*message};
      if (times.duration.ns == 0) {
        m_timeline.addInstant(times.start, offset, text, kind.category, hostOf(place), tidOf(place));
      } else {
        m_timeline.addCall(times, offset, text, kind, hostOf(place), tidOf(place), {});
      }
    });
  }

  void addGraphLaunches() {
    constexpr std::array<std::string_view, 1> own{"graph_exec_id"};
    std::uint64_t count = 0;
    std::uint64_t first = 0;
    each(RunTable::GraphLaunch, own, [&](const TableWalk& /*rows*/, const CellTimes& /*times*/, std::uint64_t offset) {
      first = count++ == 0 ? offset : first;
    });
    m_timeline.report().addMany(IssueKind::UnsupportedRecord, count, first, nameOf(RunTable::GraphLaunch));
  }

  /// A moment: of a counter, where values belong to its event, else of a thread.
  void addSamples() {
    constexpr std::array<std::string_view, 5> columns{"track_id", "timestamp", "timestamp_id", "event_id", "name_id"};
    TableWalk rows(m_database, m_run.table(RunTable::Sample), columns);
    while (rows.next()) {
      const std::uint64_t offset = sqlite::offsetOf({m_run.tableNumber(RunTable::Sample), rows.row()});
      const IntegerCell time = timeOf(rows, 1, 2);
      const auto times = m_timeline.times(time, time, offset, nameOf(RunTable::Sample));
      const PlaceRow* track = m_run.tracks.find(rows.integerOr(0, -1));
      if (!times) {
        continue;
      }
      const PlaceRow place = track == nullptr ? PlaceRow{} : *track;
      const std::int64_t event = rows.integerOr(3, -1);
      if (const auto values = m_run.valuesOf(event); !values.empty()) {
        const PmcRow* pmc = m_run.pmcs.find(values.front().pmc);
        const AgentRow* agent = m_run.agents.find(pmc == nullptr ? place.agent : pmc->agent);
        addCounters(event, times->start, agent != nullptr && agent->isGpu ? agent->device : -1, place);
        continue;
      }
      const std::int64_t name = rows.integerOr(4, place.name);
      const EventRow* known = m_run.events.find(event);
      m_timeline.addInstant(times->start, offset, m_run.strings[name],
                            callOfCategory(m_run.category(known == nullptr ? -1 : known->category)).category,
                            hostOf(place), tidOf(place));
    }
    rows.noteEnd(m_timeline.report(), m_run.tableNumber(RunTable::Sample), nameOf(RunTable::Sample));
  }

  RocpdRun& m_run;
  const sqlite::Connection& m_database;
  RocmTimeline& m_timeline;
  bool m_byQueue = false;
};

}  // namespace

std::vector<Device> numberDevices(std::vector<std::shared_ptr<RocpdRun>>& runs) {
  std::map<std::int64_t, std::int64_t> gpusOfNode;  // number of GPU numbers that each machine needs
  for (const auto& run : runs) {
    for (const AgentRow& agent : run->agents.values()) {
      std::int64_t& count = gpusOfNode[agent.node];
      count = std::max(count, agent.isGpu ? agent.index + 1 : 0);
    }
  }
  std::int64_t next = 0;
  for (auto& [node, count] : gpusOfNode) {
    const std::int64_t first = next;
    next += count;
    count = first;
  }
  std::map<std::int32_t, Device> devices;
  for (const auto& run : runs) {
    for (AgentRow& agent : run->agents.values()) {
      agent.device =
          static_cast<std::int32_t>(std::clamp<std::int64_t>(gpusOfNode[agent.node] + agent.index, 0, INT16_MAX));
      if (agent.isGpu) {
        Device device;
        device.id = agent.device;
        device.name = agent.name;
        device.multiprocessors = agent.computeUnits;
        device.computeMajor = agent.architecture / 10000;
        device.computeMinor = agent.architecture / 100 % 100;
        devices.try_emplace(agent.device, std::move(device));
      }
    }
  }
  std::vector<Device> list;
  for (auto& [number, device] : devices) {
    list.push_back(std::move(device));
  }
  return list;
}

void addRunActivities(RocpdRun& run, const sqlite::Connection& database, RocmTimeline& timeline) {
  RunEvents(run, database, timeline).addActivity();
}

void addRunCalls(RocpdRun& run, const sqlite::Connection& database, RocmTimeline& timeline) {
  RunEvents(run, database, timeline).addCalls();
}

}  // namespace kernline::rocpd
