// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/execution_trace/execution_nodes.h"

#include "core/model/json/members.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace kernline::execution {

namespace {

using chrome::MemberWalk;
using chrome::RawValue;

std::int64_t nodeNumber(const RawValue& value) {
  std::int64_t number = ExecutionNode::none;
  static_cast<void>(std::from_chars(value.text.data(), value.text.data() + value.text.size(), number));
  return number;
}

/// The elements of an array, each as its text; of a string with its quotes off.
std::vector<std::string_view> elementTexts(const RawValue& array) {
  std::vector<std::string_view> texts;
  if (array.kind == RawValue::Kind::Array) {
    MemberWalk walk(array.text);
    while (walk.next()) {
      texts.push_back(walk.value().text);
    }
  }
  return texts;
}

/// Values, shapes, types and strides as columns.
struct ValueColumns {
  RawValue values;
  RawValue shapes;
  RawValue types;
  RawValue strides;

  [[nodiscard]] std::vector<NodeValue> rows() const {
    std::vector<NodeValue> all;
    if (types.kind != RawValue::Kind::Array) {
      return all;
    }
    MemberWalk walk(types.text);
    while (walk.next()) {
      all.push_back({.type = walk.value().unescaped(), .shape = {}, .strides = {}, .value = {}});
    }
    fill(all, shapes, &NodeValue::shape);
    fill(all, strides, &NodeValue::strides);
    fill(all, values, &NodeValue::value);
    return all;
  }

 private:
  static void fill(std::vector<NodeValue>& all, const RawValue& column, std::string_view NodeValue::* member) {
    const std::vector<std::string_view> texts = elementTexts(column);
    for (std::size_t i = 0; i < all.size() && i < texts.size(); ++i) {
      all[i].*member = texts[i];
    }
  }
};

void readColumns(std::string_view object, ValueColumns& columns) {
  MemberWalk walk(object);
  while (walk.next()) {
    const std::string_view key = walk.key().text;
    if (key == "values") {
      columns.values = walk.value();
    } else if (key == "shapes") {
      columns.shapes = walk.value();
    } else if (key == "types") {
      columns.types = walk.value();
    } else if (key == "strides") {
      columns.strides = walk.value();
    }
  }
}

/// A member of the node, or of its list of attributes: schemas before 1.1 have them flat.
void takeAttribute(ExecutionNode& node, std::string_view key, const RawValue& value) {
  if (key == "rf_id") {
    node.recordFunction = nodeNumber(value);
  } else if (key == "seq_id") {
    node.sequence = nodeNumber(value);
  } else if (key == "tid") {
    node.thread = nodeNumber(value);
  } else if (key == "op_schema") {
    node.schema = value.unescaped();
  }
}

void readAttributes(ExecutionNode& node, std::string_view list) {
  MemberWalk attributes(list);
  while (attributes.next()) {
    takeAttribute(node, chrome::findMember(attributes.value().text, "name").text,
                  chrome::findMember(attributes.value().text, "value"));
  }
}

}  // namespace

bool isExecutionTrace(std::string_view head) {
  const bool hasMembers = head.contains("\"schema\"") && head.contains("\"nodes\"");
  return hasMembers && (head.contains("chakra") || head.contains("[pytorch|profiler|execution") ||
                        head.contains("\"ctrl_deps\"") || head.contains("\"fw_parent\""));
}

ExecutionHead executionHead(std::string_view json) {
  ExecutionHead head;
  MemberWalk walk(json.substr(std::min(json.find('{'), json.size())));
  while (walk.next() && walk.key().text != "nodes") {
    if (walk.key().text == "schema") {
      head.schema = walk.value().unescaped();
    } else if (walk.key().text == "pid") {
      head.pid = walk.value().text;
    }
  }
  return head;
}

ExecutionNode executionNode(std::string_view json) {
  ExecutionNode node;
  ValueColumns inputs;
  ValueColumns outputs;
  MemberWalk walk(json);
  while (walk.next()) {
    const std::string_view key = walk.key().text;
    const RawValue& value = walk.value();
    if (key == "name") {
      node.name = value.unescaped();
    } else if (key == "id") {
      node.id = nodeNumber(value);
    } else if (key == "ctrl_deps" || key == "parent") {
      node.parent = nodeNumber(value);
    } else if (key == "inputs" || key == "outputs") {
      ValueColumns& columns = key == "inputs" ? inputs : outputs;
      if (value.kind == RawValue::Kind::Object) {
        readColumns(value.text, columns);
      } else {
        columns.values = value;
      }
    } else if (key == "input_shapes" || key == "output_shapes") {
      (key.front() == 'i' ? inputs : outputs).shapes = value;
    } else if (key == "input_types" || key == "output_types") {
      (key.front() == 'i' ? inputs : outputs).types = value;
    } else if (key == "attrs") {
      readAttributes(node, value.text);
    } else {
      takeAttribute(node, key, value);
    }
  }
  node.inputs = inputs.rows();
  node.outputs = outputs.rows();
  return node;
}

bool eachNode(std::string_view json, const std::function<bool(std::string_view)>& take) {
  const std::size_t name = json.find("\"nodes\"");
  const std::size_t open = name == std::string_view::npos ? name : json.find('[', name);
  if (open == std::string_view::npos) {
    return false;
  }
  MemberWalk nodes(json.substr(open));
  while (nodes.next()) {
    if (!take(nodes.value().text)) {
      return true;
    }
  }
  return !nodes.broke();
}

}  // namespace kernline::execution
