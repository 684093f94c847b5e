// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/proton/tree_node.h"

#include "core/import/samples/loose_json.h"
#include "core/model/base/text.h"
#include "core/model/json/members.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace kernline::proton {

namespace {

using chrome::MemberWalk;
using chrome::RawValue;

// Metrics that a total may be of, the first that a node has; with the spelling of versions before 3.0.
constexpr std::string_view totalMetrics[] = {"time (ns)", "Time (ns)", "cycles", "Cycles"};
constexpr double maxTotal = 2305843009213693952.0;  // 2^61, so that sums of two never overflow

std::optional<double> numberOf(const RawValue& value) {
  double number = 0;
  const std::string text = value.unescaped();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool isGood = error == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
  return isGood ? std::optional{number} : std::nullopt;
}

/// Fills in what the metrics of a node say; whether all of these are numbers.
bool readMetrics(std::string_view metrics, TreeNode& node) {
  bool areGood = true;
  const auto* best = std::end(totalMetrics);
  for (MemberWalk walk(metrics); walk.next();) {
    const std::string_view key = walk.key().text;
    const auto number = numberOf(walk.value());
    const auto* const total = std::ranges::find(totalMetrics, key);
    if (total != std::end(totalMetrics)) {
      areGood = areGood && number.has_value() && *number >= 0;
      if (total < best && number) {
        best = total;
        node.unit = *total;
        node.ownTotal = static_cast<std::int64_t>(std::llround(std::clamp(*number, 0.0, maxTotal)));
      }
    } else if (key == "count" || key == "Count") {
      areGood = areGood && number.has_value() && *number >= 0;
      node.count = static_cast<std::uint64_t>(std::clamp(number.value_or(0), 0.0, maxTotal));
    } else if (key == "device_id" || key == "DeviceId") {
      constexpr double maxDevice = 65535;
      node.device = static_cast<std::int32_t>(std::clamp(number.value_or(-1), -1.0, maxDevice));
    } else if (key == "device_type" || key == "DeviceType") {
      node.deviceType = walk.value().unescaped();
    }
  }
  return areGood;
}

/// A node's own part of the text in its members.
struct NodeText {
  RawValue children;
  bool isGood = false;
};

NodeText readNode(std::string_view object, TreeNode& node) {
  NodeText text;
  std::string_view frame;
  std::string_view metrics;
  MemberWalk walk(object);
  while (walk.next()) {  // once, for this costs the whole text of the children
    const std::string_view key = walk.key().text;
    frame = key == "frame" ? walk.value().text : frame;
    metrics = key == "metrics" ? walk.value().text : metrics;
    text.children = key == "children" ? walk.value() : text.children;
  }
  if (walk.broke() && text.children.kind == RawValue::Kind::None) {
    text.children = samples::memberOrRest(object, "children");
  }
  node.name = chrome::findMember(frame, "name").unescaped();
  chrome::repairUtf8(node.name);
  node.name = node.name.empty() ? "(no name)" : node.name;
  text.isGood = readMetrics(metrics, node) && object.starts_with('{');
  return text;
}

void addUp(std::vector<TreeNode>& nodes) {
  const auto most = static_cast<std::int64_t>(maxTotal);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    TreeNode& node = nodes[i];
    node.inclusive = node.ownTotal;
    for (std::size_t child = node.firstChild; child < node.firstChild + node.childCount; ++child) {
      node.inclusive = std::min(node.inclusive + nodes[child].inclusive, most);
    }
  }
}

}  // namespace

Tree readTree(std::string_view text, std::string_view root) {
  // Each level is searched for its members, which costs its whole text; a tree of usual depth stays far below this.
  constexpr std::size_t maxSearches = 128;
  std::size_t bytesLeft = maxSearches * text.size();
  Tree tree;
  std::vector<std::string_view> objects{root};
  tree.nodes.emplace_back();
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const std::string_view object = objects[i];
    if (object.size() > bytesLeft) {
      ++tree.unreadNodes;
      continue;
    }
    bytesLeft -= object.size();
    TreeNode node;
    node.byte = static_cast<std::uint64_t>(object.data() - text.data());
    const NodeText read = readNode(object, node);
    if (!read.isGood) {
      tree.firstBroken = tree.brokenNodes++ == 0 ? node.byte : tree.firstBroken;
    }
    node.firstChild = objects.size();
    for (samples::LooseElements child(read.children.text); child.next();) {
      objects.push_back(child.text());
    }
    node.childCount = objects.size() - node.firstChild;
    tree.nodes[i] = std::move(node);
    tree.nodes.resize(objects.size());
  }
  addUp(tree.nodes);
  return tree;
}

}  // namespace kernline::proton
