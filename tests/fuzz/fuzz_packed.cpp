// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a packed trace: no crash, no hang, and the trace keeps its promises. The first byte says what the others
// are: a packed trace, changes to the bytes of a sound one, or packed args.
#include "core/output/packed/pack_trace.h"
#include "core/output/packed/packed_args.h"
#include "tests/fuzz/fuzzed_trace.h"
#include "tests/fuzz/sound_file.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using kernline::fuzz::Bytes;

constexpr std::uint64_t maxBytes = std::uint64_t{64} << 20;

std::string patched(Bytes data) {
  static const std::string sound = kernline::packTrace(*kernline::fuzz::SmallTrace().trace());
  std::string bytes = sound;
  kernline::fuzz::patch(bytes, data);
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes all{data, size};
  const Bytes rest = all.empty() ? all : all.subspan(1);
  const std::string bytes(rest.begin(), rest.end());
  if (!all.empty() && all[0] % 4 == 1) {
    const std::vector<std::string> keys{"a", "b"};
    const std::vector<kernline::StringId> names(16, kernline::StringId::empty);
    if (const auto column = kernline::ArgColumn::read(bytes, keys, names, maxBytes)) {
      for (std::size_t i = 0; i < names.size(); ++i) {
        static_cast<void>(column->args(i));
      }
    }
    return 0;
  }
  const bool isWhole = !all.empty() && all[0] % 4 == 0;
  const auto unpacked = kernline::unpackTrace(isWhole ? bytes : patched(rest), {.maxBytes = maxBytes});
  if (unpacked) {
    kernline::fuzz::expectAnswer(unpacked->trace);
  }
  return 0;
}
