// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ncu/ncu_launches.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace kernline {

namespace {

constexpr double nsPerSecondOfNcu = 1e9;
constexpr std::size_t ncuNameColumn = 1;
constexpr std::size_t ncuUnitColumn = 2;
constexpr std::size_t ncuValueColumn = 3;

/// "(256, 1, 1)" and the like, at the end.
std::string_view withoutTriple(std::string_view text) {
  const std::size_t open = text.rfind('(');
  const bool isTriple = text.ends_with(')') && open != std::string_view::npos &&
                        text.find_first_not_of("0123456789, ", open + 1) == text.size() - 1;
  return isTriple ? text.substr(0, open) : text;
}

/// ", 2021-Mar-01 12:00:00", as reports of 2019 to 2021 have it.
std::string_view withoutDate(std::string_view text) {
  constexpr std::string_view like = ", 2021-Mar-01 12:00:00";
  if (text.size() <= like.size()) {
    return text;
  }
  const std::string_view end = text.substr(text.size() - like.size());
  const bool isDate = end.starts_with(", ") && end[6] == '-' && end[10] == '-' && end[16] == ':' && end[19] == ':';
  return isDate ? text.substr(0, text.size() - like.size()) : text;
}

/// Returns name, grid and block, without the text behind them.
std::string_view beforeContext(std::string_view launch) {
  return withoutDate(launch.substr(0, launch.rfind(", Context ")));
}

/// "(64, 1, 1)" as "64×1×1".
std::string extentsOf(std::string_view triple) {
  std::string text;
  for (const char letter : triple) {
    if (letter == ',') {
      text += "×";
    } else if (letter >= '0' && letter <= '9') {
      text += letter;
    }
  }
  return text;
}

/// Returns grid and block of "rms(float *, int) (4096, 1, 1)x(256, 1, 1)".
std::string configOf(std::string_view launch) {
  const std::string_view text = beforeContext(launch);
  const std::string_view grid = withoutTriple(text);
  if (grid.size() == text.size() || !grid.ends_with('x')) {
    return {};
  }
  const std::string_view gridEnd = grid.substr(0, grid.size() - 1);
  const std::string_view name = withoutTriple(gridEnd);
  return name.size() == gridEnd.size()
             ? std::string{}
             : extentsOf(gridEnd.substr(name.size())) + " blocks of " + extentsOf(text.substr(grid.size()));
}

/// Returns the device in "…, Stream 7, Device 0, CC 9.0"; -1 if there is none.
std::int32_t deviceOfLaunch(std::string_view launch) {
  constexpr std::string_view mark = ", Device ";
  const std::size_t at = launch.rfind(mark);
  if (at == std::string_view::npos) {
    return -1;
  }
  std::int32_t device = -1;  // stays where there is no number: some CSV has no such column
  std::from_chars(launch.data() + at + mark.size(), launch.data() + launch.size(), device);
  return device;
}

/// Read and written; else what passed in a second, for as long as it took.
std::optional<double> dramBytesOf(const NcuNumbers& numbers) {
  const std::string_view bytes = baseUnit(Quantity::Bytes);
  if (const auto all = numbers.of({"dram__bytes.sum"}, bytes)) {
    return all;
  }
  const auto read = numbers.of({"dram__bytes_read.sum"}, bytes);
  const auto written = numbers.of({"dram__bytes_write.sum"}, bytes);
  if (read && written) {
    return *read + *written;
  }
  const auto rate = numbers.of({"dram__bytes.sum.per_second", "Memory Throughput"}, baseUnit(Quantity::ByteRate));
  const auto duration = numbers.durationNs();
  return rate && duration ? std::optional(*rate * *duration / nsPerSecondOfNcu) : std::nullopt;
}

/// Number of times that threads executed an instruction; sections count it per cycle.
std::optional<double> executedOf(const NcuNumbers& numbers, const std::string& instruction) {
  const std::string name = "smsp__sass_thread_inst_executed_op_" + instruction + "_pred_on.sum";
  if (const auto whole = numbers.count(name)) {
    return whole;
  }
  const auto perCycle = numbers.count(name + ".per_cycle_elapsed");
  const auto clock = numbers.of({"smsp__cycles_elapsed.avg.per_second"}, baseUnit(Quantity::Frequency));
  const auto duration = numbers.durationNs();
  return perCycle && clock && duration ? std::optional(*perCycle * *clock * *duration / nsPerSecondOfNcu)
                                       : std::nullopt;
}

/// Returns the FLOPs of all counted floating-point instructions; half precision works on two numbers at once.
std::optional<double> flopsOf(const NcuNumbers& numbers) {
  constexpr std::pair<const char*, double> instructions[] = {{"fadd", 1}, {"fmul", 1}, {"ffma", 2},
                                                             {"dadd", 1}, {"dmul", 1}, {"dfma", 2},
                                                             {"hadd", 2}, {"hmul", 2}, {"hfma", 4}};
  std::optional<double> flops;
  for (const auto& [name, each] : instructions) {
    if (const auto executed = executedOf(numbers, name)) {
      flops = flops.value_or(0) + each * *executed;
    }
  }
  // Integers are no floating-point numbers; the metrics of one path (op_hgmma) are parts of those of a type.
  const auto ofTensors = numbers.sum("sm__ops_path_tensor_src_", ".sum");
  const auto ofIntegers = numbers.sum("sm__ops_path_tensor_src_int", ".sum");
  if (flops && ofTensors) {
    return *flops + *ofTensors - ofIntegers.value_or(0);
  }
  // The count of tensor instructions does not give their FLOPs.
  return numbers.sum("sm__inst_executed_pipe_tensor", ".sum").value_or(1) > 0 ? std::nullopt : flops;
}

/// Returns the quantity of a metric by its name: "dram__bytes_read.sum", "gpc__cycles_elapsed.avg.per_second".
Quantity quantityOfMetric(std::string_view name) {
  const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  if (has(".pct")) {
    return Quantity::Share;
  }
  const bool isPerSecond = name.ends_with(".per_second");
  if (has("__bytes") || has("_bytes.")) {
    return isPerSecond ? Quantity::ByteRate : Quantity::Bytes;
  }
  if (isPerSecond) {
    return has("__cycles") ? Quantity::Frequency : Quantity::Rate;
  }
  return has("__time_duration") ? Quantity::Time : Quantity::Number;
}

std::optional<double> ratioOf(std::optional<double> above, std::optional<double> below) {
  return above && below && *below > 0 ? std::optional(*above / *below) : std::nullopt;
}

}  // namespace

