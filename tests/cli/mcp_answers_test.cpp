// SPDX-License-Identifier: GPL-3.0-or-later
// What of an answer a client gets to see first, and the tools that read what the others do not.
#include "tests/cli/mcp_client.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string textIn(const json& reply) {
  return reply["result"]["content"][0].value("text", "");
}

std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(McpAnswers, keepTheDevicesAndWhyTheyWereIdle) {
  const std::vector<std::string> traces{"h200-profiler-steps.json.gz", "torch-merged-8-ranks.json.gz",
                                        "h200-attention-original.json.gz", "torch-alexnet-a100.json.gz",
                                        "torch-rocm-vllm-graph.json.gz"};
  std::vector<json> calls;
  for (const std::string& trace : traces) {
    calls.push_back(toolCall(calls.size() + 1, "summary", {{"path", trace}}));
    calls.push_back(toolCall(calls.size() + 1, "summary", {{"path", trace}, {"max_characters", 4000}}));
    calls.push_back(toolCall(calls.size() + 1, "open", {{"path", trace}}));
  }
  const std::vector<json> replies = talk({fixtureFolder}, calls);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const json answer = answerIn(replyTo(i + 1, replies));
    EXPECT_GE(answer["idle_causes"].size(), 1U) << calls[i];
    EXPECT_GE(answer["devices"].size(), 1U) << calls[i];
    const std::string text = textIn(replyTo(i + 1, replies));
    EXPECT_LT(text.find("\"idle_causes\":"), text.find("\"tracks\":")) << calls[i];
  }
}

TEST(McpAnswers, beginAComparisonWithItsVerdictOnceAndInShortNames) {
  const std::string base = "torch-compare-base.json.gz";
  const std::string other = "torch-compare-other.json.gz";
  const std::vector<json> replies = talk({fixtureFolder}, {toolCall(1, "compare", {{"paths", {base, other}}}),
                                                           toolCall(2, "compare", {{"paths", {base, other, base}}})});
  const std::string text = textIn(replyTo(1, replies));
  EXPECT_EQ(countOf(text, "\"verdict\""), 1U);
  EXPECT_EQ(countOf(text, "\"waterfall\""), 1U);
  EXPECT_LT(text.find("\"verdict\""), text.find("\"runs\""));
  const json answer = answerIn(replyTo(1, replies));
  bool hasIdle = false;
  for (const json& part : answer["waterfall"]["parts"]) {
    const std::string name = part["name"];
    EXPECT_FALSE(name.contains("(") && name.contains("::")) << name;
    hasIdle = hasIdle || part["kind"] == "idle";
    EXPECT_EQ(part["kind"] == "idle", name.starts_with("idle: ")) << name;
  }
  EXPECT_TRUE(hasIdle);
  const json three = answerIn(replyTo(2, replies));
  EXPECT_FALSE(three.contains("verdict")) << "each of the two others has its own";
  ASSERT_EQ(three["differences"].size(), 2U);
  EXPECT_TRUE(three["differences"][1]["verdict"]["sentence"].is_string());
}

TEST(McpAnswers, concludeAComparisonWithoutTheProfilerWhereItSlowedTheHost) {
  if (!hasShared("pairs/batch.before.json")) {
    GTEST_SKIP() << lacks("pairs/batch.before.json");
  }
  const std::filesystem::path before(shared("pairs/batch.before.json"));
  const std::filesystem::path after(shared("pairs/batch.after.json"));
  const json paths{before.filename().string(), after.filename().string()};
  const std::vector<json> replies = talk({before.parent_path().string()}, {toolCall(1, "compare", {{"paths", paths}})});
  const json verdict = answerIn(replyTo(1, replies))["verdict"];
  EXPECT_EQ(verdict["faster"], "base");
  EXPECT_NEAR(verdict["ratio"].get<double>(), 1.66, 0.25);
  EXPECT_NEAR(verdict["recorded"]["ratio"].get<double>(), 1.01, 0.02);
  EXPECT_THAT(verdict["sentence"],
              mentions("without-profiler-slower", anyValue, anyValue, anyValue, anyValue, anyValue));
}

