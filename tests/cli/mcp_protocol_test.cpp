// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/mcp_client.h"
#include "tests/cli/schema_check.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;

/// What a client of a revision without a handshake adds to its requests.
json stateless(json request, const std::string& version = "2026-07-28") {
  request["params"]["_meta"] = {{"io.modelcontextprotocol/protocolVersion", version},
                                {"io.modelcontextprotocol/clientCapabilities", json::object()}};
  return request;
}

TEST(Mcp, speaksTheRevisionOfItsClientOrItsLatest) {
  for (const auto& [asked, spoken] : std::map<std::string, std::string>{{"2024-11-05", "2024-11-05"},
                                                                        {"2025-03-26", "2025-03-26"},
                                                                        {"2025-06-18", "2025-06-18"},
                                                                        {"2025-11-25", "2025-11-25"},
                                                                        {"1999-01-01", "2025-11-25"},
                                                                        {"tomorrow", "2025-11-25"}}) {
    const std::vector<json> replies = repliesTo({fixtureFolder}, {handshake(asked).dump()});
    ASSERT_EQ(replies.size(), 1U);
    EXPECT_EQ(replies[0]["result"]["protocolVersion"], spoken);
    EXPECT_TRUE(replies[0]["result"]["capabilities"]["tools"].is_object());
    EXPECT_EQ(replies[0]["result"]["serverInfo"]["version"], KERNLINE_VERSION);
  }
}

/// One of each kind of message.
std::vector<json> questionsOfAllKinds() {
  return {message("list", "tools/list"),
          toolCall("open", "open", json::object()),
          toolCall("summary", "summary", {{"path", ringTrace}}),
          toolCall("refused", "summary", {{"path", "../../CMakeLists.txt"}}),
          toolCall("picture", "render", {{"paths", {ringTrace}}, {"width", 300}, {"height", 200}}),
          message("ping", "ping"),
          message("unknown", "resources/list"),
          toolCall("no tool", "delete", json::object()),
          toolCall("no object", "summary", json::array())};
}

/// What a reply must be by the schemas of `document`.
std::string problemsOfReply(const json& document, const json& reply) {
  const bool isNew = document.contains("$defs");
  if (reply.contains("error")) {
    return problemsBy(document, isNew ? "JSONRPCErrorResponse" : "JSONRPCError", reply);
  }
  const json& result = reply["result"];
  const std::string kind = result.contains("protocolVersion")     ? "InitializeResult"
                           : result.contains("supportedVersions") ? "DiscoverResult"
                           : result.contains("tools")             ? "ListToolsResult"
                           : result.contains("content")           ? "CallToolResult"
                                                                  : "EmptyResult";
  return problemsBy(document, isNew ? "JSONRPCResultResponse" : "JSONRPCResponse", reply) +
         problemsBy(document, kind, result);
}

/// Definitions of what a server answers, as the protocol publishes them (protocol/README.md).
json publishedSchema(const std::string& version) {
  return json::parse(readFile(KERNLINE_SOURCE_DIR "/tests/cli/protocol/" + version + ".json"));
}

TEST(Mcp, holdsEveryMessageToThePublishedSchemaOfItsRevision) {
  for (const char* version : {"2025-06-18", "2025-11-25"}) {
    const json document = publishedSchema(version);
    std::vector<std::string> lines{handshake(version).dump()};
    for (const json& question : questionsOfAllKinds()) {
      lines.push_back(question.dump());
    }
    const std::vector<json> replies = repliesTo({fixtureFolder}, lines);
    EXPECT_EQ(replies.size(), lines.size());
    for (const json& reply : replies) {
      EXPECT_EQ(problemsOfReply(document, reply), "") << version;
    }
  }
  const json document = publishedSchema("2026-07-28");
  std::vector<std::string> lines{stateless(message("discover", "server/discover")).dump()};
  for (const json& question : questionsOfAllKinds()) {
    lines.push_back(stateless(question).dump());
  }
  const std::vector<json> replies = repliesTo({fixtureFolder}, lines);
  EXPECT_EQ(replies.size(), lines.size());
  EXPECT_EQ(replyTo("discover", replies)["result"]["supportedVersions"], json({"2026-07-28"}));
  EXPECT_EQ(codeOf(replyTo("ping", replies)), -32601);  // that revision has none
  for (const json& reply : replies) {
    EXPECT_EQ(problemsOfReply(document, reply), "");
  }
}

TEST(Mcp, refusesRevisionsAndRequestsThatItDoesNotKnow) {
  json without = stateless(message(2, "tools/list"));
  without["params"]["_meta"].erase("io.modelcontextprotocol/clientCapabilities");
  const std::vector<json> replies =
      repliesTo({fixtureFolder}, {stateless(message(1, "tools/list"), "2031-01-01").dump(), without.dump(),
                                  message(3, "tools/list").dump(), toolCall(4, "summary", json::object()).dump(),
                                  message(5, "initialize", json::object()).dump(), message(6, "ping").dump()});
  const json document = publishedSchema("2026-07-28");
  EXPECT_EQ(problemsBy(document, "UnsupportedProtocolVersionError", replyTo(1, replies)), "");
  EXPECT_EQ(codeOf(replyTo(2, replies)), -32602);
  EXPECT_EQ(codeOf(replyTo(3, replies)), -32600);  // before the handshake
  EXPECT_EQ(codeOf(replyTo(4, replies)), -32600);
  EXPECT_EQ(codeOf(replyTo(5, replies)), -32602);
  EXPECT_TRUE(replyTo(6, replies)["result"].empty());
}

TEST(Mcp, takesListsOfMessagesOnlyInTheRevisionsThatHaveThem) {
  const json batch{message(1, "ping"), toolCall(2, "query", json::object()), message(nullptr, "notifications/unheard"),
                   7};
  const std::vector<json> old = repliesTo({fixtureFolder}, {handshake("2025-03-26").dump(), batch.dump(), "[]"});
  ASSERT_EQ(old.size(), 3U);
  const auto isBatch = [](const json& reply) { return reply.is_array(); };
  const auto answered = std::ranges::find_if(old, isBatch);
  ASSERT_NE(answered, old.end());
  EXPECT_EQ(answered->size(), 3U);
  EXPECT_EQ(answerIn(replyTo(2, answered->get<std::vector<json>>()))["schema"], "kernline-query-tables-1");
  const std::vector<json> later = repliesTo({fixtureFolder}, {handshake("2025-06-18").dump(), batch.dump()});
  ASSERT_EQ(later.size(), 2U);
  EXPECT_EQ(codeOf(later[1]), -32600);
}

}  // namespace
}  // namespace kernline::test
