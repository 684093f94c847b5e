// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/json/members.h"
#include "core/model/json/text_scan.h"

#include <cstddef>
#include <string_view>

namespace kernline::chrome {

/// Scans a value of plain JSON like `scanValue`; `after` is nullptr if anything is not plain, and `MemberWalk` decides.
[[nodiscard]] ValueScan scanPlainValue(const char* p, const char* end);

/// Passes the members of the object at `p` to `member(key, value)`, which returns the byte after the value, or nullptr
/// to give up. Returns the byte after the object; nullptr if it, or what `member` saw of it, is not plain JSON, has
/// escapes in a key or does not end: then the members so far are void, and `MemberWalk` reads it. Each byte is read
/// once.
template <typename Member>
[[nodiscard]] const char* walkPlainMembers(const char* p, const char* end, const Member& member) {
  if (p == end || *p != '{') {
    return nullptr;
  }
  p = skipSpace(p + 1, end);
  if (p != end && *p == '}') {
    return p + 1;
  }
  for (; p != end && *p == '"'; p = skipSpace(p + 1, end)) {
    const char* const key = p + 1;
    p = scanString(key, end).stop;
    if (p == end || *p != '"') {
      return nullptr;
    }
    const std::string_view name(key, static_cast<std::size_t>(p - key));
    p = behindColon(p + 1, end);
    p = p == nullptr || p == end ? nullptr : member(name, p);
    if (p == nullptr) {
      return nullptr;
    }
    p = skipSpace(p, end);
    if (p == end || *p != ',') {
      return p != end && *p == '}' ? p + 1 : nullptr;
    }
  }
  return nullptr;
}

}  // namespace kernline::chrome
