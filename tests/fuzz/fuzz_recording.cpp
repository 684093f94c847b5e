// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a database that Kernline exported: no crash, no hang, and the trace keeps its promises. The first byte
// says what the others are: a whole database, or changes to the bytes of a sound one.
#include "core/import/sqlite/connection.h"
#include "core/import/sqlite/database_bytes.h"
#include "core/model/base/progress.h"
#include "core/output/recording/read_recording.h"
#include "core/output/recording/sqlite_file.h"
#include "tests/fuzz/fuzzed_trace.h"
#include "tests/support/open_file.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

namespace {

using Bytes = std::span<const std::uint8_t>;

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

std::string contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A small trace, exported with its args.
std::string soundExport() {
  const std::string folder = std::filesystem::temp_directory_path() / "kernline-fuzz-XXXXXX";
  std::string made = folder;
  if (::mkdtemp(made.data()) == nullptr) {
    std::abort();
  }
  std::ofstream(made + "/t.json") << small;
  const auto trace = kernline::load(made + "/t.json");
  if (!trace || !kernline::writeSqlite(*trace, made + "/t.sqlite", {.withArgs = true})) {
    std::abort();
  }
  std::string bytes = contentOf(made + "/t.sqlite");
  std::filesystem::remove_all(made);
  return bytes;
}

/// Four bytes a change: where, in three, and what.
std::string patched(Bytes data) {
  static const std::string sound = soundExport();
  std::string bytes = sound;
  for (; data.size() >= 4; data = data.subspan(4)) {
    const std::size_t at = (std::size_t{data[0]} << 16U | std::size_t{data[1]} << 8U | data[2]) % bytes.size();
    bytes[at] = static_cast<char>(data[3]);
  }
  return bytes;
}

std::string databaseOf(Bytes data) {
  if (data.empty() || data[0] % 4 != 0) {
    return patched(data.empty() ? data : data.subspan(1));
  }
  return {reinterpret_cast<const char*>(data.data()) + 1, data.size() - 1};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = kernline::sqlite::DatabaseBytes::of(databaseOf({data, size}));
  const kernline::sqlite::Connection database(bytes);
  if (!database.problem().empty() || !kernline::recording::isRecording(database)) {
    return 0;
  }
  kernline::Progress progress;
  kernline::SourceFile source;
  source.path = "(memory)";
  source.storedBytes = bytes->view().size();
  const auto trace = kernline::recording::readRecording(bytes, source, "", {}, {}, progress);
  kernline::fuzz::expectAnswer(trace);
  return 0;
}
