// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/event_source.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace kernline::execution {

/// The nodes of an execution trace by their "Record function id".
class NodesByCall {
 public:
  explicit NodesByCall(std::string json);

  /// The text of the node; empty if there is none, or more than one.
  [[nodiscard]] std::string_view find(std::int64_t recordFunction) const {
    const auto found = m_nodes.find(recordFunction);
    return found == m_nodes.end() ? std::string_view{} : found->second;
  }

 private:
  std::string m_json;
  std::unordered_map<std::int64_t, std::string_view> m_nodes;
};

/// Finds the execution trace of the process with this id; nullptr if there is none.
using FindNodes = std::function<std::shared_ptr<const NodesByCall>(const std::string& pid)>;

/// The events of a Kineto trace, whose operators get the inputs that the execution trace of the same run has for them,
/// where their own args have none. A node is the operator's if its "Record function id" is, and its sequence number
/// where both have one.
/// `find` is called once, from any thread, when the first operator without inputs is read.
[[nodiscard]] std::shared_ptr<const EventSource> withNodes(std::shared_ptr<const EventSource> events, FindNodes find);

}  // namespace kernline::execution