std::optional<double> KernelMetrics::dramRate() const {
  const auto perNs = ratioOf(dramBytes, durationNs);
  return perNs ? std::optional(*perNs * nsPerSecondOfNcu) : std::nullopt;
}

std::optional<double> KernelMetrics::flopRate() const {
  const auto perNs = ratioOf(flops, durationNs);
  return perNs ? std::optional(*perNs * nsPerSecondOfNcu) : std::nullopt;
}

std::optional<double> KernelMetrics::intensity() const {
  return ratioOf(flops, dramBytes);
}

KernelMetrics NcuNumbers::metrics() const {
  const std::string_view share = baseUnit(Quantity::Share);
  return {.durationNs = durationNs(),
          .clockHz = clockHz(),
          .dramBytes = dramBytesOf(*this),
          .dramShare = of({"dram__throughput.avg.pct_of_peak_sustained_elapsed",
                           "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", "DRAM Throughput"},
                          share),
          .tensorShare = of({"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
                             "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active",
                             "sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_active"},
                            share),
          .occupancy = of({"sm__warps_active.avg.pct_of_peak_sustained_active", "Achieved Occupancy"}, share),
          .l2HitRate = of({"lts__t_sector_hit_rate.pct", "L2 Hit Rate"}, share),
          .flops = flopsOf(*this)};
}