TEST(McpAnswers, beginASummaryWithItsConclusion) {
  const std::string trace = "h200-profiler-steps.json.gz";
  const std::vector<json> replies =
      talk({fixtureFolder},
           {toolCall(1, "summary", {{"path", trace}}), toolCall(2, "open", {{"path", trace}}),
            toolCall(3, "advise", {{"path", trace}}), toolCall(4, "summary", {{"path", "logs/two-ranks.log"}}),
            toolCall(5, "summary", {{"path", "torch-merged-8-ranks.json.gz"}})});
  const std::string text = textIn(replyTo(1, replies));
  EXPECT_TRUE(text.starts_with("{\"verdict\":{\"sentence\":\"")) << text.substr(0, 200);
  EXPECT_EQ(countOf(text, "\"verdict\""), 1U);
  EXPECT_LT(text.find("\"verdict\""), text.find("\"files\""));
  const json verdict = answerIn(replyTo(1, replies))["verdict"];
  EXPECT_THAT(verdict["sentence"].get<std::string>(), HasSubstr(" steps, median "));
  ASSERT_EQ(verdict["reasons"].size(), 3U);
  EXPECT_THAT(verdict["reasons"][0].get<std::string>(), HasSubstr(" is busy "));
  EXPECT_THAT(verdict["reasons"][1].get<std::string>(), HasSubstr("host-bound "));
  const json advice = answerIn(replyTo(3, replies));
  const std::string title = advice["rows"][0]["title"];
  EXPECT_THAT(verdict["reasons"][2].get<std::string>(), HasSubstr("First advice: " + title));
  EXPECT_EQ(answerIn(replyTo(2, replies))["verdict"]["reasons"].size(), 2U) << "open is quick";
  EXPECT_TRUE(textIn(replyTo(3, replies)).starts_with("{\"verdict\":"));
  EXPECT_TRUE(advice["verdict"]["sentence"].get<std::string>().starts_with(title));
  EXPECT_FALSE(answerIn(replyTo(4, replies)).contains("verdict"));
  EXPECT_THAT(answerIn(replyTo(5, replies))["verdict"]["reasons"][0].get<std::string>(),
              HasSubstr("4 devices are busy "));
}

TEST(McpAnswers, nameTheCausesOfIdleTimeAtAnySize) {
  const std::vector<std::string> traces{"h200-profiler-steps.json.gz", "h200-attention-original.json.gz",
                                        "torch-merged-8-ranks.json.gz"};
  std::vector<json> calls;
  for (const std::string& trace : traces) {
    for (const int size : {1000, 1500, 2000, 3000, 6000}) {
      calls.push_back(toolCall(calls.size() + 1, "summary", {{"path", trace}, {"max_characters", size}, {"limit", 1}}));
    }
  }
  const std::vector<json> replies = talk({fixtureFolder}, calls);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const json& size = calls[i]["params"]["arguments"]["max_characters"];
    EXPECT_LE(textIn(replyTo(i + 1, replies)).size(), size.get<std::size_t>()) << calls[i];
    const json answer = answerIn(replyTo(i + 1, replies));
    bool names = false;
    for (const json& reason : answer["verdict"]["reasons"]) {
      names = names || reason.get<std::string>().starts_with("Idle ");
    }
    EXPECT_TRUE(names) << calls[i] << answer;
    if (size >= 2000) {
      ASSERT_EQ(answer["idle_causes"].size(), 1U) << calls[i] << answer;
      EXPECT_FALSE(answer["idle_causes"][0]["causes"].empty());
    }
  }
}

TEST(McpAnswers, areOfAPathWhereverAToolTakesSeveral) {
  const std::string base = "torch-compare-base.json.gz";
  const std::string other = "torch-compare-other.json.gz";
  const std::vector<json> replies = talk(
      {fixtureFolder},
      {toolCall(1, "compare", {{"paths", {base, other}}}), toolCall(2, "compare", {{"path", base}, {"paths", {other}}}),
       toolCall(3, "compare", {{"paths", {other}}, {"path", base}}),
       toolCall(4, "heat_map", {{"path", "ranks/ddp_straggler"}}),
       toolCall(5, "ranks", {{"path", "ranks/ddp_straggler"}}),
       toolCall(6, "memory", {{"path", "memory/out-of-memory.pickle"}}), toolCall(7, "source", {{"path", base}}),
       toolCall(8, "heat_map", json::object()), toolCall(9, "source", {{"path", 5}})});
  EXPECT_EQ(textIn(replyTo(2, replies)), textIn(replyTo(1, replies)));
  EXPECT_EQ(textIn(replyTo(3, replies)), textIn(replyTo(1, replies)));
  for (int id = 4; id <= 6; ++id) {
    EXPECT_TRUE(answerIn(replyTo(id, replies)).contains("schema")) << id;
  }
  EXPECT_THAT(failureIn(replyTo(7, replies)).value_or(""), HasSubstr("no sampled program counters"));
  EXPECT_EQ(failureIn(replyTo(8, replies)), "heat_map needs path, a file, or paths, a list of files");
  EXPECT_EQ(failureIn(replyTo(9, replies)), "path: expected a path, a text such as \"train.json.gz\"");
}

TEST(McpAnswers, failInASentenceThatAClientCanFollow) {
  const TemporaryFolder folder;
  folder.add("repaired.json", R"({"traceEvents":[{"ph":"X","name":"k","ts":1,"dur":-2,"pid":1,"tid":1},
                                 {"ph":"X","name":"j","ts":4,"dur":2,"pid":1,"tid":1}]})");
  folder.add("a b.log", readFile(fixture("logs/two-ranks.log")));
  const std::vector<json> replies = talk(
      {folder.path()},
      {toolCall(1, "steps", {{"path", "repaired.json"}}), toolCall(2, "tables", {{"path", "repaired.json"}}),
       toolCall(3, "source", {{"path", "a b.log"}}), toolCall(4, "events", {{"path", "repaired.json"}, {"track", "x"}}),
       toolCall(5, "steps", {{"path", "repaired.json"}, {"steps_by", "("}}),
       toolCall(6, "query", {{"path", "repaired.json"}, {"max_characters", 1000}})});
  EXPECT_EQ(failureIn(replyTo(1, replies)),
            folder / "repaired.json" + ": " + phrase("no-steps-found") +
                ": none recorded, and nothing repeats; choose spans with steps_by NAME");
  EXPECT_THAT(failureIn(replyTo(2, replies)).value_or(""), testing::EndsWith("; use the tool statistics instead"));
  EXPECT_EQ(failureIn(replyTo(3, replies)), folder / "a b.log" + " is a log; the tool tables reads it");
  EXPECT_EQ(failureIn(replyTo(4, replies)), "there is no track \"x\"; the tool summary lists the tracks");
  EXPECT_TRUE(failureIn(replyTo(5, replies)).value_or("").starts_with("steps_by: "));
  EXPECT_LE(textIn(replyTo(6, replies)).size(), 1000U);
}

