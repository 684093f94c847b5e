// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ncu/read_ncu.h"

#include "core/import/load_options.h"
#include "core/import/log/metric_table.h"
#include "core/import/ncu/launch_result.h"
#include "core/import/ncu/metric_unit.h"
#include "core/import/ncu/report_blocks.h"
#include "core/import/ncu/report_sources.h"
#include "core/import/ncu/source_table.h"
#include "core/import/protobuf/message_walk.h"
#include "core/import/source/whole_text.h"
#include "core/model/log/log_builder.h"
#include "core/model/log/made_titles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline::ncu {

namespace {

constexpr std::uint32_t noLine = 0;
constexpr std::size_t maxInstructionValues = std::size_t{1} << 22;  // values of all launches: 64 MiB of cells

/// 90 for an H200; 0 if the launch does not say.
std::uint64_t chipOf(const LaunchResult& launch) {
  constexpr std::uint64_t decade = 10;
  const LaunchMetric* major = launch.metric("device__attribute_compute_capability_major");
  const LaunchMetric* minor = launch.metric("device__attribute_compute_capability_minor");
  return major == nullptr || minor == nullptr ? 0 : major->value.whole * decade + minor->value.whole;
}

/// Returns the title that ncu prints above the details of a launch.
std::string titleOf(const LaunchResult& launch) {
  const auto& [gridX, gridY, gridZ] = launch.grid;
  const auto& [blockX, blockY, blockZ] = launch.block;
  std::string title = fmt::format("{} ({}, {}, {})x({}, {}, {}), Context {}, Stream {}", launch.name, gridX, gridY,
                                  gridZ, blockX, blockY, blockZ, launch.context, launch.stream);
  if (const LaunchMetric* device = launch.metric("device__attribute_device_index")) {
    title += fmt::format(", Device {}", device->value.printed());
  }
  if (const std::uint64_t chip = chipOf(launch)) {
    title += fmt::format(", CC {}.{}", chip / 10, chip % 10);
  }
  return title;
}

/// The metric that a section shows on this chip; nullptr if the launch does not have it.
const LaunchMetric* shownMetric(const LaunchResult& launch, const SectionMetric& shown, std::uint64_t chip) {
  for (const SectionMetric::Option& option : shown.options) {
    const bool isOfChip = std::ranges::any_of(
        option.chips, [&](const auto& range) { return chip >= range.first && chip <= range.second; });
    const LaunchMetric* metric = isOfChip ? launch.metric(option.name) : nullptr;
    if (metric != nullptr) {
      return metric;
    }
  }
  return launch.metric(shown.name);
}

constexpr std::string_view askedFor = "regex:";  // `--metrics regex:…`, with the names that it found as value

/// Lists of other metrics, by which ncu draws its charts.
bool isGroup(std::string_view metric) {
  return metric.starts_with("breakdown:") || metric.starts_with("group:") || metric.starts_with(askedFor);
}

std::string withSpeedup(const Advice& advice) {
  return advice.scope.empty()
             ? advice.text
             : fmt::format("{} (estimated {} speedup: {:.2f} %)", advice.text, advice.scope, advice.speedup);
}

/// Puts a report into a log.
class ReportLog {
 public:
  explicit ReportLog(LogBuilder& log) : m_log(log), m_context(log.addContext({})) {}

  void addSession(const ReportParts& parts);
  void addSetting(std::string_view name, std::string_view value, bool isMachine = true) {
    m_log.addSetting({.context = m_context,
                      .isMachine = isMachine,
                      .name = m_log.intern(name),
                      .value = {.text = m_log.intern(value)},
                      .line = noLine});
  }
  void addLaunch(const LaunchResult& launch, const ReportSources& sources);
  void addDamage(std::uint64_t count, std::string_view what, LogIssueKind kind = LogIssueKind::DamagedInput) {
    for (std::uint64_t i = 0; i < std::min(count, maxCounted); ++i) {
      m_log.addIssue(kind, noLine, what);
    }
  }
  void finish();

 private:
  static constexpr std::uint64_t maxCounted = 100'000;

  void addDetails(LogTable& table, const LaunchResult& launch);
  void addFound(LogTable& table, const LaunchResult& launch, std::string_view section, std::string_view names);
  void addAdvice(LogTable& table, const Advice& advice, std::string_view section);
  void addMetric(LogTable& table, std::string_view section, std::string_view label, const LaunchMetric& metric);
  void addInstructions(const LaunchResult& launch, const ReportSources& sources, std::string_view title);

