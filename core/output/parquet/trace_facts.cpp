// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/parquet/trace_facts.h"

#include "core/model/trace/bounds.h"
#include "core/model/trace/part_of_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace kernline::parquet {

namespace {

using Json = nlohmann::ordered_json;

template <typename Id>
Json idOrNull(Id id) {
  return id == Id::none ? Json() : Json(index(id));
}

class FactsWriter {
 public:
  FactsWriter(const Trace& trace, RankFilter rank) : m_trace(trace), m_rank(rank) {}

  [[nodiscard]] Json all(bool withIssues) const {
    Json facts{{"processes", processes()},
               {"tracks", tracks()},
               {"counters", counters()},
               {"devices", devices()},
               {"metadata", metadata()}};
    const TimeRange bounds = boundsOfRank();
    facts["bounds"] = {bounds.begin.ns, bounds.end.ns};
    if (withIssues) {
      facts["issues"] = issues();
      facts["flow_records"] = m_trace.flowRecordCount();
    }
    return facts;
  }

 private:
  /// Returns the bounds of the rank's trace when the export is read.
  [[nodiscard]] TimeRange boundsOfRank() const {
    return m_rank ? BoundsFinder(m_trace, [this](ProcessId process) { return rankOf(m_trace, process) == *m_rank; })
                        .bounds()
                  : m_trace.bounds();
  }

  [[nodiscard]] std::string text(StringId id) const { return std::string(m_trace.text(id)); }
  [[nodiscard]] bool isWanted(std::int32_t rank) const { return !m_rank || *m_rank == rank; }

  [[nodiscard]] Json processes() const {
    Json all = Json::array();
    std::uint32_t id = 0;
    for (const Process& process : m_trace.processes()) {
      if (isWanted(process.rank)) {
        all.push_back({{"id", id},
                       {"pid", text(process.pid)},
                       {"name", text(process.name)},
                       {"labels", text(process.labels)},
                       {"sort_index", process.sortIndex},
                       {"device", process.device},
                       {"rank", process.rank},
                       {"is_summary", process.isSummary}});
      }
      ++id;
    }
    return all;
  }

  [[nodiscard]] Json tracks() const {
    Json all = Json::array();
    std::uint32_t id = 0;
    for (const Track& track : m_trace.tracks()) {
      if (isWanted(rankOf(m_trace, track.process))) {
        all.push_back({{"id", id},
                       {"process", idOrNull(track.process)},
                       {"kind", toText(track.kind)},
                       {"name", text(track.name)},
                       {"tid", text(track.tid)},
                       {"sort_index", track.sortIndex}});
      }
      ++id;
    }
    return all;
  }

  [[nodiscard]] Json counters() const {
    Json all = Json::array();
    std::uint32_t id = 0;
    for (const Counter& counter : m_trace.counters()) {
      if (isWanted(rankOf(m_trace, counter.process))) {
        all.push_back({{"id", id},
                       {"process", idOrNull(counter.process)},
                       {"name", text(counter.name)},
                       {"series", text(counter.series)},
                       {"unit", text(counter.unit)}});
      }
      ++id;
    }
    return all;
  }

  [[nodiscard]] Json devices() const {
    Json all = Json::array();
    for (const Device& device : m_trace.devices()) {
      all.push_back({{"number", device.id},
                     {"name", device.name},
                     {"memory_bytes", device.memoryBytes},
                     {"multiprocessors", device.multiprocessors},
                     {"compute_major", device.computeMajor},
                     {"compute_minor", device.computeMinor}});
    }
    return all;
  }

  /// Returns the metadata. In a trace of several ranks, facts of one rank begin with its number.
  [[nodiscard]] Json metadata() const {
    Json all = Json::array();
    const std::string own = m_rank ? fmt::format("rank {}: ", *m_rank) : std::string();
    for (const MetadataEntry& entry : m_trace.metadata()) {
      const bool isOfOther = m_rank && entry.key.starts_with("rank ") && !entry.key.starts_with(own);
      if (!isOfOther) {
        const bool isOwn = m_rank && entry.key.starts_with(own);
        all.push_back({isOwn ? entry.key.substr(own.size()) : entry.key, entry.value});
      }
    }
    if (const auto part = partOfFileEntry(m_trace)) {
      all.push_back({part->key, part->value});
    }
    return all;
  }

  [[nodiscard]] Json issues() const {
    Json all = Json::array();
    for (const IssueKind kind : m_trace.report().kinds()) {
      const Issue& issue = m_trace.report()[kind];
      all.push_back({{"kind", issueText(kind).key},
                     {"count", issue.count},
                     {"source_offset", issue.firstOffset},
                     {"example", issue.example}});
    }
    return all;
  }

  const Trace& m_trace;
  RankFilter m_rank;
};

}  // namespace

std::string traceFacts(const Trace& trace, RankFilter rank, bool withIssues) {
  return FactsWriter(trace, rank).all(withIssues).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace kernline::parquet
