// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/sniff.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <string>

namespace kernline::sniff {

namespace {

std::string_view firstLine(std::string_view text) {
  return text.substr(0, text.find_first_of("\r\n"));
}

bool isPrintable(unsigned char c) {
  return c >= 0x20 || c == '\n' || c == '\r' || c == '\t';
}

}  // namespace

bool isMostlyText(std::string_view head) {
  const auto control =
      std::ranges::count_if(head, [](unsigned char c) { return !isPrintable(c) && c != 0x1B && c != '\f'; });
  return static_cast<std::size_t>(control) * 50 <= head.size();
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string_view withoutLeadingSpace(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

bool beginsAsJson(std::string_view text) {
  text = withoutLeadingSpace(text);
  if (text.empty()) {
    return false;
  }
  const std::string_view rest = withoutLeadingSpace(text.substr(1));
  const char next = rest.empty() ? '\0' : rest.front();
  return (text.front() == '{' && (next == '"' || next == '}' || next == '\0')) ||
         (text.front() == '[' && (next == '{' || next == ']' || next == '[' || next == '\0' || next == ','));
}

bool isAnyPickle(std::string_view head) {
  return head.size() >= 3 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5;  // PROTO, then a version
}

bool isSeparated(std::string_view text, char separator) {
  const std::string_view first = firstLine(text);
  const auto columns = std::ranges::count(first, separator);
  const std::string_view second = firstLine(withoutLeadingSpace(text.substr(first.size())));
  return columns >= 2 && !second.empty() && std::ranges::count(second, separator) >= columns;
}

bool isPythonSource(std::string_view text) {
  const auto startsALine = [text](std::string_view word) {
    return text.starts_with(word) || contains(text, std::string("\n").append(word));
  };
  return startsALine("import ") || (startsALine("from ") && contains(text, " import ")) ||
         (startsALine("def ") && contains(text, "):"));
}

}  // namespace kernline::sniff