  LogBuilder& m_log;
  ContextId m_context;  ///< context without parameters, as none differs within a report
  LogTable m_advice;
  std::string_view m_kernel;                             ///< kernel of the launch that is being added
  std::vector<LogTable> m_instructions;                  ///< tables that follow all launches
  std::unordered_map<std::string, std::string> m_units;  ///< metrics are the same in every launch
  std::size_t m_valuesLeft = maxInstructionValues;
};

void ReportLog::addSession(const ReportParts& parts) {
  for (const std::string_view session : parts.sessions) {
    protobuf::eachField(session, [&](const protobuf::MessageWalk& field) {
      // ReportSessionDetails in ProfilerReport.proto
      constexpr std::uint32_t devicesField = 6;
      constexpr std::uint32_t versionsField = 8;
      if (!field.isBytes() || (field.field() != devicesField && field.field() != versionsField)) {
        return;
      }
      std::string_view first;
      std::string_view second;
      protobuf::eachField(field.bytes(), [&](const protobuf::MessageWalk& member) {
        if (member.field() == 1) {
          first = member.bytes();
        } else if (member.field() == 2) {
          second = member.bytes();
        }
      });
      if (!second.empty()) {
        addSetting(field.field() == devicesField ? "GPU" : first, second);
      }
    });
  }
}

void ReportLog::addMetric(LogTable& table, std::string_view section, std::string_view label,
                          const LaunchMetric& metric) {
  const std::string printed = metric.value.printed();
  if (printed.empty()) {
    return;  // it has a value for each of its instances, and none of its own
  }
  const auto [unit, isNew] = m_units.try_emplace(std::string{metric.name});
  if (isNew) {
    unit->second = metricUnit(metric.name);
  }
  const std::string_view value = printed;
  logs::addNcuMetric(m_log, table, noLine, section, label, unit->second, {&value, 1});
}

void ReportLog::addAdvice(LogTable& table, const Advice& advice, std::string_view section) {
  if (m_advice.columns.empty()) {
    m_advice.kind = TableKind::Ncu;
    m_advice.title = m_log.intern(made_titles::advice);
    for (const std::string_view name : {"Kernel", "Section", "Rule", "Kind", "Title", "Advice", "Speedup of"}) {
      m_advice.columns.push_back({.name = m_log.intern(name)});
    }
    m_advice.columns.push_back(m_log.column("Estimated speedup", Quantity::Share, ColumnRole::None));
  }
  for (const std::string_view text :
       {m_kernel, section, advice.rule, advice.kind, advice.title, std::string_view{advice.text}, advice.scope}) {
    m_advice.cells.push_back({.text = m_log.intern(text)});
  }
  constexpr double percent = 0.01;
  const bool hasSpeedup = !advice.scope.empty();
  m_advice.cells.push_back(hasSpeedup ? LogCell{.number = advice.speedup * percent,
                                                .text = m_log.intern(fmt::format("{:.2f}%", advice.speedup))}
                                      : LogCell{});
  m_advice.rows.push_back({});
  if (!table.rows.empty()) {
    StringId& note = table.rows.back().note;
    const std::string before{m_log.text(note)};
    note = m_log.intern(before + (before.empty() ? "" : " · ") + withSpeedup(advice));
  }
}

/// The metrics of a list of names.
void ReportLog::addFound(LogTable& table, const LaunchResult& launch, std::string_view section,
                         std::string_view names) {
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(','), names.size());
    if (const LaunchMetric* metric = launch.metric(names.substr(0, end))) {
      addMetric(table, section, metric->name, *metric);
    }
    names.remove_prefix(std::min(end + 1, names.size()));
  }
}

/// Adds the details page: sections with metrics by readable names, and advice below the section it is about.
void ReportLog::addDetails(LogTable& table, const LaunchResult& launch) {
  const std::uint64_t chip = chipOf(launch);
  for (const Section& section : launch.sections) {
    for (const SectionMetric& shown : section.metrics) {
      const LaunchMetric* metric = shownMetric(launch, shown, chip);
      if (metric != nullptr && metric->name.starts_with(askedFor)) {
        addFound(table, launch, section.name, metric->value.text);
      } else if (metric != nullptr) {
        addMetric(table, section.name, shown.label.empty() ? shown.name : shown.label, *metric);
      }
    }
    for (const Advice& advice : launch.advice) {
      if (advice.section == section.identifier) {
        addAdvice(table, advice, section.name);
      }
    }
  }
  for (const Advice& advice : launch.advice) {
    if (std::ranges::find(launch.sections, advice.section, &Section::identifier) == launch.sections.end()) {
      addAdvice(table, advice, advice.section);
    }
  }
}

