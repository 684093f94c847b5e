// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/recorder/parameters/parameter.h"

namespace kernline::recorder {

inline Parameter elementParameter(std::vector<std::string> types = {"bf16", "fp16", "fp32"}) {
  return choice("type", std::move(types), "Type of the elements in memory; sums are kept in fp32");
}

inline Parameter rowsParameter(std::int64_t standard = 32768) {
  return wholeNumber("rows", standard, {1, 4194304}, "rows", "How many rows, for instance tokens");
}

inline Parameter columnsParameter(std::int64_t standard = 4096) {
  return wholeNumber("columns", standard, {8, 16384, 8}, "elements", "Length of a row, for instance the hidden size");
}

}  // namespace kernline::recorder
