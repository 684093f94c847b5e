// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as an XSpace, and as a profile of pprof: no crash, no hang, and the trace keeps its promises.
#include "core/import/pprof/read_pprof.h"
#include "core/import/xplane/read_xplane.h"
#include "tests/fuzz/fuzzed_trace.h"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  kernline::LoadOptions options;
  options.threads = 1;
  const bool isXSpace = kernline::xplane::isXSpace(bytes);
  const bool isPprof = kernline::pprof::isProfile(bytes);
  kernline::fuzz::require(!isXSpace || !isPprof, "an XSpace that is a profile of pprof");
  kernline::fuzz::expectAnswer(kernline::xplane::readXplaneBytes(bytes, options));
  kernline::fuzz::expectAnswer(kernline::pprof::readPprofBytes(bytes, options));
  return 0;
}
