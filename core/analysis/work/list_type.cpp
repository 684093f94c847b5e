// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/list_type.h"

#include "core/model/base/text.h"
#include "core/model/names/element_type.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace kernline {

namespace {

using Types = std::set<std::string_view>;

/// Returns the types between the < that ends `text` before `at` and its >, split at the commas on its own level.
Types templateTypes(std::string_view text, std::size_t at) {
  Types found;
  int depth = 0;
  std::size_t begin = at;
  for (std::size_t i = at; i < text.size(); ++i) {
    const bool isEnd = depth == 0 && (text[i] == ',' || text[i] == '>');
    if (isEnd) {
      if (const std::string_view one = trimmed(text.substr(begin, i - begin)); elementBytes(one)) {
        found.insert(one);
      }
      begin = i + 1;
      if (text[i] == '>') {
        return found;
      }
    }
    depth += text[i] == '<' || text[i] == '(' ? 1 : text[i] == '>' || text[i] == ')' ? -1 : 0;
  }
  return {};
}

/// Returns the types of every "…`word`<" in the name.
Types typesOf(std::string_view kernel, std::string_view word) {
  Types all;
  for (std::size_t at = kernel.find(word); at != std::string_view::npos; at = kernel.find(word, at + 1)) {
    all.merge(templateTypes(kernel, at + word.size()));
  }
  return all;
}

std::string_view opaqueType(std::string_view kernel) {
  static constexpr std::pair<std::string_view, std::string_view> sizes[] = {
      {"OpaqueType<1u>", "char"}, {"OpaqueType<2u>", "short"}, {"OpaqueType<4u>", "int"}, {"OpaqueType<8u>", "long"}};
  const auto isNamed = [&](const auto& size) { return kernel.contains(size.first); };
  const auto* const found = std::ranges::find_if(sizes, isNamed);
  return std::ranges::count_if(sizes, isNamed) == 1 ? found->second : std::string_view{};
}

/// Half precision is computed in float, so float next to it is no element type.
std::string_view elementAmong(const Types& types) {
  if (types.size() == 1) {
    return *types.begin();
  }
  if (types.size() == 2 && types.contains("float")) {
    const std::string_view other = *types.begin() == "float" ? *types.rbegin() : *types.begin();
    return other == "c10::BFloat16" || other == "c10::Half" ? other : std::string_view{};
  }
  return {};
}

}  // namespace

std::string elementTypeIn(std::string_view kernel) {
  if (const std::string_view opaque = opaqueType(kernel); !opaque.empty()) {
    return std::string(opaque);
  }
  constexpr std::string_view cat = "CatArrayBatchedCopy";
  if (const std::size_t at = kernel.find(cat); at != std::string_view::npos) {
    const std::size_t open = kernel.find('<', at);
    const std::size_t comma = std::min(kernel.find(',', at), kernel.size());
    const std::string_view first =
        open < comma ? trimmed(kernel.substr(open + 1, comma - open - 1)) : std::string_view{};
    return elementBytes(first) ? std::string(first) : std::string();
  }
  if (!kernel.contains("multi_tensor_apply_kernel")) {
    return {};
  }
  const Types copied = typesOf(kernel, "Copy<");
  Types types = typesOf(kernel, "Functor<");
  types.insert(copied.begin(), copied.end());
  const bool isCast = copied.size() > 1 || (kernel.contains("CopyFunctor<") && types.size() > 1);
  return isCast ? std::string() : std::string(elementAmong(types));
}

}  // namespace kernline
