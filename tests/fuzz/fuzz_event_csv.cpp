// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a report with a line an event: no crash, no hang, and the trace keeps its promises.
#include "core/import/event_csv/read_event_csv.h"
#include "tests/support/trace_promise.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Most inputs get a header, which mutations find only by chance.
  const std::string rows(reinterpret_cast<const char*>(data), size);
  const bool isWhole = size != 0 && data[0] % 8 == 0;
  const std::string text =
      isWhole ? rows
              : "Start (us),Duration (ms),CorrId,GrdX,GrdY,GrdZ,DymSMem (MB),SrcMemKd,Device,Ctx,Strm,Name\n" + rows;
  kernline::LoadOptions options;
  options.threads = 1;
  static_cast<void>(kernline::csv::isEventTable(text));
  const auto trace = kernline::csv::readEventCsvText(text, options);
  const std::string broken = trace ? kernline::test::brokenPromise(**trace) : std::string{};
  if (!broken.empty()) {
    std::fprintf(stderr, "%s\n", broken.c_str());
    std::abort();
  }
  constexpr std::uint32_t maxSpans = 16;
  for (std::uint32_t i = 0; trace && i < (*trace)->spanCount() && i < maxSpans; ++i) {
    static_cast<void>((*trace)->details(kernline::SpanId{i}));
  }
  return 0;
}
