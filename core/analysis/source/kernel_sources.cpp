// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/source/kernel_sources.h"

#include "core/analysis/ncu/ncu_launches.h"
#include "core/model/names/demangled_name.h"
#include "core/model/trace/event_details.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <optional>
#include <system_error>
#include <tuple>

namespace kernline {

namespace {

constexpr std::string_view kernelEvent = "[kernel source]";
constexpr std::string_view fileEvent = "[source file]";

template <typename Number>
Number sourceNumber(std::string_view text, int base = 10) {
  Number number{};
  std::from_chars(text.data(), text.data() + text.size(), number, base);
  return number;
}

/// Gives names numbers, the same one to the same name.
template <typename Item, typename Make>
std::uint32_t numberOf(std::map<std::string, std::uint32_t, std::less<>>& numbers, std::vector<Item>& items,
                       std::string_view name, const Make& make) {
  const auto found = numbers.find(name);
  if (found != numbers.end()) {
    return found->second;
  }
  items.push_back(make(std::string(name)));
  return numbers.emplace(std::string(name), static_cast<std::uint32_t>(items.size() - 1)).first->second;
}

class SourceBuilder {
 public:
  KernelSources made;

  std::uint32_t state(std::string_view name) {
    return numberOf(m_states, made.states, name, [](std::string text) { return text; });
  }
  std::uint32_t file(std::string_view path) {
    return numberOf(m_files, made.files, path,
                    [](std::string text) { return SampledFile{.path = std::move(text), .lines = {}}; });
  }
  void addFile(std::string_view path, std::string_view text);
  void addKernel(SourceKernel kernel);
  KernelSources finish();

