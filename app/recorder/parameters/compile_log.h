// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kernline::recorder {

/// The place where the compiler stopped, and the reason.
struct CompileError {
  std::string text;
  int line = 0;
  int column = 0;    // counted from 1; 0 if not in the log
  std::string code;  // text of that line of the source
};

/// The errors in a log of NVRTC about `path`. Messages without a place become one error of line 0 if there is no other.
std::vector<CompileError> compileErrors(std::string_view log, std::string_view path, std::string_view source);

}  // namespace kernline::recorder
