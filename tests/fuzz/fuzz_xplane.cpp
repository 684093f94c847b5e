// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as an XSpace, and as a profile of pprof: no crash, no hang, and the trace keeps its promises.
#include "core/import/pprof/read_pprof.h"
#include "core/import/xplane/read_xplane.h"
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
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  kernline::LoadOptions options;
  options.threads = 1;
  const bool isXSpace = kernline::xplane::isXSpace(bytes);
  const bool isPprof = kernline::pprof::isProfile(bytes);
  if (isXSpace && isPprof) {
    std::abort();
  }
  check(kernline::xplane::readXplaneBytes(bytes, options));
  check(kernline::pprof::readPprofBytes(bytes, options));
  return 0;
}
