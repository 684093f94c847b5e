// SPDX-License-Identifier: GPL-3.0-or-later
// What `record run --json` says of a run, against its schema.
#include "app/recorder/run/measured_run.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace kernline::recorder {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

Json runSchema() {
  return Json::parse(
      kernline::test::readFile(KERNLINE_SOURCE_DIR "/resources/schemas/record-run.json"))["definitions"]["run"];
}

std::set<std::string> keysOf(const Json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) {
    keys.insert(key);
  }
  return keys;
}

/// Objects have the members that are described, numbers in nanoseconds are whole.
void expectHolds(const Json& value, const Json& schema, const std::string& at) {
  if (value.is_object() && schema.contains("properties")) {
    EXPECT_EQ(keysOf(value), keysOf(schema["properties"])) << at;
    for (const auto& [key, member] : value.items()) {
      expectHolds(member, schema["properties"].value(key, Json::object()), fmt::format("{}.{}", at, key));
    }
  }
  const Json type = schema.value("type", Json());
  const std::string described = type.is_array() ? (value.is_null() ? type[1] : type[0]) : type;
  EXPECT_TRUE(value.type_name() == described || (value.is_number() && described == "number") ||
              (value.is_number_integer() && described == "integer"))
      << at << " is " << value.dump() << ", described as " << described;
}

TEST(RunAnswer, holdsToItsSchema) {
  MeasuredRun run;
  run.kernel = "copy";
  run.device.name = "a GPU";
  run.samples.add(1250.5);
  run.samples.add(1300);
  expectHolds(toJson(run), runSchema(), "run");
  run.comparison = Comparison{.maximumError = 0.5, .tolerance = 1, .unwritten = 0, .compared = "all"};
  run.clocks = ClockRange{.min = 1000, .max = 1980, .throttle = "none"};
  run.out = "copy.json";
  run.profile = RunRecording::Profile{.passes = 22, .flops = 2e9, .dramBytes = 1e6, .use = {}, .problem = {}};
  run.profile->use.dram = 0.9;
  const Json answer = toJson(run);
  expectHolds(answer, runSchema(), "run");
  EXPECT_EQ(answer["device_name"], "a GPU");
  EXPECT_EQ(answer["median_ns"], 1275);
  EXPECT_EQ(answer["profile"]["dram_share"], 0.9);
  EXPECT_EQ(answer["profile"]["limit"], "DRAM");
  EXPECT_TRUE(answer["bound"].is_null()) << "no ceiling was measured";
  EXPECT_THAT(toText(run), Not(HasSubstr("copy bandwidth")));
  run.work.bytes = 1e6;
  run.ceilings.copyBytesPerSecond = 2e12;
  EXPECT_EQ(toJson(run)["bound"], "memory");
  EXPECT_THAT(toText(run), HasSubstr("% of copy bandwidth (2000.0 GB/s)"));
}

}  // namespace
}  // namespace kernline::recorder
