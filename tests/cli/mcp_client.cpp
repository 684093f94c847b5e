// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/mcp_client.h"

#include "tests/cli/program_run.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>

namespace kernline::test {

using nlohmann::json;

json message(const json& id, const std::string& method, const json& params) {
  json made{{"jsonrpc", "2.0"}, {"method", method}};
  if (!id.is_null()) {
    made["id"] = id;
  }
  if (!params.is_null()) {
    made["params"] = params;
  }
  return made;
}

json handshake(const std::string& version) {
  return message(0, "initialize",
                 {{"protocolVersion", version},
                  {"capabilities", json::object()},
                  {"clientInfo", {{"name", "t"}, {"version", "1"}}}});
}

json toolCall(const json& id, const std::string& tool, const json& arguments) {
  return message(id, "tools/call", {{"name", tool}, {"arguments", arguments}});
}

json replyTo(const json& id, const std::vector<json>& replies) {
  const auto found = std::ranges::find_if(
      replies, [&](const json& reply) { return reply.is_object() && reply.value("id", json()) == id; });
  return found == replies.end() ? json() : *found;
}

std::optional<std::string> failureIn(const json& reply) {
  if (!reply.contains("result") || !reply["result"].value("isError", false)) {
    return std::nullopt;
  }
  return reply["result"]["content"][0].value("text", "");
}

int codeOf(const nlohmann::json& reply) {
  return reply.contains("error") ? reply["error"].value("code", 0) : 0;
}

json answerIn(const json& reply) {
  EXPECT_TRUE(reply.contains("result")) << reply.dump();
  EXPECT_EQ(failureIn(reply), std::nullopt);
  if (!reply.contains("result")) {
    return {};
  }
  json answer = json::parse(reply["result"]["content"][0].value("text", ""), nullptr, false);
  EXPECT_TRUE(answer.is_object()) << reply.dump().substr(0, 500);
  return answer;
}

std::vector<json> repliesTo(const std::vector<std::string>& folders, const std::vector<std::string>& lines) {
  std::vector<std::string> arguments{"mcp"};
  arguments.insert(arguments.end(), folders.begin(), folders.end());
  std::string input;
  for (const std::string& line : lines) {
    input += line + "\n";
  }
  const ProgramRun run = kernline(arguments, {.input = input});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  std::vector<json> replies;
  std::istringstream out(run.out);
  for (std::string line; std::getline(out, line);) {
    replies.push_back(json::parse(line, nullptr, false));
    EXPECT_TRUE(replies.back().is_structured()) << line.substr(0, 500);
  }
  return replies;
}

std::vector<json> talk(const std::vector<std::string>& folders, const std::vector<json>& messages) {
  std::vector<std::string> lines{handshake().dump(), message(nullptr, "notifications/initialized").dump()};
  for (const json& each : messages) {
    lines.push_back(each.dump());
  }
  std::vector<json> replies = repliesTo(folders, lines);
  std::erase_if(replies, [](const json& reply) { return reply.is_object() && reply.value("id", json()) == 0; });
  return replies;
}

McpClient::McpClient(const std::vector<std::string>& folders) {
  std::array<int, 2> to{};
  std::array<int, 2> from{};
  if (::pipe2(to.data(), O_CLOEXEC) != 0 || ::pipe2(from.data(), O_CLOEXEC) != 0) {
    return;
  }
  std::vector<std::string> owned{KERNLINE_PROGRAM, "mcp"};
  owned.insert(owned.end(), folders.begin(), folders.end());
  std::vector<char*> argv;
  for (std::string& argument : owned) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);
  m_server = ::fork();
  if (m_server == 0) {
    ::dup2(to[0], STDIN_FILENO);
    ::dup2(from[1], STDOUT_FILENO);
    ::execv(argv[0], argv.data());
    std::_Exit(127);
  }
  ::close(to[0]);
  ::close(from[1]);
  m_to = to[1];
  m_from = from[0];
  static_cast<void>(ask(handshake()));
}

McpClient::~McpClient() {
  ::close(m_to);
  int status = 0;
  ::waitpid(m_server, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  ::close(m_from);
}

void McpClient::send(const json& message) const {
  const std::string line = message.dump() + "\n";
  EXPECT_EQ(::write(m_to, line.data(), line.size()), static_cast<ssize_t>(line.size()));
}

json McpClient::receive() {
  constexpr int minuteMs = 60'000;
  for (;;) {
    if (const std::size_t end = m_read.find('\n'); end != std::string::npos) {
      json reply = json::parse(m_read.substr(0, end), nullptr, false);
      m_read.erase(0, end + 1);
      return reply;
    }
    pollfd ready{m_from, POLLIN, 0};
    std::array<char, 65536> bytes{};
    const ssize_t got = ::poll(&ready, 1, minuteMs) == 1 ? ::read(m_from, bytes.data(), bytes.size()) : 0;
    if (got <= 0) {
      return {};
    }
    m_read.append(bytes.data(), static_cast<std::size_t>(got));
  }
}

json McpClient::ask(const json& message) {
  send(message);
  return receive();
}

}  // namespace kernline::test
