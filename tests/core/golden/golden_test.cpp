// SPDX-License-Identifier: GPL-3.0-or-later
// What the importer makes of the fixtures, as text under tests/golden. KERNLINE_UPDATE_GOLDEN=1 writes it anew.
#include "tests/support/nsys_database.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_dump.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace kernline::test {
namespace {

std::vector<std::string> fixtures() {
  return filesBelow(fixture(""), {".json", ".json.gz", ".gz", ".zip", ".zst", ".html", ".csv", ".sql", ".pftrace",
                                  ".pb", ".hatchet", ".speedscope", ".perf", ".firefox"});
}

std::string goldenPath(std::string name) {
  std::ranges::replace(name, '/', '.');
  return std::string(KERNLINE_SOURCE_DIR "/tests/golden/") + name + ".txt";
}

// Databases are kept as the statements that make them.
Expected<std::shared_ptr<const Trace>> loadDatabase(const std::string& statements) {
  const TemporaryFile file(databaseOf(statements), ".sqlite");
  return load(file.path());
}

// Errors name the path, which differs from machine to machine.
std::string imported(const std::string& name) {
  const std::string path = fixture(name);
  const auto trace = name.ends_with(".sql") ? loadDatabase(readFile(path)) : load(path);
  if (trace) {
    return dump(**trace, {.spansPerLane = 6, .others = 6, .withOffsets = true, .withSource = true});
  }
  std::string message = trace.error().message.english();
  const std::size_t at = message.find(path);
  return "refused: " + (at == std::string::npos ? message : message.replace(at, path.size(), name)) + "\n";
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, dumpIsAsItWas) {
  const std::string text = imported(GetParam());
  if (std::getenv("KERNLINE_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(goldenPath(GetParam())) << text;
    return;
  }
  EXPECT_EQ(text, readFile(goldenPath(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Golden, testing::ValuesIn(fixtures()),
                         [](const auto& param) { return testName(param.param); });

TEST(GoldenFiles, belongToAFixtureEach) {
  const auto names = fixtures();
  for (const std::string& file : filesBelow(KERNLINE_SOURCE_DIR "/tests/golden", {".txt"})) {
    const bool isKnown =
        std::ranges::any_of(names, [&](const std::string& name) { return goldenPath(name).ends_with("/" + file); });
    EXPECT_TRUE(isKnown) << file;
  }
}

}  // namespace
}  // namespace kernline::test
