// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/test_files.h"

#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>

namespace kernline::test {

/// The text of a snapshot, as of a version of torch that wrote no times.
inline std::string withoutTimes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string key = "time_us";
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at)) {
    text.replace(at, key.size(), "time_no");
  }
  return text;
}

}  // namespace kernline::test
