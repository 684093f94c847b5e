// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a database that Kernline exported: no crash, no hang, and the trace keeps its promises. The first byte
// says what the others are: a whole database, or changes to the bytes of a sound one.
#include "core/import/sqlite/connection.h"
#include "core/import/sqlite/database_bytes.h"
#include "core/model/base/progress.h"
#include "core/output/recording/read_recording.h"
#include "core/output/recording/sqlite_file.h"
#include "tests/fuzz/fuzzed_trace.h"
#include "tests/fuzz/sound_file.h"

#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using kernline::fuzz::Bytes;

/// A small trace, exported with its args.
std::string soundExport() {
  const kernline::fuzz::SmallTrace small;
  if (!kernline::writeSqlite(small.trace(), small.folder() + "/t.sqlite", {.withArgs = true})) {
    std::abort();
  }
  return small.contentOf("t.sqlite");
}

std::string patched(Bytes data) {
  static const std::string sound = soundExport();
  std::string bytes = sound;
  kernline::fuzz::patch(bytes, data);
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
