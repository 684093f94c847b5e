// SPDX-License-Identifier: Apache-2.0
// What the hardware counted on an H100, kept by KERNLINE_KEEP_COUNTER_DATA and compressed with xz in
// tests/recorder/counter_data, is decoded again without a GPU: CUPTI's host library must make the same figures of it.
// Where that library cannot be loaded, nothing can.
#include "app/recorder/cupti/kept_counter_data.h"
#include "app/recorder/cupti/profiler_host.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace kernline::recorder {
namespace {

#ifdef KERNLINE_HAVE_PM_SAMPLING

std::vector<const char*> pointersTo(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) {
    pointers.push_back(text.c_str());
  }
  return pointers;
}

std::optional<KeptCounterData> readPacked(const std::string& path) {
  const std::string unpacked = std::filesystem::temp_directory_path() / "kernline-unpacked.counters";
  EXPECT_EQ(std::system(("xz -dc '" + path + "' > '" + unpacked + "'").c_str()), 0);
  auto kept = readCounterData(unpacked);
  std::filesystem::remove(unpacked);
  return kept;
}

TEST(CounterData, isDecodedToTheFiguresOfTheGpuMachine) {
  if (!profilerLibrary().hasRanges()) {
    return;
  }
  const std::filesystem::path folder = std::filesystem::path(KERNLINE_SOURCE_DIR) / "tests/recorder/counter_data";
  for (const char* name : {"ranges-0", "ranges-2"}) {
    const std::string path = (folder / name).string() + ".counters.xz";
    const auto kept = readPacked(path);
    ASSERT_TRUE(kept) << path;
    ASSERT_FALSE(kept->metrics.empty());
    ProfilerHost host(kept->type, kept->chip, {});
    ASSERT_TRUE(host.isUsable()) << path;
    std::vector<const char*> metrics = pointersTo(kept->metrics);
    ASSERT_TRUE(host.add(metrics)) << path;
    std::vector<double> values(metrics.size());
    ASSERT_TRUE(host.evaluate(kept->image, kept->index, metrics, values)) << path;
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_NEAR(values[i], kept->values[i], 1e-9 * std::abs(kept->values[i])) << path << ": " << kept->metrics[i];
    }
  }
}

TEST(CounterData, isReadAsItWasWritten) {
  const std::string path = (std::filesystem::temp_directory_path() / "kernline-one.counters").string();
  std::ofstream(path, std::ios::binary) << "samples GH100 3 2\ndram__bytes_read.sum 1048576\nlts__t_bytes.sum 0.125\n"
                                        << std::string("\n\0\xFFx", 4);
  const auto kept = readCounterData(path);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->type, CUPTI_PROFILER_TYPE_PM_SAMPLING);
  EXPECT_EQ(kept->chip, "GH100");
  EXPECT_EQ(kept->index, 3U);
  EXPECT_EQ(kept->metrics, (std::vector<std::string>{"dram__bytes_read.sum", "lts__t_bytes.sum"}));
  EXPECT_EQ(kept->values, (std::vector<double>{1048576, 0.125}));
  EXPECT_EQ(kept->image, (std::vector<std::uint8_t>{'\n', 0, 0xFF, 'x'}));
  std::ofstream(path, std::ios::binary) << "samples GH100 3 2\ndram__bytes_read.sum 1";
  EXPECT_FALSE(readCounterData(path));
  std::filesystem::remove(path);
}

#endif

}  // namespace
}  // namespace kernline::recorder
