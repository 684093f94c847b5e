// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <sys/types.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace kernline::test {

inline const std::string fixtureFolder = KERNLINE_SOURCE_DIR "/tests/fixtures";
inline constexpr const char* ringTrace = "h200-ring-rank0.json.gz";  ///< a fixture

/// Returns the first message of a client of the Model Context Protocol, in a revision with a handshake.
[[nodiscard]] nlohmann::json handshake(const std::string& version = "2025-06-18");
/// A request or, without an id, a notification.
[[nodiscard]] nlohmann::json message(const nlohmann::json& id, const std::string& method,
                                     const nlohmann::json& params = nullptr);
[[nodiscard]] nlohmann::json toolCall(const nlohmann::json& id, const std::string& tool,
                                      const nlohmann::json& arguments);

/// The reply with this id; null if there is none.
[[nodiscard]] nlohmann::json replyTo(const nlohmann::json& id, const std::vector<nlohmann::json>& replies);
/// Returns the text of a tool's failure; nullopt if the reply is no failure.
[[nodiscard]] std::optional<std::string> failureIn(const nlohmann::json& reply);
/// The code of an error; 0 where there is none.
[[nodiscard]] int codeOf(const nlohmann::json& reply);
/// The JSON answer of a tool; null, with a failed test, if it has none.
[[nodiscard]] nlohmann::json answerIn(const nlohmann::json& reply);

/// All lines at once to `kernline mcp FOLDERS`; what it replied, of which each line is a message. A failed test if the
/// server has not ended well.
[[nodiscard]] std::vector<nlohmann::json> repliesTo(const std::vector<std::string>& folders,
                                                    const std::vector<std::string>& lines);
/// The same of messages, behind a handshake, whose reply is left out.
[[nodiscard]] std::vector<nlohmann::json> talk(const std::vector<std::string>& folders,
                                               const std::vector<nlohmann::json>& messages);

/// A client that waits for replies before it goes on.
class McpClient {
 public:
  explicit McpClient(const std::vector<std::string>& folders);
  McpClient(const McpClient&) = delete;
  McpClient& operator=(const McpClient&) = delete;
  ~McpClient();

  void send(const nlohmann::json& message) const;
  /// The next message; null where none comes within a minute.
  [[nodiscard]] nlohmann::json receive();
  [[nodiscard]] nlohmann::json ask(const nlohmann::json& message);

 private:
  pid_t m_server = -1;
  int m_to = -1;
  int m_from = -1;
  std::string m_read;
};

}  // namespace kernline::test
