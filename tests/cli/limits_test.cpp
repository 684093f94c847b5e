// SPDX-License-Identifier: GPL-3.0-or-later
// Memory, time and output that no input may exceed.
#include "tests/cli/mcp_client.h"
#include "tests/cli/program_run.h"
#include "tests/support/packed_text.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;

constexpr int notLoaded = 127;  // not even the libraries fit

ProgramRun kernlineIn(int kibibytes, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(),
                   {"-c", fmt::format("ulimit -v {}; exec \"$@\"", kibibytes), "sh", KERNLINE_PROGRAM});
  return kernline(arguments, {.program = "/bin/sh"});
}

/// A trace of so many events, with names of its own each.
std::string manyEvents(std::size_t count) {
  std::string text = "[";
  for (std::size_t i = 0; i < count; ++i) {
    text += fmt::format("{}{{\"ph\":\"X\",\"name\":\"event {}\",\"ts\":{},\"dur\":1,\"pid\":1,\"tid\":{}}}",
                        i == 0 ? "" : ",\n", i, i, i % 7);
  }
  return text + "]";
}

class AddressSpace : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(AddressSpace, ofAnySizeEndsInAnAnswerOrASentence) {
  const TemporaryFile trace(manyEvents(50'000));
  std::vector<std::string> arguments = GetParam();
  std::ranges::replace(arguments, std::string("TRACE"), trace.path());
  int answered = 0;
  int refused = 0;
  for (int kibibytes = 40'000; kibibytes < 400'000; kibibytes += kibibytes / 5) {
    const ProgramRun run = kernlineIn(kibibytes, arguments);
    if (run.code == notLoaded) {
      continue;
    }
    SCOPED_TRACE(fmt::format("{} KiB: {}", kibibytes, run.err));
    ASSERT_TRUE(run.code == 0 || run.code == 1) << run.code;
    if (run.code == 1) {
      EXPECT_TRUE(run.err.starts_with("kernline: ")) << run.err;
      EXPECT_EQ(std::ranges::count(run.err, '\n'), 1);
    }
    answered += run.code == 0 ? 1 : 0;
    refused += run.code == 1 ? 1 : 0;
  }
  EXPECT_GT(answered, 0);
  EXPECT_GT(refused, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Commands, AddressSpace,
    testing::Values(std::vector<std::string>{"summary", "TRACE"}, std::vector<std::string>{"stats", "--json", "TRACE"},
                    std::vector<std::string>{"calltree", "TRACE"}, std::vector<std::string>{"modules", "TRACE"},
                    std::vector<std::string>{"work", "TRACE"}, std::vector<std::string>{"advise", "TRACE"},
                    std::vector<std::string>{"query", "TRACE", "SELECT name FROM spans ORDER BY duration_ns, name",
                                             "--csv"},
                    std::vector<std::string>{"events", "--json", "TRACE"}),
    [](const auto& each) { return each.param.front(); });

TEST(MemoryLimit, endsACommandInASentence) {
  const TemporaryFile trace(manyEvents(400'000));
  const ProgramRun run = kernline({"summary", "--max-memory", "30M", trace.path()});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("reached the memory limit of 30.00 MiB"));
  EXPECT_EQ(kernline({"summary", "--max-memory", "4G", trace.path()}).code, 0);
  EXPECT_EQ(kernline({"summary", "--max-memory", "much", trace.path()}).code, 2);
}

/// A server that has few kibibytes of address space, or `--max-memory`, asked for what needs far more and then for
/// little: 1 is the large trace, 2 a query without end, 3 little.
std::vector<nlohmann::json> askedForMuch(const std::string& limit, const std::string& maxMemory) {
  const TemporaryFolder folder;
  folder.add("large.json", manyEvents(700'000));
  folder.add("small.json", manyEvents(2000));
  const std::string endless = "SELECT a.*, b.* FROM spans a, spans b ORDER BY a.name || b.name";
  std::string input;
  for (const nlohmann::json& message :
       {handshake(), toolCall(1, "advise", {{"path", "large.json"}}),
        toolCall(2, "query", {{"path", "small.json"}, {"sql", endless}}),
        toolCall(3, "query", {{"path", "small.json"}, {"sql", "SELECT count(*) AS n FROM spans"}})}) {
    input += message.dump() + "\n";
  }
  const ProgramRun run =
      kernline({"-c", limit + "exec \"$@\"", "sh", KERNLINE_PROGRAM, "mcp", "--max-memory", maxMemory, folder.path()},
               {.input = input, .program = "/bin/sh"});
  EXPECT_EQ(run.code, 0) << run.err;
  std::vector<nlohmann::json> replies;
  std::istringstream out(run.out);
  for (std::string line; std::getline(out, line);) {
    replies.push_back(nlohmann::json::parse(line, nullptr, false));
  }
  return replies;
}

TEST(MemoryLimit, EndsAnAnswerAndNotTheServer) {
  for (const auto& [limit, maxMemory] : {std::pair<std::string, const char*>("ulimit -v 250000; ", "8G"),
                                         std::pair<std::string, const char*>("", "40M")}) {
    SCOPED_TRACE(maxMemory);
    const std::vector<nlohmann::json> replies = askedForMuch(limit, maxMemory);
    const std::optional<std::string> large = failureIn(replyTo(1, replies));
    if (large || !limit.empty()) {  // it may be answered before anybody looks how much memory it took
      EXPECT_THAT(large.value_or(""), testing::ContainsRegex("memory"));
    }
    EXPECT_THAT(failureIn(replyTo(2, replies)).value_or(""), testing::ContainsRegex("memory"));
    EXPECT_EQ(answerIn(replyTo(3, replies))["rows"][0]["n"], 2000);
  }
}

TEST(MemoryLimit, isFarAboveWhatBlanksTake) {
  std::string blanks = "[";
  blanks.resize(300'000'000, ' ');
  const TemporaryFile trace(compressed(blanks, "gzip"), ".json.gz");
  EXPECT_EQ(kernline({"summary", "--max-memory", "700M", trace.path()}).code, 0);
}

TEST(TimeLimit, endsAQuery) {
  const std::string file = fixture("h200-profiler-steps.json.gz");
  const std::string endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
  const ProgramRun run = kernline({"query", file, endless, "--timeout", "200ms"});
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("stopped after 0.2 s (--timeout)"));
  EXPECT_EQ(kernline({"query", file, "SELECT 1", "--timeout", "1min"}).code, 0);
  EXPECT_EQ(kernline({"query", file, "SELECT 1", "--timeout", "soon"}).code, 2);
}

TEST(Output, staysASmallMultipleOfTheInput) {
  std::string deep = "[";
  constexpr int levels = 20'000;
  for (int i = 0; i < levels; ++i) {
    deep += fmt::format("{}{{\"ph\":\"B\",\"name\":\"f\",\"cat\":\"python_function\",\"ts\":{},\"pid\":1,\"tid\":1}}",
                        i == 0 ? "" : ",\n", i);
  }
  for (int i = 0; i < levels; ++i) {
    deep += fmt::format(",\n{{\"ph\":\"E\",\"ts\":{},\"pid\":1,\"tid\":1}}", levels + i);
  }
  const TemporaryFile trace(deep + "]");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"calltree", "--min-share", "0", "--limit", "0", "--depth", "100000"},
                                             {"calltree", "--min-share", "0", "--limit", "0", "--json"}}) {
    std::vector<std::string> all = arguments;
    all.push_back(trace.path());
    const ProgramRun run = kernline(all);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_GT(std::ranges::count(run.out, '\n'), levels);
    EXPECT_LT(run.out.size(), 10 * deep.size()) << arguments.back();
  }
  std::string log = "| kernel | ms |\n| --- | --- |\n";
  for (int i = 0; i < 1000; ++i) {
    log += fmt::format("| {} | {} |\n", i == 7 ? std::string(1'000'000, 'k') : "k", i);
  }
  const TemporaryFile table(log, ".md");
  const ProgramRun run = kernline({"tables", "--all", table.path()});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_LT(run.out.size(), 4 * log.size());
}

TEST(Depth, isCountedBeyondSixteenBits) {
  std::string deep = "[";
  constexpr int levels = 70'000;
  for (int i = 0; i < levels; ++i) {
    deep += fmt::format("{}{{\"ph\":\"B\",\"name\":\"f\",\"ts\":{},\"pid\":1,\"tid\":1}}", i == 0 ? "" : ",\n", i);
  }
  const TemporaryFile trace(deep + "]");
  const ProgramRun run = kernline({"query", "--csv", trace.path(), "SELECT max(depth) FROM spans"});
  EXPECT_THAT(run.out, HasSubstr("69998")) << "the last one has no length, and nothing around it";
}

}  // namespace
}  // namespace kernline::test
