// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as the text of a digest. What is read refers to nothing that is not there.
#include "core/output/digest/digest_file.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace kernline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = readDigestText({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!read) {
    return 0;
  }
  const RankDigest& digest = read->digest;
  Time before{INT64_MIN};
  for (const DigestCall& call : digest.calls) {
    static_cast<void>(digest.names.at(call.name));
    static_cast<void>(digest.names.at(call.stream));
    static_cast<void>(digest.groups.at(call.group));
    for (const auto ran : {digest.sinceBegin(call), digest.sinceEnd(call)}) {
      for (const RanWhile& one : ran) {
        static_cast<void>(digest.names.at(one.name));
      }
    }
    if (call.range.begin < before || call.range.end < call.range.begin) {
      std::abort();
    }
    before = call.range.begin;
  }
  for (const DigestCounter& counter : digest.counters) {
    if (counter.means.size() != digest.steps.size()) {
      std::abort();
    }
  }
  return 0;
}
