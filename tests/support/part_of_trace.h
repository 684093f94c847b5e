// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome_json/read_chrome.h"
#include "core/model/trace/trace.h"

#include <fmt/format.h>

#include <memory>
#include <stop_token>
#include <string>

namespace kernline::test {

/// A trace of which some was read when memory ended: kernels of 1 µs each, one every 2 µs.
[[nodiscard]] inline std::shared_ptr<const Trace> partOfTrace() {
  constexpr int count = 20'000;
  std::string text = "[";
  for (int i = 0; i < count; ++i) {
    text += fmt::format(R"({}{{"ph":"X","cat":"kernel","name":"gemm","ts":{},"dur":1,"pid":0,"tid":7}})",
                        i == 0 ? "" : ",\n", 2 * i);
  }
  std::stop_source enough;
  const chrome::ReadOptions options{.load = {.threads = 1,
                                             .onPreview = [&](const auto&) { enough.request_stop(); },
                                             .maxMemory = 0,
                                             .memoryExhausted = enough.get_token()},
                                    .pieceBytes = 4096};
  return chrome::readChromeText(text + "]", options).value_or(nullptr);
}

}  // namespace kernline::test
