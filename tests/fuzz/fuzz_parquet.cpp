// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as the Parquet files that Kernline exported: no crash, no hang, and the trace keeps its promises. The first
// byte says what the others are: a whole spans.parquet, or changes to the bytes of one of the sound files.
#include "core/import/source/held_text.h"
#include "core/model/base/progress.h"
#include "core/output/parquet/parquet_folder.h"
#include "core/output/reopen/read_parquet.h"
#include "tests/fuzz/fuzzed_trace.h"
#include "tests/support/open_file.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <utility>

namespace {

using Bytes = std::span<const std::uint8_t>;
using Files = std::map<std::string, std::string, std::less<>>;  // by table

constexpr const char* small =
    R"([{"ph":"M","name":"process_labels","pid":0,"args":{"labels":"GPU 0"}},
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":1,"ts":0,"dur":50},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":1,"ts":1,"dur":20,"args":{"External id":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":5,"dur":4,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":12,"dur":9,"args":{"correlation":3,"stream":7}},
{"ph":"X","cat":"kernel","name":"over","pid":0,"tid":7,"ts":15,"dur":9},
{"ph":"s","id":1,"name":"f","cat":"f","pid":9,"tid":1,"ts":2},{"ph":"f","bp":"e","id":1,"name":"f","cat":"f","pid":0,"tid":7,"ts":13},
{"ph":"i","name":"mark","pid":9,"tid":1,"ts":30,"s":"p"},{"ph":"C","name":"queue","pid":9,"ts":3,"args":{"depth":2}},
{"ph":"i","cat":"cpu_instant_event","name":"[memory]","s":"t","pid":9,"tid":1,"ts":15,
 "args":{"Total Reserved":4096,"Total Allocated":512,"Bytes":512,"Addr":1000,"Device Id":0,"Device Type":1}}])";

constexpr std::array tables{"spans", "flows", "instants", "counters", "memory", "args"};

std::string contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A small trace, exported with its args. Pages are not packed, so that changes reach what is in them.
Files soundExport() {
  std::string made = std::filesystem::temp_directory_path() / "kernline-fuzz-XXXXXX";
  if (::mkdtemp(made.data()) == nullptr) {
    std::abort();
  }
  std::ofstream(made + "/t.json") << small;
  const auto trace = kernline::load(made + "/t.json");
  if (!trace || !kernline::writeParquet(*trace, made, {.codec = kernline::parquet::Codec::None, .withArgs = true})) {
    std::abort();
  }
  Files files;
  for (const char* table : tables) {
    files[table] = contentOf(made + "/rank=0/" + table + ".parquet");
  }
  std::filesystem::remove_all(made);
  return files;
}

/// Four bytes a change: where, in three, and what.
void patch(std::string& bytes, Bytes data) {
  for (; data.size() >= 4; data = data.subspan(4)) {
    const std::size_t at = (std::size_t{data[0]} << 16U | std::size_t{data[1]} << 8U | data[2]) % bytes.size();
    bytes[at] = static_cast<char>(data[3]);
  }
}

kernline::Input inputOf(const std::string& bytes) {
  return std::move(*kernline::inputOf(bytes));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Files sound = soundExport();
  if (size == 0) {
    return 0;
  }
  Files files = sound;
  const Bytes rest{data + 1, size - 1};
  const std::size_t table = data[0] % (tables.size() + 1);
  if (table == tables.size()) {
    files["spans"] = {reinterpret_cast<const char*>(rest.data()), rest.size()};
  } else {
    patch(files[tables[table]], rest);
  }
  const auto open = [&](std::string_view name) -> kernline::Expected<kernline::Input> {
    return inputOf(files.find(name)->second);
  };
  kernline::Progress progress;
  const auto trace =
      kernline::parquet::readParquet(inputOf(files["spans"]), open, {.threads = 1, .onPreview = {}}, {}, progress);
  kernline::fuzz::expectAnswer(trace);
  return 0;
}
