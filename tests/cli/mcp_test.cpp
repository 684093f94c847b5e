// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/mcp_client.h"
#include "tests/cli/program_run.h"
#include "tests/cli/schema_check.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;

constexpr const char* stepsTrace = "h200-profiler-steps.json.gz";
constexpr const char* endlessQuery =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

TEST(Mcp, listsToolsWithSchemasOfTheirInput) {
  const json tools = replyTo(1, talk({fixtureFolder}, {message(1, "tools/list")}))["result"]["tools"];
  std::vector<std::string> names;
  for (const json& tool : tools) {
    names.push_back(tool["name"]);
    const json& schema = tool["inputSchema"];
    EXPECT_EQ(schema["type"], "object");
    EXPECT_EQ(schema["additionalProperties"], false);
    EXPECT_TRUE(tool["annotations"]["readOnlyHint"]);
    for (const auto& [name, property] : schema["properties"].items()) {
      EXPECT_TRUE(property.contains("type") && property.contains("description")) << tool["name"] << " " << name;
    }
  }
  EXPECT_EQ(names, (std::vector<std::string>{"open", "summary", "statistics", "steps", "work", "advise", "whatif",
                                             "modules", "calltree", "compare", "memory", "ranks", "heat_map", "tables",
                                             "events", "source", "query", "render"}));
}

