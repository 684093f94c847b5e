// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calls/call_tree.h"
#include "tests/core/analysis/hand_made_trace.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {

/// A line a node: path, total and own time of host and device, count; in the order of the paths.
inline std::vector<std::string> linesOf(const Trace& trace, const CallTree& tree) {
  std::set<std::string> lines;
  for (CallNode node = 1; node < tree.size(); ++node) {
    std::string path;
    for (CallNode at = node; at != CallTree::root; at = tree.parent(at)) {
      path.insert(0, std::string(tree.text(trace, at)) + (path.empty() ? "" : "/"));
    }
    lines.insert(fmt::format("{} {}-{} {}-{} x{}", path, tree.total(node, CallWeight::Host),
                             tree.self(node, CallWeight::Host), tree.total(node, CallWeight::Device),
                             tree.self(node, CallWeight::Device), tree.count(node)));
  }
  return {lines.begin(), lines.end()};
}

/// Total = own + children, for every node and weight; nothing is negative; children are where they should be.
inline void expectSums(const CallTree& tree) {
  for (CallNode node = 0; node < tree.size(); ++node) {
    for (const CallWeight weight : {CallWeight::Host, CallWeight::Device, CallWeight::Count}) {
      std::int64_t sum = tree.self(node, weight);
      ASSERT_GE(sum, 0);
      for (CallNode child = tree.firstChild(node); child < tree.firstChild(node) + tree.childCount(node); ++child) {
        ASSERT_EQ(tree.parent(child), node);
        sum += tree.total(child, weight);
      }
      ASSERT_EQ(sum, tree.total(node, weight)) << "node " << node;
    }
  }
}

using TreeLines = std::vector<std::string>;

/// A thread, and a stream of what it launches.
class CallTrace : public testing::Test {
 protected:
  CallTrace() {
    host = made.process("1");
    thread = made.track(host, "1", TrackKind::Thread);
    stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  }

  void launch(std::int64_t start, std::int64_t duration, std::uint32_t id, std::string_view kernel, std::int64_t at,
              std::int64_t length) {
    made.span(thread, SpanKind::Runtime, "launch", start, duration).correlation = id;
    made.span(stream, SpanKind::Kernel, kernel, at, length).correlation = id;
  }
  void twoSteps() {
    for (const std::int64_t at : {0, 100}) {
      made.span(thread, SpanKind::PythonFunction, "step", at, 80);
      made.span(thread, SpanKind::Op, "mm", at + 10, 40);
      launch(at + 20, 5, static_cast<std::uint32_t>(at + 1), "gemm", at + 60, 30);
    }
  }

  HandMadeTrace made;
  ProcessId host = ProcessId::none;
  TrackId thread = TrackId::none;
  TrackId stream = TrackId::none;
};

}  // namespace kernline::test