NcuNumbers::NcuNumbers(const Log& log, const LogTable& launch) {
  for (std::size_t row = 0; row < launch.rows.size(); ++row) {
    const LogCell& value = launch.cell(row, ncuValueColumn);
    if (value.hasNumber()) {
      m_numbers.push_back({.name = log.text(launch.cell(row, ncuNameColumn).text),
                           .unit = log.text(launch.cell(row, ncuUnitColumn).text),
                           .value = value.number});
    }
  }
  std::ranges::stable_sort(m_numbers, {}, &Number::name);
}

NcuNumbers::NcuNumbers(std::span<const std::pair<std::string_view, double>> metrics) {
  constexpr double percent = 100;
  for (const auto& [name, value] : metrics) {
    const Quantity quantity = quantityOfMetric(name);
    m_numbers.push_back(
        {.name = name, .unit = baseUnit(quantity), .value = quantity == Quantity::Share ? value / percent : value});
  }
  std::ranges::stable_sort(m_numbers, {}, &Number::name);
}

std::optional<double> NcuNumbers::of(std::initializer_list<std::string_view> names, std::string_view unit) const {
  for (const std::string_view name : names) {
    for (const Number& number : std::ranges::equal_range(m_numbers, name, {}, &Number::name)) {
      if (number.unit == unit) {
        return number.value;
      }
    }
  }
  return std::nullopt;
}

std::optional<double> NcuNumbers::count(std::string_view name) const {
  const auto found = std::ranges::lower_bound(m_numbers, name, {}, &Number::name);
  return found != m_numbers.end() && found->name == name ? std::optional(found->value) : std::nullopt;
}

std::optional<double> NcuNumbers::sum(std::string_view begin, std::string_view end) const {
  std::optional<double> sum;
  for (auto at = std::ranges::lower_bound(m_numbers, begin, {}, &Number::name);
       at != m_numbers.end() && at->name.starts_with(begin); ++at) {
    if (at->name.ends_with(end)) {
      sum = sum.value_or(0) + at->value;
    }
  }
  return sum;
}

/// Sections of the details call the metric Duration; the GPU is one unit, of which sum, average and extremes are one.
std::optional<double> NcuNumbers::durationNs() const {
  return of({"gpu__time_duration.sum", "Duration", "gpu__time_duration.avg", "gpu__time_duration.max",
             "gpu__time_duration.min"},
            baseUnit(Quantity::Time));
}

std::optional<double> NcuNumbers::clockHz() const {
  return of({"SM Frequency", "gpc__cycles_elapsed.avg.per_second", "smsp__cycles_elapsed.avg.per_second"},
            baseUnit(Quantity::Frequency));
}

bool isNcuLaunch(const LogTable& table) {
  return table.kind == TableKind::Ncu && table.columns.size() == ncuValueColumn + 1 && table.columnOf(ColumnRole::Name);
}

bool hasNcuLaunches(const Log& log) {
  return std::ranges::any_of(log.tables(), isNcuLaunch);
}

std::vector<NcuLaunch> ncuLaunchesOf(const Log& log) {
  std::vector<NcuLaunch> launches;
  for (const LogTable& table : log.tables()) {
    if (isNcuLaunch(table)) {
      const std::string_view title = log.text(table.title);
      launches.push_back({.table = &table,
                          .kernel = ncuKernelName(title),
                          .config = configOf(title),
                          .device = deviceOfLaunch(title),
                          .metrics = NcuNumbers(log, table).metrics()});
    }
  }
  return launches;
}

std::string_view ncuKernelName(std::string_view launch) {
  const std::string_view before = beforeContext(launch);
  const std::string_view grid = withoutTriple(before);
  if (!grid.ends_with('x')) {
    return before;
  }
  std::string_view name = withoutTriple(grid.substr(0, grid.size() - 1));
  while (name.ends_with(' ')) {
    name.remove_suffix(1);
  }
  return name;
}

}  // namespace kernline
