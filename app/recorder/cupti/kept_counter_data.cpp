// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/kept_counter_data.h"

#ifdef KERNLINE_HAVE_PM_SAMPLING

#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace kernline::recorder {

namespace {

constexpr const char* rangesWord = "ranges";
constexpr const char* samplesWord = "samples";

}  // namespace

const char* counterDataFolder() {
  static const char* const folder = std::getenv("KERNLINE_KEEP_COUNTER_DATA");
  return folder;
}

void keepCounterData(const KeptCounterData& data) {
  constexpr int maxFiles = 8;
  static std::atomic<int> kept{0};
  const int number = kept++;
  if (number >= maxFiles) {
    return;
  }
  const bool isOfRanges = data.type == CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  std::ofstream file(
      fmt::format("{}/{}-{}.counters", counterDataFolder(), isOfRanges ? rangesWord : samplesWord, number),
      std::ios::binary);
  file << fmt::format("{} {} {} {}\n", isOfRanges ? rangesWord : samplesWord, data.chip, data.index,
                      data.metrics.size());
  for (std::size_t i = 0; i < data.metrics.size(); ++i) {
    file << fmt::format("{} {}\n", data.metrics[i], data.values[i]);
  }
  file.write(reinterpret_cast<const char*>(data.image.data()), static_cast<std::streamsize>(data.image.size()));
}

std::optional<KeptCounterData> readCounterData(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  KeptCounterData data;
  std::string type;
  std::size_t metrics = 0;
  if (!(file >> type >> data.chip >> data.index >> metrics) || (type != rangesWord && type != samplesWord)) {
    return std::nullopt;
  }
  data.type = type == rangesWord ? CUPTI_PROFILER_TYPE_RANGE_PROFILER : CUPTI_PROFILER_TYPE_PM_SAMPLING;
  for (std::size_t i = 0; i < metrics; ++i) {
    file >> data.metrics.emplace_back() >> data.values.emplace_back();
  }
  if (!file || file.get() != '\n') {
    return std::nullopt;
  }
  data.image.assign(std::istreambuf_iterator<char>(file), {});
  return data;
}

}  // namespace kernline::recorder

#endif
