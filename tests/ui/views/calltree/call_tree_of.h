// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome_json/read_chrome.h"
#include "ui/views/calltree/call_tree_table.h"

#include <gtest/gtest.h>

#include <memory>

namespace kernline::test {

/// main [0, 100) calls slow [0, 60), which calls mm [10, 40) twice with a kernel of 20 and 10 µs each, and quick [60,
/// 65) twenty times shorter; main itself has the rest. A second thread has mm [0, 10) alone.
inline std::shared_ptr<const Trace> callingTrace() {
  const auto loaded = chrome::readChromeText(R"json([
{"ph":"M","name":"process_labels","pid":0,"args":{"labels":"GPU 0"}},
{"ph":"X","cat":"python_function","name":"main","pid":5,"tid":5,"ts":0,"dur":100},
{"ph":"X","cat":"python_function","name":"slow","pid":5,"tid":5,"ts":0,"dur":60},
{"ph":"X","cat":"cpu_op","name":"mm","pid":5,"tid":5,"ts":10,"dur":15},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":5,"tid":5,"ts":12,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"cpu_op","name":"mm","pid":5,"tid":5,"ts":25,"dur":15},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":5,"tid":5,"ts":27,"dur":2,"args":{"correlation":2}},
{"ph":"X","cat":"python_function","name":"quick","pid":5,"tid":5,"ts":60,"dur":3},
{"ph":"X","cat":"cpu_op","name":"mm","pid":5,"tid":6,"ts":0,"dur":10},
{"ph":"X","cat":"kernel","name":"void gemm_kernel<float>(float*)","pid":0,"tid":7,"ts":40,"dur":20,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"void gemm_kernel<float>(float*)","pid":0,"tid":7,"ts":60,"dur":10,"args":{"correlation":2}}
])json",
                                             {});
  EXPECT_TRUE(loaded);
  return loaded ? *loaded : nullptr;
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
