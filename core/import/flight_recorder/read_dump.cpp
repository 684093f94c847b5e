// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/flight_recorder/read_dump.h"

#include "core/import/flight_recorder/json_dump.h"
#include "core/import/flight_recorder/pickled_dump.h"
#include "core/import/load_options.h"
#include "core/import/pickle/read_pickle.h"

#include <cstddef>
#include <string>
#include <utility>

namespace kernline::flight {

namespace {

constexpr std::size_t maxDumpBytes = std::size_t{1} << 30;

std::string wholeText(Input& input) {
  if (input.stream == nullptr) {
    return std::string(input.mapped.substr(0, maxDumpBytes));
  }
  std::string text;
  constexpr std::size_t step = std::size_t{1} << 20;
  while (text.size() < maxDumpBytes) {
    const std::size_t had = text.size();
    text.resize(had + step);
    const std::size_t got = input.stream->read({text.data() + had, step});
    text.resize(had + got);
    if (got == 0) {
      break;
    }
  }
  return text;
}

}  // namespace

bool isJsonDump(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  const bool isObject = first != std::string_view::npos && head[first] == '{';
  const bool isDump =
      head.contains("\"pg_status\"") || (head.contains("\"profiling_name\"") && head.contains("\"time_created_ns\""));
  return isObject && isDump && !head.contains("\"traceEvents\"");
}

bool isPickledDump(std::string_view head) {
  return pickle::isPickle(head) &&
         (head.contains("pg_status") || (head.contains("profiling_name") && head.contains("time_created_ns")));
}

Expected<RankDump> readDump(Input& input, const std::stop_token& stop, Progress& progress) {
  progress.stage = Progress::Stage::Reading;
  const std::string_view head = input.stream == nullptr ? input.mapped.substr(0, 4096) : std::string_view{input.head};
  RankDump dump;
  if (pickle::isPickle(head)) {
    dump = readPickledDump(input, stop, progress);
  } else {
    dump = readJsonDump(wholeText(input));
  }
  if (stop.stop_requested()) {
    return loadingCanceled(input.path);
  }
  if (dump.collectives.empty() && dump.groups.empty()) {
    return std::unexpected(
        Error{Error::Kind::NotATrace, Phrase::tr("%1: a flight recorder dump without an entry").with(input.path)});
  }
  return dump;
}

}  // namespace kernline::flight
