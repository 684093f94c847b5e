// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/member_path.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace kernline {

MemberPath splitMemberPath(const std::string& path) {
  std::error_code ignored;
  if (path == "-" || std::filesystem::exists(path, ignored)) {
    return {path, {}};
  }
  for (std::size_t slash = path.rfind('/'); slash != std::string::npos && slash > 0;
       slash = path.rfind('/', slash - 1)) {
    const std::string above = path.substr(0, slash);
    if (std::filesystem::is_regular_file(above, ignored)) {
      return {above, plainMemberName(std::string_view(path).substr(slash + 1))};
    }
    if (std::filesystem::exists(above, ignored)) {
      break;
    }
  }
  return {path, {}};
}

std::string plainMemberName(std::string_view name) {
  std::string plain;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('/'), name.size());
    const std::string_view part = name.substr(0, end);
    if (!part.empty() && part != "." && part != "..") {
      plain += plain.empty() ? "" : "/";
      plain += part;
    }
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return plain;
}

}  // namespace kernline
