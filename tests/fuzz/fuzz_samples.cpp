// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a profile of speedscope, a tree of Proton, a Firefox profile and what perf script prints: no crash, no
// hang, and the trace keeps its promises.
#include "core/import/firefox/read_firefox.h"
#include "core/import/perf_script/read_perf_script.h"
#include "core/import/proton/read_proton.h"
#include "core/import/speedscope/read_speedscope.h"
#include "tests/fuzz/fuzzed_trace.h"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  kernline::LoadOptions options;
  options.threads = 1;
  static_cast<void>(kernline::speedscope::isProfile(text));
  static_cast<void>(kernline::proton::isTree(text));
  static_cast<void>(kernline::perf::isScript(text));
  static_cast<void>(kernline::firefox::isProfile(text));
  kernline::fuzz::expectAnswer(kernline::firefox::readFirefoxText(text, options));
  kernline::fuzz::expectAnswer(kernline::perf::readPerfScriptText(text, options));
  kernline::fuzz::expectAnswer(kernline::speedscope::readSpeedscopeText(text, options));
  kernline::fuzz::expectAnswer(kernline::proton::readProtonText(text, options));
  return 0;
}
