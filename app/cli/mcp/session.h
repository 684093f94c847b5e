// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "app/cli/mcp/message.h"
#include "app/cli/mcp/tool.h"

#include <optional>
#include <string>
#include <variant>

namespace kernline::cli::mcp {

/// A tool to call, which takes its time.
struct ToolRequest {
  Json id;
  const Tool* tool = nullptr;
  Json arguments = Json::object();
  bool isStateless = false;  ///< whether the revision has no handshake (2026-07-28 and later)
};

struct NoReply {};

/// A request whose answer is no longer needed.
struct Cancellation {
  Json id;
};

/// Reaction to a message.
using Reaction = std::variant<NoReply, Json, ToolRequest, Cancellation>;

/// State agreed between a client and this server, and the server's description. Revisions up to 2025-11-25 begin with a
/// handshake (modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle); later ones name their version in each
/// request (…/2026-07-28/basic/versioning). A client may use either.
class Session {
 public:
  /// A message, not several.
  [[nodiscard]] Reaction react(Json message);

  /// Whether several messages may come as one list: in the first two revisions.
  [[nodiscard]] bool takesBatches() const;

  /// Returns the error for an unreadable message. JSON-RPC has null for an unknown id; later revisions leave it out.
  [[nodiscard]] Json unreadable(const Failure& failure) const;

  /// The answer to `request`: the blocks of content.
  [[nodiscard]] static Json toolResult(const ToolRequest& request, Json content, bool isError);

 private:
  [[nodiscard]] Reaction answerTo(Request request);
  [[nodiscard]] Json initialized(const Json& params);

  std::string m_version;  ///< version of the handshake; empty before it
};

}  // namespace kernline::cli::mcp
