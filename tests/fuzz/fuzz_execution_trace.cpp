// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as an execution trace: no crash, no hang; tables have all their cells, and a node has an argument an input.
#include "core/import/execution_trace/execution_nodes.h"
#include "core/import/execution_trace/operator_arguments.h"
#include "core/import/execution_trace/read_execution_trace.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto log = kernline::readExecutionTraceText(text);
  for (const kernline::LogTable& table : log->tables()) {
    require(table.cells.size() == table.rows.size() * table.columns.size(), "a table with holes");
  }
  kernline::execution::eachNode(text, [](std::string_view json) {
    const auto node = kernline::execution::executionNode(json);
    for (const kernline::ArgNode& arg : kernline::execution::kinetoInputs(node)) {
      require(arg.children.size() == node.inputs.size(), "an input without its argument");
    }
    return true;
  });
  return 0;
}