 private:
  std::map<std::string, std::uint32_t, std::less<>> m_states;
  std::map<std::string, std::uint32_t, std::less<>> m_files;
};

void SourceBuilder::addFile(std::string_view path, std::string_view text) {
  SampledFile& added = made.files[file(path)];
  std::uint32_t line = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    added.lines[++line] = std::string(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void SourceBuilder::addKernel(SourceKernel kernel) {
  for (SourceInstruction& instruction : kernel.instructions) {
    for (const StateSamples& each : instruction.states) {
      instruction.samples += each.samples;
    }
    kernel.samples += instruction.samples;
  }
  std::ranges::stable_sort(kernel.instructions, {}, &SourceInstruction::offset);
  made.samples += kernel.samples;
  made.kernels.push_back(std::move(kernel));
}

KernelSources SourceBuilder::finish() {
  std::ranges::stable_sort(made.kernels, std::ranges::greater{}, &SourceKernel::samples);
  return std::move(made);
}

void addSamples(SourceInstruction& instruction, std::uint32_t state, std::uint64_t samples) {
  if (samples > 0) {
    instruction.states.push_back({.state = state, .samples = samples});
  }
}

/// The rows of `instructions`: offset, file, line, SASS, then reasons and samples in turn (FORMAT.md).
SourceInstruction recordedInstruction(const ArgNode& row, std::span<const std::uint32_t> files,
                                      std::span<const std::optional<std::uint32_t>> states) {
  constexpr std::size_t firstReason = 4;
  SourceInstruction read;
  if (row.children.size() < firstReason) {
    return read;
  }
  const auto wholeAt = [&](std::size_t i) { return sourceNumber<std::uint64_t>(row.children[i].text); };
  read.offset = wholeAt(0);
  if (wholeAt(1) < files.size()) {
    read.file = files[static_cast<std::size_t>(wholeAt(1))];
    read.line = sourceNumber<std::uint32_t>(row.children[2].text);
  }
  read.text = row.children[3].text;
  for (std::size_t i = firstReason; i + 1 < row.children.size(); i += 2) {
    if (const std::uint64_t reason = wholeAt(i); reason < states.size() && states[static_cast<std::size_t>(reason)]) {
      addSamples(read, *states[static_cast<std::size_t>(reason)], wholeAt(i + 1));
    }
  }
  return read;
}

bool addRecordedKernel(SourceBuilder& builder, const ArgNode& args) {
  const ArgNode* const name = args.find("kernel");
  const ArgNode* const reasons = args.find("reasons");
  const ArgNode* const paths = args.find("files");
  const ArgNode* const rows = args.find("instructions");
  if (name == nullptr || reasons == nullptr || paths == nullptr || rows == nullptr) {
    return false;
  }
  std::vector<std::uint32_t> files;
  for (const ArgNode& path : paths->children) {
    files.push_back(builder.file(path.text));
  }
  std::vector<std::optional<std::uint32_t>> states;
  for (const ArgNode& reason : reasons->children) {
    const std::string_view state = sampledState(reason.text);
    states.push_back(state.empty() ? std::nullopt : std::optional(builder.state(state)));
  }
  SourceKernel kernel{.name = name->text};
  if (const ArgNode* const period = args.find("period (cycles)")) {
    kernel.periodCycles = sourceNumber<std::uint64_t>(period->text);
  }
  if (const ArgNode* const launches = args.find("launches")) {
    kernel.launches = sourceNumber<std::uint64_t>(launches->text);
  }
  for (const ArgNode& row : rows->children) {
    kernel.instructions.push_back(recordedInstruction(row, files, states));
  }
  builder.addKernel(std::move(kernel));
  return true;
}

/// "k.cu:12" of a table.
std::pair<std::uint32_t, std::uint32_t> reportedLine(SourceBuilder& builder, std::string_view source) {
  const std::size_t colon = source.rfind(':');
  if (colon == std::string_view::npos) {
    return {0, 0};
  }
  return {builder.file(source.substr(0, colon)), sourceNumber<std::uint32_t>(source.substr(colon + 1))};
}

std::optional<std::size_t> columnNamed(const Log& log, const LogTable& table, std::string_view name) {
  const auto found =
      std::ranges::find(table.columns, name, [&](const LogColumn& column) { return log.text(column.name); });
  return found == table.columns.end() ? std::nullopt
                                      : std::optional(static_cast<std::size_t>(found - table.columns.begin()));
}

void addReportedLines(SourceBuilder& builder, const Log& log, const LogTable& table) {
  const auto source = columnNamed(log, table, "Source");
  const auto text = columnNamed(log, table, "Text");
  for (std::size_t row = 0; source && text && row < table.rows.size(); ++row) {
    const auto [file, line] = reportedLine(builder, log.text(table.cell(row, *source).text));
    const std::string_view words = log.text(table.cell(row, *text).text);
    if (line > 0 && !words.empty()) {
      builder.made.files[file].lines[line] = std::string(words);
    }
  }
}

void addReportedKernel(SourceBuilder& builder, const Log& log, const LogTable& table, std::string_view name) {
  const auto offset = columnNamed(log, table, "Offset");
  const auto source = columnNamed(log, table, "Source");
  if (!offset) {
    return;
  }
  std::vector<std::pair<std::size_t, std::uint32_t>> states;  // columns
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    if (const std::string_view state = sampledState(log.text(table.columns[column].name)); !state.empty()) {
      states.emplace_back(column, builder.state(state));
    }
  }
  if (states.empty()) {
    return;
  }
  SourceKernel kernel{.name = std::string(name)};
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    SourceInstruction instruction;
    const std::string_view hex = log.text(table.cell(row, *offset).text);
    instruction.offset = sourceNumber<std::uint64_t>(hex.substr(std::min<std::size_t>(2, hex.size())), 16);
    if (source) {
      std::tie(instruction.file, instruction.line) = reportedLine(builder, log.text(table.cell(row, *source).text));
    }
    for (const auto& [column, state] : states) {
      const double samples = table.cell(row, column).number;
      addSamples(instruction, state, samples > 0 ? static_cast<std::uint64_t>(samples) : 0);
    }
    kernel.instructions.push_back(std::move(instruction));
  }
  builder.addKernel(std::move(kernel));
}

void sortBySamples(std::vector<StateSamples>& states) {
  std::ranges::stable_sort(states, [](const StateSamples& a, const StateSamples& b) {
    return std::tuple(b.samples, a.state) < std::tuple(a.samples, b.state);
  });
}

}  // namespace

std::string_view KernelSources::lineText(std::uint32_t file, std::uint32_t line) const {
  if (file >= files.size()) {
    return {};
  }
  const auto found = files[file].lines.find(line);
  return found == files[file].lines.end() ? std::string_view{} : found->second;
}

std::optional<std::size_t> kernelNamed(const KernelSources& sources, std::string_view name) {
  const auto isSo = [&](const SourceKernel& kernel) { return kernel.name == name || demangled(kernel.name) == name; };
  const auto found = std::ranges::find_if(sources.kernels, isSo);
  return found == sources.kernels.end() ? std::nullopt
                                        : std::optional(static_cast<std::size_t>(found - sources.kernels.begin()));
}

std::string_view sampledState(std::string_view metric) {
  constexpr std::string_view beginnings[] = {"smsp__pcsamp_warps_issue_stalled_", "stall_"};
  constexpr std::pair<std::string_view, std::string_view> shortNames[] = {
      {"dispatch", "dispatch_stall"}, {"imc", "imc_miss"},
      {"lg", "lg_throttle"},          {"long_sb", "long_scoreboard"},
      {"math", "math_pipe_throttle"}, {"mio", "mio_throttle"},
      {"no_inst", "no_instructions"}, {"short_sb", "short_scoreboard"},
      {"sleep", "sleeping"},          {"tex", "tex_throttle"}};
  for (const std::string_view beginning : beginnings) {
    if (!metric.starts_with(beginning) || metric.ends_with("_not_issued") || metric.ends_with(" (Not Issued)")) {
      continue;
    }
    metric.remove_prefix(beginning.size());
    const auto* const found =
        std::ranges::find(shortNames, metric, &std::pair<std::string_view, std::string_view>::first);
    return found == std::end(shortNames) ? metric : found->second;
  }
  return {};
}

bool hasKernelSources(const Trace& trace) {
  return std::ranges::any_of(trace.instants(),
                             [&](const Instant& instant) { return trace.text(instant.name) == kernelEvent; });
}

KernelSources kernelSourcesOf(const Trace& trace) {
  SourceBuilder builder;
  for (const Instant& instant : trace.instants()) {
    const std::string_view name = trace.text(instant.name);
    if (name != kernelEvent && name != fileEvent) {
      continue;
    }
    const EventDetails details = trace.detailsAt(instant.offset);
    if (name == kernelEvent) {
      builder.made.unread += addRecordedKernel(builder, details.args) ? 0 : 1;
      continue;
    }
    const ArgNode* const path = details.args.find("path");
    const ArgNode* const text = details.args.find("text");
    if (path != nullptr && text != nullptr) {
      builder.addFile(path->text, text->text);
    } else {
      ++builder.made.unread;
    }
  }
  return builder.finish();
}

KernelSources kernelSourcesOf(const Log& log) {
  constexpr std::string_view ofInstructions = "Instructions of ";
  constexpr std::string_view ofLines = "Source lines of ";
  SourceBuilder builder;
  for (const LogTable& table : log.tables()) {
    const std::string_view title = table.kind == TableKind::Ncu ? log.text(table.title) : std::string_view{};
    if (title.starts_with(ofInstructions)) {
      addReportedKernel(builder, log, table, ncuKernelName(title.substr(ofInstructions.size())));
    } else if (title.starts_with(ofLines)) {
      addReportedLines(builder, log, table);
    }
  }
  return builder.finish();
}

void addStates(std::vector<StateSamples>& sums, std::span<const StateSamples> more) {
  for (const StateSamples& each : more) {
    const auto found = std::ranges::find(sums, each.state, &StateSamples::state);
    if (found == sums.end()) {
      sums.push_back(each);
    } else {
      found->samples += each.samples;
    }
  }
}

std::vector<HotLine> hotLines(const KernelSources& sources, std::span<const std::size_t> kernels) {
  std::map<std::tuple<std::size_t, std::uint32_t, std::uint32_t>, HotLine> lines;
  for (const std::size_t kernel : kernels) {
    for (const SourceInstruction& instruction : sources.kernels[kernel].instructions) {
      if (instruction.samples > 0) {
        const std::uint32_t file = instruction.line > 0 ? instruction.file : 0;
        HotLine& line = lines[{kernel, file, instruction.line}];
        line.kernel = kernel;
        line.file = file;
        line.line = instruction.line;
        line.samples += instruction.samples;
        addStates(line.states, instruction.states);
      }
    }
  }
  std::vector<HotLine> sorted;
  for (auto& [place, line] : lines) {
    sortBySamples(line.states);
    sorted.push_back(std::move(line));
  }
  std::ranges::stable_sort(sorted, std::ranges::greater{}, &HotLine::samples);
  return sorted;
}

std::vector<StateSamples> statesOf(const KernelSources& sources, std::span<const std::size_t> kernels) {
  std::vector<StateSamples> sums;
  for (const std::size_t kernel : kernels) {
    for (const SourceInstruction& instruction : sources.kernels[kernel].instructions) {
      addStates(sums, instruction.states);
    }
  }
  sortBySamples(sums);
  return sums;
}

}  // namespace kernline