void ReportLog::addLaunch(const LaunchResult& launch, const ReportSources& sources) {
  const std::string title = titleOf(launch);
  m_kernel = launch.name;
  LogTable table = logs::emptyNcuTable(m_log, title, m_context);
  addDetails(table, launch);
  for (const LaunchMetric& metric : launch.metrics) {
    if (!isGroup(metric.name)) {
      addMetric(table, {}, metric.name, metric);
    }
  }
  addDamage(launch.damaged, launch.name);
  m_log.addTable(std::move(table));
  addInstructions(launch, sources, title);
}

void ReportLog::addInstructions(const LaunchResult& launch, const ReportSources& sources, std::string_view title) {
  const auto metrics = instructionMetrics(launch, m_valuesLeft);
  if (!metrics) {
    return;
  }
  m_valuesLeft -= metrics->addresses.size() * metrics->names.size();
  const CubinLines lines = sources.linesOf(launch.source, launch.mangled);
  LogTable byLine =
      lineTable(m_log, *metrics, lines, [&](const SourceLine& line) { return sources.text(launch.source, line); });
  if (!byLine.rows.empty()) {
    byLine.title = m_log.intern(made_titles::sourceLines.with(title).english());
    m_instructions.push_back(std::move(byLine));
  }
  LogTable byInstruction = instructionTable(m_log, *metrics, lines);
  byInstruction.title = m_log.intern(made_titles::instructions.with(title).english());
  m_instructions.push_back(std::move(byInstruction));
}

void ReportLog::finish() {
  if (!m_advice.rows.empty()) {
    m_advice.context = m_context;
    m_log.addTable(std::move(m_advice));
  }
  for (LogTable& table : m_instructions) {
    table.context = m_context;
    m_log.addTable(std::move(table));
  }
}

/// Adds a report; returns early, without a log, if stopped.
bool addReport(LogBuilder& log, std::string_view report, const LoadOptions& options, const std::stop_token& stop,
               Progress* progress) {
  const ReportParts parts = cutReport(report);
  const ReportSources sources(parts.sources);
  ReportLog made(log);
  made.addSession(parts);
  if (parts.isCut) {
    log.addIssue(LogIssueKind::DamagedInput, noLine);
  }
  made.addDamage(parts.damagedBlocks + sources.damaged(), "a block or a source");
  made.addDamage(parts.leftOut, "strings and parts beyond four million", LogIssueKind::TooManyRows);
  if (parts.ranges > 0) {
    made.addSetting("Results of several launches together, not shown", fmt::format("{}", parts.ranges), false);
  }
  if (progress != nullptr) {
    progress->stage = Progress::Stage::Reading;
    progress->bytesTotal = report.size();
  }
  const std::vector<std::string_view> noStrings;
  std::size_t done = 0;
  std::size_t launches = 0;
  for (const LaunchMessage& message : parts.launches) {
    if (stop.stop_requested()) {
      return false;
    }
    if (options.memoryExhausted.stop_requested()) {
      made.addDamage(parts.launches.size() - launches, fmt::format("from launch {} on", launches + 1),
                     LogIssueKind::MemoryLimit);
      break;
    }
    ++launches;
    const auto& strings = message.stringTable == 0 ? noStrings : parts.stringTables[message.stringTable - 1];
    if (const auto launch = launchResult(message.bytes, strings)) {
      made.addLaunch(*launch, sources);
    } else {
      made.addDamage(1, "a launch");
    }
    done += message.bytes.size();
    if (progress != nullptr) {
      progress->bytesDone = done;
    }
  }
  made.finish();
  return true;
}

}  // namespace

bool isReport(std::string_view head) {
  return head.starts_with(reportMark);
}

Expected<std::shared_ptr<const Log>> readNcu(Input& input, const LoadOptions& options, const std::stop_token& stop,
                                             Progress& progress) {
  auto report = wholeText(input, options.memoryExhausted);
  if (!report) {
    return std::unexpected(std::move(report.error()));
  }
  LogBuilder log;
  log.setSource(input.path,
                input.container.empty() ? "Nsight Compute report" : "Nsight Compute report, " + input.container,
                input.storedBytes, nullptr);
  if ((*report)->damage) {
    log.addIssue(LogIssueKind::DamagedInput, noLine, *(*report)->damage);
  }
  if (!addReport(log, (*report)->view, options, stop, &progress)) {
    return loadingCanceled(input.path);
  }
  if (log.tables().empty()) {
    return std::unexpected(Error{
        Error::Kind::NotATrace,
        Phrase::tr("%1: the Nsight Compute report holds no kernel launch that Kernline can read").with(input.path)});
  }
  return log.build();
}

std::shared_ptr<const Log> readNcuBytes(std::string_view report, const LoadOptions& options) {
  LogBuilder log;
  log.setSource("-", "Nsight Compute report", report.size(), nullptr);
  addReport(log, report, options, {}, nullptr);
  return log.build();
}

}  // namespace kernline::ncu
