// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a Chrome trace: no crash, no hang, the trace keeps its promises, and where the text is cut into
// pieces, by how many threads, changes nothing.
#include "core/import/chrome_json/read_chrome.h"
#include "tests/support/trace_equality.h"
#include "tests/support/trace_promise.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using kernline::Expected;
using kernline::Trace;

Expected<std::shared_ptr<const Trace>> read(const std::string& text, std::size_t pieceBytes, unsigned threads) {
  kernline::chrome::ReadOptions options;
  options.pieceBytes = pieceBytes;
  options.load.threads = threads;
  return kernline::chrome::readChromeText(text, options);
}

void require(bool holds, const std::string& what) {
  if (!holds) {
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
  }
}

void checkDetails(const Trace& trace) {
  constexpr std::uint32_t most = 16;
  for (std::uint32_t i = 0; i < trace.spanCount() && i < most; ++i) {
    static_cast<void>(trace.details(kernline::SpanId{i}));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto whole = read(text, std::size_t{1} << 20, 1);
  require(whole || !whole.error().message.empty(), "refused without a word");
  if (whole) {
    const std::string broken = kernline::test::brokenPromise(**whole);
    require(broken.empty(), broken);
    checkDetails(**whole);
  }
  const std::size_t pieceBytes = 1 + (size == 0 ? 0 : data[size / 2] % 61);
  for (const unsigned threads : {1U, 2U}) {
    const auto cut = read(text, pieceBytes, threads);
    require(cut.has_value() == whole.has_value(), "cuts decide whether it is a trace");
    if (whole) {
      const std::string difference = kernline::test::firstDifference(**whole, **cut);
      require(difference.empty(), "cuts of " + std::to_string(pieceBytes) + " bytes change the trace:\n" + difference);
    }
  }
  return 0;
}
