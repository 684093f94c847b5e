// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/flight_recorder/read_dump.h"

#include "core/import/flight_recorder/json_dump.h"
#include "core/import/flight_recorder/pickled_dump.h"
#include "core/import/load_options.h"
#include "core/import/pickle/read_pickle.h"
#include "core/import/source/whole_text.h"

#include <string>
#include <string_view>

namespace kernline::flight {

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
    const auto text = wholeText(input);
    if (!text) {
      return std::unexpected(text.error());
    }
    dump = readJsonDump((*text)->view);
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
