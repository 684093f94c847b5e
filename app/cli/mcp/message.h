// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"

#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace kernline::cli::mcp {

/// Error codes of JSON-RPC 2.0 (www.jsonrpc.org/specification, section 5.1), and one of the Model Context Protocol.
enum class ErrorCode {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  Internal = -32603,
  TooManyRequests = -32000,     ///< this server's own
  UnsupportedVersion = -32022,  ///< error of 2026-07-28 and later
};

struct Failure {
  ErrorCode code = ErrorCode::Internal;
  std::string sentence;
  Json data = nullptr;
};

/// A request, or a notification, which has no id.
struct Request {
  std::optional<Json> id;  ///< a text or a whole number
  std::string method;
  Json params = Json::object();
};

/// An unreadable message, and the recipient of its error.
struct BadMessage {
  std::optional<Json> id;
  Failure failure;
};

/// One line of input as JSON. Failures: no JSON; nested too deeply to be a message.
[[nodiscard]] std::expected<Json, Failure> messageFrom(std::string_view line);

/// Returns the request of a message; std::nullopt if it is an answer, as this server expects none.
[[nodiscard]] std::expected<std::optional<Request>, BadMessage> requestFrom(Json message);

[[nodiscard]] Json resultMessage(const Json& id, Json result);
/// Returns an error message; without an id for a message whose id is not known.
[[nodiscard]] Json errorMessage(const std::optional<Json>& id, const Failure& failure);

}  // namespace kernline::cli::mcp
