// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/recorder/parameters/parameter.h"

namespace kernline::recorder {

inline Parameter elementParameter(std::vector<std::string> types = {"bf16", "fp16", "fp32"}) {
  return choice("type", std::move(types), "Element type in memory; accumulation in FP32");
}

inline Parameter rowsParameter(std::int64_t standard = 32768) {
  return wholeNumber("rows", standard, {1, 4194304}, "rows", "Number of rows, e.g. tokens");
}

inline Parameter columnsParameter(std::int64_t standard = 4096) {
  return wholeNumber("columns", standard, {8, 16384, 8}, "elements", "Row length, e.g. the hidden size");
}

}  // namespace kernline::recorder
