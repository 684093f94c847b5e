// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/trace_sketch.h"
#include "ui/views/calltree/call_tree_table.h"

#include <gtest/gtest.h>

#include <memory>

namespace kernline::test {

/// main [0, 100) calls slow [0, 60), which calls mm [10, 40) twice with a kernel of 20 and 10 µs each, and quick [60,
/// 65) twenty times shorter; main itself has the rest. A second thread has mm [0, 10) alone.
inline std::shared_ptr<const Trace> callingTrace() {
  return sketch(R"(
    python 5: main 0+100
    python 5: slow 0+60
    cpu 5: mm 10+15
    cpu 5: mm 25+15
    python 5: quick 60+3
    cpu 6: mm 0+10
    gpu 0/7: void gemm_kernel<float>(float*) 40+20 <- cpu 5: launch 12+2
    gpu 0/7: void gemm_kernel<float>(float*) 60+10 <- cpu 5: launch 27+2)");
}

inline std::shared_ptr<const ui::CallTreeTable> callTreeOf(const ui::CallTreeRequest& request,
                                                           std::shared_ptr<const Trace> trace = callingTrace()) {
  return ui::makeCallTreeTable(std::move(trace), request, nullptr, {}).value();
}

inline ui::CallTreeRequest weighing(CallWeight weight, bool isBottomUp = false) {
  ui::CallTreeRequest request;
  request.weight = weight;
  request.isBottomUp = isBottomUp;
  return request;
}

inline ui::CallTreeRequest finding(const char* text) {
  ui::CallTreeRequest request;
  request.filter = QString::fromUtf8(text);
  return request;
}

/// The node at the end of these names.
inline CallNode nodeNamed(const ui::CallTreeTable& table, const std::vector<QString>& names) {
  CallNode at = CallTree::root;
  for (const QString& name : names) {
    const CallNode first = table.tree->firstChild(at);
    CallNode child = first;
    while (child < first + table.tree->childCount(at) && table.name(child) != name) {
      ++child;
    }
    EXPECT_LT(child, first + table.tree->childCount(at)) << name.toStdString();
    at = child;
  }
  return at;
}

}  // namespace kernline::test
