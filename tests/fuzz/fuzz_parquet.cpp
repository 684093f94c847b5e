// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as the Parquet files that Kernline exported: no crash, no hang, and the trace keeps its promises. The first
// byte says what the others are: a whole spans.parquet, or changes to the bytes of one of the sound files.
#include "core/import/source/string_text.h"
#include "core/model/base/progress.h"
#include "core/output/parquet/parquet_folder.h"
#include "core/output/reopen/read_parquet.h"
#include "tests/fuzz/fuzzed_trace.h"
#include "tests/fuzz/sound_file.h"
#include "tests/support/open_file.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

namespace {

using kernline::fuzz::Bytes;
using Files = std::map<std::string, std::string, std::less<>>;  // Contents by table.

constexpr std::array tables{"spans", "flows", "instants", "counters", "memory", "args"};

/// A small trace, exported with its args. Pages are not packed, so that changes reach what is in them.
Files soundExport() {
  const kernline::fuzz::SmallTrace small;
  if (!kernline::writeParquet(small.trace(), small.folder(),
                              {.codec = kernline::parquet::Codec::None, .withArgs = true})) {
    std::abort();
  }
  Files files;
  for (const char* table : tables) {
    files[table] = small.contentOf(std::string("rank=0/") + table + ".parquet");
  }
  return files;
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
    kernline::fuzz::patch(files[tables[table]], rest);
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
