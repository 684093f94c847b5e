// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/independent_count.h"
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace kernline::test {
namespace {

nlohmann::json eventsOf(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"events", "--json"});
  return answerOf(arguments).at("events");
}

TEST(Events, comeByStartTimeWithTheirArgs) {
  const std::string path = fixture("h200-ring-rank0.json.gz");
  const nlohmann::json events = eventsOf({path});
  const IndependentCount expected = countIndependently(path);
  ASSERT_EQ(events.size(), expected.complete.size());
  EXPECT_TRUE(
      std::ranges::is_sorted(events, {}, [](const nlohmann::json& e) { return e.at("start_ns").get<std::int64_t>(); }));
  std::vector<std::pair<std::int64_t, std::string>> answered;
  std::vector<std::pair<std::int64_t, std::string>> wanted;
  std::size_t withStream = 0;
  for (const nlohmann::json& event : events) {
    answered.emplace_back(event.at("start_ns"), event.at("name"));
    withStream += event.at("category") == "kernel" && event.at("args").contains("stream") ? 1 : 0;
  }
  std::size_t kernels = 0;
  for (const IndependentCount::CompleteEvent& event : expected.complete) {
    wanted.emplace_back(event.start, event.name);
    kernels += event.category == "kernel" ? 1 : 0;
  }
  std::ranges::sort(answered);
  std::ranges::sort(wanted);
  EXPECT_EQ(answered, wanted);
  EXPECT_EQ(withStream, kernels);
}

TEST(Events, obeyNameTrackRangeAndLimit) {
  const std::string path = fixture("h200-ring-rank0.json.gz");
  const nlohmann::json all = eventsOf({path});
  const nlohmann::json nccl = eventsOf({path, "--name", "^ncclDev.*SendRecv"});
  ASSERT_FALSE(nccl.empty());
  std::size_t expected = 0;
  for (const nlohmann::json& event : all) {
    expected += event.at("name").get<std::string>().starts_with("ncclDevKernel_SendRecv") ? 1 : 0;
  }
  EXPECT_EQ(nccl.size(), expected);
  EXPECT_EQ(eventsOf({path, "--name", "^nccl", "--limit", "3"}).size(), 3U);
  const std::string track = nccl.at(0).at("track");
  for (const nlohmann::json& event : eventsOf({path, "--track", track})) {
    EXPECT_EQ(event.at("track"), track);
  }
  const nlohmann::json& one = nccl.at(1);
  const auto start = one.at("start_ns").get<std::int64_t>();
  const std::string inside = "@" + std::to_string(start + 1) + "..@" + std::to_string(start + 2);
  const nlohmann::json reaching = eventsOf({path, "--range", inside});
  EXPECT_TRUE(std::ranges::any_of(reaching, [&](const nlohmann::json& e) { return e == one; }))
      << "what reaches into a range belongs to it";
  for (const nlohmann::json& event : reaching) {
    EXPECT_LE(event.at("start_ns").get<std::int64_t>(), start + 1);
    EXPECT_GT(event.at("start_ns").get<std::int64_t>() + event.at("duration_ns").get<std::int64_t>(), start + 1);
  }
}

TEST(Events, sayThatNoneMatches) {
  const std::string file = fixture("chrome-trivial.json");
  EXPECT_TRUE(kernline({"events", file, "--name", "nothing"}).out.ends_with("\n  no spans match\n"));
  EXPECT_FALSE(kernline({"events", file}).out.contains("no spans match"));
  EXPECT_FALSE(kernline({"events", file, "--name", "nothing", "--csv"}).out.contains("no spans match"));
}

TEST(Events, keepIntegersThatOnlyTextCanHold) {
  const TemporaryFile file{R"([{"ph":"X","name":"a","ts":1,"dur":2,"pid":1,"tid":1,)"
                           R"("args":{"big":18446744073709551615,"bigger":123456789012345678901234567890,)"
                           R"("half":0.5,"list":[1,"x",null,true],"nan":NaN}}])"};
  const nlohmann::json args = eventsOf({file.path()}).at(0).at("args");
  EXPECT_EQ(args.at("big"), 18446744073709551615ULL);
  EXPECT_EQ(args.at("bigger"), "123456789012345678901234567890");
  EXPECT_EQ(args.at("half"), 0.5);
  EXPECT_EQ(args.at("list"), nlohmann::json::parse(R"([1,"x",null,true])"));
  EXPECT_TRUE(args.at("nan").is_null());
}

TEST(Events, ofInvalidUtf8AreStillJson) {
  const TemporaryFile file{
      "[{\"ph\":\"X\",\"name\":\"a\xff\xfe\",\"ts\":1,\"dur\":2,\"pid\":\"\xc3\",\"tid\":1,"
      "\"args\":{\"k\xff\":\"v\xff\"}}]"};
  EXPECT_EQ(eventsOf({file.path()}).size(), 1U);
  EXPECT_EQ(answerOf({"summary", "--json", file.path()}).at("events").at("spans"), 1);
  EXPECT_EQ(answerOf({"stats", "--json", file.path()}).at("rows").size(), 1U);
}

TEST(Events, showControlCharactersInsteadOfSendingThemToTheTerminal) {
  const TemporaryFile file{"[{\"ph\":\"X\",\"name\":\"a\\u001b[31m\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":1}]"};
  for (const char* command : {"events", "stats", "summary"}) {
    const ProgramRun run = kernline({command, file.path()});
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.out.find('\x1b'), std::string::npos) << command;
  }
}

TEST(Events, asCsvQuoteWhatNeedsIt) {
  const TemporaryFile file{R"-([{"ph":"X","name":"f(a, \"b\")","cat":"c","ts":1,"dur":2,"pid":1,"tid":1}])-"};
  const ProgramRun run = kernline({"events", "--csv", file.path()});
  EXPECT_EQ(run.code, 0);
  EXPECT_TRUE(run.out.starts_with("name,category,track,start_ns,duration_ns,lane,args\n\"f(a, \"\"b\"\")\",c,"))
      << run.out;
  EXPECT_TRUE(run.out.ends_with(",1000,2000,0,{}\n")) << run.out;
}

TEST(Events, refuseATrackThatIsNotThere) {
  const ProgramRun run = kernline({"events", "--track", "stream 99", fixture("h200-ring-rank0.json.gz")});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_NE(run.err.find("stream 99"), std::string::npos);
}

TEST(Events, areFoundByTheirArgs) {
  const std::string path = fixture("h200-ring-rank0.json.gz");
  std::size_t expected = 0;
  for (const nlohmann::json& event : eventsOf({path})) {
    expected += event.at("args").contains("grid") && event.at("args").at("block").at(0) == 128 ? 1 : 0;
  }
  const nlohmann::json found = eventsOf({path, "--args", "block:\\[128,"});
  ASSERT_GT(expected, 0U);
  EXPECT_EQ(found.size(), expected);
  EXPECT_EQ(kernline({"events", path, "--args", "("}).code, 2);
}

}  // namespace
}  // namespace kernline::test
