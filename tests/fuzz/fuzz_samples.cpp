// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a profile of speedscope, a tree of Proton, a Firefox profile and what perf script prints: no crash, no
// hang, and the trace keeps its promises.
#include "core/import/firefox/read_firefox.h"
#include "core/import/perf_script/read_perf_script.h"
#include "core/import/proton/read_proton.h"
#include "core/import/speedscope/read_speedscope.h"
#include "tests/support/trace_promise.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

namespace {

void check(const kernline::Expected<std::shared_ptr<const kernline::Trace>>& trace) {
  if (!trace) {
    return;
  }
  const std::string broken = kernline::test::brokenPromise(**trace);
  if (!broken.empty()) {
    std::fprintf(stderr, "%s\n", broken.c_str());
    std::abort();
  }
  constexpr std::uint32_t maxSpans = 16;
  for (std::uint32_t i = 0; i < (*trace)->spanCount() && i < maxSpans; ++i) {
    static_cast<void>((*trace)->details(kernline::SpanId{i}));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  kernline::LoadOptions options;
  options.threads = 1;
  static_cast<void>(kernline::speedscope::isProfile(text));
  static_cast<void>(kernline::proton::isTree(text));
  static_cast<void>(kernline::perf::isScript(text));
  static_cast<void>(kernline::firefox::isProfile(text));
  check(kernline::firefox::readFirefoxText(text, options));
  check(kernline::perf::readPerfScriptText(text, options));
  check(kernline::speedscope::readSpeedscopeText(text, options));
  check(kernline::proton::readProtonText(text, options));
  return 0;
}
