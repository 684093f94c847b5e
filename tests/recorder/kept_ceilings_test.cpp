// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/ceilings/kept_ceilings.h"
#include "app/recorder/io/device_table.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "app/recorder/ceilings/ceilings_answer.h"
#include "tests/support/test_files.h"

namespace kernline::recorder {
namespace {

constexpr const char* h200Line = "NVIDIA H200: memory 4.021, launch 2; measured 2026-11-24";

TEST(KeptCeilings, areALineOfTheTableOfDevices) {
  const PeakRates rates{.deviceName = "NVIDIA H200",
                        .copyBytesPerSecond = 4.0214e12,
                        .l2BytesPerSecond = 7.5e12,
                        .products = {{.type = "fp32", .measured = 52.25e12}, {.type = "bf16", .measured = 781.6e12}},
                        .launchNs = 3630,
                        .graphLaunchNs = 1340};
  EXPECT_EQ(deviceLine(rates, "2026-11-24"),
            "NVIDIA H200: memory 4.021, l2 7.5, fp32 52.25, bf16 781.6, launch 3.63; measured 2026-11-24");
}

TEST(KeptCeilings, areFoundByTheNameOfTheDevice) {
  const kernline::test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() + "/devices.txt";
  EXPECT_EQ(keptDeviceLine(file, "NVIDIA H200"), "");
  std::ofstream(file) << "# NVIDIA H200: as measured\nNVIDIA H100: memory 3\n" << h200Line << '\n';
  EXPECT_EQ(keptDeviceLine(file, "NVIDIA H200"), h200Line);
  EXPECT_EQ(keptDeviceLine(file, "NVIDIA"), "");
}

/// Objects have the members that the schema describes, of the types that it says.
void expectHolds(const nlohmann::json& answer) {
  const auto schema =
      nlohmann::json::parse(kernline::test::readFile(KERNLINE_SOURCE_DIR "/resources/schemas/record-ceilings.json"));
  EXPECT_EQ(answer.size(), schema["required"].size());
  for (const auto& [key, value] : answer.items()) {
    ASSERT_TRUE(schema["properties"].contains(key)) << key;
    const nlohmann::json type = schema["properties"][key].value("type", nlohmann::json("string"));
    const std::string described = type.is_array() ? type[value.is_null() ? 1 : 0] : type;
    EXPECT_TRUE(value.type_name() == described || (value.is_number_integer() && described == "integer")) << key;
  }
}

TEST(KeptCeilings, areToldAsTheSchemaDescribes) {
  PeakRates rates{
      .device = 1,
      .deviceName = "NVIDIA H200",
      .copyBytesPerSecond = 4.0e12,
      .specifiedBytesPerSecond = 5.0e12,
      .products = {{.type = "bf16", .measured = 800e12, .specified = 1000e12}, {.type = "fp8", .measured = 1e15}},
      .launchNs = 2139.6,
      .graphLaunchNs = 1340};
  expectHolds(nlohmann::json::parse(ceilingsJson(rates, "")));
  rates.l2BytesPerSecond = 7e12;
  const auto answer = nlohmann::json::parse(ceilingsJson(rates, "devices.txt"));
  expectHolds(answer);
  EXPECT_EQ(answer["launch_ns"], 2140);
  EXPECT_EQ(answer["kept_in"], "devices.txt");
  EXPECT_EQ(ceilingsText(rates, "devices.txt"),
            "NVIDIA H200, device 1\n"
            "  memory, copy      4.000 TB/s  80.0 % of specified\n"
            "  L2, read          7.000 TB/s\n"
            "  bf16 product      800.0 TFLOP/s  80.0 % of specified\n"
            "  fp8 product      1000.0 TFLOP/s\n"
            "  empty kernel       2.14 µs launched in a row, 1.34 µs in a graph\n"
            "Saved in devices.txt\n");
}

TEST(KeptCeilings, takeThePlaceOfTheSameDevice) {
  EXPECT_EQ(withDeviceLine("", h200Line), std::string(h200Line) + "\n");
  EXPECT_EQ(withDeviceLine("# mine\nA100: memory 2; given\n", h200Line),
            "# mine\n" + std::string(h200Line) + "\nA100: memory 2; given\n");
  EXPECT_EQ(withDeviceLine("A100: memory 2; given\nNVIDIA H200: memory 3; old\n# end\nNVIDIA H200: memory 5; older",
                           h200Line),
            "A100: memory 2; given\n" + std::string(h200Line) + "\n# end\n");
}

TEST(KeptCeilings, areWrittenWholeOrNotAtAll) {
  const kernline::test::TemporaryFolder folder;
  const std::filesystem::path file = folder / "new/devices.txt";
  EXPECT_EQ(keepDeviceLine(file, h200Line), "");
  EXPECT_EQ(keepDeviceLine(file, h200Line), "");
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  EXPECT_TRUE(text.starts_with("# Ceilings of devices"));
  EXPECT_TRUE(text.ends_with("\n" + std::string(h200Line) + "\n"));
  EXPECT_EQ(text.find(h200Line), text.rfind(h200Line));
  std::filesystem::create_directory(file.string() + ".unfinished");
  EXPECT_EQ(keepDeviceLine(file, "other: memory 1; given"), file.string() + ": cannot write the file (Is a directory)");
  std::ifstream again(file);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(again), {}), text);
}

}  // namespace
}  // namespace kernline::recorder
