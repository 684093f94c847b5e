// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocpd/rocpd_events.h"
#include "core/import/sqlite/cell_args.h"
#include "core/model/json/members.h"

#include <array>
#include <map>
#include <utility>

namespace kernline::rocpd {

using sqlite::Rows;

namespace {

void addIf(ArgNode& args, std::string_view key, std::int64_t value) {
  if (value >= 0) {
    sqlite::addNumber(args, key, value);
  }
}

/// Args of rocprofv3's rows, under kineto's names where it has some.
class RunArgs : public TableArgs {
 public:
  explicit RunArgs(std::shared_ptr<const RocpdRun> run) : m_run(std::move(run)) {}

 protected:
  [[nodiscard]] const RocpdRun& run() const { return *m_run; }

  /// Adds where it ran, and its ids. `agent` is used if its own columns have none.
  void addPlace(ArgNode& args, const Rows& rows, std::int64_t agent = -1) const {
    const PlaceRow* track = m_run->tracks.find(integerAt(rows, "track_id", -1));
    const auto valueOf = [&](std::string_view column, std::int64_t ofTrack) {
      return integerAt(rows, column, track == nullptr ? -1 : ofTrack);
    };
    agent = agent >= 0 ? agent : valueOf("agent_id", track == nullptr ? -1 : track->agent);
    if (const AgentRow* known = m_run->agents.find(agent); known != nullptr && known->isGpu) {
      sqlite::addNumber(args, "device", known->device);
    }
    addIf(args, "stream", valueOf("stream_id", track == nullptr ? -1 : track->stream));
    addIf(args, "queue", valueOf("queue_id", track == nullptr ? -1 : track->queue));
    const EventRow* event = m_run->events.find(eventOf(rows));
    if (event != nullptr && event->stack != 0) {
      sqlite::addNumber(args, "correlation", event->stack);
    }
    const ThreadRow* thread = m_run->threads.find(valueOf("tid", track == nullptr ? -1 : track->thread));
    if (thread != nullptr) {
      sqlite::addNumber(args, "thread", thread->tid);
    }
  }

  [[nodiscard]] static std::int64_t eventOf(const Rows& rows) { return integerAt(rows, "event_id", -1); }

  void addText(ArgNode& args, std::string_view key, const Rows& rows, std::string_view column) const {
    const std::string_view text = m_run->strings[integerAt(rows, column, -1)];
    if (!text.empty()) {
      sqlite::addArg(args, key, ArgNode::Kind::Text, std::string(text));
    }
  }

  /// Arguments of the call, as its recorder spelled them.
  void addCallArgs(ArgNode& args, std::int64_t event, RowReader& reader) const {
    for (const std::int64_t row : m_run->args.rowsOf(event)) {
      reader.at(m_run->table(RunTable::Arg), row, [&](const Rows& arg) {
        const int name = columnOf(arg, "name");
        const int value = columnOf(arg, "value");
        if (name >= 0 && value >= 0) {
          std::string key(arg.text(name));
          chrome::repairUtf8(key);
          sqlite::addCell(args, key, arg, value);
        }
      });
    }
  }

  void addCounters(ArgNode& args, std::int64_t event) const {
    std::map<std::string_view, double> sums;
    for (const PmcValue& value : m_run->valuesOf(event)) {
      if (const PmcRow* pmc = m_run->pmcs.find(value.pmc); pmc != nullptr) {
        sums[pmc->name] += value.value;
      }
    }
    for (const auto& [name, value] : sums) {
      sqlite::addQuotient(args, name, value);
    }
  }

 private:
  std::shared_ptr<const RocpdRun> m_run;
};

class DispatchArgs final : public RunArgs {
 public:
  using RunArgs::RunArgs;
  void add(ArgNode& args, const Rows& rows, std::int64_t /*row*/, RowReader& reader) const override {
    addPlace(args, rows);
    addLaunchShape(args, rows, "grid_size_", "workgroup_size_", false);
    addIf(args, "shared memory", integerAt(rows, "group_segment_size", -1));
    addIf(args, "private segment", integerAt(rows, "private_segment_size", -1));
    if (const SymbolRow* symbol = run().symbols.find(integerAt(rows, "kernel_id", -1)); symbol != nullptr) {
      addIf(args, "registers per thread", symbol->vgprs);
      addIf(args, "accumulation registers", symbol->accumVgprs);
      addIf(args, "scalar registers", symbol->sgprs);
      if (symbol->symbol != symbol->name) {
        sqlite::addArg(args, "symbol", ArgNode::Kind::Text, symbol->symbol);
      }
    }
    addIf(args, "dispatch", integerAt(rows, "dispatch_id", -1));
    addText(args, "region", rows, "region_name_id");
    addCounters(args, eventOf(rows));
    addCallArgs(args, eventOf(rows), reader);
  }
};

class CopyArgs final : public RunArgs {
 public:
  using RunArgs::RunArgs;
  void add(ArgNode& args, const Rows& rows, std::int64_t /*row*/, RowReader& reader) const override {
    std::int64_t device = -1;
    for (const std::string_view column : {"src_agent_id", "dst_agent_id"}) {
      const AgentRow* agent = run().agents.find(integerAt(rows, column, -1));
      device = agent != nullptr && agent->isGpu ? integerAt(rows, column, -1) : device;
    }
    addPlace(args, rows, device);
    const std::int64_t bytes = integerAt(rows, "size", -1);
    addIf(args, "bytes", bytes);
    for (const auto& [key, column] : {std::pair{"from", "src_agent_id"}, std::pair{"to", "dst_agent_id"}}) {
      if (const AgentRow* agent = run().agents.find(integerAt(rows, column, -1)); agent != nullptr) {
        sqlite::addArg(args, key, ArgNode::Kind::Text, agent->name);
      }
    }
    const double ns = static_cast<double>(timeAt(rows, "end")) - static_cast<double>(timeAt(rows, "start"));
    if (bytes > 0 && ns > 0) {
      sqlite::addQuotient(args, "memory bandwidth (GB/s)", static_cast<double>(bytes) / ns);
    }
    addCallArgs(args, eventOf(rows), reader);
  }

 private:
  [[nodiscard]] std::int64_t timeAt(const Rows& rows, const std::string& column) const {
    const std::int64_t* kept = run().timestamps.find(integerAt(rows, column + "_id", -1));
    return kept == nullptr ? integerAt(rows, column, 0) : *kept;
  }
};

class RegionArgs final : public RunArgs {
 public:
  using RunArgs::RunArgs;
  void add(ArgNode& args, const Rows& rows, std::int64_t /*row*/, RowReader& reader) const override {
    addPlace(args, rows);
    if (run().messages.find(eventOf(rows)) != nullptr) {
      addText(args, "api", rows, "name_id");
    }
    addCallArgs(args, eventOf(rows), reader);
  }
};

}  // namespace

void addSourceTables(const std::shared_ptr<const RocpdRun>& run, std::vector<SourceTable>& tables) {
  for (std::size_t i = 0; i < runTableCount; ++i) {
    tables.push_back({.name = run->table(static_cast<RunTable>(i)), .args = nullptr});
  }
  const auto set = [&](RunTable table, std::shared_ptr<const TableArgs> args) {
    tables[run->tableNumber(table)].args = std::move(args);
  };
  set(RunTable::KernelDispatch, std::make_shared<DispatchArgs>(run));
  set(RunTable::MemoryCopy, std::make_shared<CopyArgs>(run));
  set(RunTable::Region, std::make_shared<RegionArgs>(run));
  set(RunTable::Sample, std::make_shared<RegionArgs>(run));
}

}  // namespace kernline::rocpd
