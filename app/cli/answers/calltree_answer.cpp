// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/calltree_answer.h"

#include "app/cli/kit/json_document.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/range_members.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/analysis/calls/folded_stacks.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/distinct_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

/// A node of the answer.
struct Shown {
  CallNode node = CallTree::root;
  std::uint32_t depth = 0;
  std::size_t parent = 0;  ///< its place among what is shown; of a top one 0, which is itself no node
};

double shareOf(const FileCallTree& answer, CallNode node) {
  const CallWeight weight = answer.order.weight();
  const std::int64_t all = answer.tree.total(CallTree::root, weight);
  return all > 0 ? static_cast<double>(answer.tree.total(node, weight)) / static_cast<double>(all) : 0;
}

struct ShownNodes {
  std::vector<Shown> nodes;  ///< walk order
  std::size_t hidden = 0;    ///< number left out by the limit alone
};

/// Trees may be deeper than a program's stack.
std::vector<Shown> walkedNodes(const FileCallTree& answer, const CallTreeStyle& style) {
  std::vector<Shown> shown{{}};
  std::vector<Shown> toCome{{}};
  while (!toCome.empty()) {
    const Shown next = toCome.back();
    toCome.pop_back();
    if (next.depth > 0) {
      shown.push_back(next);
    }
    if (next.depth == style.depth) {
      continue;
    }
    const std::span<const CallNode> children = answer.order.children(answer.tree, next.node);
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      if (shareOf(answer, *child) >= style.minShare) {
        toCome.push_back({*child, next.depth + 1, shown.size() - 1});
      }
    }
  }
  shown.erase(shown.begin());
  return shown;
}

ShownNodes shownNodes(const FileCallTree& answer, const CallTreeStyle& style) {
  ShownNodes shown{.nodes = walkedNodes(answer, style)};
  const std::size_t count = limited(shown.nodes.size(), style.limit);
  if (count == shown.nodes.size()) {
    return shown;
  }
  std::vector<std::int64_t> weights;
  weights.reserve(shown.nodes.size());
  for (const Shown& each : shown.nodes) {
    weights.push_back(answer.tree.total(each.node, answer.order.weight()));
  }
  const std::vector<bool> isShown = heaviest(weights, style.limit);
  std::vector<std::size_t> places(shown.nodes.size() + 1);  // index by place in the walk; 0 is above the top ones
  std::vector<Shown> kept;
  kept.reserve(count);
  for (std::size_t i = 0; i < shown.nodes.size(); ++i) {
    if (isShown[i]) {
      kept.push_back(shown.nodes[i]);
      kept.back().parent = places[kept.back().parent];
      places[i + 1] = kept.size();
    }
  }
  shown.hidden = shown.nodes.size() - count;
  shown.nodes = std::move(kept);
  return shown;
}

Json nodeJson(const FileCallTree& answer, const Shown& shown) {
  const CallTree& tree = answer.tree;
  const auto total = [&](CallWeight weight) { return tree.total(shown.node, weight); };
  const auto self = [&](CallWeight weight) { return tree.self(shown.node, weight); };
  Json json{{"name", textValue(tree.text(*answer.file.trace, shown.node))},
            {"kind", textValue(toText(tree.name(shown.node).kind))},
            {"depth", shown.depth},
            {"parent", nullptr},
            {"count", tree.count(shown.node)},
            {"host_total_ns", total(CallWeight::Host)},
            {"host_self_ns", self(CallWeight::Host)},
            {"device_total_ns", total(CallWeight::Device)},
            {"device_self_ns", self(CallWeight::Device)},
            {"share", shareOf(answer, shown.node)}};
  if (shown.depth > 1) {
    json["parent"] = shown.parent - 1;
  }
  if (const SpanId longest = tree.longest(shown.node); longest != SpanId::none) {
    json["longest_start_ns"] = answer.file.trace->start(longest).ns;
    json["longest_ns"] = answer.file.trace->duration(longest).ns;
  }
  return json;
}

