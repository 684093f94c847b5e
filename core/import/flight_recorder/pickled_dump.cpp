// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/flight_recorder/pickled_dump.h"

#include "core/import/flight_recorder/entry_parts.h"
#include "core/import/pickle/read_pickle.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::flight {

using pickle::Document;
using pickle::Value;

namespace {

bool isOfLibrary(std::string_view file) {
  return file.contains("site-packages") || file.contains("dist-packages") || file.contains("/torch/") ||
         file.contains("<frozen");
}

std::string placeText(std::string_view function, std::string_view file, std::int64_t line) {
  const std::size_t slash = file.find_last_of("/\\");
  std::string text =
      fmt::format("{}:{} {}", slash == std::string_view::npos ? file : file.substr(slash + 1), line, function);
  chrome::repairUtf8(text);
  return text;
}

/// A sink that takes no items out: dumps are small.
class KeepAll final : public pickle::Sink {
 public:
  [[nodiscard]] std::optional<std::uint32_t> take(Document& /*document*/, std::span<const Value> /*items*/) override {
    return std::nullopt;
  }
};

class PickledDump {
 public:
  explicit PickledDump(Document& document) : m_document(document) {}

  RankDump read() {
    RankDump dump;
    const Value root = m_document.root();
    dump.version = text(root, "version");
    dump.library = text(root, "comm_lib_version");
    readGroups(dump, m_document.find(root, "pg_config"), m_document.find(root, "pg_status"));
    for (const Value entry : m_document.items(m_document.find(root, "entries"))) {
      if (dump.collectives.size() == maxEntries) {
        break;
      }
      const std::string name = text(entry, "profiling_name");
      if (!m_document.isDict(entry) || name.empty()) {
        ++dump.badEntries;
        continue;
      }
      dump.collectives.push_back(collectiveOf(entry, name));
    }
    return dump;
  }

 private:
  [[nodiscard]] std::string text(Value dict, std::string_view key) const {
    std::string found(m_document.text(m_document.find(dict, key)).substr(0, 4096));
    chrome::repairUtf8(found);
    return found;
  }
  [[nodiscard]] std::int64_t integer(Value dict, std::string_view key, std::int64_t otherwise) const {
    return m_document.find(dict, key).asInteger(otherwise);
  }

  [[nodiscard]] std::int64_t nanoseconds(Value dict, std::string_view key) const {
    return m_document.find(dict, key).asNanoseconds();
  }

  void readGroups(RankDump& dump, Value configs, Value status) const {
    const auto items = m_document.items(configs);
    for (std::size_t i = 0; m_document.isDict(configs) && i + 1 < items.size() && dump.groups.size() < 10'000; i += 2) {
      ProcessGroup group;
      const std::string key(m_document.text(items[i]));
      group.name = text(items[i + 1], "name");
      group.name = group.name.empty() ? key : group.name;
      group.description = text(items[i + 1], "desc");
      const Value ranks = m_document.find(items[i + 1], "ranks");
      group.ranks = ranksIn(m_document.text(ranks));
      for (const Value rank : m_document.items(ranks)) {
        group.ranks.push_back(static_cast<std::int32_t>(std::clamp<std::int64_t>(rank.asInteger(), 0, INT32_MAX)));
      }
      const Value counts = m_document.find(status, key);
      const auto count = [&](std::string_view what) -> std::optional<std::int64_t> {
        const Value value = m_document.find(counts, what);
        return value.type() == Value::Type::Integer ? std::optional{value.asInteger()} : std::nullopt;
      };
      group.lastEnqueued = count("last_enqueued_collective");
      group.lastStarted = count("last_started_collective");
      group.lastCompleted = count("last_completed_collective");
      dump.groups.push_back(std::move(group));
    }
  }

  [[nodiscard]] Shapes shapesOf(Value list) const {
    Shapes shapes;
    for (const Value tensor : m_document.items(list)) {
      shapes.beginTensor();
      for (const Value size : m_document.items(tensor)) {
        shapes.addSize(size.asInteger());
      }
      shapes.endTensor();
    }
    return shapes;
  }
  [[nodiscard]] std::vector<std::string> textsOf(Value list) const {
    std::vector<std::string> texts;
    for (const Value value : m_document.items(list)) {
      texts.emplace_back(m_document.text(value));
      chrome::repairUtf8(texts.back());
    }
    return texts;
  }

  /// The innermost frame of the user's own code, else the innermost of all.
  [[nodiscard]] std::string placeOf(Value frames) const {
    std::string first;
    for (const Value frame : m_document.items(frames)) {
      const std::string file = text(frame, "filename");
      const bool isUsers = !file.empty() && !isOfLibrary(file);
      if (isUsers || first.empty()) {
        first = file.empty() ? first : placeText(text(frame, "name"), file, integer(frame, "line", 0));
      }
      if (isUsers) {
        break;
      }
    }
    return first;
  }

  [[nodiscard]] Collective collectiveOf(Value entry, const std::string& name) const {
    Collective made;
    const auto group = m_document.items(m_document.find(entry, "process_group"));
    made.group = group.empty() ? std::string() : std::string(m_document.text(group.front()));
    chrome::repairUtf8(made.group);
    made.operation = operationOf(name);
    made.place = placeOf(m_document.find(entry, "frames"));
    made.isMessage = integer(entry, "is_p2p", 0) != 0;
    made.sequence = made.isMessage ? integer(entry, "p2p_seq_id", -1)
                                   : integer(entry, "collective_seq_id", integer(entry, "seq_id", -1));
    made.createdNs = soundTime(nanoseconds(entry, "time_created_ns"));
    made.startedNs = ifPositive(nanoseconds(entry, "time_discovered_started_ns"));
    made.completedNs = ifPositive(nanoseconds(entry, "time_discovered_completed_ns"));
    made.state = stateOf(text(entry, "state"));
    finishCollective(made, shapesOf(m_document.find(entry, "input_sizes")),
                     shapesOf(m_document.find(entry, "output_sizes")), textsOf(m_document.find(entry, "input_dtypes")),
                     textsOf(m_document.find(entry, "output_dtypes")));
    return made;
  }

  Document& m_document;
};

}  // namespace

RankDump readPickledDump(Input& input, const std::stop_token& stop, Progress& progress) {
  Document document;
  KeepAll sink;
  const auto damage = pickle::readPickle(input, document, sink, stop, progress);
  RankDump dump = PickledDump(document).read();
  dump.damage = damage ? fmt::format("byte {}: {}", damage->offset, damage->what) : std::string();
  return dump;
}

}  // namespace kernline::flight
