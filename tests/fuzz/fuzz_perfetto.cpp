// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a Perfetto trace: no crash, no hang, the trace keeps its promises, and how it is cut and by how many
// threads it is read changes nothing. The first byte says how it is cut.
#include "core/import/perfetto/packet_head.h"
#include "core/import/perfetto/read_perfetto.h"
#include "tests/support/trace_equality.h"
#include "tests/support/trace_promise.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

namespace {

using namespace kernline;

std::shared_ptr<const Trace> readAs(const std::string& bytes, std::size_t pieceBytes, unsigned threads) {
  perfetto::ReadOptions options;
  options.load.threads = threads;
  options.pieceBytes = pieceBytes;
  auto trace = perfetto::readPerfettoBytes(bytes, options);
  return trace ? *trace : nullptr;
}

void expectNothing(const std::string& broken) {
  if (!broken.empty()) {
    std::fprintf(stderr, "%s\n", broken.c_str());
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const std::string bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  static_cast<void>(perfetto::isPerfettoTrace(bytes));
  const auto whole = readAs(bytes, std::size_t{4} << 20, 1);
  if (whole == nullptr) {
    return 0;
  }
  expectNothing(test::brokenPromise(*whole));
  if (data[0] % 2 == 0) {
    const auto cut = readAs(bytes, 1 + data[0], data[0] % 3 + 1);
    expectNothing(test::firstDifference(*whole, *cut));
  }
  constexpr std::uint32_t maxSpans = 16;
  for (std::uint32_t i = 0; i < whole->spanCount() && i < maxSpans; ++i) {
    static_cast<void>(whole->details(SpanId{i}));
    static_cast<void>(whole->placeText(whole->offset(SpanId{i})));
  }
  return 0;
}