TEST(Mcp, givesTheAnswersOfTheCommands) {
  const std::string trace = fixture(stepsTrace);
  const std::map<std::string, std::vector<std::string>> commands{
      {"summary", {"summary", trace, "--json"}},
      {"steps", {"steps", trace, "--json"}},
      {"work", {"work", trace, "--json"}},
      {"advise", {"advise", trace, "--json"}},
      {"statistics", {"stats", trace, "--json", "--names", "short", "--by", "op", "--steps", "1"}}};
  for (const auto& [tool, command] : commands) {
    json arguments{{"path", stepsTrace}, {"limit", 500}, {"max_characters", 100'000}};
    if (tool == "statistics") {
      arguments.update({{"by", "op"}, {"steps", "1"}});
    }
    json answer = answerIn(replyTo(1, talk({fixtureFolder}, {toolCall(1, tool, arguments)})));
    json whole = json::parse(kernline(command).out);
    EXPECT_EQ(answer["schema"], whole["schema"]);
    for (const char* list : {"rows", "steps", "devices", "candidates"}) {
      if (whole.contains(list) && whole[list].is_array()) {
        ASSERT_EQ(answer[list].size(), whole[list].size()) << tool << " " << list;
        for (const char* figure : {"total_ns", "busy_ns", "upper_bound_ns", "device_ns", "flops"}) {
          if (!whole[list].empty() && whole[list][0].contains(figure) && whole[list][0][figure].is_number_integer()) {
            EXPECT_EQ(answer[list][0][figure], whole[list][0][figure]) << tool << " " << list << " " << figure;
          }
        }
      }
    }
  }
}

TEST(Mcp, answersOfSeveralFilesFoldersAndSnapshots) {
  const std::vector<json> replies =
      talk({fixtureFolder},
           {toolCall(1, "compare", {{"paths", {"torch-compare-base.json.gz", "torch-compare-other.json.gz"}}}),
            toolCall(2, "memory", {{"paths", {"memory/out-of-memory.pickle"}}, {"by", "line"}}),
            toolCall(3, "ranks", {{"paths", {"ranks/ddp_straggler"}}}), toolCall(4, "query", json::object()),
            toolCall(5, "query", {{"path", ringTrace}, {"sql", "SELECT count(*) AS n FROM kernels"}}),
            toolCall(6, "open", {{"path", "ranks"}}), toolCall(7, "summary", {{"path", "zip-of-one-trace.zip"}})});
  EXPECT_TRUE(answerIn(replyTo(1, replies))["verdict"]["sentence"].is_string());
  EXPECT_FALSE(answerIn(replyTo(2, replies))["devices"][1]["out_of_memory"].empty());
  EXPECT_TRUE(answerIn(replyTo(3, replies)).contains("stragglers"));
  EXPECT_EQ(answerIn(replyTo(4, replies))["schema"], "kernline-query-tables-1");
  EXPECT_FALSE(answerIn(replyTo(4, replies))["truncated"]);
  EXPECT_EQ(answerIn(replyTo(5, replies))["rows"][0]["n"], 140);
  EXPECT_EQ(answerIn(replyTo(6, replies))["schema"], "kernline-experiment-1");
  EXPECT_EQ(answerIn(replyTo(7, replies))["schema"], "kernline-summary-2");
}

TEST(Mcp, listsTheFilesBelowItsFolders) {
  const TemporaryFolder folder;
  folder.add("a/run.json", R"({"traceEvents":[{"ph":"X","name":"k","ts":1,"dur":2,"pid":1,"tid":1}]})");
  folder.add("a/notes.bin", std::string("\0\1\2", 3));
  folder.add("a/broken.json", "{");
  folder.add("a/snapshot.pickle", readFile(fixture("memory/h200-out-of-memory.pickle")));
  json list = answerIn(replyTo(1, talk({folder.path()}, {toolCall(1, "open", json::object())})));
  ASSERT_EQ(list["files"].size(), 2U) << list;
  EXPECT_EQ(list["files"][0]["path"], folder / "a/run.json");
  EXPECT_THAT(list["files"][1]["format"], says("memory-snapshot-python-pickle"));
  EXPECT_EQ(list["files"][0]["kind"], "trace");
  EXPECT_THAT(list["files"][0]["format"], says("chrome-trace-json"));
  EXPECT_EQ(list["files_not_read"], 2);
}

TEST(Mcp, shortensAnswersAndSaysWhatWasLeftOut) {
  const std::size_t all = answerOf({"stats", fixture(stepsTrace), "--json"})["rows"].size();
  const std::vector<json> replies = talk(
      {fixtureFolder}, {toolCall(1, "statistics", {{"path", stepsTrace}, {"limit", 3}}),
                        toolCall(2, "statistics", {{"path", stepsTrace}, {"limit", 500}, {"max_characters", 1500}}),
                        toolCall(3, "query", {{"path", stepsTrace}, {"sql", "SELECT name FROM spans"}, {"limit", 4}})});
  json few = answerIn(replyTo(1, replies));
  EXPECT_EQ(few["rows"].size(), 3U);
  EXPECT_TRUE(few["truncated"]);
  EXPECT_EQ(few["left_out"][0], (json{{"list", "rows"}, {"shown", 3}, {"of", all}}));
  EXPECT_LE(replyTo(2, replies)["result"]["content"][0]["text"].get<std::string>().size(), 1500U);
  json brief = answerIn(replyTo(2, replies));
  EXPECT_EQ(brief["left_out"][0]["shown"], brief["rows"].size());
  EXPECT_GT(brief["rows"].size(), 0U);
  EXPECT_EQ(answerIn(replyTo(3, replies))["left_out"][0], (json{{"list", "rows"}, {"shown", 4}, {"of", "more"}}));
}

TEST(Mcp, livesOnAfterGarbage) {
  const std::map<std::string, int> codes{{"hello", -32700},
                                         {"{", -32700},
                                         {"\x01\x02\xff", -32700},
                                         {std::string(100'000, '['), -32700},
                                         {"42", -32600},
                                         {"null", -32600},
                                         {"{}", -32600},
                                         {R"({"jsonrpc":"1.0","id":9,"method":"ping"})", -32600},
                                         {R"({"jsonrpc":"2.0","id":9})", -32600},
                                         {R"({"jsonrpc":"2.0","id":{},"method":"ping"})", -32600},
                                         {R"({"jsonrpc":"2.0","id":9,"method":7})", -32600},
                                         {R"({"jsonrpc":"2.0","id":9,"method":"ping","params":[1]})", -32602},
                                         {R"({"jsonrpc":"2.0","id":9,"method":"ping","params":{"_meta":1}})", -32602},
                                         {R"({"jsonrpc":"2.0","id":9,"method":"tools/call"})", -32602},
                                         {std::string(5 << 20, 'x'), -32600}};
  for (const auto& [line, code] : codes) {
    const std::vector<json> replies =
        repliesTo({fixtureFolder}, {handshake().dump(), line, "", message("alive", "ping").dump()});
    ASSERT_EQ(replies.size(), 3U) << line.substr(0, 80);
    EXPECT_EQ(codeOf(replies[1]), code) << line.substr(0, 80);
    EXPECT_EQ(replies[1]["id"], line.contains("\"id\":9") ? json(9) : json());
    EXPECT_EQ(replies[2]["id"], "alive");
  }
  // Neither notifications nor answers have a reply.
  EXPECT_TRUE(talk({fixtureFolder}, {message(nullptr, "notifications/unheard"), message(nullptr, "ping"),
                                     json{{"jsonrpc", "2.0"}, {"id", 5}, {"result", json::object()}}})
                  .empty());
}

TEST(Mcp, refusesArgumentsThatDoNotFitInASentence) {
  std::vector<json> messages;
  const std::vector<std::pair<json, std::string>> refused{
      {{{"path", 7}}, "path: expected a path"},
      {json::object(), "needs path"},
      {{{"path", ringTrace}, {"by", "colour"}}, "by: expected one of name, family"},
      {{{"path", ringTrace}, {"limit", "5"}}, "limit: expected a whole number from 1 to 500"},
      {{{"path", ringTrace}, {"limit", 18446744073709551615ULL}}, "limit: expected"},
      {{{"path", ringTrace}, {"limit", 2.5}}, "limit: expected"},
      {{{"path", ringTrace}, {"filter", std::string(1'000'000, 'x')}}, "filter: expected a text of at most"},
      {{{"path", ringTrace}, {"filter", std::string("a\0b", 3)}}, "without NUL"},
      {{{"path", ringTrace}, {std::string(50'000, 'y'), 1}}, "statistics takes no \"yyy"},
      {{{"path", ringTrace}, {"range", "tomorrow"}}, "range"},
      {{{"path", ringTrace}, {"range", "-5..--json"}}, "range"},
      {{{"path", ringTrace}, {"steps", "90..95"}}, "steps"}};
  for (std::size_t i = 0; i < refused.size(); ++i) {
    messages.push_back(toolCall(i + 1, "statistics", refused[i].first));
  }
  const std::vector<json> replies = talk({fixtureFolder}, messages);
  for (std::size_t i = 0; i < refused.size(); ++i) {
    const std::string said = failureIn(replyTo(i + 1, replies)).value_or("no failure");
    EXPECT_NE(said.find(refused[i].second), std::string::npos) << said.substr(0, 300);
    EXPECT_LT(said.size(), 500U);
    EXPECT_EQ(std::ranges::count(said, '\n'), 0) << said;
  }
  const json many = toolCall(1, "compare", {{"paths", std::vector<std::string>(65, ringTrace)}});
  EXPECT_EQ(failureIn(replyTo(1, talk({fixtureFolder}, {many}))), "paths: expected a list of 1 to 64 paths");
}

TEST(Mcp, neverWrites) {
  std::vector<json> messages;
  for (const char* sql : {"DELETE FROM kernels", "CREATE TABLE t(a)", "ATTACH 'other.db' AS o", "PRAGMA user_version=1",
                          "SELECT writefile('x','y')", "VACUUM INTO 'x.db'", "-", "SELECT 1; DROP TABLE kernels"}) {
    messages.push_back(toolCall(messages.size() + 1, "query", {{"path", ringTrace}, {"sql", sql}}));
  }
  const std::vector<json> replies = talk({fixtureFolder}, messages);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    EXPECT_TRUE(failureIn(replyTo(i + 1, replies))) << messages[i] << replyTo(i + 1, replies);
  }
}

TEST(Mcp, drawsPictures) {
  if (!std::filesystem::exists(std::filesystem::path{KERNLINE_PROGRAM}.replace_filename("kernline-viewer"))) {
    GTEST_SKIP() << "this build has no viewer";
  }
  const json reply = replyTo(
      1,
      talk({fixtureFolder}, {toolCall(1, "render", {{"paths", {ringTrace}}, {"width", 640}, {"range", "1ms..9ms"}})}));
  const json& block = reply["result"]["content"][0];
  ASSERT_EQ(block.value("type", ""), "image") << reply;
  EXPECT_EQ(block["mimeType"], "image/png");
  const std::string picture = block["data"];
  EXPECT_TRUE(picture.starts_with("iVBORw0KGgo")) << "the mark of PNG in base64";
  const std::string drawn =
      kernline({"render", fixture(ringTrace), "--range", "1ms..9ms", "--size", "640x720", "-o", "-"}).out;
  EXPECT_EQ(picture.size(), (drawn.size() + 2) / 3 * 4);
}

TEST(Mcp, keepsAFileUntilItChanges) {
  const TemporaryFolder folder;
  const std::string event = R"({"ph":"X","name":"k","cat":"kernel","ts":1,"dur":2,"pid":1,"tid":1})";
  folder.add("run.json", R"({"traceEvents":[)" + event + "]}");
  McpClient client({folder.path()});
  const auto summary = [&](int id) {
    return answerIn(client.ask(toolCall(id, "summary", {{"path", "run.json"}, {"limit", 50}})));
  };
  json first = summary(1);
  EXPECT_EQ(answerIn(client.ask(toolCall(2, "statistics", {{"path", "run.json"}})))["files"][0]["count"], 1);
  EXPECT_EQ(summary(3)["files"][0]["load_ns"], first["files"][0]["load_ns"]);  // not read again
  folder.add("run.json", R"({"traceEvents":[)" + event + "," + event + "]}");
  EXPECT_EQ(summary(4)["events"]["spans"], 2);
  EXPECT_EQ(answerIn(client.ask(toolCall(5, "statistics", {{"path", "run.json"}})))["files"][0]["count"], 2);
}

TEST(Mcp, answersOthersWhileAToolRunsAndLeavesOutWhatIsCanceled) {
  McpClient client({fixtureFolder});
  const auto begin = std::chrono::steady_clock::now();
  client.send(toolCall("long", "query", {{"path", ringTrace}, {"sql", endlessQuery}}));
  client.send(toolCall("never", "summary", {{"path", ringTrace}}));
  EXPECT_EQ(client.ask(message("ping", "ping"))["id"], "ping");
  client.send(message(nullptr, "notifications/cancelled", {{"requestId", "never"}}));
  client.send(message(nullptr, "notifications/cancelled", {{"requestId", "long"}, {"reason", "enough"}}));
  client.send(message(nullptr, "notifications/cancelled", {{"requestId", "unheard of"}}));
  EXPECT_EQ(client.ask(toolCall("next", "query", json::object()))["id"], "next");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(Mcp, goesOnAfterAnyToolWasCanceledAtAnyTime) {
  McpClient client({fixtureFolder});
  const std::array<const char*, 5> tools{"summary", "statistics", "steps", "work", "advise"};
  int id = 0;
  for (int round = 0; round < 8; ++round) {
    for (const char* const tool : tools) {
      client.send(toolCall(++id, tool, {{"path", stepsTrace}}));
      std::this_thread::sleep_for(std::chrono::milliseconds(round));
      client.send(message(nullptr, "notifications/cancelled", {{"requestId", id}}));
    }
  }
  for (const char* const tool : tools) {
    json reply = client.ask(toolCall(1000, tool, {{"path", stepsTrace}}));
    while (reply.value("id", 0) < 1000) {  // replies to calls that were done before they were canceled
      ASSERT_FALSE(reply.is_null()) << tool;
      reply = client.receive();
    }
    EXPECT_EQ(failureIn(reply), std::nullopt) << tool;
  }
}

TEST(Mcp, answersAllThatWasAskedBeforeTheFirstAnswer) {
  std::vector<json> messages;
  for (int id = 1; id <= 5; ++id) {
    messages.push_back(toolCall(id, id % 2 == 0 ? "steps" : "statistics", {{"path", stepsTrace}}));
  }
  const std::vector<json> replies = talk({fixtureFolder}, messages);
  ASSERT_EQ(replies.size(), 5U);
  for (int id = 1; id <= 5; ++id) {
    EXPECT_EQ(replies[static_cast<std::size_t>(id) - 1]["id"], id);
    EXPECT_EQ(failureIn(replyTo(id, replies)), std::nullopt);
  }
}

TEST(Mcp, saysWhyAFileCannotBeRead) {
  const std::vector<json> replies =
      talk({fixtureFolder}, {toolCall(1, "summary", {{"path", "empty-file.json"}}),
                             toolCall(2, "memory", {{"paths", {ringTrace}}, {"at", "never"}}),
                             toolCall(3, "work", {{"path", "chrome-trivial.json"}, {"device", "Z9"}}),
                             toolCall(4, "summary", {{"path", "cut-inside-a-string.json"}})});
  for (int id = 1; id <= 3; ++id) {
    const std::string said = failureIn(replyTo(id, replies)).value_or("");
    EXPECT_GT(said.size(), 10U) << replyTo(id, replies);
    EXPECT_EQ(std::ranges::count(said, '\n'), 0) << said;
  }
  EXPECT_TRUE(answerIn(replyTo(4, replies)).contains("issues")) << "what was lost is told";
}

}  // namespace
}  // namespace kernline::test
