// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kernline {

/// One value of an event's args as the source spells it: numbers keep their digits.
struct ArgNode {
  enum class Kind : std::uint8_t { Null, Bool, Number, Text, Array, Object, Unread };
  Kind kind = Kind::Null;
  std::string key;   ///< empty for array elements
  std::string text;  ///< scalars: the value (strings unescaped); Unread: the raw text; else empty
  std::vector<ArgNode> children;

  /// The direct child under `wanted`, or nullptr.
  [[nodiscard]] const ArgNode* find(std::string_view wanted) const {
    for (const ArgNode& child : children) {
      if (child.key == wanted) {
        return &child;
      }
    }
    return nullptr;
  }
};

/// Nodes of equal texts are equal.
[[nodiscard]] std::string flatText(const ArgNode& node);

/// All that the source has of one event, read again from the source on demand.
struct EventDetails {
  ArgNode fields;  ///< Object: the event's own members except args (ph, tts, id, cname, …)
  ArgNode args;    ///< Object (Array where the file has one); empty if the event has none
};

}  // namespace kernline