std::string headline(const FileCallTree& answer) {
  const CallTree& tree = answer.tree;
  std::string line = fmt::format(
      "{} · {} · host {} · device {} · {}", printable(answer.file.path), tree.isBottomUp() ? "bottom-up" : "top-down",
      formatDuration({tree.total(CallTree::root, CallWeight::Host)}),
      formatDuration({tree.total(CallTree::root, CallWeight::Device)}), counted(tree.size() - 1, "node"));
  if (answer.range) {
    const Time zero = answer.file.trace->bounds().begin;
    line += fmt::format(" · from {} to {}", formatDuration(answer.range->begin - zero),
                        formatDuration(answer.range->end - zero));
  }
  if (answer.repeatedRows > 0) {
    line += fmt::format("\n  left out: {}; --track NAME shows one", counted(answer.repeatedRows, "duplicate row"));
  }
  return line + "\n";
}

std::string weightText(CallWeight weight, std::int64_t value) {
  return value == 0 ? std::string{"–"} : weight == CallWeight::Count ? formatCount(value) : formatDuration({value});
}

}  // namespace

void writeCallTreeJson(Output& output, const FileCallTree& answer, const CallTreeStyle& style) {
  const CallTree& tree = answer.tree;
  JsonDocument document(output, "calltree-1");
  document.member("path", textValue(answer.file.path));
  document.member("direction", tree.isBottomUp() ? "bottom_up" : "top_down");
  document.member("weight", textValue(toText(answer.order.weight())));
  addRange(document, answer.range, *answer.file.trace);
  document.member("host_total_ns", tree.total(CallTree::root, CallWeight::Host));
  document.member("device_total_ns", tree.total(CallTree::root, CallWeight::Device));
  document.member("count", tree.total(CallTree::root, CallWeight::Count));
  document.member("cut_spans", tree.cutSpans());
  document.member("repeated_rows", answer.repeatedRows);
  document.member("is_shortened", tree.isShortened());
  const ShownNodes nodes = shownNodes(answer, style);
  document.member("nodes_left_out", nodes.hidden);
  document.beginArray("nodes");
  for (const Shown& shown : nodes.nodes) {
    document.element(nodeJson(answer, shown));
  }
  document.endArray();
  document.end();
}

void writeCallTreeText(Output& output, const FileCallTree& answer, const CallTreeStyle& style) {
  using enum TextTable::Align;
  const CallTree& tree = answer.tree;
  const CallWeight weight = answer.order.weight();
  const CallWeight other = weight == CallWeight::Device ? CallWeight::Host : CallWeight::Device;
  output.write(headline(answer));
  TextTable table{{{"share", Right},
                   {"total", Right},
                   {"self", Right},
                   {"count", Right},
                   {other == CallWeight::Host ? "host total" : "GPU total", Right},
                   {"call", Left}}};
  const ShownNodes nodes = shownNodes(answer, style);
  for (const Shown& shown : nodes.nodes) {
    const std::string_view name = tree.text(*answer.file.trace, shown.node);
    const bool isKernel = tree.name(shown.node).kind == SpanKind::Kernel;
    table.add({formatShare(shareOf(answer, shown.node)), weightText(weight, tree.total(shown.node, weight)),
               weightText(weight, tree.self(shown.node, weight)),
               weightText(CallWeight::Count, static_cast<std::int64_t>(tree.count(shown.node))),
               weightText(other, tree.total(shown.node, other)),
               indentOf(shown.depth) +
                   (isKernel ? answer.file.trace->kernelNames().in(style.names, name) : printable(name))});
  }
  output.write(table.text(2, style.names == NameStyle::Raw ? 0 : terminalWidth()) +
               cutNotice(nodes.hidden, "--limit 0"));
}

void writeCallTreeFolded(Output& output, const FileCallTree& answer) {
  writeFoldedStacks(*answer.file.trace, answer.tree, answer.order.weight(),
                    [&](std::string_view line) { output.write(line); });
}

}  // namespace kernline::cli
