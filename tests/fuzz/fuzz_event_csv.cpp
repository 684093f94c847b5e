// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a report with a line an event: no crash, no hang, and the trace keeps its promises.
#include "core/import/event_csv/read_event_csv.h"
#include "tests/fuzz/fuzzed_trace.h"

#include <cstddef>
#include <cstdint>
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
  kernline::fuzz::expectAnswer(kernline::csv::readEventCsvText(text, options));
  return 0;
}
