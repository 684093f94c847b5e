// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/nvtx_operator.h"

#include "core/import/events/read_details.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view aten = "aten::";

struct NvtxPart {
  std::string_view mark;
  std::string_view NvtxOperator::* value;
};

constexpr std::array<NvtxPart, 4> nvtxParts{{{", seq = ", &NvtxOperator::sequence},
                                             {", op_id = ", &NvtxOperator::id},
                                             {", sizes = ", &NvtxOperator::sizes},
                                             {", input_op_ids = ", &NvtxOperator::inputIds}}};

constexpr std::array<std::pair<std::string_view, std::string_view NvtxOperator::*>, 4> argsOfNvtx{
    {{"Sequence number", &NvtxOperator::sequence},
     {"Input Dims", &NvtxOperator::sizes},
     {"op_id", &NvtxOperator::id},
     {"input_op_ids", &NvtxOperator::inputIds}}};

bool isNvtxNumber(std::string_view text) {
  return !text.empty() && text.size() < 20 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<NvtxOperator> nvtxOperator(std::string_view name) {
  NvtxOperator found;
  found.name = name;
  std::string_view NvtxOperator::* last = nullptr;
  std::size_t valueBegin = 0;
  const auto closeLast = [&](std::size_t end) {
    if (last != nullptr) {
      found.*last = name.substr(valueBegin, end - valueBegin);
    }
  };
  const bool hasParts = name.find(", ") != std::string_view::npos;
  for (const NvtxPart& part : std::span(nvtxParts).first(hasParts ? nvtxParts.size() : 0)) {  // they come in this order
    const std::size_t at = name.find(part.mark, valueBegin);
    if (at == std::string_view::npos) {
      continue;
    }
    if (last == nullptr) {
      found.name = name.substr(0, at);
    }
    closeLast(at);
    last = part.value;
    valueBegin = at + part.mark.size();
  }
  closeLast(name.size());
  const bool isSaid = isNvtxNumber(found.sequence) || isNvtxNumber(found.id) || found.sizes.starts_with("[[");
  const bool isAten = name.starts_with(aten) && name.find(' ') == std::string_view::npos;
  if (found.name.empty() || !(isSaid || isAten)) {
    return std::nullopt;
  }
  found.sequence = isNvtxNumber(found.sequence) ? found.sequence : std::string_view();
  return found;
}

std::string_view NvtxOperator::valueOf(std::string_view key) const {
  const auto* const found =
      std::ranges::find(argsOfNvtx, key, &std::pair<std::string_view, std::string_view NvtxOperator::*>::first);
  return found == argsOfNvtx.end() ? std::string_view() : this->*(found->second);
}

void NvtxOperator::addArgs(ArgNode& to, std::span<const std::string_view> keys) const {
  for (const auto& [key, member] : argsOfNvtx) {
    const std::string_view value = this->*member;
    const bool isWanted = keys.empty() || std::ranges::find(keys, key) != keys.end();
    if (value.empty() || !isWanted || to.find(key) != nullptr) {
      continue;
    }
    ArgNode node;
    if (member == &NvtxOperator::inputIds) {  // tuples of Python
      node.kind = ArgNode::Kind::Text;
      node.text = value;
    } else {
      node = chrome::toTree(value);
    }
    node.key = key;
    to.children.push_back(std::move(node));
  }
}

}  // namespace kernline
