// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/counter_set.h"

#include "app/recorder/io/nearest_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace kernline::recorder {

namespace {

struct KnownCounter {
  std::string_view key;
  std::string_view metric;
  std::string_view chart;
  std::string_view series;
};

constexpr std::string_view use = "GPU use (%)";
constexpr std::string_view memory = "GPU memory traffic (B/s)";
constexpr std::string_view links = "GPU links (B/s)";

// Metrics that PM sampling has from GA10x to GH100, where all of them fit one pass.
constexpr std::array counters{
    KnownCounter{"sm", "sm__cycles_active.avg.pct_of_peak_sustained_elapsed", use, "SM active"},
    KnownCounter{"tensor", "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed", use, "tensor pipe"},
    KnownCounter{"occupancy", "sm__warps_active.avg.pct_of_peak_sustained_elapsed", use, "warps resident"},
    KnownCounter{"dram-read", "dram__bytes_read.sum.per_second", memory, "DRAM read"},
    KnownCounter{"dram-write", "dram__bytes_write.sum.per_second", memory, "DRAM write"},
    KnownCounter{"l2", "lts__t_bytes.sum.per_second", "GPU L2 traffic (B/s)", "L2"},
    KnownCounter{"pcie-read", "pcie__read_bytes.sum.per_second", links, "PCIe read"},
    KnownCounter{"pcie-write", "pcie__write_bytes.sum.per_second", links, "PCIe write"},
    KnownCounter{"nvlink-in", "nvlrx__bytes.sum.per_second", links, "NVLink in"},
    KnownCounter{"nvlink-out", "nvltx__bytes.sum.per_second", links, "NVLink out"},
    KnownCounter{"clock", "sm__cycles_elapsed.avg.per_second", "SM clock (Hz)", "SM clock"},
};

struct KnownSet {
  std::string_view key;
  std::string_view members;
};

constexpr std::array sets{
    KnownSet{"basic", "sm,tensor,occupancy,dram-read,dram-write,clock"},
    KnownSet{"memory", "sm,dram-read,dram-write,l2"},
    KnownSet{"links", "sm,pcie-read,pcie-write,nvlink-in,nvlink-out"},
    KnownSet{"all", "sm,tensor,occupancy,dram-read,dram-write,l2,pcie-read,pcie-write,nvlink-in,nvlink-out,clock"},
};

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> all;
  while (true) {
    const std::size_t comma = text.find(',');
    all.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) {
      return all;
    }
    text.remove_prefix(comma + 1);
  }
}

std::string nearest(std::string_view word) {
  std::vector<std::string_view> keys;
  std::ranges::transform(sets, std::back_inserter(keys), &KnownSet::key);
  std::ranges::transform(counters, std::back_inserter(keys), &KnownCounter::key);
  return nearestName(word, keys);
}

void addOnce(std::vector<CounterMetric>& chosen, CounterMetric counter) {
  if (std::ranges::find(chosen, counter.metric, &CounterMetric::metric) == chosen.end()) {
    chosen.push_back(std::move(counter));
  }
}

bool addNamed(std::vector<CounterMetric>& chosen, std::string_view word) {
  if (const auto* set = std::ranges::find(sets, word, &KnownSet::key); set != sets.end()) {
    return std::ranges::all_of(words(set->members), [&](std::string_view member) { return addNamed(chosen, member); });
  }
  if (const auto* counter = std::ranges::find(counters, word, &KnownCounter::key); counter != counters.end()) {
    addOnce(chosen, {std::string(counter->metric), std::string(counter->chart), std::string(counter->series)});
    return true;
  }
  if (word.find("__") == std::string_view::npos) {
    return false;
  }
  addOnce(chosen, {std::string(word), std::string(word), "value"});
  return true;
}

}  // namespace

std::expected<std::vector<CounterMetric>, std::string> readCounterSet(std::string_view text) {
  std::vector<CounterMetric> chosen;
  for (const std::string_view word : words(text)) {
    if (!addNamed(chosen, word)) {
      return std::unexpected(fmt::format("unknown counter \"{}\"; did you mean {}?", word, nearest(word)));
    }
  }
  return chosen;
}

}  // namespace kernline::recorder
