// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/file_names.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

namespace kernline {

namespace {

/// The last `parts` names of a path; all of it where there are no more.
std::string tailOf(const std::string& path, std::size_t parts) {
  std::size_t begin = path.size();
  while (parts > 0 && begin > 0) {
    const std::size_t slash = path.rfind('/', begin - 1);
    begin = slash == std::string::npos ? 0 : slash;
    --parts;
  }
  return path.substr(begin < path.size() && path[begin] == '/' ? begin + 1 : begin);
}

}  // namespace

std::vector<std::string> fileNames(std::span<const std::string> paths) {
  std::vector<std::string> names(paths.size());
  std::vector<std::size_t> parts(paths.size(), 1);
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    std::map<std::string, std::set<std::string>> pathsOfName;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      names[i] = tailOf(paths[i], parts[i]);
      pathsOfName[names[i]].insert(paths[i]);
    }
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const auto maxParts = static_cast<std::size_t>(std::ranges::count(paths[i], '/')) + 1;
      if (pathsOfName[names[i]].size() > 1 && parts[i] < maxParts) {
        ++parts[i];
        isChanged = true;
      }
    }
  }
  return names;
}

}  // namespace kernline
