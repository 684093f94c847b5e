// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as two ranks' dumps of NCCL's flight recorder, cut apart at a zero byte behind the first thousand.
#include "core/import/flight_recorder/dump_log.h"
#include "core/import/flight_recorder/read_dump.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

using namespace kernline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = bytes.find('\0', 1000);
  std::vector<flight::RankDump> dumps;
  for (const std::string_view part :
       {bytes.substr(0, cut), cut == std::string_view::npos ? "" : bytes.substr(cut + 1)}) {
    Input input;
    input.path = "fuzz";
    input.mapped = part;
    Progress progress;
    if (auto dump = flight::readDump(input, {}, progress)) {
      dump->rank = static_cast<std::int32_t>(dumps.size());
      dumps.push_back(std::move(*dump));
    }
  }
  if (!dumps.empty()) {
    const auto log = flight::logOfDumps(dumps, "fuzz", "", 0);
    for (const LogTable& table : log->tables()) {
      if (table.cells.size() != table.rows.size() * table.columns.size()) {
        std::abort();
      }
    }
  }
  return 0;
}
