// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/open_file.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>

namespace kernline::fuzz {

using Bytes = std::span<const std::uint8_t>;

/// A folder for what is written of a small trace that has a bit of everything. It goes with this.
class SmallTrace {
 public:
  SmallTrace() {
    if (::mkdtemp(m_folder.data()) == nullptr) {
      std::abort();
    }
    std::ofstream(m_folder + "/t.json") << text;
    const auto loaded = load(m_folder + "/t.json");
    if (!loaded) {
      std::abort();
    }
    m_trace = *loaded;
  }
  SmallTrace(const SmallTrace&) = delete;
  SmallTrace& operator=(const SmallTrace&) = delete;
  ~SmallTrace() { std::filesystem::remove_all(m_folder); }

  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }
  [[nodiscard]] const std::string& folder() const { return m_folder; }
  /// Returns the content of a file in the folder.
  [[nodiscard]] std::string contentOf(const std::string& name) const {
    std::ifstream file(m_folder + "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  static constexpr const char* text =
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

  std::string m_folder = std::filesystem::temp_directory_path() / "kernline-fuzz-XXXXXX";
  std::shared_ptr<const Trace> m_trace;
};

/// Changes bytes of a sound file, by four bytes a change: where, in three, and what.
inline void patch(std::string& bytes, Bytes changes) {
  for (; changes.size() >= 4; changes = changes.subspan(4)) {
    const std::size_t at = (std::size_t{changes[0]} << 16U | std::size_t{changes[1]} << 8U | changes[2]) % bytes.size();
    bytes[at] = static_cast<char>(changes[3]);
  }
}

}  // namespace kernline::fuzz
