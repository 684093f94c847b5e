// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

namespace kernline::test {
namespace {

using nlohmann::json;

const std::string& modulesSample() {
  static const std::string file = fixture("h200-profiler-steps.json.gz");
  return file;
}

std::int64_t sumOf(const json& rows, const char* member) {
  std::int64_t sum = 0;
  for (const json& row : rows) {
    sum += row.at(member).get<std::int64_t>();
  }
  return sum;
}

TEST(Modules, giveAllDeviceTimeOnce) {
  const json stats = answerOf({"stats", "--json", "--kind", "device", modulesSample()});
  const json answer = answerOf({"modules", "--json", modulesSample()});
  EXPECT_EQ(answer.at("source"), "modules");
  EXPECT_EQ(answer.at("given_ns"), stats.at("files")[0].at("total_ns"));
  EXPECT_EQ(answer.at("given_ns").get<std::int64_t>(), sumOf(answer.at("rows"), "self_ns"));
  EXPECT_EQ(answer.at("rows").back().at("path"), "(no module)");
  EXPECT_EQ(answer.at("rows").back().at("total_ns"), answer.at("unassigned_ns"));
  for (const json& row : answer.at("rows")) {
    EXPECT_EQ(row.at("total_ns").get<std::int64_t>(), row.at("forward_ns").get<std::int64_t>() +
                                                          row.at("backward_ns").get<std::int64_t>() +
                                                          row.at("optimizer_ns").get<std::int64_t>());
  }
  EXPECT_GT(answer.at("backward_joined_ns").get<std::int64_t>(), 0);
}

TEST(Modules, ofARecordingHaveTheirPathsAndTheirBackward) {
  const std::string recording = fixture("recordings/torch-training.json.gz");
  const json answer = answerOf({"modules", "--json", recording});
  EXPECT_EQ(answer.at("backward_joined_ns"), answer.at("backward_ns"));
  const auto product = std::ranges::find(answer.at("rows"), "Model/blocks.1/blocks.1.qkv",
                                         [](const json& row) { return row.at("path").get<std::string>(); });
  ASSERT_NE(product, answer.at("rows").end());
  EXPECT_EQ(product->at("calls"), 6);
  EXPECT_GT(product->at("backward_ns").get<std::int64_t>(), product->at("forward_ns").get<std::int64_t>());
  const json work = answerOf({"work", "--json", recording});
  EXPECT_GT(work.at("modelled_ns").get<double>(), 0.99 * work.at("kernel_ns").get<double>());
}

TEST(Modules, ofARangeAreAPartOfTheWhole) {
  const json part = answerOf({"modules", "--json", "--range", "0..1ms", modulesSample()});
  EXPECT_LT(part.at("given_ns"), answerOf({"modules", "--json", modulesSample()}).at("given_ns"));
  EXPECT_EQ(part.at("given_ns").get<std::int64_t>(), sumOf(part.at("rows"), "self_ns"));
}

TEST(Modules, areATableForPeopleAndForPrograms) {
  const json answer = answerOf({"modules", "--json", modulesSample()});
  std::istringstream csv(kernline({"modules", "--csv", modulesSample()}).out);
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "path,name,depth,calls,kernels,forward_ns,backward_ns,optimizer_ns,self_ns,total_ns,share");
  for (const json& row : answer.at("rows")) {
    std::getline(csv, line);
    EXPECT_TRUE(line.starts_with(row.at("path").get<std::string>() + "," + row.at("name").get<std::string>())) << line;
  }
  const std::string text = kernline({"modules", "--depth", "1", modulesSample()}).out;
  EXPECT_THAT(text, testing::HasSubstr("optimizer"));
  EXPECT_THAT(text, testing::HasSubstr("(no module)"));
  EXPECT_EQ(kernline({"modules", "--json", "--csv", modulesSample()}).code, 2);
  EXPECT_THAT(kernline({"modules", fixture("h200-cuda-graph.json.gz")}).out, testing::HasSubstr("with_stack=True"));
}

TEST(Modules, showThoseWithTheMostTimeAndSayHowManyAreLeftOut) {
  const json all = answerOf({"modules", "--json", modulesSample()});
  EXPECT_EQ(all.at("rows_left_out"), 0);
  ASSERT_GT(all.at("rows").size(), 5U);
  const json few = answerOf({"modules", "--json", "--limit", "4", modulesSample()});
  ASSERT_EQ(few.at("rows").size(), 5U) << "and what no module caused";
  EXPECT_EQ(few.at("rows_left_out"), all.at("rows").size() - 5);
  EXPECT_EQ(few.at("rows").back(), all.at("rows").back());
  for (const json& row : few.at("rows")) {
    const std::string path = row.at("path");
    const auto above = path.substr(0, path.rfind('/'));
    const bool isShown =
        std::ranges::any_of(few.at("rows"), [&](const json& other) { return other.at("path") == above; });
    EXPECT_TRUE(isShown) << path;
  }
  EXPECT_THAT(kernline({"modules", "--limit", "4", modulesSample()}).out,
              testing::HasSubstr("more; --limit 0 shows all"));
}

}  // namespace
}  // namespace kernline::test
