// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a packed trace: no crash, no hang, and the trace keeps its promises. The first byte says what the others
// are: a packed trace, changes to the bytes of a sound one, or packed args.
#include "core/output/packed/pack_trace.h"
#include "core/output/packed/packed_args.h"
#include "tests/fuzz/fuzzed_trace.h"
#include "tests/support/open_file.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::uint64_t maxBytes = std::uint64_t{64} << 20;
constexpr const char* small =
    R"([{"ph":"M","name":"process_labels","pid":0,"args":{"labels":"GPU 0"}},
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":1,"ts":0,"dur":50},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":1,"ts":1,"dur":20,"args":{"External id":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":5,"dur":4,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":12,"dur":9,"args":{"correlation":3,"stream":7}},
{"ph":"X","cat":"kernel","name":"over","pid":0,"tid":7,"ts":15,"dur":9},
{"ph":"i","name":"mark","pid":9,"tid":1,"ts":30,"s":"p"},{"ph":"C","name":"queue","pid":9,"ts":3,"args":{"depth":2}}])";

std::string soundTrace() {
  std::string folder = std::filesystem::temp_directory_path() / "kernline-fuzz-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) {
    std::abort();
  }
  std::ofstream(folder + "/t.json") << small;
  const auto trace = kernline::load(folder + "/t.json");
  std::filesystem::remove_all(folder);
  if (!trace) {
    std::abort();
  }
  return kernline::packTrace(**trace);
}

/// Three bytes a change: where, in two, and what.
std::string patched(Bytes data) {
  static const std::string sound = soundTrace();
  std::string bytes = sound;
  for (; data.size() >= 3; data = data.subspan(3)) {
    bytes[(std::size_t{data[0]} << 8U | data[1]) % bytes.size()] = static_cast<char>(data[2]);
  }
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
