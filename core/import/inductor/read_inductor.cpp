// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/inductor/read_inductor.h"

#include "core/model/json/members.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

using chrome::MemberWalk;
using chrome::RawValue;

/// "NAME:N"; older versions of torch write NAME alone.
CompiledCall callNamed(std::string key) {
  CompiledCall call;
  const std::size_t colon = key.rfind(':');
  if (colon != std::string::npos) {
    const char* end = key.data() + key.size();
    const auto [after, error] = std::from_chars(key.data() + colon + 1, end, call.number);
    if (error == std::errc() && after == end) {
      key.resize(colon);
    } else {
      call.number = 0;
    }
  }
  call.kernel = std::move(key);
  return call;
}

/// The texts of a list, sorted; `isDamaged` is set where it is none.
std::vector<std::string> nodeList(const RawValue& value, bool& isDamaged) {
  std::vector<std::string> nodes;
  if (value.kind != RawValue::Kind::Array) {
    isDamaged = true;
    return nodes;
  }
  MemberWalk list(value.text);
  while (list.next()) {
    if (list.value().kind == RawValue::Kind::String) {
      nodes.push_back(list.value().unescaped());
    } else {
      isDamaged = true;
    }
  }
  isDamaged = isDamaged || list.broke();
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

using NodeLists = std::vector<std::pair<std::string, std::vector<std::string>>>;

NodeLists section(std::string_view json, std::string_view key, bool& isDamaged) {
  NodeLists lists;
  const RawValue value = chrome::findMember(json, key);
  if (value.kind != RawValue::Kind::Object) {
    isDamaged = true;
    return lists;
  }
  MemberWalk members(value.text);
  while (members.next()) {
    lists.emplace_back(members.key().unescaped(), nodeList(members.value(), isDamaged));
  }
  isDamaged = isDamaged || members.broke();
  return lists;
}

/// "aten.view" of "[aten.view, aten.add]", and "add" of "[aten.add.Tensor]".
std::vector<std::string> operatorList(std::string_view comment) {
  constexpr std::string_view mark = "Original ATen: [";
  std::vector<std::string> operators;
  const std::size_t at = comment.find(mark);
  const std::size_t end = comment.find(']', at == std::string_view::npos ? 0 : at);
  if (at == std::string_view::npos || end == std::string_view::npos) {
    return operators;
  }
  std::string_view list = comment.substr(at + mark.size(), end - at - mark.size());
  while (!list.empty()) {
    const std::size_t comma = list.find(", ");
    std::string_view name = list.substr(0, comma);
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 2);
    name = name.starts_with("aten.") ? name.substr(5) : name;
    if (!name.empty()) {
      operators.emplace_back(name);
    }
  }
  return operators;
}

/// Takes the next line off, without its end.
std::string_view takeLine(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

}  // namespace

InductorProvenance readInductorProvenance(std::string_view json) {
  InductorProvenance read;
  const std::size_t first = json.find('{');
  json = first == std::string_view::npos ? std::string_view{} : json.substr(first);
  std::map<std::string, std::vector<std::string>> before;
  for (auto& [node, sources] : section(json, "postToPre", read.isDamaged)) {
    before[node] = std::move(sources);
  }
  for (auto& [key, nodes] : section(json, "cppCodeToPost", read.isDamaged)) {
    CompiledCall call = callNamed(key);
    for (const std::string& node : nodes) {
      const auto& sources = before[node];
      call.sources.insert(call.sources.end(), sources.begin(), sources.end());
    }
    std::ranges::sort(call.sources);
    call.sources.erase(std::unique(call.sources.begin(), call.sources.end()), call.sources.end());
    call.nodes = std::move(nodes);
    read.calls.push_back(std::move(call));
  }
  std::ranges::stable_sort(read.calls, {}, &CompiledCall::number);
  return read;
}

std::vector<CompiledKernel> readInductorCode(std::string_view code) {
  constexpr std::string_view pathMark = "# kernel path: ";
  constexpr std::string_view kernelMark = " = async_compile.triton(";
  std::vector<CompiledKernel> kernels;
  CompiledKernel next;
  const char* begin = nullptr;  // start of the comments above the next kernel
  while (!code.empty()) {
    const char* lineBegin = code.data();
    const std::string_view line = takeLine(code);
    if (line.starts_with("#")) {
      begin = begin == nullptr ? lineBegin : begin;
      if (line.starts_with(pathMark)) {
        next.file = line.substr(pathMark.size());
      } else if (std::vector<std::string> operators = operatorList(line); !operators.empty()) {
        next.operators = std::move(operators);
      }
      continue;
    }
    const std::size_t mark = line.find(kernelMark);
    if (mark != std::string_view::npos) {
      next.name = line.substr(0, mark);
      begin = begin == nullptr ? lineBegin : begin;
      std::string_view last = line;
      while (!code.empty() && !(last = takeLine(code)).starts_with("'''")) {
      }
      next.source.assign(begin, last.data() + last.size());
      kernels.push_back(std::move(next));
    }
    next = {};
    begin = nullptr;
  }
  return kernels;
}

}  // namespace kernline
