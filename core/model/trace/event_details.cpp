// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/event_details.h"

#include <functional>

namespace kernline {

std::string flatText(const ArgNode& node) {
  std::string text;
  const std::function<void(const ArgNode&)> append = [&](const ArgNode& one) {
    text.append(one.key).push_back('\1');
    text.append(one.text).push_back(static_cast<char>('\2' + static_cast<char>(one.kind)));
    for (const ArgNode& child : one.children) {
      append(child);
    }
    text.push_back('\0');
  };
  append(node);
  return text;
}

}  // namespace kernline