TEST(McpAnswers, readWhatTheOtherToolsDoNot) {
  const std::string steps = "h200-profiler-steps.json.gz";
  const std::vector<json> replies = talk(
      {fixtureFolder}, {toolCall("tables", "tables", {{"path", "logs/two-ranks.log"}}),
                        toolCall("calltree", "calltree", {{"path", steps}, {"weight", "device"}, {"bottom_up", true}}),
                        toolCall("modules", "modules", {{"path", steps}, {"depth", 2}}),
                        toolCall("events", "events", {{"path", steps}, {"name", "gemm|nvjet"}, {"limit", 3}}),
                        toolCall("source", "source", {{"paths", {"recordings/source.json.gz"}}, {"by", "instruction"}}),
                        toolCall("heat", "heat_map", {{"paths", {"ranks/ddp_straggler"}}, {"metric", "waiting"}}),
                        toolCall("usual", "heat_map", {{"paths", {"ranks/ddp_straggler"}}})});
  EXPECT_FALSE(answerIn(replyTo("tables", replies))["tables"].empty());
  const json tree = answerIn(replyTo("calltree", replies));
  EXPECT_EQ(tree["direction"], "bottom_up");
  EXPECT_EQ(tree["weight"], "device");
  EXPECT_FALSE(tree["nodes"].empty());
  EXPECT_FALSE(answerIn(replyTo("modules", replies))["rows"].empty());
  const json events = answerIn(replyTo("events", replies));
  EXPECT_EQ(events["events"].size(), 3U);
  EXPECT_EQ(events["left_out"][0], (json{{"list", "events"}, {"shown", 3}, {"of", "more"}}));
  EXPECT_FALSE(answerIn(replyTo("source", replies))["rows"].empty());
  const json heat = answerIn(replyTo("heat", replies));
  EXPECT_EQ(heat["metric"], "waiting");
  ASSERT_EQ(heat["rows"].size(), 2U);
  EXPECT_EQ(heat["rows"][0]["values"].size(), heat["steps"].size());
  EXPECT_EQ(answerIn(replyTo("usual", replies))["metric"], "compute");
}

TEST(McpAnswers, tellOfEventsThatThereAreNoMore) {
  const std::string event = R"({"ph":"X","name":"k","cat":"kernel","ts":1,"dur":2,"pid":1,"tid":1})";
  const TemporaryFolder folder;
  folder.add("run.json", "[" + event + "," + event + "]");
  const std::vector<json> replies =
      talk({folder.path()}, {toolCall(1, "events", {{"path", "run.json"}, {"limit", 2}}),
                             toolCall(2, "events", {{"path", "run.json"}, {"limit", 1}})});
  EXPECT_EQ(answerIn(replyTo(1, replies))["events"].size(), 2U);
  EXPECT_FALSE(answerIn(replyTo(1, replies))["truncated"]);
  EXPECT_EQ(answerIn(replyTo(2, replies))["events"].size(), 1U);
  EXPECT_TRUE(answerIn(replyTo(2, replies))["truncated"]);
}

TEST(McpAnswers, saySoWhereMemoryEndsAndGoOn) {
  const TemporaryFolder folder;
  folder.add("run.json", R"([{"ph":"X","name":"k","cat":"kernel","ts":1,"dur":2,"pid":1,"tid":1}])");
  const std::string numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000000) ";
  const std::vector<json> replies =
      talk({folder.path(), "--max-memory=400M"},
           {toolCall(1, "query", {{"path", "run.json"}, {"sql", numbers + "SELECT i FROM n ORDER BY -i"}}),
            toolCall(2, "query", {{"path", "run.json"}, {"sql", numbers + "SELECT median(i) FROM n"}}),
            toolCall(3, "query", {{"path", "run.json"}, {"sql", "SELECT count(*) AS n FROM spans"}})});
  ASSERT_EQ(replies.size(), 3U);
  for (int id = 1; id <= 2; ++id) {
    EXPECT_THAT(failureIn(replyTo(id, replies)).value_or("no failure"), mentions("no-memory-for-result"));
  }
  EXPECT_EQ(answerIn(replyTo(3, replies))["rows"][0]["n"], 1);
}

}  // namespace
}  // namespace kernline::test
