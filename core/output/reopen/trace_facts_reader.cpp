// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/reopen/trace_facts_reader.h"

#include "core/output/reopen/span_groups.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

namespace kernline::parquet {

namespace {

// An export numbers tracks, processes and counters without gaps over all its ranks.
constexpr std::int64_t maxId = std::int64_t{1} << 22;

class FactsReader {
 public:
  FactsReader(TraceBuilder& builder, recording::RecordedTexts& texts, ImportReport& report)
      : m_builder(builder), m_texts(texts), m_report(report) {}

  ReadFacts read(const nlohmann::json& facts) {
    each(facts, "processes", [&](const nlohmann::json& process) { addProcess(process); });
    each(facts, "tracks", [&](const nlohmann::json& track) { addTrack(track); });
    each(facts, "counters", [&](const nlohmann::json& counter) { addCounter(counter); });
    each(facts, "devices", [&](const nlohmann::json& device) { addDevice(device); });
    each(facts, "metadata", [&](const nlohmann::json& entry) {
      if (entry.is_array() && entry.size() == 2 && entry[0].is_string() && entry[1].is_string()) {
        m_builder.addMetadata(m_texts.kept(entry[0].get_ref<const std::string&>()),
                              m_texts.kept(entry[1].get_ref<const std::string&>()));
      }
    });
    each(facts, "issues", [&](const nlohmann::json& issue) { addIssue(issue); });
    m_read.flowRecords = static_cast<std::uint64_t>(std::max<std::int64_t>(0, number(facts, "flow_records", 0)));
    readBounds(facts);
    return std::move(m_read);
  }

 private:
  template <typename Take>
  void each(const nlohmann::json& facts, const char* key, const Take& take) {
    const auto list = facts.find(key);
    if (list != facts.end() && list->is_array()) {
      for (const nlohmann::json& element : *list) {
        take(element);
      }
    } else if (list != facts.end()) {
      m_report.add(IssueKind::BrokenEvent, 0, key);
    }
  }

  static std::int64_t number(const nlohmann::json& object, const char* key, std::int64_t otherwise) {
    if (!object.is_object()) {
      return otherwise;
    }
    const auto at = object.find(key);
    return at != object.end() && at->is_number_integer() ? at->get<std::int64_t>() : otherwise;
  }

  template <typename Number>
  static Number numberOr(const nlohmann::json& object, const char* key, Number otherwise) {
    const std::int64_t value = number(object, key, static_cast<std::int64_t>(otherwise));
    return std::in_range<Number>(value) ? static_cast<Number>(value) : otherwise;
  }

  static std::string_view text(const nlohmann::json& object, const char* key) {
    if (!object.is_object()) {
      return {};
    }
    const auto at = object.find(key);
    return at != object.end() && at->is_string() ? std::string_view(at->get_ref<const std::string&>())
                                                 : std::string_view{};
  }

  void readBounds(const nlohmann::json& facts) {
    const auto bounds = facts.find("bounds");
    const auto isTime = [](const nlohmann::json& ns) {
      return ns.is_number_integer() && ns.get<std::int64_t>() >= -maxTimeNs && ns.get<std::int64_t>() <= maxTimeNs;
    };
    if (bounds != facts.end() && bounds->is_array() && bounds->size() == 2 && std::ranges::all_of(*bounds, isTime) &&
        (*bounds)[0] <= (*bounds)[1]) {
      m_read.bounds = {{(*bounds)[0].get<std::int64_t>()}, {(*bounds)[1].get<std::int64_t>()}};
    }
  }

  StringId word(const nlohmann::json& object, const char* key) { return m_texts.intern(text(object, key)); }

  /// Maps an id of the export to the id here.
  template <typename Id>
  void keep(std::vector<Id>& ids, const nlohmann::json& object, Id made) {
    const std::int64_t id = number(object, "id", -1);
    if (id < 0 || id > maxId) {
      m_report.add(IssueKind::BrokenEvent, 0, "kernline.trace");
      return;
    }
    const auto place = static_cast<std::size_t>(id);
    ids.resize(std::max(ids.size(), place + 1), Id::none);
    ids[place] = made;
  }

  [[nodiscard]] ProcessId processOf(const nlohmann::json& object) const {
    const std::int64_t id = number(object, "process", -1);
    return id >= 0 && std::cmp_less(id, m_processes.size()) ? m_processes[static_cast<std::size_t>(id)]
                                                            : ProcessId::none;
  }

  void addProcess(const nlohmann::json& process) {
    Process made;
    made.pid = word(process, "pid");
    made.name = word(process, "name");
    made.labels = word(process, "labels");
    made.sortIndex = number(process, "sort_index", 0);
    made.device = numberOr<std::int32_t>(process, "device", -1);
    made.rank = numberOr<std::int32_t>(process, "rank", -1);
    const auto summary = process.is_object() ? process.find("is_summary") : process.end();
    made.isSummary = summary != process.end() && summary->is_boolean() && summary->get<bool>();
    keep(m_processes, process, m_builder.addProcess(made));
  }

  void addTrack(const nlohmann::json& track) {
    Track made;
    made.process = processOf(track);
    const std::string_view kind = text(track, "kind");
    for (int i = 0; i <= static_cast<int>(TrackKind::Bookkeeping); ++i) {
      made.kind = toText(static_cast<TrackKind>(i)) == kind ? static_cast<TrackKind>(i) : made.kind;
    }
    made.name = word(track, "name");
    made.tid = word(track, "tid");
    made.sortIndex = number(track, "sort_index", 0);
    keep(m_read.tracks, track, m_builder.addTrack(made));
  }

  void addCounter(const nlohmann::json& counter) {
    keep(m_read.counters, counter,
         m_builder.addCounter({.process = processOf(counter),
                               .name = word(counter, "name"),
                               .series = word(counter, "series"),
                               .unit = word(counter, "unit")}));
  }

  void addDevice(const nlohmann::json& device) {
    m_builder.addDevice(
        {.id = numberOr<std::int32_t>(device, "number", 0),
         .name = m_texts.kept(text(device, "name")),
         .memoryBytes = static_cast<std::uint64_t>(std::max<std::int64_t>(0, number(device, "memory_bytes", 0))),
         .multiprocessors = numberOr<std::uint32_t>(device, "multiprocessors", 0),
         .computeMajor = numberOr<std::uint32_t>(device, "compute_major", 0),
         .computeMinor = numberOr<std::uint32_t>(device, "compute_minor", 0)});
  }

  void addIssue(const nlohmann::json& issue) {
    const std::string_view key = text(issue, "kind");
    for (std::size_t i = 0; i < issueKindCount; ++i) {
      if (issueText(static_cast<IssueKind>(i)).key == key) {
        m_report.addMany(static_cast<IssueKind>(i),
                         static_cast<std::uint64_t>(std::max<std::int64_t>(0, number(issue, "count", 0))),
                         static_cast<std::uint64_t>(number(issue, "source_offset", 0)), text(issue, "example"));
      }
    }
  }

  TraceBuilder& m_builder;
  recording::RecordedTexts& m_texts;
  ImportReport& m_report;
  std::vector<ProcessId> m_processes;
  ReadFacts m_read;
};

}  // namespace

ReadFacts readFacts(std::string_view json, TraceBuilder& builder, recording::RecordedTexts& texts,
                    ImportReport& report) {
  const nlohmann::json facts = nlohmann::json::parse(json, nullptr, false);
  if (!facts.is_object()) {
    report.add(IssueKind::BrokenEvent, 0, "kernline.trace");
    return {};
  }
  return FactsReader(builder, texts, report).read(facts);
}

}  // namespace kernline::parquet
