// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::execution {

/// An input or output of an operator, as the file spells it.
struct NodeValue {
  std::string type;          ///< "Tensor(c10::BFloat16)", "Int", "GenericList[Int,Int]"
  std::string_view shape;    ///< JSON: "[512,1024]" of a tensor, a list of them of a list
  std::string_view strides;  ///< the same; empty in older files
  std::string_view value;    ///< JSON: "0.5", "[2,256]", or what names a tensor
};

/// A node of the graph: an operator, or what called operators (a thread, a range, the process).
struct ExecutionNode {
  static constexpr std::int64_t none = -1;

  std::string name;
  std::int64_t id = none;
  std::int64_t parent = none;          ///< the node that called it
  std::int64_t recordFunction = none;  ///< "Record function id" of the same call in a Kineto trace
  std::int64_t sequence = none;        ///< autograd's number; -1 without one
  std::int64_t thread = none;
  std::string schema;  ///< "aten::add(Tensor self, …) -> Tensor"; may be empty
  std::vector<NodeValue> inputs;
  std::vector<NodeValue> outputs;
};

/// The head of a file, before its nodes.
struct ExecutionHead {
  std::string schema;  ///< "1.1.1-chakra.0.0.4"
  std::string pid;
};

/// Whether a text that begins like this is an execution trace of PyTorch (ExecutionTraceObserver, Chakra).
[[nodiscard]] bool isExecutionTrace(std::string_view head);
/// Reads the head from the first few hundred bytes.
[[nodiscard]] ExecutionHead executionHead(std::string_view json);

/// Decodes the text of a node, of this schema and of those before 1.1 (whose members are flat). Texts of values lie in
/// `json`.
[[nodiscard]] ExecutionNode executionNode(std::string_view json);

/// Calls `take` with the text of each node, in the order of the file, until it returns false. Returns whether the list
/// of nodes was read to its closing bracket.
bool eachNode(std::string_view json, const std::function<bool(std::string_view)>& take);

}  // namespace kernline::execution
