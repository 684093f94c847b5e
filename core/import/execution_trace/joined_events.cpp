// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/execution_trace/joined_events.h"

#include "core/import/execution_trace/execution_nodes.h"
#include "core/import/execution_trace/operator_arguments.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace kernline::execution {

namespace {

std::int64_t numberUnder(const ArgNode& args, std::string_view key) {
  std::int64_t number = ExecutionNode::none;
  if (const ArgNode* node = args.find(key)) {
    static_cast<void>(std::from_chars(node->text.data(), node->text.data() + node->text.size(), number));
  }
  return number;
}

bool isOfInputs(std::string_view key) {
  return std::ranges::find(inputKeys, key) != inputKeys.end();
}

class JoinedEvents final : public EventSource {
 public:
  JoinedEvents(std::shared_ptr<const EventSource> events, FindNodes find)
      : m_events(std::move(events)), m_find(std::move(find)) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    EventDetails details = m_events->details(offset);
    fill(details.args, offset);
    return details;
  }

  [[nodiscard]] ArgNode args(std::uint64_t offset, std::span<const std::string_view> keys) const override {
    if (std::ranges::none_of(keys, isOfInputs)) {
      return m_events->args(offset, keys);
    }
    std::vector<std::string_view> wanted(keys.begin(), keys.end());
    wanted.insert(wanted.end(), {recordFunctionKey, sequenceKey, inputKeys.front()});
    ArgNode args = m_events->args(offset, wanted);
    fill(args, offset);
    return args;
  }

  [[nodiscard]] std::string argsText(std::uint64_t offset, std::span<const std::string_view> keys) const override {
    const bool isJoined = std::ranges::any_of(keys, isOfInputs) && nodes(offset) != nullptr;
    return isJoined ? flatText(args(offset, keys)) : m_events->argsText(offset, keys);
  }

  [[nodiscard]] Message place(std::uint64_t offset) const override { return m_events->place(offset); }

 private:
  void fill(ArgNode& args, std::uint64_t offset) const {
    const std::int64_t call = numberUnder(args, recordFunctionKey);
    if (call == ExecutionNode::none || args.find(inputKeys.front()) != nullptr || nodes(offset) == nullptr) {
      return;
    }
    const std::string_view text = nodes(offset)->find(call);
    if (text.empty()) {
      return;
    }
    const ExecutionNode node = executionNode(text);
    const std::int64_t sequence = numberUnder(args, sequenceKey);
    const bool isOther =
        sequence != ExecutionNode::none && node.sequence != ExecutionNode::none && sequence != node.sequence;
    if (node.inputs.empty() || isOther) {
      return;
    }
    for (ArgNode& input : kinetoInputs(node)) {
      if (args.find(input.key) == nullptr) {
        args.children.push_back(std::move(input));
      }
    }
  }

  /// Returns the nodes of the process of the first operator that is looked up.
  const NodesByCall* nodes(std::uint64_t offset) const {
    std::call_once(m_once, [&] {
      const EventDetails details = m_events->details(offset);
      const ArgNode* pid = details.fields.find("pid");
      m_nodes = m_find(pid == nullptr ? std::string{} : pid->text);
    });
    return m_nodes.get();
  }

  std::shared_ptr<const EventSource> m_events;
  FindNodes m_find;
  mutable std::once_flag m_once;
  mutable std::shared_ptr<const NodesByCall> m_nodes;
};

}  // namespace

NodesByCall::NodesByCall(std::string json) : m_json(std::move(json)) {
  constexpr std::size_t maxNodes = std::size_t{1} << 24;
  eachNode(m_json, [&](std::string_view text) {
    const std::int64_t call = executionNode(text).recordFunction;
    if (call != ExecutionNode::none) {
      const auto [known, isNew] = m_nodes.try_emplace(call, text);
      known->second = isNew ? text : std::string_view{};
    }
    return m_nodes.size() < maxNodes;
  });
}

std::shared_ptr<const EventSource> withNodes(std::shared_ptr<const EventSource> events, FindNodes find) {
  return std::make_shared<JoinedEvents>(std::move(events), std::move(find));
}

}  // namespace kernline::execution
